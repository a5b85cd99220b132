"""A card of a hand as a sheet of paper: its sign and era at the left, its name, what it does.

May import: Kivy, the paper in which everything is cut, the views. A used card stays where it was, dim.
"""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from companion.app.running import the_app
from companion.app.theme import Theme
from companion.app.widgets import BigButton, Flow, Painted, Text, paper, shapes
from companion.games.the_loop.tablet.widgets import figures, tokens
from companion.games.the_loop.views.table import CardView


class CardSheet(BigButton):
    quiet = BooleanProperty(False)
    """Used: touched only to hear why not."""

    def __init__(self, card: CardView, shape: str, colour: list[float], **given: object) -> None:
        self.theme: Theme = the_app().theme
        self.card, self.shape, self.colour = card, shape, colour
        self._draw_soon = Clock.create_trigger(self.draw, -1)
        super().__init__(**given)
        self.bind(pos=self._draw_soon, size=self._draw_soon, state=self._draw_soon)

    def draw(self, *_: object) -> None:
        before = self.canvas.before
        before.clear()
        theme, ready, unit = self.theme, not self.quiet, self.theme.unit
        strip = 62 * unit
        with before:
            ground = theme.text if ready else theme.line
            if self.state == "down":
                ground = theme.paper_shade if ready else theme.chosen
            paper.sheet(self.x, self.y, self.width, self.height, ground, 2 * unit, shadow=ready)
            side = self.colour if ready else theme.raised
            paper.sheet(self.x, self.y, strip, self.height, side, unit)
            ink = theme.dark if ready else theme.faint
            high = self.height > 76 * unit and self.shape
            y = self.center_y + (14 * unit if high else 0)
            if self.card.dimension:
                figures.dimension(self.card.dimension, self.x + strip / 2, y, 18 * unit, ink)
            if high:
                shapes.figure(self.shape, self.x + strip / 2, self.y + 22 * unit, 10 * unit, ink)
            if self.card.invented:
                paper.hatch(self.right - unit, self.top - unit, 28 * unit, theme.dark, theme.paper_shade)


class LoopButton(BigButton):
    """A LOOP: its sign, and how many used cards it makes ready."""

    def __init__(self, dimension: str, **given: object) -> None:
        self.theme: Theme = the_app().theme
        self.dimension = dimension
        self._draw_soon = Clock.create_trigger(self.draw, -1)
        super().__init__(**given)
        self.bind(pos=self._draw_soon, size=self._draw_soon, state=self._draw_soon, disabled=self._draw_soon)

    def draw(self, *_: object) -> None:
        before, theme = self.canvas.before, self.theme
        before.clear()
        with before:
            ground = (
                theme.raised if self.disabled else theme.paper_shade if self.state == "down" else theme.text
            )
            paper.sheet(self.x, self.y, self.width, self.height, ground, 2 * theme.unit)
            ink = theme.faint if self.disabled else theme.dark
            x = self.x + (36 * theme.unit if self.text else self.width / 2)
            figures.dimension(self.dimension, x, self.center_y, 17 * theme.unit, ink)


def loop_line(said: str) -> Flow:
    """`LOOP readies one sign, for`, and room for the energy that it costs."""
    theme = the_app().theme
    row = Flow(size_hint_y=None, least=42 * theme.unit)
    row.add_widget(_Name(size_hint_x=None, width=96 * theme.unit))
    row.add_widget(Text(text=said, px=23, tone="faint", halign="left", valign="middle"))
    return row


class _Name(Painted):
    """The word on the box."""

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            paper.lettering("LOOP", self.x, self.center_y, 36 * self.theme.unit, self.theme.text)


class Cost(Painted):
    """So much energy."""

    def __init__(self, cost: int) -> None:
        self.cost = cost
        super().__init__(size_hint_x=None, width=42 * the_app().theme.em)

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        em = self.theme.em
        with self.canvas:
            tokens.energy(self.theme, self.center_x, self.center_y, self.cost, 18 * em, 23 * em)
