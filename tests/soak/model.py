"""A model of the table: tower, players and journal in every order, on a virtual clock, with every fault.

An attempt is one evening of The LOOP with the simulated tower. The tower's own thread runs in lockstep: it
waits before each look at its board until the model lets it go on, so any button can come between any two
readings, the same way every time. After each step: no motion that nobody ordered; a tower's count stands only
as the answer to a drop that is open; every cube is in one drop; what is shown is in the journal, also after a
kill; no button waits for the tower; whatever was begun comes to an end.
"""

from __future__ import annotations

import faulthandler
import os
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any
from unittest import mock

from companion.advisor import RandomBot
from companion.games import GAMES, load
from companion.table import (
    AllThrown,
    Answer,
    BackTo,
    ByHand,
    Cancel,
    CatchUp,
    ChangeDrop,
    ConfirmDrop,
    EarlyThrow,
    EndDrop,
    Evening,
    SeenFallen,
    Throw,
    Undo,
    drop_control,
    journal,
    read,
    tower_thread,
)
from companion.tower import FAULTS, Tower, TowerError, parse_fault
from companion.tower.backends.simulated import SimulatedBoard
from tests.soak import Attempt

UNIT = "steps"
PLANTED = (
    "an end while it turns is forgotten",
    "counts of drops that were taken back",
    "shown and not written",
    "it shakes unasked",
)
STEPS = 120
PATIENCE = 60.0  # seconds of this machine, however busy: whoever waits longer waits for ever
OPTIONS = {"agents": ["mr-time", "v-girl"], "drop": "tower"}
NOT_HERE = ("port-taken", "other-device", "older-protocol", "newer-protocol", "silent")  # at the opening only


class Wrong(AssertionError):
    """Something that must hold at the table does not."""


class AtOnce:
    """The tower thread's queue, without its tenth of a second: the clock is virtual."""

    def __init__(self) -> None:
        self._waiting: list[Any] = []

    def put(self, one: Any) -> None:
        self._waiting.append(one)

    def get(self, timeout: float = 0.0) -> Any:
        if not self._waiting:
            raise Empty
        return self._waiting.pop(0)


class Lockstep:
    """Lets the tower's thread look at its board once, and waits until it would look again."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._permits = 0
        self._parked = False
        self.free = False
        self.ended = False

    def park(self) -> None:
        """In the tower's thread."""
        with self._turn:
            self._parked = True
            self._turn.notify_all()
            self._turn.wait_for(lambda: self._permits or self.free)
            self._permits = max(self._permits - 1, 0)
            self._parked = False

    def step(self) -> None:
        with self._turn:
            self._await(lambda: self._parked)
            self._permits, self._parked = 1, False
            self._turn.notify_all()
            self._await(lambda: self._parked)

    def let_go(self) -> None:
        with self._turn:
            self.free = True
            self._turn.notify_all()

    def _await(self, holds: Callable[[], bool]) -> None:
        if not self._turn.wait_for(holds, PATIENCE):
            raise Wrong("the tower waits without end")


class SteppedBoard(SimulatedBoard):
    """The simulated tower in lockstep. It says when its servo is told to move."""

    def __init__(self, model: Model, seed: int, faults: list[str]) -> None:
        self.lockstep = Lockstep()
        self._model = model
        self.opened = False
        super().__init__(seed, faults=map(parse_fault, faults))

    def read(self, timeout: float) -> Any:
        if self.opened:
            self.lockstep.park()
        return super().read(timeout)

    def turn(self, pulse: int, direct: bool = False) -> None:
        self._model.moves(self, "turns")
        super().turn(pulse, direct)

    def begin_drop(self, thrown: int) -> None:
        self._model.moves(self, "listens for a throw")
        super().begin_drop(thrown)

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        self._model.moves(self, "shakes")
        super().shake(amplitude, cycles)


