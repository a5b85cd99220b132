"""Faults of board, servo and beams against the real firmware: what players see; no cube is lost.

Times are the emulated board's, and so is the clock by which the driver waits: none is this machine's.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.tower import Doubt, Inside, Tower
from companion.tower.calibration import Calibration
from companion.tower.errors import LinkDown
from companion.tower.procedures import finger_test
from companion.tower.readings import (
    BeamsChecked,
    CountsLost,
    Faced,
    LinkBack,
    LinkLost,
    OutsideDrop,
    Reading,
    Shaking,
    ThrowNow,
    Turning,
)
from tests.firmware.symbols import symbol
from tests.tower.emulated_table import THREE, Table, once
from tests.tower.lockstep import LockstepBoard, LockstepRig

pytestmark = pytest.mark.slow  # every test starts a board of its own

def test_a_plain_drop(table: Table) -> None:
    count = table.drop(3, table.three())
    assert (count.asked, count.best.passed, count.reasons) == (False, THREE, ())


class TestBoard:
    def test_a_reset_on_open_keeps_counts_place_and_calibration(self, table: Table) -> None:
        table.drop(3, table.three())
        table.rig.board.close()
        with Tower(LockstepBoard(table.rig)) as tower:
            identity = tower.open()
            assert identity.reset_cause == "external"
            assert tower.facing == 3
            assert tower.board.running().counts == THREE
            assert tower.calibration.serial == "T-TEST"

    def test_a_reboot_in_mid_drop_keeps_every_cube(self, table: Table) -> None:
        count = table.drop(3, table.three(after=0.3), table.later(0.2, "reset"))
        assert [back.rebooted for back in table.told(LinkBack) if isinstance(back, LinkBack)] == [True]
        assert (count.asked, count.best.passed) == (False, THREE)

    def test_power_lost_in_mid_drop_is_asked(self, table: Table) -> None:
        count = table.drop(
            3, table.three(), table.later(0.4, "power", "off"), table.later(0.5, "power", "on")
        )
        assert table.told(CountsLost)
        assert count.asked
        assert Doubt.LOST in count.reasons

    def test_a_hang_ends_by_the_watchdog_and_is_told(self, table: Table) -> None:
        hang = table.later(0.3, "jump", symbol("__stop_program"))
        table.tower.watching = replace(table.tower.watching, pause=3.0, word=3.0)
        count = table.drop(4, table.three(), hang, table.cube(3, 2.0))
        back = table.told(LinkBack)
        assert back
        assert isinstance(back[0], LinkBack)
        assert "watchdog" in back[0].cause
        assert (count.asked, count.best.passed) == (False, (0, 0, 1, 2, 1, 0, 0))

    def test_a_lost_configuration_is_not_calibrated(self, table: Table) -> None:
        table.rig.board.close()
        table.ask("eeprom", 0, "=" + "ff" * 512)
        with Tower(LockstepBoard(table.rig)) as tower:
            tower.open()
            assert not tower.calibration.servo_measured
            assert tower.calibration.durations == ()
            assert tower.calibration.serial == ""


class TestCable:
    def test_pulled_in_mid_drop_costs_no_cube(self, table: Table) -> None:
        count = table.drop(
            3, table.three(after=0.4), table.later(0.2, "cable", "pull"), table.later(1.2, "cable", "plug")
        )
        assert table.told(LinkLost)
        assert table.told(LinkBack)
        assert (count.asked, count.best.passed) == (False, THREE)

    def test_pulled_for_good_in_mid_drop_is_asked_with_what_was_seen(self, table: Table) -> None:
        table.tower.watching = replace(table.tower.watching, link=1.0)
        count = table.drop(4, table.three(), table.later(0.5, "cable", "pull"))
        assert count.asked
        assert Doubt.LOST in count.reasons
        assert sum(count.best.passed) + count.best.inside == 4

    def test_a_drop_while_disconnected_is_told_afterwards(self, table: Table) -> None:
        table.ask("cable", "pull")
        table.three(after=0.1)()
        table.listen(0.5)
        assert not table.told(OutsideDrop)
        table.ask("cable", "plug")
        table.listen(3.0)
        assert [r.outlet for r in table.told(OutsideDrop) if isinstance(r, OutsideDrop)] == [3, 2, 4]
        assert table.drop(3, table.three()).best.passed == THREE

    def test_pulled_in_mid_turn_is_an_error_and_no_hang(self, table: Table) -> None:
        slow = Calibration(replace(table.tower.calibration.settings, speed=500))
        table.tower.store(slow)

        def pull(reading: Reading) -> None:
            if isinstance(reading, Turning):
                table.ask("cable", "pull")

        with pytest.raises(LinkDown):
            table.tower.face(6, once(pull))
        assert table.tower.facing is None

    @pytest.mark.parametrize("fault", [("cable", "pull"), ("reset",)])
    def test_at_any_moment_of_a_drop_the_count_is_right_or_asked(
        self, table: Table, fault: tuple[str, ...]
    ) -> None:
        for moment in range(0, 700, 50):
            heal = [table.later(moment / 1000 + 0.6, "cable", "plug")] if fault[0] == "cable" else []
            count = table.drop(3, table.three(after=0.2), table.later(moment / 1000, *fault), *heal)
            assert sum(count.best.passed) + count.best.inside == 3
            assert count.asked or count.best.passed == THREE
            table.listen(3.0)
            table.tower.inside = Inside()


class TestServo:
    def test_a_stall_is_not_confirmed(self, table: Table) -> None:
        table.ask("servo", "stall", "on")
        assert table.tower.face(6) == Faced(6, confirmed=False)

    def test_a_turn_is_confirmed_by_the_ring(self, table: Table) -> None:
        assert table.tower.face(6) == Faced(6, confirmed=True)

    def test_a_hand_on_the_tower_is_noticed(self, table: Table) -> None:
        assert table.tower.confirmed is True
        table.listen(1.0)  # until it is no longer held
        table.ask("servo", "hand", 1650)
        table.listen(1.0)
        assert table.tower.confirmed is False

    def test_missing_cubes_are_shaken_for(self, table: Table) -> None:
        table.tower.watching = replace(table.tower.watching, shakes=1)
        freed: list[Reading] = []

        def act(reading: Reading) -> None:
            table.heard.append(reading)
            if isinstance(reading, ThrowNow):
                table.rig.pulse(3, 0.1, 16)
                table.tower.say_all_thrown()
            if isinstance(reading, Shaking):
                freed.append(reading)
                table.rig.pulse(2, 0.2, 16)

        count = table.tower.drop(2, tell=act)
        assert len(freed) == 1
        assert (count.asked, count.best.passed) == (False, (0, 0, 1, 1, 0, 0, 0))


class TestBeams:
    @pytest.mark.parametrize("fault", ["broken", "clear"])
    def test_a_dead_beam_is_found_by_the_blink_and_asked(self, table: Table, fault: str) -> None:
        table.ask("beam", 3, fault)
        count = table.drop(3, table.three())
        assert table.told(BeamsChecked) == [BeamsChecked((3,))]
        assert count.asked
        assert Doubt.BLIND in count.reasons
        assert count.best.passed == THREE

    @pytest.mark.parametrize("fault", ["broken", "clear"])
    def test_dead_emitters_and_a_flood_of_light_are_found(self, table: Table, fault: str) -> None:
        for outlet in range(7):
            table.ask("beam", outlet, fault)
        count = table.drop(3, table.three())
        assert table.told(BeamsChecked) == [BeamsChecked(tuple(range(7)))]
        assert count.asked
        assert Doubt.BLIND in count.reasons
        assert sum(count.best.passed) + count.best.inside == 3

    def test_slow_receivers_are_borne(self, table: Table) -> None:
        table.ask("lag", 2500)
        count = table.drop(3, table.three())
        assert (count.asked, count.best.passed) == (False, THREE)

    def test_swapped_cables_are_found_by_the_finger_test(self, table: Table) -> None:
        table.ask("swap", 1, 5)
        assert finger_test(table.tower, Fingers(table.rig)) == {1: "swapped", 5: "swapped"}
        assert table.tower.board.running().counts == (0,) * 7

    def test_chatter_is_no_cube(self, table: Table) -> None:
        flicker = [table.cube(3, 0.5 + 0.01 * i, 0.4) for i in range(5)]
        count = table.drop(3, table.three(), *flicker)
        assert (count.asked, count.best.passed) == (False, THREE)
        assert table.tower.board.running().noise[3] == 5

    def test_two_cubes_touching_are_two(self, table: Table) -> None:
        count = table.drop(3, table.cube(3, 0.1), table.cube(2, 0.2, 31.0))
        assert (count.asked, count.best.passed) == (False, (0, 0, 2, 1, 0, 0, 0))
        assert count.reasons == (Doubt.MERGED,)

    def test_a_resting_cube_is_asked(self, table: Table) -> None:
        count = table.drop(2, table.cube(3, 0.1), lambda: table.rig.block(2))
        assert count.asked
        assert Doubt.BLOCKED in count.reasons

    def test_a_wrong_outlet_is_asked(self, table: Table) -> None:
        count = table.drop(2, table.cube(3, 0.1), table.cube(6, 0.2))
        assert count.asked
        assert Doubt.UNREACHABLE in count.reasons

    def test_a_late_cube_is_counted(self, table: Table) -> None:
        count = table.drop(2, table.cube(3, 0.05), table.cube(2, 1.2))
        assert (count.asked, count.best.passed) == (False, (0, 0, 1, 1, 0, 0, 0))
        assert count.reasons == (Doubt.LATE,)

    def test_a_hand_through_the_beams_between_drops_is_never_added(self, table: Table) -> None:
        for outlet in (2, 3, 4):
            table.rig.pulse(outlet, 0.05, 200)
        table.tower.inside = Inside(1)
        table.listen(0.6)
        assert len(table.told(OutsideDrop)) == 3
        count = table.drop(3, table.three(), inside=Inside(1))
        assert count.best.passed == THREE
        assert count.asked
        assert Doubt.OUTSIDE in count.reasons


def test_drops_of_the_traces_through_the_real_firmware_count_as_they_do_on_paper() -> None:
    """A score of drops of tower `a` fall through the emulated beams; both agree with the trace."""
    path = Path(__file__).parent / "traces" / "a.json"
    content = json.loads(path.read_text())
    rig = LockstepRig()
    try:
        table = Table(rig)
        right = 0
        for index, drop in enumerate(content["drops"][:20]):
            table.tower.face(drop["facing"])
            count = table.drop(drop["thrown"], lambda index=index: rig.emulator.drop(path, index))
            right += (list(count.best.passed), count.best.inside) == (drop["passed"], drop["inside"])
        assert right >= 19
    finally:
        rig.close()


class Fingers:
    """Breaks the beam it is asked to break."""

    def __init__(self, rig: LockstepRig) -> None:
        self._rig = rig

    def tell(self, key: str, **params: str | int | float) -> None:
        if key == "tower.finger.break":
            self._rig.pulse(int(params["outlet"]), 0.05, 100)

    def ask(self, key: str, **params: str | int | float) -> str:
        return ""

    def hear(self, reading: Reading) -> None:
        pass
