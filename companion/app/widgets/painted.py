"""A widget that draws itself. May import: Kivy, the theme."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import Theme


class Painted(Widget):
    """Draws itself anew, once per frame, when what it shows, its place or the style has changed."""

    drawn_from: ClassVar[tuple[str, ...]] = ()
    """Its own properties that the drawing depends on."""

    def __init__(self, **given: Any) -> None:
        self.theme: Theme = the_app().theme
        self.draw_soon = Clock.create_trigger(self.draw, -1)
        super().__init__(**given)
        for name in (*self.drawn_from, "pos", "size"):
            self.fbind(name, self.draw_soon)
        self.theme.styled.add(self)
        self.draw_soon()

    def restyled(self) -> None:
        self.draw_soon()

    def draw(self, *_: object) -> None:
        """Clears its canvas and fills it."""
        raise NotImplementedError
