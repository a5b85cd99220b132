"""A lesson on the screen alone: the table, one idea beside it, and what to do now.

May import: Kivy, companion.teacher, this room's widgets. The table is the picture that the game's face has;
nothing of it is kept but how far the person came.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any, TypeAlias

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.input.motionevent import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app.theme import FINGER
from companion.app.widgets import BigButton, Page, Text, gone, paper
from companion.engine import Input
from companion.teacher import Lesson, LessonRun
from companion.words import Speech, Words

HAND = (
    "M-16 0C-16-8-9-14 0-14C9-14 16-8 16 0V86H32C34 78 46 76 52 84C60 80 70 84 72 94C82 94 88 102 87 112"
    "L82 150C80 168 70 182 58 188L56 214H-22L-24 190C-40 174-54 150-66 128C-72 116-60 104-48 112L-16 136Z"
)
"""A pointing hand, cut out of paper: its finger's tip is the origin."""
CUFF = "M-34 206L68 206L76 282L-42 282Z"
TURNED = -52
DONE = "lesson"
"""Under this name it is kept how far a lesson went."""


FEW = 30
"""Things that chance may bring, where all of them lie at one place."""

Spot: TypeAlias = tuple[float, float, float]
"""A place in the window, and how far it reaches."""


def _within(spot: Spot, x: float, y: float) -> bool:
    return hypot(x - spot[0], y - spot[1]) <= max(spot[2], FINGER / 2)


class LessonStage(FloatLayout):
    """The table of a lesson: a touch is told where it was, and the picture below hears nothing of it."""

    def __init__(self, touched: Callable[[float, float], None], **given: Any) -> None:
        self.touched = touched
        super().__init__(**given)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if not gone(self):
            self.touched(*touch.pos)
        return True


class LessonCard(BoxLayout):
    """A sheet of paper with one idea on it."""


