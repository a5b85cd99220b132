"""One contract, three backends: simulated, mock GPIO pins, and the real firmware on the emulated board."""

import io
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.tower import commands, console
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.contract import TowerBoard
from companion.tower.drop_watch import Watching
from companion.tower.errors import HandsOnTower, OutOfLimits, TowerBusy
from companion.tower.lights import PALETTE, resting
from companion.tower.readings import (
    Arrived,
    BeamBroken,
    BeamClear,
    BeamDark,
    BoardReading,
    Turning,
)
from companion.tower.tower import Tower
from companion.tower.tower_choice import Choice
from companion.tower.wire_table import Fitted
from companion.words import Words
from tests.tower.rigs import Rig


def read_until(board: TowerBoard, kind: type, seconds: float = 20.0) -> list[BoardReading]:
    """Everything up to the first reading of this kind."""
    heard: list[BoardReading] = []
    end = board.now() + seconds
    while board.now() < end:
        reading = board.read(0.2)
        if reading is not None:
            heard.append(reading)
            if isinstance(reading, kind):
                return heard
    raise AssertionError(f"no {kind.__name__} among {heard}")


def opened(rig: Rig) -> None:
    """Open, and people have said that their hands are away; it stands on no mark."""
    rig.board.open()
    rig.board.hands_away(1000)


def test_it_says_who_it_is_and_that_it_is_no_hardware(rig: Rig) -> None:
    identity = rig.board.open()
    assert identity == rig.board.identity
    assert identity.pretended
    assert identity.kind in ("simulated", "gpio", "serial")


def test_opening_moves_nothing(rig: Rig) -> None:
    rig.board.open()
    condition = rig.board.condition()
    assert condition.pulse is None
    assert not condition.turning


def test_a_turn_tells_its_progress_and_its_end(rig: Rig) -> None:
    opened(rig)
    rig.board.turn(1500)
    heard = read_until(rig.board, Arrived)
    assert any(isinstance(reading, Turning) and reading.target == 1500 for reading in heard)
    arrived = heard[-1]
    assert isinstance(arrived, Arrived)
    assert (arrived.pulse, arrived.stopped, arrived.shaking) == (1500, False, False)
    assert rig.board.condition().pulse == 1500


def test_a_pulse_outside_the_limits_is_refused_with_its_overshoot(rig: Rig) -> None:
    opened(rig)
    settings = rig.board.settings()
    for pulse in (settings.low - 1, settings.high + 1, settings.low + settings.overshoot - 1):
        with pytest.raises(OutOfLimits):
            rig.board.turn(pulse)
    assert rig.board.condition().pulse is None


def test_a_command_while_turning_is_refused_and_stop_is_not(rig: Rig) -> None:
    opened(rig)
    rig.board.turn(1000)
    read_until(rig.board, Arrived)
    rig.board.turn(2200)
    with pytest.raises(TowerBusy):
        rig.board.turn(800)
    with pytest.raises(TowerBusy):
        rig.board.check_beams(blink=True)
    rig.board.stop()
    arrived = read_until(rig.board, Arrived)[-1]
    assert isinstance(arrived, Arrived)
    assert arrived.stopped
    assert arrived.pulse < 2200
    rig.board.stop()


@pytest.mark.slow
def test_a_shake_ends_where_it_began(rig: Rig) -> None:
    opened(rig)
    rig.board.turn(1500)
    read_until(rig.board, Arrived)
    rig.board.shake(amplitude=30, cycles=2)
    arrived = read_until(rig.board, Arrived)[-1]
    assert isinstance(arrived, Arrived)
    assert (arrived.pulse, arrived.shaking) == (1500, True)


def test_a_shake_without_a_place_is_refused(rig: Rig) -> None:
    opened(rig)
    with pytest.raises(TowerBusy):
        rig.board.shake()


def test_breaks_come_with_outlet_and_duration(rig: Rig) -> None:
    opened(rig)
    rig.pulse(3, 0.05, 16.25)
    rig.pulse(6, 0.15, 31.0)
    first = read_until(rig.board, BeamBroken)[-1]
    second = read_until(rig.board, BeamBroken)[-1]
    assert isinstance(first, BeamBroken)
    assert isinstance(second, BeamBroken)
    assert (first.outlet, second.outlet) == (3, 6)
    assert first.duration == pytest.approx(16.25, abs=1.0)
    assert second.duration == pytest.approx(31.0, abs=1.0)
    assert second.start > first.start
    assert second.number == first.number + 1
    assert rig.board.running().counts == (0, 0, 0, 1, 0, 0, 1)


def test_a_flicker_is_noise_and_no_break(rig: Rig) -> None:
    opened(rig)
    rig.pulse(2, 0.05, 0.5)
    rig.pulse(4, 0.15, 16.0)
    broken = read_until(rig.board, BeamBroken)
    assert [b.outlet for b in broken if isinstance(b, BeamBroken)] == [4]
    running = rig.board.running()
    assert running.counts == (0, 0, 0, 0, 1, 0, 0)
    assert running.noise == (0, 0, 1, 0, 0, 0, 0)


def test_a_blocked_beam_is_told_and_so_is_its_end(rig: Rig) -> None:
    opened(rig)
    rig.block(5)
    assert read_until(rig.board, BeamDark)[-1] == BeamDark(5)
    assert rig.board.condition().blocked == {5}
    rig.unblock(5)
    assert read_until(rig.board, BeamClear)[-1] == BeamClear(5)
    broken = read_until(rig.board, BeamBroken)[-1]
    assert isinstance(broken, BeamBroken)
    assert broken.duration is not None
    assert broken.duration >= rig.board.settings().blocked


