"""What lies over a table for a moment, and the strip of steps below it: shared by the tables of all games.

May import: Kivy, this folder. The screen behind it is a `Tabletop`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.presenters.corrections import CorrectionsPresenter
from companion.app.running import the_app
from companion.app.theme import FINGER

from .buttons import BigButton
from .flow import Flow, FoldingPanel
from .text import Paragraph, Text
from .touch import REST, Touchable

if TYPE_CHECKING:
    from companion.app.presenters.hand_steps import HandStep
    from companion.app.screens.tabletop import Tabletop as Table


NARROW = 200
"""Letters of the usual size: below it, a strip has no room for two sentences."""


class StepStrip(Touchable, BoxLayout):
    """The next steps in a strip at the bottom, or a hint in their place; a touch opens all of them."""

    steps: ObjectProperty[tuple[HandStep, ...]] = ObjectProperty(())
    hint = StringProperty("")
    brief = BooleanProperty(False)
    """Something else is asked: it says only how many steps there are."""
    folds = BooleanProperty(False)
    """It is as high as its words need."""

    def __init__(self, **given: Any) -> None:
        self.app = the_app()
        super().__init__(**given)
        self.orientation = "vertical"
        self.padding = (14, 4)
        self._narrow = self.narrow
        self.fbind("width", self._wider)
        self.fbind("brief", lambda *_: self.show())
        self.show()

    @property
    def narrow(self) -> bool:
        """Too narrow for sentences: it says how many they are."""
        return bool(self.width < NARROW * self.app.theme.em)

    def _wider(self, *_: object) -> None:
        if self._narrow != self.narrow:
            self._narrow = self.narrow
            self.show()

    def show(self) -> None:
        self.clear_widgets()
        if self.hint or not self.steps:
            self.add_widget(Text(text=self.hint, px=23, valign="middle", halign="left"))
            return
        if self.narrow or self.brief:
            said = self.app.tr.words.captioned(self.app.tr.say("screen-table.to-do"), str(len(self.steps)))
            self.add_widget(Text(text=said, px=23, weight="semibold", valign="middle", halign="left"))
            return
        for number, step in enumerate(self.steps[:2], 1):
            more = f"   (+{len(self.steps) - 2})" if number == 2 and len(self.steps) > 2 else ""
            line = f"{number}  {step.text}{more}" if len(self.steps) > 1 else step.text
            self.add_widget(
                Text(text=line, px=23, tone=step.tone, weight="semibold", valign="middle", halign="left")
            )


class Overlay(AnchorLayout):
    closes = BooleanProperty(True)
    share = (0.62, 0.8)
    unasked = False
    """It comes by itself: a finger that is on its way does not mean it."""

    def __init__(self, screen: Table, **given: Any) -> None:
        self.screen = screen
        self.app = the_app()
        super().__init__(**given)
        self.box = FoldingPanel()
        self.add_widget(self.box)
        self.rebuild()
        self._opened = Clock.get_time()
        for widget in self.walk() if self.unasked else ():
            if isinstance(widget, BigButton) and widget.role == "next":
                widget.rest()

    def rebuild(self) -> None:
        """Anew, in the language and for the window of now."""
        theme = self.app.theme
        self.box.size_hint = (0.94, 0.9) if theme.arrangement != "wide" else self.share
        self.box.edge = theme.strong_line
        self.box.clear_widgets()
        self.fill()

    def fill(self) -> None: ...

    @property
    def finger(self) -> float:
        return max(FINGER, 62 * self.app.theme.unit)

    def say(self, key: str, **about: Any) -> str:
        return self.screen.speech.say(key, about)

    def heading(self, said: str, tone: str = "text", px: int = 30) -> None:
        self.box.add_widget(Paragraph(text=said, px=px, tone=tone, weight="bold"))

    def foot(self, *buttons: BigButton) -> None:
        row = Flow(size_hint_y=None, least=self.finger)
        for button in buttons:
            row.add_widget(button)
        self.box.add_foot(row)

    def whys(self, rule: str) -> list[BigButton]:
        """The way to the rule behind it, where there is one; it lies here again afterwards."""
        why = BigButton(text=self.say("teach.why"), px=23, steady=True)
        why.bind(on_release=lambda _: self.screen.explain(rule))
        return [why] if rule else []

    def closing(self) -> BigButton:
        close = BigButton(text=self.say("app.close"), px=23, steady=True)
        close.bind(on_release=lambda _: self.screen.close_overlay())
        return close

    def step_back(self) -> None:
        """Escape, or Back on Android. What must be seen waits there while people go home."""
        if self.closes:
            self.screen.close_overlay()
        else:
            self.app.go("home")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing below is touched; beside the box it closes."""
        if self.screen.ids.undo.collide_point(*touch.pos) and not self.box.collide_point(*touch.pos):
            return False  # undo is always in reach
        if self.unasked and Clock.get_time() - self._opened < REST:
            return True
        if self.closes and not self.box.collide_point(*touch.pos):
            self.screen.close_overlay()
            return True
        super().on_touch_down(touch)
        return True


