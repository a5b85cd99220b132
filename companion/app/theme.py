"""Colours, type and sizes, in one place: a dark theme for the table's side.

May import: Kivy. One warm accent says what comes next; red is for rifts and danger, green for energy and what
is fine, and nothing else. Every colour that means something has a shape or a word beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.utils import get_color_from_hex as rgb

ASSETS = Path(__file__).parent / "assets"
REGULAR, SEMIBOLD, EXTRABOLD = "Inter", "InterSemiBold", "InterExtraBold"
DESIGNED = (1280, 800)
"""The window for which sizes are written; others are scaled to it."""
FINGER = 57
"""Pixels of 9 mm at 160 dpi: no touch target is smaller."""

# Okabe and Ito's palette, told apart with any kind of colour vision; the shapes stay the same.
COLOUR_BLIND = ("#F0E442", "#56B4E9", "#CC79A7", "#7F8CFF", "#E69F00", "#00C2A0", "#B8B8B8")


def pressed(colour: Sequence[float], state: str) -> Sequence[float]:
    """The colour of a button, lighter under a finger."""
    return [part + (1 - part) * 0.12 for part in colour] if state == "down" else colour


def register_fonts() -> None:
    for name, file in ((REGULAR, "Regular"), (SEMIBOLD, "SemiBold"), (EXTRABOLD, "ExtraBold")):
        LabelBase.register(name, str(ASSETS / f"Inter-{file}.otf"))


class Styled(Protocol):
    """Something drawn once, in the sizes and colours of the moment."""

    def restyled(self) -> None:
        """Sizes or colours have changed."""


class Theme(EventDispatcher):
    """What kv reads as `app.theme`; a change is followed at once by everything on the screen."""

    ground = ColorProperty("#0D1018")
    bar = ColorProperty("#10131C")
    panel = ColorProperty("#151A27")
    raised = ColorProperty("#1D2436")
    chosen = ColorProperty("#262E45")
    line = ColorProperty("#2C3448")
    strong_line = ColorProperty("#5A6690")
    text = ColorProperty("#E9ECF5")
    faint = ColorProperty("#A3ADC4")
    dark = ColorProperty("#10131C")
    accent = ColorProperty("#FFD166")
    danger = ColorProperty("#FF4D5E")
    fine = ColorProperty("#5BE38B")
    foo = ColorProperty("#B04CF0")
    token = ColorProperty("#C9A7FF")
    agents = ("#7EE0FF", "#FF8A5B", "#F7A8E0", "#D7F26B")

    text_size = NumericProperty(1.0)
    """What the players chose: 1.0 to 1.5."""
    palette = StringProperty("plain")
    """`plain` or `colour-blind`."""
    motion = BooleanProperty(True)
    unit = NumericProperty(1.0)
    """Pixels of the window for one of the design."""
    em = NumericProperty(1.0)
    """The same for letters, with the players' text size."""
    arrangement = StringProperty("wide")
    """`wide`: both side panels beside the ring; `tabs`: one panel with tabs; `tall`: tabs below the ring."""

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        # Letters and drawings come and go by the hundred. An observer of a property would stay behind for
        # each of them until the property changes, and a property of the theme may not change all evening.
        self.styled: WeakSet[Styled] = WeakSet()
        Window.bind(size=self.measure)
        self.bind(text_size=self.measure)
        self.bind(em=self._restyle, palette=self._restyle)
        self.measure()

    def measure(self, *_: object) -> None:
        width, height = Window.size
        if width >= height:
            scale = min(width / DESIGNED[0], height / DESIGNED[1])
            self.unit = max(scale, 0.9)
            roomy = width / (self.unit * self.text_size) >= 1200  # in pixels of the design
            self.arrangement = "wide" if roomy else "tabs"
        else:
            self.unit = max(min(width / 800, height / 1280), 0.8)
            self.arrangement = "tall"
        self.em = self.unit * self.text_size

    def _restyle(self, *_: object) -> None:
        for drawn in tuple(self.styled):
            drawn.restyled()

    def era(self, index: int, colour: str) -> list[float]:
        """The colour of an era: as its box says, or out of the palette for all eyes."""
        return rgb(COLOUR_BLIND[index] if self.palette == "colour-blind" else colour)

    def agent(self, index: int) -> list[float]:
        return rgb(self.agents[index % len(self.agents)])

    def close(self) -> None:
        Window.unbind(size=self.measure)
