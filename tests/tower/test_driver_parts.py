"""Small promises of the driver, one by one: what it closes, keeps, forgets, drains and doubts."""

from __future__ import annotations

import io
import socket
from argparse import Namespace
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import pytest

from companion.tower import belief, commands
from companion.tower.backends import drop_model, sharing
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.calibration import Calibration
from companion.tower.contract import Identity
from companion.tower.counting import Doubt, Drop, Inside, count_drop
from companion.tower.drop_watch import DropWatch, Watching
from companion.tower.errors import LinkDown, TowerBusy, TowerJammed, TowerSilent, UnknownFault
from companion.tower.faults import parse_fault
from companion.tower.learned import Learned
from companion.tower.learned_file import LearnedFiles
from companion.tower.pulses import Practice, Pulses
from companion.tower.readings import BeamBroken, OutsideDrop, Reading
from companion.tower.screen import Screen
from companion.tower.tower import Tower
from tests.tools.told_board import MEASURED, Bare
from tests.tower.evening import UNEVEN, made


class Real(Tower):
    """Takes a simulated board for one that is there."""

    @property
    def identity(self) -> Identity:
        return replace(self.board.identity, pretended=False)


def opened(kind: type[Tower] = Tower, kept: LearnedFiles | None = None, **about: Any) -> Tower:
    tower = kind(made(3, **about), kept=kept)
    tower.open()
    return tower


def taught() -> Learned:
    learned = Learned(Practice(UNEVEN.calibration))
    drop = Drop((BeamBroken(3, 400.0, 16.0), BeamBroken(2, 600.0, 15.0)), 2, 3)
    for _ in range(4):
        learned.belief(0)
        learned.counted(drop, count_drop(drop, learned.pulses, learned.habits))
    learned.belief(0)
    return learned


def test_a_tower_closes_its_board_however_the_block_ends() -> None:
    closed: list[bool] = []
    tower = opened()
    tower.board.close = lambda: closed.append(True)  # type: ignore[method-assign]
    with tower:
        pass
    assert closed == [True]
    with pytest.raises(LinkDown), tower:
        raise LinkDown("x")
    assert closed == [True] * 2


def test_only_a_tower_that_is_there_begins_where_it_ended(tmp_path: Path) -> None:
    files = LearnedFiles(tmp_path)
    files.keep("SIMULATED", taught())
    assert opened(Real, files).learned.drops == 4
    assert opened(Tower, files).learned.drops == 0
    assert opened(Real, None).learned.drops == 0


def test_every_drop_is_kept_and_all_can_be_forgotten(tmp_path: Path) -> None:
    files = LearnedFiles(tmp_path)
    for kind, number in ((Tower, 0), (Real, 1)):
        tower = opened(kind, files)
        tower.face(3)
        tower.drop(2, "red", Inside())
        tower.drop(2, "red", Inside())
        assert len(dict(files.all())) == number
    assert files.load("SIMULATED", Practice(())).drops == 1
    tower.forget()
    assert tower.learned.drops == 0
    assert not files.path("SIMULATED").exists()
    files.keep("SIMULATED", taught())
    opened(Tower, files).forget()
    assert files.path("SIMULATED").exists(), "what is pretended forgets nobody else's"


def test_measured_anew_the_pulses_are_forgotten_and_otherwise_not() -> None:
    tower = opened()
    tower.learned = taught()
    tower.store(replace(tower.calibration, settings=replace(tower.calibration.settings, settle=310)))
    assert tower.learned.as_data()["pulses"]
    seen = [(n % 7, 20.0 + n / 10) for n in range(14)]
    tower.store(tower.calibration.with_durations(seen))
    assert tower.learned.as_data()["pulses"] == []
    assert tower.learned.drops == 4
    assert tower.learned.pulses.median == pytest.approx(20.65)
    assert tower.calibration == Calibration(tower.board.settings())


@pytest.mark.parametrize(("inside", "cubes", "lost"), [(0, 2, False), (1, 2, True), (0, 1, True)])
def test_without_a_last_word_of_the_board_a_count_is_doubted_where_a_cube_may_be(
    inside: int, cubes: int, lost: bool
) -> None:
    tower = opened()
    watch = DropWatch(2, "red", Inside(inside, "red"), 3, Watching(), Pulses.learn(()))
    watch.breaks = [BeamBroken(3, 100.0 * n, 16.0) for n in range(cubes)]
    before = tower.board.running()

    def silent() -> Any:
        raise TowerSilent("x", port="p")

    tower.board.running = silent  # type: ignore[method-assign]
    tower._reconcile(watch, before)
    assert watch.lost is lost


