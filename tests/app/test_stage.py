"""The stages: each found by its game's face, played in a real window, held to what docs/stage.md promises."""

import subprocess
import sys

import numpy as np
import pytest

from companion.app.stage.script import CURVES, LONGEST, OFTEN, SHORTER, Layer, Move, Stage, pose
from companion.games import GAMES
from companion.table import Answer, Undo
from tests.tools import flashes
from tests.tools.rehearsal import BEAM, Rehearsal, all_due, all_stages, happen, stand

FOUND = list(enumerate(all_stages()))
STAGES = [pytest.param(place, id=f"{game}-{one.moment}-{place}") for place, (game, one) in FOUND]
HUNG = [pytest.param(k, id=f"{game}-{one.moment}-{k}") for k, (game, one) in FOUND if one.moment != BEAM]
"""Those that hang on an entry of the journal."""
RATE = 20
"""Frames a second that are looked at for flashes."""


def bare(table) -> bool:
    """Nothing of a stage is left: every child is drawn, in its order, and nothing else is."""
    kept = [one for one in table.canvas.children if one in [child.canvas for child in table.children]]
    return kept == [child.canvas for child in reversed(table.children)]


# -- the script


def test_no_stage_takes_longer_than_its_kind_and_the_routine_ones_are_shorter_after_the_third_time():
    for game, stage in all_stages():
        assert stage.seconds <= LONGEST[stage.kind], (game, stage.moment)
        again = stage.length(OFTEN)
        assert again == (stage.seconds * SHORTER if stage.kind == "routine" else stage.seconds)
        assert stage.length(OFTEN - 1) == stage.seconds
        for layer in stage.layers:
            assert all(move.begins < move.ends <= stage.seconds for move in layer.moves), (game, layer)


def test_every_curve_begins_and_ends_where_it_should():
    for name, curve in CURVES.items():
        assert curve(0) == pytest.approx(0, abs=0.002)
        assert curve(1) == pytest.approx(0 if name == "tremble" else 1)


def test_of_several_moves_the_last_that_began_holds():
    moves = (Move("x", 0.1, 0.2, -5, 0), Move("x", 0.5, 0.6, 0, 9), Move("grown", 0, 1, 1, 3))
    layer = Layer("any", 10, 20, moves)
    assert [pose(layer, t).x for t in (0, 0.3, 0.55, 2)] == [5, 10, pytest.approx(17.875), 19]
    assert (pose(layer, 1).wide, pose(layer, 1).high) == (3, 3)


def test_every_moment_of_the_table_in_the_docs_has_a_stage():
    asked = {
        "the-loop": {"turn", "arrives", "note", "full", "vortex", "fate", "archived", "cycle", "last-turn"},
        "contre-temps": {"paradox", "event", "travel", "won"},
        "cyberion": {"leaves", "valve", "repaired", "won", "lost"},
    }
    asked["the-loop"] |= {"won", "lost"}
    for game, moments in asked.items():
        assert moments <= {stage.moment for name, stage in all_stages() if name == game}


# -- in a window


@pytest.mark.slow
@pytest.mark.parametrize("place", HUNG)
def test_what_stays_is_the_same_after_it_after_a_touch_and_without_motion(run, place):
    """A touch in the middle, on the large button: it ends the stage and does nothing else."""
    due = all_due()[place]
    driver = run()
    played = Rehearsal(driver, due)
    played.begin()
    director, table = driver.app.director, played.table
    while director.left > 0:
        driver.later(director.left)
        driver.frames(2)
    assert director.act is None
    driver.later(1)
    assert bare(table)
    by_itself = played.frame()

    played = Rehearsal(driver, due)
    played.begin()
    played.at(due.stage.seconds * 0.5)
    position = driver.app.now.position
    button = table.ids["next"]
    if director.act in table.children:
        driver.touch_at(*button.to_window(*button.center), after=0)
        assert director.act is None
    while director.left > 0:  # what covers nothing is in no finger's way
        director._tick()
        driver.later(director.left)
        driver.frames(2)
    driver.later(1)
    driver.frames(2)
    assert driver.app.evening.now.position == position
    assert bare(table)
    touched = played.frame()

    driver.app.attend(stand(due))
    driver.frames(3)
    driver.app.theme.motion = False
    happen(driver.app.evening, due)
    driver.frames(6)
    assert director.act is None
    driver.later(1)
    still = played.frame()
    assert np.array_equal(by_itself, touched)
    assert np.array_equal(by_itself, still)