class Model:
    def __init__(self, lot: random.Random, folder: Path) -> None:
        self.lot = lot
        self.path = folder / "game.jsonl"
        self.orders = 0
        """Drops that the players ordered; the last may still be open."""
        self.open_order = False
        self.wrong: list[str] = []
        self.board: SteppedBoard | None = None
        self.bot = RandomBot(lot.randrange(1000))
        tower = self._tower()
        game, seed = load("the-loop"), lot.randrange(99)
        self.evening = Evening.begin(game, GAMES, OPTIONS, self.path, seed, tower=tower, inline=True)

    def _tower(self) -> Tower:
        kinds = [kind for kind in FAULTS if kind.id not in NOT_HERE]
        faults = [kind.id for kind in self.lot.sample(kinds, self.lot.choice((0, 0, 1, 2)))]
        for chosen in (faults, []):
            self.board = SteppedBoard(self, self.lot.randrange(1000), chosen)
            tower = Tower(self.board)
            with suppress(TowerError):
                tower.open()
                self.board.opened = True
                break
        return tower

    # -- what is seen in the tower's thread

    def moves(self, board: SteppedBoard, how: str) -> None:
        if board is self.board and not self.open_order:
            self.wrong.append(f"the tower {how} and nobody ordered it")

    # -- steps

    def step(self) -> str:
        drop = self.evening.now.drop
        ways: list[tuple[int, Callable[[], None]]] = [
            (20 if self.running else 4, self.listen),
            (8 if drop is not None else 1, self.throw),
            (3, self.all_thrown),
            (1 if drop is not None else 20, self.answer),
            (3, self.correct_the_count),
            (2 if self.running else 1, self.end),
            (2 if self.running else 1, self.take_back),
            (1, self.by_hand),
            (1, self.small),
            (1, self.strike),
            (1, self.other_tower),
            (1, self.kill),
            (1, self.full_disk),
        ]
        way = self.lot.choices([way for _, way in ways], [weight for weight, _ in ways])[0]
        way()
        return way.__name__

    def post(self, command: Any) -> None:
        done = self.evening.post(command)
        if not done.done():
            raise Wrong(f"{type(command).__name__} waits")
        done.result()

    def listen(self) -> None:
        """The tower looks at its board some times; what it counts may become an answer."""
        if self.board is None:
            return
        for _ in range(self.lot.choice((1, 1, 3, 20, 80))):
            before, running = self.counted(), self.running
            self.board.lockstep.step()
            if self.counted() > before and not running:
                raise Wrong("a count answers although no drop was open")
            self.open_order = self.open_order and self.running

    @property
    def running(self) -> bool:
        drop = self.evening.now.drop
        return drop is not None and drop.running

    def counted(self) -> int:
        return sum(entry.source == "tower" for entry in self.evening.now.entries)

    def throw(self) -> None:
        before = self.running
        # the order counts from the moment it is given: the tower may move before `post` returns
        drop = self.evening.now.drop
        self.open_order = self.open_order or (drop is not None and self.board is not None)
        self.post(Throw())
        if self.running and not before:
            self.orders += 1
        self.open_order = self.running

    def all_thrown(self) -> None:
        self.post(AllThrown())
        self.post(EarlyThrow(self.lot.random() < 0.5))

    def answer(self) -> None:
        now = self.evening.now
        if now.asked and not self.running:
            asked = now.asked[0]
            given = self.bot.choose(now.game, now.state, asked.question)
            self.post(Answer((given,), asked.question.owner, asked.since))

    def correct_the_count(self) -> None:
        drop = self.evening.now.drop
        if drop is not None and drop.editable:
            place = self.lot.randrange(len(drop.landed))
            self.post(ChangeDrop(((place, self.lot.choice((1, 1, -1))),)))
            self.post(ConfirmDrop())

    def end(self) -> None:
        """A motion that was begun goes on to its end; none begins any more."""
        self.post(EndDrop())
        self.open_order = False

    def take_back(self) -> None:
        last = len(self.evening.now.entries)
        self.post(self.lot.choice((Undo(), Cancel(), BackTo(max(1, last - self.lot.randrange(4))))))
        self.open_order = self.running

    def by_hand(self) -> None:
        self.post(ByHand())
        self.open_order = self.running

    def small(self) -> None:
        self.post(self.lot.choice((SeenFallen(), CatchUp())))

    def strike(self) -> None:
        if self.board is None:
            return
        board, lot = self.board, self.lot
        strike: Callable[[], None] = lot.choice(
            (
                lambda: board.pull_cable(lot.choice((0.5, 5.0, 40.0))),
                lambda: board.reboot(lot.random() < 0.5),
                board.stop_by_hand,
                lambda: board.firmware.turned_by_hand(),
            )
        )
        strike()

    def other_tower(self) -> None:
        before = self.board
        tower = self._tower() if self.lot.random() < 0.7 else None
        if tower is None:
            self.board = None
        self.open_order = False
        closed = self.evening.use(tower)
        if before is not None:
            before.lockstep.let_go()
        closed.result(PATIENCE)
        self.open_order = self.running

    def kill(self) -> None:
        """The program is gone; what it had shown stands when the next one opens the journal."""
        shown = [entry.given for entry in self.evening.now.entries]
        before, host = self.board, self.evening._host
        host.session._journal._log.close()  # as the system does
        self.board, self.open_order = None, False
        thread = host.machine.use(None)
        if before is not None and thread is not None:
            before.lockstep.let_go()
            thread.close()
        tower = self._tower()
        self.evening = Evening.resume(self.path, GAMES, tower, inline=True)
        stands = [entry.given for entry in self.evening.now.entries]
        if stands[: len(shown)] != shown:
            raise Wrong(f"{len(shown)} inputs were shown before the kill, {len(stands)} stand")

    def full_disk(self) -> None:
        with mock.patch.object(os, "fsync", side_effect=OSError(28, "no room")):
            self.answer()
        self.post(CatchUp())

    # -- what must hold

    def check(self) -> None:
        if self.wrong:
            raise Wrong(self.wrong[0])
        now = self.evening.now
        contents = read(self.path)
        kept = [one.given["kind"] for one in contents.live]
        shown = [entry.given.kind for entry in now.entries]
        if kept != shown:
            raise Wrong(f"{len(shown)} inputs are shown, {len(kept)} are in the journal")
        for entry in now.entries[-3:]:
            if entry.source == "tower":
                question = next(one for one in now.game.awaited(entry.before) if one.stream == "drop")
                wanted = sum(question.answers[0].landed) + question.answers[0].inside
                if sum(entry.given.landed) + entry.given.inside != wanted:
                    raise Wrong(f"{entry.given} of {wanted} cubes")

    def ends(self) -> None:
        """Whatever was begun comes to an end once somebody says so, and leaving holds nobody."""
        if self.board is not None and self.running:
            self.post(EndDrop())
            for _ in range(4000):
                if not self.running:
                    break
                self.board.lockstep.step()
            else:
                raise Wrong("a drop that was ended goes on")

    def leave(self) -> None:
        if self.board is not None:
            self.board.lockstep.let_go()
        self.open_order = True  # nobody looks any more
        self.evening.close().result(PATIENCE)


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    lot = random.Random(f"model {seed} {index}")
    folder = Path(tempfile.mkdtemp(prefix="model-"))
    faulthandler.dump_traceback_later(10 * PATIENCE, exit=True, file=sys.__stderr__)
    done: list[str] = []
    try:
        with _virtual(), _put_in(planted):
            model = Model(lot, folder)
            try:
                for _ in range(STEPS):
                    done.append(model.step())
                    model.check()
                model.ends()
                model.check()
            except Wrong as wrong:
                return Attempt(len(done), f"after {', '.join(done[-12:])}: {wrong}")
            finally:
                with suppress(Wrong):
                    model.leave()
    finally:
        faulthandler.cancel_dump_traceback_later()
        shutil.rmtree(folder, ignore_errors=True)
    return Attempt(len(done))