@pytest.mark.parametrize("change", [{"since": 9}, {"overruns": 1}])
def test_counts_that_began_anew_or_ran_over_are_lost(change: dict[str, int]) -> None:
    tower = opened()
    before = tower.board.running()
    tower.board.running = lambda: replace(before, **change)  # type: ignore[method-assign]
    watch = DropWatch(2, "red", Inside(), 3, Watching(), Pulses.learn(()))
    tower._reconcile(watch, before)
    assert watch.lost
    assert Doubt.LOST in watch.count().reasons


def test_what_fell_before_a_single_cube_is_none_of_it() -> None:
    tower = opened(throws=False)
    board = tower.board
    assert isinstance(board, SimulatedBoard)
    board.fall(2, milliseconds=16.0)
    heard: list[Reading] = []
    while board.now() < 1.5:
        board.live(0.1)
    board.fall(4, after=0.4, milliseconds=17.0)
    single = tower.single_cube(5.0, heard.append)
    assert [one.outlet for one in single] == [4]
    assert [one.outlet for one in heard if isinstance(one, OutsideDrop)] == [2]
    assert board.now() < 4.0, "it need not wait for more once one was heard"


def test_a_shake_that_does_not_end_is_stopped() -> None:
    tower = opened()
    tower.face(3)
    board = tower.board
    assert isinstance(board, SimulatedBoard)
    watch = DropWatch(2, "red", Inside(), 3, Watching(), Pulses.learn(()))
    board.never_arrives = True
    begun = board.now()
    tower._shake_in_drop(watch, lambda _: None)
    assert 10.0 <= board.now() - begun < 10.5
    assert not board.condition().turning
    assert watch.shaken == 1


@pytest.mark.parametrize(("fault", "shaken", "down"), [(TowerBusy("x"), 2, False), (LinkDown("x"), 0, True)])
def test_a_shake_that_is_refused_is_not_tried_again_and_one_unheard_is(
    fault: Exception, shaken: int, down: bool
) -> None:
    tower = opened()
    watch = DropWatch(2, "red", Inside(), 3, Watching(), Pulses.learn(()))

    def refuse(*_: object) -> None:
        raise fault

    tower.board.shake = refuse  # type: ignore[method-assign]
    tower._shake_in_drop(watch, lambda _: None)
    assert (watch.shaken, watch.down) == (shaken, down)


def test_how_long_a_turn_is_waited_for_is_twice_the_sweep_and_a_margin() -> None:
    tower = opened()
    board = tower.board
    assert isinstance(board, SimulatedBoard)
    board.never_arrives = True
    begun = board.now()
    with pytest.raises(TowerJammed) as jammed:
        tower.face(5)
    settings = tower.calibration.settings
    sweep = 2 * (settings.high - settings.low) / settings.speed + settings.settle / 1000
    assert jammed.value.params["seconds"] == round(sweep + 5.0)
    assert sweep + 5.0 <= board.now() - begun < sweep + 5.5
    assert not board.condition().turning


def test_a_new_line_is_struck_at_its_first_frame() -> None:
    board = made(4)
    board.damage._whole = dict.fromkeys(board.damage._whole, 5)
    board.damage.new_line()
    assert sorted(board.damage._whole.values()) == [0, 5]
    opened_at = dict(board.damage._whole)
    board.open()
    assert board.damage._whole != opened_at
    tower = Tower(made(4))
    tower.board.damage._whole = dict.fromkeys(tower.board.damage._whole, 1000)  # type: ignore[attr-defined]
    tower.open()
    assert min(tower.board.damage._whole.values()) < 50, "a new line begins with the first frame"  # type: ignore[attr-defined]


def test_cubes_are_thrown_once_for_a_drop_however_often_it_is_begun() -> None:
    board = made(4)
    tower = Tower(board)
    tower.open()
    tower.face(3)
    board.begin_drop(2)
    assert sum(board.passed) == 2
    board._begin_drop()
    board._begin_drop()
    assert sum(board.passed) == 2


