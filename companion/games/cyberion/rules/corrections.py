"""The table is right: whatever the companion believes can be set by hand, at any moment.

May import: the contract and this game. A correction triggers no rule; the check names what does not fit. What
lies open is set card by card; what nobody has seen is the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine.corrections import Setter, each, flag, one, set_right, whole
from companion.engine.game import Applied, Field, Refusal
from companion.engine.steps import advance

from .happenings import Corrected
from .inputs import SLOTS, Correct
from .pieces import (
    CARDS,
    DAMAGE,
    LEVELS,
    MICROBOTS,
    MODELS,
    ROBOTS,
    ROWS,
    TIERS,
    VALVES,
    in_order,
    machine,
    without,
)
from .state import State, deck_cards, unsee
from .steps import Out

MOST = 40
"""Machines: there are no more of them."""


def correct(state: State, given: Correct) -> Applied | Refusal:
    new = set_right(state, given.path, given.value, _SETTERS, over="CY-END-03")
    if isinstance(new, Refusal):
        return new
    if given.path.partition(".")[0] in _MOVE_CARDS:
        unsee(new)
    now = [step.anew(new) for step in new.agenda]
    if None in now:
        del new.agenda[1:]  # a choice about something that is no longer there is not waited for
    else:
        new.agenda[:] = now
    out: Out = [Corrected(given.path)]
    advance(new, out, forced=False)
    return Applied(new, tuple(out))


# -- setting one thing ------------------------------------------------------------------------------------


def _among(value: Any, known: tuple[str, ...]) -> str:
    return known[known.index(value)]


def _cards(value: Any, known: Any = CARDS) -> tuple[str, ...]:
    cards = tuple(value)
    if isinstance(value, str) or any(card not in known for card in cards):
        raise ValueError(value)
    return cards


def _machine(s: State, key: str, value: Any) -> bool:
    """A machine lies in one place: what is taken away may turn up again."""
    slot = whole(int(key), range(len(s.factory)))
    if value == s.factory[slot]:
        return True
    if s.factory[slot]:
        tier = machine(s.factory[slot]).tier - 1
        s.unseen[tier] = tuple(sorted((*s.unseen[tier], s.factory[slot])))
    if value:
        tier = machine(value).tier - 1
        if value in s.unseen[tier]:
            s.unseen[tier] = without(s.unseen[tier], value)
        else:
            s.learned = (*s.learned, value)
    else:
        s.prepared[slot] = False
    s.factory[slot] = value
    return isinstance(value, str)


def _prepared(s: State, key: str, value: Any) -> bool:
    slot = whole(int(key), range(len(s.factory)))
    s.prepared[slot] = flag(value)
    return bool(s.factory[slot]) or not value


def _interference(s: State, key: str, value: Any) -> bool:
    s.interference[MODELS.index(key)] = whole(value, range(len(s.setting.interference) + 1))
    return True


def _limbots(s: State, key: str, value: Any) -> bool:
    """The others are in the deck, unless they were born."""
    s.limbots = _cards(value, MODELS)
    s.born = tuple(model for model in s.born if model not in s.limbots)
    return not key and len(set(s.limbots)) == len(s.limbots)


def _born(s: State, key: str, value: Any) -> bool:
    s.born = _cards(value, MODELS)
    s.limbots = tuple(model for model in s.limbots if model not in s.born)
    return not key and len(set(s.born)) == len(s.born)


def _seat(s: State, key: str, value: Any) -> bool:
    s.seat = whole(value, range(s.setting.players))
    return not key


def _of_deck(name: str) -> Callable[..., bool]:
    def put(s: State, key: str, value: Any) -> bool:
        setattr(s, name, _cards(value, deck_cards(s)))
        return not key

    return put


_SETTERS: dict[str, Setter[State]] = {
    "row": each("rows", lambda value: in_order(_cards(value)), ROWS),
    "discard": one("discard", lambda value: in_order(_cards(value))),
    "top": _of_deck("top"),
    "bottom": _of_deck("bottom"),
    "looked": _of_deck("looked"),
    "crew": each("crews", lambda value: in_order(_cards(value, ROBOTS))),
    "limbots": _limbots,
    "born": _born,
    "machine": _machine,
    "prepared": _prepared,
    "microbot": each("microbots", lambda value: _among(value, ("", *MICROBOTS))),
    "left": each("left", lambda value: whole(value, range(MOST))),
    "xp": one("xp", lambda value: whole(value, range(MOST))),
    "removed": one("removed", lambda value: whole(value, range(MOST))),
    "gone": one("gone", lambda value: whole(value, range(MOST))),
    "level": each("levels", lambda value: whole(value, range(1, len(LEVELS) + 1)), MODELS),
    "valves": one("valves", lambda value: whole(value, range(VALVES + 1))),
    "battery": one("battery", flag),
    "support": one("support", lambda value: _cards(value, MODELS)),
    "vacation": each("vacation", flag),
    "damage": one("damage", lambda value: whole(value, range(DAMAGE + 1))),
    "acquired": one("acquired", lambda value: _cards(value, MICROBOTS)),
    "pile": one("pile", lambda value: _cards(value, MICROBOTS)),
    "spent": one("spent", lambda value: _cards(value, MICROBOTS)),
    "interference": _interference,
    "pool": one("pool", lambda value: _cards(value, MODELS)),
    "seat": _seat,
    "turn": one("turn", lambda value: whole(value, range(1, 1000))),
}
_MOVE_CARDS = frozenset(("row", "discard", "top", "bottom", "looked", "crew", "limbots", "born"))


def correctable(s: State) -> Iterator[Field]:
    """Everything that can be set, with its present value and the likely ones. Nothing before the first turn:
    until then an undo is quicker."""
    if not s.turn or s.outcome is not None:
        return
    for row, cards in zip(ROWS, s.rows, strict=True):
        yield Field(f"row.{row}", list(cards), ())
    for slot in SLOTS:
        yield Field(f"machine.{slot}", s.factory[slot], ())
        if s.factory[slot]:
            yield Field(f"prepared.{slot}", s.prepared[slot], (False, True))
    for place, model in enumerate(MODELS):
        yield Field(f"level.{model}", s.levels[place], LEVELS)
    yield Field("valves", s.valves, tuple(range(VALVES + 1)))
    yield Field("xp", s.xp, tuple(range(11)))
    yield Field("support", list(s.support), ())
    yield Field("battery", s.battery, (True, False))
    yield Field("gone", s.gone, (0, 1, 2, 3))
    yield Field("discard", list(s.discard), ())
    yield Field("top", list(s.top), ())
    yield Field("bottom", list(s.bottom), ())
    if s.looked:
        yield Field("looked", list(s.looked), ())
    for tier in TIERS:
        yield Field(f"left.{tier - 1}", s.left[tier - 1], tuple(range(s.setting.tiers[tier - 1] + 1)))
    yield Field("removed", s.removed, ())
    yield from _of_expansions(s)
    if s.setting.players > 1:
        yield Field("seat", s.seat, s.setting.seats)
    yield Field("turn", s.turn, ())


def _of_expansions(s: State) -> Iterator[Field]:
    playing = s.setting.expansions
    if "bebebots" in playing:
        yield Field("limbots", list(s.limbots), ())
        yield Field("born", list(s.born), ())
    if "gigantobots" in playing:
        for place, crew in enumerate(s.crews):
            yield Field(f"crew.{place}", list(crew), ())
            yield Field(f"vacation.{place}", s.vacation[place], (False, True))
        yield Field("damage", s.damage, tuple(range(DAMAGE + 1)))
    if "microbots" in playing:
        for slot in SLOTS:
            yield Field(f"microbot.{slot}", s.microbots[slot], ("", *MICROBOTS))
        yield Field("acquired", list(s.acquired), ())
        yield Field("pile", list(s.pile), ())
        yield Field("spent", list(s.spent), ())
    if "rouage" in playing:
        for place, model in enumerate(MODELS):
            yield Field(f"interference.{model}", s.interference[place], (0, 1, 2))
        yield Field("pool", list(s.pool), ())
