"""The last value that is allowed and the first that is not: options, frames and settings."""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from companion.tower import wire, wire_table
from companion.tower.calibration import MICROSECONDS_PER_DEGREE, Calibration, angle_of, nominal_pulse
from companion.tower.console import build_parser
from companion.tower.contract import BeamCheck
from companion.tower.errors import (
    BadCalibration,
)
from companion.tower.readings import BeamBroken
from companion.tower.servo_fit import DEFAULT
from companion.tower.wire_table import DURATIONS, Settings
from tests.tower.scripted import HELLO

# ---------------------------------------------------------------- options

TOWER = {"port": None, "url": None, "gpio": False, "simulated": False, "seed": 0, "speed": 1.0, "fault": []}
USUAL: dict[str, dict[str, object]] = {
    "list": TOWER,
    "info": {**TOWER, "json": False},
    "face 3": {**TOWER, "outlet": 3, "hands_away": False},
    "watch": {**TOWER, "seconds": float("inf")},
    "count --thrown 1": {
        **TOWER, "thrown": 1, "colour": "", "inside": 0, "inside_colour": "", "facing": None, "shakes": 2,
        "amplitude": 0, "wait": 30.0, "hands_away": False,
    },
    "count --thrown 30 --no-shake": {
        **TOWER, "thrown": 30, "colour": "", "inside": 0, "inside_colour": "", "facing": None, "shakes": 0,
        "amplitude": 0, "wait": 30.0, "hands_away": False,
    },
    "calibrate": {**TOWER, "only": None, "keep": None},
    "light": {**TOWER, "fit": None, "seconds": 1.0},
    "light --fit": {**TOWER, "fit": True, "seconds": 1.0},
    "light --unfit": {**TOWER, "fit": False, "seconds": 1.0},
    "selftest": {**TOWER, "fingers": False},
    "record a": {**TOWER, "file": Path("a"), "seconds": 10.0},
    "flash": {"where": None, "again": False},
    "share": {"where": None, "host": "127.0.0.1", "tcp": 3333, "word": None},
    "learned": {"serial": None, "reset": False},
    "emulate --link l --control c": {"link": "l", "control": "c"},
    "count-trace a b": {"files": [Path("a"), Path("b")], "json": False, "drops": False},
    "info --json --gpio": {**TOWER, "gpio": True, "json": True},
    "face 0 --hands-away --simulated": {**TOWER, "simulated": True, "outlet": 0, "hands_away": True},
    "calibrate --only cubes --keep file": {**TOWER, "only": "cubes", "keep": "file"},
    "selftest --fingers": {**TOWER, "fingers": True},
    "flash p --again": {"where": "p", "again": True},
    "learned T --reset": {"serial": "T", "reset": True},
    "count-trace a --json --drops": {"files": [Path("a")], "json": True, "drops": True},
}  # fmt: skip


def typed(line: str) -> Any:
    return build_parser(lambda key, _: key).parse_args(line.split())


@pytest.mark.parametrize("line", USUAL)
def test_what_is_not_typed_is_as_usual(line: str) -> None:
    args = vars(typed(line))
    del args["command"], args["verbose"]
    assert args == USUAL[line]


@pytest.mark.parametrize(
    ("line", "low", "high"),
    [
        ("face {}", 0, 6),
        ("count --thrown {}", 1, 30),
        ("count --thrown 1 --inside {}", 0, 30),
        ("count --thrown 1 --facing {}", 0, 6),
        ("count --thrown 1 --shakes {}", 0, 20),
        ("count --thrown 1 --amplitude {}", 1, 500),
        ("share --tcp {}", 0, 65535),
    ],
)
def test_numbers_end_where_they_should(line: str, low: int, high: int) -> None:
    for number in (low, high):
        typed(line.format(number))
    for number in (low - 1, high + 1):
        with pytest.raises(SystemExit):
            typed(line.format(number))


# ---------------------------------------------------------------- frames


def test_what_is_too_short_for_a_frame_is_none() -> None:
    size = wire_table.Header.size()
    for length in range(size + 6):
        data = bytes([1] * length)
        whole = data + crc_hqx(data, wire.CRC_START).to_bytes(2, "big")
        assert (wire.decode(cobs.encode(whole)) is None) is (length < size)


def test_the_longest_frame_is_heard_and_a_longer_one_is_thrown_away() -> None:
    for more, damaged in ((0, 0), (1, 1)):
        data = bytes([1] * (wire_table.FRAME_LIMIT - 2 + more))
        whole = data + crc_hqx(data, wire.CRC_START).to_bytes(2, "big")
        splitter = wire.Splitter()
        assert len(list(splitter.feed(cobs.encode(whole) + wire.END))) == 1 - damaged
        assert splitter.damaged == damaged
    splitter = wire.Splitter()
    endless = b"\x01" * (wire.LINE_LIMIT + 1)
    assert list(splitter.feed(endless)) == []
    assert len(splitter._rest) == 1
    assert list(splitter.feed(wire.END)) == []
    assert splitter.damaged == 1
    assert list(splitter.feed(wire.END * 3)) == []
    assert splitter.damaged == 1, "an end by itself is no frame"
    assert len(list(splitter.feed(wire.encode(HELLO, 1, 7)))) == 1


