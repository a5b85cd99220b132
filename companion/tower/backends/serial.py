"""The tower's own board on a serial port: what the firmware says becomes readings, and no break gets lost.

May import: `link`, `wire` and this room's pure modules.

The board numbers its breaks and counts them per outlet. Whenever a number is missing, after a reconnect and
after a reboot, the log is asked for what was missed; what it has forgotten is known from the counts alone.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from companion.tower import wire_table as table
from companion.tower.backends.link import Back, Link, Lost
from companion.tower.backends.ports import candidates
from companion.tower.backends.serial_line import Timing, is_pretended
from companion.tower.contract import LATE_LOOKS, BeamCheck, Condition, Diagnosis, Identity, Running
from companion.tower.errors import HandsOnTower, LinkDown, PlaceUnknown, Refused, TowerError, TowerSilent
from companion.tower.lights import DARK, Lights
from companion.tower.readings import (
    Arrived,
    BeamBroken,
    BeamClear,
    BeamDark,
    BoardReading,
    CountsLost,
    LinkBack,
    LinkLost,
    Moved,
    Turning,
)
from companion.tower.recorder import Recorder
from companion.tower.wire import BoardClock, Frame, ahead
from companion.tower.wire_table import (
    BEAM_BITS,
    OUTLETS,
    Approach,
    BreakMark,
    Fitted,
    Motion,
    Outcome,
    Reason,
    Settings,
    Status,
)

FOR_EVER = 2**32 - 1  # the board's word for a break of more than half an hour
LAST_LOOK = 0.1  # seconds for what is under way when the time is over: this program may have stood still

Ended = TypeVar("Ended", table.Tested, table.Stored)


class SerialBoard:
    def __init__(
        self,
        url: str,
        recorder: Recorder | None = None,
        timing: Timing | None = None,
        elsewhere: Callable[[], Sequence[str]] = candidates,
    ) -> None:
        self._link = Link(url, recorder or Recorder(), timing, elsewhere)
        self._ready: deque[BoardReading] = deque()
        self._clock = BoardClock()
        self._ring = self._strip = False
        self._lights = DARK
        # what has been taken over of the board's counts
        self._since = 0
        self._next = 0
        self._counts = [0] * OUTLETS
        # what the last event or heartbeat told: a lost event is made up for by the next heartbeat
        self._blocked: frozenset[int] = frozenset()
        self._mark = 0
        self._moving = 0  # request id of the turn or shake under way
        self._in_drop = False

    @property
    def identity(self) -> Identity:
        hello = self._link.hello
        if hello is None:
            raise LinkDown("port-never-opened")
        return Identity(
            "serial",
            self._link.url,
            hello.serial.rstrip(b"\0").decode("ascii", "replace"),
            ".".join(map(str, hello.firmware)),
            self._link.boot,
            is_pretended(self._link.url),
            _cause(hello.reset_cause),
        )

    def open(self) -> Identity:
        self._link.open()
        counted = self._link.ask(table.Counts(), table.Counted)
        self._since, self._next, self._counts = counted.since, counted.next, list(counted.counts)
        self._see_fitted(self.settings())
        pong = self._link.ask(table.Ping(), table.Pong)
        self._blocked, self._mark = _outlets(pong.blocked), pong.ring
        return self.identity

    def close(self) -> None:
        self._link.close()

    def now(self) -> float:
        return time.monotonic()

    # ------------------------------------------------------------------ commands

    def turn(self, pulse: int, direct: bool = False) -> None:
        face = table.Face(pulse, Approach.DIRECT if direct else Approach.CONFIGURED)
        try:
            self._moving = self._link.request(face).request
        except Refused as refused:
            if refused.params.get("reason") == Reason.UNCONFIRMED:
                raise HandsOnTower(str(refused)) from refused
            if refused.params.get("reason") == Reason.NOWHERE:
                raise PlaceUnknown(str(refused)) from refused
            raise

    def hands_away(self, pulse: int = 0) -> None:
        with suppress(Refused):  # a firmware before 1.1 knows no such word: it moves from wherever it is
            self._link.request(table.HandsAway(pulse))

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        self._moving = self._link.request(table.Shake(amplitude, cycles)).request

    def stop(self) -> None:
        self._link.request(table.Stop())

    def light(self, lights: Lights) -> bool:
        self._lights = lights
        if self._strip:
            self._link.request(table.Light(lights.brightness, *zip(*lights.colours, strict=True)))
        return self._strip

    def _see_fitted(self, settings: Settings) -> None:
        self._ring = bool(settings.fitted & Fitted.RING)
        self._strip = bool(settings.fitted & Fitted.LIGHTS)

    def begin_drop(self, thrown: int) -> None:  # noqa: ARG002 (only a simulation throws by itself)
        self._link.request(table.DropBegin())
        self._in_drop = True

    def end_drop(self) -> None:
        self._in_drop = False
        self._link.request(table.DropEnd())

    def begin_finger_test(self) -> None:
        self._link.request(table.TestBegin())

    def end_finger_test(self) -> None:
        self._link.request(table.TestEnd())

    def check_beams(self, blink: bool) -> BeamCheck:
        for _ in range(table.TRIES):
            request = self._link.request(table.Blink() if blink else table.Selftest()).request
            tested = self._await_end(table.Tested, request)
            if isinstance(tested, table.Tested):
                return BeamCheck(_outlets(tested.before), _outlets(tested.dark), _outlets(tested.after))
        raise TowerSilent("test-unheard", port=self._link.url)

    def running(self) -> Running:
        counted = self._link.ask(table.Counts(), table.Counted)
        return Running(counted.since, counted.counts, counted.noise, counted.overruns)

    def condition(self) -> Condition:
        pong = self._link.ask(table.Ping(), table.Pong)
        return Condition(
            pulse=pong.pulse if pong.status & Status.PLACED else None,
            mark=pong.ring if self._ring else None,
            turning=pong.motion != Motion.REST,
            dark=_outlets(pong.broken),
            blocked=_outlets(pong.blocked),
            noise=pong.noise,
        )

    def diagnosis(self) -> Diagnosis | None:
        said = self._link.ask(table.Diagnose(), table.Diagnosis)
        bad = said.bad_crc + said.oversized
        return Diagnosis(
            said.uptime, said.stack_free, bad, said.line_errors, said.events_dropped, said.watchdogs
        )

    def settings(self) -> Settings:
        return self._link.ask(table.ConfigRead(), table.Config).settings

    def store(self, settings: Settings) -> None:
        request = self._link.request(table.ConfigWrite(settings)).request
        stored = self._await_end(table.Stored, request)
        if stored.outcome != Outcome.DONE:
            raise Refused("settings-not-kept")
        self._see_fitted(settings)
        self._link.renamed(settings.serial)

    def _await_end(self, kind: type[Ended], request: int) -> Ended | table.Pong:
        """The event that ends a long command, or the heartbeat after it, if the event was lost.

        What comes meanwhile is kept for `read`.
        """
        end = self.now() + self._link.timing.long_command
        late = 0
        while late < LATE_LOOKS:
            left = end - self.now()
            late += left <= 0
            try:
                event = self._link.events.get(timeout=max(left, LAST_LOOK))
            except queue.Empty:
                if left > 0:
                    continue
                break
            if isinstance(event, Frame) and isinstance(event.message, kind) and event.message.of == request:
                return event.message
            self._take(event)
            if (
                isinstance(event, Frame)
                and isinstance(event.message, table.Pong)
                and event.message.ended == request
            ):
                return event.message
            if isinstance(event, Lost | Back):
                raise LinkDown("test-cut")
        raise TowerSilent("test-endless", port=self._link.url)

    # ------------------------------------------------------------------ readings

    def read(self, timeout: float) -> BoardReading | None:
        end = self.now() + timeout
        while not self._ready:
            try:
                self._take(self._link.events.get(timeout=max(end - self.now(), 0.0)))
            except queue.Empty:
                return None
        return self._ready.popleft()

    def _take(self, event: Frame | Lost | Back) -> None:
        match event:
            case Lost(why):
                self._ready.append(LinkLost(why))
            case Back(hello, _, rebooted):
                self._moving = 0 if rebooted else self._moving
                self._ready.append(LinkBack(self._link.url, rebooted, _cause(hello.reset_cause)))
                if rebooted:
                    self._clock.reboot()
                self._resume(self._in_drop)
                with suppress(TowerError):  # it went dark meanwhile; if this is lost, the next picture comes
                    self.light(self._lights)
            case Frame():
                self._translate(event)

    def _translate(self, frame: Frame) -> None:
        match frame.message:
            case table.Break() as record:
                if ahead(record.number, self._next) > 0:
                    self._resume()
                if record.number == self._next:
                    self._add(record.mark, record.start, record.duration)
            case table.Pong() as pong:
                if ahead(pong.next, self._next) > 0:
                    self._resume()
                if self._moving and pong.ended == self._moving:
                    shaking = False  # the event was lost; where it stands is what matters
                    self._arrived(pong.pulse, pong.ring, pong.outcome, shaking)
                self._see_blocked(pong.blocked)
                if not self._moving and pong.motion == Motion.REST:
                    self._see_mark(pong.ring)
            case table.Busy() as busy:
                self._ready.append(Turning(busy.pulse, busy.target, busy.motion == Motion.SHAKE))
            case table.Faced() | table.Shaken() as ended if ended.of == self._moving:
                self._arrived(ended.pulse, ended.ring, ended.outcome, isinstance(ended, table.Shaken))
            case table.Blocked() as beam:
                self._see_blocked(beam.mask)
            case table.Ring(code):
                self._see_mark(code)
            case _:
                pass

    def _arrived(self, pulse: int, ring: int, outcome: int, shaking: bool) -> None:
        self._moving, self._mark = 0, ring
        mark = ring if self._ring else None
        arrived = outcome in (Outcome.DONE, Outcome.MISSED)  # missed: its mark does not confirm it
        self._ready.append(Arrived(pulse, mark, not arrived, shaking))

    def _see_blocked(self, mask: int) -> None:
        before, self._blocked = self._blocked, _outlets(mask)
        self._ready.extend(BeamDark(outlet) for outlet in sorted(self._blocked - before))
        self._ready.extend(BeamClear(outlet) for outlet in sorted(before - self._blocked))

    def _see_mark(self, code: int) -> None:
        if self._ring and code != self._mark:
            self._ready.append(Moved(code))
        self._mark = code

    def _add(self, mark: int, start: int, duration: int) -> None:
        """The break with the next number, in order."""
        outlet = mark & BEAM_BITS
        if outlet >= OUTLETS:  # no firmware of ours says so; nobody shall have to explain a cube there
            self._next = (self._next + 1) % 65536
            return
        broken = BeamBroken(
            outlet,
            self._clock.milliseconds(start),
            duration / 1000 if duration != FOR_EVER else float(FOR_EVER),
            self._next,
            in_drop=bool(mark & BreakMark.DROP),
            turning=bool(mark & BreakMark.TURNING),
            testing=bool(mark & BreakMark.TEST),
            partial=bool(mark & BreakMark.PARTIAL),
        )
        if broken.counted:
            self._counts[broken.outlet] = (self._counts[broken.outlet] + 1) % 65536
        self._next = (self._next + 1) % 65536
        self._ready.append(broken)

    # ------------------------------------------------------------------ what was missed

    def _resume(self, in_drop: bool = False) -> None:
        """After a gap, a reconnect or a reboot: the running counts tell what was missed."""
        try:
            self._catch_up()
            if in_drop:
                self._link.request(table.DropBegin())
        except (LinkDown, TowerSilent):
            return  # it broke again: the next heartbeat or reconnect asks again

    def _catch_up(self) -> None:
        counted = self._link.ask(table.Counts(), table.Counted)
        if counted.since != self._since:
            self._since, self._next, self._counts = counted.since, 0, [0] * OUTLETS
            self._ready.append(CountsLost())
        entries: list[table.LogEntry] = []
        first = self._next
        while ahead(counted.next, first + len(entries)) > 0:
            logged = self._link.ask(table.Log((first + len(entries)) % 65536), table.Logged)
            if not entries:
                first = logged.first  # later than asked for: the ones before are forgotten
            if not logged.entries:
                break
            entries += logged.entries
        self._add_forgotten(counted.counts, entries, forgotten=ahead(first, self._next))
        self._next = first % 65536
        for entry in entries:
            self._add(entry.mark, entry.start, entry.duration)

    def _add_forgotten(
        self, counts: Sequence[int], entries: Sequence[table.LogEntry], forgotten: int
    ) -> None:
        """Breaks older than the log: their outlet is known from the counts, their length is not."""
        if forgotten <= 0:
            return
        for outlet in range(OUTLETS):
            remembered = sum(
                entry.mark & BEAM_BITS == outlet and not entry.mark & (BreakMark.TEST | BreakMark.PARTIAL)
                for entry in entries
            )
            missing = (counts[outlet] - self._counts[outlet] - remembered) % 65536
            self._ready.extend([BeamBroken(outlet, 0.0, None)] * missing)
            self._counts[outlet] = (self._counts[outlet] + missing) % 65536


def _outlets(mask: int) -> frozenset[int]:
    return frozenset(outlet for outlet in range(OUTLETS) if mask >> outlet & 1)


def _cause(cause: int) -> str:
    names = [flag.name.lower() for flag in table.ResetCause if cause & flag and flag.name]
    return "+".join(names) or "unknown"
