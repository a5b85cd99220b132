"""Foo's phase by touch against the real firmware on the emulated board, and a cable pulled in mid-drop."""

import pytest

from companion.tower import Choice, Watching, open_tower
from tests.app.test_table_screen import FAST
from tests.tower.rigs import SerialRig, be_patient

WATCHING = Watching(quiet=0.3, first=60, pause=60, word=60, link=60, shakes=0)


@pytest.fixture
def rig(monkeypatch):
    be_patient(monkeypatch)
    made = SerialRig()
    yield made
    made.close()


def driven(run, rig, tmp_path):
    """The app with the tower on the emulated board's own port."""

    def prepare(app):
        app.theme.motion = False
        evening = app.begin(FAST, None, 11)
        tower = open_tower(Choice("port", str(rig.emulator.link)), WATCHING, tmp_path / "tower")
        evening.use(tower)

    driver = run(prepare=prepare)
    driver.frames(3)
    return driver


def test_foos_phase_against_the_emulated_firmware(run, rig, tmp_path):
    driver = driven(run, rig, tmp_path)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    assert evening.now.simulated  # an emulated board is no real one: the banner says so
    front, cubes = evening.now.drop.front, evening.now.drop.thrown
    driver.touch(screen.ids.next)
    driver.pump(lambda: not evening.now.drop or evening.now.drop.stage == "listening", "the tower to listen")
    for k in range(cubes):
        rig.pulse(front, 0.2 + 0.25 * k, 22)
    driver.pump(lambda: evening.now.drop is None or not evening.now.drop.running, "the count")
    driver.frames(3)
    if evening.now.drop is not None:
        assert evening.now.drop.landed[front] == cubes
        driver.touch(screen.ids.next)
    landed = next(entry.given for entry in evening.now.entries if entry.given.kind == "RiftsLanded")
    assert landed.landed[front] == cubes
    assert evening.now.tower.facing == front
    assert driver.touches <= 2


def test_a_cable_pulled_in_mid_drop_leaves_the_game_playable(run, rig, tmp_path):
    driver = driven(run, rig, tmp_path)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    driver.touch(screen.ids.next)
    driver.pump(lambda: evening.now.drop.stage == "listening", "the tower to listen")
    rig.emulator.pull_cable()
    driver.pump(lambda: not evening.now.tower.linked, "the loss to be noticed")
    assert evening.now.drop.running  # it would wait for the cable
    driver.touch(driver.button("Tap the cubes in"))
    assert evening.now.drop.stage == "hand"
    front = evening.now.drop.front
    while evening.now.drop.inside:
        driver.touch_at(*screen.ring.place_of(front))
    driver.touch(screen.ids.next)
    assert evening.now.state.phase == 2
