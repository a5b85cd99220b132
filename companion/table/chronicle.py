"""The chronicle of an evening: how it went turn by turn, who did what, which decision made the difference.

May import: companion.engine, its own room. Facts only: shells find the words, `poster` draws them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.engine import CHANCE, Game, Manifest, Outcome

from .live_line import Entry, answered
from .snapshot import Snapshot


class ChronicleTurn(NamedTuple):
    number: int
    dangers: int
    """Bad news that was heard or had to be seen; so are the"""
    successes: int
    standing: float
    """How it stood at the end of the turn, between 0, the worst of this evening, and 1, the best."""


class Hero(NamedTuple):
    seat: int
    decisions: int
    successes: int
    """Good news that came of these decisions."""


class Chronicle(NamedTuple):
    outcome: Outcome
    turns: tuple[ChronicleTurn, ...]
    heroes: tuple[Hero, ...]
    """By seat."""
    decisive: Entry | None
    """The decision that saved or lost it; None: no single one did."""
    decisive_turn: int
    """Among the turns, from 0."""


def chronicle_of(now: Snapshot) -> Chronicle | None:
    """None while the game is on."""
    if now.outcome is None:
        return None
    public = [
        entry for entry in now.entries if not now.game.secret(entry.before, entry.given, None, now.state)
    ]
    parts = list(_turns(now.entries, now.manifest))
    focus = now.outcome.ranking[0][0] if now.outcome.ranking else 0
    decisive = _decisive(now.game, public, now.outcome.result != "lost", focus)
    place = next((k for k, part in enumerate(parts) if decisive in part), 0)
    return Chronicle(
        now.outcome,
        tuple(_graph(now, parts, focus)),
        tuple(_heroes(now, public)),
        decisive,
        place,
    )


def _turns(entries: Sequence[Entry], manifest: Manifest) -> Iterator[Sequence[Entry]]:
    """The entries, cut where turns begin; the set-up belongs to the first."""
    starts = [k for k, entry in enumerate(entries) if _count(entry, manifest.turns)]
    for begin, end in pairwise([0, *starts[1:], len(entries)]):
        yield entries[begin:end]


def grave(manifest: Manifest, kinds: Sequence[str]) -> Sequence[str]:
    """Those that the table stops for or hears; what follows from them is no news of its own."""
    return [kind for kind in kinds if kind in manifest.alerts or kind in manifest.sounds] or kinds


def _count(entry: Entry, kinds: Sequence[str]) -> int:
    return sum(said.kind in kinds for said in entry.happenings)


def _graph(now: Snapshot, parts: list[Sequence[Entry]], focus: int) -> Iterator[ChronicleTurn]:
    # The last position has its outcome, which is not on the scale of those before.
    ends = [part[-1].after if part is not parts[-1] else part[-1].before for part in parts]
    stands = [now.game.estimate(state, focus) for state in ends]
    low, high = min(stands), max(stands)
    for number, (part, stood) in enumerate(zip(parts, stands, strict=True), 1):
        dangers = sum(_count(entry, grave(now.manifest, now.manifest.dangers)) for entry in part)
        successes = sum(_count(entry, grave(now.manifest, now.manifest.successes)) for entry in part)
        yield ChronicleTurn(number, dangers, successes, (stood - low) / (high - low) if high > low else 0.5)


def _owner(game: Game, entry: Entry) -> int | str | None:
    question = answered(game.awaited(entry.before), entry.given)
    return question.owner if question is not None else None


def _heroes(now: Snapshot, public: list[Entry]) -> Iterator[Hero]:
    by_seat = [(_owner(now.game, entry), entry) for entry in public]
    for seat in range(now.game.seats(now.state)):
        mine = [entry for owner, entry in by_seat if owner == seat]
        yield Hero(seat, len(mine), sum(_count(entry, now.manifest.successes) for entry in mine))


def _decisive(game: Game, public: list[Entry], won: bool, focus: int) -> Entry | None:
    """What people decided that moved the evening most towards its end; the very last input only ends it."""
    best, most = None, 0.0
    for entry in public[:-1]:
        if _owner(game, entry) in (None, CHANCE):
            continue
        gain = game.estimate(entry.after, focus) - game.estimate(entry.before, focus)
        if (gain if won else -gain) > most:
            best, most = entry, gain if won else -gain
    return best
