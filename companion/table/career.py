"""Finished games, kept beyond the evening: one small append-only file [CAREER-01, CAREER-02, CAREER-05].

May import: companion.engine, companion.store, its own room, the standard library.

A record follows from its journal alone, so writing it twice changes nothing, and a process that was killed
between the last input and the record catches up when the game is resumed. The last line about a game counts,
wherever its journal lies and however often it was copied: one that was undone past its end is withdrawn, one
that ended anew replaces its record. Games of bots have no times in their journal and are nobody's career.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from companion import store
from companion.engine import Game, Happening, Plain, Refusal
from companion.store import fits

from .evening import Evening
from .journal import YEAR_10000, decode, encode, identity
from .live_line import Happened
from .snapshot import Snapshot

FORMAT = 1
PATIENCE = 5.0
"""Seconds to wait for another program that writes its line."""
MANY = 10**6
"""More than any figure of a game."""
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
    people: tuple[str, ...] = ()
    """Who sat where, by their ids; empty: nobody was named."""


RECORD = {
    "journal": str,
    "game": str,
    "ended": lambda at: fits(at, int) and 0 <= at < YEAR_10000,
    "seconds": lambda n: fits(n, int) and 0 <= n < YEAR_10000,
    "summary": {"result": str, "mode?": (str, type(None)), "level?": (int, type(None))},
    "happened": lambda counts: _counts(counts),
    "in_a_turn": lambda counts: _counts(counts),
    "id?": str,
    "position?": int,
    "people?": [str],
}
WITHDRAWN = {"withdrawn": str, "id?": str}
TICK = {"tick": str, "game": str, "on": bool}


def _counts(value: Any) -> bool:
    return fits(value, dict) and all(fits(n, int) for n in value.values())


def _sums_up(summary: Mapping[str, Plain], like: Mapping[str, Plain], values: Mapping[str, Any]) -> bool:
    """Whether a game of this kind may have ended so."""
    chosen = all(
        summary[name] in values[name] for name in ("mode", "level") if name in like and name in values
    )
    kinds = all(_alike(summary[name], value) for name, value in like.items())
    return chosen and kinds and summary["result"] in ("won", "lost", "ranked")


def _alike(value: Plain, like: Plain) -> bool:
    if isinstance(like, list):
        return fits(value, [(int, str)]) and len(value) <= MANY
    if isinstance(like, int):
        return isinstance(value, int) and abs(value) <= MANY
    return isinstance(value, type(like))


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
        seconds_at_the_table(now.times, now.pauses),
        now.game.summary(now.state),
        happened,
        in_a_turn,
        now.seated,
    )


def seconds_at_the_table(times: Sequence[int], pauses: Sequence[int] = ()) -> int:
    """`pauses`: for each of the times, seconds before it in which the clock stood still."""
    still = pauses if len(pauses) == len(times) else [0] * len(times)
    between = zip(pairwise(times), still[1:], strict=True)
    gaps = (later - earlier - stood for (earlier, later), stood in between)
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
    return Counter((summary.get("mode"), summary.get("level")) for summary in won)


def tally(games: Iterable[Finished], people: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """For everybody who is remembered (`people`: names by ids): games that they finished, and that the table
    won with them. Who played most comes first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for one in games:
        here = {person for person in one.people if person in people}
        played.update(here)
        won.update(here if one.summary["result"] == "won" else ())
    return {people[one]: {"n": n, "won": won[one]} for one, n in played.most_common()}


