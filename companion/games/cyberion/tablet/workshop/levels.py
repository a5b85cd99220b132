"""The central processor and the reserve: levels of the five abilities, support tokens, piles.

May import: Kivy, the presenter's values, this room's widgets. It grows with the letters, and then scrolls.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex as rgb

from companion.app.widgets import Beside, BigButton, Columns, DrawnButton, Fold, Glyph, Paragraph, Text
from companion.games.cyberion.views.workshop import ModelView, WorkshopView


class PilesButton(BigButton):
    """How many lie in each pile; a touch shows what lies open."""


class LevelsPanel(Fold):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self._drawn: Any = None
        super().__init__(**given)

    def show(self, view: WorkshopView) -> None:
        app, theme = self.screen.app, self.screen.app.theme
        picked = self.screen.picked if self.screen.picked and self.screen.picked[0] == "model" else None
        manner = (app.tr.lang, theme.em, theme.arrangement, theme.palette)
        about = (view.models, view.support, view.piles, view.extras, view.damage, picked, manner)
        if about == self._drawn:
            return
        self._drawn = about
        self.begin()
        column = self.column
        column.spacing = 6 * theme.unit
        for model in view.models:
            column.add_widget(self._model(model))
        if view.support:
            column.add_widget(self._support(view))
        column.add_widget(self._piles(view))
        column.add_widget(Widget(size_hint_y=0.01))

    def _model(self, model: ModelView) -> DrawnButton:
        level = self.screen.speech.name("level", model.level)
        chosen = self.screen.picked == ("model", model.id)
        button = DrawnButton(
            text=f"{model.name}  {level}",
            under=f"{'•' * model.interference} {model.does}".strip(),
            glyph=f"model:{model.shape}",
            colour=rgb(model.colour),
            px=23,
            sign=52,
        )
        theme = self.screen.app.theme
        if chosen or model.upgrade is not None:
            button.edge = theme.accent if chosen else theme.fine
        button.bind(on_release=lambda _: self.screen.touch_model(model.id))
        return button

    def _support(self, view: WorkshopView) -> Beside:
        """A token is used by touching its model."""
        theme = self.screen.app.theme
        line = Beside(spacing=4 * theme.unit, size_hint_y=None)
        said = Text(text=self.screen.app.tr.say("workshop.support"), px=17, tone="faint", halign="left")
        line.add_widget(said)
        for model, _ in view.support:
            sign = Glyph(glyph=f"model:{model.shape}", colour=rgb(model.colour))
            sign.size_hint, sign.size = (None, None), (30 * theme.unit, 30 * theme.unit)
            line.add_widget(sign)
        return line

    def _piles(self, view: WorkshopView) -> PilesButton:
        app, theme = self.screen.app, self.screen.app.theme
        button = PilesButton(text=app.tr.say("workshop.open.title"), folds=True, size_hint_y=None)
        button.bind(minimum_height=button.setter("height"))
        grid = Columns(most=2, spacing=(8 * theme.unit, 0), size_hint_y=None)
        for name, count in view.piles:
            part = Beside(spacing=6 * theme.unit)
            part.add_widget(Text(text=name, px=17, tone="faint", halign="left", valign="middle"))
            number = Text(text=count, px=23, weight="bold", halign="right", valign="middle", size_hint_x=0.4)
            part.add_widget(number)
            grid.add_widget(part)
        button.add_widget(grid)
        hurt = app.tr.say("workshop.extra.damage") if view.damage else ""
        for name, text in view.extras:
            said, tone = app.tr.words.captioned(name, text), "danger" if name == hurt else "faint"
            button.add_widget(Paragraph(text=said, px=23 if name == hurt else 17, tone=tone))
        button.bind(on_release=lambda _: self.screen.show_piles())
        return button
