"""The central processor and the reserve: levels of the five abilities, battery, support tokens, piles.

May import: Kivy, the presenter's values, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.utils import get_color_from_hex as rgb

from companion.app.presenters.workshop import Model, View
from companion.app.widgets import DrawnButton, Glyph, Panel, Text


class LevelsPanel(Panel):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        super().__init__(**given)

    def show(self, view: View) -> None:
        theme = self.screen.app.theme
        self.padding = 10 * theme.unit
        self.spacing = 5 * theme.unit
        self.clear_widgets()
        for model in view.models:
            self.add_widget(self._model(model))
        self._reserve(view)
        self._piles(view)
        for name, text in view.extras:
            line = Text(text=f"{name}: {text}", px=15, tone="faint", halign="left", valign="middle")
            line.size_hint_y = 0.42
            self.add_widget(line)

    def _model(self, model: Model) -> DrawnButton:
        level = self.screen.speech.name("level", model.level)
        marks = " •" * model.interference
        button = DrawnButton(
            text=f"{model.name}  {level}{marks}",
            under=model.does,
            glyph=f"era:{model.shape}",
            colour=rgb(model.colour),
            px=19,
            role="chosen" if self.screen.picked == ("model", model.id) else "plain",
        )
        if model.upgrade is not None:
            button.mark = self.screen.app.tr.say("workshop.upgrade-short", {"n": model.price})
            button.mark_tone = "accent"
        button.bind(on_release=lambda _: self.screen.touch_model(model.id))
        return button

    def _reserve(self, view: View) -> None:
        """Battery and support tokens in one line; a token is used by touching its model."""
        say, theme = self.screen.app.tr.say, self.screen.app.theme
        line = BoxLayout(spacing=4 * theme.unit, size_hint_y=0.62)
        state = say("workshop.charged" if view.battery else "workshop.exhausted")
        tone = "fine" if view.battery else "faint"
        line.add_widget(self._two(say("workshop.battery"), Text(text=state, px=16, tone=tone)))
        tokens = BoxLayout()
        for model, _ in view.support:
            tokens.add_widget(Glyph(glyph=f"era:{model.shape}", colour=rgb(model.colour)))
        none = Text(text=say("workshop.none"), px=16, tone="faint")
        line.add_widget(self._two(say("workshop.support"), tokens if view.support else none))
        self.add_widget(line)

    def _two(self, name: str, below: Any) -> BoxLayout:
        part = BoxLayout(orientation="vertical")
        part.add_widget(Text(text=name, px=15, tone="faint", halign="center", valign="bottom"))
        part.add_widget(below)
        if isinstance(below, Text):
            below.halign, below.valign, below.weight = "center", "middle", "semibold"
        return part

    def _piles(self, view: View) -> None:
        line = BoxLayout(size_hint_y=0.75)
        for name, count in view.piles:
            part = BoxLayout(orientation="vertical")
            part.add_widget(Text(text=count, px=22, weight="bold", halign="center", valign="bottom"))
            label = Text(text=name, px=14, tone="faint", halign="center", valign="top", size_hint_y=0.8)
            part.add_widget(label)
            line.add_widget(part)
        self.add_widget(line)
