"""Faults of the simulated tower, switched on by touch: the game night sees them as it would see real ones."""

from tests.app.test_evening import still
from tests.app.test_table_screen import begin, settle


def opened(run):
    driver = run(prepare=lambda app: (still(app), begin(app)))
    driver.frames(3)
    driver.app.go("tower")
    driver.frames(4)
    driver.touch(driver.button("Faults …"))
    driver.frames(3)
    return driver, driver.app.manager.current_screen


def switch(driver, page, name: str):
    """The switch of a fault, scrolled into sight."""
    fault = next(s for _, found in page.presenter.faults(page.tower) for s in found if s.fault.id == name)
    button = driver.button(fault.text)
    page.switches.scroll_to(button, animate=False)
    driver.frames(3)
    driver.touch(button)
    driver.frames(3)


def test_a_cube_that_stays_inside_is_asked_of_the_players(run):
    driver, page = opened(run)
    switch(driver, page, "stays-inside")
    assert [fault.id for fault in page.tower.faults.on] == ["stays-inside"]
    driver.app.go("table")
    driver.frames(3)
    night, table = driver.app.night, driver.app.manager.current_screen
    driver.touch(table.ids.next)
    settle(driver)
    assert night.drop is not None
    assert night.drop.stage == "unsure"
    assert night.drop.inside >= 1
    driver.touch(table.ids.next)
    assert night.state.inside >= 1
    assert night.tower.tower.inside.cubes == night.state.inside


def test_a_fault_is_switched_off_again(run):
    driver, page = opened(run)
    switch(driver, page, "stuck-dark")
    assert page.tower.faults.on
    switch(driver, page, "stuck-dark")
    assert page.tower.faults.on == ()
