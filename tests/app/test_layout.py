"""Nothing is clipped, nothing overlaps, nothing is too small to read or to touch.

The LOOP's table and the pages around it. Each scene is seen in every window with both sizes of letters, the
languages by turns; `LAYOUT=all` sees all sixteen.
"""

import os

import pytest

from tests.app.layout import CAP, mistakes, seen, shown, ways
from tests.tools.pages import PAGES
from tests.tools.screenshots import SCENES as TABLE

SCENES = TABLE | PAGES
EVERY = os.environ.get("LAYOUT") == "all"
QUICK = [
    ("crowded", "fr", (1024, 600), 1.0),
    ("drop-unsure", "fr", (800, 1280), 1.5),
]


@pytest.mark.parametrize(("scene", "lang", "size", "text"), QUICK)
def test_the_layout_holds(run, scene, lang, size, text):
    assert mistakes(shown(run, SCENES[scene], lang, size, text)) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_the_layout_holds_everywhere(run, scene):
    driver = shown(run, SCENES[scene])
    found = [wrong for way in ways(list(SCENES).index(scene), EVERY) for wrong in seen(driver, *way)]
    assert not found, "\n".join(found)


def test_capitals_are_as_high_as_the_layout_reckons(run):
    """Measured on what Kivy draws, for every weight."""
    run()
    from kivy.core.text import Label

    from companion.app.theme import EXTRABOLD, REGULAR, SEMIBOLD

    for font in (REGULAR, SEMIBOLD, EXTRABOLD):
        label = Label(text="H", font_name=font, font_size=200)
        label.refresh()
        width = label.texture.width
        alphas = label.texture.pixels[3::4]
        inked = [row for row in range(label.texture.height) if any(alphas[row * width : (row + 1) * width])]
        assert (inked[-1] - inked[0] + 1) / 200 == pytest.approx(CAP, abs=0.01)
