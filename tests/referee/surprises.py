"""What may happen at a table while something is asked: late cubes, corrections, what a check offers, new
pieces, and what people tell though nobody lists it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.engine import CHANCE, Game, Input, Question, Refusal, from_plain
from tests.referee import reports

LEARNED = ("card", "mission", "duplicate", "agent", "ultra", "supa", "centrifuge")
SETTLED = 0.5
"""How often what a surprise makes the check offer is settled at once."""
TOLD = 0.3
"""How often people tell what is not listed, where they may."""
PIECES = {
    "CardRevealed": ("card", "card"),
    "CardDrawn": ("card", "card"),
    "DuplicateDrawn": ("token", "duplicate"),
    "MissionRevealed": ("mission", "mission"),
    "UltraRevealed": ("ultra", "ultra"),
}
"""What is seen on the table, its field, and the sort of piece."""
TRIES = 6
"""Surprises of one sort before it is given up: what is refused surprises nobody."""
OTHERS = 12
"""Values of other fields that are tried for one that lists none."""


def surprise(game: Game, state: Any, chance: Random) -> tuple[str, tuple[Input, ...]]:
    """Something that may happen now, whatever is being asked: every sort as likely as any other, but late
    cubes, which tables see most."""
    sorts = surprises(game, state, chance)
    names = [*sorts, *(["late"] * 4 if "late" in sorts else [])]
    while names:
        sort = chance.choice(names)
        for _ in range(TRIES):
            found = chance.choice(sorts[sort])
            after = _after(game, state, found)
            offers = [offer for finding in game.check(after) for offer in finding.offers] if after else []
            if offers and chance.random() < SETTLED:
                return "settle", (*found, chance.choice(offers))
            if after is not None:
                return sort, found
        names = [name for name in names if name != sort]
    return "", ()


def surprises(game: Game, state: Any, chance: Random) -> dict[str, list[tuple[Input, ...]]]:
    """All that may happen now, by its sort."""
    found: dict[str, list[tuple[Input, ...]]] = {}
    fields = list(game.correctable(state))
    other = [value for field in fields for value in (*_parts(field.value), *field.choices[:2])]
    for field in fields:
        values = [value for value in field.choices if value != field.value]
        if isinstance(field.value, list):
            values = [*_near(field.value), *([*field.value, one] for one in values if one not in field.value)]
        if not field.choices:
            values = [*_near(field.value), *_like(field.value, other, chance)]
        sort = field.path.split(".")[0]
        if sort == "extra":
            sort = ".".join(field.path.split(".")[:2])
        found.setdefault(sort, []).extend((game.correction(field.path, value),) for value in values)
    for learned in _learned(game, chance):
        found.setdefault("learn", []).append(learned)
    for late in _late(game, state):
        found.setdefault("late", []).append(late)
    for question in game.awaited(state):
        told = [one for _ in range(3 * TRIES) if (one := unlisted(game, state, question, chance))]
        if told and question.owner != CHANCE:
            found["told"] = [(one,) for one in told]
    if "Revoke" in game.inputs:
        found["revoke"] = [(game.inputs["Revoke"](seat),) for seat in range(game.seats(state))]
    return {sort: ways for sort, ways in found.items() if ways}


def _after(game: Game, state: Any, surprise: tuple[Input, ...]) -> Any:
    """The position after it; None: it is refused."""
    for given in surprise:
        told = game.apply(state, given, "hand")
        if isinstance(told, Refusal):
            return None
        state = told.state
    return state


def _near(value: Any) -> list[Any]:
    """Other values of the same form, for fields that list none."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0)]
    if isinstance(value, list):
        return [value[:-1], value[1:], []] if value else []
    return []


def _parts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _like(value: Any, other: list[Any], chance: Random) -> list[Any]:
    """Values that other fields have: another card there, or one more in a pile."""
    some = chance.sample(other, min(OTHERS, len(other)))
    if isinstance(value, list):
        return [[*value, one] for one in some if one not in value]
    return [one for one in some if type(one) is type(value) and one != value]


def _late(game: Game, state: Any) -> Iterator[tuple[Input, ...]]:
    """A cube that was inside falls out: first it is known to be inside, if it is not."""
    for kind, path in (("LateRifts", "inside"), ("LateEnergy", "extra.energy-inside")):
        held = {field.path: field.value for field in game.correctable(state)}.get(path)
        if kind not in game.inputs or held is None:
            continue
        for outlet in range(7):
            fallen = game.inputs[kind](tuple(int(at == outlet) for at in range(7)))
            yield (fallen,) if held else (game.correction(path, 1), fallen)
    for question in game.awaited(state):  # hands threw another number than was asked for
        most = dict(question.about).get("most", 0)
        for cubes in (1, 2, 3, 5, most) if "Thrown" in game.inputs and most else ():
            yield (game.inputs["Thrown"](cubes),)


def _learned(game: Game, chance: Random) -> Iterator[tuple[Input, ...]]:
    """A piece that the box did not know, like one that it knows; or one that it knows, told again."""
    if "Learn" not in game.inputs:
        return
    for sort in LEARNED:
        if not game.box.get(sort):
            continue
        entry = dict(chance.choice(game.box[sort]))
        entry["id"] += chance.choice(("", "-of-the-owner"))
        told = {"kind": "Learn", "piece": sort, "entry": {**entry, "source": "owner"}}
        yield (from_plain(game.inputs, told),)


def unlisted(game: Game, state: Any, question: Question, chance: Random) -> Input | None:
    """What people at a real table may tell though nobody lists it: what their hands did, a piece that is in
    the box and not in the pile, a cube that lands elsewhere or stays inside. None: they do not."""
    if not (question.open or question.id == "take") or chance.random() >= TOLD:
        return None
    words: dict[str, Any] = {}
    if question.id == "take":
        words = reports.arranged(game.describe(state)["looked"], chance)
    elif question.owner != CHANCE:
        if "HandsDid" in game.inputs:
            there = game.describe(state)
            words = reports.told(there, there["active"], game.box, game.chosen(state), chance)
    elif question.answers:
        words = game.write(state, chance.choice(question.answers))
        if "landed" in words:
            cubes, eras = sum(words["landed"].values()), [era["id"] for era in game.box["era"]]
            fallen = [chance.choice((*eras, "inside")) for _ in range(cubes)]
            words["landed"] = {era: fallen.count(era) for era in eras if era in fallen}
            words["inside"] = fallen.count("inside")
        elif words["kind"] in PIECES:
            field, sort = PIECES[words["kind"]]
            words[field] = chance.choice(game.box[sort])["id"]
    if not words:
        return None
    told = game.read(state, words)
    return None if isinstance(game.apply(state, told, "hand"), Refusal) else told
