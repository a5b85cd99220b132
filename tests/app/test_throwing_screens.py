"""Hands that do not do as they are told: thrown too early, not at all, or one too many; by touch."""

import pytest

from companion.tower import Tower, Watching, parse_fault
from companion.tower.backends.simulated import SimulatedBoard
from tests.app.driving import counting
from tests.app.test_evening import has, still
from tests.app.test_table_screen import begin

PATIENT = Watching(first=600, remind=600, pause=600, word=600)


def at_the_drop(run, throws: bool = True, fault: str = ""):
    """The table, a drop awaited, and a tower whose clock is its own."""
    driver = run(prepare=lambda app: (still(app), begin(app, seed=11)))
    board = SimulatedBoard(6, None, faults=[parse_fault(fault)] if fault else [], throws=throws)
    tower = Tower(board, PATIENT)
    tower.open()
    driver.app.evening.use(tower).result(60)
    driver.pump(lambda: driver.app.evening.now.drop.stage == "waiting", "the drop to be awaited")
    driver.frames(3)
    return driver, driver.app.evening, driver.app.manager.current_screen, board


@pytest.mark.parametrize("was", [True, False])
def test_cubes_that_fell_too_early_are_asked_about_first(run, was: bool):
    driver, evening, screen, board = at_the_drop(run, throws=False)
    for place in (0, 1):
        board.fall(place, after=0.2 + place)
    driver.pump(lambda: len(evening.tower._early) == 2, "the cubes to be heard")
    driver.touch(screen.ids.next)
    driver.pump(lambda: evening.now.drop.stage == "early", "the question")
    driver.frames(3)
    assert has(driver, "2 cubes fell too early")
    assert "Yes, that was the throw" in screen.ids.next.text
    driver.touch(screen.ids.next if was else driver.button("No: throw now"))
    driver.pump(lambda: evening.now.drop is None or evening.now.drop.stage != "early", "the answer")
    drop = evening.now.drop
    assert sum(drop.lit if drop.running else drop.landed) == (2 if was else 0)


def test_without_a_single_cube_the_table_asks_whether_anybody_threw(run):
    driver, evening, screen, board = at_the_drop(run, throws=False)
    driver.touch(screen.ids.next)
    driver.pump(lambda: evening.now.drop.stage == "listening", "the tower to listen")
    driver.frames(3)
    driver.touch(screen.ids.next)  # all thrown, hands away
    driver.pump(lambda: evening.now.drop.stage == "unheard", "the question")
    driver.frames(3)
    assert has(driver, "Did you throw?")
    assert not board.firmware.acted["Shake"]
    assert not any(one.given.kind == "RiftsLanded" for one in evening.now.entries)


def test_one_cube_too_many_is_one_touch(run):
    driver, evening, screen, _ = at_the_drop(run, fault="one-too-many")
    asked_for = evening.now.drop.asked_for
    driver.touch(screen.ids.next)
    driver.pump(lambda: evening.now.drop is None or evening.now.drop.stage == "unsure", "the count")
    driver.frames(3)
    drop = evening.now.drop
    assert drop.stage == "unsure"
    if not drop.more:
        said = [getattr(one, "text", "") for one in driver.walk()]
        driver.touch(driver.button(next(text for text in said if f"{asked_for + 1} thrown" in text)))
    else:
        driver.touch(screen.ids.next)
    driver.frames(2)
    thrown, landed = (one.given for one in evening.now.entries if one.given.kind in ("Thrown", "RiftsLanded"))
    assert thrown.cubes == asked_for + 1 == sum(landed.landed)


def test_by_hand_one_more_or_fewer_was_thrown(run):
    driver, evening, *_ = at_the_drop(run)
    driver.touch(driver.button("Tap the cubes in"))
    driver.frames(3)
    asked_for = evening.now.drop.thrown
    driver.touch(counting(driver, "Thrown")[1])
    driver.frames(3)
    assert evening.now.drop.thrown == asked_for + 1
    driver.touch(counting(driver, "Thrown")[0])
    driver.frames(3)
    assert evening.now.drop.thrown == asked_for
