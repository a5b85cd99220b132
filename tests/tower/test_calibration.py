"""Era, angle and pulse; the record and its mirror; what a person decides when they differ."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tower import BadCalibration, BeamBlocked, Choice, board_table, open_tower
from companion.tower.backends.drop_model import fitted
from companion.tower.backends.simulated import SimulatedBoard, simulated_settings
from companion.tower.calibration import MICROSECONDS_PER_DEGREE, Calibration, angle_of, nominal_pulse
from companion.tower.contract import Identity
from companion.tower.examination import look_at_tower
from companion.tower.procedures import calibrate_beams, calibrate_cubes, calibrate_servo
from companion.tower.readings import Reading, Turning
from companion.tower.tower import Tower
from companion.tower.tower_choice import mirror, mirror_path, read_mirror, remember, remembered, write_mirror
from companion.tower.wire_table import Calibrated, Settings
from tests.tower.rigs import sentence

DOZEN = [(i % 7, 14.0 + i * 0.25) for i in range(12)]


def test_seven_eras_span_six_sevenths_of_a_turn() -> None:
    assert angle_of(6) == pytest.approx(308.57, abs=0.01)
    assert nominal_pulse(6) - nominal_pulse(0) == pytest.approx(angle_of(6) * MICROSECONDS_PER_DEGREE, abs=1)
    assert pytest.approx(5.556, abs=0.001) == MICROSECONDS_PER_DEGREE


def test_a_pulse_faces_an_era_within_the_tolerance_of_a_chute_and_else_none() -> None:
    calibration = Calibration(Settings())
    for era in range(7):
        assert calibration.outlet_at(calibration.pulse(era)) == era
        assert calibration.outlet_at(calibration.pulse(era) + 20) == era
    assert calibration.outlet_at(calibration.pulse(2) + 60) is None
    assert calibration.outlet_at(None) is None
    with pytest.raises(ValueError, match="no outlet 7"):
        calibration.pulse(7)


def test_a_dozen_single_cubes_every_beam_once() -> None:
    calibration = Calibration(Settings()).with_durations(DOZEN)
    assert len(calibration.durations) == 12
    assert calibration.durations[:7] == tuple(ms for _, ms in DOZEN[:7])
    assert sorted(calibration.durations) == sorted(ms for _, ms in DOZEN)
    for too_few in (DOZEN[:11], [(0, 16.0)] * 12):
        with pytest.raises(ValueError, match="dozen"):
            Calibration(Settings()).with_durations(too_few)


def test_a_slow_beam_is_learnt_from_the_calibration() -> None:
    slow = [(outlet, 16.0 if outlet != 4 else 26.0) for outlet, _ in DOZEN]
    assert Calibration(Settings()).with_durations(slow).pulses().slow_beams() == (4,)


def test_one_cube_of_an_uneven_tower_does_not_make_its_beam_slow() -> None:
    """In the twin a cube takes 14 to 55 ms: the one that each beam saw tells next to nothing of the beam."""
    twin, lot = fitted(), random.Random(1)
    falsely_slow = 0
    for _ in range(100):
        singles = [twin.passage(0, 0.0, lot)[-1].milliseconds for _ in range(12)]
        dozen = [(number % 7, length) for number, length in enumerate(singles)]
        falsely_slow += bool(Calibration(Settings()).with_durations(dozen).pulses().slow_beams())
    assert falsely_slow < 15


@pytest.mark.parametrize(
    "eras",
    [
        (643, 929, 1214, 1500, 1786, 2071, 2490),
        (643, 929, 929, 1500, 1786, 2071, 2357),
        (643, 1214, 929, 1500, 1786, 2071, 2357),
        (2357, 2071, 1786, 1500, 1214, 643, 929),
    ],
)
def test_pulses_that_would_leave_the_limits_or_the_order_are_refused(eras: tuple[int, ...]) -> None:
    with pytest.raises(BadCalibration):
        Calibration(Settings()).with_pulses(eras, 500, 2500)


@given(
    st.builds(
        Settings,
        speed=st.integers(0, 65535),
        polarity=st.integers(0, 127),
        eras=st.tuples(*[st.integers(0, 65535)] * 7),
        serial=st.text("ABC-0123", max_size=12).map(lambda s: s.encode().ljust(12, b"\0")),
    )
)
def test_the_mirror_file_says_what_the_board_says(settings: Settings) -> None:
    calibration = Calibration(settings)
    again = Calibration.from_toml(calibration.as_toml())
    assert again == calibration
    assert again.differences(calibration) == ()


def test_a_file_that_is_no_mirror_is_refused() -> None:
    for text in ("", "low = 3", Calibration(Settings()).as_toml().replace("high = 2500", "high = 70000")):
        with pytest.raises(ValueError):
            Calibration.from_toml(text)


class TestMirror:
    board = Calibration(Settings()).with_serial("T-7")

    def test_the_first_time_it_is_written(self, tmp_path: Path) -> None:
        assert mirror(self.board, tmp_path) == ()
        assert read_mirror("T-7", tmp_path) == self.board

    def test_a_difference_is_told_by_name_and_nothing_is_changed(self, tmp_path: Path) -> None:
        write_mirror(self.board, tmp_path)
        changed = Calibration(replace(self.board.settings, hold=100, shake_cycles=9))
        assert mirror(changed, tmp_path) == ("hold", "shake_cycles")
        assert read_mirror("T-7", tmp_path) == self.board

    def test_a_broken_file_is_a_difference_and_no_crash(self, tmp_path: Path) -> None:
        write_mirror(self.board, tmp_path)
        mirror_path("T-7", tmp_path).write_text("what?")
        assert mirror(self.board, tmp_path) == ("file",)

    @pytest.mark.parametrize("text", ["what?", "low = 3", None])
    def test_a_file_that_cannot_be_taken_is_named(self, tmp_path: Path, text: str | None) -> None:
        write_mirror(self.board, tmp_path)
        if text is None:
            mirror_path("T-7", tmp_path).unlink()
        else:
            mirror_path("T-7", tmp_path).write_text(text)
        with pytest.raises(BadCalibration) as fault:
            read_mirror("T-7", tmp_path)
        assert "T-7.toml" in sentence(fault.value)

    def test_a_board_without_a_serial_has_none(self, tmp_path: Path) -> None:
        assert mirror(Calibration(Settings()), tmp_path) == ()
        assert list(tmp_path.iterdir()) == []

    def test_a_serial_cannot_leave_the_folder(self, tmp_path: Path) -> None:
        assert mirror_path("../../x", tmp_path).parent == tmp_path / "calibrations"

    def test_a_simulation_leaves_nothing_behind(self, tmp_path: Path) -> None:
        with open_tower(Choice("simulated", speed=None), kept=tmp_path) as tower:
            assert tower.differences == ()
        assert list(tmp_path.iterdir()) == []


class Hardware(SimulatedBoard):
    """As if it were on a port."""

    @property
    def identity(self) -> Identity:
        return replace(super().identity, kind="serial", where="/dev/ttyTOWER", pretended=False)


def test_a_disk_that_cannot_be_written_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.tower.tower_choice._board", lambda *_: Hardware())
    with open_tower(Choice("port", "/dev/ttyTOWER"), kept=tmp_path / "kept") as tower:
        assert tower.differences == ()
    assert (tmp_path / "kept" / "last-port").read_text() == "/dev/ttyTOWER\n"
    (tmp_path / "file").touch()
    with open_tower(Choice("port", "/dev/ttyTOWER"), kept=tmp_path / "file") as tower:
        assert tower.face(2).outlet == 2


def test_a_port_is_remembered_while_it_exists(tmp_path: Path) -> None:
    port = tmp_path / "tty"
    port.touch()
    remember(str(port), tmp_path)
    assert remembered(tmp_path) == [str(port)]
    port.unlink()
    assert remembered(tmp_path) == []
    assert remembered(tmp_path / "nowhere") == []


class Person:
    """Answers what a guided calibration asks, out of a list; else presses Enter."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.told: list[str] = []
        self.asked: list[str] = []
        self.turned = 0

    def tell(self, key: str, **params: str | int | float) -> None:
        self.told.append(key)

    def ask(self, key: str, **params: str | int | float) -> str:
        self.asked.append(key)
        return self.answers.pop(0) if self.answers else ""

    def hear(self, reading: Reading) -> None:
        self.turned += isinstance(reading, Turning)


