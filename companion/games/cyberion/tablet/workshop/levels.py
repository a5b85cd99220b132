"""The central processor and the reserve: levels of the five abilities, battery, support tokens, piles.

May import: Kivy, the presenter's values, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.utils import get_color_from_hex as rgb

from companion.app.widgets import BigButton, DrawnButton, Glyph, Panel, Text
from companion.games.cyberion.views.workshop import ModelView, WorkshopView


class PilesButton(BigButton):
    """How many lie in each pile; a touch shows what lies open."""


class LevelsPanel(Panel):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self._drawn: Any = None
        super().__init__(**given)

    def show(self, view: WorkshopView) -> None:
        app, theme = self.screen.app, self.screen.app.theme
        picked = self.screen.picked if self.screen.picked and self.screen.picked[0] == "model" else None
        manner = (app.tr.lang, theme.em, theme.arrangement, theme.palette)
        about = (view.models, view.battery, view.support, view.piles, view.extras, picked, manner)
        if about == self._drawn:
            return
        self._drawn = about
        self.padding = 10 * theme.unit
        self.spacing = 5 * theme.unit
        self.clear_widgets()
        columns = 1 if theme.arrangement == "wide" else 2
        levels = GridLayout(cols=columns, spacing=self.spacing, size_hint_y=5 / columns)
        for model in view.models:
            levels.add_widget(self._model(model))
        self.add_widget(levels)
        self._reserve(view)
        button = PilesButton(text=app.tr.say("workshop.open.title"))
        button.size_hint_y = 0.75 + 0.42 * len(view.extras)
        button.add_widget(self._piles(view))
        for name, text in view.extras:
            said = app.tr.words.captioned(name, text)
            line = Text(text=said, px=16, tone="faint", halign="left", valign="middle")
            line.size_hint_y = 0.56
            button.add_widget(line)
        button.bind(on_release=lambda _: self.screen.show_piles())
        self.add_widget(button)

    def _model(self, model: ModelView) -> DrawnButton:
        level = self.screen.speech.name("level", model.level)
        marks = " •" * model.interference
        button = DrawnButton(
            text=f"{model.name}  {level}{marks}",
            under=model.does,
            glyph=f"form:{model.shape}",
            colour=rgb(model.colour),
            px=19,
            role="chosen" if self.screen.picked == ("model", model.id) else "plain",
        )
        if model.upgrade is not None:
            button.edge = self.screen.app.theme.accent
        button.bind(on_release=lambda _: self.screen.touch_model(model.id))
        return button

    def _reserve(self, view: WorkshopView) -> None:
        """Battery and support tokens in one line; a token is used by touching its model."""
        say, theme = self.screen.app.tr.say, self.screen.app.theme
        line = BoxLayout(spacing=4 * theme.unit, size_hint_y=0.62)
        state = say("workshop.charged" if view.battery else "workshop.exhausted")
        tone = "fine" if view.battery else "faint"
        line.add_widget(self._two(say("workshop.battery"), Text(text=state, px=16, tone=tone)))
        tokens = BoxLayout()
        for model, _ in view.support:
            tokens.add_widget(Glyph(glyph=f"form:{model.shape}", colour=rgb(model.colour)))
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

    def _piles(self, view: WorkshopView) -> GridLayout:
        grid = GridLayout(cols=2)
        for name, count in view.piles:
            part = BoxLayout(spacing=6)
            part.add_widget(Text(text=name, px=16, tone="faint", halign="right", valign="middle"))
            number = Text(text=count, px=20, weight="bold", halign="left", valign="middle", size_hint_x=0.5)
            part.add_widget(number)
            grid.add_widget(part)
        return grid
