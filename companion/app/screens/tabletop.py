"""What the tables of all games do: they follow the night that is on, and one thing at a time lies over them.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.app.widgets import Overlay, RefusalOverlay, StepsOverlay
from companion.engine import Refusal
from companion.words import Speech


class Tabletop(Screen):
    steps = ObjectProperty(())
    overlay: Overlay | None = None
    speech: Speech

    def __init__(self, **given: Any) -> None:
        self.app = App.get_running_app()
        super().__init__(**given)
        self.night: Any = None
        self.shown = -1
        """The position that is on the screen: an answer is meant for it."""
        self._look_soon = Clock.create_trigger(self.look, -1)
        self._unwatch = lambda: None
        self.app.bind(night=lambda *_: self.attach())

    def attach(self) -> None:
        """To the night that is on, if it is one of this game."""
        self._unwatch()
        self._unwatch = lambda: None
        self.night = self.app.night if self.app.table == self.name else None
        self.shown = -1
        if self.night is not None:
            self._unwatch = self.night.watch(self._look_soon)
            self._look_soon()

    def on_pre_enter(self, *_: Any) -> None:
        self._look_soon()

    def look(self, *_: Any) -> None:
        """Shows what is; each table its own."""

    def lay(self, wanted: list[Widget], turns: Widget) -> None:
        """What lies side by side, or one below the other; where two take turns, they get their tabs."""
        body, arrangement = self.ids.body, self.app.theme.arrangement
        body.orientation = "vertical" if arrangement == "tall" else "horizontal"
        if list(reversed(body.children)) != wanted:
            body.clear_widgets()
            for widget in wanted:
                body.add_widget(widget)
        bottom = self.ids.bottom
        if arrangement == "wide" and turns.parent is not None:
            bottom.remove_widget(turns)
        elif arrangement != "wide" and turns.parent is None:
            bottom.add_widget(turns, index=2)  # counted from the right

    @property
    def manner(self) -> tuple[Any, ...]:
        """What an overlay is drawn for, besides the position."""
        theme = self.app.theme
        return self.app.tr.lang, theme.em, theme.arrangement, theme.palette

    def tell_refusal(self) -> None:
        """Why the last answer was refused, once."""
        if self.night.refused is not None:
            refused, self.night.refused = self.night.refused, None
            self.open_overlay(RefusalOverlay(self, self.speech.refusal(refused)))

    def undo(self) -> None:
        self.close_overlay()
        self.night.undo()
        self._look_soon()

    # -- what lies over the table

    def open_overlay(self, overlay: Overlay) -> None:
        self.close_overlay()
        self.overlay = overlay
        self.add_widget(overlay)

    def close_overlay(self) -> None:
        if self.overlay is not None:
            self.remove_widget(self.overlay)
            self.overlay = None

    def show_steps(self) -> None:
        if self.steps:
            self.open_overlay(StepsOverlay(self))


class RightingOverlay(Overlay):
    """An overlay on which things can be set right."""

    @property
    def state(self) -> Any:
        return self.screen.night.state

    def put(self, path: str, value: Any) -> None:
        night = self.screen.night
        told = night.correct(night.session.game.correction(path, value))
        if isinstance(told, Refusal):
            night.refused = told
            self.screen.look()
