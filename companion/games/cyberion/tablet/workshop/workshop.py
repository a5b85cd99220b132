"""The workshop: the table of Cyberion, everything that a glance must find without scrolling.

May import: Kivy, the presenters, this room's widgets and panels. It shows what the presenter says and hands
touches to the evening; it knows no rule. A touch on a machine shows every way to repair it, touches on robots
then narrow the ways down; a touch on a robot shows what it can do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.app.screens.tabletop import Tabletop
from companion.app.widgets import BigButton, ConfirmOverlay, RefusalOverlay, StepStrip, named
from companion.engine import Input
from companion.games.cyberion.views.workshop import (
    AnswerOption,
    Next,
    QuestionView,
    WorkshopPresenter,
    WorkshopView,
)
from companion.table import Cancel
from companion.words import Speech

from .banner import WorkshopBanner
from .levels import LevelsPanel
from .overlays import MachineOverlay, PilesOverlay, WorkshopMenu
from .pieces import Floor
from .question import FEWEST, AskPanel

ROOMY = 1200
"""Pixels of the design beside each other in which all three find room."""
FLOOR, BESIDE = 0.54, 0.42
"""The floor's share of a window that is higher than wide; the question's share of one that is not."""


def _put(place: BoxLayout, wanted: list[Widget]) -> None:
    if list(reversed(place.children)) != wanted:
        for widget in wanted:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
        place.clear_widgets()
        for widget in wanted:
            place.add_widget(widget)


class WorkshopScreen(Tabletop):
    pointing: ClassVar[Mapping[str, str]] = {
        "main": "floor",
        "who": "banner",
        "asked": "panel",
        "steps": "strip",
    }
    menu = WorkshopMenu
    view: ObjectProperty[WorkshopView] = ObjectProperty(None)
    ask: ObjectProperty[QuestionView] = ObjectProperty(None)
    to_go = StringProperty("")
    invented = StringProperty("")
    valves = NumericProperty(0)
    charged = BooleanProperty(True)
    tab = StringProperty("now")
    three = BooleanProperty(True)
    """Levels, floor and question side by side; in a smaller window levels and question take turns."""
    tall = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.picked: tuple[Any, ...] | None = None
        """What was touched: ("machine", slot), ("robot", row, place) or ("model", id)."""
        self.narrowed: set[tuple[str, int]] = set()
        """Robots that the ways to repair must have, by row and place."""
        self._worked_out: Any = None
        self._drawn_for: Any = None
        self._options: tuple[AnswerOption, ...] = ()
        self.levels, self.floor, self.panel = LevelsPanel(self), Floor(self), AskPanel(self)
        self.app.tr.bind(say=lambda *_: self._look_soon())
        self.app.theme.bind(arrangement=lambda *_: self._look_soon(), em=lambda *_: self._look_soon())
        self.bind(size=lambda *_: self._look_soon(), tab=lambda *_: self._look_soon())
        self.panel.bind(height=lambda *_: self._look_soon())
        self.attach()

    # -- what is shown

    @property
    def presenter(self) -> WorkshopPresenter:
        return WorkshopPresenter(self.app.tr.words)

    def look(self, *_: Any) -> None:
        now = self.now
        if now is None:
            return
        game, words = now.game, self.app.tr.words
        if now.position != self.shown:
            self.shown = now.position
            self.picked, self.narrowed, self.tab = None, set(), "now"
            if not isinstance(self.overlay, RefusalOverlay):
                self.close_overlay()
        self.speech = Speech.of(words, now)
        self.view, self.ask = self.presenter.show(now), self.presenter.ask(now)
        self.asked = now.first
        manifest = self.app.games[game.name]
        self.steps = HandStepsPresenter(game, words, manifest, now.people).show(now.todo)
        self.to_go = words.say("workshop.to-go", {"n": self.view.to_go})
        self.valves, self.charged = self.view.valves, self.view.battery
        named(self, "strip", StepStrip).brief = self.ask.kind not in ("act", "over")
        self.invented = words.say("workshop.invented") if self.view.stand_in else ""
        self._tell()
        self.redraw()
        drawn_for = (now.position, *self.manner)
        if self.overlay is not None and drawn_for != self._drawn_for:
            self.overlay.rebuild()
        self._drawn_for = drawn_for
        self.tell_refusal()

    def _tell(self) -> None:
        """Who is asked, in that player's colour; the table has the colour of cardboard."""
        view, say, theme = self.view, self.app.tr.say, self.app.theme
        banner = named(self, "banner", WorkshopBanner)
        turn = say("workshop.turn", {"n": view.turn}) if view.turn else say("workshop.setup")
        ours = self.asked is None or isinstance(self.asked.question.owner, int)
        banner.seat = view.seat if ours and not view.alone else -1
        banner.tell(self.ask.who, turn, theme.seat(view.seat) if ours else theme.kraft)

    def redraw(self) -> None:
        self.arrange()
        self.floor.show(self.view)
        self.levels.show(self.view)
        self.panel.show(self.ask)
        self._next()

    def _next(self) -> None:
        button, after = named(self, "next", BigButton), self.after
        button.text = after.text
        button.disabled = not after.act
        button.critical, button.px = bool(after.act), 38 if after.act else 23
        listed = self.ask.kind == "grid" or len(self.ask.options) > FEWEST
        button.opacity = 0 if listed and not after.act else 1  # a long list takes the room of the hint
        button.role = "danger" if after.danger else "next" if after.act else "quiet"

    @property
    def after(self) -> Next:
        """What the large button does: the only way left to repair what was touched, or what comes next."""
        if self.picked is not None and self.picked[0] == "machine":
            ways = [option for option in self.options() if option.answer.kind == "Repair"]
            if len(ways) == 1:
                said = self.speech.say("workshop.repair", {"slot": self.picked[1]})
                return Next(said, "answer", ways[0].answer)
        return self.ask.next

    def arrange(self) -> None:
        theme, stage, side = self.app.theme, self.ids.stage, self.ids.side
        self.tall = self.height > self.width
        self.three = not self.tall and self.width / theme.unit >= ROOMY
        panel = self.panel if self.three or self.tab == "now" else self.levels
        _put(named(self, "board", BoxLayout), [self.levels, self.floor] if self.three else [self.floor])
        _put(named(self, "place", BoxLayout), [panel])
        self.levels.size_hint_x, self.levels.width = (None, 288 * theme.unit) if self.three else (1, 0)
        if self.tall:
            side.size_hint, stage.height = (1, 1), self.height * FLOOR
        else:
            side.size_hint = (None, 1)
            side.width = 412 * theme.unit if self.three else self.width * BESIDE
            stage.width = self.width - side.width

    # -- touches

    def touch_machine(self, slot: int) -> None:
        if self.ask.kind == "act":
            self.pick(("machine", slot))
            return
        answer = next((one.answer for one in self.ask.options if one.slot == slot), None)
        if answer is not None:
            self.give(answer)

    def touch_robot(self, row: str, place: int, code: str) -> None:
        """Narrows the ways to repair a machine, or answers, or shows what this robot can do."""
        if self.narrowing:
            self.narrowed ^= {(row, place)}
            self.redraw()
        elif self.ask.kind == "act":
            self.pick(("robot", row, place))
        else:
            here = [one.answer for one in self.ask.options if (one.row, one.card) == (row, code)]
            if len(here) == 1:
                self.give(here[0])

    @property
    def narrowing(self) -> bool:
        """Whether ways to repair are shown, which a touch on a robot makes fewer."""
        if self.ask.kind == "act":
            return self.picked is not None and self.picked[0] == "machine"
        return bool(self.ask.options) and all(one.answer.kind == "Repair" for one in self.ask.options)

    def touch_model(self, model: str) -> None:
        if self.ask.kind == "act":
            self.pick(("model", model))
            self.tab = "now"

    def pick(self, what: tuple[Any, ...]) -> None:
        self.picked = None if what == self.picked else what
        self.narrowed = set()
        self.redraw()

    def unpick(self) -> None:
        self.picked, self.narrowed = None, set()
        self.redraw()

    def options(self) -> tuple[AnswerOption, ...]:
        """What can be answered about what was touched; worked out once, the ways to repair may be many."""
        about = (self.shown, self.picked, frozenset(self.narrowed), self.ask, self.app.tr.lang)
        if about != self._worked_out:
            self._worked_out, self._options = about, self._find_options()
        return self._options

    def _find_options(self) -> tuple[AnswerOption, ...]:
        match self.picked:
            case ("machine", slot):
                found = self.presenter.on_machine(self.app.playing, slot)
                return tuple(option for option in found if self._has(option))
            case ("robot", row, place):
                return self.presenter.on_robot(self.app.playing, row, self._code(row, place))
            case ("model", model):
                return tuple(one for one in self.ask.options if getattr(one.answer, "model", "") == model)
        return tuple(option for option in self.ask.options if not self.narrowing or self._has(option))

    def _code(self, row: str, place: int) -> str:
        robots = next(robots for name, _, robots in self.view.rows if name == row)
        return str(robots[place].code)

    def _has(self, option: AnswerOption) -> bool:
        """Whether a way takes the robots that were touched."""
        if not self.narrowed:
            return True
        wanted = Counter((row, self._code(row, place)) for row, place in self.narrowed)
        if not any(robot.row for robot in option.cards):  # the only way there is
            return not wanted - Counter((row, robot.code) for robot in option.cards for row, _ in wanted)
        return not wanted - Counter((robot.row, robot.code) for robot in option.cards)

    def picked_words(self) -> tuple[str, str]:
        say = self.app.tr.say
        match self.picked:
            case ("machine", slot):
                machine = self.view.factory[slot]
                ways = sum(option.answer.kind == "Repair" for option in self.options())
                ways_text = say("workshop.ways", {"n": ways}) if ways else say("workshop.no-way")
                if machine is None:
                    return "", ""
                if not machine.mine:
                    ways_text = say("workshop.not-yours")
                return f"{machine.tier} · {ways_text}", machine.text
            case ("robot", row, place):
                return self.speech.name("row", row), self.speech.name("card", self._code(row, place))
            case ("model", name):
                model = next(one for one in self.view.models if one.id == name)
                return f"{model.name}  {self.speech.name('level', model.level)}", model.does
        return "", ""

    def nothing_words(self) -> str:
        key = "no-way" if self.picked is not None and self.picked[0] == "machine" else "no-use"
        return str(self.app.tr.say(f"workshop.{key}"))

    # -- answers

    def next(self) -> None:
        """The large button; what would lose the game is asked once more."""
        after = self.after
        if after.act == "outcome":
            self.app.go("outcome")
        elif after.act == "answer" and after.danger and not self.valves:
            sure = partial(self.give_surely, after.answer)
            lost = self.app.playing.defeat((after.answer,))
            rule = lost.rule if lost is not None else ""
            self.open_overlay(ConfirmOverlay(self, self.ask.warning, after.text, sure, rule))
        elif after.act == "answer":
            self.give(after.answer)

    def choose(self, option: AnswerOption) -> None:
        """A line of the list. A machine is looked at first, so that its ways can be narrowed down."""
        if self.picked is None and self.ask.kind == "act" and option.answer.kind == "Repair":
            self.pick(("machine", option.answer.slot))
        else:
            self.give(option.answer)

    def give(self, *given: Input) -> None:
        self.close_overlay()
        super().give(*given)

    def give_card(self, card: str) -> None:
        """Out of the grid; a real table may show what no list has."""
        self.give(self.ask.options[0].answer._replace(card=card))

    def give_machine(self, code: str) -> None:
        self.give(self.ask.options[0].answer._replace(machine=code))

    def cancel(self) -> None:
        self.app.post(Cancel())

    # -- what lies over the table

    def show_piles(self) -> None:
        self.open_overlay(PilesOverlay(self))

    def build_machine(self) -> None:
        tier = self.ask.options[0].answer.machine.partition("-")[0]
        self.open_overlay(MachineOverlay(self, tier, self.give_machine))
