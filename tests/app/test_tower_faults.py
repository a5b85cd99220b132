"""Faults of the simulated tower, switched on by touch: the evening sees them as it would see real ones."""

import os

import pytest

from companion.tower import Fault
from tests.app.layout import mistakes, seen, ways
from tests.app.test_evening import still
from tests.app.test_table_screen import begin, settle


def opened(run, seed=11):
    driver = run(prepare=lambda app: (still(app), begin(app, seed=seed)))
    driver.frames(3)
    driver.app.go("tower")
    driver.frames(4)
    driver.touch(driver.button("Faults …"))
    driver.frames(3)
    return driver, driver.app.manager.current_screen


def touched(driver, page, button) -> None:
    """Scrolled into sight and touched."""
    page.switches.scroll_to(button, animate=False)
    driver.frames(3)
    driver.touch(button)
    driver.frames(3)


def switch(driver, page, name: str) -> None:
    touched(driver, page, page.buttons[name][0])


def step(driver, page, name: str) -> None:
    """The outlet or the seconds beside a fault."""
    touched(driver, page, page.buttons[name][1])


def test_a_cube_that_stays_inside_is_asked_of_the_players(run):
    driver, page = opened(run, seed=12)  # the others pass one by one: none may be two in one long pulse
    switch(driver, page, "stays-inside")
    assert [fault.id for fault in page.tower.faults.on] == ["stays-inside"]
    driver.app.go("table")
    driver.frames(3)
    evening, table = driver.app.evening, driver.app.manager.current_screen
    driver.touch(table.ids.next)
    settle(driver)
    assert evening.now.drop is not None
    assert evening.now.drop.stage == "unsure"
    assert evening.now.drop.inside >= 1
    driver.touch(table.ids.next)
    assert evening.now.state.inside >= 1
    assert evening.tower.inside.cubes == evening.now.state.inside


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["flipped-bit", "lost-acknowledgement", "other-port"])
def test_a_bad_wire_costs_a_game_night_nothing(run, fault):
    driver, page = opened(run)
    switch(driver, page, fault)
    board = page.tower.board
    driver.app.go("table")
    driver.frames(3)
    evening, table = driver.app.evening, driver.app.manager.current_screen
    driver.touch(table.ids.next)
    settle(driver)
    assert evening.now.drop is None or evening.now.drop.stage == "unsure"
    assert board.damaged or board.firmware.repeats or board.port != "simulated"
    assert board.firmware.acted["Face"] == 1


def test_a_fault_is_switched_off_again(run):
    driver, page = opened(run)
    switch(driver, page, "stuck-dark")
    assert page.tower.faults.on
    switch(driver, page, "stuck-dark")
    assert page.tower.faults.on == ()


@pytest.mark.slow
def test_the_outlet_is_chosen_before_or_while_the_fault_is_on(run):
    driver, page = opened(run)
    step(driver, page, "stuck-dark")
    assert page.tower.faults.on == ()
    switch(driver, page, "stuck-dark")
    assert page.tower.faults.on == (Fault("stuck-dark", 4),)
    for _ in range(3):
        step(driver, page, "stuck-dark")
    assert page.tower.faults.on == (Fault("stuck-dark", 0),)
    assert page.tower.board.stuck_dark == {0}
    switch(driver, page, "stuck-dark")
    switch(driver, page, "stuck-dark")
    assert page.tower.faults.on == (Fault("stuck-dark", 0),), "the outlet is remembered"


@pytest.mark.slow
def test_the_seconds_of_a_pulled_cable_are_chosen(run):
    driver, page = opened(run)
    step(driver, page, "cable-in-drop")
    switch(driver, page, "cable-in-drop")
    assert page.tower.faults.on == (Fault("cable-in-drop", 15),)
    assert [button.text for button in page.buttons["cable-in-drop"]] == ["Cable pulled in mid-drop", "15 s"]
    assert [button.role for button in page.buttons["cable-in-drop"]] == ["chosen", "chosen"]


@pytest.mark.slow
def test_every_switch_can_be_read_and_touched_wherever_the_list_is_scrolled_to(run):
    driver, page = opened(run)
    wrong = []
    for way in ways(0, every=os.environ.get("LAYOUT") == "all"):
        wrong += seen(driver, *way)
        for tenth in range(11):
            page.switches.scroll_y = tenth / 10
            driver.frames(2)
            wrong += [f"{way} at {tenth}: {one}" for one in mistakes(driver)]
    assert not wrong, "\n".join(dict.fromkeys(wrong))
