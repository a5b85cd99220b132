"""A pause: the screen is dark, nothing is taken, the tower does not move; one touch goes on.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from companion.app.presenters.pause import where_we_were
from companion.app.screens.tabletop import Tabletop
from companion.app.widgets import Page
from companion.table import GoOn, Pause


class PauseScreen(Page):
    def on_pre_enter(self, *_: Any) -> None:
        self.app.post(Pause())
        Window.allow_screensaver = True
        super().on_pre_enter()

    def on_pre_leave(self, *_: Any) -> None:
        """However it is left: nobody stays locked out."""
        self.app.post(GoOn())
        Window.allow_screensaver = not self.app.settings.keep_awake

    def step_back(self) -> bool:
        """It is left by its own button alone."""
        return True

    def go_on(self) -> None:
        """Back to the table, with where we were, whose turn it is and what is open."""
        now = self.app.playing
        lines = where_we_were(self.app.tr.words, self.app.games, now)
        screen = self.app.go("outcome" if now.outcome is not None else "table")
        if isinstance(screen, Tabletop):
            screen.tell(self.say("screen-pause.back"), "\n".join(lines))
