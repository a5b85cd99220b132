"""The tables of Contre-Temps and Cyberion, read from a chair as The LOOP's is.

A sample here; `LAYOUT=all` sees every scene on every device in every language, the long one among them.
"""

from itertools import product

import pytest

from companion.words import languages
from tests.app.legibility import DEVICES
from tests.app.test_legibility import EVERY, PALETTES, findings, listener, spoken
from tests.pseudo import LANG
from tests.tools import timeline_shots, workshop_shots

__all__ = ["listener", "spoken"]
PAGES = ("new-game", "details", "checklist", "history", "outcome", "career", "home")
"""Seen in the games' own layout tests: these are no tables."""
SCENES = {
    name: scene
    for name, scene in (workshop_shots.SCENES | timeline_shots.SCENES).items()
    if not name.endswith(PAGES)
}


def shown(run, scene: str):
    def prepare(app) -> None:
        app.theme.motion = False
        SCENES[scene](app)

    driver = run(prepare=prepare)
    driver.frames(5)
    if after := getattr(driver.app, "after_shown", None):
        after()
    driver.frames(4)
    return driver


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_it_is_read_from_a_chair(run, listener, scene):
    driver, found = shown(run, scene), []
    ways = list(product(DEVICES, (*languages(), LANG), PALETTES))
    turn = list(SCENES).index(scene)
    for number, way in enumerate(ways):
        if EVERY or (number + 5 * turn) % 11 == 0:
            found += findings(driver, listener, *way)
    assert not found, "\n".join(found)
