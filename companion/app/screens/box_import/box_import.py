"""Another's box beside one's own, piece by piece: a touch says which of the two is kept.

May import: Kivy, the presenters, this room's widgets. What the owner entered stays unless it is touched.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.app.presenters.box_editor import Compared, Desk
from companion.app.widgets import BigButton, Page, Rows, Text, named


class BoxImportScreen(Page):
    playing = StringProperty()
    file = StringProperty()
    found: ObjectProperty[tuple[Compared, ...]] = ObjectProperty(())

    def on_pre_enter(self, *_: Any) -> None:
        self.taken = {place for place, one in enumerate(self.found) if one.difference.mine is None}
        super().on_pre_enter()

    def fill(self) -> None:
        self.desk = Desk(self.app.games, self.playing, self.app.tr.of(self.playing))
        new = sum(one.difference.mine is None for one in self.found)
        about = {"file": self.file, "new": new, "other": len(self.found) - new}
        named(self, "head", Text).text = self.say("screen-box.found", **about)
        place = self.ids.list
        place.clear_widgets()
        rows = Rows(spacing=8)
        for number, one in enumerate(self.found):
            mine = self.say("screen-box.mine", said=one.mine or "–") if one.difference.mine else ""
            under = " · ".join(filter(None, (self.say("screen-box.theirs", said=one.theirs or "–"), mine)))
            button = BigButton(text=one.name, under=under, px=19)
            button.role = "chosen" if number in self.taken else "plain"
            button.bind(on_release=lambda _, number=number: self.toggle(number))
            rows.add(button, 84 * self.em)
        place.add_widget(rows)
        take = named(self, "take", BigButton)
        take.text = self.say("screen-box.take", n=len(self.taken))
        take.disabled = not self.taken
        take.because = "because.nothing-chosen"

    def toggle(self, number: int) -> None:
        self.taken ^= {number}
        self.fill()

    def take(self) -> None:
        chosen = [self.found[number].difference for number in sorted(self.taken)]
        self.app.in_thread(lambda: self.desk.take(chosen), lambda _: self.app.go("box"), self._failed)

    def _failed(self, error: Exception) -> None:
        self.ask(self.say("screen-box.title"), self.desk.why(error), (self.say("app.close"), "next", None))
