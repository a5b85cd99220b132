"""The tower as the rest of the house knows it: one driver over any board, with timeouts, health and recorder.

May import: this room's own modules, never a backend. Calls block; run them in a thread of your own and pass
`tell` to hear what happens meanwhile. `stop` and `end_drop` may be called from any other thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Event
from typing import Literal

from companion.tower.calibration import Calibration
from companion.tower.contract import LATE_LOOKS, BeamCheck, Identity, Running, TowerBoard
from companion.tower.counting import Count, Inside
from companion.tower.drop_watch import DropWatch, Watching
from companion.tower.errors import (
    HandsOnTower,
    LinkDown,
    PlaceUnknown,
    TowerError,
    TowerJammed,
    TowerSilent,
    TowerStalled,
    TowerStopped,
)
from companion.tower.faults import Faults
from companion.tower.health import Health
from companion.tower.learned import Learned
from companion.tower.learned_file import LearnedFiles
from companion.tower.lights import LightStrip
from companion.tower.pulses import Practice
from companion.tower.readings import (
    Arrived,
    BeamBroken,
    BeamsChecked,
    CountsLost,
    Faced,
    LinkBack,
    LinkLost,
    Moved,
    OutsideDrop,
    Reading,
    Shaking,
    StillWaiting,
    ThrownEarly,
    ThrowNow,
)
from companion.tower.recorder import Recorder
from companion.tower.wire_table import Fitted

Tell = Callable[[Reading], None]
TURN_MARGIN = 5.0  # seconds beyond the slowest sweep before the tower counts as jammed
POLL = 0.05  # seconds between looks at what other threads asked for


def _nobody(_: Reading) -> None:
    """Nobody listens."""


def _go_on(over: Event | None) -> None:
    """Nothing moves, and nothing is listened for, that somebody has called off."""
    if over is not None and over.is_set():
        raise TowerStopped


class Tower:
    """One tower. Open it with `open_tower`; close it, or use it in a `with` statement."""

    def __init__(
        self,
        board: TowerBoard,
        watching: Watching | None = None,
        recorder: Recorder | None = None,
        kept: LearnedFiles | None = None,
    ) -> None:
        self.board = board
        self.watching = watching or Watching()
        self.recorder = recorder or Recorder()
        self.health = Health()
        self.facing: int | None = None
        self.confirmed: bool | None = None
        self.inside = Inside()  # what the players last confirmed
        self._loose: list[BeamBroken] = []
        self._early: list[BeamBroken] = []
        self._awaiting = False  # a throw: what falls now may be it
        self._calibration: Calibration | None = None
        self.learned = Learned(Practice(()))
        self._kept = kept
        self._over = Event()
        self._thrown = Event()
        self._early_throw: bool | None = None  # what people said of cubes that fell early
        self._asked: Literal["", "hands", "place"] = ""  # people were told to take their hands away, or more
        self.strip = LightStrip(board.light)
        self.differences: tuple[str, ...] = ()  # settings in which board and file disagree: to be asked

    def __enter__(self) -> Tower:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> Identity:
        """Connects and reads what the board knows. Nothing moves."""
        with self._recorded("open"):
            identity = self.board.open()
            self._calibration = Calibration(self.board.settings())
            self.learned = self._learned_before()
            condition = self.board.condition()
            self.facing = self.calibration.outlet_at(condition.pulse)
            self.confirmed = self._confirms(self.facing, condition.mark)
            self.health.blocked = condition.blocked
            return identity

    def close(self) -> None:
        self.board.close()

    @property
    def identity(self) -> Identity:
        return self.board.identity

    @property
    def faults(self) -> Faults | None:
        """What can be switched on to go wrong; None: a tower that is there has its own faults."""
        switches: Faults | None = getattr(self.board, "faults", None)  # only a simulation has them
        return switches

    @property
    def calibration(self) -> Calibration:
        if self._calibration is None:
            raise LinkDown("never-opened")
        return self._calibration

    def store(self, calibration: Calibration) -> None:
        with self._recorded("store"):
            self.board.store(calibration.checked().settings)
            measured = calibration.durations != self.calibration.durations
            self._calibration = calibration
            if measured:
                self.learned = self.learned.recalibrated(calibration.practice())

    # ------------------------------------------------------------------ what it has learned of itself

    def _learned_before(self) -> Learned:
        """What was kept of this tower; one that is only pretended begins anew each time."""
        practice = self.calibration.practice()
        if self._kept is None or self.identity.pretended:
            return Learned(practice)
        return self._kept.load(self.calibration.serial, practice)

    def _keep_learned(self) -> None:
        if self._kept is not None and not self.identity.pretended:
            self._kept.keep(self.calibration.serial, self.learned)

    def forget(self) -> None:
        """All that it has learned: as on its first evening."""
        self.learned = Learned(self.calibration.practice())
        if self._kept is not None and not self.identity.pretended:
            self._kept.forget(self.calibration.serial)

    # ------------------------------------------------------------------ turning

    def face(self, outlet: int, tell: Tell = _nobody, over: Event | None = None) -> Faced:
        """Turns to an outlet and waits until it stands. Raises TowerStopped, TowerJammed, LinkDown, …"""
        with self._recorded(f"face {outlet}"):
            pulse = self.calibration.pulse(outlet)
            self._drain(tell)
            _go_on(over)
            self.facing = self.confirmed = None
            self._begin_turn(pulse, outlet)
            arrived = self._await_arrival(tell)
            if arrived.stopped:
                raise TowerStopped
            faced = Faced(outlet, self._confirms(outlet, arrived.mark))
            self.facing, self.confirmed = outlet, faced.confirmed
            tell(faced)
            return faced

    def bring(self, outlet: int, tell: Tell = _nobody, over: Event | None = None) -> None:
        """Makes sure that it stands at this outlet before anything is thrown: turned if it is not there, or
        if a hand has moved it since. HandsOnTower, PlaceUnknown and TowerStalled tell what people have to do
        first; to ask again is to say that it is done. `over` is set by whoever no longer wants it.
        """
        self.await_throw()
        if self.facing == outlet and self.confirmed is not False:
            return
        faced = self.face(outlet, tell, over)
        if faced.confirmed is False and self.calibration.servo_measured:
            with self._recorded(f"bring {outlet}"):
                self._asked = "place"  # it let go, and its ring is not believed until it has arrived once
                raise TowerStalled("not-seen-there", outlet=outlet)

    def hands_are_away(self) -> None:
        """People say so without having been asked."""
        self._asked = "hands"

    def _begin_turn(self, pulse: int, outlet: int | None = None) -> None:
        """The first order after people were told what to do is their word that it is done."""
        asked, self._asked = self._asked, ""
        ring = self.calibration.settings.fitted & Fitted.RING
        if asked:
            self.board.hands_away(pulse if asked == "place" or not ring else 0)
        try:
            self.board.turn(pulse)
        except HandsOnTower as unknown:
            self._asked = "hands" if ring else "place"
            if ring:
                raise
            raise PlaceUnknown(str(unknown), outlet="–" if outlet is None else outlet) from unknown
        except PlaceUnknown as unknown:
            self._asked = "place"
            unknown.params["outlet"] = "–" if outlet is None else outlet
            raise

    def turn_to(self, pulse: int, tell: Tell = _nobody) -> Arrived:
        """To a pulse width, approached as in play: for calibration."""
        with self._recorded(f"turn {pulse}"):
            self._drain(tell)
            self.facing = self.confirmed = None
            self._begin_turn(pulse)
            arrived = self._await_arrival(tell)
            self.facing = self.calibration.outlet_at(arrived.pulse)
            return arrived

    def shake(self, tell: Tell = _nobody) -> None:
        with self._recorded("shake"):
            self._drain(tell)
            self.board.shake(self.watching.amplitude, self.watching.cycles)
            self._await_arrival(tell)

    def stop(self) -> None:
        """Stops the servo at once; any thread may call."""
        self.recorder.note("command", "stop")
        self.board.stop()

    def _await_arrival(self, tell: Tell) -> Arrived:
        settings = self.calibration.settings
        sweep = 2 * (settings.high - settings.low) / settings.speed + settings.settle / 1000
        end = self.board.now() + sweep + TURN_MARGIN
        with self._stopped_by_ctrl_c():
            late = 0
            while late < LATE_LOOKS:
                late += self.board.now() >= end
                reading = self._next(POLL, tell)
                if reading is None and late:  # looked at once more: this program itself may have stood still
                    break
                if isinstance(reading, Arrived):
                    return reading
                if isinstance(reading, LinkLost):
                    raise LinkDown(reading.why)
                if isinstance(reading, LinkBack) and reading.rebooted:
                    raise LinkDown("restarted-in-turn")
        self.board.stop()
        raise TowerJammed("not-arrived", seconds=round(sweep + TURN_MARGIN))

    @contextmanager
    def _stopped_by_ctrl_c(self) -> Iterator[None]:
        """Whoever interrupts the program while the tower moves means the tower too."""
        try:
            yield
        except KeyboardInterrupt:
            with suppress(TowerError):
                self.stop()
            raise

    def _confirms(self, outlet: int | None, mark: int | None) -> bool | None:
        """A mismatch is "not confirmed", never another outlet: one dead sensor imitates a mark."""
        if mark is None or not self.calibration.settings.fitted & Fitted.RING:
            return None
        return outlet is not None and mark == self.calibration.mark(outlet)

    # ------------------------------------------------------------------ beams

    def check_beams(self, blink: bool = True) -> BeamCheck:
        with self._recorded("blink" if blink else "self-test"):
            checked = self.board.check_beams(blink)
            self.health.blind = frozenset(checked.blind)
            return checked

    def drop(
        self,
        thrown: int,
        colour: str = "",
        inside: Inside | None = None,
        facing: int | None = None,
        tell: Tell = _nobody,
        over: Event | None = None,
    ) -> Count:
        """Watches one drop from the throw to the answer; shakes before anybody has to be asked. `over` is set
        by whoever ends it, perhaps before it begins.

        `inside` are the cubes known to be in the tower and `facing` the outlet in front; both default to what
        the tower itself remembers. Where it faces may be unknown: then any outlet may answer.
        """
        inside = self.inside if inside is None else inside
        facing = self.facing if facing is None else facing
        with self._recorded(f"drop {thrown} {colour} facing {facing}, {inside.cubes} inside"):
            self._over = over or Event()
            self._thrown.clear()
            self._early_throw = None
            self._drain(tell)
            blind = self.check_beams().blind
            tell(BeamsChecked(blind))
            believed = self.learned.belief(inside.cubes)  # the drop before is over now, and teaches
            inside = replace(inside, belief=inside.belief or believed)
            learned = self.learned
            watch = DropWatch(thrown, colour, inside, facing, self.watching, learned.pulses, learned.habits)
            watch.blind.update(blind)
            early = [one for one in self._early if one.may_be_cube(self.watching.minimum)]
            watch.outside = tuple(one for one in self._loose if one not in early)
            self._loose, self._early, self._awaiting = [], [], False
            if early:
                watch.ask_early(early)
            _go_on(over)
            self.strip.aim(facing)
            count = self._watch(watch, tell)
            self.strip.rest()
            learned.counted(watch.drop, count)
            self._keep_learned()
            self.inside = count.best.left(inside, colour)
            return count

    def single_cube(self, seconds: float, tell: Tell = _nobody) -> list[BeamBroken]:
        """The breaks of one cube that a person throws within this time: for calibration."""
        heard: list[BeamBroken] = []
        with self._recorded("single cube"):
            self._drain(tell)
            self.board.begin_drop(1)
            try:
                end = self.board.now() + seconds
                while self.board.now() < end:
                    reading = self._next(POLL, tell, dropping=True)
                    if isinstance(reading, BeamBroken) and reading.counted:
                        heard.append(reading)
                        end = min(end, self.board.now() + self.watching.quiet)
            finally:
                self.board.end_drop()
        return heard

    def await_throw(self) -> None:
        """From now on cubes may be thrown, although nobody was told to: what falls is kept."""
        if not self._awaiting:
            self._awaiting, self._early = True, []

    def say_all_thrown(self) -> None:
        """The players say that all cubes are thrown and their hands away; any thread may call."""
        self._thrown.set()

    def say_early(self, throw: bool) -> None:
        """The players say whether what fell early was the throw; any thread may call."""
        self._early_throw = throw

    def end_drop(self) -> None:
        """The players say that the drop is over; any thread may call."""
        self._over.set()

    def _watch(self, watch: DropWatch, tell: Tell) -> Count:
        before = self.board.running()
        self.board.begin_drop(watch.thrown)
        try:
            early = tuple(one.outlet for one in watch.early)
            tell(ThrownEarly(len(early), early) if early else ThrowNow(watch.thrown))
            watch.begin(self.board.now())
            while not self._over.is_set():
                reading = self._next(POLL, tell, dropping=True)
                watch.hear(reading, self.board.now())
                self._hear_people(watch, tell)
                if watch.moved and not watch.breaks:
                    self._asked = "hands"
                    raise HandsOnTower("turned-by-hand")
                if watch.down and self._answers():
                    watch.is_up(self.board.now())
                verdict = watch.verdict(self.board.now())
                if verdict == "remind":
                    tell(StillWaiting(watch.seen, watch.thrown))
                elif verdict != "listen" and watch.missing and not watch.lost and not self._answers():
                    watch.is_down(self.board.now())  # silence may be a pulled cable: wait for it
                elif verdict != "listen" and self._hear_more(watch, tell):
                    pass  # not the cubes stood still but this program
                elif verdict == "over":
                    break
                elif verdict == "shake" and not self._over.is_set():
                    self._shake_in_drop(watch, tell)
            self._reconcile(watch, before)
        finally:
            with suppress(TowerError):  # tidying up after a drop must not hide its count
                self.board.end_drop()
        return watch.count()

    def _hear_people(self, watch: DropWatch, tell: Tell) -> None:
        """What they have said since the last look."""
        if watch.early_is == "asked" and self._early_throw is not None:
            watch.say_early(self._early_throw, self.board.now())
            if watch.missing:
                tell(ThrowNow(watch.missing))
        if self._thrown.is_set():
            self._thrown.clear()
            watch.say_all_thrown(self.board.now())

    def _hear_more(self, watch: DropWatch, tell: Tell) -> bool:
        """Whether something is still to be heard: what the board told before it answered is here by now."""
        reading = self._next(0.0, tell, dropping=True)
        watch.hear(reading, self.board.now())
        return reading is not None

    def _answers(self) -> bool:
        """Whether the board can be asked just now; while the link is known to be down this costs no time."""
        try:
            self.board.running()
        except (LinkDown, TowerSilent):
            return False
        return True

    def _shake_in_drop(self, watch: DropWatch, tell: Tell) -> None:
        """Breaks during the shake belong to the drop."""
        try:
            self.board.shake(self.watching.amplitude, self.watching.cycles)
        except (LinkDown, TowerSilent):
            watch.is_down(self.board.now())
            return
        except TowerError as refused:
            self.recorder.note("error", refused)
            watch.shaken = watch.watching.shakes  # no more tries: ask
            return
        tell(Shaking(watch.short, watch.shaken + 1, watch.watching.shakes))
        watch.shaking()
        end = self.board.now() + 2 * TURN_MARGIN
        arrived = False
        with self._stopped_by_ctrl_c():
            while not arrived and self.board.now() < end and not self._over.is_set():
                reading = self._next(POLL, tell, dropping=True)
                watch.hear(reading, self.board.now())
                arrived = isinstance(reading, Arrived | LinkLost | LinkBack)
        if not arrived:
            self.board.stop()
        watch.was_shaken(self.board.now())

    def _reconcile(self, watch: DropWatch, before: Running) -> None:
        """The board's running counts have the last word: a report that never came still counts."""
        try:
            after = self.board.running()
        except TowerError:
            watch.lost |= bool(watch.missing or watch.inside.cubes)
            return
        if after.since != before.since or after.overruns != before.overruns:
            watch.lost = True
        else:
            watch.settle_with([(a - b) % 65536 for a, b in zip(after.counts, before.counts, strict=True)])

    # ------------------------------------------------------------------ listening

    def listen(self, timeout: float, tell: Tell = _nobody) -> Reading | None:
        """One reading while nothing is going on. Breaks are logged and never counted."""
        return self._next(timeout, tell)

    def _drain(self, tell: Tell) -> None:
        while self._next(0.0, tell) is not None:
            pass

    def _next(self, timeout: float, tell: Tell, dropping: bool = False) -> Reading | None:
        reading = self.board.read(timeout)
        if reading is None:
            return None
        self.recorder.note("reading", reading)
        self.health.hear(reading, self.recorder)
        match reading:
            case Moved(mark):
                self.confirmed = self._confirms(self.facing, mark)
                if self.facing is None:
                    return reading  # nobody was told that it stands anywhere
            case CountsLost():
                self.confirmed = None if self.confirmed is None else False
                self._loose.append(BeamBroken(0, 0.0, None))
            case BeamBroken() if reading.counted and not dropping:
                self._loose.append(reading)
                if self._awaiting:
                    self._early.append(reading)
                tell(OutsideDrop(reading.outlet, reading.duration, ask=self.inside.cubes > 0))
        tell(reading)
        return reading

    @contextmanager
    def _recorded(self, command: str) -> Iterator[None]:
        self.recorder.note("command", command)
        try:
            yield
        except TowerError as fault:
            if not fault.recording:  # else a command inside this one has done it
                self.health.last_fault = fault
                fault.recording = str(self.recorder.write_on_error(fault) or "")
            raise