class Career:
    """The file of finished games. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: OSError | None = None
        """Why it could not be read, or the last record not be written; the next resume of its game makes up
        for that."""

    def games(self, game: str = "") -> list[Finished]:
        """What was played to its end, the earliest first."""
        found = sorted((one.record for one in self._standing().values()), key=lambda one: one.ended)
        return [one for one in found if game in ("", one.game)]

    def of(self, game: Game) -> list[Finished]:
        """Those of one game, with all figures that it sums itself up by today. What was written by nobody who
        knows the game is left out."""
        start = game.start({})
        assert not isinstance(start, Refusal)
        like, values = game.summary(start), {option.id: option.values for option in game.options()}
        found = [one._replace(summary={**like, **one.summary}) for one in self.games(game.name)]
        return [one for one in found if _sums_up(one.summary, like, values)]

    def next_time(self, game: Game, players: int) -> dict[str, Plain]:
        """What the rules advise after the last game of as many players; nothing before the first."""
        same = [one.summary for one in self.of(game) if one.summary.get("players") == players]
        return game.next_time(same[-1]) if same else {}

    def ticked(self, game: str) -> set[str]:
        """Reasons that the players ticked themselves."""
        found: set[str] = set()
        for line in self._lines():
            if line.get("game") == game and fits(line, TICK):
                (found.add if line["on"] else found.discard)(line["tick"])
        return found

    def tick(self, game: str, reason: str, on: bool = True) -> None:
        self._append({"tick": reason, "game": game, "on": on})

    def keep(self, now: Snapshot) -> None:
        """Makes the file say what the journal says. Writes nothing that it says already. A result goes only
        when players wrote on after it: rules that see the end otherwise today take nothing away."""
        if now.path is None:
            return
        known, record = identity(now.path), finished(now)
        before = self._standing().get(known or _path_of(now))
        if record is not None and now.older is None:
            if before is None or not _same(record, before.record):
                self._append({**_as_line(record), "id": known, "position": now.position})
        elif before is not None and now.older is None and _written_since(now, before):
            self._append({"withdrawn": before.record.journal, "id": known})

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

    def _standing(self) -> dict[str, _Kept]:
        """By the game's identity. Lines of older versions name a path alone: the file there tells which game
        it is, as long as it is there."""
        kept: dict[str, _Kept] = {}
        for line in self._lines():
            key = line.get("id") or self._identity(line)
            if fits(line, RECORD):
                whole = {**line, "people": tuple(line.get("people", ()))}
                record = Finished(*(whole[field] for field in Finished._fields))
                kept.pop(record.journal, None)  # of an older version, when the file was away
                kept[key] = _Kept(record, line.get("position"))
            elif fits(line, WITHDRAWN):
                kept.pop(key, None)
                kept.pop(line["withdrawn"], None)
        return kept

    @staticmethod
    @cache
    def _named(path: str) -> str:
        return identity(Path(path)) if "\0" not in path else ""

    def _identity(self, line: Mapping[str, Any]) -> str:
        path = line.get("journal", line.get("withdrawn", ""))
        return (self._named(path) or path) if isinstance(path, str) else ""

    def _lines(self) -> Iterator[dict[str, Any]]:
        """All whole lines. One that was cut short or damaged says nothing, and the others still do."""
        try:
            lines = store.read(self.path).split(b"\n")
        except FileNotFoundError:
            return
        except OSError as problem:
            self.problem = problem
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
        store.make_folder(self.path.parent)
        data = encode({"career": FORMAT, **line})
        try:
            store.Log.create(self.path, data, wait=PATIENCE).close()
        except FileExistsError:
            log, before = store.Log.open(self.path, wait=PATIENCE)
            try:
                log.append((b"" if before.endswith(b"\n") or not before else b"\n") + data)
            finally:
                log.close()


class _Kept(NamedTuple):
    """A record, and the lines of its journal when it was written; None: an older version did not tell."""

    record: Finished
    position: int | None


def _as_line(record: Finished) -> dict[str, Any]:
    line = record._asdict()
    return {**line, "people": record.people} if line.pop("people") else line


def _path_of(now: Snapshot) -> str:
    return str(now.path.resolve()) if now.path is not None else ""


def _same(one: Finished, other: Finished) -> bool:
    """Wherever the journal lies by now."""
    return one._replace(journal="") == other._replace(journal="")


def _written_since(now: Snapshot, before: _Kept) -> bool:
    if before.position is not None:
        return now.position > before.position
    return bool(now.times) and now.times[-1] > before.record.ended
