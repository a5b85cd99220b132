"""Colours, type and sizes, in one place: paper by lamplight.

May import: Kivy, companion.table (in which colours people play). Brass says what comes next; hot is for
danger, mint for what is fine, and nothing else. Every colour that means something has a shape or a word
beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, radians, tan
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.utils import get_color_from_hex as rgb

from companion.table import SEATS

ASSETS = Path(__file__).parent / "assets"
REGULAR, SEMIBOLD, EXTRABOLD = "Inter", "InterSemiBold", "InterExtraBold"
DISPLAY = "LeagueSpartan"
"""Capitals that lean a little: names, numbers, the one action."""
LEAN = 6
"""Degrees."""
DESIGNED = (1280, 800)
"""The window for which sizes are written; others are scaled to it."""
FINGER = 57
"""Pixels of 9 mm at 160 dpi: no touch target is smaller."""
DOTS = 160
"""Pixels of the design in an inch: on a screen whose size is known, no design is drawn smaller."""
TRUE = (120, 400)
"""Dots per inch that a display may say and be believed: below it small letters are no danger."""
NEEDED, SECONDARY = 2.8, 2.1
"""Millimetres of a capital at 60 cm: what is needed in play, 16 arcminutes; what is good to know, 12."""
IN_PLAY = 23
"""Pixels of the design of the letters that are needed in play."""
CAP, DISPLAY_CAP = 0.727, 0.66
"""Capitals of Inter and of the display face in parts of their size, as Kivy draws them (test_layout and
test_legibility measure them)."""

# Told apart with any kind of colour vision; the shapes stay the same.
COLOUR_BLIND = ("#FCF7D9", "#55C2FF", "#FFBDDD", "#8B76E3", "#A9947D", "#2D8F9B", "#ABD57B")


def pressed(colour: Sequence[float], state: str, resting: bool = False) -> Sequence[float]:
    """The colour of a button, lighter under a finger and pale while it rests."""
    if resting:
        return [*colour[:3], 0.55]
    return [part + (1 - part) * 0.12 for part in colour] if state == "down" else colour


def sheet(x: float, y: float, right: float, top: float) -> tuple[float, ...]:
    """The corners of a sheet that was cut by hand: one to three pixels off true."""
    return (x, y + 1, right - 2, y, right, top, x + 2, top - 2)


def leaning(x: float, y: float, width: float, height: float, display: bool) -> tuple[float, ...]:
    """The corners of a text around (x, y); letters of the display face lean a little."""
    left, low = int(x - width / 2), int(y - height / 2)
    right, top, by = left + width, low + height, tan(radians(LEAN)) * height / 2 if display else 0
    return (left - by, low, right - by, low, right + by, top, left + by, top)


def register_fonts() -> None:
    for name, file in ((REGULAR, "Regular"), (SEMIBOLD, "SemiBold"), (EXTRABOLD, "ExtraBold")):
        LabelBase.register(name, str(ASSETS / f"Inter-{file}.otf"))
    LabelBase.register(DISPLAY, str(ASSETS / "LeagueSpartan-Black.otf"))


class Styled(Protocol):
    """Something drawn once, in the sizes and colours of the moment."""

    def restyled(self) -> None:
        """Sizes or colours have changed."""


class Theme(EventDispatcher):
    """What kv reads as `app.theme`; a change is followed at once by everything on the screen."""

    ground = ColorProperty("#1D1529")
    """Night: silhouettes and ink, too."""
    bar = ColorProperty("#231A30")
    panel = ColorProperty("#2B2038")
    raised = ColorProperty("#41314F")
    chosen = ColorProperty("#5A4568")
    line = ColorProperty("#4A3A58")
    strong_line = ColorProperty("#9A84AB")
    text = ColorProperty("#F8EBD0")
    """Paper."""
    faint = ColorProperty("#CDBCD6")
    dark = ColorProperty("#1D1529")
    accent = ColorProperty("#FFC440")
    brass_shade = ColorProperty("#D99A2B")
    kraft = ColorProperty("#B9A684")
    paper_shade = ColorProperty("#E9D5AE")
    danger = ColorProperty("#FF4B2B")
    ember = ColorProperty("#B3261A")
    """Danger in words, on paper."""
    fine = ColorProperty("#5FD6A2")
    token = ColorProperty("#F8EBD0")
    seats = SEATS

    text_size = NumericProperty(1.0)
    """What the players chose: 1.0 to 1.5."""
    palette = StringProperty("plain")
    """`plain` or `colour-blind`."""
    motion = BooleanProperty(True)
    inches = NumericProperty(0.0)
    """From corner to corner, where the players have said so."""
    dpi = NumericProperty(0.0)
    """Dots per inch of the screen; 0: nobody knows, and it is taken for one of 10 inches."""
    unit = NumericProperty(1.0)
    """Pixels of the window for one of the design."""
    em = NumericProperty(1.0)
    """The same for letters, with the players' text size; never so small that a chair is too far away."""
    arrangement = StringProperty("wide")
    """`wide`: both side panels beside the ring; `tabs`: one panel with tabs; `tall`: tabs below the ring."""

    def __init__(self, **given: object) -> None:
        super().__init__(**given)
        # Letters and drawings come and go by the hundred. An observer of a property would stay behind for
        # each of them until the property changes, and a property of the theme may not change all evening.
        self.styled: WeakSet[Styled] = WeakSet()
        Window.bind(size=self.measure)
        self.bind(text_size=self.measure, dpi=self.measure, inches=self._look_up)
        self._look_up()
        self.bind(em=self._restyle, palette=self._restyle, dpi=self._restyle)
        self.measure()

    def measure(self, *_: object) -> None:
        width, height = Window.size
        if self.inches:
            self.dpi = hypot(width, height) / self.inches
        known = self.dpi / DOTS
        if width >= height:
            scale = min(width / DESIGNED[0], height / DESIGNED[1])
            self.unit = max(scale, 0.9, known)
            roomy = width / (self.unit * self.text_size) >= 1200  # in pixels of the design
            self.arrangement = "wide" if roomy else "tabs"
        else:
            self.unit = max(min(width / 800, height / 1280), 0.8, known)
            self.arrangement = "tall"
        self.em = max(self.unit * self.text_size, self.high(NEEDED) / IN_PLAY)

    def _look_up(self, *_: object) -> None:
        """Somebody knows the screen, or the display does; many displays say 96 whatever they are."""
        if not self.inches:
            self.dpi = Window.dpi if TRUE[0] <= Window.dpi <= TRUE[1] else 0.0
        self.measure()

    def high(self, mm: float) -> float:
        """The size of letters whose capitals have so many millimetres; 0 where nobody knows the screen."""
        return float(mm / 25.4 * self.dpi / CAP)

    def legible(self, size: float) -> float:
        """The size of letters that a drawing wants, or the least that is read from a chair."""
        return float(max(size, self.high(NEEDED)))

    def lettered(self, size: float) -> float:
        """The same in the display face, whose capitals are lower."""
        return float(max(size, self.high(NEEDED) * CAP / DISPLAY_CAP))

    def _restyle(self, *_: object) -> None:
        for drawn in tuple(self.styled):
            drawn.restyled()

    def tint(self, index: int, colour: str) -> list[float]:
        """The colour of one of several: as its box says, or out of the palette for all eyes."""
        return rgb(COLOUR_BLIND[index] if self.palette == "colour-blind" else colour)

    def seat(self, index: int) -> list[float]:
        """The colour of one of those who play."""
        return rgb(self.seats[index % len(self.seats)])

    def close(self) -> None:
        Window.unbind(size=self.measure)