def step_lines(box: Widget, steps: Sequence[HandStep], px: int = 26) -> None:
    """Steps as a numbered list in large letters, one below the other from the top."""
    theme = the_app().theme
    for number, step in enumerate(steps, 1):
        text = f"{number}   {step.text}" if len(steps) > 1 else step.text
        line = Text(text=text, px=px, weight="semibold", halign="left", valign="middle")
        line.size_hint_max_y = px * 2.6 * theme.em
        box.add_widget(line)
    box.add_widget(Widget(size_hint_y=0.2))


class MenuOverlay(Overlay):
    """Where else to go from a table: the same for all games, with what one adds to it."""

    share = (0.44, 0.7)

    def ways(self) -> dict[str, Callable[[], None]]:
        """What a game has besides, each with the key of its words."""
        correctable = CorrectionsPresenter(self.app.tr.words).all(self.app.playing)
        return {"screen-table.correct": partial(self.go, "corrections")} if correctable else {}

    def fill(self) -> None:
        self.heading(self.say("screen-table.menu"))
        before = {"screen-outcome.home": "home", "screen-table.history": "history"}
        after = {"screen-invite.title": "invite", "screen-table.pause": "pause"}
        pages = [{key: partial(self.go, page) for key, page in part.items()} for part in (before, after)]
        for key, act in (pages[0] | self.ways() | pages[1]).items():
            button = BigButton(text=self.say(key), px=24)
            button.bind(on_release=lambda _, act=act: act())
            self.box.add_widget(button)
        self.foot(self.closing())

    def go(self, name: str) -> None:
        self.screen.close_overlay()
        self.app.go(name)


class StepsOverlay(Overlay):
    def fill(self) -> None:
        self.heading(self.say("screen-table.to-do"))
        steps = self.screen.steps
        half = -(-len(steps) // 2) if len(steps) > 10 else len(steps)
        columns = BoxLayout(spacing=16)
        for first, part in ((1, steps[:half]), (half + 1, steps[half:])):
            if part:
                column = BoxLayout(orientation="vertical", spacing=4)
                for number, step in enumerate(part, first):
                    column.add_widget(
                        Text(
                            text=f"{number}  {step.text}",
                            px=20,
                            tone=step.tone,
                            halign="left",
                            valign="middle",
                        )
                    )
                columns.add_widget(column)
        self.box.add_widget(columns)
        done = BigButton(text=self.say("alert.done"), role="next", px=24)
        done.bind(on_release=lambda _: self.screen.close_overlay())
        why = BigButton(text=self.say("teach.why"), px=23, steady=True, size_hint_x=0.4)
        why.bind(on_release=lambda _: self.screen.help())
        self.foot(why, done)


class ConfirmOverlay(Overlay):
    """What cannot be meant by accident is asked once more, and not where the finger was."""

    share = (0.56, 0.42)

    def __init__(self, screen: Any, said: str, yes: str, act: Callable[[], object], rule: str = "") -> None:
        self.said, self.yes, self.act, self.rule = said, yes, act, rule
        super().__init__(screen)

    def fill(self) -> None:
        if self.app.theme.arrangement != "wide":
            self.box.size_hint = (0.9, 0.5)
        self.box.edge = self.app.theme.danger
        self.box.add_widget(Text(text=self.said, px=26, tone="danger", weight="bold", valign="middle"))
        sure = BigButton(text=self.yes, px=24, role="danger")
        sure.bind(on_release=lambda _: self._surely())
        ways = (sure, *self.whys(self.rule), self.closing())
        self.foot(*(ways if self.app.manager.left_at > self.app.manager.width / 2 else reversed(ways)))

    def _surely(self) -> None:
        self.screen.close_overlay()
        self.act()


class RefusalOverlay(Overlay):
    """Why something cannot be, with the rule."""

    unasked = True
    share = (0.5, 0.34)

    def __init__(self, screen: Any, said: str, title: str = "", rule: str = "") -> None:
        self.said, self.rule = said, rule
        self.title = title or the_app().tr.say("screen-table.refused")
        if "\n" in said:  # several lines are seen at once, and not by scrolling
            self.share = (0.6, 0.44)
        super().__init__(screen)

    def fill(self) -> None:
        if self.app.theme.arrangement != "wide":
            self.box.size_hint = (0.9, 0.45)
        self.box.edge = self.app.theme.danger
        self.heading(self.title, "danger", 26)
        self.box.add_widget(Text(text=self.said, px=23, halign="left", valign="top"))
        self.foot(*self.whys(self.rule), self.closing())
