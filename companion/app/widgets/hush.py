"""The note: one touch, and the table is silent until the next. May import: Kivy, the theme, paper."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine

from companion.app.running import the_app

from . import paper
from .buttons import BigButton

NOTE = "M-14 12C-14 4-2 0 6 4V-26L22-32V-20L11-16V12C11 22-14 24-14 12Z"


class HushButton(BigButton):
    """Crossed out while nothing sounds."""

    def __init__(self, **given: Any) -> None:
        super().__init__(text="", steady=True, **given)
        self.app = the_app()
        self.bind(pos=self.draw, size=self.draw)

    def on_release(self, *_: object) -> None:
        self.app.hush()
        self.draw()

    def draw(self, *_: object) -> None:
        theme, settings = self.app.theme, self.app.settings
        self.canvas.after.clear()
        with self.canvas.after:
            k = min(self.size) / 60
            x, y, r = self.center_x, self.center_y, 19 * k
            ink = theme.faint if settings.silent else theme.text
            paper.fill(NOTE, ink, x - 4 * k, y - 4 * k, 0.78 * k)
            if settings.silent:
                Color(*theme.danger)
                SmoothLine(points=[x - r, y - r, x + r, y + r], width=2.4 * k)
