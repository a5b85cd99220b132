"""History: the journal turn by turn, the table as it stood then, and how to change what was entered.

May import: Kivy, the presenters, this room's widgets. Consequences are shown before anything is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.presenters.history import HistoryEntry, HistoryPresenter, landed_as
from companion.app.theme import FINGER
from companion.app.widgets import BigButton, DrawnButton, Page, Panel, Paragraph, Rows, Text
from companion.engine import Input, Refusal
from companion.engine.terms import OUTLET
from companion.table import Amendment, BackTo, Done, Settle, Snapshot, Way
from companion.words import Speech


class HistoryScreen(Page):
    turn = NumericProperty(-1)
    stage = StringProperty("look")
    """`look`, `why` it happened, `choose` another answer, `learn` a piece no list has, or `settle` what
    follows from it."""
    entry = NumericProperty(0)
    back = "table"

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.shown = -1
        self.amendment: Amendment | None = None
        self.landed: list[int] | None = None
        self.app.bind(now=self._moved)

    def _moved(self, *_: Any) -> None:
        """The game went on: what is chosen here may be gone. What follows from a change is stale then, and is
        told to be when it is kept."""
        now = self.app.now
        if now is not None and now.position != self.shown and self.stage != "settle":
            self.stage = "look"
            self._fill()

    def on_pre_enter(self, *_: Any) -> None:
        if self.app.came_from == "rules" and hasattr(self, "entries"):
            super().on_pre_enter()  # where somebody looked a rule up, they read on
            return
        self.turn, self.entry, self.stage = -1, 0, "look"
        self.amendment = self.landed = None
        self.holder: int | None = None
        now = self.app.now
        if now is not None and now.older is not None:
            self.amendment, self.stage = now.older.copy(), "settle"
        super().on_pre_enter()

    def leave(self) -> None:
        now = self.app.now
        older = now is not None and now.older is not None
        if self.stage == "look" or older:
            over = now is not None and now.outcome is not None
            self.app.go("home" if older or now is None else "outcome" if over else "table")
        else:
            self._to("look")

    def _to(self, stage: str) -> None:
        self.stage = stage
        if stage == "look":
            self.amendment = self.landed = None
        self.fill()

    # -- what is shown

    def fill(self) -> None:
        now, place = self.app.now, self.ids.place
        place.clear_widgets()
        if now is None:
            return
        self.shown = now.position
        self.presenter = HistoryPresenter(now.game, self.app.tr.words, self.app.games)
        if self.stage == "look":
            self._look(place)
        elif self.stage == "choose":
            self._choose(place)
        elif self.stage == "learn":
            self._learn(place)
        elif self.stage == "why":
            self._why(place)
        else:
            self._settle(place)

    def _look(self, place: Widget) -> None:
        now = self.app.playing
        self.entries = self.presenter.show(now)
        if not self.entries:
            text = self.say("screen-history.empty")
            place.add_widget(Text(text=text, px=24, tone="faint", halign="center", valign="middle"))
            return
        turns = sorted({line.turn for line in self.entries})
        if self.turn not in turns:
            self.turn = turns[-1]
        mine = [line for line in self.entries if line.turn == self.turn]
        if self.entry not in {line.number for line in mine}:
            self.entry = mine[-1].number
        left = BoxLayout(orientation="vertical", spacing=8, size_hint_x=1 if self.tall else 0.86)
        left.add_widget(self._turns(turns))
        left.add_widget(self._lines(mine))
        place.add_widget(left)
        place.add_widget(self._then(now))

    def _turns(self, turns: list[int]) -> ScrollView:
        scroll = ScrollView(do_scroll_y=False, size_hint_y=None, height=self.finger, bar_width=3)
        scroll.always_overscroll = False  # a short row stays where it is: nothing slides away under a finger
        row = BoxLayout(size_hint_x=None, spacing=6)
        row.bind(minimum_width=row.setter("width"))
        for turn in turns:
            said = self.say("screen-history.setup") if turn == 0 else str(turn)
            button = BigButton(text=said, px=19, role="chosen" if turn == self.turn else "plain")
            button.size_hint_x, button.width = None, max(FINGER, (120 if turn == 0 else 62) * self.em)
            button.bind(on_release=lambda _, turn=turn: self.jump(turn))
            row.add_widget(button)
        scroll.add_widget(row)
        scroll.scroll_x = turns.index(self.turn) / max(len(turns) - 1, 1)
        return scroll

    def _lines(self, lines: list[HistoryEntry]) -> Rows:
        rows = Rows(spacing=6)
        chosen: Widget | None = None
        for line in lines:
            button = DrawnButton(text=f"{line.number}  {line.text}", under=line.under, px=19)
            button.role = "chosen" if line.number == self.entry else "plain"
            if line.tone in ("danger", "fine"):
                button.edge = getattr(self.app.theme, line.tone)
            button.bind(on_release=lambda _, number=line.number: self.select(number))
            rows.add(button, max(self.finger, (62 + 21 * (len(line.under) // 60)) * self.em))
            if line.number == self.entry:
                chosen = button
        if chosen is not None:
            Clock.schedule_once(lambda _: rows.show(chosen))
        return rows

    def _then(self, now: Snapshot) -> Panel:
        """The table as it stood after the chosen entry, and what can be done about it."""
        panel = Panel()
        head = Text(text=self.say("screen-history.then", n=self.entry), px=19, tone="faint", valign="middle")
        head.size_hint_y, head.height = None, 28 * self.em
        panel.add_widget(head)
        panel.add_widget(
            self.app.face.part("picture")(self.app.tr.words, self.presenter.after(now, self.entry))
        )
        grid = GridLayout(cols=3, spacing=8, size_hint_y=None, height=2 * self.finger + 8)
        buttons = (
            ("screen-history.amend", self.change),
            ("screen-history.drop", self.take_out),
            ("teach.why", lambda: self._to("why")),
            ("screen-history.back-here", self.back_here),
            ("screen-history.undo", self.undo),
        )
        for key, act in buttons:
            button = BigButton(text=self.say(key), px=18)
            button.bind(on_release=lambda _, act=act: act())
            if act == self.undo:
                button.text = f"← {button.text}"
            grid.add_widget(button)
        panel.add_widget(grid)
        return panel

    def _why(self, place: Widget) -> None:
        """The ideas and the rules behind the chosen entry, as far as everybody may know it."""
        lead, panel, rows = self.app.lead, Panel(), Rows(spacing=8)
        words, game = lead.words(), self.subject
        self._heading(panel, next(line.text for line in self.entries if line.number == self.entry))
        hints = lead.of_entry(self.app.playing, self.entry)
        for hint in hints:
            title, said, article = lead.behind(hint.rule)
            rows.box.add_widget(Paragraph(text=title, px=23, weight="bold"))
            rows.box.add_widget(Paragraph(text=hint.text(words), px=21, weight="semibold"))
            rows.box.add_widget(Paragraph(text=said, px=21))
            if article is not None:
                way = BigButton(text=f"{self.say('teach.chapter')}: {article.where(words)}", px=19)
                go = partial(self.app.go, "rules", game=game, chapter=article.chapter, typed="")
                way.bind(on_release=lambda _, go=go: go())
                rows.add(way, self.finger)
        if not hints:
            rows.box.add_widget(Paragraph(text=words.say("teach.no-rule"), px=22, tone="faint"))
        panel.add_widget(rows)
        place.add_widget(panel)

    def _choose(self, place: Widget) -> None:
        now = self.app.playing
        panel = Panel()
        title = self.say("screen-history.cubes" if self.landed is not None else "screen-history.choose")
        self._heading(panel, title)
        was = self.presenter.was(now, self.entry)
        self._heading(panel, self.say("screen-history.was", what=was), 19, "faint")
        if self.landed is not None:
            self._cubes(panel)
        else:
            others = self.presenter.others(now, self.entry)
            rows = Rows(cols=1 if self.tall or len(others) < 6 else 2, spacing=8)
            for other in others:
                button = BigButton(text=other.text, px=20)
                button.bind(on_release=lambda _, given=other.given: self.amend(given))
                rows.add(button, max(self.finger, 68 * self.em))
            teachable = self.presenter.teachable(now, self.entry) is not None
            if not others and not teachable:
                text = self.say("screen-history.other")
                rows.add(Text(text=text, px=20, halign="left"), 80 * self.em)
            panel.add_widget(rows)
            if teachable:
                new = BigButton(text=self.say("prompt.something-else"), px=20, edge=self.app.theme.accent)
                new.size_hint_y, new.height = None, self.finger
                new.bind(on_release=lambda _: self._to("learn"))
                panel.add_widget(new)
        place.add_widget(panel)

    def _learn(self, place: Widget) -> None:
        """A piece that no list has: told as at the table, and then the entry is amended with it."""
        now = self.app.playing
        speech = self.presenter.before(now, self.entry)
        question = self.presenter.teachable(now, self.entry)
        self.form = self.app.face.part("learning")(speech, question, self._taught)
        panel = Panel()
        panel.add_widget(self.form)
        place.add_widget(panel)

    def _taught(self, inputs: tuple[Input, ...]) -> None:
        *learn, given = inputs
        self.amend(given, tuple(learn))

    def _cubes(self, panel: Panel) -> None:
        speech, landed = self.presenter.before(self.app.playing, self.entry), self.landed or []
        given = self.app.playing.entries[self.entry - 1].given
        total = sum(given.landed) + given.inside
        grid = GridLayout(cols=1 if self.tall else 2, spacing=10)
        for place in range(len(landed)):
            row = BoxLayout(spacing=8)
            row.add_widget(Text(text=speech.name(OUTLET, place), px=20, halign="left", valign="middle"))
            for by, sign in ((-1, "−"), (1, "+")):
                button = BigButton(text=sign, px=28, size_hint_x=None, width=self.finger * 1.2)
                at = landed[place] + by
                button.disabled = at < 0 or sum(landed) + by > total
                button.because = "because.count"
                button.bind(on_release=lambda _, place=place, by=by: self.cube(place, by))
                if by == 1:
                    count = Text(text=str(landed[place]), px=28, weight="bold", valign="middle")
                    count.size_hint_x, count.width = None, 50 * self.em
                    row.add_widget(count)
                row.add_widget(button)
            grid.add_widget(row)
        panel.add_widget(grid)
        inside = total - sum(landed)
        said = self.say("next.confirm-inside", inside=inside) if inside else self.say("next.confirm")
        keep = BigButton(text=said, role="next", px=24, size_hint_y=None, height=self.finger)
        keep.bind(on_release=lambda _: self.amend(landed_as(given, tuple(landed))))
        panel.add_widget(keep)

    def cube(self, place: int, by: int) -> None:
        if self.landed is not None:
            self.landed[place] += by
            self.fill()

    def _settle(self, place: Widget) -> None:
        now, amendment = self.app.playing, self.amendment
        if amendment is None:
            return
        view = self.presenter.consequences(now, amendment)
        panel = Panel()
        older = now.older is not None
        self._heading(panel, self.say("screen-history.older" if older else "screen-history.consequences"))
        rows = Rows(spacing=6)
        if view.asked is not None:
            self._line(rows, self.say("screen-history.asks"), "faint")
            self._line(rows, view.question, "accent")
            holder = view.holder
            if holder is not None and holder != self.holder:
                scratch = self.presenter.amended(self.app.playing, amendment)
                who = scratch.name("seat", holder)
                cover = BigButton(text=self.say("cover.give", who=who), px=19, role="next")
                held = partial(self._held_by, holder)
                cover.bind(on_release=lambda _: self._hand_over(scratch, holder, held))
                rows.add(cover, self.finger)
            for option in view.options if view.holder in (None, self.holder) else ():
                button = BigButton(text=option.text, px=19)
                button.bind(on_release=lambda _, given=option.given: self.answer(given))
                rows.add(button, self.finger)
            aside = BigButton(text=self.say("screen-history.set-aside"), px=18)
            aside.bind(on_release=lambda _: self.set_aside())
            rows.add(aside, self.finger)
        if view.misfits:
            self._line(rows, self.say("screen-history.misfits", n=len(view.misfits)), "danger")
            for said in view.misfits:
                self._line(rows, said, "text")
        elif view.asked is None:
            self._line(rows, self.say("screen-history.kept-all"), "fine")
        if view.put_back:
            self._line(rows, self.say("screen-history.put-back"), "faint")
            for said in view.put_back:
                self._line(rows, f"•  {said}", "text")
        elif view.asked is None:
            self._line(rows, self.say("screen-history.nothing-moves"), "faint")
        panel.add_widget(rows)
        foot = BoxLayout(spacing=8, size_hint_y=None, height=self.finger)
        if not older:
            cancel = BigButton(text=self.say("notice.cancel"), px=20)
            cancel.bind(on_release=lambda _: self._to("look"))
            foot.add_widget(cancel)
        for place_of, (key, way) in enumerate(view.choices):
            button = BigButton(text=self.say(f"screen-history.{key}"), px=20)
            button.role = "next" if not place_of and view.asked is None else "plain"
            button.bind(on_release=lambda _, way=way: self.keep(way))
            foot.add_widget(button)
        panel.add_widget(foot)
        place.add_widget(panel)

    def _heading(self, panel: Panel, said: str, px: float = 26, tone: str = "text") -> None:
        head = Text(text=said, px=px, weight="bold" if px > 20 else "regular", tone=tone, halign="left")
        head.size_hint_y, head.height = None, px * 1.8 * self.em
        head.valign = "middle"
        panel.add_widget(head)

    def _line(self, rows: Rows, said: str, tone: str) -> None:
        line = Text(text=said, px=20, tone=tone, halign="left", valign="middle")
        rows.add(line, (64 if len(said) > 90 else 38) * self.em)

    # -- touches

    def jump(self, turn: int) -> None:
        self.turn = turn
        self.fill()

    def select(self, number: int) -> None:
        self.entry = number
        self.fill()

    def undo(self) -> None:
        self.turn = -1
        self.app.undo(self.refused)

    def back_here(self) -> None:
        count = len(self.app.playing.entries) - self.entry + 1
        said = self.say("screen-history.back-sure", n=self.entry, count=count)
        self.ask(
            self.say("screen-history.title"),
            said,
            (self.say("notice.cancel"), "plain", None),
            (self.say("screen-history.take-back"), "danger", self._back),
        )

    def _back(self) -> None:
        self.app.post(BackTo(self.entry))
        self.app.go("table")

    def change(self) -> None:
        """Only who gave a secret answer may see it again: the tablet changes hands before it is shown."""
        now = self.app.playing
        seat = self.presenter.keeper(now, self.entry)
        if seat is None:
            self._change()
        elif isinstance(seat, int):
            self._hand_over(self.presenter.before(now, self.entry), seat, self._change)
        else:
            text = self.say("table.amend-secret")
            self.ask(self.say("notice.wrong"), text, (self.say("notice.ok"), "next", None))

    def _hand_over(self, speech: Speech, seat: int, then: Callable[[], None]) -> None:
        who = speech.name("seat", seat)
        self.ask(
            self.say("cover.give", who=who),
            self.say("cover.alone", who=who),
            (self.say("notice.cancel"), "plain", None),
            (self.say("cover.here", who=who), "next", then),
        )

    def _change(self) -> None:
        landed = self.presenter.dropped(self.app.playing, self.entry)
        self.landed = list(landed) if landed is not None else None
        self._to("choose")

    def take_out(self) -> None:
        self.amend(None)

    def amend(self, given: Input | None, learn: tuple[Input, ...] = ()) -> None:
        """On scratch paper: nothing changes until it is kept."""
        amendment = self.app.playing.amend(self.entry, given, learn=learn)
        if isinstance(amendment, Refusal):
            self.refused(amendment)
        else:
            self.amendment = amendment
            self._to("settle")

    def _held_by(self, seat: int) -> None:
        self.holder = seat
        self.fill()

    def answer(self, given: Input) -> None:
        self.holder = None
        if self.amendment is not None and self.amendment.asked:
            asked = self.amendment.asked[0]
            refused = self.amendment.answer(given, "player" if asked.source == "player" else "hand")
            self.refused(refused)
            self.fill()

    def set_aside(self) -> None:
        if self.amendment is not None:
            self.amendment.set_aside()
            self.fill()

    def keep(self, way: Way) -> None:
        if self.amendment is not None:
            self.app.post(Settle(self.amendment, way), self._kept)

    def _kept(self, done: Done | Refusal) -> None:
        if not self.refused(done):
            self.app.go("outcome" if self.app.playing.outcome else "table")
