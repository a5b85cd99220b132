"""A pause, and a drop as it stands: what a table does while nothing falls, and what hands set right."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from companion.engine import CHANCE, Question, Refusal
from companion.engine.terms import OUTLET
from companion.games import GAMES
from companion.table import Answer, Evening, GoOn, Pause, RunningDrop
from companion.table.drop_control import DropControl
from companion.table.tower_thread import Said
from companion.tower import BeamBroken, LinkBack, LinkLost, OutsideDrop
from companion.tower.readings import Shaking, ThrownEarly, ThrowNow


class Landed(NamedTuple):
    landed: tuple[int, ...]
    inside: int = 0


def drop(stage: Any = "listening", asked: int = 3, before: int = 1, most: int = 5) -> RunningDrop:
    question = Question(
        "drop",
        CHANCE,
        (Landed((0,) * 7, asked + before),),
        about=(("cubes", asked), ("most", most), (OUTLET, 3)),
    )
    return RunningDrop.of(question, stage)


def test_a_pause_locks_the_table_stops_the_clock_and_ends_a_drop(tmp_path: Path) -> None:
    evening = Evening.begin(GAMES.load("example"), GAMES, {}, tmp_path / "g.jsonl", 1, inline=True)
    now, told, ended = [100.0], list[int](), list[bool]()
    host = evening._host
    host._clock = lambda: now[0]
    host.session.paused = told.append  # type: ignore[method-assign]
    host.machine.end_drop = lambda: ended.append(True)  # type: ignore[method-assign]
    assert not evening.now.paused
    evening.post(GoOn()).result()
    assert told == [], "nothing was paused"
    evening.post(Pause()).result()
    assert evening.now.paused
    now[0] = 130.7
    evening.post(Pause()).result()
    refused = evening.post(Answer((evening.now.asked[0].question.answers[0],))).result()
    assert isinstance(refused, Refusal)
    assert refused.id == "paused"
    now[0] = 161.9
    evening.post(GoOn()).result()
    assert (told, ended, evening.now.paused) == ([61], [], False)
    host.machine.drop = drop()
    evening.post(Pause()).result()
    assert ended == [True]
    evening.close().result()


def test_a_drop_adds_up_to_what_was_thrown_and_what_was_inside() -> None:
    one = drop()
    assert (one.asked_for, one.thrown, one.most, one.front) == (3, 3, 5, 3)
    assert (one.total, one.before, one.inside) == (4, 1, 4)
    assert drop("hand").editable
    assert not drop("hand").running
    assert drop().running
    assert not drop().editable


def test_hands_set_a_drop_right_within_what_there_is() -> None:
    one = drop("hand")
    assert one.changed(2, -1) is one
    four = one.changed(2, 1).changed(2, 1).changed(6, 1).changed(0, 1)
    assert (four.landed, four.inside, four.touched) == ((1, 0, 2, 0, 0, 0, 1), 0, True)
    assert four.changed(0, 1) is four
    assert four.changed(2, -2).landed[2] == 0
    assert four.changed(2, -3) is four
    assert four.settled
    assert not one.settled
    assert not four._replace(touched=False).settled
    assert not four._replace(stage="listening").settled
    assert four.answer == Landed((1, 0, 2, 0, 0, 0, 1), 0)


def test_another_number_was_thrown_than_was_asked_for() -> None:
    one = drop("hand")
    assert one.thrown_by(1).thrown == 4
    assert one.thrown_by(2).thrown == one.thrown_by(1).thrown_by(1).thrown == 5
    assert one.thrown_by(3) is one
    assert one.thrown_by(-2).thrown == 1
    assert one.thrown_by(-3) is one
    full = one.changed(3, 1).changed(3, 1).changed(3, 1).changed(3, 1)
    assert full.thrown_by(-1) is full
    assert one.thrown_by(-1).touched
    assert one.more_in(Landed((1,) * 7, 0)) == 3
    assert one.more_in(Landed((0,) * 7, 3)) == -1


def test_what_is_heard_lights_its_outlet_and_ends_a_shake() -> None:
    one = drop("shaking").heard(2).heard(2)
    assert (one.stage, one.lit) == ("listening", (0, 0, 2, 0, 0, 0, 0))
    assert drop("turning").heard(2).stage == "turning"
    early = drop("early")._replace(early=(1, 4))
    assert early.early_was(throw=True).lit == (0, 1, 0, 0, 1, 0, 0)
    assert early.early_was(throw=False).lit == (0,) * 7
    assert {early.early_was(was).stage for was in (True, False)} == {"listening"}
    assert early.early_was(throw=True).early == ()


class Ears:
    """A tower's thread that only remembers."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.tower = SimpleNamespace()

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.heard.append((name, *given))


def control(stage: Any = "listening") -> tuple[DropControl, Ears]:
    machine, ears = DropControl(30, lambda: None), Ears()
    machine.tower = ears  # type: ignore[assignment]
    machine.drop = drop(stage)
    return machine, ears


@pytest.mark.parametrize("stage", ["listening", "early", "turning", "shaking", "unsure", "hand"])
def test_people_s_words_are_passed_on_where_they_mean_something(stage: str) -> None:
    machine, ears = control(stage)
    machine.all_thrown()
    assert machine.drop is not None
    assert machine.drop.all_thrown is (stage == "listening")
    machine, ears = control(stage)
    machine.all_thrown()
    machine.early_throw(True)
    expected = {"listening": [("all_thrown",)], "early": [("early_throw", True)]}
    assert ears.heard == expected.get(stage, [])
    machine.end_drop()
    assert ears.heard[-1] == ("end_drop",)
    machine.tower = None
    machine.all_thrown()
    machine.early_throw(True)
    machine.end_drop()


def test_what_a_tower_says_changes_the_drop_that_runs_and_no_other() -> None:
    machine, _ = control("turning")

    def said(reading: Any) -> RunningDrop:
        machine._said(Said(reading))
        assert machine.drop is not None
        return machine.drop

    assert said(BeamBroken(2, 0.0, 16.0)).lit == (0,) * 7
    assert said(ThrowNow(3)).stage == "listening"
    assert said(BeamBroken(2, 0.0, 16.0)).lit[2] == 1
    assert said(BeamBroken(2, 0.0, 16.0, partial=True)).lit[2] == 1
    assert said(Shaking(1, 1, 2)).stage == "shaking"
    early = said(ThrownEarly(2, (1, 4)))
    assert (early.stage, early.early) == ("early", (1, 4))
    machine.drop = drop()._replace(all_thrown=True)
    said(LinkLost("x"))
    assert (machine.linked, machine.drop.all_thrown) == (False, True)
    said(LinkBack("p", False))
    assert (machine.linked, machine.drop.all_thrown) == (True, False)
    said(OutsideDrop(2, 16.0, ask=True))
    assert machine.fallen == {}
    machine.drop = drop("hand")
    for ask in (True, True, False):
        assert said(OutsideDrop(2, 16.0, ask=ask)).stage == "hand"
    assert machine.fallen == {2: 2}
    assert said(ThrowNow(3)).stage == "hand"
