"""Text that asks for the room it needs: it wraps, and what holds it gives way (`flow`).

May import: Kivy. Where nothing can give way it becomes a little smaller before anything is cut off; `clipped`
tells the layout test that even the smallest size was too large.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.label import Label

from companion.app.running import the_app
from companion.app.theme import DISPLAY, EXTRABOLD, REGULAR, SECONDARY, SEMIBOLD

SMALLEST = 0.6
LARGE = 25
"""Pixels of the design: larger letters grow less than those who read ask for."""
STEP = 0.94


@lru_cache(maxsize=1024)  # panels are built anew with every change, mostly out of the same words
def fitting(
    said: str,
    font: str,
    wanted: float,
    smallest: float,
    size: tuple[float, float],
    padding: tuple[float, ...],
) -> tuple[float, bool]:
    """The largest size at which all of it is inside, no word broken, and whether there is one."""
    inner = size[0] - padding[0] - padding[2]
    words = said.split()
    label = CoreLabel(text=said, font_name=font, padding=padding)
    label.resolve_font_name()
    label.text_size = (size[0], None)

    def widest() -> float:
        return max((label.get_extents(word)[0] for word in words), default=0)

    def fits(letters: float) -> bool:
        label.options["font_size"] = letters
        return label.render()[1] <= int(size[1]) and widest() <= inner - 1

    label.options["font_size"] = letters = wanted
    if widest() > inner - 1:
        letters = max(wanted * (inner - 1) / widest(), smallest)
    while not (found := fits(letters)) and letters > smallest:
        letters = max(letters * STEP, smallest)
    return letters, found


@lru_cache(maxsize=2048)
def room(
    said: str, font: str, letters: float, width: float, padding: tuple[float, ...]
) -> tuple[float, float]:
    """What a text takes up at this size: the width of its longest word, and its height in so wide a place."""
    if not said:
        return 0, 0
    label = CoreLabel(text=said, font_name=font, padding=padding)
    label.resolve_font_name()
    label.options["font_size"] = letters
    longest = max((float(label.get_extents(word)[0]) for word in said.split()), default=0.0)
    longest += padding[0] + padding[2] + 2
    label.text_size = (max(width, longest), None)
    return longest, label.render()[1] + 1


class Text(Label):
    px = NumericProperty(16)
    """Height of the letters in pixels of the design."""
    weight = OptionProperty("regular", options=("regular", "semibold", "bold", "display"))
    tone = StringProperty("text")
    """A colour of the theme, by its name."""
    grows = BooleanProperty(True)
    """With the size that the players chose."""
    aside = BooleanProperty(False)
    """Good to know and no more, whatever its colour: the lower of the two limits is enough."""
    critical = BooleanProperty(False)
    """Must be readable from a metre."""
    clipped = BooleanProperty(False)
    wanted = NumericProperty(0.0)
    """The size at which it would be drawn with room enough, in pixels of the window."""

    def __init__(self, **given: object) -> None:
        app = the_app()
        self._theme = app.theme
        self._fit_soon = Clock.create_trigger(self.fit, -1)
        given.setdefault("font_name", REGULAR)
        super().__init__(**given)
        self.fbind("text", self._fit_soon)
        self.fbind("size", self._fit_soon)
        self.fbind("px", self._fit_soon)
        self.fbind("weight", self.on_weight)
        self.fbind("tone", self.on_tone)
        self._theme.styled.add(self)
        self.on_weight()
        self.on_tone()
        self._fit_soon()

    def on_weight(self, *_: object) -> None:
        self.font_name = {"regular": REGULAR, "semibold": SEMIBOLD, "bold": EXTRABOLD, "display": DISPLAY}[
            self.weight
        ]

    def on_tone(self, *_: object) -> None:
        self.color = self.disabled_color = getattr(self._theme, self.tone)

    def restyled(self) -> None:
        self._fit_soon()

    def fit(self, *_: object) -> None:
        """The largest size at which all of it is inside."""
        self.wanted = self.scaled()
        self._ask()
        if self.width - self.padding[0] - self.padding[2] <= 1 or self.height <= 1:
            return
        smallest = self.px * self._theme.unit * SMALLEST  # also when the players asked for larger letters
        size, found = fitting(
            self.text, self.font_name, self.wanted, smallest, tuple(self.size), tuple(self.padding)
        )
        self.clipped = not found
        self.font_size, self.text_size = size, self.size
        self.texture_update()
        self._trigger_texture.cancel()  # what was just drawn need not be drawn again in the next frame

    def scaled(self) -> float:
        """In pixels of the window: letters that are large already grow less when players ask for larger."""
        unit, em = self._theme.unit, self._theme.em
        if not self.grows:
            return float(max(self.px * unit, self._theme.high(SECONDARY)))
        asked = self.px * (unit + (em - unit) * min(1, LARGE / self.px))
        return float(max(asked, self._theme.high(SECONDARY)))

    def _ask(self) -> None:
        """What can give way is told how much it needs."""
        above: Any = self.parent
        while above is not None and not getattr(above, "folds", False):
            above = above.parent if above.parent is not above else None
        if above is None:
            return
        widest, high = room(self.text, self.font_name, self.wanted, self.width, tuple(self.padding))
        if self.size_hint_x is not None:
            self.size_hint_min_x = widest
        if self.size_hint_y is not None:
            self.size_hint_min_y = high


class Headline(Text):
    """What is to be done now, in letters that are read from a metre; it takes the height that it needs."""

    def __init__(self, **given: object) -> None:
        given = {"weight": "bold", "halign": "left", "valign": "top", "size_hint_y": None} | given
        super().__init__(px=35, critical=True, **given)

    def fit(self, *_: object) -> None:
        if self.width <= 1:
            return
        self.wanted = wanted = self.scaled()
        endless = (self.width, 10_000)
        size, found = fitting(
            self.text, self.font_name, wanted, wanted * SMALLEST, endless, tuple(self.padding)
        )
        self.clipped = not found
        self.font_size, self.text_size = size, (self.width, None)
        self.texture_update()
        self._trigger_texture.cancel()
        self.height = self.texture_size[1]


class Paragraph(Text):
    """Lines of a text in the size that the players chose; it takes the height that they need."""

    def __init__(self, **given: object) -> None:
        super().__init__(**({"halign": "left", "valign": "top", "size_hint_y": None} | given))

    def fit(self, *_: object) -> None:
        if self.width <= 1:
            return
        self.wanted = wanted = self.scaled()
        size, found = fitting(
            self.text, self.font_name, wanted, wanted * SMALLEST, (self.width, 10_000), tuple(self.padding)
        )
        self.clipped = not found
        self.font_size, self.text_size = size, (self.width, None)
        self.texture_update()
        self._trigger_texture.cancel()
        self.height = self.texture_size[1] + 4


class OneLine(Text):
    """A few words in one line that takes the room they need; whoever lays it down sees that there is some."""

    def __init__(self, **given: object) -> None:
        super().__init__(**({"size_hint": (None, None)} | given))

    def fit(self, *_: object) -> None:
        self.wanted = self.font_size = self.scaled()
        self.texture_update()
        self._trigger_texture.cancel()
        self.size = self.texture_size