@pytest.mark.parametrize("blink", [True, False])
def test_beams_follow_their_emitters_and_nothing_is_counted(rig: Rig, blink: bool) -> None:
    opened(rig)
    checked = rig.board.check_beams(blink)
    assert checked.blind == ()
    assert checked.dark == frozenset(range(7))
    assert rig.board.running().counts == (0,) * 7
    assert not isinstance(rig.board.read(0.2), BeamBroken)


def test_a_beam_with_something_in_it_is_found(rig: Rig) -> None:
    opened(rig)
    rig.block(1)
    read_until(rig.board, BeamDark)
    assert rig.board.check_beams(blink=True).stuck_dark == (1,)


def test_a_finger_test_counts_nothing(rig: Rig) -> None:
    opened(rig)
    rig.board.begin_finger_test()
    rig.pulse(0, 0.05, 100)
    broken = read_until(rig.board, BeamBroken)[-1]
    assert isinstance(broken, BeamBroken)
    assert broken.testing
    assert not broken.counted
    rig.board.end_finger_test()
    assert rig.board.running().counts == (0,) * 7


def test_a_drop_refuses_tests_and_turns_and_marks_its_breaks(rig: Rig) -> None:
    opened(rig)
    rig.board.turn(1500)
    read_until(rig.board, Arrived)
    rig.board.begin_drop(1)
    with pytest.raises(TowerBusy):
        rig.board.check_beams(blink=True)
    with pytest.raises(TowerBusy):
        rig.board.turn(1700)
    rig.pulse(3, 0.05, 16)
    broken = read_until(rig.board, BeamBroken)[-1]
    assert isinstance(broken, BeamBroken)
    assert broken.in_drop
    rig.board.end_drop()
    rig.board.end_drop()


def test_settings_are_kept(rig: Rig) -> None:
    opened(rig)
    changed = replace(rig.board.settings(), shake_cycles=5, blocked=700, serial=b"T-0042".ljust(12, b"\0"))
    rig.board.store(changed)
    assert rig.board.settings() == changed


class Watched(io.StringIO):
    """A screen that somebody looks at: cubes are thrown in when it says so."""

    def __init__(self, throw: Callable[[], None]) -> None:
        super().__init__()
        self.throw = throw

    def write(self, text: str) -> int:
        if "Throw 4 cubes in now." in text:
            self.throw()
        return super().write(text)


@pytest.mark.slow
def test_the_same_count_with_the_same_words_on_every_tower(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`companion tower count --thrown 4`, as it is typed."""

    def this_tower(_: Choice, watching: Watching | None = None) -> Tower:
        assert watching is not None
        tower = Tower(rig.board, replace(watching, pause=60.0, word=60.0))  # however late a cube is
        tower.open()
        rig.board.hands_away(1000)
        return tower

    def throw() -> None:
        for i, outlet in enumerate((3, 2, 3, 4)):
            rig.pulse(outlet, 0.1 + 0.1 * i, 16.0)

    monkeypatch.setattr(commands, "open_tower", this_tower)
    shown = Watched(throw)
    words = ["count", "--thrown", "4", "--facing", "3", "--no-shake", "--simulated"]
    assert console.main(words, lambda lang: Words(lang or "en", ["tower", "help"]).say, shown) == 0
    who, banner, *told = [line for line in shown.getvalue().splitlines() if not line.startswith("Turning")]
    assert who.startswith(("Tower on ", "Simulated tower."))
    assert banner == "*** NO HARDWARE: this tower is simulated or emulated. ***"
    assert told[0].startswith("The tower faces outlet 3")
    assert told[1:] == [
        "All beams answer.",
        "Throw 4 cubes in now.",
        "Best one after another: each that is heard is told.",
        "Outlet 3: 16.0 ms.",
        "+1: 1 of 4",
        "Outlet 2: 16.0 ms.",
        "+1: 2 of 4",
        "Outlet 3: 16.0 ms.",
        "+1: 3 of 4",
        "Outlet 4: 16.0 ms.",
        "+1: 4 of 4",
        "Counted:",
        "  1. outlet 2: 1, outlet 3: 2, outlet 4: 1; inside: 0 (100 %)",
    ]


def test_the_simulated_board_meets_the_contract_s_type() -> None:
    board: TowerBoard = SimulatedBoard()
    assert board.open().kind == "simulated"


def test_from_an_unknown_place_nothing_moves_before_hands_are_away(rig: Rig) -> None:
    rig.board.open()
    if not isinstance(rig.board, SimulatedBoard):  # nobody has touched a simulated tower before it begins
        with pytest.raises(HandsOnTower):
            rig.board.turn(1500)
    rig.board.hands_away(1000)
    rig.board.turn(1500)
    read_until(rig.board, Arrived)
    assert rig.board.condition().pulse == 1500


def test_a_strip_of_lights_shows_it_or_there_is_none(rig: Rig) -> None:
    rig.board.open()
    fitted = bool(rig.board.settings().fitted & Fitted.LIGHTS)
    assert rig.board.light(resting(PALETTE)) is fitted
    assert fitted is isinstance(rig.board, SimulatedBoard)
