"""Tables against what they were made from: hardware/tower.toml, the makers' USB ids, the list of faults."""

import tomllib
from pathlib import Path

import pytest

from companion.tower import board_table as made
from companion.tower.backends import pi_pwm, ports
from companion.tower.faults import FAULTS, LONGEST, STEPS, Fault
from companion.tower.wire_table import OUTLETS

ROOT = Path(__file__).parents[2]
DOC = tomllib.loads((ROOT / "hardware" / "tower.toml").read_text(encoding="utf-8"))


def test_the_board_is_as_the_tower_is_written_down() -> None:
    pins, pi = DOC["board"]["pins"], DOC["pi"]
    assert made.ERAS == DOC["status"]["eras"] == OUTLETS
    assert [*made.BEAM_PINS] == pins["beams"]
    assert [*made.POSITION_PINS] == pins["position"]
    assert (pins["servo"], pins["emitters"], pins["led"]) == (made.SERVO_PIN, made.EMITTER_PIN, made.LED_PIN)
    assert [*made.PI_BEAM_GPIO] == pi["pins"]["beams"]
    assert [*made.PI_POSITION_GPIO] == pi["pins"]["position"]
    assert [*made.PI_HARDWARE_PWM_GPIO] == pi["hardware_pwm_gpio"]
    ours = (made.PI_SERVO_GPIO, made.PI_EMITTER_GPIO, made.PI_LED_GPIO)
    assert ours == (pi["pins"]["servo"], pi["pins"]["emitters"], pi["pins"]["led"])


def test_servo_beams_and_ring_are_as_the_tower_is_written_down() -> None:
    servo, beams, ring = DOC["servo"], DOC["beams"], DOC["position"]
    assert (servo["frame_us"], servo["teeth"]) == (made.SERVO_FRAME_US, made.SERVO_TEETH)
    assert servo["tower_teeth"] == made.TOWER_TEETH
    assert (beams["min_break_us"], beams["min_gap_us"]) == (made.MIN_BREAK_US, made.MIN_GAP_US)
    assert (beams["blocked_ms"], beams["quiet_ms"]) == (made.BLOCKED_MS, made.QUIET_MS)
    assert [*made.BROKEN_LEVEL] == beams["broken_level"]
    assert sum((level == "high") << n for n, level in enumerate(beams["broken_level"])) == made.BEAM_POLARITY
    assert made.POSITION_FITTED is ring["fitted"]
    assert [*made.POSITION_CODES] == ring["codes"]
    degree = (
        (servo["pulse_max"] - servo["pulse_min"]) / servo["travel"] * servo["tower_teeth"] / servo["teeth"]
    )
    middle = (servo["pulse_min"] + servo["pulse_max"]) / 2
    for outlet, pulse in enumerate(made.ERA_PULSES):
        assert pulse == pytest.approx(middle + (outlet - 3) * 360 / 7 * degree, abs=0.1)


USB = """
    1a86:7523 1a86:5523 1a86:55d4 1a86:55d3 0403:6001 0403:6015 2341:0058 2341:0069 2341:1002 2e8a:0005
    2e8a:000a 2e8a:00c0 303a:1001 303a:4001 10c4:ea60 2341:0043 2341:0001 2341:0243 2a03:0043
"""
"""As `lsusb` prints them: CH340 and its kin, FT232R, FT231X, Nano Every, Uno R4, Pico, ESP32, CP2102, Uno."""


def test_no_port_is_probed_but_those_of_boards_that_a_tower_may_have() -> None:
    known = {tuple(int(part, 16) for part in pair.split(":")) for pair in USB.split()}
    assert known == ports.KNOWN
    assert {(0x1A86, 0x7523), (0x1A86, 0x5523)} == ports.CH340


def test_the_pins_of_a_pi_have_the_channels_of_its_kernel() -> None:
    """BCM 12 and 18 share a channel before the Pi 5, as 13 and 19 do; there each has its own."""
    assert [pi_pwm.channel(gpio, pi5=False) for gpio in made.PI_HARDWARE_PWM_GPIO] == [0, 1, 0, 1]
    assert [pi_pwm.channel(gpio, pi5=True) for gpio in made.PI_HARDWARE_PWM_GPIO] == [0, 1, 2, 3]


def test_the_next_value_of_a_fault_goes_round() -> None:
    around = Fault("slow", 0)
    seen = []
    for _ in range(OUTLETS):
        around = around.stepped()
        seen.append(around.value)
    assert seen == [*range(1, OUTLETS), 0]
    longer = Fault("cable-in-drop", 5)
    steps = [(longer := longer.stepped()).value for _ in STEPS]
    assert steps == [15, 60, 300, 1, 5]
    assert Fault("cable-in-drop", 4).stepped().value == 5
    assert Fault("cable-in-drop", LONGEST).stepped().value == 1


def test_a_fault_with_a_value_begins_with_one_that_can_be_seen() -> None:
    defaults = {kind.of: {one.default for one in FAULTS if one.of == kind.of} for kind in FAULTS}
    assert defaults == {"": {0}, "outlet": {3}, "seconds": {5}}
    assert LONGEST == 60 * 60
