"""The players along the line: crystals, cards left, discs left, and what each is doing now.

May import: Kivy, this room's widgets.
"""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.presenters.timeline import DISCS, Seat, View
from companion.app.widgets import BigButton, Glyph, Text


class SeatButton(BigButton):
    told = ObjectProperty(None, allownone=True)
    status = StringProperty("")

    def show(self, seat: Seat) -> None:
        app = App.get_running_app()
        self.told, self.text = seat, seat.name
        states = ("wins", "leads", "turn", "chosen", "marker")
        said = [app.tr.say(f"timeline.{name}") for name in states if getattr(seat, name)]
        self.status = " · ".join(said[:2])
        row = self.ids.figures
        row.clear_widgets()
        self._figure(row, "energy", seat.energy)
        self._figure(row, "card", seat.cards)
        for disc in range(DISCS):
            glyph = "disc" if disc < seat.discs else "empty"
            row.add_widget(Glyph(glyph=glyph, colour=seat.colour, size_hint_x=0.55))

    def _figure(self, row: Any, glyph: str, count: int) -> None:
        row.add_widget(Glyph(glyph=glyph, size_hint_x=0.7))
        row.add_widget(Text(text=str(count), px=20, weight="bold", halign="left", valign="middle"))


class SeatsRow(GridLayout):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        super().__init__(spacing=6, **given)
        self.buttons: list[SeatButton] = []

    def show(self, view: View) -> None:
        if len(self.buttons) != len(view.seats):
            self.clear_widgets()
            self.buttons = []
            for seat in view.seats:
                button = SeatButton()
                button.bind(on_release=lambda _, index=seat.index: self.screen.seat(index))
                self.buttons.append(button)
                self.add_widget(button)
        self.cols = len(view.seats) if self.screen.app.theme.arrangement == "wide" else 3
        for button, seat in zip(self.buttons, view.seats, strict=True):
            button.show(seat)

    @property
    def rows_needed(self) -> int:
        return -(-len(self.buttons) // (self.cols or 1))
