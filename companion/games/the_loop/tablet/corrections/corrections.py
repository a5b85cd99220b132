"""Corrections: touch an era, touch what is different, touch how it is. The table is right.

May import: Kivy, the presenters, this room's widgets. What does not fit afterwards is told and offered;
nothing happens by itself.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets import BigButton, Choices, DrawnButton, Glyph, Page, Panel, Rows, Text
from companion.engine import Finding, Input, Plain, Refusal
from companion.games.the_loop.tablet.widgets import Ring
from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.corrections import GROUPS, CorrectionView, field, fields, findings
from companion.games.the_loop.views.table import table
from companion.table import Correct, Done
from companion.words import Speech


class RingCorrectionsScreen(Page):
    era = NumericProperty(3)
    group = StringProperty("era")
    path = StringProperty("")
    """The field that is being set."""
    back = "table"

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.fbind("era", lambda *_: self._fill_soon())

    def on_pre_enter(self, *_: Any) -> None:
        self.group, self.path = "era", ""
        self.left: list[Finding] = []
        """Findings that somebody decided to leave as they are."""
        super().on_pre_enter()

    def leave(self) -> None:
        if self.path:
            self.path = ""
            self.fill()
        else:
            super().leave()

    def fill(self) -> None:
        now, place = self.app.now, self.ids.place
        place.clear_widgets()
        if now is None:
            text = self.say("screen-corrections.no-night")
            place.add_widget(Text(text=text, px=24, tone="faint", halign="center", valign="middle"))
            return
        self.view, self.speech = table(now), Speech.of(self.app.tr.words, now)
        ring = Ring(size_hint_x=1 if self.tall else 0.8)
        ring.show(self.view, self.speech)
        ring.targets = [self.era]
        ring.bind(on_era=lambda _, era: self.look_at(era), on_hold=lambda _, era: self.look_at(era))
        place.add_widget(ring)
        side = BoxLayout(orientation="vertical", spacing=8 * self.app.theme.unit)
        shown = field(now, self.path) if self.path else None
        if shown is not None:
            side.add_widget(self._values(shown))
        else:
            side.add_widget(self._groups())
            open_findings = [one for one in findings(now) if one not in self.left]
            if open_findings:
                side.add_widget(self._finding(open_findings[0]))
            side.add_widget(self._fields())
        place.add_widget(side)

    def _groups(self) -> Choices:
        names = {"era": self.speech.name("era", self.era)}
        options = [(one, names.get(one) or self.say(f"screen-corrections.{one}")) for one in GROUPS]
        groups = Choices(options=options, value=self.group, px=17, size_hint_y=None, height=self.finger)
        groups.bind(on_pick=lambda _, group: self.turn_to(group))
        return groups

    def _fields(self) -> Rows:
        rows = Rows(spacing=6)
        for shown in fields(self.app.playing, self.group, self.era):
            now = self.say("screen-corrections.now", now=sentences.field_value(self.speech, shown.now))
            button = DrawnButton(text=self.speech.name("path", shown.path), under=now, px=20)
            button.bind(on_release=lambda _, path=shown.path: self.open(path))
            rows.add(button, max(self.finger, 66 * self.em))
        if self.group == "era":
            for key, group in (("duplicate-here", "duplicates"), ("card-here", "cards")):
                more = BigButton(text=self.say(f"screen-corrections.{key}"), px=18)
                more.bind(on_release=lambda _, group=group: self.turn_to(group))
                rows.add(more, self.finger)
        return rows

    def _values(self, shown: CorrectionView) -> Panel:
        panel = Panel()
        panel.edge = self.app.theme.accent
        said = self.say("screen-corrections.which", what=self.speech.name("path", shown.path))
        head = Text(text=said, px=24, weight="bold", halign="left", valign="middle")
        head.size_hint_y, head.height = None, 66 * self.em
        panel.add_widget(head)
        texts = [sentences.field_value(self.speech, one.label) for one in shown.choices]
        columns = 2 if max(map(len, texts), default=0) > 9 else 4
        rows = Rows(cols=columns, spacing=8)
        for text, offer in zip(texts, shown.choices, strict=True):
            role = "chosen" if offer.now else "plain"
            button = BigButton(text=text, px=22 if columns == 4 else 19, role=role)
            button.bind(on_release=lambda _, value=offer.value: self.put(shown, value))
            rows.add(button, max(self.finger, 70 * self.em))
        panel.add_widget(rows)
        return panel

    def _finding(self, found: Finding) -> Panel:
        panel = Panel(size_hint_y=None, height=110 * self.em + self.finger)
        panel.edge = self.app.theme.danger
        row = BoxLayout(spacing=10)
        row.add_widget(Glyph(glyph="wrong", size_hint_x=None, width=40 * self.em))
        row.add_widget(Text(text=self.speech.finding(found), px=19, halign="left", valign="middle"))
        panel.add_widget(row)
        foot = GridLayout(rows=1, spacing=8, size_hint_y=None, height=self.finger)
        for offer in found.offers:
            button = BigButton(text=self.speech.answer(None, offer), px=18, edge=self.app.theme.accent)
            button.bind(on_release=lambda _, offer=offer: self.give(offer))
            foot.add_widget(button)
        leave = BigButton(text=self.say("screen-corrections.leave"), px=18)
        leave.bind(on_release=lambda _: self._leave_it(found))
        foot.add_widget(leave)
        panel.add_widget(foot)
        return panel

    # -- touches

    def look_at(self, era: int) -> None:
        self.path = ""
        self.group = self.group if self.group == "cards" else "era"
        self.era = era
        self.fill()

    def turn_to(self, group: str) -> None:
        self.group, self.path = group, ""
        self.fill()

    def open(self, path: str) -> None:
        self.path = path
        self.fill()

    def put(self, shown: CorrectionView, value: Plain) -> None:
        """Sets the field; a list stays open for its next member."""
        self.give(self.app.playing.game.correction(shown.path, value), stays=shown.several)

    def give(self, given: Input, stays: bool = True) -> None:
        self.app.post(Correct(given), lambda reply: self._given(reply, stays))

    def _given(self, reply: Done | Refusal, stays: bool) -> None:
        if not self.refused(reply) and not stays:
            self.path = ""
        self.fill()

    def _leave_it(self, found: Finding) -> None:
        self.left.append(found)
        self.fill()


CorrectionsScreen = RingCorrectionsScreen
"""The name by which a screen is found. Kivy knows a rule by the name of its class alone, and the shared page
has one of that name."""
