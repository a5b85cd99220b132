"""A tower wired to a Raspberry Pi's own pins: gpiozero for the pins, hardware PWM for the servo.

May import: gpiozero, rpi_hardware_pwm and this room. Durations come from the edge ticks that the pin factory
hands over with every change, not from the time at which Python gets round to it. A servo path that is too
coarse for seven outlets is refused with the reason.
"""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from gpiozero import Device
from gpiozero.exc import BadPinFactory, PinFactoryFallback
from gpiozero.pins import Factory, Pin
from gpiozero.pins.mock import MockFactory

from companion import store
from companion.tower import board_table
from companion.tower.backends import pi_pwm
from companion.tower.backends.host_board import HostBoard
from companion.tower.calibration import Calibration, unreadable
from companion.tower.contract import Identity
from companion.tower.errors import NotCalibrated, ServoTooCoarse, TowerNotFound
from companion.tower.wire_table import Settings

FRAME = board_table.SERVO_FRAME_US / 1e6
OTHER_CLOCK = 5.0  # seconds: ticks further from our clock than this come from another one


class Pulser(Protocol):
    """Gives the servo pulses of a width in microseconds."""

    def width(self, microseconds: float) -> None: ...

    def off(self) -> None: ...

    def close(self) -> None: ...


class HardwarePulser:
    """The Pi's own PWM unit: a quarter of a microsecond, whatever the processor does."""

    def __init__(self, library: Any, gpio: int, pi5: bool) -> None:
        channel, chip = pi_pwm.channel(gpio, pi5), pi_pwm.chip(pi5) or 0
        self._pwm = library.HardwarePWM(pwm_channel=channel, hz=1 / FRAME, chip=chip)
        self._guard = pi_pwm.Guard(chip, channel)
        self._running = False

    def width(self, microseconds: float) -> None:
        duty = 100 * microseconds / board_table.SERVO_FRAME_US
        if self._running:
            self._pwm.change_duty_cycle(duty)
        else:
            self._pwm.start(duty)
            self._running = True

    def off(self) -> None:
        if self._running:
            self._pwm.stop()
            self._running = False

    def close(self) -> None:
        self.off()
        self._guard.close()


class PigpioPulser:
    """pigpio times its pulses by DMA, in steps of 2 µs: a third of a degree."""

    def __init__(self, pin: Pin) -> None:
        pin.function = "output"
        pin.frequency = 1 / FRAME
        self._pin = pin

    def width(self, microseconds: float) -> None:
        self._pin.state = microseconds / board_table.SERVO_FRAME_US

    def off(self) -> None:
        self._pin.state = 0

    def close(self) -> None:
        self.off()


class MockPulser:
    """On gpiozero's mock pins: remembers what the servo was given."""

    def __init__(self) -> None:
        self.widths: list[float | None] = []

    def width(self, microseconds: float) -> None:
        self.widths.append(microseconds)

    def off(self) -> None:
        self.widths.append(None)

    def close(self) -> None:
        self.off()


def precise_pulser(factory: Factory) -> Pulser:
    """The best servo path of this computer; ServoTooCoarse says why there is none."""
    gpio = board_table.PI_SERVO_GPIO
    if isinstance(factory, MockFactory):
        return MockPulser()
    if type(factory).__name__ == "PiGPIOFactory":
        return PigpioPulser(factory.pin(gpio))
    try:
        library = importlib.import_module("rpi_hardware_pwm")
    except ImportError:
        raise ServoTooCoarse("no-hardware-pwm", gpio=gpio) from None
    try:
        return HardwarePulser(library, gpio, "5" in str(getattr(factory.board_info, "model", "")))
    except (library.HardwarePWMException, OSError) as fault:  # without the overlay, say
        raise ServoTooCoarse("pwm-fails", gpio=gpio, why=str(fault)) from fault


