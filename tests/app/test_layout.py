"""Nothing is clipped, nothing overlaps, nothing is too small for a finger: every state, size, language.

The widget tree is walked in a real window. Inter's capitals are 0.727 of its size; 4 mm at 160 dpi are 25 px.
"""

from itertools import combinations, product

import pytest

from tests.tools.screenshots import SCENES

SIZES = ((1280, 800), (1024, 600), (1920, 1200), (800, 1280))
CAP = 0.727
CAP_4MM = 25.2 - 0.5
FINGER = 57 - 0.5


def visible(driver):
    """What can be seen; while an overlay is open, that alone."""
    screen = driver.app.manager.current_screen
    root = screen.overlay.box if getattr(screen, "overlay", None) is not None else screen
    for widget in driver.walk(root):
        if widget.opacity == 0 or widget.width <= 1 or widget.height <= 1:
            continue
        yield widget


def box(widget) -> tuple[float, float, float, float]:
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, x + widget.width, y + widget.height


def overlap(a, b) -> float:
    """How deep two boxes lie in each other, in pixels."""
    return min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


def mistakes(driver) -> list[str]:
    width, height = driver.window.size
    found = []
    texts = [w for w in visible(driver) if hasattr(w, "px") and hasattr(w, "clipped") and w.text]
    buttons = [w for w in visible(driver) if hasattr(w, "role")]
    for text in texts:
        if text.clipped:
            found.append(f"clipped: {text.text!r} in {text.width:.0f}×{text.height:.0f}")
        if text.critical and text.font_size * CAP < CAP_4MM * min(driver.app.theme.unit, 1):
            found.append(f"too small to read from a metre: {text.text!r}, {text.font_size:.0f} px")
    for button in buttons:
        if min(button.size) < FINGER:
            found.append(f"too small for a finger: {button.text!r} {button.width:.0f}×{button.height:.0f}")
    for widget in (*texts, *buttons):
        x0, y0, x1, y1 = box(widget)
        if x0 < -1 or y0 < -1 or x1 > width + 1 or y1 > height + 1:
            found.append(f"outside the window: {widget.text!r} {box(widget)}")
    for kind in (texts, buttons):
        for one, other in combinations(kind, 2):
            if overlap(box(one), box(other)) > 1.5:
                found.append(f"on top of each other: {one.text!r} and {other.text!r}")
    ring = driver.app.manager.current_screen.ids.get("ring")
    if ring is not None:
        texts_on_ring = [  # what just fell lies over the pieces, and is meant to
            (said, (x, y, x + w, y + h)) for said, (x, y, w, h) in ring.boxes if not said.startswith("+")
        ]
        for (said, a), (again, b) in combinations(texts_on_ring, 2):
            if overlap(a, b) > 2:
                found.append(f"on top of each other on the ring: {said!r} and {again!r}")
    return found


def shown(run, scene, lang="en", size=(1280, 800), text=1.0):
    def prepare(app):
        app.theme.motion = False
        app.theme.text_size = text
        SCENES[scene](app)

    driver = run(lang=lang, size=size, prepare=prepare)
    driver.frames(4)
    if after := getattr(driver.app, "after_shown", None):
        after()
    driver.frames(4)
    return driver


QUICK = [
    ("table", "en", (1280, 800), 1.0),
    ("crowded", "fr", (1024, 600), 1.0),
    ("drop-unsure", "fr", (800, 1280), 1.5),
]


@pytest.mark.parametrize(("scene", "lang", "size", "text"), QUICK)
def test_the_layout_holds(run, scene, lang, size, text):
    assert mistakes(shown(run, scene, lang, size, text)) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_the_layout_holds_everywhere(run, scene):
    driver = shown(run, scene)
    found = []
    for size, text, lang in product(SIZES, (1.0, 1.5), ("en", "fr")):
        driver.app.theme.text_size = text
        driver.app.tr.lang = lang
        driver.size(*size)
        driver.frames(4)
        found += [f"{size[0]}×{size[1]} {lang} {text}: {mistake}" for mistake in mistakes(driver)]
    assert not found, "\n".join(found)
