"""The time line and its pages: nothing is clipped, nothing overlaps, nothing is too small for a finger."""

import os

import pytest

from tests.app.layout import mistakes, seen, shown, ways
from tests.tools.timeline_shots import SCENES

EVERY = os.environ.get("LAYOUT") == "all"


def test_the_line_holds(run):
    assert mistakes(shown(run, SCENES["timeline-6"], "fr", (1024, 600), 1.5)) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_the_line_holds_everywhere(run, scene):
    """Four of the sixteen ways for each scene, others for the next; `LAYOUT=all` sees them all."""
    index = list(SCENES).index(scene)
    chosen = ways(index, EVERY) if EVERY else ways(index)[index // 2 % 2 :: 2]
    driver = shown(run, SCENES[scene])
    found = [wrong for way in chosen for wrong in seen(driver, *way)]
    assert not found, "\n".join(found)
