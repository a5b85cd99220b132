"""What is particular to a Raspberry Pi's own pins: the servo path, the edges' ticks, the settings file."""

import subprocess
import sys
import time
import types
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory
from rpi_hardware_pwm import HardwarePWM

from companion.tower import board_table
from companion.tower.backends import pi_pwm
from companion.tower.backends.gpio import GpioBoard, HardwarePulser, MockPulser, PigpioPulser, precise_pulser
from companion.tower.errors import NotCalibrated, ServoTooCoarse, TowerNotFound
from companion.tower.readings import Arrived, BeamBroken
from companion.tower.wire_table import Fitted
from tests.tower.rigs import GpioRig, TickPin, sentence


class SomeFactory:
    """A pin factory that is neither mock nor pigpio, as lgpio's is."""

    class board_info:  # noqa: N801 (gpiozero's own name)
        model = "5B"


class Pwm:
    """Stands for the library's HardwarePWM."""

    made: list["Pwm"] = []  # noqa: RUF012 (the test clears it)

    def __init__(self, pwm_channel: int, hz: float, chip: int) -> None:
        self.channel, self.hz, self.duties = pwm_channel, hz, list[float | None]()
        Pwm.made.append(self)

    def start(self, duty: float) -> None:
        self.duties.append(duty)

    change_duty_cycle = start

    def stop(self) -> None:
        self.duties.append(None)


class TestServo:
    def test_software_pwm_is_refused_with_the_reason(self, monkeypatch) -> None:
        monkeypatch.setitem(sys.modules, "rpi_hardware_pwm", None)
        with pytest.raises(ServoTooCoarse) as fault:
            precise_pulser(SomeFactory())  # type: ignore[arg-type]
        assert "11 places" in sentence(fault.value)

    def test_hardware_pwm_without_its_overlay_is_refused_with_the_reason(self, monkeypatch) -> None:
        monkeypatch.setattr(HardwarePWM, "is_overlay_loaded", lambda self: False)
        with pytest.raises(ServoTooCoarse) as fault:
            precise_pulser(SomeFactory())  # type: ignore[arg-type]
        assert "dtoverlay" in sentence(fault.value)

    @pytest.mark.parametrize(("pi5", "channel"), [(False, 0), (True, 2)])
    def test_hardware_pwm_gets_the_exact_share_of_its_frame(self, pi5: bool, channel: int) -> None:
        Pwm.made.clear()
        pulser = HardwarePulser(types.SimpleNamespace(HardwarePWM=Pwm), board_table.PI_SERVO_GPIO, pi5)
        pulser.width(642.9)
        pulser.width(1500.0)
        pulser.off()
        pulser.off()
        (pwm,) = Pwm.made
        assert (pwm.channel, pwm.hz) == (channel, 50)
        assert pwm.duties == [pytest.approx(3.2145), pytest.approx(7.5), None]

    def test_pigpio_is_precise_enough(self) -> None:
        class PiGPIOFactory:
            pins = types.SimpleNamespace()

            def pin(self, number: int) -> types.SimpleNamespace:
                assert number == board_table.PI_SERVO_GPIO
                return self.pins

        factory = PiGPIOFactory()
        pulser = precise_pulser(factory)  # type: ignore[arg-type]
        assert isinstance(pulser, PigpioPulser)
        pulser.width(1500)
        assert (factory.pins.frequency, factory.pins.state) == (50, 0.075)
        pulser.off()
        assert factory.pins.state == 0

    def test_every_place_is_approached_from_below_and_the_pulses_stop_at_rest(self, tmp_path: Path) -> None:
        pulser = MockPulser()
        board = GpioBoard(tmp_path / "g.toml", MockFactory(pin_class=TickPin), pulser)
        board.open()
        board.store(replace(board.settings(), speed=20000, settle=0))
        board.hands_away(1000)
        for target in (2000, 1000):
            board.turn(target)
            while not isinstance(board.read(1.0), Arrived):
                pass
        board.read(0.1)
        assert pulser.widths[-1] is None
        turned = [width for width in pulser.widths if width is not None]
        overshoot = board.settings().overshoot
        assert min(turned) == 1000 - overshoot
        assert turned[-1] == 1000
        assert turned[0] == 1000, "it begins where people see it"
        assert max(turned) == 2000


