"""One game night: input → rules → journal → happenings → subscribers; undo, amend, resume.

May import: companion.engine, its own room, the standard library.

The state is a fold over the journal. The states on the way are kept in memory, so an undo replays nothing.
One-shot effects (a sound, an alert) hang on `Happened` events; resume, undo and amend replay without any.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from companion.engine import Game, Input, Outcome, Phrase, Plain, Refusal, Source, State, from_plain

from .amend import Amendment, Old, Unknown
from .chance import Asked, Sources
from .errors import JournalTooNew, OptionsRefused
from .journal import Amend, Clock, Header, Journal, Kept, Record, Undo
from .line import Amended, Entry, Event, Happened, Line, LiveLine, Undone

Subscriber = Callable[[Event], None]
LoadGame = Callable[[str, Plain], Game]


class Session:
    """A game being played, with its journal open for writing. Belongs to one thread."""

    def __init__(self, game: Game, start: State, seed: int | str, journal: Journal | None) -> None:
        """Use `begin` or `resume`."""
        self.game = game
        self.sources = Sources(game, start)
        self.amendment: Amendment | None = None
        """Set when a journal made under older rules was resumed; it must be settled before anything else."""
        self._line = LiveLine(game, start, seed)
        self._journal = journal
        self._position = journal.position if journal else 0
        self._subscribers: list[Subscriber] = []

    @classmethod
    def begin(
        cls,
        game: Game,
        options: Mapping[str, Any],
        path: Path | None = None,
        seed: int | str = 0,
        clock: Clock | None = time.time,
    ) -> Self:
        """Starts a game. Without a path nothing is written: for simulations, scenarios and tests. Without a
        clock the journal tells no times: bots are not at the table."""
        start = game.start(options)
        if isinstance(start, Refusal):
            said = f"The game cannot be played so: {_told(start)}."
            raise OptionsRefused(said, file=game.name, refusal=start)
        journal = None
        if path is not None:
            chosen = dict(game.chosen(start))
            header = Header(game.name, game.version, chosen, seed, _program(), game.box)
            journal = Journal.create(path, header, clock)
        return cls(game, start, seed, journal)

    @classmethod
    def resume(cls, path: Path, load: LoadGame) -> Self:
        """Goes on with a journal: the box in its header, every input replayed, no effect fired again."""
        journal, live = Journal.open(path)
        try:
            session = cls._opened(journal, load)
            session._replay(live)
        except BaseException:  # whatever it was, the lock must not outlive the attempt
            journal.close()
            raise
        return session

    @classmethod
    def _opened(cls, journal: Journal, load: LoadGame) -> Self:
        header = journal.header
        game = game_of(header, journal.path, load)
        start = game.start(header.options)
        if isinstance(start, Refusal):
            raise OptionsRefused(
                f"{journal.path} was begun with options that the rules no longer allow: {_told(start)}.",
                file=str(journal.path),
                refusal=start,
            )
        return cls(game, start, header.seed, journal)

    # -- what stands
    @property
    def state(self) -> State:
        return self._line.state

    @property
    def start(self) -> State:
        """The position before anything happened."""
        return self._line.start

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All inputs that stand, with the states before and after each."""
        return tuple(self._line.entries)

    @property
    def position(self) -> int:
        """Where the journal stands: the number of its lines, undos and amends included; it only grows."""
        return self._position

    @property
    def seed(self) -> int | str:
        return self._line.seed

    @property
    def path(self) -> Path | None:
        return self._journal.path if self._journal else None

    @property
    def times(self) -> tuple[int, ...]:
        """When the lines of the journal were written, in UTC seconds since 1970, as far as they tell."""
        return tuple(self._journal.times) if self._journal else ()

    @property
    def message(self) -> Phrase | None:
        """What was repaired when the journal was resumed."""
        return self._journal.message if self._journal else None

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def asked(self) -> tuple[Asked, ...]:
        """Everything that is awaited, with who is expected to answer. After `advance` nothing waits for the
        app."""
        return tuple(Asked(question, self.sources.of(question)) for question in self.game.awaited(self.state))

    def history(self, seat: int | None = None) -> tuple[Line, ...]:
        """The live line as that seat may read it; None: as everybody may. Secret inputs show neither
        themselves nor what they caused; what a later input reveals stands there."""
        return tuple(
            Line(entry.number, entry.source, None, (), entry.before)
            if self.game.secret(entry.before, entry.given, seat)
            else Line(entry.number, entry.source, entry.given, entry.happenings, entry.before)
            for entry in self._line.entries
        )

    # -- what happens
    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Tells this subscriber every event from now on; the returned function ends it."""
        self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    def submit(self, given: Input, source: Source = "player", position: int | None = None) -> Entry | Refusal:
        """Applies one input. It carries the position it was made for: a stale or doubled one is refused."""
        if refusal := self._unready(position):
            return refusal
        told = self._line.attempt(given, source)
        if isinstance(told, Entry):
            self._write(told.kept())
            self._line.push(told)
            self._tell(Happened(told))
        return told

    def advance(self) -> tuple[Entry, ...]:
        """Answers what the app must draw, until somebody else is awaited."""
        done: list[Entry] = []
        while self.amendment is None:
            mine = [one for one in self.game.awaited(self.state) if self.sources.of(one) == "app"]
            told = self.submit(self._line.draw(mine[0]), "app") if mine else None
            if not isinstance(told, Entry):
                break
            done.append(told)
        return tuple(done)

    def undo(self, position: int | None = None) -> Undone | Refusal:
        """Back to the last answer that a person or the tower gave; the app's own draws after it go too."""
        if refusal := self._unready(position):
            return refusal
        answers = [index for index, entry in enumerate(self._line.entries) if entry.source != "app"]
        if not answers:
            return Refusal("nothing-to-undo", "")
        keep, now = answers[-1], self.state
        self._write(Undo(keep))
        dropped = self._line.cut(keep)
        undone = Undone(dropped, self.game.differences(now, self.state))
        self._tell(undone)
        return undone

    def amend(
        self, number: int, given: Input | None, source: Source | None = None, learn: Sequence[Input] = ()
    ) -> Amendment | Refusal:
        """Replaces or drops entry `number` and replays the rest on scratch paper; nothing changes yet.
        `learn`: what has to be known before it, a piece that no list had."""
        if refusal := self._unready(None):
            return refusal
        if not 1 <= number <= len(self._line.entries):
            return Refusal("no-such-entry", "", (("number", number),))
        scratch = self._line.branch(number - 1)
        for piece in learn:
            told = scratch.attempt(piece, "hand")
            if isinstance(told, Refusal):
                return told
            scratch.push(told)
        if given is not None:
            old = self._line.entries[number - 1].source
            told = scratch.attempt(given, source or ("player" if old == "player" else "hand"))
            if isinstance(told, Refusal):
                return told
            scratch.push(told)
        amended, *rest = (Old(*entry[:4], entry.before) for entry in self._line.entries[number - 1 :])
        return self._amendment(scratch, number - 1, rest, self.state, amended if given is None else None)

    def close(self) -> None:
        """Lets others write to the journal. Everything is on the disk already."""
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside

    def _unready(self, position: int | None) -> Refusal | None:
        if self.amendment is not None:
            return Refusal("settle-first", "")
        if position is not None and position != self._position:
            return Refusal("stale", "", (("position", position), ("now", self._position)))
        return None

    def _write(self, record: Record) -> None:
        if self._journal is not None:
            self._journal.append(record)
        self._position += 1

    def _tell(self, event: Event) -> None:
        for subscriber in tuple(self._subscribers):
            subscriber(event)

    def _replay(self, live: list[Kept]) -> None:
        """Folds the live line of a journal. Where it breaks off, the rest must be settled as an amendment."""
        for number, kept in enumerate(live, 1):
            given = self._read(kept)
            told: Entry | Refusal | None = None
            if not isinstance(given, Unknown):
                told = self._line.attempt(given, kept.source, kept.stream)
            if not isinstance(told, Entry):
                rest = [
                    Old(later, self._read(old), old.source, old.stream, None)
                    for later, old in enumerate(live[number - 1 :], number)
                ]
                self.amendment = self._amendment(self._line.branch(number - 1), number - 1, rest, None)
                return
            self._line.push(told)

    def _read(self, kept: Kept) -> Input | Unknown:
        try:
            return from_plain(self.game.inputs, kept.given)
        except ValueError:
            return Unknown(kept.given)

    def _amendment(
        self, scratch: LiveLine, keep: int, rest: list[Old], today: State | None, dropped: Old | None = None
    ) -> Amendment:
        begun = self._position

        def commit(entries: list[Entry]) -> Amended | Refusal:
            if begun != self._position:
                return Refusal("stale", "", (("position", begun), ("now", self._position)))
            now, then = self.state, tuple(entries[keep:])
            self._write(Amend(keep, tuple(entry.kept() for entry in then)))
            dropped = self._line.cut(keep)
            for entry in then:
                self._line.push(entry)
            self.amendment = None
            amended = Amended(dropped, then, self.game.differences(now, self.state))
            self._tell(amended)
            return amended

        return Amendment(scratch, rest, today, self.sources, commit, dropped)


def game_of(header: Header, path: Path, load: LoadGame) -> Game:
    """The game and box that the journal at this path was played with."""
    try:
        game = load(header.game, header.box)
    except KeyError as unknown:
        if unknown.args != (header.game,):
            raise
        raise JournalTooNew(
            f"This companion does not know the game {header.game!r}. Update it to resume.", file=str(path)
        ) from None
    except ValueError as unreadable:
        raise JournalTooNew(
            f"The journal holds pieces that cannot be read: {unreadable}. Update the companion.",
            file=str(path),
        ) from None
    if header.version > game.version:
        raise JournalTooNew(
            f"The journal was written for a newer {header.game}. Update the companion.", file=str(path)
        )
    return game


def _told(refusal: Refusal) -> str:
    about = ", ".join(f"{name} {value}" for name, value in refusal.about)
    return f"{refusal.id} ({about})" if about else refusal.id


def _program() -> str:
    """The version that writes; a program that was packed without its papers, as for Android, has none."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and needed here alone

    try:
        return version("loop-companion")
    except PackageNotFoundError:
        return "packed"