def test_a_break_that_the_board_counted_and_nobody_reported_is_added() -> None:
    """Across the wrap of the counts, and beside those that were reported."""
    tower = opened()
    before = replace(tower.board.running(), counts=(65535, 0, 7, 0, 0, 0, 0))
    tower.board.running = lambda: replace(before, counts=(1, 1, 7, 0, 0, 0, 3))  # type: ignore[method-assign]
    watch = DropWatch(5, "red", Inside(), 0, Watching(), Pulses.learn(()))
    watch.breaks = [BeamBroken(0, 100.0, 16.0), BeamBroken(6, 300.0, 15.0)]
    tower._reconcile(watch, before)
    assert not watch.lost
    added = [(one.outlet, one.start, one.duration) for one in watch.breaks[2:]]
    assert added == [(0, 300.0, None), (1, 300.0, None), (6, 300.0, None), (6, 300.0, None)]
    assert Doubt.UNSEEN in watch.count().reasons


@pytest.mark.parametrize("hands_away", [True, False])
def test_who_typed_that_hands_are_away_is_taken_at_their_word(
    hands_away: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[bool] = []
    monkeypatch.setattr(Tower, "hands_are_away", lambda _: said.append(True))
    args = Namespace(hands_away=hands_away)
    commands._turn(opened(), args, Screen(lambda key, _: key, io.StringIO()), 3)
    assert said == [True] * hands_away


def test_a_hand_turns_the_tower_by_the_shortest_way() -> None:
    board = made(3)
    board.open()
    board.turn_by_hand(5)
    assert board._route == [board.in_force.eras[5]]
    while board._moving:
        board.live(0.5)
    board.turn_by_hand(0)
    assert board._route == [board.in_force.eras[0]]


def test_how_near_cubes_were_let_go_depends_on_the_time_between_them_alone() -> None:
    for model in (drop_model.nearness([0.0, 0.1, 0.5], 0.2), drop_model.nearness([7.0, 7.1, 7.5], 0.2)):
        assert model == pytest.approx(exp(-0.5) + exp(-2.5) + exp(-2.0))
    for handful in ([0.0, 50.0], [900.0, 850.0]):
        assert belief.nearness(handful) == pytest.approx(
            min(exp(-50 / belief.TOGETHER) / belief.HANDFUL, 1.0)
        )


@pytest.mark.parametrize(("name", "most"), [("slow", 6), ("cable-in-turn", 3600)])
def test_the_greatest_value_of_a_fault(name: str, most: int) -> None:
    assert parse_fault(f"{name}:{most}").value == most
    assert parse_fault(f"{name}:0").value == 0
    for wrong in (
        f"{name}:{most + 1}",
        f"{name}:",
        f"{name}:-1",
        f"{name}:{'0' * 19}",
        "chatter:x",
        "split:1",
    ):
        with pytest.raises(UnknownFault):
            parse_fault(wrong)


@pytest.mark.parametrize("ask", ["running", "condition"])
def test_whoever_asks_a_board_hears_of_what_has_just_ended(ask: str) -> None:
    board = Bare(MEASURED, [])
    board.open()
    board.shade(2, dark=True)
    board.time += 0.7
    if ask == "condition":
        assert board.condition().blocked == {2}
        return
    board.shade(2, dark=False)
    board.time += 0.1
    assert board.running().counts == (0, 0, 1, 0, 0, 0, 0)


def test_a_tablet_whose_forerunner_does_not_let_go_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "HELLO_SECONDS", 0.02)
    ours, theirs = socket.socketpair()
    shared = sharing.Sharing("/dev/none", "127.0.0.1", 0, "w", lambda _: True, lambda *_: None)
    with ours, theirs:
        shared._port.acquire()
        shared._pass_on(ours, "1.2.3.4")
        assert theirs.recv(99) == b"taken\n"
        assert shared._port.locked()
    shared.close()


def test_a_tower_remembers_six_hundred_pulses() -> None:
    practice = Practice(UNEVEN.calibration)
    practice.hear((n % 7, 16.0) for n in range(700))
    assert len(practice.since) == 600


def test_a_push_goes_one_outlet_on() -> None:
    board = made(3)
    board.push()
    assert board.facing() == 1
    board.push(-1)
    assert board.facing() == 0
