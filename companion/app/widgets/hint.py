"""What the teacher lays over a table: a hint with its pointer, the rule behind something, help for now.

May import: Kivy, companion.teacher, this folder. A touch puts it away; nothing below it moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.theme import sheet
from companion.teacher import Hint, places
from companion.words import Words

from .buttons import BigButton
from .overlay import Overlay
from .page import Rows
from .rows import DrawnButton
from .sketch import BoardSketch
from .text import Text

if TYPE_CHECKING:
    from companion.app.screens.tabletop import Tabletop

Box = tuple[float, float, float, float]


class TaughtOverlay(Overlay):
    """Over a table, with the words of the lessons."""

    @property
    def words(self) -> Words:
        return self.app.lead.words()

    def idea(self, box: Widget, hint: Hint, px: int = 24) -> None:
        """The sentence, and below it where that is on a real table."""
        box.add_widget(
            Text(text=hint.text(self.words), px=px, weight="semibold", halign="left", valign="middle")
        )
        place = hint.board
        found = places(self.app.lead.manifest())
        if place in {one.id for one in found}:
            box.add_widget(BoardSketch(places=found, pointed=place))
            said = self.words.say("teach.on-the-board", {"place": self.words.say(f"place.{place}")})
            line = Text(text=said, px=18, tone="faint", halign="left", valign="middle")
            line.size_hint_y, line.height = None, 48 * self.app.theme.em
            box.add_widget(line)

    def button(self, key: str, act: Any, role: str = "plain") -> BigButton:
        made = BigButton(text=self.words.say(f"teach.{key}"), px=20, role=role, steady=True)
        made.bind(on_release=lambda _: act())
        return made


class HintOverlay(TaughtOverlay):
    """One idea after the other, with the place on the screen lit."""

    unasked = True
    share = (0.4, 0.66)

    def __init__(self, screen: Tabletop, hints: list[Hint]) -> None:
        self.hints = hints
        self.at = 0
        self.spot: Box | None = None
        super().__init__(screen)
        self.bind(size=lambda *_: Clock.schedule_once(lambda _: self.light(), 0))
        Clock.schedule_once(lambda _: self.light(), 0)  # where everything lies, once it lies there
        self.app.lead.shown(self.hint)

    @property
    def hint(self) -> Hint:
        return self.hints[self.at]

    def fill(self) -> None:
        tall = self.app.theme.arrangement == "tall"
        if self.app.theme.arrangement != "wide":
            self.box.size_hint = (0.94, 0.44) if tall else (0.48, 0.9)
        self.padding = 16 * self.app.theme.unit
        self.box.edge = self.app.theme.accent
        more = len(self.hints) - self.at - 1
        self.idea(self.box, self.hint)
        on = self.button("next-idea" if more else "understood", self.go_on, "next")
        self.foot(self.button("why", self.why), on)
        self.light()

    def go_on(self) -> None:
        """The next idea, or the table."""
        if self.at + 1 < len(self.hints):
            self.at += 1
            self.app.lead.shown(self.hint)
            self.rebuild()
        else:
            self.screen.close_overlay()

    def why(self) -> None:
        self.screen.open_overlay(WhyOverlay(self.screen, self.hint.rule))

    def light(self) -> None:
        """All but the place that is meant lies in the dark, and the card lies beside it."""
        self.spot = self.screen.pointed(self.hint.screen)
        tall = self.app.theme.arrangement == "tall"
        x, y = (self.spot[0] + self.spot[2] / 2, self.spot[1] + self.spot[3] / 2) if self.spot else (0, 0)
        self.anchor_x = "center" if tall else "right" if x < self.screen.width / 2 else "left"
        self.anchor_y = ("top" if y < self.screen.height / 2 else "bottom") if tall else "center"
        self.canvas.before.clear()
        with self.canvas.before:
            Color(0, 0, 0, 0.62)
            if self.spot is None:
                Rectangle(pos=self.pos, size=self.size)
                return
            x, y, width, height = self.spot
            for pos, size in (
                ((0, 0), (self.width, y)),
                ((0, y + height), (self.width, self.height - y - height)),
                ((0, y), (x, height)),
                ((x + width, y), (self.width - x - width, height)),
            ):
                Rectangle(pos=pos, size=size)
            Color(*self.app.theme.accent)
            SmoothLine(points=sheet(x, y, x + width, y + height), width=3, close=True)


class WhyOverlay(TaughtOverlay):
    """The rule behind something, in our own words, with the way to its chapter."""

    share = (0.56, 0.6)

    def __init__(self, screen: Tabletop, because: str, back: Overlay | None = None) -> None:
        """`because`: a rule of the ledger, or a sentence of the catalogue. `back`: what waits to be seen, and
        lies there again afterwards."""
        self.because, self.back = because, back
        super().__init__(screen, closes=back is None)

    def closing(self) -> BigButton:
        if (waiting := self.back) is None:
            return super().closing()
        close = BigButton(text=self.say("app.close"), px=20, steady=True)
        close.bind(on_release=lambda _: self.screen.open_overlay(waiting))
        return close

    def step_back(self) -> None:
        if self.back is None:
            super().step_back()
        else:
            self.screen.open_overlay(self.back)

    def fill(self) -> None:
        title, said, article = self.app.lead.behind(self.because)
        self.heading(title, "accent")
        self.box.add_widget(Text(text=said, px=25, halign="left", valign="top"))
        if article is None:
            self.foot(self.closing())
            return
        line = f"{article.where(self.words)} · {self.because}"
        where = Text(text=line, px=18, tone="faint", halign="left", valign="middle")
        where.size_hint_y, where.height = None, 34 * self.app.theme.em
        self.box.add_widget(where)
        name, chapter = self.app.playing.game.name, article.chapter
        way = self.button("chapter", lambda: self.app.go("rules", game=name, chapter=chapter, typed=""))
        self.foot(way, self.closing())


class HelpOverlay(TaughtOverlay):
    """Behind the question mark: what is asked now and what just happened, each with its idea."""

    share = (0.8, 0.9)

    def __init__(self, screen: Tabletop) -> None:
        self.chosen = 0
        super().__init__(screen)

    def fill(self) -> None:
        hints = self.app.lead.recent(self.app.playing)
        self.heading(self.words.say("teach.help"))
        if hints:
            self._both(hints)
        else:
            self.box.add_widget(Text(text=self.words.say("rulebook.nothing-asked"), px=22))
        lead = self.app.lead
        switch = self.button("lead-off" if lead.on else "lead-on", self._switch)
        rules = self.button("rules", lambda: self.app.go("rules", game=self.app.playing.game.name))
        signs = self.button("signs", lambda: self.app.go("signs", game=self.app.playing.game.name))
        self.foot(switch, rules, signs, self.closing())

    def _both(self, hints: list[Hint]) -> None:
        """The list, and what one of it says."""
        tall = self.app.theme.arrangement == "tall"
        body = BoxLayout(spacing=14, orientation="vertical" if tall else "horizontal")
        rows = Rows(spacing=6, size_hint_x=1 if tall else 0.44)
        for number, hint in enumerate(hints):
            button = DrawnButton(text=self._title(hint), px=19)
            button.role = "chosen" if number == self.chosen else "plain"
            button.bind(on_release=lambda _, number=number: self._choose(number))
            rows.add(button, max(self.finger, 62 * self.app.theme.em))
        body.add_widget(rows)
        side, hint = BoxLayout(orientation="vertical", spacing=8), hints[min(self.chosen, len(hints) - 1)]
        self.idea(side, hint, 22)
        why = self.button("why", lambda: self.screen.open_overlay(WhyOverlay(self.screen, hint.rule)))
        why.size_hint_y, why.height = None, self.finger
        side.add_widget(why)
        body.add_widget(side)
        self.box.add_widget(body)

    def _title(self, hint: Hint) -> str:
        article = self.app.lead.book(self.app.playing.game.name).article(hint.rule)
        return article.title(self.words) if article is not None else hint.id

    def _choose(self, number: int) -> None:
        self.chosen = number
        self.rebuild()

    def _switch(self) -> None:
        self.app.lead.switch(not self.app.lead.on)
        self.rebuild()


class HelpButton(BigButton):
    """A question mark that is always there."""

    def __init__(self, **given: Any) -> None:
        super().__init__(text="?", px=28, steady=True, **given)


def window_box(widget: Widget) -> Box:
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, widget.width, widget.height
