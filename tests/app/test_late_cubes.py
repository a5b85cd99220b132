"""Cubes that stay inside the machine and fall out later: asked of the players, never added by themselves."""

import threading

import pytest

from companion.app.night import Night
from companion.engine import Applied
from companion.games import load
from companion.table import Said, Session
from companion.tower import Choice, Inside, OutsideDrop, open_tower

GAME = load("the-loop")


def night_with(position, tmp_path, **options) -> Night:
    start = GAME.position({"drop": "tower", **options}, {"foo": "industry", **position})
    night = Night(Session(GAME, start, 7, None), threading.Event().set)
    night.use(open_tower(Choice("simulated", seed=4, speed=None), kept=tmp_path))
    return night


@pytest.fixture
def night(tmp_path):
    made = night_with({"inside": 1}, tmp_path)
    yield made
    made.close()


def test_the_tower_knows_what_the_books_know_to_be_inside(night):
    assert night.tower.tower.inside == Inside(1, "red")
    night.correct(GAME.correction("inside", 3))
    assert night.tower.tower.inside == Inside(3, "red")
    night.undo()
    assert night.tower.tower.inside == Inside(1, "red")


def test_the_players_answer_to_a_drop_tells_the_tower_what_is_still_inside(tmp_path):
    night = night_with({"phase": "foo", "seen": []}, tmp_path)
    night.by_hand()
    front = night.drop.front
    for _ in range(night.drop.total - 1):
        night.change_drop(front, 1)
    night.confirm_drop()
    assert night.state.inside == 1
    assert night.tower.tower.inside == Inside(1, "red")
    night.close()


def test_the_next_drop_counts_with_it(tmp_path, mocker):
    night = night_with({"phase": "foo", "seen": [], "inside": 2}, tmp_path)
    ordered = mocker.spy(night.tower, "drop")
    night.throw()
    assert ordered.call_args.args[1:] == ("red", Inside(2, "red"))
    night.by_hand()
    night.close()


def test_both_colours_inside_are_told_apart(tmp_path):
    night = night_with({"inside": 1}, tmp_path, mode="ultramachina")
    night.correct(GAME.correction("extra.energy-inside", 1))
    assert night.inside.cubes == 2
    assert night.inside.colour not in ("red", "green")
    night.close()


def test_a_break_outside_a_drop_is_kept_to_be_asked_and_changes_nothing(night):
    before = night.session.position
    night._said(Said(OutsideDrop(4, 16.0, ask=True)))
    assert night.fallen == [0, 0, 0, 0, 1, 0, 0]
    assert night.session.position == before


def test_a_hand_in_the_beam_is_nothing_while_the_machine_is_empty(tmp_path):
    night = night_with({}, tmp_path)
    night._said(Said(OutsideDrop(4, 16.0, ask=False)))
    assert sum(night.fallen) == 0
    night.close()


def test_a_late_cube_is_placed_where_it_fell_and_may_open_a_vortex(night):
    night.correct(GAME.correction("rifts.4", 3))
    told = night.correct(GAME.inputs["LateRifts"]((0, 0, 0, 0, 1, 0, 0)))
    assert "VortexOpened" in [said.kind for said in told.happenings]
    assert night.state.inside == 0
    assert night.alerts
    assert isinstance(GAME.apply(told.before, told.given, "hand"), Applied)


def test_a_cube_that_falls_between_drops_is_heard_through_the_tower_s_own_thread(tmp_path):
    woken = threading.Event()
    start = GAME.position({"drop": "tower"}, {"foo": "industry", "inside": 1})
    night = Night(Session(GAME, start, 7, None), woken.set)
    night.use(open_tower(Choice("simulated", seed=4, speed=None), kept=tmp_path))
    night.tower.tower.board.fall(4, milliseconds=16)
    while not sum(night.fallen):
        assert woken.wait(30), "the tower said nothing"
        woken.clear()
        night.drain()
    assert night.fallen == [0, 0, 0, 0, 1, 0, 0]
    assert night.state.inside == 1
    night.close()
