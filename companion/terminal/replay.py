"""A journal read back: the position after any of its inputs, for people or as data.

May import: companion.engine, companion.table and its own room.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from companion.engine import Game, Plain, Refusal, State, from_plain
from companion.engine.phrases import reason_of
from companion.table import FileInvalid, LoadGame, OptionsRefused, game_of, read
from companion.words import Words

from .board import TextBoard
from .speech import Speech


class ReplayStopped(FileInvalid):
    """An input of the journal no longer fits the rules, or the journal is not that long."""

    id = "replay"


def replayed(path: Path, to: int | None, load: LoadGame) -> tuple[Game, State, int]:
    """The game, the position after the first `to` inputs that stand, and their number."""
    contents = read(path)
    game = game_of(contents.header, path, load)
    state = game.begun(contents.header.options)
    if isinstance(state, Refusal):
        raise OptionsRefused(file=str(path))
    live = contents.live
    wanted = len(live) if to is None else to
    if not 0 <= wanted <= len(live):
        raise ReplayStopped("short", file=str(path), n=len(live), wanted=wanted)
    for number, kept in enumerate(live[:wanted], 1):
        try:
            applied = game.apply(state, from_plain(game.inputs, kept.given), kept.source)
        except ValueError as error:
            raise ReplayStopped("unfit", file=str(path), n=number, why=reason_of(error)) from None
        if isinstance(applied, Refusal):
            why = f"{applied.id} {applied.rule}".strip()
            raise ReplayStopped("unfit", file=str(path), n=number, why=why)
        state = applied.state
    return game, state, wanted


def as_data(game: Game, state: State, number: int) -> Plain:
    """The position as JSON data: what everybody may know, and how the game stands."""
    outcome = game.outcome(state)
    return {
        "game": game.name,
        "inputs": number,
        "state": game.view(state, None),
        "awaited": [question.id for question in game.awaited(state)],
        "outcome": None if outcome is None else outcome._asdict(),
    }


def as_text(
    game: Game, state: State, words: Words, board: TextBoard, people: Sequence[str] = ()
) -> list[str]:
    """The position as the terminal draws it."""
    speech = Speech(words, game, state, people)
    lines = board.draw(speech, None)
    outcome = game.outcome(state)
    if outcome is not None:
        return [*lines, "", *speech.outcome(outcome)]
    asked = ({"who": speech.owner(q), "question": speech.question(q)} for q in game.awaited(state))
    return [*lines, "", *(words.say("table.asks", about) for about in asked)]


def as_json(game: Game, state: State, number: int) -> str:
    return json.dumps(as_data(game, state, number), ensure_ascii=False, indent=1)