class _Beam:
    """One beam's pin; kept alive because gpiozero holds its callbacks weakly."""

    def __init__(self, outlet: int, pin: Pin, tell: Callable[[int, float, bool], None]) -> None:
        self.outlet = outlet
        self.pin = pin
        self._tell = tell
        pin.function = "input"
        pin.pull = "up"
        pin.bounce = None
        pin.edges = "both"

    def listen(self) -> None:
        self.pin.when_changed = self.changed

    def changed(self, ticks: float, state: int) -> None:
        self._tell(self.outlet, ticks, bool(state))


class GpioBoard(HostBoard):
    """Settings live in a file instead of an EEPROM."""

    def __init__(self, path: Path, factory: Factory | None = None, pulser: Pulser | None = None) -> None:
        super().__init__(_read(path))
        self._path = path
        self._factory = factory
        self._pulser = pulser
        self._beams: list[_Beam] = []
        self._marks: list[Pin] = []
        self._emitter: Pin | None = None
        self._offset: float | None = None  # from the factory's ticks to our clock

    @property
    def identity(self) -> Identity:
        mock = isinstance(self._factory, MockFactory)
        return Identity("gpio", "gpio", Calibration(self._settings).serial, "", self.since, pretended=mock)

    def open(self) -> Identity:
        factory = self._factory or _this_computer()
        self._factory = factory
        self._pulser = self._pulser or precise_pulser(factory)
        self._emitter = factory.pin(board_table.PI_EMITTER_GPIO)
        self._emitter.function = "output"
        self._light(True)
        pins = map(factory.pin, board_table.PI_BEAM_GPIO)
        self._beams = [_Beam(outlet, pin, self._changed) for outlet, pin in enumerate(pins)]
        self._marks = [factory.pin(number) for number in board_table.PI_POSITION_GPIO]
        for mark in self._marks:
            mark.function, mark.pull = "input", "up"
        for beam in self._beams:
            beam.listen()
        return super().open()

    def close(self) -> None:
        if self._pulser is not None:
            self._pulser.close()
        for beam in self._beams:
            beam.pin.when_changed = None

    def now(self) -> float:
        return time.monotonic()

    # ------------------------------------------------------------------ pins

    def _changed(self, outlet: int, ticks: float, high: bool) -> None:
        """Called in gpiozero's own thread."""
        with self._lock:
            if self._offset is None:
                off = self.now() - ticks
                self._offset = off if abs(off) > OTHER_CLOCK else 0.0
            self._edge(outlet, self._is_dark(outlet, high), ticks + self._offset)
            self._news.notify_all()

    def _is_dark(self, outlet: int, high: bool) -> bool:
        inverted = bool(self._settings.polarity >> outlet & 1)
        return high == inverted

    def _wait(self, until: float) -> None:
        self._news.wait(max(min(until - self.now(), 1.0), 0.0))

    def _drive(self, pulse: float | None) -> None:
        if self._pulser is None:
            return
        if pulse is None:
            self._pulser.off()
        else:
            self._pulser.width(pulse)

    def _light(self, on: bool) -> None:
        if self._emitter is not None:
            self._emitter.state = on

    def _dark_now(self) -> frozenset[int]:
        return frozenset(b.outlet for b in self._beams if self._is_dark(b.outlet, bool(b.pin.state)))

    def _ring(self) -> int:
        code = sum((not mark.state) << bit for bit, mark in enumerate(self._marks))
        return code ^ self._settings.ring_polarity

    def _keep(self, settings: Settings) -> None:
        store.replace(self._path, Calibration(settings).as_toml().encode())


def _this_computer() -> Factory:
    try:
        with warnings.catch_warnings():  # which libraries are missing matters only if all are
            warnings.simplefilter("ignore", PinFactoryFallback)
            Device.ensure_pin_factory()
    except BadPinFactory as fault:
        raise TowerNotFound("no-pins") from fault
    factory: Factory = Device.pin_factory
    return factory


def _read(path: Path) -> Settings:
    try:
        return Calibration.from_toml(store.read(path).decode()).settings
    except FileNotFoundError:
        return Settings(polarity=board_table.BEAM_POLARITY, serial=b"GPIO".ljust(12, b"\0"))
    except (OSError, ValueError) as fault:
        raise unreadable(NotCalibrated, path, fault) from fault


