"""The players along the line: crystals, cards left, discs left, and what each is doing now.

May import: Kivy, this room's widgets. It belongs to the board: its letters do not grow.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.running import the_app
from companion.app.widgets import Glyph, PaperButton, Text
from companion.games.contre_temps.views.timeline import DISCS, SeatView, TimelineView

FEW = 4
"""Players who find room in one row."""


class SeatButton(PaperButton):
    """On paper while something is asked of this player."""

    view: ObjectProperty[SeatView | None] = ObjectProperty(None, allownone=True)
    status = StringProperty("")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._shown: Any = None
        self._energy, self._cards = self._figure("energy"), self._figure("card")
        self._discs = [Glyph(size_hint_x=0.5) for _ in range(DISCS)]
        for disc in self._discs:
            self.ids.figures.add_widget(disc)

    def _figure(self, glyph: str) -> Text:
        count = Text(px=23, grows=False, weight="bold", halign="left", valign="middle")
        sign = Glyph(glyph=glyph, size_hint_x=0.7)
        if glyph == "card":
            sign.colour = self.theme.kraft
        self.ids.figures.add_widget(sign)
        self.ids.figures.add_widget(count)
        return count

    def show(self, seat: SeatView) -> None:
        app = the_app()
        if (seat, app.tr.lang) == self._shown:
            return
        self._shown = (seat, app.tr.lang)
        self.view, self.text, self.quiet = seat, seat.name, not seat.turn
        states = ("wins", "leads", "turn", "chosen", "marker")
        said = [app.tr.say(f"timeline.{name}") for name in states if getattr(seat, name)]
        self.status = " · ".join(said[:2])
        self._energy.text, self._cards.text = str(seat.energy), str(seat.cards)
        self._energy.tone = self._cards.tone = "dark" if seat.turn else "text"
        for number, disc in enumerate(self._discs):
            disc.glyph, disc.colour = "disc" if number < seat.discs else "empty", seat.colour


class SeatsRow(GridLayout):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        super().__init__(spacing=8, **given)
        self.buttons: list[SeatButton] = []

    def show(self, view: TimelineView) -> None:
        if len(self.buttons) != len(view.seats):
            self.clear_widgets()
            self.buttons = []
            for seat in view.seats:
                button = SeatButton()
                button.bind(on_release=lambda _, index=seat.index: self.screen.seat(index))
                self.buttons.append(button)
                self.add_widget(button)
        many = len(view.seats)
        self.cols = many if many <= FEW and self.screen.three else min(many, 3) if many != FEW else 2
        for button, seat in zip(self.buttons, view.seats, strict=True):
            button.show(seat)

    @property
    def rows_needed(self) -> int:
        return -(-len(self.buttons) // (self.cols or 1))
