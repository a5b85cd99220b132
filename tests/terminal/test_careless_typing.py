"""Somebody types whatever comes to mind: nothing crashes, no key shows through, and the journal replays."""

from io import StringIO
from random import Random

import pytest

from companion import games
from companion.table import Evening
from companion.terminal import Screen, Terminal, board_of, replay
from companion.words import Words, languages

TYPED = (
    *("1", "2", "3", "4", "5", "6", "7", "8", "0", "", "end the", "1 2 0", "0 0 0"),
    *("undo", "amend 5", "amend 24", "correct agent"),
    *("correct rifts", "correct card", "correct duplicate", "correct phase", "correct tile"),
    *("history 3", "board", "help", "fell", "learn card", "learn start", "kettle", "industry", "star"),
    *("[]", "[0,1]", '"x"', "nonsense", "🫖", "-1", "99999"),
)
BY_HAND = dict.fromkeys(("foo", "bag", "missions", "huge", "hands", "drop", "first"), "hand")
ON_THE_TABLE = {"huge": "table", "hands": "table", "drop": "hand"}
TABLES = (
    {},
    {"mode": "supa", "level": 3},
    {"mode": "centrifuge", "players": 4},
    {"mode": "ultramachina", "solo": 2},
    BY_HAND,
    ON_THE_TABLE,
)


@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_nothing_that_can_be_typed_does_harm(seed, tmp_path):
    generator = Random(seed)
    typed = StringIO("\n".join(generator.choice(TYPED) for _ in range(100)))
    shown = StringIO()
    game = games.load("the-loop")
    words = Words(languages()[seed % len(languages())], ["the_loop"])
    evening = Evening.begin(game, games.GAMES, TABLES[seed], tmp_path / "game.jsonl", seed)
    Terminal(evening, words, Screen(typed, shown), board_of(games.GAMES, game.name)).play()
    _, state, number = replay.replayed(tmp_path / "game.jsonl", None, games.load)
    assert number == len(evening.now.entries)
    assert game.dump(state) == game.dump(evening.now.state)
    evening.close()
    assert "‹" not in shown.getvalue()
