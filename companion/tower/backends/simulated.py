"""A tower that is not there: seeded cubes fall through real pulses, and every fault can be switched on.

May import: the standard library and this room. An ordinary backend that ships, never a fallback. Three parts:
`simulated_machine` (servo, beams, cubes, time), `simulated_firmware` (the board's end of the wire) and
`simulated_wire` (frames, the host's end). A command goes down the wire and comes back here to be obeyed; what
goes wrong on demand is `simulated_faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.tower import wire_table as table
from companion.tower.backends.drop_model import DropModel, Passage
from companion.tower.backends.simulated_faults import SimulatedFaults
from companion.tower.backends.simulated_firmware import SimulatedFirmware, mask_of
from companion.tower.backends.simulated_machine import SimulatedMachine, simulated_settings
from companion.tower.backends.simulated_wire import PRINTER, Damage, SimulatedHost, SimulatedLine
from companion.tower.calibration import Calibration
from companion.tower.contract import BeamCheck, Condition, Diagnosis, Identity, Running
from companion.tower.errors import PortBusy, Refused, TowerNotFound
from companion.tower.faults import Fault
from companion.tower.lights import BRIGHTEST, Lights
from companion.tower.readings import BoardReading
from companion.tower.recorder import Recorder
from companion.tower.wire_table import Message, Motion, Outcome, Request, ResetCause, Settings

__all__ = ["SimulatedBoard", "simulated_settings"]

PORT = "simulated"
ALMOST = 65535  # the last count and number before they wrap
WHILE = 1.0  # seconds in which nothing is asked of an open tower
CAUSES = {"external": ResetCause.EXTERNAL, "watchdog": ResetCause.WATCHDOG, "power_on": ResetCause.POWER_ON}


class SimulatedBoard(SimulatedMachine):
    def __init__(
        self,
        seed: int = 0,
        speed: float | None = None,
        throws: bool = True,
        settings: Settings | None = None,
        faults: Iterable[Fault] = (),
        model: DropModel | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        super().__init__(seed, speed, settings, model)
        self.throws = throws  # cubes fall by themselves when a drop begins; else call `throw`
        self._to_throw = 0
        self._recorder = recorder or Recorder()
        self.port = PORT
        self._unplugged_until: float | None = None
        self._line: SimulatedLine | None = None
        self.faults = SimulatedFaults(self)
        self.damage = Damage(self.faults.has, seed)
        self.firmware = SimulatedFirmware(self, self._send)
        self._host = SimulatedHost(self, self._recorder)
        for fault in faults:
            self.faults.switch_on(fault)

    # ------------------------------------------------------------------ driving it

    def pull_cable(self, seconds: float = 5.0, after: float = 0.0) -> None:
        """The board goes on counting; the host hears of it when the cable is back."""
        self._at(self._time + after, lambda: self._unplug(seconds))

    def turn_by_hand(self, outlet: int) -> None:
        """Another command than the driver's turns the tower."""
        super().turn(self._settings.eras[outlet], direct=True)
        self.firmware.turned_by_hand()

    def stop_by_hand(self, after: float = 0.0) -> None:
        """Somebody presses the stop button."""
        self._at(self._time + after, super().stop)

    def reboot(self, power_lost: bool = False, cause: str = "external", after: float = 0.0) -> None:
        self._at(self._time + after, lambda: self._boot("power_on" if power_lost else cause))

    @property
    def damaged(self) -> int:
        """Frames that either end threw away; of the host's end since the port was opened."""
        return self.firmware.damaged + (self._line.damaged if self._line is not None else 0)

    # ------------------------------------------------------------------ the contract, over the wire

    @property
    def identity(self) -> Identity:
        serial, link = Calibration(self._settings).serial, self._host.link
        cause = "+".join(name for name, flag in CAUSES.items() if self.firmware.reset_cause & flag)
        return Identity("simulated", link.url, serial, "simulated", self.firmware.boot, True, cause)

    def open(self) -> Identity:
        """As a program that has just started: it knows nothing yet."""
        with self._lock:
            super().open()
            self.cut_line()
            if self.faults.has("counter-wrap"):
                self.counts, self._number = [ALMOST] * table.OUTLETS, ALMOST
            self._host = SimulatedHost(self, self._recorder)
            self._host.open()
            self._at(self._time + WHILE, self.faults.waiting_begins)
            return self.identity

    def close(self) -> None:
        with self._lock:
            super().close()
            self.cut_line()

    def read(self, timeout: float) -> BoardReading | None:
        with self._lock:
            return self._host.read(timeout)

    def turn(self, pulse: int, direct: bool = False) -> None:
        with self._lock:
            self._perhaps_restart_host()
            self._host.turn(pulse, direct)

    def hands_away(self, pulse: int = 0) -> None:
        with self._lock:
            self._host.hands_away(pulse)

    def shake(self, amplitude: int = 0, cycles: int = 0) -> None:
        with self._lock:
            self._host.shake(amplitude, cycles)

    def stop(self) -> None:
        with self._lock:
            self._host.stop()

    def light(self, lights: Lights) -> bool:
        with self._lock:
            return self._host.light(lights)

    def begin_drop(self, thrown: int) -> None:
        with self._lock:
            self._perhaps_restart_host()
            self._to_throw = thrown
            try:
                self._host.begin_drop(thrown)
            finally:
                self._to_throw = 0

    def end_drop(self) -> None:
        with self._lock:
            self._host.end_drop()

    def begin_finger_test(self) -> None:
        with self._lock:
            self._host.begin_finger_test()

    def end_finger_test(self) -> None:
        with self._lock:
            self._host.end_finger_test()

    def check_beams(self, blink: bool) -> BeamCheck:
        with self._lock:
            return self._host.check_beams(blink)

    def running(self) -> Running:
        with self._lock:
            return self._host.running()

    def condition(self) -> Condition:
        with self._lock:
            return self._host.condition()

    def diagnosis(self) -> Diagnosis | None:
        with self._lock:
            return self._host.diagnosis()

    def settings(self) -> Settings:
        with self._lock:
            return self._host.settings()

    def store(self, settings: Settings) -> None:
        with self._lock:
            self._host.store(settings)

    def _perhaps_restart_host(self) -> None:
        """A program that starts again counts its requests from one, and the board has heard them all."""
        if self.faults.has("reused-ids"):
            self.open()

    # ------------------------------------------------------------------ what the firmware asks of it

    def obey(self, command: Request) -> Callable[[int], Message] | None:
        """Acts, or refuses with a TowerError; returns the event that tells the end of a long command."""
        match command:
            case table.Face(pulse, approach):
                self.faults.turn_is_wanted()
                super().turn(pulse, approach == table.Approach.DIRECT)
                self.faults.turn_begins()
            case table.HandsAway(pulse):
                super().hands_away(pulse)
            case table.Shake(amplitude, cycles):
                super().shake(amplitude, cycles)
            case table.Stop():
                super().stop()
            case table.Light(brightness, red, green, blue):
                colours = tuple(zip(red, green, blue, strict=True))
                if not super().light(Lights(colours, min(brightness, BRIGHTEST))):
                    raise Refused("not_fitted")
            case table.DropBegin():
                super().begin_drop(self._to_throw)
                self._begin_drop()
            case table.DropEnd():
                super().end_drop()
                self.faults.between_drops()
            case table.TestBegin():
                super().begin_finger_test()
            case table.TestEnd():
                super().end_finger_test()
            case table.Blink() | table.Selftest():
                self._wrap_soon()
                check = super().check_beams(isinstance(command, table.Blink))
                seen = mask_of(check.before), mask_of(check.dark), mask_of(check.after)
                return lambda request: table.Tested(request, *seen)
            case table.ConfigWrite(settings):
                super().store(settings)
                return lambda request: table.Stored(request, Outcome.DONE, table.ConfigSource.SLOT_A, 0)
        return None

    def session_opened(self) -> None:
        self._in_drop = self._finger_test = False

    def counted(self) -> Running:
        return super().running()

    def seen(self) -> Condition:
        return super().condition()

    @property
    def in_force(self) -> Settings:
        return self._settings

    @property
    def next_number(self) -> int:
        return self._number

    @property
    def motion(self) -> Motion:
        if not self._moving:
            return Motion.REST
        return Motion.SHAKE if self._shaking else Motion.FACE

    @property
    def testing(self) -> bool:
        return self._finger_test

    @property
    def dropping(self) -> bool:
        return self._in_drop

    # ------------------------------------------------------------------ cubes and counts

    def _begin_drop(self) -> None:
        """Once per drop: after a reconnect the host only says again that it watches."""
        thrown, self._to_throw = self._to_throw, 0
        if thrown:
            self.faults.drop_begins()
        if thrown and self.throws:
            self.throw(thrown)

    def _falling(self, passages: list[Passage]) -> list[Passage]:
        passages = self.faults.change(passages)
        if passages and self.faults.has("clock-wrap"):
            middle = self._time + passages[0].after + passages[0].milliseconds / 2000
            self.firmware.clock_ahead = -round(middle * 1e6)
            self._host.new_time()
        if passages and self.faults.has("resting"):
            self.rest(self.facing(passages[0].outlet), passages[0].after)
            return passages[1:]
        return passages

    def _wrap_soon(self) -> None:
        """Before a throw, if the host has heard all there was: the counts have come to their end."""
        counts = [ALMOST] * table.OUTLETS
        if self.faults.has("counter-wrap") and self._host.recount(self._number, ALMOST, counts):
            self.counts, self._number = counts, ALMOST

    def _arrive(self, stopped: bool) -> None:
        super()._arrive(stopped)
        if self.faults.has("hand-on-tower") and not self._shaking:
            self._at(self._time + 0.3, lambda: self.push(1))

    # ------------------------------------------------------------------ the cable

    def live(self, seconds: float) -> bool:
        """Lets time pass, at most so much, until the board has noticed something."""
        reading = super().read(seconds)
        if reading is not None:
            self.firmware.report(reading)
        return reading is not None

    def there(self, url: str) -> bool:
        """Whether this port is in the list of ports."""
        return self._unplugged_until is None and url == self.port

    def plug(self, url: str, recorder: Recorder) -> SimulatedLine:
        """Opens the port; what that may end in."""
        if not self.there(url):
            raise TowerNotFound("cable-out", port=url)
        if self.faults.has("port-taken"):
            raise PortBusy("held-by-another", port=url)
        self._line = SimulatedLine(self, recorder)
        self.damage.new_line()
        if self.faults.has("reset-on-open"):
            self._boot("external")
        return self._line

    def hear(self, data: bytes) -> None:
        """Bytes from the host."""
        if self.faults.has("other-device") and self._line is not None:
            self._line.arrive(PRINTER)
        elif not self.faults.has("silent"):
            self.firmware.hear(self.damage.to_board(data))

    def _send(self, message: Message, request: int) -> None:
        if self._line is not None and not self._line.cut:
            for late, piece in self.damage.to_host(message, request, self.firmware.boot):
                self._line.arrive(piece, late)

    def cut_line(self) -> None:
        if self._line is not None:
            self._line.close()

    def look_again(self) -> None:
        """Something is right again: a driver that lost the board may find it now."""
        self._host.link.look_now()

    def _unplug(self, seconds: float) -> None:
        self._unplugged_until = until = self._time + seconds
        self.cut_line()
        self._at(until, lambda: self._plug_in() if self._unplugged_until == until else None)

    def _plug_in(self) -> None:
        self._unplugged_until = None
        if self.faults.has("other-port"):
            self.port = f"{PORT}-{int(self.port.rpartition('-')[2]) + 1 if '-' in self.port else 2}"
        self.look_again()

    def _boot(self, cause: str) -> None:
        power_lost = cause == "power_on"
        self.restart()
        if power_lost:
            self.forget()
            self._queue.clear()
        self.firmware.restart(CAUSES[cause], power_lost)
