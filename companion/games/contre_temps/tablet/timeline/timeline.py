"""The time line: the table of Contre-Temps, everything that a glance must find without scrolling.

May import: Kivy, the presenters, this room's widgets and panels. It shows what the presenter says and hands
touches to the evening; it knows no rule. What only one player may see is in the tree only while that player
has said to hold the tablet, and any change covers it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.app.screens.tabletop import Tabletop
from companion.app.widgets import BigButton, RefusalOverlay, StepStrip, named
from companion.engine import Input
from companion.games.contre_temps.views.timeline import ROUNDS, QuestionView, TimelinePresenter, TimelineView
from companion.words import Speech

from .banner import TimelineBanner
from .cards import LineView
from .overlays import PlaceOverlay, SeatOverlay, TimelineMenu
from .question import AskPanel
from .seats import SeatsRow

ROOMY = 1200
"""Pixels of the design in which buttons have words."""
LINE, BESIDE = 0.56, 0.41
"""The line's share of a window that is higher than wide; the question's share of one that is not."""


class TimelineScreen(Tabletop):
    pointing: ClassVar[Mapping[str, str]] = {
        "main": "line",
        "who": "seats",
        "asked": "panel",
        "steps": "strip",
    }
    menu = TimelineMenu
    view: ObjectProperty[TimelineView] = ObjectProperty(None)
    ask: ObjectProperty[QuestionView] = ObjectProperty(None)
    heading = StringProperty("")
    phase = NumericProperty(0)
    three = BooleanProperty(True)
    """Room for words beside the line."""
    tall = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.line, self.seats, self.panel = LineView(), SeatsRow(self), AskPanel(self)
        self.line.bind(on_place=lambda _, token: self.place(token))
        self.suit = ""
        self.selected: Input | None = None
        self._drawn_for: tuple[Any, ...] = ()
        self.holder: int | None = None
        """Who said to hold the tablet; everything secret is covered while it is None."""
        self.wanted: int | None = None
        """Who wants to answer first, where the order is free."""
        self.app.tr.bind(say=lambda *_: self._look_soon())
        self.app.theme.bind(arrangement=lambda *_: self._look_soon(), em=lambda *_: self._look_soon())
        self.bind(size=lambda *_: self._look_soon())
        self.attach()

    # -- what is shown

    def attach(self) -> None:
        super().attach()
        self.cover()

    def cover(self) -> None:
        """Nobody holds the tablet: nothing secret stays in sight."""
        self.holder = self.wanted = self.selected = None
        self.suit = ""
        self.panel.clear()

    def on_leave(self, *_: Any) -> None:
        self.cover()

    def look(self, *_: Any) -> None:
        now = self.now
        if now is None:
            return
        game, words = now.game, self.app.tr.words
        if now.position != self.shown:
            self.shown = now.position
            self.cover()
            if not isinstance(self.overlay, RefusalOverlay):
                self.close_overlay()
        self.speech = Speech.of(words, now)
        presenter = TimelinePresenter(words)
        self.view = presenter.show(now)
        self.ask = presenter.ask(now, self.holder, self.wanted)
        mine = [one for one in now.asked if one.question.owner == self.ask.seat]
        self.asked = mine[0] if mine else now.first
        self.suit = self.suit or self.ask.likely
        manifest = self.app.games[game.name]
        self.steps = HandStepsPresenter(game, words, manifest, now.people).show(now.todo)
        self.phase = self.view.phase
        self.heading = words.say("timeline.round", {"n": self.view.round, "of": ROUNDS}) if self.phase else ""
        self.arrange()
        named(self, "banner", TimelineBanner).show(
            self.ask, self.view, words.say("timeline.phases").split("|")
        )
        roomy = ("cover", "over", "cards") if self.three else ("cover",)
        named(self, "strip", StepStrip).brief = self.ask.kind not in roomy
        self.line.names = [words.say("timeline.constant"), words.say("timeline.unstable")]
        self.line.view = self.view
        self.seats.show(self.view)
        self.panel.show(self.ask, self.view)
        self._next()
        self._seats_high()
        if self.overlay is not None and self.manner != self._drawn_for:
            self.overlay.rebuild()
        self._drawn_for = self.manner
        self.tell_refusal()

    def _next(self) -> None:
        say, ask, button = self.app.tr.say, self.ask, named(self, "next", BigButton)
        if ask.kind == "cover":
            who = self.view.seats[ask.seat].name if ask.seat is not None else ""
            text, ready = say("timeline.show", {"who": who}), True
        elif ask.kind == "over":
            text, ready = say("next.outcome"), True
        elif ask.confirm and self.selected is not None:
            text, ready = say("timeline.keep"), True
        else:
            text, ready = say("timeline.choose"), False
        button.text, button.disabled, button.role = text, not ready, "next" if ready else "quiet"
        button.critical, button.px = ready, 38 if ready else 23
        button.opacity = 1 if ready or ask.confirm else 0  # what is asked stands above already

    def arrange(self, *_: Any) -> None:
        """Line and players beside what is asked, or above it."""
        theme, stage, side = self.app.theme, self.ids.stage, self.ids.side
        self.tall = self.height > self.width
        self.three = not self.tall and self.width / theme.unit >= ROOMY
        board, place = named(self, "board", BoxLayout), named(self, "place", BoxLayout)
        if not board.children:
            board.add_widget(self.line)
            board.add_widget(self.seats)
            place.add_widget(self.panel)
        if self.tall:
            side.size_hint, stage.height = (1, 1), self.height * LINE
        else:
            side.size_hint = (None, 1)
            side.width = 412 * theme.unit if self.three else self.width * BESIDE
            stage.width = self.width - side.width

    def _seats_high(self) -> None:
        rows, unit = self.seats.rows_needed, self.app.theme.unit
        self.seats.size_hint_y = None
        self.seats.height = rows * max(57, (94 if self.three else 92) * unit) + (rows - 1) * 8

    # -- touches

    def next(self) -> None:
        """The large button: shows what is secret, keeps it, or goes to the outcome."""
        if self.ask.kind == "cover":
            self.holder = self.ask.seat
            self.look()
        elif self.ask.kind == "over":
            self.app.go("outcome")
        elif self.selected is not None:
            self.give(self.selected)

    def ask_first(self, seat: int) -> None:
        self.cover()
        self.wanted = seat
        self.look()

    def choose_suit(self, suit: str) -> None:
        self.suit = suit
        self.panel.show(self.ask, self.view)

    def put_card(self, card: str) -> None:
        """A card of a hand, or the value after its suit."""
        if self.asked is not None:
            self.pick(self.asked.question.answers[0]._replace(card=card))

    def pick(self, answer: Input) -> None:
        if self.ask.confirm:
            self.selected = answer
            self.panel.show(self.ask, self.view)
            self._next()
        else:
            self.give(answer)

    def give(self, *given: Input) -> None:
        """Covered at once, before anything is drawn anew."""
        self.cover()
        super().give(*given)

    def undo(self) -> None:
        self.cover()
        super().undo()

    def redo(self) -> None:
        self.cover()
        super().redo()

    def place(self, token: int) -> None:
        self.open_overlay(PlaceOverlay(self, token))

    def seat(self, index: int) -> None:
        self.open_overlay(SeatOverlay(self, index))
