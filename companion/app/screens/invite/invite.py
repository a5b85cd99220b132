"""Invite phones: codes for the table, each seat and who looks on; who knocks, who is here.

May import: Kivy, this room's widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.invitation import Guest, Served
from companion.app.widgets import BigButton, Page, QrCode, Rows, Text
from companion.words import Speech


class InviteScreen(Page):
    which = StringProperty("table")
    """The code that is shown: `table`, `watch`, or the number of a seat."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.app.phones.fbind("changed", self._fill_soon)

    def on_pre_enter(self, *_: object) -> None:
        self.back = self.app.table if self.app.came_from == self.app.table and self.app.now else "home"
        super().on_pre_enter()

    def fill(self) -> None:
        place, phones = self.ids.place, self.app.phones
        place.clear_widgets()
        self.offer([], None, self.show_code)
        if phones.served is not None:
            self._invited(place, phones.served)
            return
        rows = Rows(spacing=10)
        place.add_widget(rows)
        if self.app.evening is None:
            self._line(rows, self.say("screen-invite.no-game"))
            return
        self._line(rows, self.say("screen-invite.about"), 150)
        if phones.error is not None:
            self._line(rows, self.say("screen-invite.failed", why=str(phones.error)), 110, "danger")
        button = BigButton(text=self.say("screen-invite.invite"), role="next", px=26)
        button.disabled = phones.opening
        button.because = "because.wait"
        button.bind(on_release=lambda _: self.invite())
        rows.add(button, max(self.finger, 84 * self.em))

    def _line(self, rows: Rows, said: str, height: float = 90, tone: str = "text") -> None:
        line = Text(text=said, px=21, tone=tone, halign="left", valign="middle")
        rows.add(line, height * self.em)

    def _invited(self, place: Widget, served: Served) -> None:
        speech = Speech.of(self.app.tr.words, self.app.playing)
        known = [("table", self.say("screen-invite.table"))]
        known += [(str(seat), speech.name("seat", seat)) for seat in range(served.seat_count)]
        known += [("watch", self.say("screen-invite.watch"))]
        self.which = self.which if self.which in dict(known) else "table"
        self.offer(known, self.which, self.show_code)
        if self.which.isdecimal():
            link, matrix = served.code("seat", int(self.which))
        else:
            link, matrix = served.code("watch" if self.which == "watch" else "table")
        left = BoxLayout(orientation="vertical", spacing=6)
        left.add_widget(QrCode(matrix=matrix))
        under = Text(text=link, px=16, tone="faint", halign="center", valign="middle")
        under.size_hint_y, under.height = None, 54 * self.em
        left.add_widget(under)
        place.add_widget(left)
        rows = Rows(spacing=8)
        place.add_widget(rows)
        self._line(rows, self.say("screen-invite.listens", address=served.address), 84)
        for guest in served.waiting:
            about = {"n": guest.number, "who": speech.name("seat", guest.wants or 0)}
            admit = (self.say("screen-invite.admit"), "next", partial(served.admit, guest.id))
            refuse = (self.say("screen-invite.refuse"), "plain", partial(served.refuse, guest.id))
            self._row(rows, self.say("screen-invite.wants-in", **about), admit, refuse)
        for guest in served.guests_known:
            if guest.wants is None:
                send = (self.say("screen-invite.revoke"), "plain", partial(served.revoke, guest.id))
                self._row(rows, self._who(served, guest, speech), send)
        self._line(rows, self.say("screen-invite.nobody-arrived"), 150, "faint")
        renew = (self.say("screen-invite.renew"), "plain", self._renew)
        self._row(rows, "", renew, (self.say("screen-invite.end"), "plain", self.app.phones.close))

    def _who(self, served: Served, guest: Guest, speech: Speech) -> str:
        seats = self.app.tr.words.listed([speech.name("seat", seat) for seat in guest.seats])
        who = seats if guest.seats else self.say("screen-invite.watching")
        how = self.say("screen-invite.here" if served.is_here(guest.id) else "screen-invite.away")
        return self.say("screen-invite.device", n=guest.number, who=who, how=how)

    def _row(self, rows: Rows, said: str, *ways: tuple[str, str, Callable[[], object]]) -> None:
        row = BoxLayout(spacing=8)
        if said:
            row.add_widget(Text(text=said, px=20, halign="left", valign="middle"))
        for text, role, act in ways:
            button = BigButton(text=text, role=role, px=19)
            button.size_hint_x = 0.42 if said else 1
            button.bind(on_release=lambda _, act=act: act())
            row.add_widget(button)
        rows.add(row, max(self.finger, 72 * self.em))

    # -- touches

    def invite(self) -> None:
        if self.app.evening is not None:
            self.app.phones.open(self.app.evening, self.app.games)
            self.fill()

    def show_code(self, which: str) -> None:
        self.which = which
        self.fill()

    def _renew(self) -> None:
        if self.app.phones.served is not None:
            self.app.phones.served.renew()
        self.fill()
