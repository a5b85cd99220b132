"""Faults of the wire, the port and the board, switched on in the simulated tower: each strikes, and costs
nothing but time or a clear error. Real frames go between the real board's driver and a small firmware."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tower import FAULTS, Count, Inside, Tower, parse_fault
from companion.tower import wire_table as table
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.counting import Doubt
from companion.tower.errors import (
    LinkDown,
    PortBusy,
    TowerBusy,
    TowerError,
    TowerSilent,
    TowerStopped,
    WrongDevice,
    WrongFirmware,
)
from companion.tower.readings import Arrived, BeamBroken, Faced, LinkBack, LinkLost, Reading
from companion.tower.wire import encode
from tests.tower.even import even_board

THROWN = 4
BYTES = [
    "flipped-bit",
    "lost-byte",
    "doubled-byte",
    "truncated-frame",
    "merged-frames",
    "garbage",
    "oversized-frame",
]


class Evening:
    """A tower with its faults, turned to era 3; one drop of four cubes."""

    def __init__(self, *faults: str, seed: int = 4) -> None:
        self.board = even_board(*faults, seed=seed)
        self.tower = Tower(self.board)
        self.heard: list[Reading] = []
        self.tower.open()
        self.faced = self.tower.face(3, self.heard.append)

    def drop(self) -> Count:
        return self.tower.drop(THROWN, inside=Inside(), tell=self.heard.append)

    def counted(self) -> tuple[tuple[int, ...], int] | None:
        """What one drop was counted as; None: it is asked."""
        best = (count := self.drop()).best
        return None if count.asked else (best.passed, best.inside)

    @property
    def truth(self) -> tuple[tuple[int, ...], int]:
        return tuple(self.board.passed), self.board.inside

    def told(self, kind: type) -> list[Reading]:
        return [reading for reading in self.heard if isinstance(reading, kind)]

    def acted(self) -> dict[str, int]:
        return {name: n for name, n in self.board.firmware.acted.items() if name != "Blink"}


ONCE = {"Face": 1, "Light": 2, "DropBegin": 1, "DropEnd": 1}


def breaks(evening: Evening) -> list[tuple[int, int]]:
    return [(b.outlet, round(b.duration or 0)) for b in evening.heard if isinstance(b, BeamBroken)]


def test_without_a_fault_nothing_is_damaged_and_nothing_repeated() -> None:
    evening = Evening()
    assert evening.counted() == evening.truth
    assert (evening.board.damaged, evening.board.firmware.repeats) == (0, 0)
    assert evening.acted() == ONCE


@pytest.mark.parametrize("fault", BYTES)
def test_damaged_frames_are_thrown_away_and_what_they_told_is_heard_all_the_same(fault: str) -> None:
    plain, evening = Evening(), Evening(fault)
    assert plain.counted() == evening.counted() == evening.truth
    assert evening.board.damaged >= 3
    assert breaks(evening) == breaks(plain), "no break is lost, none comes twice"
    assert evening.acted() == ONCE
    assert evening.faced == Faced(3, confirmed=True)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("fault", BYTES)
def test_whatever_frame_is_struck_the_count_is_right_or_asked(fault: str, seed: int) -> None:
    evening = Evening(fault, "resting", seed=seed)
    assert evening.counted() in (None, evening.truth)


@pytest.mark.parametrize("fault", ["late-reply", "lost-acknowledgement"])
def test_a_command_without_a_timely_reply_is_sent_again_and_acts_once(fault: str) -> None:
    evening = Evening(fault)
    assert evening.counted() == evening.truth
    assert evening.board.firmware.repeats >= 3
    assert evening.acted() == ONCE


@pytest.mark.parametrize(("fault", "more"), [("doubled-reply", 1), ("wrong-id-reply", 1)])
def test_replies_that_nobody_awaits_are_left(fault: str, more: int) -> None:
    plain, evening = Evening(), Evening(fault)
    assert plain.counted() == evening.counted() == evening.truth
    assert evening.board._line is not None
    assert plain.board._line is not None
    assert evening.board._line.heard_bytes > plain.board._line.heard_bytes + 20 * more
    assert (evening.acted(), evening.board.firmware.repeats) == (ONCE, 0)


def test_a_restarted_host_that_reuses_ids_is_served() -> None:
    evening = Evening("reused-ids")
    assert evening.counted() == evening.truth
    firmware = evening.board.firmware
    assert firmware.sessions == 3, "opened, before the turn, before the drop"
    assert firmware.reused >= 1
    assert evening.acted() == ONCE


def test_without_a_new_session_a_reused_id_is_a_repeat_and_does_not_act() -> None:
    board = SimulatedBoard()
    firmware = board.firmware

    def say(message: table.Request, request: int) -> None:
        firmware.hear(encode(message, request, firmware.boot))

    say(table.Open(1), 1)
    say(table.Face(1500, 0), 2)
    say(table.Face(1500, 0), 2)
    assert (firmware.acted["Face"], firmware.repeats) == (1, 1)
    board.stop_by_hand()
    board.live(0.01)
    say(table.Open(2), 1)
    say(table.Face(1200, 0), 2)
    assert firmware.acted["Face"] == 2
    assert firmware.reused == 1


OPENING: dict[str, type[TowerError]] = {
    "silent": TowerSilent,
    "port-taken": PortBusy,
    "other-device": WrongDevice,
    "older-protocol": WrongFirmware,
    "newer-protocol": WrongFirmware,
}


@pytest.mark.parametrize("fault", OPENING)
def test_what_cannot_be_opened_says_why(fault: str) -> None:
    board = SimulatedBoard(faults=[parse_fault(fault)])
    with pytest.raises(OPENING[fault]):
        Tower(board).open()
    assert board.now() < 10, "and in good time"
    board.faults.switch_off(parse_fault(fault))
    assert Tower(board).open().where == "simulated"


@pytest.mark.parametrize(("fault", "theirs"), [("older-protocol", -1), ("newer-protocol", +1)])
def test_another_protocol_is_told_with_both_versions(fault: str, theirs: int) -> None:
    with pytest.raises(WrongFirmware) as raised:
        SimulatedBoard(faults=[parse_fault(fault)]).open()
    assert (raised.value.params["theirs"], raised.value.params["ours"]) == (
        table.VERSION + theirs,
        table.VERSION,
    )


@pytest.mark.parametrize("fault", OPENING)
def test_in_a_session_it_is_a_lost_link_until_it_is_switched_off(fault: str) -> None:
    evening = Evening()
    evening.board.faults.switch_on(parse_fault(fault))
    for _ in range(80):
        evening.tower.listen(0.1, evening.heard.append)
    assert evening.told(LinkLost)
    with pytest.raises(LinkDown):
        evening.tower.face(5)
    evening.board.faults.switch_off(parse_fault(fault))
    evening.tower.listen(0.1, evening.heard.append)
    assert evening.told(LinkBack) == [LinkBack("simulated", rebooted=False, cause="unknown")]
    assert evening.tower.face(5).confirmed
    assert evening.counted() == evening.truth


def test_a_cube_that_falls_in_the_silence_is_told_afterwards() -> None:
    evening = Evening()
    evening.board.faults.switch_on(parse_fault("silent"))
    evening.board.fall(3, 1.0, 16)
    for _ in range(80):
        evening.tower.listen(0.1, evening.heard.append)
    assert breaks(evening) == []
    evening.board.faults.switch_off(parse_fault("silent"))
    for _ in range(10):
        evening.tower.listen(0.1, evening.heard.append)
    assert breaks(evening) == [(3, 16)]


def test_back_at_another_port_the_tower_is_found_and_says_where() -> None:
    evening = Evening("other-port")
    assert evening.tower.identity.where == "simulated"
    assert evening.counted() == evening.truth
    assert [back.where for back in evening.told(LinkBack) if isinstance(back, LinkBack)] == ["simulated-2"]
    assert evening.tower.identity.where == "simulated-2"
    evening.board.passed = [0] * 7
    assert evening.counted() in (None, evening.truth)
    assert evening.tower.identity.where == "simulated-3"


def test_a_reset_on_open_keeps_counts_and_place() -> None:
    evening = Evening("reset-on-open")
    evening.drop()
    before, facing = evening.board.running(), evening.tower.facing
    boot = evening.tower.identity.boot
    again = evening.tower.open()
    assert (again.boot, again.reset_cause) == (boot + 1, "external")
    assert evening.board.running() == before
    assert sum(before.counts) >= THROWN - evening.board.inside
    assert evening.tower.facing == facing == 3


def test_a_reset_on_open_in_a_session_is_told() -> None:
    evening = Evening()
    evening.board.faults.switch_on(parse_fault("reset-on-open"))
    for _ in range(10):
        evening.tower.listen(0.1, evening.heard.append)
    assert evening.told(LinkBack) == [LinkBack("simulated", rebooted=True, cause="external")]
    assert evening.counted() == evening.truth


def test_counts_and_numbers_wrap_in_the_middle_of_a_drop() -> None:
    evening = Evening("counter-wrap")
    before = evening.board.running().counts
    assert evening.counted() == evening.truth
    numbers = [b.number for b in evening.heard if isinstance(b, BeamBroken)]
    assert numbers[:3] == [65535, 0, 1]
    after = evening.board.running().counts
    assert any(a < b for a, b in zip(after, before, strict=True))
    evening.board.passed = [0] * 7
    assert evening.counted() == evening.truth, "and in the next one again"


def test_the_clock_wraps_in_the_middle_of_a_drop_and_times_go_on() -> None:
    plain, evening = Evening(), Evening("clock-wrap")
    assert plain.counted() == evening.counted() == evening.truth
    told = [entry.start for entry in evening.board.firmware._log]
    assert told[0] > 2**31 > told[-1], "the board's clock did run over"

    def gaps(of: Evening) -> list[float]:
        starts = [b.start for b in of.heard if isinstance(b, BeamBroken)]
        return [round(b - a, 2) for a, b in pairwise(starts)]

    assert gaps(evening) == pytest.approx(gaps(plain), abs=0.02)


def test_a_command_while_the_tower_turns_is_refused_and_the_turn_goes_on() -> None:
    evening = Evening()
    fault = parse_fault("command-while-turning")
    evening.board.faults.switch_on(fault)
    with pytest.raises(TowerBusy):
        evening.tower.face(5)
    for _ in range(50):
        evening.tower.listen(0.1, evening.heard.append)
    arrived = [a for a in evening.told(Arrived) if isinstance(a, Arrived)]
    assert [a.pulse for a in arrived] == [evening.board.settings().eras[era] for era in (3, 6)]
    assert evening.acted() == {"Face": 1}
    evening.board.faults.switch_off(fault)
    assert evening.tower.face(5) == Faced(5, confirmed=True)


def test_a_stop_while_the_tower_turns_stands_at_once_and_says_so() -> None:
    evening = Evening()
    evening.board.faults.switch_on(parse_fault("stop-while-turning"))
    with pytest.raises(TowerStopped):
        evening.tower.face(6, evening.heard.append)
    assert evening.tower.facing is None
    eras = evening.board.settings().eras
    assert eras[3] < (evening.board.condition().pulse or 0) < eras[6]
    assert not evening.board.condition().turning


def test_a_reboot_while_a_cube_is_in_the_beam_is_asked() -> None:
    board = SimulatedBoard(throws=False)
    tower = Tower(board)
    tower.open()
    tower.face(3)
    board.fall(3, 0.4, 16)
    board.fall(3, 0.5, 17)
    board.reboot(after=0.408)
    count = tower.drop(2, inside=Inside())
    assert count.asked
    assert Doubt.BLIND in count.reasons


TOGETHER = ["resting", "late", *(kind.id for kind in FAULTS if kind.group in ("wire", "link", "board"))]


@pytest.mark.slow
@given(faults=st.sets(st.sampled_from(TOGETHER), max_size=4), seed=st.integers(0, 1000))
@settings(max_examples=150, deadline=None)
def test_whatever_is_switched_on_together_is_right_or_asked_or_an_error(faults: set[str], seed: int) -> None:
    """And it ends: a drop whose cable stays out is asked after a minute of the tower's time."""
    board = even_board(*sorted(faults), seed=seed)
    tower = Tower(board)
    try:
        tower.open()
        tower.face(3)
        count = tower.drop(THROWN, inside=Inside())
    except TowerError:
        assert faults
    else:
        truth = (tuple(board.passed), board.inside)
        assert count.asked or (count.best.passed, count.best.inside) == truth
    assert board.now() < 200