@given(st.integers(0, 65535), st.integers(-32768, 32767))
def test_by_how_much_a_number_is_ahead_is_told_across_the_wrap(first: int, step: int) -> None:
    assert wire.ahead((first + step) % 65536, first) == step


@given(st.lists(st.integers(0, 2**31 - 1), min_size=1, max_size=12), st.integers(0, 2**32 - 1))
def test_a_board_s_clock_goes_on_across_wraps(steps: list[int], start: int) -> None:
    clock, at = wire.BoardClock(), start
    begun = clock.milliseconds(start)
    for step in steps:
        at += step
        assert clock.milliseconds(at % 2**32) - begun == pytest.approx((at - start) / 1000)
    late = clock.milliseconds((at - 5000) % 2**32)
    assert late - begun == pytest.approx((at - start - 5000) / 1000)
    clock.reboot()
    assert clock.milliseconds(0) - begun >= (at - start) / 1000


# ---------------------------------------------------------------- settings


def test_a_pulse_faces_an_outlet_up_to_its_tolerance() -> None:
    calibration = Calibration(Settings())
    for outlet, pulse in enumerate(Settings().eras):
        assert calibration.pulse(outlet) == nominal_pulse(outlet) == pulse
        assert calibration.mark(outlet) == Settings().ring_codes[outlet]
        far = int(4 * MICROSECONDS_PER_DEGREE)
        for off, faces in ((0, outlet), (far, outlet), (-far, outlet), (far + 1, None), (-far - 1, None)):
            assert calibration.outlet_at(pulse + off) == faces
    assert calibration.outlet_at(None) is None
    assert angle_of(7) == pytest.approx(360)
    for outlet in (-1, 7):
        with pytest.raises(ValueError):
            calibration.pulse(outlet)


def test_limits_bear_the_wider_of_overshoot_and_shake() -> None:
    eras = (700, 900, 1100, 1300, 1500, 1700, 1900)
    for over, amplitude in ((30, 40), (40, 30)):
        settings = replace(Settings(), overshoot=over, shake_amplitude=amplitude)
        Calibration(settings).with_pulses(eras, 660, 1940)
        for low, high in ((661, 1940), (660, 1939)):
            with pytest.raises(BadCalibration):
                Calibration(settings).with_pulses(eras, low, high)
    for wrong in ((700, 900, 900, 1300, 1500, 1700, 1900), (900, 700, 1100, 1300, 1500, 1700, 1900)):
        with pytest.raises(BadCalibration):
            Calibration(Settings()).with_pulses(wrong, 500, 2500)


def test_single_cubes_the_first_of_each_beam_in_front() -> None:
    seen = [(outlet % 7, 10.0 + outlet) for outlet in range(20)]
    for number in (11, 12, 20):
        if number < 12:
            with pytest.raises(ValueError):
                Calibration(Settings()).with_durations(seen[:number])
            continue
        made = Calibration(Settings()).with_durations(list(reversed(seen[:number])))
        assert made.settings.duration_count == min(number, DURATIONS)
        assert len(made.settings.durations) == DURATIONS
        latest = dict(seen[:number])
        assert made.durations[:7] == tuple(latest[outlet] for outlet in range(7))
        assert made.settings.calibrated == wire_table.Calibrated.DURATIONS
    with pytest.raises(ValueError):
        Calibration(Settings()).with_durations([(outlet % 6, 16.0) for outlet in range(20)])


@pytest.mark.parametrize("outlet", range(7))
def test_a_beam_is_blind_that_is_dark_in_the_light_or_light_in_the_dark(outlet: int) -> None:
    every, one, none = frozenset(range(7)), frozenset({outlet}), frozenset[int]()
    assert BeamCheck(none, every, none).blind == ()
    assert BeamCheck(one, every, none).stuck_dark == BeamCheck(none, every, one).stuck_dark == (outlet,)
    assert (
        BeamCheck(none, every - one, none).stuck_clear
        == BeamCheck(none, every - one, none).blind
        == (outlet,)
    )


def test_what_may_be_a_cube_is_neither_chatter_nor_a_hand() -> None:
    lengths = {None: True, 2.9: False, 3.0: True, 200.0: True, 200.1: False}
    assert {ms: BeamBroken(0, 0.0, ms).may_be_cube(3.0) for ms in lengths} == lengths


@pytest.mark.parametrize("wrong", [{"travel": 0.0}, {"pulse_max": 500.0}, {"teeth": 0}, {"tower_teeth": 0}])
def test_a_drive_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        replace(DEFAULT, **wrong)  # type: ignore[arg-type]
    replace(DEFAULT, travel=0.1, pulse_max=500.1, teeth=1, tower_teeth=1)