@pytest.fixture
def tower() -> Tower:
    fresh = replace(simulated_settings(), calibrated=0, duration_count=0, durations=(0,) * 16)
    made = Tower(SimulatedBoard(seed=5, settings=fresh))
    made.open()
    return made


class TestGuided:
    def test_the_servo_era_by_era(self, tower: Tower) -> None:
        person = Person("+10", "", "much", "-4", "", "9999", "")
        calibration = calibrate_servo(tower, person)
        assert calibration.settings.eras[0] == nominal_pulse(0) + 10
        assert calibration.settings.eras[1] == nominal_pulse(1) - 4
        assert calibration.settings.eras[2:] == tuple(nominal_pulse(era) for era in range(2, 7))
        assert calibration.servo_measured
        assert calibration.checked() is calibration
        assert person.told == ["tower.calibrate.number", "tower.calibrate.limits", "tower.servo.fits"]
        assert person.turned
        tower.store(calibration)
        assert tower.face(0).confirmed

    def test_an_era_stays_between_its_neighbours_and_within_what_a_board_can_do(self, tower: Tower) -> None:
        person = Person("", "-400", "+400", "+10", "")
        calibration = calibrate_servo(tower, person)
        assert calibration.settings.eras[:2] == (nominal_pulse(0), nominal_pulse(1) + 10)
        assert person.told == ["tower.calibrate.limits", "tower.calibrate.limits", "tower.servo.fits"]

    def test_a_horn_set_anew_can_be_followed_beyond_the_old_limits(self, tower: Tower) -> None:
        tower.store(calibrate_servo(tower, Person()))
        first, margin = nominal_pulse(0), 40
        assert tower.calibration.settings.low == first - margin
        calibration = calibrate_servo(tower, Person("-80", ""))
        assert (calibration.settings.eras[0], calibration.settings.low) == (first - 80, first - 80 - margin)

    def test_a_servo_of_the_other_kind_is_calibrated_and_turned_like_any(
        self, tower: Tower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """`rising = "clockwise"` in tower.toml: its pulses shrink from era to era."""
        other = tuple(reversed(board_table.ERA_PULSES))
        monkeypatch.setattr(board_table, "ERA_PULSES", other)
        assert tower.calibration.falling is False, "what the firmware has before a calibration"
        person = Person("+10", "", "-400", "+400", "-4", "")
        calibration = calibrate_servo(tower, person)
        assert calibration.falling
        assert calibration.settings.eras[:2] == (round(other[0]) + 10, round(other[1]) - 4)
        assert calibration.settings.eras[2:] == tuple(map(round, other[2:]))
        assert person.told == ["tower.calibrate.limits", "tower.calibrate.limits", "tower.servo.fits"]
        tower.store(calibration.checked())
        for outlet in (0, 3, 6):
            tower.face(outlet)
            assert tower.calibration.outlet_at(round(other[outlet])) == outlet
        again = calibrate_servo(tower, Person())
        assert again.settings.eras == calibration.settings.eras, "what was measured is kept"
        assert {"fits"} == {one.key.rpartition(".")[2] for one in look_at_tower(tower) if "servo" in one.key}

    def test_a_tower_that_was_calibrated_the_other_way_round_begins_anew(
        self, tower: Tower, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tower.store(calibrate_servo(tower, Person()))
        monkeypatch.setattr(board_table, "ERA_PULSES", tuple(reversed(board_table.ERA_PULSES)))
        assert calibrate_servo(tower, Person()).falling

    def test_who_gives_up_gets_the_old_limits_back(self, tower: Tower) -> None:
        tower.store(calibrate_servo(tower, Person()))
        before = tower.board.settings()

        class Tired(Person):
            def ask(self, key: str, **params: str | int | float) -> str:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            calibrate_servo(tower, Tired())
        assert tower.board.settings() == tower.calibration.settings == before

    def test_an_era_is_approached_as_in_play(self, tower: Tower, monkeypatch: pytest.MonkeyPatch) -> None:
        turn, straight = tower.board.turn, []

        def turned(pulse: int, direct: bool = False) -> None:
            straight.append(direct)
            turn(pulse, direct)

        monkeypatch.setattr(tower.board, "turn", turned)
        calibrate_servo(tower, Person())
        assert straight == [False] * 7  # else the gear's play would be calibrated in

    def test_a_dozen_cubes_thrown_one_by_one(self, tower: Tower) -> None:
        calibration = calibrate_cubes(tower, Person(), tower.calibration)
        assert len(calibration.durations) >= 12
        assert calibration.settings.calibrated & Calibrated.DURATIONS
        pulses = fitted().pulses
        low, high = pulses[len(pulses) // 5], pulses[4 * len(pulses) // 5]  # most cubes lie between
        assert low < calibration.pulses().median < high

    def test_a_blocked_beam_ends_it_with_advice(self, tower: Tower) -> None:
        board = tower.board
        assert isinstance(board, SimulatedBoard)
        board.stuck_dark.add(4)
        with pytest.raises(BeamBlocked, match="4"):
            calibrate_cubes(tower, Person(), tower.calibration)

    def test_calibration_throws_are_not_asked_about_later(self, tower: Tower) -> None:
        tower.store(calibrate_cubes(tower, Person(), tower.calibration))
        tower.face(2)
        assert tower._loose == []

    def test_an_inverted_receiver_is_noted(self, tower: Tower) -> None:
        person = Person()
        assert calibrate_beams(tower, person, tower.calibration).settings.polarity == 0
        assert person.asked == ["tower.calibrate.empty"]
        board = tower.board
        assert isinstance(board, SimulatedBoard)
        board.inverted.add(4)
        inverted = calibrate_beams(tower, person, tower.calibration)
        assert inverted.settings.polarity == 1 << 4
        tower.store(inverted)
        assert tower.check_beams().blind == ()