@contextmanager
def _virtual() -> Iterator[None]:
    with mock.patch.object(tower_thread, "SimpleQueue", AtOnce):
        yield


# ---------------------------------------------------------------- planted


@contextmanager
def _put_in(planted: str) -> Iterator[None]:
    with ExitStack() as defects:

        def put(where: Any, name: str, instead: Any) -> None:
            defects.enter_context(mock.patch.object(where, name, instead))

        if planted == PLANTED[0]:
            put(tower_thread.TowerThread, "end_drop", lambda self: self.tower.end_drop())
        if planted == PLANTED[1]:
            put(drop_control.DropControl, "_result", _any_count)
        if planted == PLANTED[2]:
            put(journal.Journal, "append", _forgetful(journal.Journal.append))
        if planted == PLANTED[3]:
            put(tower_thread.TowerThread, "_overhear", _restless)
        yield


def _any_count(self: drop_control.DropControl, report: Any) -> Any:
    return report.answers[0] if isinstance(report, tower_thread.Counted) else None


def _forgetful(append: Callable[..., None]) -> Callable[..., None]:
    def some(self: journal.Journal, *records: journal.Record) -> None:
        if self.position % 7 != 5:
            append(self, *records)

    return some


def _restless(self: tower_thread.TowerThread) -> None:
    for act in (self.tower.board.shake, lambda: self.tower.listen(0.1)):
        with suppress(TowerError):
            act()
