"""Signs of the pages: silhouettes in ink before a moon of paper, one for each door of the first page.

May import: Kivy, paper, glyph. A sign is a `Glyph`: `glyph: "sign:tower"`.
"""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import StringProperty

from companion.app.running import the_app
from companion.app.theme import DISPLAY, REGULAR, SEMIBOLD

from . import paper
from .buttons import BigButton
from .glyph import DRAWINGS, Glyph
from .text import room

INK, HOT, BRASS = "dark", "danger", "accent"
PAWN = "M{0} 58C{0} 26 {1} 22 {2} 14C{1} 4 {1}-22 {3}-22C{4}-22 {4} 4 {5} 14C{4} 22 {6} 26 {6} 58Z"


def _pawn(x: int) -> str:
    """Head and shoulders."""
    return PAWN.format(x - 26, x - 16, x - 8, x, x + 16, x + 8, x + 26)


PICTURES: dict[str, tuple[tuple[str, str], ...]] = {
    "new-game": (
        (_pawn(-42), INK),
        (_pawn(42), INK),
        ("M-30 66C-30 24-18 16-8 6C-20-6-20-38 0-38C20-38 20-6 8 6C18 16 30 24 30 66Z", HOT),
    ),
    "learn": (
        ("M-70-40C-44-54-18-50-4-36V52C-18 40-44 36-70 48Z", INK),
        ("M70-40C44-54 18-50 4-36V52C18 40 44 36 70 48Z", INK),
        ("M18-30C30-36 42-38 56-34V-24C42-28 30-26 18-20Z", BRASS),
        ("M18-8C30-14 42-16 56-12V-2C42-6 30-4 18 2Z", BRASS),
    ),
    "library": (
        ("M-66-18L-28-44 8 26-30 46ZM66-18L28-44-8 26 30 46Z", INK),
        ("M-26-56H26V34H-26Z", HOT),
        ("M0-42L14-18 0 6-14-18Z", INK),
    ),
    "career": (
        ("M-34 6L-50 72-28 60-14 76 0 20 14 76 28 60 50 72 34 6Z", HOT),
        ("M-46-18A46 46 0 1 0 46-18A46 46 0 1 0 -46-18Z", INK),
        ("M0-50L9-28 33-27 14-12 21 11 0-2-21 11-14-12-33-27-9-28Z", BRASS),
    ),
    "tower": (
        ("M-46-66H-30V-52H-14V-66H14V-52H30V-66H46V-26L32-14V40H-32V-14L-46-26Z", INK),
        ("M-60 48H-22L-28 64H-66ZM60 48H22L28 64H66ZM-18 48H18L22 68H-22Z", INK),
        ("M-16-8H16V22H-16Z", BRASS),
        ("M-9 52H9V70H-9Z", HOT),
    ),
    "box": (
        ("M-60-8H60V58H-60ZM-60-14L-78-46-16-58 0-24ZM60-14L78-46 16-58 0-24Z", INK),
        ("M-14-52L12-62 22-36-4-26Z", HOT),
        ("M-18 12H18V36H-18Z", BRASS),
    ),
    "invite": (
        ("M-58-62H2V62H-58Z", INK),
        ("M-48-46H-8V38H-48Z", BRASS),
        ("M36-36C64-16 64 26 36 46L29 37C51 20 51-10 29-27Z", HOT),
        ("M22-17C37-6 37 16 22 27L15 18C24 11 24-1 15-8Z", HOT),
    ),
    "settings": (
        ("M-64-42H64V-30H-64ZM-64-6H64V6H-64ZM-64 30H64V42H-64Z", INK),
        ("M-38-54H-10V-18H-38ZM-28 18H0V54H-28Z", HOT),
        ("M12-18H40V18H12Z", BRASS),
    ),
}
"""Paths of each, in the order in which they lie on one another."""


def sign(glyph: Glyph, name: str, x: float, y: float, r: float) -> None:
    theme = glyph.theme
    paper.disc(x + r * 0.05, y - r * 0.07, r, theme.ground)
    paper.disc(x, y, r, theme.text)
    for path, tone in PICTURES[name]:
        paper.fill(path, getattr(theme, tone), x, y, r / 108, smooth=r > 20)


DRAWINGS.update(sign=sign)
GREEDY = 50
"""Of the height, for a sign: its words have theirs for certain."""
LEAST = 56
"""Pixels of the design that a sign must be high to be hung above the words."""


class Door(BigButton):
    """A way to a page, or something to choose, under its sign. The sign gives way to words that need the
    room."""

    sign = StringProperty("")
    """Of a page, or any glyph: `head:mr-time`."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._hang_soon = Clock.create_trigger(self._hang, 0)
        Window.bind(on_flip=self._seen)
        self._drawn: Glyph | None = None

    def _seen(self, *_: object) -> None:
        """The first frame, which waits for nothing, has shown the words."""
        Window.unbind(on_flip=self._seen)
        self._hang_soon()
        for name in ("size", "text", "under", "px", "plate"):
            self.fbind(name, self._hang_soon)
        the_app().theme.fbind("em", self._hang_soon)

    def _hang(self, *_: object) -> None:
        if App.get_running_app() is None:  # the window was closed with its first frame
            return
        if self._drawn is None:
            glyph = self.sign if ":" in self.sign else f"sign:{self.sign}"
            self._drawn = Glyph(glyph=glyph, colour=the_app().theme.text, size_hint_y=GREEDY)
            self.add_widget(self._drawn, index=len(self.children))
        needs = self._needs()
        left = self.height - 16 * the_app().theme.unit - sum(needs)
        there = left > LEAST * the_app().theme.unit and self._fits()
        self._drawn.size_hint_max_y = left if there else None
        self._drawn.size_hint_y = GREEDY if there else None
        self._drawn.height = max(left, 0) if there else 0
        self._drawn.opacity = 1 if there else 0
        below, words = self.children[:2]
        words.size_hint_min_y = needs[0] if there else None
        below.size_hint_min_y = needs[1] if there and self.under else None

    def _rooms(self) -> list[tuple[float, float]]:
        """Of its words and of the smaller line below them: the longest word, and the height."""
        theme = the_app().theme
        wide, edges = self.width - 14 * theme.unit, (0, 0, 0, 0)
        said, font = (self.text.upper(), DISPLAY) if self.plate else (self.text, SEMIBOLD)
        below = room(self.under, REGULAR, self.px * 0.78 * theme.em, wide, edges)
        return [room(said, font, self.px * theme.em, wide, edges), below]

    def _needs(self) -> list[float]:
        return [1.1 * high for _, high in self._rooms()]

    def _fits(self) -> bool:
        """No word of it is too long for its door: such words are in need of all of it."""
        return all(longest < self.width - 14 * the_app().theme.unit for longest, _ in self._rooms())