@pytest.mark.parametrize("place", HUNG)
def test_undo_in_the_middle_leaves_nothing_behind(run, place):
    due = all_due()[place]
    driver = run()
    played = Rehearsal(driver, due)
    played.begin()
    played.at(due.stage.seconds * 0.4)
    driver.app.evening.post(Undo()).result(60)
    driver.frames(4)
    assert driver.app.director.act is None
    assert driver.app.director.left == 0
    assert bare(played.table)
    assert due.given not in [entry.given for entry in driver.app.now.entries]
    if due.game == "the-loop" and (foo := played.table.view.foo) is not None:
        assert played.table.ring.front == foo
        assert not played.table.ring.children


@pytest.mark.parametrize("place", HUNG)
def test_another_device_answers_meanwhile_and_the_table_follows(run, place):
    from companion.app.stage.scene import Scene

    due = all_due()[place]
    driver = run()
    played = Rehearsal(driver, due)
    played.begin()
    played.at(due.stage.seconds * 0.3)
    asked = driver.app.evening.now.first
    if asked is None:
        assert driver.app.evening.now.outcome is not None
        return
    given = Answer((asked.question.answers[0],), asked.question.owner, asked.since)
    driver.app.evening.post(given).result(60)
    driver.frames(4)
    assert played.table.shown == driver.app.evening.now.position > 0
    act = driver.app.director.act
    if isinstance(act, Scene) and type(act).thaw is Scene.thaw:  # what covers all is looked under at its end
        assert not act._frozen, "the table that is seen under it is the one of now"
    driver.app.director._tick()
    driver.watch()
    driver.pump(lambda: driver.app.director.act is None, "it ends")
    assert bare(played.table)


@pytest.mark.parametrize("place", HUNG)
def test_nothing_plays_again_when_a_game_goes_on(run, place):
    """What happened before anybody looked is shown and not played: an alert, too."""
    due = all_due()[place]
    driver = run()
    driver.app.theme.motion = True
    evening = stand(due)
    happen(evening, due)
    driver.app.attend(evening)
    driver.app.go("table")
    for _ in range(6):
        driver.frames()
        assert driver.app.director.act is None


def test_a_stage_that_was_often_seen_is_over_sooner(run):
    due = next(one for one in all_due() if one.stage.kind == "routine" and not one.stage.act)
    driver = run()
    for times, over in ((OFTEN - 1, False), (OFTEN, True)):
        played = Rehearsal(driver, due)
        driver.app.director._times[due.stage.moment] = times
        played.begin()
        assert driver.app.director._times[due.stage.moment] == times + 1, "each time counts"
        driver.later(due.stage.seconds * (SHORTER + 0.05))
        assert (driver.app.director.stage is not due.stage) == over
        played.end()


def test_a_second_finger_at_once_where_one_ended_a_stage_does_not_act(run):
    """What lies there was covered: nobody meant it (ADR 22)."""
    due = next(one for one in all_due() if one.game == "the-loop" and one.stage.moment == "arrives")
    driver = run()
    played = Rehearsal(driver, due)
    played.begin()
    played.at(0.3)
    undo = played.table.ids.undo
    spot = undo.to_window(*undo.center)
    before = driver.app.now.position
    driver.touch_at(*spot, after=0)
    driver.touch_at(*spot, after=0.2)
    assert (driver.app.director.act, driver.app.evening.now.position) == (None, before)
    driver.touch_at(*spot)
    assert driver.app.evening.now.position > before


