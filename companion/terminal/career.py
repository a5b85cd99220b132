"""The HR file as text: the grid of victories, the history, and the reasons for promotion and dismissal.

May import: companion.engine, companion.table, companion.words, the standard library. Knows no game by name: a
game with modes and levels has a grid, the others have a history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from types import MappingProxyType

from companion.engine import Game, Plain, Refusal
from companion.table import CareerReason, Finished, earned, tally, victories
from companion.words import Speech, Words

TICKED, OPEN = "[x]", "[ ]"


def lines(
    words: Words,
    game: Game,
    games: list[Finished],
    known: Iterable[CareerReason],
    ticked: set[str],
    people: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """Everything that is known about the players' career in one game. `people`: names by their ids."""
    won = sum(one.summary["result"] == "won" for one in games)
    yield words.say("career.title-rivals" if game.rivals else "career.title", {"n": len(games), "won": won})
    for name, figures in tally(games, people).items():
        yield words.say("person.tally-rivals" if game.rivals else "person.tally", {"0": name, **figures})
    yield from _grid(words, game, games)
    if games:
        yield from ("", words.say("career.history"))
        yield from (_history(words, game, one, people) for one in games)
    yield from _reasons(words, games, known, ticked)


def _grid(words: Words, game: Game, games: list[Finished]) -> Iterator[str]:
    values = {option.id: option.values for option in game.options()}
    if not {"mode", "level"} <= set(values):
        return
    count = victories(games)
    heads = [_named(words, "level", level) for level in values["level"]]
    first = max(len(_named(words, "mode", mode)) for mode in values["mode"])
    yield ""
    yield "  ".join([" " * first, *heads])
    for mode in values["mode"]:
        cells = [
            f"{TICKED} {count[mode, level]}×" if count[mode, level] else OPEN for level in values["level"]
        ]
        name = _named(words, "mode", mode)
        row = [f"{name:<{first}}", *(f"{c:<{len(h)}}" for c, h in zip(cells, heads, strict=True))]
        yield "  ".join(row).rstrip()


def _history(words: Words, game: Game, one: Finished, people: Mapping[str, str]) -> str:
    summary = one.summary
    start = game.start({})
    assert not isinstance(start, Refusal)
    speech = Speech(words, game, start)
    cast = speech.cast(summary)
    day = f"{datetime.fromtimestamp(one.ended):%Y-%m-%d}"
    parts = [_named(words, field, summary[field]) for field in ("mode", "level") if field in summary]
    if cast:
        alone = summary["players"] == 1
        parts.append(words.say("career.alone" if alone else "career.team", {"who": ", ".join(cast)}))
    if named := [people[one] for one in one.people if one in people]:
        parts.append(words.listed(named))
    parts.append(_ending(words, game, summary))
    if "turns" in summary:
        parts.append(words.say("career.figures", summary))
    parts.append(words.say("career.minutes", {"n": max(1, round(one.seconds / 60))}))
    return f"{day}  {' · '.join(parts)}"


def _ending(words: Words, game: Game, summary: Mapping[str, Plain]) -> str:
    """Why a table won or lost together; among rivals, who won."""
    if summary.get("colour"):
        named = Speech(words, game, game.start({})).name("colour", summary["colour"])
        return f"{words.say('career.won-by', {'who': named})} [{summary['cause']}]"
    key = f"reason.{summary['result']}-{summary['cause']}"
    why = words.say(key) if key in words else ""
    return f"{words.say('outcome.' + summary['result'])} {why} [{summary['cause']}]".replace("  ", " ")


def _reasons(
    words: Words, games: list[Finished], known: Iterable[CareerReason], ticked: set[str]
) -> Iterator[str]:
    for (kind, family), group in groupby(known, key=lambda reason: (reason.kind, reason.family)):
        yield ""
        yield words.say(f"career.{kind}", {"family": words.say(f"career.{family}")})
        for reason in group:
            done = reason.id in ticked or any(earned(reason, one) for one in games)
            by_hand = "" if reason.when else f"  ({reason.id})"
            ours = words.say("career.stand-in") if reason.source == "stand-in" else ""
            yield f"  {TICKED if done else OPEN} {words.called(reason.called)}{by_hand}{ours}"


def _named(words: Words, field: str, value: Plain) -> str:
    key = f"career.{field}-{value}"
    return words.say(key) if key in words else str(value)
