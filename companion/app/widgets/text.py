"""Text that fits its place: it wraps, and becomes a little smaller before anything is cut off.

May import: Kivy. `clipped` tells the layout test that even the smallest size was too large.
"""

from __future__ import annotations

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.label import Label

from companion.app.theme import EXTRABOLD, REGULAR, SEMIBOLD

SMALLEST = 0.6
STEP = 0.94


class Text(Label):
    px = NumericProperty(16)
    """Height of the letters in pixels of the design."""
    weight = OptionProperty("regular", options=("regular", "semibold", "bold"))
    tone = StringProperty("text")
    """A colour of the theme, by its name."""
    critical = BooleanProperty(False)
    """Must be readable from a metre."""
    clipped = BooleanProperty(False)

    def __init__(self, **given: object) -> None:
        app = App.get_running_app()
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
        self.font_name = {"regular": REGULAR, "semibold": SEMIBOLD, "bold": EXTRABOLD}[self.weight]

    def on_tone(self, *_: object) -> None:
        self.color = getattr(self._theme, self.tone)

    def restyled(self) -> None:
        self._fit_soon()

    def fit(self, *_: object) -> None:
        """The largest size at which all of it is inside."""
        width, height = self.width - self.padding[0] - self.padding[2], self.height
        if width <= 1 or height <= 1:
            return
        wanted = self.px * self._theme.em
        size = wanted
        smallest = self.px * self._theme.unit * SMALLEST  # also when the players asked for larger letters
        while not self._fits(size, width, height) and size > smallest:
            size *= STEP
        fits = self._fits(size, width, height)
        lines = len(self._label._cached_lines)
        self.text_size = (self.width, self.height)
        self.texture_update()  # a line that does not fit is left out by Kivy without a word
        self.clipped = not fits or len(self._label._cached_lines) < lines

    def _fits(self, size: float, width: float, height: float) -> bool:
        self.font_size = size
        self.text_size = (self.width, None)
        self.texture_update()
        label = self._label
        words = self.text.split() if not self.markup else ()
        return self.texture_size[1] <= int(height) and all(
            label.get_extents(word)[0] <= width - 1 for word in words
        )