def test_a_great_moment_buzzes_once_and_never_at_a_silent_table(run, monkeypatch):
    from companion.app.stage import director

    felt: list[str] = []
    monkeypatch.setattr(director, "buzz", felt.append)
    driver = run()
    due = next(one for one in all_due() if one.stage.moment == "cycle")
    for silent, expected in ((False, ["great"]), (True, [])):
        driver.app.settings.silent = silent
        felt.clear()
        played = Rehearsal(driver, due)
        played.begin()
        played.end()
        assert felt == expected


@pytest.mark.parametrize("place", HUNG)
def test_what_a_stage_tells_stands_in_the_history(run, place):
    """With motion, sound and light off nothing is lost."""
    from companion.app.presenters.history import HistoryPresenter
    from companion.app.stage.director import subject_of

    due = all_due()[place]
    if not due.stage.tells:
        assert due.stage.act  # it moves a piece that lies there, and says nothing
        return
    driver = run()
    driver.app.theme.motion = driver.app.settings.sounds = False
    driver.app.attend(stand(due))
    happen(driver.app.evening, due)
    driver.frames(4)
    now, words = driver.app.now, driver.app.tr.words
    entry = next(one for one in now.entries if any(said.kind in due.stage.tells for said in one.happenings))
    said = subject_of(due.stage, entry)
    from companion.words import Speech

    caption = Speech.of(words, now).at(entry.after).happening(said).strip("— ")
    told = HistoryPresenter(now.game, words, GAMES).show(now)
    assert caption
    assert caption in str(told)


# -- never more than three flashes a second


@pytest.mark.slow
@pytest.mark.parametrize("place", STAGES)
def test_no_stage_flashes_more_than_three_times_a_second(run, place):
    due = all_due()[place]
    driver = run(size=(640, 400))
    played = Rehearsal(driver, due)
    frames = [played.frame()]
    played.begin()
    for number in range(round(due.stage.seconds * RATE)):
        played.at(number / RATE)
        frames.append(played.frame())
    played.end()
    driver.frames(2)
    frames.append(played.frame())
    assert len({one.tobytes() for one in frames}) > 4, "nothing moved"
    assert flashes.most_flashes(frames, RATE) <= flashes.MOST


def lit(light: int) -> np.ndarray:
    return np.full((400, 640, 3), light, np.uint8)


@pytest.mark.parametrize("hertz", [1, 2, 3, 4, 5, 8])
def test_flashes_are_counted(hertz):
    frames = [lit(220 if int(2 * hertz * number / 40) % 2 else 20) for number in range(120)]
    assert flashes.most_flashes(frames, 40) == hertz


def test_an_edge_that_moves_across_is_no_flash_and_stripes_that_run_are():
    """What counts is what happens at one place."""
    across, stripes = [lit(20) for _ in range(20)], [lit(20) for _ in range(40)]
    for number, frame in enumerate(across):
        frame[:, : 32 * number] = 220
    for number, frame in enumerate(stripes):
        frame[:, ((np.arange(640) + 32 * number) // 160) % 2 == 1] = 220
    assert flashes.most_flashes(across, 20) == 0
    assert flashes.most_flashes(stripes, 40) >= 4


def test_what_is_small_or_faint_is_no_flash():
    small = [lit(20) for _ in range(40)]
    for number, frame in enumerate(small):
        frame[:60, :60] = 255 if number % 4 < 2 else 0
    faint = [lit(120 if number % 4 < 2 else 112) for number in range(40)]
    assert flashes.most_flashes(small, 20) == flashes.most_flashes(faint, 20) == 0


def test_a_stage_is_only_data():
    """Whoever lists the stages loads no Kivy."""
    listed = "from tests.tools.rehearsal import all_stages; all_stages()"
    listed += "; import sys; print('kivy' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
    assert all(isinstance(stage, Stage) for _, stage in all_stages())
