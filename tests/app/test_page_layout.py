"""The pages around the table: nothing clipped, overlapping, or too small for a finger.

Lists may be longer than the screen: what is scrolled out of sight is not looked at.
"""

from itertools import product

import pytest

from tests.app import test_layout as layout
from tests.tools.pages import PAGES

QUICK = [
    ("home", "fr", (1280, 800), 1.0),
    ("new-game-solo", "fr", (1024, 600), 1.0),
    ("outcome", "en", (1024, 600), 1.5),
    ("history", "fr", (1024, 600), 1.0),
    ("tower-calibrate", "en", (800, 1280), 1.5),
]


def in_sight(driver):
    """What `visible` yields, without what a list has scrolled away."""
    from kivy.uix.scrollview import ScrollView

    for widget in SEEN(driver):
        above = widget.parent
        while above is not None and above is not above.parent and not isinstance(above, ScrollView):
            above = above.parent
        if isinstance(above, ScrollView):
            x0, y0, x1, y1 = layout.box(widget)
            left, bottom, right, top = layout.box(above)
            if y0 < bottom - 1 or y1 > top + 1 or x0 < left - 1 or x1 > right + 1:
                continue
        yield widget


SEEN = layout.visible


@pytest.fixture
def shown(run, monkeypatch):
    monkeypatch.setattr(layout, "visible", in_sight)

    def show(scene, lang="en", size=(1280, 800), text=1.0):
        def prepare(app):
            app.theme.motion = False
            app.theme.text_size = text
            PAGES[scene](app)

        driver = run(lang=lang, size=size, prepare=prepare)
        driver.frames(4)
        if after := getattr(driver.app, "after_shown", None):
            after()
        driver.frames(4)
        return driver

    return show


@pytest.mark.parametrize(("scene", "lang", "size", "text"), QUICK)
def test_the_layout_holds(shown, scene, lang, size, text):
    assert layout.mistakes(shown(scene, lang, size, text)) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", PAGES)
def test_the_layout_holds_everywhere(shown, scene):
    driver = shown(scene)
    found = []
    for size, text, lang in product(layout.SIZES, (1.0, 1.5), ("en", "fr")):
        driver.app.theme.text_size = text
        driver.app.tr.lang = lang
        driver.size(*size)
        driver.frames(5)
        found += [f"{size[0]}×{size[1]} {lang} {text}: {mistake}" for mistake in layout.mistakes(driver)]
    assert not found, "\n".join(found)
