"""One game night without a window: answers, drops counted by the simulated tower, undo, what to do."""

import os
import threading

import pytest

from companion.app.night import Night
from companion.engine import Refusal
from companion.games import load
from companion.table import Session
from companion.tower import BeamBroken, Choice, ThrowNow, open_tower

OPTIONS = {"agents": ["mr-time", "v-girl"], "drop": "tower"}


class Table:
    """A night and the thread it belongs to: `settle` waits for the tower."""

    def __init__(self, tmp_path, options=None, seed=5, tower=True) -> None:
        self.woken = threading.Event()
        chosen = {**OPTIONS, **(options or {})}
        session = Session.begin(load("the-loop"), chosen, tmp_path / "game.jsonl", seed)
        self.night = Night(session, self.woken.set)
        if tower:
            self.night.use(open_tower(Choice("simulated", seed=seed, speed=None), kept=tmp_path))

    def settle(self) -> None:
        """Until the running drop is over."""
        while self.night.drop is not None and self.night.drop.running:
            assert self.woken.wait(30), "the tower said nothing"
            self.woken.clear()
            self.night.drain()


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.night.close()


def test_a_night_begins_with_the_first_drop_and_one_tap_gives_the_count(table):
    night = table.night
    assert night.drop.stage == "waiting"
    front, cubes = night.drop.front, night.drop.thrown
    night.throw()
    table.settle()
    if night.drop is not None:  # unsure: one more tap
        night.confirm_drop()
    entry = next(e for e in reversed(night.session.entries) if e.given.kind == "RiftsLanded")
    assert sum(entry.given.landed) + entry.given.inside == cubes
    assert night.facing == front
    assert night.lost_readings == 0


def test_undo_brings_the_drop_back_as_it_was_counted(table):
    night = table.night
    night.throw()
    table.settle()
    if night.drop is not None:
        night.confirm_drop()
    landed = next(e.given.landed for e in night.session.entries if e.given.kind == "RiftsLanded")
    night.undo()
    assert night.drop.stage == "hand"
    assert tuple(night.drop.landed) == landed


def test_a_drop_that_was_taken_back_answers_nothing(table):
    night = table.night
    night.throw()
    night.by_hand()
    before = night.session.position
    night.tower._work.put(None)  # the thread ends behind the drop: all its reports are in
    night.tower._thread.join(60)
    night.drain()
    assert night.session.position == before
    assert night.drop.stage == "hand"


def test_by_hand_the_cubes_always_add_up(tmp_path):
    night = Table(tmp_path, tower=False).night
    drop = night.drop
    assert drop.stage == "hand"
    for _ in range(9):
        night.change_drop(drop.front, 1)
    night.change_drop(2, -1)
    assert sum(drop.landed) == drop.total
    assert drop.inside == 0
    night.confirm_drop()
    assert night.session.entries[-1].source in ("hand", "app")
    night.close()


def test_readings_beyond_the_inbox_are_counted_and_results_are_not_lost(tmp_path, mocker):
    mocker.patch("companion.app.night.INBOX", 3)
    table = Table(tmp_path)
    table.night.throw()
    table.night.tower._work.put(None)  # the thread ends behind the drop, and nobody has looked in meanwhile
    table.night.tower._thread.join(60)
    table.night.drain()
    assert table.night.lost_readings > 0
    assert table.night.drop is None or not table.night.drop.running
    table.night.close()


def test_what_is_to_do_is_told_once_and_an_undo_tells_what_to_put_back(table):
    night = table.night
    kinds = [one.said.kind for one in night.todo]
    assert "FooMoved" in kinds
    assert kinds.count("FooMoved") == 1
    night.throw()
    assert night.todo == []
    table.settle()
    if night.drop is not None:
        night.confirm_drop()
    night.undo()
    assert all(hasattr(one.said, "about") for one in night.todo)


def test_a_refusal_is_kept_for_the_screen_and_changes_nothing(table):
    night = table.night
    before = night.session.position
    told = night.submit(night.session.game.inputs["EndActions"]())
    assert isinstance(told, Refusal)
    assert night.refused == told
    assert night.session.position == before


def test_beams_light_up_only_while_a_drop_runs(table):
    from companion.table import Said

    night = table.night
    broken = BeamBroken(2, 0.0, 20.0, in_drop=True)
    night._said(Said(broken))
    assert sum(night.drop.lit) == 0
    night.drop.stage = "turning"
    night._said(Said(ThrowNow(3)))
    night._said(Said(broken))
    assert night.drop.lit[2] == 1


def test_a_full_disk_is_told_and_the_answer_can_be_given_again(table, mocker):
    night = table.night
    night.by_hand()
    while night.drop.inside:
        night.change_drop(night.drop.front, 1)
    position, landed = night.session.position, list(night.drop.landed)
    full = mocker.patch("companion.table.journal.os.fsync", side_effect=OSError(28, "disk full"))
    night.confirm_drop()
    assert night.refused.id == "not-written"
    assert night.session.position == position
    assert night.drop.landed == landed  # what was tapped in is still there
    mocker.stop(full)
    night.confirm_drop()
    assert night.refused is None
    assert night.session.position > position


def test_draws_that_could_not_be_written_are_made_when_there_is_room(table, mocker):
    night = table.night
    night.by_hand()
    while night.drop.inside:
        night.change_drop(night.drop.front, 1)
    night.confirm_drop()
    end = next(answer for answer in night.asked.question.answers if answer.kind == "EndActions")
    real, left = os.fsync, iter([True])

    def nearly_full(descriptor):
        if next(left, None) is None:
            raise OSError(28, "disk full")
        real(descriptor)

    full = mocker.patch("companion.table.journal.os.fsync", side_effect=nearly_full)
    while not night.behind:  # the end of the turn is written, what the app draws after it is not
        night.submit(end if night.asked.question.main else night.asked.question.answers[-1])
        left = iter([True]) if not night.behind else left
    assert night.refused.id == "not-written"
    mocker.stop(full)
    night.catch_up()
    assert not night.behind
    assert night.asked is None or night.asked.source != "app"
