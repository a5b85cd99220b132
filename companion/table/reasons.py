"""Reasons for promotion and dismissal: data that is compared with finished games, never run [CAREER-03].

May import: companion.engine, companion.store, its own room, the standard library.

A reason is a `[[reason]]` in a TOML file (docs/career.md). With `when` it ticks itself when a finished game
fits; without, the players tick it. A condition is a value, a list of values, or `{ least = 2, most = 4 }`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from companion import store
from companion.engine import Game, Name, Plain, Refusal

from .career import Finished
from .errors import ReasonsInvalid

FAMILIES = ("win", "lose", "experience", "soft-skills")
"""Win, Lose, Professional Experience, Soft skills [CAREER-03]."""
KINDS = ("promotion", "dismissal")
KEYS = ("id", "for", "family", "name", "when", "source")
COUNTS = ("happened", "in-a-turn")
LIMITS = ("least", "most")


class CareerReason(NamedTuple):
    id: str
    kind: str
    """`promotion` or `dismissal`."""
    family: str
    name: Mapping[str, str]
    """By language, as its owner wrote it; what we ship is in the catalogue."""
    when: Mapping[str, Plain] | None
    """None: it cannot be seen from a journal."""
    source: str

    @property
    def called(self) -> Name:
        return Name("" if self.name else f"career.reason.{self.id}", (), self.name)


def earned(reason: CareerReason, game: Finished) -> bool:
    """Whether this game ticks the reason."""
    if reason.when is None:
        return False
    figures = {**game.summary, "minutes": game.seconds // 60}
    counts = {"happened": game.happened, "in-a-turn": game.in_a_turn}
    return all(
        all(_fits(how, counts[name].get(kind, 0)) for kind, how in wanted.items())
        if name in COUNTS
        else _fits(wanted, figures[name])
        for name, wanted in reason.when.items()
    )


def _fits(wanted: Plain, value: Plain) -> bool:
    if isinstance(wanted, dict):
        return bool(wanted.get("least", value) <= value <= wanted.get("most", value))  # checked: a number
    if isinstance(value, list):  # a cast: all that are named took part
        return set(wanted if isinstance(wanted, list) else [wanted]) <= set(value)
    return value in wanted if isinstance(wanted, list) else bool(value == wanted)


def load(directories: Iterable[Path], game: Game) -> list[CareerReason]:
    """The reasons in these directories; one with the same id in a later file takes the earlier one's place.

    Raises ReasonsInvalid, which names the file and the mistake.
    """
    found: dict[str, CareerReason] = {}
    for directory in directories:
        for path in sorted(directory.glob("*.toml")):
            for reason in _read(path, game):
                found[reason.id] = reason
    order = {family: place for place, family in enumerate(FAMILIES)}
    return sorted(found.values(), key=lambda reason: (KINDS.index(reason.kind), order[reason.family]))


def _read(path: Path, game: Game) -> list[CareerReason]:
    try:
        data = store.load_toml(path)
    except (OSError, ValueError) as wrong:
        raise ReasonsInvalid("unreadable", file=str(path), why=str(wrong)) from None
    if set(data) - {"reason"} or not isinstance(data.get("reason", []), list):
        raise ReasonsInvalid("other-tables", file=str(path))
    return [_reason(path, entry, game) for entry in data.get("reason", [])]


def _reason(path: Path, entry: Any, game: Game) -> CareerReason:
    name = entry.get("id", "") if isinstance(entry, dict) else ""
    if not isinstance(name, str) or not name:
        raise ReasonsInvalid("no-id", file=str(path))
    for key in entry:
        _one_of(path, name, key, KEYS)
    _one_of(path, name, entry.get("for"), KINDS)
    _one_of(path, name, entry.get("family"), FAMILIES)
    names, source = entry.get("name", {}), entry.get("source", "owner")
    texts = isinstance(names, dict) and all(isinstance(text, str) for text in names.values())
    if not texts or (source == "owner" and not names):
        raise _wrong(path, name, "name")
    when = entry.get("when")
    if when is not None:
        _check_when(path, name, when, game)
    return CareerReason(name, entry["for"], entry["family"], names, when, source)


def _check_when(path: Path, name: str, when: Any, game: Game) -> None:
    start = game.start({})
    assert not isinstance(start, Refusal)
    figures = {**game.summary(start), "minutes": 0}
    if not isinstance(when, dict) or not when:
        raise _wrong(path, name, "when")
    for key, wanted in when.items():
        _one_of(path, name, key, (*figures, *COUNTS))
        if key not in COUNTS:
            _check_condition(path, name, wanted, isinstance(figures[key], int))
            continue
        if not isinstance(wanted, dict):
            raise _wrong(path, name, "happenings", key=key)
        for kind, how in wanted.items():
            _one_of(path, name, kind, tuple(game.happenings))
            _check_condition(path, name, how, True)


def _check_condition(path: Path, name: str, wanted: Any, number: bool) -> None:
    values = wanted if isinstance(wanted, list) else [wanted]
    if isinstance(wanted, dict):
        if not number:
            raise _wrong(path, name, "limits")
        for key, value in wanted.items():
            _one_of(path, name, key, LIMITS)
            if isinstance(value, bool) or not isinstance(value, int):
                raise _wrong(path, name, "number", key=key)
    elif not all(isinstance(value, str | int) for value in values):
        raise _wrong(path, name, "condition")


def _one_of(path: Path, name: str, given: Any, known: tuple[str, ...]) -> None:
    if given not in known:
        near = get_close_matches(str(given), known, 1)
        if near:
            raise _wrong(path, name, "nearly", given=str(given), near=near[0])
        raise _wrong(path, name, "unknown", given=str(given), known=known)


def _wrong(path: Path, name: str, mistake: str, **about: Any) -> ReasonsInvalid:
    return ReasonsInvalid(mistake, file=str(path), name=name, **about)
