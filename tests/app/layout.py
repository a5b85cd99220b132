"""What is wrong with what is on the screen: clipped, overlapping, outside, too small to read or to touch.

The widget tree is walked in a real window. For the layout tests of every game.
"""

import re
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from companion.words import languages
from tests.tools.rules import ID

SIZES = ((1280, 800), (1024, 600), (1920, 1200), (800, 1280))
LETTERS = (1.0, 1.5)
DPI = 160
CAP = 0.727
"""Inter's capitals in parts of its size, as Kivy draws them (test_layout measures it)."""
CAP_4MM = 4 / 25.4 * DPI - 0.5
FINGER = 9 / 25.4 * DPI - 0.5
LEGIBLE = 11.5
"""Pixels of the design: smaller letters help nobody."""

Box = tuple[float, float, float, float]


def ways(index: int, every: bool = False) -> list[tuple[tuple[int, int], float, str]]:
    """Every window with both sizes of letters, the languages by turns; `every`: each in each."""
    numbered = product(enumerate(SIZES), enumerate(LETTERS), enumerate(languages()))
    return [
        (size, text, lang)
        for (i, size), (j, text), (k, lang) in numbered
        if every or (i + j + index - k) % len(languages()) == 0
    ]


def shown(run: Callable, scene: Callable, lang="en", size=(1280, 800), text=1.0) -> Any:
    """A fresh app in which the scene stands."""

    def prepare(app) -> None:
        app.theme.motion = False
        app.theme.text_size = text
        scene(app)

    driver = run(lang=lang, size=size, prepare=prepare)
    driver.frames(4)
    if after := getattr(driver.app, "after_shown", None):
        after()
    driver.frames(4)
    return driver


def seen(driver, size: tuple[int, int], text: float, lang: str) -> list[str]:
    """The mistakes of what stands, in another window, with other letters, in another language."""
    driver.app.theme.text_size = text
    driver.app.tr.lang = lang
    driver.size(*size)
    driver.frames(4)
    return [f"{size[0]}×{size[1]} {lang} {text}: {mistake}" for mistake in mistakes(driver)]


def visible(driver) -> Iterator[tuple[Any, Box]]:
    """What can be seen: the overlay alone while one is open, and nothing that a list has scrolled away."""
    from kivy.uix.scrollview import ScrollView

    screen = driver.app.manager.current_screen
    root = screen.overlay.box if getattr(screen, "overlay", None) is not None else screen

    def look(widget: Any, frame: Box | None) -> Iterator[tuple[Any, Box]]:
        if widget.opacity == 0 or widget.width <= 1 or widget.height <= 1:
            return
        at = box(widget)
        if frame is None or within(at, frame):
            yield widget, at
        for child in widget.children:
            yield from look(child, at if isinstance(widget, ScrollView) else frame)

    yield from look(root, None)


def box(widget: Any) -> Box:
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, x + widget.width, y + widget.height


def within(a: Box, b: Box) -> bool:
    return a[0] >= b[0] - 1 and a[1] >= b[1] - 1 and a[2] <= b[2] + 1 and a[3] <= b[3] + 1


def overlap(a: Box, b: Box) -> float:
    """How deep two boxes lie in each other, in pixels."""
    return min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


def mistakes(driver, smaller: float = 1.0) -> list[str]:
    """`smaller`: what is left of the least size of letters, in a language that is longer than any of ours."""
    width, height = driver.window.size
    unit = min(driver.app.theme.unit, 1) * smaller
    everything = list(visible(driver))
    texts = [(w, at) for w, at in everything if hasattr(w, "px") and hasattr(w, "clipped") and w.text]
    buttons = [(w, at) for w, at in everything if hasattr(w, "role")]
    found = []
    for text, _ in texts:
        if text.clipped:
            found.append(f"clipped: {text.text!r} in {text.width:.0f}×{text.height:.0f}")
        if text.critical and text.font_size * CAP < CAP_4MM * unit:
            found.append(f"too small to read from a metre: {text.text!r}, {text.font_size:.0f} px")
        if text.font_size < LEGIBLE * unit and max(map(len, text.text.split())) < 40:  # a path is no word
            found.append(f"too small to read: {text.text!r}, {text.font_size:.1f} px")
    for button, _ in buttons:
        if min(button.size) < FINGER:
            found.append(f"too small for a finger: {button.text!r} {button.width:.0f}×{button.height:.0f}")
    for widget, at in (*texts, *buttons):
        if not within(at, (0, 0, width, height)):
            found.append(f"outside the window: {widget.text!r} {at}")
    for kind in (texts, buttons):
        for (one, a), (other, b) in combinations(kind, 2):
            if overlap(a, b) > 1.5:
                found.append(f"on top of each other: {one.text!r} and {other.text!r}")
    found += squeezed(driver)
    found += [f"the code of a rule: {text.text!r}" for text, _ in texts if coded(driver, text.text)]
    found += [f"nobody says why it is disabled: {one.text!r}" for one, _ in buttons if not explained(one)]
    deep = 2 * driver.app.theme.unit
    return found + [one for w, _ in everything if hasattr(w, "boxes") for one in drawn(w, deep)]


def coded(driver, text: str) -> bool:
    """Codes of rules stand behind Why? and in the book of rules alone."""
    from companion.app.widgets import WhyOverlay

    screen = driver.app.manager.current_screen
    looked_up = screen.name == "rules" or isinstance(getattr(screen, "overlay", None), WhyOverlay)
    return not looked_up and re.search(rf"\b{ID}\b", text) is not None


def squeezed(driver) -> list[str]:
    """Texts that have no room at all: they would be drawn over something else, or not."""
    screen = driver.app.manager.current_screen
    root = screen.overlay.box if getattr(screen, "overlay", None) is not None else screen

    def look(widget: Any, gone: bool) -> Iterator[str]:
        if widget.opacity == 0:
            return
        gone = gone or widget.width <= 1 or widget.height <= 1
        if gone and hasattr(widget, "clipped") and hasattr(widget, "px") and widget.text.strip():
            yield f"squeezed to nothing: {widget.text!r}"
        for child in widget.children:
            yield from look(child, gone)

    return list(look(root, False))


def explained(button: Any) -> bool:
    """Whether a touch on what is disabled tells why: its rule or a sentence; at a table, what is asked."""
    from companion.app.running import the_app
    from companion.app.screens.tabletop import Tabletop

    if not button.disabled or not hasattr(button, "because"):
        return True
    app = the_app()
    screen = app.manager.current_screen
    if not button.because:
        return isinstance(screen, Tabletop) and screen.overlay is None
    game = getattr(screen, "subject", "") or app.playing.game.name
    words, book = app.lead.words(game), app.lead.book(game)
    return button.because in words or book.article(button.because) is not None


def drawn(widget: Any, deep: float) -> list[str]:
    """Letters that a widget draws itself, the names on the ring, say, and that lie so deep in each other."""
    letters = [  # what just fell lies over the pieces, and is meant to
        (said, (x, y, x + w, y + h)) for said, (x, y, w, h) in widget.boxes if not said.startswith("+")
    ]
    return [
        f"drawn on top of each other: {said!r} and {again!r}"
        for (said, a), (again, b) in combinations(letters, 2)
        if overlap(a, b) > deep and said != again  # letters of one name along the rim
    ]
