"""Who plays: a name for each seat, by a touch on somebody who is remembered or by typing. All of it optional.

May import: Kivy, companion.table (the file of names), this room's widgets.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import SEMIBOLD
from companion.app.widgets import BigButton, Rows, TextField, captioned
from companion.app.widgets.page import Choice
from companion.engine import Refusal
from companion.table import CallAnew, NameRefused, People, people_file
from companion.words import Speech


class Seating:
    """The names as they stand, seat by seat; nobody is named unless somebody wants it."""

    def __init__(self, screen: Any) -> None:
        self.screen = screen
        self.people = People(people_file())
        self.names: list[str] = []
        self.seat = 0
        """Where the next name goes."""

    @property
    def named(self) -> tuple[str, ...]:
        """What is asked for, one for each seat of the game that is set up."""
        count = len(self._seats())
        return tuple([*self.names, *[""] * count][:count])

    @property
    def caption(self) -> str:
        """On the button that leads here."""
        named = [name for name in self.named if name]
        return ", ".join(named) or str(self.screen.say("person.names"))

    def columns(self) -> list[BoxLayout]:
        left, right = self.screen.column(0.5), self.screen.column(0.5)
        self._show_seats(left)
        self._show_guests(right)
        return [left, right]

    def _seats(self) -> list[str]:
        game = self.screen.game
        start = game.start(self.screen.choice.options)
        if isinstance(start, Refusal):
            return []
        speech = Speech(self.screen.words, game, start)
        return [speech.name("seat", seat) for seat in range(game.seats(start))]

    def _show_seats(self, column: BoxLayout) -> None:
        say, rows = self.screen.say, Rows(spacing=8)
        self.seat = min(self.seat, max(len(self._seats()) - 1, 0))
        for seat, (called, name) in enumerate(zip(self._seats(), self.named, strict=True)):
            button = BigButton(text=name or say("person.nobody"), under=called, px=22)
            button.role = "chosen" if seat == self.seat else "plain"
            button.bind(on_release=partial(self._turn_to, seat))
            rows.add(button, max(self.screen.finger, 76 * self.screen.em))
        if any(self.people.last()) and not any(self.named):
            button = BigButton(text=say("person.as-before"), px=19)
            button.bind(on_release=lambda _: self._as_before())
            rows.add(button, self.screen.finger)
        column.add_widget(captioned(say("person.who"), rows, self.screen.em))

    def _show_guests(self, column: BoxLayout) -> None:
        screen, say, theme = self.screen, self.screen.say, self.screen.app.theme
        line = BoxLayout(spacing=8, size_hint_y=None, height=screen.finger)
        self.typed = TextField(
            multiline=False,
            hint_text=say("person.type"),
            font_name=SEMIBOLD,
            font_size=20 * screen.em,
            background_color=theme.raised,
            foreground_color=theme.text,
            hint_text_color=theme.faint,
            cursor_color=theme.accent,
            background_normal="",
            background_active="",
            padding=(14, screen.finger / 2 - 13 * screen.em),
        )
        self.typed.bind(on_text_validate=lambda _: self.add())
        line.add_widget(self.typed)
        add = BigButton(text=say("person.add"), px=19, size_hint_x=0.36)
        add.bind(on_release=lambda _: self.add())
        line.add_widget(add)
        rows = Rows(spacing=8)
        for guest in self.people.guests():
            row = BoxLayout(spacing=8)
            button = BigButton(text=guest.name, px=21)
            button.role = "chosen" if guest.name in self.named else "plain"
            button.bind(on_release=partial(self._sit, guest.name))
            row.add_widget(button)
            more = BigButton(text="…", px=21, size_hint_x=0.24)
            more.bind(on_release=partial(self._more, guest.name))
            row.add_widget(more)
            rows.add(row, screen.finger)
        column.add_widget(captioned(say("person.known"), line, screen.em))
        column.children[0].size_hint_y, column.children[0].height = None, screen.finger + 30 * screen.em
        column.add_widget(rows)

    # -- touches

    def add(self) -> None:
        """What was typed sits down."""
        if self.typed.text.strip():
            self._sit(self.typed.text)

    def _turn_to(self, seat: int, *_: object) -> None:
        """Another seat; a second touch on it frees it."""
        names = list(self.named)
        if seat == self.seat and names[seat]:
            names[seat] = ""
        self.names, self.seat = names, seat
        self.screen.fill()

    def _as_before(self) -> None:
        self.names = list(self.people.last())
        self.screen.fill()

    def _sit(self, name: str, *_: object) -> None:
        """At the seat that is chosen; who sat elsewhere moves."""
        try:
            called = self.people.remember(name).name
        except (NameRefused, OSError) as error:
            self._wrong(error)
            return
        names = ["" if _same(one, called) else one for one in self.named]
        if names:
            names[self.seat] = called
        self.names = names
        self.seat = next((seat for seat, one in enumerate(names) if not one), self.seat)
        self.screen.fill()

    def _more(self, name: str, *_: object) -> None:
        """Renamed or forgotten, in every game at once."""
        say, typed = self.screen.say, self.typed.text.strip()
        ways: list[Choice] = [(say("person.remove"), "plain", partial(self._remove, name))]
        if typed:
            rename = say("person.rename", **{"0": typed})
            ways.insert(0, (rename, "plain", partial(self._rename, name, typed)))
        self.screen.ask(name, say("person.everywhere"), *ways, (say("notice.cancel"), "next", None))

    def _rename(self, name: str, to: str) -> None:
        self._change(partial(self.people.rename, name, to), name, to)

    def _remove(self, name: str) -> None:
        self._change(partial(self.people.remove, name), name, "")

    def _change(self, change: Any, name: str, to: str) -> None:
        try:
            change()
        except (NameRefused, OSError) as error:
            self._wrong(error)
            return
        self.names = [to if _same(one, name) else one for one in self.named]
        self.screen.app.post(CallAnew())
        self.screen.fill()

    def _wrong(self, error: Exception) -> None:
        say = self.screen.say
        self.screen.ask(say("notice.wrong"), self.screen.wrong(error), (say("notice.ok"), "next", None))


def _same(one: str, other: str) -> bool:
    return bool(one) and one.casefold() == other.strip().casefold()
