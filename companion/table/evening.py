"""The evening: the one owner of a game's session, its chance and its tower, in a thread of its own.

May import: companion.engine, companion.tower (never its backends), its own room.

    evening = Evening.begin(game, games, {"players": 3}, path)   # or .resume(path, games): TableError
    mailbox = evening.subscribe(wake)                       # `wake()` says that there is something new
    now = mailbox.take()                                    # the newest Snapshot, or None
    asked = now.asked[0]
    answer = Answer((given,), asked.question.owner, asked.since)
    evening.post(answer, token="phone-3/17").result()       # Done | Refusal; the same token twice is once
    evening.close().result()                                # Closed

Terminal, tablet and phones are clients: they post commands from any thread and look at snapshots. Whatever a
client does, or does not do any more, the others play on. A command that is done is in the journal, and its
snapshot is out, before its future is done. Nobody else has a `Session`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar

from companion.engine import Game, Games, Learning, Manifest, Refusal, part
from companion.tower import Tower

from .commands import Command, Done
from .host import Host
from .journal import Clock
from .live_line import Event
from .mailbox import Mailbox
from .session import Session
from .snapshot import Snapshot

REMEMBERED = 512
"""Results of named commands that are kept for repeats; what was written is known from the journal."""

LONGEST = 64
"""Letters of a token."""

Follower: TypeAlias = Callable[[Snapshot], None]
Learn: TypeAlias = Callable[[str], Path]
Found = TypeVar("Found")


class Closed(NamedTuple):
    """How an evening ended."""

    learned: int
    """Pieces that turned up at the table and went into the owner's box."""
    box: Path | None
    """Where they went; None: nothing turned up."""
    problem: OSError | ValueError | None = None
    """Why they could not be kept there; the journal has them."""


