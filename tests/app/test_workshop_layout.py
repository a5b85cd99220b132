"""Nothing of the workshop is clipped, overlaps, or is too small to read or to touch.

Each scene is seen in every window with both sizes of letters, the languages by turns; `LAYOUT=all` sees all.
"""

import os

import pytest

from tests.app.layout import seen, shown, visible, ways
from tests.app.legibility import DEVICES
from tests.tools.workshop_shots import SCENES

EVERY = os.environ.get("LAYOUT") == "all"
ALIKE = ("workshop", "workshop-draw", "workshop-model", "workshop-menu", "workshop-home")
"""Another scene shows the same panels, fuller: these are seen with `LAYOUT=all` only."""
SEEN = [scene for scene in SCENES if EVERY or scene not in ALIKE]


@pytest.mark.slow
@pytest.mark.parametrize("scene", SEEN)
def test_the_layout_holds_everywhere(run, scene):
    driver = shown(run, SCENES[scene])
    found = [wrong for way in ways(list(SCENES).index(scene), EVERY) for wrong in seen(driver, *way)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("device", DEVICES)
def test_a_way_to_repair_is_in_sight_without_scrolling(run, device):
    from companion.games.cyberion.tablet.workshop.question import WayButton

    driver = shown(run, SCENES["workshop-ways"], size=DEVICES[device].size)
    driver.app.theme.dpi = DEVICES[device].dpi
    driver.frames(4)
    assert any(isinstance(widget, WayButton) for widget, _ in visible(driver))
