"""Every fault that can be switched on does what docs/faults.md says, and can be switched off again."""

import io
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from companion.tower import FAULTS, Choice, Fault, Inside, Tower, UnknownFault, open_tower, parse_fault
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.console import main
from companion.tower.counting import Count, Doubt
from companion.tower.errors import LinkDown, TowerJammed, TowerSilent
from companion.tower.faults import KINDS, FaultKind
from companion.tower.readings import (
    BeamBroken,
    BeamDark,
    CountsLost,
    LinkBack,
    LinkLost,
    OutsideDrop,
    Reading,
)
from companion.words import Words, languages
from tests.tower.even import even_board

THROWN = 4


def opened(*faults: str, seed: int = 4) -> Tower:
    tower = Tower(even_board(*faults, seed=seed))
    tower.open()
    return tower


def evening(*faults: str) -> tuple[Count, list[Reading], Tower]:
    """Turned to era 3, one drop, and a while of listening afterwards."""
    tower = opened(*faults)
    heard: list[Reading] = []
    tower.face(3, heard.append)
    count = tower.drop(THROWN, inside=Inside(), tell=heard.append)
    for _ in range(40):
        tower.listen(0.1, heard.append)
    return count, heard, tower


def told(heard: list[Reading], kind: type) -> bool:
    return any(isinstance(reading, kind) for reading in heard)


ASKED = {
    "power-in-drop": Doubt.LOST,
    "stuck-dark:3": Doubt.BLIND,
    "stuck-clear:3": Doubt.BLIND,
    "emitters-off": Doubt.BLIND,
    "flood-of-light": Doubt.BLIND,
    "inverted:3": Doubt.BLIND,
    "resting": Doubt.BLOCKED,
    "wrong-outlet": Doubt.UNREACHABLE,
    "stays-inside": Doubt.STILL_INSIDE,
    "overflow-in-drop": Doubt.UNREACHABLE,
}


@pytest.mark.parametrize("fault", ASKED)
def test_what_cannot_be_known_is_asked_with_its_reason(fault: str) -> None:
    count, _, _ = evening(fault)
    assert count.asked
    assert ASKED[fault] in count.reasons or Doubt.UNSURE in count.reasons


HEARD: dict[str, type] = {
    "cable-in-drop:8": LinkLost,
    "reboot-in-drop": LinkBack,
    "hang-in-drop": LinkBack,
    "power-in-drop": CountsLost,
    "resting": BeamDark,
    "hand-between-drops": OutsideDrop,
    "unannounced": LinkBack,
}


@pytest.mark.parametrize("fault", HEARD)
def test_the_players_are_told(fault: str) -> None:
    _, heard, _ = evening(fault)
    assert told(heard, HEARD[fault])


BORNE = ["cable-in-drop:8", "reboot-in-drop", "hang-in-drop", "chatter:3", "slow:3"]


@pytest.mark.parametrize("fault", BORNE)
def test_what_can_be_borne_costs_no_cube(fault: str) -> None:
    count, _, tower = evening(fault)
    board = tower.board
    assert isinstance(board, SimulatedBoard)
    truth = (tuple(board.passed), board.inside)
    assert count.asked or (count.best.passed, count.best.inside) == truth


@pytest.mark.slow
@pytest.mark.parametrize(("faults", "most"), [(["stays-inside"], 8), (["split", "stays-inside"], 20)])
def test_a_missing_cube_is_hardly_ever_explained_away(faults: list[str], most: int) -> None:
    """A cube of this tower takes 14 to 55 ms: a slow one looks like two, half of one like a quick one."""
    silently_wrong = drops = 0
    for seed in range(50):
        for thrown in (2, 4, 6):
            board = SimulatedBoard(seed)
            tower = Tower(board)
            tower.open()
            tower.face(3)
            for fault in faults:
                board.faults.switch_on(parse_fault(fault))
            count = tower.drop(thrown, inside=Inside())
            drops += 1
            truth = (tuple(board.passed), board.inside)
            silently_wrong += not count.asked and (count.best.passed, count.best.inside) != truth
    print(f"{' and '.join(faults)}: {silently_wrong} of {drops} drops silently wrong")
    assert silently_wrong <= most


TURNING: dict[str, type[Exception]] = {
    "cable-in-turn": LinkDown,
    "reboot-in-turn": LinkDown,
    "busy": TowerJammed,
}


@pytest.mark.parametrize("fault", TURNING)
def test_a_turn_that_fails_is_an_error_with_advice(fault: str) -> None:
    with pytest.raises(TURNING[fault]):
        opened(fault).face(5)


def test_a_silent_tower_is_not_opened_and_answers_again_when_it_is_switched_off() -> None:
    with pytest.raises(TowerSilent):
        opened("silent")
    tower = opened()
    assert tower.faults is not None
    tower.faults.switch_on(Fault("silent"))
    with pytest.raises(TowerSilent):
        tower.face(2)
    while not isinstance(tower.listen(0.5), LinkLost):
        pass
    with pytest.raises(LinkDown):
        tower.face(2)
    tower.faults.switch_off(Fault("silent"))
    while tower.listen(0.5) is not None:
        pass
    assert tower.face(2).outlet == 2