class Evening:
    def __init__(
        self,
        opening: Callable[[], Session],
        manifests: Mapping[str, Manifest],
        tower: Tower | None = None,
        learn: Learn | None = None,
        inline: bool = False,
    ) -> None:
        """Use `begin` or `resume`. `learn`: the owner's box of a game, where pieces go that turn up at the
        table. `inline`: for tests and for bots, all is done in the thread of whoever asks for it."""
        self._manifests = manifests
        self._box = learn
        self._inline = inline
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._gate, self._turn = Lock(), Lock()
        self._ended = False
        self._heard = False
        self._closing: Future[Closed] | None = None
        self._opening: tuple[Event, ...] = ()
        self._results: dict[str, Done | Refusal] = {}
        self._followers: list[Follower] = []
        self._mailboxes: list[Mailbox] = []
        if not inline:
            Thread(target=self._run, name="evening", daemon=True).start()
        self._call(lambda: self._open(opening, tower)).result()

    @classmethod
    def begin(
        cls,
        game: Game,
        manifests: Mapping[str, Manifest],
        options: Mapping[str, Any],
        path: Path | None = None,
        seed: int | str = 0,
        clock: Clock | None = time.time,
        tower: Tower | None = None,
        learn: Learn | None = None,
        inline: bool = False,
        people: tuple[str, ...] = (),
    ) -> Self:
        """A new game; without a path nothing is written, without a clock the journal tells no times. Raises
        TableError before anything is written, and closes the tower. `people`: see `People.sit_down`."""
        begins = partial(Session.begin, game, options, path, seed, clock, people)
        return cls(begins, manifests, tower, learn, inline)

    @classmethod
    def resume(
        cls,
        path: Path,
        games: Games,
        tower: Tower | None = None,
        learn: Learn | None = None,
        inline: bool = False,
    ) -> Self:
        """Goes on with a journal; the tower does not move until it is told to. Raises TableError."""
        return cls(lambda: Session.resume(path, games.load), games, tower, learn, inline)

    # -- for clients, in any thread

    @property
    def now(self) -> Snapshot:
        """The newest snapshot."""
        return self._now

    def post(self, command: Command, token: str = "") -> Future[Done | Refusal]:
        """Has a command carried out. With a token it is carried out once, however often it is posted, also
        after a restart. An evening that is over cancels it."""
        if len(token) > LONGEST:
            raise ValueError(f"a token has at most {LONGEST} letters")
        return self._call(lambda: self._do(command, token))

    def subscribe(self, wake: Callable[[], None] | None = None) -> Mailbox:
        """A mailbox for a client, with the newest snapshot in it; see `Mailbox`. The first client is told too
        what the app drew when the game was opened."""
        mailbox = Mailbox(wake)

        def begin() -> None:
            events, self._opening = self._opening, ()
            self._mailboxes.append(mailbox)
            mailbox.put(self._now._replace(events=events))

        self._call(begin).result()
        return mailbox

    def unsubscribe(self, mailbox: Mailbox) -> None:
        self._call(lambda: self._mailboxes.remove(mailbox))

    def follow(self, follower: Follower) -> None:
        """Calls it with this snapshot and every later one, in the evening's thread: for books that are kept
        beside the journal, not for anything that may wait."""

        def begin() -> None:
            self._followers.append(follower)
            follower(self._now._replace(events=()))

        self._call(begin).result()

    def settled(self) -> None:
        """Waits until all that was posted is done."""
        self._call(lambda: None).result()

    def use(self, tower: Tower | None) -> Future[None]:
        """From now on this tower answers the drops; None: the players tap them in. Done when the one before
        is closed, which may take its time and holds up nobody."""
        closed: Future[None] = Future()

        def change() -> None:
            before = self._host.use(tower)
            self._publish()
            _aside(lambda: before.close() if before is not None else None, closed)

        self._call(change).add_done_callback(lambda done: closed.cancel() if done.cancelled() else None)
        return closed

    @property
    def tower(self) -> Tower | None:
        """The tower, to be looked at."""
        there = self._host.machine.tower
        return there.tower if there is not None else None

    @contextmanager
    def lent(self) -> Iterator[Tower | None]:
        """The tower for a procedure in another thread: nobody else listens to it meanwhile."""
        there = self._host.machine.tower
        if there is None:
            yield None
        else:
            with there.lent() as tower:
                yield tower

    def close(self) -> Future[Closed]:
        """Ends the evening; twice is the same as once. Everything is on the disk already: what is left is to
        keep what was learned, and to let go of the journal and then of the tower."""
        with self._gate:
            first, self._closing = self._closing is None, self._closing or Future()
            closing = self._closing
        if first:
            self._soon(lambda: self._close(closing))
        return closing

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close().result()

    # -- in the evening's thread

    def _open(self, opening: Callable[[], Session], tower: Tower | None) -> None:
        try:
            session = opening()
            manifest = self._manifests.get(session.game.name) or _bare(session.game)
            self._host = Host(session, manifest, self._tower_spoke)
            if tower is not None or session.sources["drop"] == "tower":
                self._host.use(tower)
            opened = self._host.snapshot()
            self._now, self._opening = opened._replace(events=()), opened.events
        except BaseException:  # whatever it was, the port must not stay taken
            self._end()
            if tower is not None:
                tower.close()
            raise

    def _do(self, command: Command, token: str) -> Done | Refusal:
        if token in self._results:
            return self._results[token]
        try:
            result = self._host.do(command, token)
        finally:
            self._publish()
        written = not isinstance(result, Refusal) or result.id != "not-written"
        if token and written:
            self._results[token] = result
            if len(self._results) > REMEMBERED:
                del self._results[next(iter(self._results))]
        return result

    def _tower_spoke(self) -> None:
        """In the tower's thread. One look takes in all that was said until then."""
        if not self._heard:
            self._heard = True
            self._call(self._take_in).add_done_callback(_unheard)

    def _take_in(self) -> None:
        self._heard = False
        self._host.take_in()
        self._publish()

    def _publish(self) -> None:
        self._now = self._host.snapshot()
        for follower in self._followers:
            _resolve(kept := Future[None](), partial(follower, self._now))
            _unheard(kept)  # its own books, not the game, suffer from it
        for mailbox in self._mailboxes:
            mailbox.put(self._now)

    def _close(self, closing: Future[Closed]) -> None:
        tower = self._host.machine.use(None)
        closed: Future[Closed] = Future()
        _resolve(closed, self._learn)
        self._host.session.close()
        self._end()

        def let_go() -> Closed:
            if tower is not None:
                tower.close()
            return closed.result()

        _aside(let_go, closing)

    def _learn(self) -> Closed:
        """Pieces that turned up at the table go into the owner's box, for the next game."""
        game, state = self._host.session.game, self._host.session.state
        learned, boxes = game.learned(state), self._host.manifest.box
        found = part(boxes) if self._box is not None and learned and boxes else None
        if self._box is None or not isinstance(found, Learning):
            return Closed(0, None)
        box = self._box(game.name)
        try:
            found.remember(box, learned)
        except (OSError, ValueError) as problem:
            return Closed(0, box, problem)
        return Closed(sum(map(len, learned.values())), box)

    # -- the thread

    def _call(self, work: Callable[[], Found]) -> Future[Found]:
        future: Future[Found] = Future()

        def job() -> None:
            if not self._ended and future.set_running_or_notify_cancel():
                _resolve(future, work)
            else:
                future.cancel()

        self._soon(job)
        return future

    def _soon(self, job: Callable[[], None]) -> None:
        with self._gate:
            self._jobs.put(job)
            over = self._ended
        if over or self._inline:
            self._drain()

    def _run(self) -> None:
        while not self._ended:
            self._jobs.get()()
        self._drain()

    def _drain(self) -> None:
        """Does what waits, in this thread; where another is at it already, that one does it."""
        while not self._jobs.empty():
            if not self._turn.acquire(blocking=False):
                return
            try:
                while True:
                    self._jobs.get_nowait()()
            except Empty:
                pass
            finally:
                self._turn.release()

    def _end(self) -> None:
        """From now on what is posted is cancelled."""
        with self._gate:
            self._ended = True


def _aside(work: Callable[[], Found], future: Future[Found]) -> None:
    """What may take long, in a thread of its own."""
    Thread(target=_resolve, args=(future, work), name="letting go", daemon=True).start()


def _resolve(future: Future[Found], work: Callable[[], Found]) -> None:
    try:
        found = work()
    except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
        future.set_exception(error)
    else:
        future.set_result(found)


def _unheard(future: Future[Any]) -> None:
    """A mistake that nobody waits for is told as one of a thread that ends, and the evening goes on."""
    if not future.cancelled() and (error := future.exception()) is not None:
        report = (type(error), error, error.__traceback__, threading.current_thread())
        threading.excepthook(threading.ExceptHookArgs(report))


def _bare(game: Game) -> Manifest:
    """Of a game that is not installed: it is played all the same."""
    return Manifest(game.name, Path(), "", "")