class LessonScreen(Page):
    game = StringProperty("")

    def on_pre_enter(self, *_: Any) -> None:
        self.game = self.game or self.app.games.first
        lesson = Lesson.of(self.app.games[self.game])
        assert lesson is not None
        at = self.app.lead.taught.times(self.game, DONE)
        again = 0 if at >= len(lesson.steps) else at
        self.run = LessonRun(self.app.games.load(self.game), lesson, again)
        self.nudge = ""
        super().on_pre_enter()

    @property
    def subject(self) -> str:
        return self.game

    @property
    def words(self) -> Words:
        return self.app.lead.words(self.game)

    @property
    def speech(self) -> Speech:
        return Speech.of(self.words, self.run.scene)

    # -- what is shown

    def fill(self) -> None:
        place = self.ids.place
        place.clear_widgets()
        place.add_widget(self._table())
        side = BoxLayout(orientation="vertical", spacing=10, size_hint_x=1 if self.tall else 0.62)
        card = LessonCard()
        article = None if self.run.over else self.app.lead.book(self.game).article(self.run.step.rule)
        if article is not None:
            head = Text(text=article.title(self.words).upper(), px=30, weight="display", tone="dark")
            head.halign, head.valign = "left", "middle"
            head.size_hint_y = 0.5
            card.add_widget(head)
        said = self.words.say("teach.lesson-over") if self.run.over else self.run.step.text(self.words)
        card.add_widget(Text(text=said, px=28, tone="dark", halign="left", valign="middle"))
        side.add_widget(card)
        if self.nudge:
            side.add_widget(self._line(self.nudge, "accent"))
        elif not self.run.over and (self.run.wanted is not None or self.run.step.draw):
            said = "touch-there" if self.spot is not None else "now-you"
            side.add_widget(self._line(self.words.say(f"teach.{said}"), "accent"))
        if self.spot is None:
            side.add_widget(self._now_you())
            for other in () if self.run.over else self.run.others(2):
                side.add_widget(self._other(other))
        side.add_widget(self._foot())
        place.add_widget(side)

    def _table(self) -> Widget:
        """The position as it stands, and a finger on what is to be touched there."""
        self.picture = self.app.face_of(self.game).part("picture")(self.words, self.run.scene)
        self.picture.pos_hint = {"x": 0, "y": 0}
        stage = LessonStage(self.touched)
        stage.add_widget(self.picture)
        finger = Widget(size_hint=(None, None), size=(0, 0))
        stage.add_widget(finger)

        def point(*_: object) -> None:
            Clock.schedule_once(lambda _: self._point(finger), 0)

        stage.bind(size=point, pos=point)
        return stage

    def _spot(self, given: Input) -> Spot | None:
        """Where an answer lies on the table that is drawn, and how far that reaches."""
        spot = getattr(self.picture, "spot", None)
        return spot(given) if spot is not None else None

    @property
    def spot(self) -> Spot | None:
        """Where the table is touched in this step; None: what is asked for does not lie on it."""
        run = self.run
        if run.over or run.question is None:
            return None
        if run.wanted is not None:
            return self._spot(run.wanted)
        places = {self._spot(one) for one in run.question.answers[:FEW]} if run.step.draw else set()
        return places.pop() if len(places) == 1 else None

    def _point(self, finger: Widget) -> None:
        finger.canvas.clear()
        if (found := self.spot) is not None:
            x, y, r = found
            theme, k = self.app.theme, r / 104
            with finger.canvas:
                Color(*theme.accent)
                SmoothLine(circle=(x, y, r), width=4)
                tip = (x + r * 0.45, y - r * 0.3)
                paper.fill(CUFF, theme.seat(0), *tip, k, TURNED)
                paper.fill(HAND, theme.text, *tip, k, TURNED)

    def _line(self, said: str, tone: str) -> Text:
        line = Text(text=said, px=20, tone=tone, halign="left", valign="middle")
        line.size_hint_y, line.height = None, self._room(54)
        return line

    def _room(self, px: float) -> float:
        """Rows do not grow with the letters: the idea on the card would have no room left."""
        return max(FINGER, px * self.app.theme.unit)

    def _now_you(self) -> BigButton:
        say = self.words.say
        if self.run.over:
            button = BigButton(text=say("teach.lead"), under=say("teach.lead-under"), role="next", px=30)
            button.bind(on_release=lambda _: self.lead_us())
        else:
            wanted, question = self.run.wanted, self.run.question
            said = say("teach.draw") if self.run.step.draw else say("teach.go-on")
            if wanted is not None:
                said = self.speech.answer(question, wanted)
            button = BigButton(text=said, role="next", px=30)
            button.bind(on_release=lambda _: self.do(wanted))
        button.size_hint_y, button.height = None, self._room(120)
        return button

    def _other(self, given: Input) -> BigButton:
        button = BigButton(text=self.speech.answer(self.run.question, given), px=19)
        button.bind(on_release=lambda _: self.do(given))
        button.size_hint_y, button.height = None, self._room(58)
        return button

    def _foot(self) -> BoxLayout:
        steps = len(self.run.lesson.steps)
        row = BoxLayout(size_hint_y=None, height=self._room(58), spacing=8)
        about = {"n": min(self.run.at + 1, steps), "all": steps}
        step = Text(text=self.words.say("teach.step", about), px=19, tone="faint")
        step.halign, step.valign = "left", "middle"
        row.add_widget(step)
        ways = [("why", self.rule), ("leave", self.leave)]
        if self.spot is not None:
            ways.insert(1, ("show", lambda: self.do(self.run.wanted)))
        for key, act in ways if not self.run.over else [("again", self.again), ("leave", self.leave)]:
            button = BigButton(text=self.words.say(f"teach.{key}"), px=19)
            button.bind(on_release=lambda _, act=act: act())
            row.add_widget(button)
        return row

    # -- touches

    def touched(self, x: float, y: float) -> None:
        """A finger on the table: what is asked for there, another answer, or nothing that is an answer."""
        found = self.spot
        if found is None:
            return
        if _within(found, x, y):
            self.do(self.run.wanted)
            return
        answers = self.run.question.answers if self.run.question is not None else ()
        other = next((one for one in answers if (at := self._spot(one)) and _within(at, x, y)), None)
        self.nudge = self.words.say("teach.not-now" if other is not None else "teach.not-there")
        self.fill()

    def do(self, given: Input | None) -> None:
        """What the step asks for leads on; anything else is answered, and changes nothing."""
        went_on = self.run.give(given)
        self.nudge = "" if went_on else self.words.say("teach.not-now")
        if went_on:
            self.app.lead.taught.mark(self.game, DONE, self.run.at)
            self.app.lead.keep()
        self.fill()

    def rule(self) -> None:
        """The one behind this step."""
        self.explain(self.run.step.rule)

    def again(self) -> None:
        self.app.lead.taught.mark(self.game, DONE, 0)
        self.on_pre_enter()

    def lead_us(self) -> None:
        self.app.lead.switch(True)
        self.app.go("new-game", playing=self.game)