def test_a_stall_and_a_missing_ring_are_not_confirmed() -> None:
    assert opened("stall").face(6).confirmed is False
    assert opened("no-ring").face(6).confirmed is None


def test_lost_settings_are_not_calibrated_and_come_back() -> None:
    tower = opened("uncalibrated")
    assert not tower.calibration.servo_measured
    assert tower.faults is not None
    tower.faults.switch_off(Fault("uncalibrated"))
    tower.open()
    assert tower.calibration.servo_measured


def passages(fault: str) -> tuple[list[tuple[int, float]], int]:
    """What the beams show of three cubes, outlet and length, with a fault of the cubes; and the truth."""
    board = even_board(fault, throws=False)
    board.open()
    board.throw(3, jam=0)
    seen = []
    while (reading := board.read(3.0)) is not None:
        if hasattr(reading, "duration"):
            seen.append((reading.outlet, reading.duration))
    return seen, sum(board.passed)


def test_two_cubes_touching_or_side_by_side_are_one_pulse() -> None:
    for fault in ("touching", "side-by-side"):
        seen, cubes = passages(fault)
        assert (len(seen), cubes) == (2, 3), fault
    assert max(length for _, length in passages("touching")[0]) > 1.5 * min(
        length for _, length in passages("touching")[0]
    )


def test_one_cube_in_two_pulses() -> None:
    seen, cubes = passages("split")
    assert (len(seen), cubes) == (4, 3)


def test_a_late_cube_comes_after_a_second_of_silence() -> None:
    _, heard, _ = evening("late")
    starts = sorted(reading.start for reading in heard if hasattr(reading, "duration"))
    assert max(b - a for a, b in pairwise(starts)) > 1000


def test_a_slow_receiver_shows_cubes_longer_than_they_are() -> None:
    board = SimulatedBoard(faults=[parse_fault("slow:3")], throws=False)
    board.open()
    board.fall(3, 0.1, 16)
    board.fall(4, 0.2, 16)
    seen = list(iter(lambda: board.read(1.0), None))
    assert len(seen) == 2
    assert [one.duration for one in seen if isinstance(one, BeamBroken)] == pytest.approx([24, 16])


def test_a_flickering_beam_is_counted_as_noise() -> None:
    _, _, tower = evening("chatter:5")
    running = tower.board.running()
    assert running.noise == (0, 0, 0, 0, 0, 3, 0)
    assert running.counts[5] == 0


def test_a_watchdog_is_named_as_the_cause() -> None:
    _, heard, _ = evening("hang-in-drop")
    assert LinkBack("simulated", rebooted=True, cause="watchdog") in heard


def test_a_cube_that_fell_while_nobody_heard_it_is_told_and_not_added() -> None:
    count, heard, _ = evening("unannounced")
    assert sum(isinstance(reading, OutsideDrop) for reading in heard) == 1
    assert sum(count.best.passed) + count.best.inside == THROWN


def test_one_cube_that_two_beams_show_is_asked_as_one() -> None:
    count, _, _ = evening("crosstalk")
    assert Doubt.CROSSTALK in count.reasons
    assert count.asked
    assert sum(count.best.passed) == THROWN


def test_a_cube_too_many_is_asked_and_offered() -> None:
    count, _, _ = evening("one-too-many")
    assert count.asked
    assert THROWN + 1 in [sum(answer.passed) for answer in count.answers[:2]]


def test_swapped_cables_show_at_each_other_s_outlet() -> None:
    board = SimulatedBoard(faults=[parse_fault("swapped:3")], throws=False)
    board.open()
    board.fall(3, 0.1, 16)
    reading = board.read(1.0)
    assert isinstance(reading, BeamBroken)
    assert reading.outlet == 4


def _as_it_is(board: SimulatedBoard) -> tuple[object, ...]:
    outlets = [set(board.stuck_dark), set(board.stuck_clear), set(board.inverted), board.wiring, board.lags]
    flags = (board.emitters_dead, board.stalled, board.never_arrives)
    return (*map(tuple, outlets), *flags, board.settings())


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.id)
def test_every_fault_can_be_switched_on_and_off_while_the_tower_runs(kind: FaultKind) -> None:
    fault = parse_fault(kind.id)
    board = SimulatedBoard(1)
    tower = Tower(board)
    tower.open()
    tower.face(3)
    before = _as_it_is(board)
    assert tower.faults is not None
    tower.faults.switch_on(fault)
    assert tower.faults.on == (fault,)
    tower.faults.switch_on(fault)
    tower.faults.switch_off(fault)
    tower.faults.switch_off(fault)
    assert tower.faults.on == ()
    while tower.listen(0.5) is not None:
        pass
    assert _as_it_is(board) == before
    assert tower.face(4).confirmed


