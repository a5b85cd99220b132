"""What is touched and lies on the table as a sheet of paper. May import: Kivy, buttons, paper."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from companion.app.running import the_app
from companion.app.theme import Theme

from . import paper
from .buttons import BigButton


class PaperButton(BigButton):
    """A sheet with cut edges; what is on it is drawn by `printed`, or stands on it in ink."""

    quiet = BooleanProperty(False)
    """Not to be used now: dim."""
    wanted = BooleanProperty(False)
    """Would do now: an edge of mint."""

    def __init__(self, **given: object) -> None:
        self.theme: Theme = the_app().theme
        self.draw_soon = Clock.create_trigger(self.draw, -1)
        super().__init__(**given)
        for name in ("pos", "size", "state", "role", "quiet", "wanted", "disabled"):
            self.fbind(name, self.draw_soon)
        self.theme.styled.add(self)
        self.draw_soon()

    def restyled(self) -> None:
        self.draw_soon()

    @property
    def dim(self) -> bool:
        return bool(self.quiet or self.disabled)

    @property
    def ink(self) -> list[float]:
        return list(self.theme.faint if self.dim else self.theme.dark)

    @property
    def ground(self) -> list[float]:
        theme, down = self.theme, self.state == "down"
        if self.dim:
            return list(theme.chosen if down else theme.raised)
        return list(theme.paper_shade if down else theme.text)

    def draw(self, *_: object) -> None:
        before, theme, unit = self.canvas.before, self.theme, self.theme.unit
        before.clear()
        with before:
            edge = theme.accent if self.role == "chosen" else theme.fine if self.wanted else None
            if edge is not None:
                wide = 5 * unit
                paper.sheet(
                    self.x - wide,
                    self.y - wide,
                    self.width + 2 * wide,
                    self.height + 2 * wide,
                    edge,
                    2 * unit,
                )
            shadow = not self.dim and edge is None
            paper.sheet(self.x, self.y, self.width, self.height, self.ground, 2 * unit, shadow=shadow)
            self.printed()

    def printed(self) -> None:
        """On the sheet; each kind its own."""
