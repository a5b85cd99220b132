"""What lies over the time line for a moment: a place or a player enlarged, the menu, one thing set right.

May import: Kivy, the presenters, this room's widgets. A touch on a place or a player and one on what it
really is: two touches set the table right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.presenters.corrections import Correctable
from companion.app.screens.tabletop import CorrectionOverlay
from companion.app.widgets import BigButton, Columns, DrawnButton, Glyph, MenuOverlay, Paragraph, Text
from companion.games.contre_temps.views.corrections import TimelineCorrections
from companion.table import Answer

from .cards import SuitButton, ValueButton

if TYPE_CHECKING:
    from .timeline import TimelineScreen


class _TimelineCorrection(CorrectionOverlay):
    screen: TimelineScreen

    @property
    def presenter(self) -> TimelineCorrections:
        return TimelineCorrections(self.app.tr.words)

    def peek(self, key: str, **about: Any) -> str:
        return self.say(f"timeline.peek.{key}", **about)

    def correctables(self, found: tuple[Correctable, ...]) -> Columns:
        rows = Columns(spacing=6, size_hint_y=None)
        for one in found:
            button = DrawnButton(text=one.name, under=self.peek("now", now=one.now), px=23)
            button.bind(on_release=lambda _, path=one.path: self.open(path))
            rows.add_widget(button)
        return rows

    def open(self, path: str) -> None:
        self.screen.open_overlay(ValueOverlay(self.screen, path))

    def revoked(self, seat: int) -> None:
        """Somebody is found not to have followed suit."""
        self.screen.close_overlay()
        self.app.post(Answer((self.now.game.inputs["Revoke"](seat),)))


class PlaceOverlay(_TimelineCorrection):
    """One event, or the constant: every piece by its name."""

    def __init__(self, screen: TimelineScreen, token: int) -> None:
        self.token = token
        super().__init__(screen)

    def fill(self) -> None:
        place = next((one for one in self.screen.view.places if one.token == self.token), None)
        if place is None:
            return
        self.heading(place.name[:1].upper() + place.name[1:])
        for said in self._about_place(place):
            self.box.add_widget(Paragraph(text=said, px=23))
        self.box.add_widget(self.correctables(self.presenter.at_place(self.now, self.token)))
        self.box.add_widget(Widget())
        self.foot(self.closing())

    def _about_place(self, place: Any) -> list[str]:
        view = self.screen.view
        if self.token == 0:
            trump = view.constant
            lines = [self.peek("trump", suit=trump.suit.id) if trump else self.peek("no-trump")]
        elif place.lead is None:
            lines = [self.peek("no-disc")]
        else:
            lines = [self.peek("disc", seat=place.controller)] if place.controller >= 0 else []
            if place.standing is None:
                lines.append(self.peek("both", card=place.lead.id))
            else:
                lines += [
                    self.peek("lead", card=place.lead.id),
                    self.peek("standing", card=place.standing.id),
                ]
            if place.stale:
                lines.append(self.peek("stale", letters=place.stale))
        here = self.peek("here", seats=place.pawns) if place.pawns else self.peek("nobody")
        return [*lines, here]


class SeatOverlay(_TimelineCorrection):
    """One player: crystals at a touch, where the scientist is, and a revoke that was found."""

    def __init__(self, screen: TimelineScreen, seat: int) -> None:
        self.seat = seat
        super().__init__(screen)

    def fill(self) -> None:
        theme, seat = self.app.theme, self.screen.view.seats[self.seat]
        row = BoxLayout(size_hint_y=None, height=50 * theme.em, spacing=12)
        row.add_widget(
            Glyph(glyph=f"mark:{self.seat + 1}", colour=seat.colour, size_hint_x=None, width=46 * theme.em)
        )
        row.add_widget(Text(text=seat.name, px=32, weight="bold", halign="left", valign="middle"))
        self.box.add_widget(row)
        if seat.voids:
            suits = tuple(suit.id for suit in seat.voids)
            self.box.add_widget(Paragraph(text=self.say("timeline.void", suits=suits), px=23))
        found = self.presenter.of_seat(self.now, self.seat)
        energy = next((one for one in found if one.path.startswith("energy")), None)
        if energy is not None:
            self._energy(energy)
        self.box.add_widget(self.correctables(tuple(one for one in found if one is not energy)))
        self.box.add_widget(Widget())
        revoke = BigButton(text=self.peek("revoke"), px=23, role="danger")
        revoke.bind(on_release=lambda _: self.revoked(self.seat))
        self.foot(revoke, self.closing())

    def _energy(self, field: Correctable) -> None:
        self.box.add_widget(Paragraph(text=self.peek("energy", n=field.value), px=23, tone="faint"))
        grid = Columns(most=6, spacing=5, size_hint_y=None)
        for text, value in field.choices:
            role = "chosen" if value == field.value else "plain"
            button = BigButton(text=text, px=23, role=role)
            button.bind(on_release=lambda _, value=value: self.put(field.path, value))
            grid.add_widget(button)
        self.box.add_widget(grid)


class TimelineMenu(MenuOverlay):
    def ways(self) -> dict[str, Callable[[], None]]:
        return {
            "timeline.menu-of.revoke": lambda: self.screen.open_overlay(RevokeOverlay(self.screen)),
            "timeline.menu-of.correct": lambda: self.screen.open_overlay(AllOverlay(self.screen)),
        }


class RevokeOverlay(_TimelineCorrection):
    share = (0.5, 0.8)

    def fill(self) -> None:
        self.heading(self.peek("revoke-who"), px=25)
        for seat in self.screen.view.seats:
            button = DrawnButton(
                text=seat.name, glyph=f"mark:{seat.index + 1}", colour=seat.colour, px=23, sign=48
            )
            button.bind(on_release=lambda _, index=seat.index: self.revoked(index))
            self.box.add_widget(button)
        self.foot(self.closing())


class AllOverlay(_TimelineCorrection):
    """Everything that can be set right, and what does not fit."""

    def fill(self) -> None:
        self.heading(self.say("timeline.menu-of.correct"))
        for said in self.presenter.findings(self.now)[:2]:
            self.box.add_widget(Paragraph(text=said, px=23, tone="danger"))
        self.box.add_widget(self.correctables(self.presenter.all(self.now)))
        self.foot(self.closing())


class ValueOverlay(_TimelineCorrection):
    """One thing, and what it really is."""

    def __init__(self, screen: TimelineScreen, path: str) -> None:
        self.path = path
        self.suit = ""
        super().__init__(screen)

    def fill(self) -> None:
        field = self.presenter.one(self.now, self.path)
        if field is None:
            return
        self.heading(self.peek("which", what=field.name), px=25)
        if field.kind in ("card", "cards"):
            self._cards(field)
        else:
            columns = 2 if max((len(text) for text, _ in field.choices), default=0) > 9 else 4
            rows = Columns(most=columns, spacing=8, size_hint_y=None)
            for text, value in field.choices:
                chosen = value in field.value if field.kind == "several" else value == field.value
                button = BigButton(text=text, px=23, role="chosen" if chosen else "plain")
                button.bind(on_release=lambda _, value=value: self.put(field.path, field.after(value)))
                rows.add_widget(button)
            self.box.add_widget(rows)
            self.box.add_widget(Widget())
        self.foot(self.closing())

    def _cards(self, field: Correctable) -> None:
        row = BoxLayout(spacing=8, size_hint_y=None, height=self.finger)
        self.suit = self.suit or (field.value[:1] if isinstance(field.value, str) else "") or "A"
        for suit in self.screen.view.suits:
            sign = SuitButton(suit, role="chosen" if suit.id == self.suit else "plain")
            sign.bind(on_release=lambda _, suit=suit.id: self._turn_to(suit))
            row.add_widget(sign)
        self.box.add_widget(row)
        grid = GridLayout(cols=5, spacing=8)
        grid.bind(minimum_height=grid.setter("size_hint_min_y"))
        for value in self.screen.view.values:
            card = f"{self.suit}{value}"
            chosen = card == field.value or (field.kind == "cards" and card in field.value)
            button = ValueButton(text=str(value), role="chosen" if chosen else "plain")
            button.bind(on_release=lambda _, card=card: self.put(field.path, field.after(card)))
            grid.add_widget(button)
        if field.kind == "card":
            none = BigButton(text=self.peek("none"), px=23, role="plain" if field.value else "chosen")
            none.bind(on_release=lambda _: self.put(field.path, ""))
            grid.add_widget(none)
        for _ in range(-len(grid.children) % 5):
            grid.add_widget(Widget())
        self.box.add_widget(grid)

    def _turn_to(self, suit: str) -> None:
        self.suit = suit
        self.rebuild()
