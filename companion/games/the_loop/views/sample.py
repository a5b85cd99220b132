"""What a card does on a board made to show it: the happenings, as sentences.

May import: companion.engine, companion.words, the rules of this game. The rules themselves play it, with the
first answer wherever there is a choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import Applied, Game, Plain
from companion.games.the_loop.rules.inputs import PlayEffect
from companion.words import Speech, Words

OPTIONS = {"agents": ["mr-time", "v-girl"], "hands": "table", "huge": "table", "bag": "hand"}
BOARD = {
    "agents": {"mr-time": "industry", "v-girl": "globalization"},
    "active": "mr-time",
    "foo": "renaissance",
    "rifts": {"renaissance": 1, "industry": 2, "globalization": 1},
    "energy": {"industry": 1},
    "duplicates": {"0>2": "industry", "1>6": "industry", "2>5": "renaissance"},
}
"""Two agents side by side, rifts, energy and duplicates around them."""
STEPS, SENTENCES = 8, 3


def preview(words: Words, game: Game, effect: Sequence[Plain]) -> str:
    """What becomes of the board, in a few words; "" where nothing of it would be seen."""
    state = game.position(OPTIONS, BOARD)
    known: list[str] = []
    given: Any = PlayEffect(tuple(effect))
    for _ in range(STEPS if effect else 0):
        made = game.apply(state, given, "hand")
        if not isinstance(made, Applied):
            break
        state = made.state
        speech = Speech(words, game, state)
        known += [speech.happening(one) for one in made.happenings if one.kind != "PieceLearned"]
        asked = game.awaited(state)
        if not asked or asked[0].main or not asked[0].answers:
            break
        given = asked[0].answers[0]
    return " ".join(known[:SENTENCES])
