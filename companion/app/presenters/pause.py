"""After a pause, in three lines: where we were, whose turn it is, and what is open.

May import: companion.engine, companion.table, companion.words; never Kivy.
"""

from __future__ import annotations

from companion.engine import CHANCE, Games
from companion.table import Snapshot
from companion.words import Speech, Words

from .home import table_of, turn_of


def where_we_were(words: Words, games: Games, now: Snapshot) -> tuple[str, ...]:
    game, state = now.game, now.state
    turn = turn_of(game, state)
    facts = {**games[game.name].facts, "turn": turn}
    where = words.say(f"screen-home.{'last-turn' if turn else 'last-setup'}", facts)
    table = table_of(words, game, game.summary(state), games[game.name].title, now.people)
    asked, speech = now.first, Speech.of(words, now)
    if asked is None:
        return (f"{where} · {table}",)
    owner = asked.question.owner
    whose = game.on_turn(state) if owner == CHANCE else owner
    turn_line = words.say("screen-pause.turn", {"who": speech.whoever(whose)})
    if any(game.secret(state, one, None) for one in asked.question.answers):
        # what is asked may tell what only one of them knows
        return f"{where} · {table}", turn_line, words.say("screen-pause.secret")
    key = "screen-pause.drop" if asked.question.stream == "drop" else "screen-pause.open"
    return f"{where} · {table}", turn_line, words.say(key, {"what": speech.question(asked.question)})
