"""The tower page against the real firmware on the emulated board: connect, test, calibrate, record."""

import json

import pytest

from companion.tower.firmware_image import shipped
from tests.app.test_evening import has, still, visit
from tests.tower.rigs import SerialRig, be_patient
from tests.tower.test_flashing import board, old_firmware, optiboot  # noqa: F401  the real bootloader


@pytest.fixture
def rig(monkeypatch):
    be_patient(monkeypatch)
    made = SerialRig()
    yield made
    made.close()


@pytest.fixture
def at_the_tower(run, rig):
    return connected(run, rig.emulator)


def connected(run, emulator):
    """The page, with the tower connected whose port somebody has typed."""
    driver = run(prepare=lambda app: (still(app), setattr(app.settings, "tower", "none")))
    visit(driver, "Tower", "tower")
    screen = driver.app.manager.current_screen
    screen.address.text = str(emulator.link)
    driver.touch(driver.button("Connect"))
    driver.pump(lambda: screen.tower is not None, "the tower to answer")
    driver.frames(3)
    return driver


def tells(driver, *keys: str) -> bool:
    return {key for key, _ in driver.app.manager.current_screen.guided.lines} >= set(keys)


def ended(driver) -> None:
    """The procedure is over, and nothing went wrong."""
    guided = driver.app.manager.current_screen.guided
    driver.pump(lambda: not guided.running, "the procedure to end")
    driver.frames(3)
    assert guided.error is None


@pytest.mark.slow
def test_the_self_test_finds_a_beam_that_is_dark_and_says_so(at_the_tower, rig):
    driver = at_the_tower
    assert has(driver, "SIMULATED TOWER"), "an emulated board is no real one"
    driver.touch(driver.button("Self-test"))
    ended(driver)
    assert tells(driver, "tower.selftest.sound")
    driver.touch(driver.button("Done"))
    rig.block(4)
    driver.touch(driver.button("Self-test"))
    ended(driver)
    assert tells(driver, "tower.selftest.stuck-dark")


@pytest.mark.slow
def test_directions_set_by_touch_are_stored_on_the_board(at_the_tower, rig):
    driver = at_the_tower
    screen = driver.app.manager.current_screen
    driver.touch(driver.button("Calibrate …"))
    driver.touch(driver.button("Directions"))
    for era in range(7):
        driver.pump(lambda: has(driver, "Yes, it points there"), "the question")
        if era == 2:
            before = screen.guided.question[1]["pulse"]
            driver.touch(driver.button("+4 µs"))
            driver.pump(lambda: has(driver, "Yes, it points there"), "the question again")
            assert screen.guided.question[1]["pulse"] == before + 4
        driver.touch(driver.button("Yes, it points there"))
    ended(driver)
    wanted = screen.tower.calibration
    assert wanted.servo_measured
    driver.touch(driver.button("Done"))
    driver.touch(driver.button("Save recording"))
    made = list((driver.app.career.path.parent / "recordings").glob("*.jsonl"))
    assert len(made) == 1
    assert [json.loads(line) for line in made[0].read_text().splitlines()]
    driver.touch(driver.button("All right"))
    visit(driver, "← Back", "home")  # lets the tower go
    visit(driver, "Tower", "tower")
    driver.touch(driver.button("Connect"))
    driver.pump(lambda: screen.tower is not None, "the tower to answer again")
    assert screen.tower.calibration.settings == wanted.settings
    assert screen.tower.differences == ()


@pytest.mark.slow
def test_the_board_is_examined_and_what_was_learned_is_forgotten_by_touch(at_the_tower):
    driver = at_the_tower
    screen = driver.app.manager.current_screen
    screen.tower.learned.drops = 40
    driver.touch(driver.button("Care …"))
    driver.touch(driver.button("Examine the board"))
    ended(driver)
    assert tells(driver, "doctor.board-fine", "doctor.beams-fine", "tower.learned.tower")
    said = [getattr(one, "text", "") for one in driver.walk()]
    assert any("40 drops watched" in one for one in said)
    driver.touch(driver.button("Done"))
    driver.touch(driver.button("Care …"))
    driver.touch(driver.button("Forget what it has learned"))
    driver.touch(driver.button("Cancel"))
    assert screen.tower.learned.drops == 40, "nothing is forgotten by one touch"
    driver.touch(driver.button("Forget what it has learned"))
    driver.touch(driver.button("Forget it"))
    ended(driver)
    assert screen.tower.learned.drops == 0


@pytest.mark.slow
def test_an_older_firmware_is_replaced_by_touch(run, board, monkeypatch):  # noqa: F811
    be_patient(monkeypatch)
    driver = connected(run, board)
    screen = driver.app.manager.current_screen
    assert screen.tower.identity.firmware == "1.0.9"
    assert any("1.0.9 is older than ours" in getattr(one, "text", "") for one in driver.walk())
    driver.touch(driver.button("Care …"))
    driver.touch(driver.button("Write the firmware"))
    driver.touch(driver.button("Write it"))
    driver.frames(2)
    screen.leave()
    assert screen.guided is not None, "nobody leaves while it is written"
    ended(driver)
    assert tells(driver, "tower.flash.writing", "tower.flash.done")
    driver.touch(driver.button("Done"))
    driver.pump(lambda: screen.tower is not None, "the tower to answer again")
    assert screen.tower.identity.firmware == shipped().name