def test_a_fault_by_name_is_chosen_with_the_tower(tmp_path: Path) -> None:
    with open_tower(Choice("simulated", speed=None, faults=("stall",)), kept=tmp_path) as tower:
        assert tower.face(6).confirmed is False


@pytest.mark.parametrize("text", ["fire", "stall:3", "stuck-dark:7", "cable-in-drop:soon", ""])
def test_an_unknown_fault_is_one_clear_line(text: str) -> None:
    with pytest.raises(UnknownFault):
        parse_fault(text)


@pytest.mark.parametrize("language", languages())
def test_every_fault_has_its_words(language: str) -> None:
    say = Words(language, ["tower", "help"]).say
    for kind in FAULTS:
        assert "‹" not in say(f"tower.fault.{kind.id}", {})
        assert "‹" not in say(f"tower.fault-group.{kind.group}", {})


REFUSED = {  # with a clear line and what to do: the other faults are borne or asked
    *("silent", "port-taken", "other-device", "older-protocol", "newer-protocol"),
    *("busy", "cable-in-turn", "reboot-in-turn", "command-while-turning", "stop-while-turning"),
    "hand-on-tower",
}


class TestConsole:
    @pytest.fixture
    def run(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> Callable[..., tuple[int, str]]:
        def run(*argv: str) -> tuple[int, str]:
            out = io.StringIO()
            try:
                code = main(
                    argv, lambda lang: Words(lang or "en", ["tower", "help"]).say, out, languages()
                )
            except SystemExit as end:
                code = int(end.code or 0)
            captured = capsys.readouterr()
            return code, out.getvalue() + captured.out + captured.err

        return run

    def test_a_fault_from_the_command_line(self, run: Callable[..., tuple[int, str]]) -> None:
        fast = ("--simulated", "--speed", "0")
        code, said = run("count", "--thrown", "4", "--facing", "3", *fast, "--fault", "stuck-dark:3")
        assert code == 0
        assert "Beams that cannot be trusted: 3." in said

    @pytest.mark.parametrize("fault", ["hand-between-drops", "unannounced"])
    def test_what_happens_between_drops_is_seen_by_watching(
        self, run: Callable[..., tuple[int, str]], fault: str
    ) -> None:
        fast = ("--simulated", "--speed", "0", "--seconds", "10")
        assert run("watch", *fast)[1].count("a break outside a drop") == 0
        assert "a break outside a drop" in run("watch", *fast, "--fault", fault)[1]

    def test_help_lists_every_fault(self, run: Callable[..., tuple[int, str]]) -> None:
        _, said = run("count", "--help")
        named = [line.split()[0] for line in said.splitlines() if line.startswith("  ")]
        assert [name for name in named if name in KINDS] == list(KINDS)

    @pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.id)
    def test_every_fault_from_the_command_line_ends_in_a_count_or_in_advice(
        self,
        run: Callable[..., tuple[int, str]],
        kind: FaultKind,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        argv = ("count", "--thrown", "4", "--facing", "3", "--simulated", "--speed", "0")
        code, said = run(*argv, "--fault", kind.id)
        assert code == (kind.id in REFUSED), said
        assert "‹" not in said
        assert code == 1 or "Counted:" in said or "Please look" in said, said

    def test_an_unknown_fault_is_told_what_there_is_in_french_too(
        self, run: Callable[..., tuple[int, str]]
    ) -> None:
        code, said = run("info", "--simulated", "--fault", "feu", "--lang", "fr")
        assert code == 2
        assert "pas de panne feu" in said
        assert all(name in said for name in KINDS)

    @pytest.mark.parametrize("extra", [("--simulated", "--fault", "fire"), ("--fault", "stall")])
    def test_a_mistake_is_one_line(self, run: Callable[..., tuple[int, str]], extra: tuple[str, ...]) -> None:
        code, said = run("info", *extra)
        assert code == 2
        assert said.count("\n") == 1


def test_the_same_seed_gives_the_same_drops() -> None:
    def drops(seed: int) -> list[tuple[int, ...]]:
        board = SimulatedBoard(seed)
        board.open()
        return [tuple(board.passed) for _ in range(20) if board.throw(4) is None]

    assert drops(5) == drops(5)
    assert drops(5) != drops(6)


def test_the_model_is_what_was_fitted() -> None:
    """Shares and jams of many throws, against the figures of the fitted file."""
    board = SimulatedBoard(1)
    model, lot = board.model, random.Random(2)
    jams = sum(model.stuck(6, lot) > 0 for _ in range(4000)) / 4000
    assert jams == pytest.approx(model.jam(6), abs=0.03)
    firsts = [model.drop(4, lot)[-1].outlet for _ in range(2000)]
    assert 0.25 < firsts.count(0) / 2000 < 0.6
    assert set(firsts) == {0, 1, -1}