class TestPwm:
    @pytest.mark.parametrize(
        ("pi5", "devices", "found"),
        [
            (False, {"pwmchip0": "fe20c000.pwm"}, 0),
            (False, {"pwmchip0": "other.pwm", "pwmchip1": "3f20c000.pwm"}, 1),
            (True, {"pwmchip0": "fan.pwm", "pwmchip2": "1f00098000.pwm"}, 2),
            (True, {"pwmchip0": "1f0009c000.pwm"}, None),
            (False, {}, None),
        ],
    )
    def test_the_chip_is_found_by_its_hardware(
        self, tmp_path: Path, pi5: bool, devices: dict[str, str], found: int | None
    ) -> None:
        for name, device in devices.items():
            (tmp_path / "devices" / device).mkdir(parents=True)
            (tmp_path / "pwm" / name).mkdir(parents=True)
            (tmp_path / "pwm" / name / "device").symlink_to(tmp_path / "devices" / device)
        assert pi_pwm.chip(pi5, tmp_path / "pwm") == found

    def test_the_pulses_end_with_the_program_even_if_it_is_killed(self, tmp_path: Path) -> None:
        pwm = tmp_path / "pwmchip0" / "pwm2"
        pwm.mkdir(parents=True)
        (pwm / "enable").write_text("1")
        program = (
            "import sys, time; from pathlib import Path; from companion.tower.backends.pi_pwm import Guard\n"
            "guard = Guard(0, 2, Path(sys.argv[1])); print('ready', flush=True); time.sleep(60)"
        )
        words = [sys.executable, "-c", program, str(tmp_path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            assert running.stdout.readline() == "ready\n"
            running.kill()
        give_up = time.monotonic() + 20
        while (pwm / "enable").read_text() != "0":
            assert time.monotonic() < give_up
            time.sleep(0.02)

    def test_a_program_that_stood_still_does_not_make_up_for_it_with_a_jump(self, tmp_path: Path) -> None:
        class Standing(GpioBoard):
            time = 0.0

            def now(self) -> float:
                return self.time

            def _wait(self, until: float) -> None:
                self.time = until

        pulser = MockPulser()
        board = Standing(tmp_path / "g.toml", MockFactory(pin_class=TickPin), pulser)
        board.open()
        board.hands_away(1000)
        board.turn(2000)
        for late in (0.02, 0.02, 1.5, 0.02, 3.0, 0.02):
            board.time += late
            with board._lock:
                board._advance()
        widths = [width for width in pulser.widths if width is not None]
        step = board.settings().speed * 0.02
        assert max(b - a for a, b in pairwise(widths)) <= step + 1e-6


class TestPins:
    def test_edges_of_the_blink_that_come_late_are_no_breaks(self, tmp_path: Path) -> None:
        rig = GpioRig(tmp_path)
        rig.board.open()
        rig.board.check_beams(blink=True)
        begun, ended = rig.board._unheard
        for outlet in range(7):
            with rig.board._lock:
                rig.board._changed(outlet, begun + 0.001, False)
                rig.board._changed(outlet, ended - 0.001, True)
        assert rig.board.read(0.1) is None
        assert sum(rig.board.running().counts) == 0
        rig.close()

    def test_durations_are_the_ticks_and_not_when_python_came_round(self, tmp_path: Path) -> None:
        rig = GpioRig(tmp_path)
        rig.board.open()
        pin = rig._beam(3)
        start = rig.board.now() - 0.5  # both edges are handed over half a second late
        pin.change(False, start)
        pin.change(True, start + 0.0163)
        reading = rig.board.read(1.0)
        assert isinstance(reading, BeamBroken)
        assert reading.duration == pytest.approx(16.3, abs=0.001)
        rig.close()

    def test_ticks_of_another_clock_are_brought_to_ours(self, tmp_path: Path) -> None:
        rig = GpioRig(tmp_path)
        rig.board.open()
        pin = rig._beam(3)
        begun = rig.board.now()
        pin.change(False, begun + 1_000_000.0)
        pin.change(True, begun + 1_000_000.016)
        reading = rig.board.read(1.0)
        assert isinstance(reading, BeamBroken)
        assert reading.duration == pytest.approx(16.0, abs=0.01)
        assert begun <= reading.start / 1000 <= rig.board.now()
        rig.close()

    def test_the_ring_is_read(self, tmp_path: Path) -> None:
        rig = GpioRig(tmp_path)
        rig.board.open()
        rig.board.store(replace(rig.board.settings(), fitted=int(Fitted.RING)))
        for bit, number in enumerate(board_table.PI_POSITION_GPIO):
            pin: TickPin = rig.factory.pin(number)
            pin.change(not 6 >> bit & 1, 0.0)
        assert rig.board.condition().mark == 6
        rig.board.store(replace(rig.board.settings(), fitted=0))
        assert rig.board.condition().mark is None
        rig.close()

    def test_a_computer_without_pins_is_no_tower(self, tmp_path: Path, monkeypatch) -> None:
        def none() -> None:
            raise BadPinFactory("unable to load any")

        monkeypatch.setattr(Device, "ensure_pin_factory", none)
        with pytest.raises(TowerNotFound) as fault:
            GpioBoard(tmp_path / "g.toml").open()
        assert "no pins" in sentence(fault.value)


class TestSettings:
    def test_they_live_in_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "kept" / "gpio.toml"
        board = GpioBoard(path, MockFactory(pin_class=TickPin))
        board.open()
        board.store(replace(board.settings(), hold=123))
        assert GpioBoard(path, MockFactory(pin_class=TickPin)).settings().hold == 123
        assert [one.name for one in path.parent.iterdir()] == ["gpio.toml"]

    def test_a_broken_file_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "g.toml").write_text("hold = ")
        with pytest.raises(NotCalibrated) as fault:
            GpioBoard(tmp_path / "g.toml")
        assert "g.toml" in sentence(fault.value)
