"""Finished games, kept beyond the evening: one small append-only file [CAREER-01, CAREER-02, CAREER-05].

May import: companion.engine, its own room, the standard library.

A record follows from its journal alone, so writing it twice changes nothing, and a process that was killed
between the last input and the record catches up when the game is resumed. The last line about a journal
counts: a game that was undone past its end is withdrawn, and one that ended anew replaces its record. Games
of bots have no times in their journal and are nobody's career.
"""

from __future__ import annotations

import fcntl
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine import Happening, Plain

from .evening import Evening
from .journal import decode, encode
from .live_line import Happened
from .snapshot import Snapshot

FORMAT = 1
PAUSE = 15 * 60
"""A longer gap between two inputs, in seconds, is a pause and not time at the table."""


class Finished(NamedTuple):
    """One game that was played to its end."""

    journal: str
    game: str
    ended: int
    """In UTC seconds since 1970."""
    seconds: int
    """Time at the table, without pauses."""
    summary: Mapping[str, Plain]
    """As the game sums itself up."""
    happened: Mapping[str, int]
    """How often each thing happened."""
    in_a_turn: Mapping[str, int]
    """How often it happened in the turn in which it happened most."""


def finished(now: Snapshot) -> Finished | None:
    """The record of this game; None while it runs, and for games that nobody sat at."""
    if now.outcome is None or now.path is None or not now.times:
        return None
    happenings = (happening for entry in now.entries for happening in entry.happenings)
    happened, in_a_turn = _counted(happenings, now.manifest.turns)
    return Finished(
        str(now.path.resolve()),
        now.game.name,
        now.times[-1],
        seconds_at_the_table(now.times),
        now.game.summary(now.state),
        happened,
        in_a_turn,
    )


def seconds_at_the_table(times: Iterable[int]) -> int:
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum(gap for gap in gaps if 0 < gap <= PAUSE)


def _counted(
    happenings: Iterable[Happening], turns: tuple[str, ...]
) -> tuple[dict[str, int], dict[str, int]]:
    """How often each thing happened, in the whole game and in one turn at most."""
    whole: Counter[str] = Counter()
    most: Counter[str] = Counter()
    turn: Counter[str] = Counter()
    for happening in happenings:
        if happening.kind in turns:
            most |= turn  # of each the greater count
            turn.clear()
        turn[happening.kind] += 1
        whole[happening.kind] += 1
    return dict(whole), dict(most | turn)


def victories(games: Iterable[Finished]) -> Counter[tuple[Plain, Plain]]:
    """The Career Plan: how often each mode and level was won; only a victory ticks a cell [CAREER-02]."""
    won = (one.summary for one in games if one.summary["result"] == "won")
    return Counter((told.get("mode"), told.get("level")) for told in won)


class Career:
    """The file of finished games. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: OSError | None = None
        """Why the last record could not be written; the next resume of its game makes up for it."""

    def games(self, game: str = "") -> list[Finished]:
        """What was played to its end, the earliest first."""
        kept: dict[str, Finished] = {}
        for line in self._lines():
            if "ended" in line:
                kept[line["journal"]] = Finished(*(line[field] for field in Finished._fields))
            elif "withdrawn" in line:
                kept.pop(line["withdrawn"], None)
        found = sorted(kept.values(), key=lambda one: one.ended)
        return [one for one in found if game in ("", one.game)]

    def ticked(self, game: str) -> set[str]:
        """Reasons that the players ticked themselves."""
        found: set[str] = set()
        for line in self._lines():
            if line.get("game") == game and "tick" in line:
                (found.add if line["on"] else found.discard)(line["tick"])
        return found

    def tick(self, game: str, reason: str, on: bool = True) -> None:
        self._append({"tick": reason, "game": game, "on": on})

    def keep(self, now: Snapshot) -> None:
        """Makes the file say what the journal says. Writes nothing that it says already."""
        if now.path is None:
            return
        journal, record = str(now.path.resolve()), finished(now)
        before = next((one for one in self.games() if one.journal == journal), None)
        if record is not None and record != before:
            self._append(record._asdict())
        elif record is None and before is not None:
            self._append({"withdrawn": journal})

    def follow(self, evening: Evening) -> None:
        """Keeps this game from now on, also what was missed, in the evening's thread. A full disk does not
        disturb the game."""
        seen = -1

        def look(now: Snapshot) -> None:
            nonlocal seen
            first, moved, seen = seen < 0, now.position != seen, now.position
            changed = first or not all(isinstance(event, Happened) for event in now.events)
            if moved and (changed or now.outcome is not None):
                try:
                    self.keep(now)
                    self.problem = None
                except OSError as problem:
                    self.problem = problem

        evening.follow(look)

    def _lines(self) -> Iterator[dict[str, Any]]:
        """All whole lines. One that was cut short or damaged says nothing, and the others still do."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        for line in lines:
            try:
                decoded = decode(line)
            except ValueError:
                continue
            if decoded.get("career") == FORMAT:
                yield decoded

    def _append(self, line: Mapping[str, Any]) -> None:
        """One line in one write, on the disk when this returns; others who write wait."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            size = os.fstat(descriptor).st_size
            torn = size and os.pread(descriptor, 1, size - 1) != b"\n"
            data = (b"\n" if torn else b"") + encode({"career": FORMAT, **line})
            if os.write(descriptor, data) < len(data):
                os.ftruncate(descriptor, size)
                raise OSError(f"{self.path} cannot be written: there is no room")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
