"""A page: every screen but the table. A bar with the way back, a title, and a body below it.

May import: Kivy, this folder, the names of companion.tower. A page is filled anew when it is shown, and when
language or letters change; its `fill` reads everything it shows, so nothing old can stay on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeAlias

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import FINGER
from companion.engine import Refusal
from companion.table import TableError
from companion.tower import Choice as Chosen
from companion.tower import Tower, TowerError
from companion.words import Speech

from .buttons import BigButton
from .panel import Panel
from .signs import Door
from .text import Text

Choice: TypeAlias = tuple[str, str, Callable[[], object] | None]
"""Of a notice: its words, its role and what it does."""


class Page(Screen):
    title = StringProperty("")
    """A key of the catalogue."""
    back = StringProperty("home")
    """The screen to which the button at the top left leads; empty: there is none."""
    banner = StringProperty("")
    light = NumericProperty(0.5)
    """Where the rays behind it come from, in parts of its width."""
    notice: Notice | None = None

    def __init__(self, **given: Any) -> None:
        self.app = the_app()
        super().__init__(**given)
        self._fill_soon = Clock.create_trigger(self._fill, -1)
        self.app.tr.fbind("say", self._fill_soon)
        self.app.theme.fbind("em", self._fill_soon)
        self.app.theme.fbind("arrangement", self._fill_soon)
        self.app.theme.fbind("palette", self._fill_soon)

    def add_widget(self, widget: Widget, *args: Any, **given: Any) -> None:
        """What a screen's own kv adds belongs into the body."""
        if "body" in self.ids and not isinstance(widget, Notice):
            self.ids.body.add_widget(widget, *args, **given)
        else:
            super().add_widget(widget, *args, **given)

    # -- filling

    def on_pre_enter(self, *_: Any) -> None:
        self._fill()

    def _fill(self, *_: Any) -> None:
        if self.shown_now:
            now = self.app.now
            self.banner = self.app.tr.say("app.simulated") if now is not None and now.simulated else ""
            self.fill()

    @property
    def shown_now(self) -> bool:
        there = self.manager is not None and self.manager.current == self.name
        return there and not self.app.stopped

    def fill(self) -> None:
        """Shows what is; each screen its own."""

    # -- what every page can do

    def say(self, key: str, **about: Any) -> str:
        return self.app.tr.say(key, about)

    def wrong(self, error: Exception) -> str:
        """What went wrong at the table; an error that the catalogue does not have speaks for itself."""
        if isinstance(error, TableError) and (key := f"error.{error.id}") in self.app.tr.words:
            return self.app.tr.say(key, error.about)
        return str(error)

    @property
    def em(self) -> float:
        return float(self.app.theme.em)

    @property
    def finger(self) -> float:
        """Height of a row that is touched."""
        return max(FINGER, 58 * self.em)

    @property
    def tall(self) -> bool:
        return bool(self.app.theme.arrangement == "tall")

    def offer(self, options: list[tuple[Any, str]], value: Any, pick: Callable[[Any], None]) -> None:
        """A choice in the page's bar, where it costs no room; none where there is nothing to choose."""
        bar = self.ids.aside
        bar.clear_widgets()
        bar.size_hint_x, bar.width = (1.7, bar.width) if len(options) > 1 else (None, 0)
        if len(options) > 1:
            choices = Choices(options=options, value=value, size_hint_x=None)
            choices.bind(on_pick=lambda _, picked: pick(picked))
            least = max(FINGER, (max(len(said) for _, said in options) * 10 + 20) * self.em) * len(options)
            row = ScrollView(do_scroll_y=False, bar_width=2)  # more than fit are reached with a finger
            row.bind(width=lambda _, width: setattr(choices, "width", max(width, least)))
            row.add_widget(choices)
            bar.add_widget(row)
            Clock.schedule_once(lambda _: row.scroll_to(choices.buttons[value], animate=False), 0)

    def leave(self) -> None:
        """The way back."""
        self.app.go(self.back)

    def step_back(self) -> bool:
        """One step: a notice is declined, a page is left. Nothing is left to do on the first page."""
        if self.notice is not None:
            return self.notice.decline()
        if self.back:
            self.leave()
        return bool(self.back)

    def ask(self, title: str, said: str, *choices: Choice) -> None:
        """A notice over the page; it closes before a choice is carried out. It always has a way out."""
        self.close_notice()
        choices = choices or ((self.say("notice.cancel"), "plain", None),)
        self.notice = Notice(self, title, said, choices)
        self.add_widget(self.notice)

    def explain(self, because: str) -> None:
        """Why something cannot be touched."""
        if because and self.notice is None:
            self.why(because)

    def why(self, because: str) -> None:
        """The rule behind something, with the way to its chapter, or a sentence where no rule is."""
        title, said, article = self.app.lead.behind(because, self.subject)
        ways: list[Choice] = [(self.say("teach.understood"), "next", None)]
        if article is not None:
            go = partial(self.app.go, "rules", game=self.subject, chapter=article.chapter, typed="")
            ways.insert(0, (self.say("teach.chapter"), "plain", go))
        self.ask(title, said, *ways)

    @property
    def subject(self) -> str:
        """The game of which a page speaks."""
        return self.app.now.game.name if self.app.now is not None else self.app.games.first

    def refused(self, done: object) -> bool:
        """Whether something was refused, and if so why, with its rule."""
        if isinstance(done, Refusal):
            self.app.refusal_shown = done
            said = Speech.of(self.app.tr.words, self.app.playing).refusal(done)
            ways: list[Choice] = [(self.say("notice.ok"), "next", None)]
            if done.rule:
                ways.insert(0, (self.say("teach.why"), "plain", partial(self.why, done.rule)))
            self.ask(self.say("notice.wrong"), said, *ways)
        return isinstance(done, Refusal)

    def connect(
        self,
        choice: Chosen | None,
        done: Callable[[Tower | None], None],
        failed: Callable[[TowerError], None],
        after: Future[None] | None = None,
    ) -> None:
        """Looks for a tower; a real one takes its time, and people may give up waiting."""
        ways: list[Callable[[], None]] = []
        if choice is not None and choice.kind != "simulated":
            give_up = (self.say("notice.cancel"), "plain", lambda: ways[0]())
            self.ask(self.say("screen-tower.looking"), "", give_up)
        ways.append(self.app.connect(choice, done, failed, after))

    @property
    def overlay(self) -> Notice | None:
        """What lies over the page, as on the table."""
        return self.notice

    def close_notice(self) -> None:
        if self.notice is not None:
            self.remove_widget(self.notice)
            self.notice = None


class Notice(AnchorLayout):
    """A sentence that waits for an answer. Nothing below it is touched."""

    def __init__(self, page: Page, title: str, said: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self.page, self.choices = page, choices
        theme = page.app.theme
        wide = theme.arrangement == "wide"
        many = len(choices) > 3
        self.box = Panel(size_hint=(0.62 if wide else 0.9, 0.66 if many else 0.5))
        self.box.edge = theme.strong_line
        head = Text(text=title, px=28, weight="bold", halign="left", valign="middle")
        head.size_hint_y, head.height = None, 46 * theme.em
        self.box.add_widget(head)
        self.box.add_widget(Text(text=said, px=21, halign="left", valign="top"))
        columns = 2 if many or theme.arrangement == "tall" else max(len(choices), 1)
        grid = GridLayout(cols=columns, spacing=8)
        rows = -(-len(choices) // columns)
        grid.size_hint_y, grid.height = None, rows * page.finger + (rows - 1) * 8
        for text, role, act in choices:
            button = BigButton(text=text, role=role, px=20)

            def chosen(_: BigButton, act: Callable[[], object] | None = act) -> None:
                page.close_notice()
                if act is not None:
                    act()

            button.bind(on_release=chosen)
            grid.add_widget(button)
        self.box.add_widget(grid)
        self.add_widget(self.box)

    def decline(self) -> bool:
        """The last choice is the one that changes nothing."""
        self.page.close_notice()
        if (act := self.choices[-1][2]) is not None:
            act()
        return True

    def on_touch_down(self, touch: MotionEvent) -> bool:
        super().on_touch_down(touch)
        return True


class Rows(ScrollView):
    """A list that may be longer than the screen: a column, or several. A row that is touched is higher where
    its words need it."""

    folds = True

    def __init__(self, cols: int = 1, spacing: float = 6, **given: Any) -> None:
        super().__init__(
            do_scroll_x=False, bar_width=dp(6), scroll_type=["bars", "content"], scroll_distance=12, **given
        )
        self.box = GridLayout(cols=cols, spacing=spacing, size_hint_y=None, padding=(0, 0, dp(10), 0))
        self.box.bind(minimum_height=self.box.setter("height"))
        self.add_widget(self.box)

    def add(self, widget: Widget, height: float) -> Widget:
        widget.size_hint_y, widget.height = None, height
        if isinstance(widget, BoxLayout) and (self.box.cols or 1) > 1:
            widget.size_hint_y = 1  # all of a row are as high as its highest
            widget.bind(minimum_height=widget.setter("size_hint_min_y"))
            self.box.row_default_height = max(self.box.row_default_height, height)
        elif isinstance(widget, BoxLayout):  # a button, or several side by side
            widget.bind(minimum_height=lambda _, needed: setattr(widget, "height", max(height, needed)))
        self.box.add_widget(widget)
        return widget

    def show(self, widget: Widget) -> None:
        """Scrolls so that it is seen, where there is anything to scroll."""
        if widget.parent is self.box and self.box.height > self.height:
            self.scroll_to(widget, animate=False)

    def clear(self) -> None:
        self.box.clear_widgets()
        self.box.row_default_height = 0


class Choices(GridLayout):
    """One of several values, all in sight; a touch picks one."""

    options: ListProperty[tuple[Any, ...]] = ListProperty([])
    """(value, text), (value, text, under) or (value, text, under, sign)."""
    value = ObjectProperty(None, allownone=True)
    several = BooleanProperty(False)
    """`value` is then a collection, and a touch takes one in or out."""

    __events__ = ("on_pick",)

    def __init__(self, px: float = 18, **given: Any) -> None:
        self.px = px
        self.buttons: dict[Any, BigButton] = {}
        given.setdefault("spacing", 6)
        given.setdefault("rows", 1 if "cols" not in given else None)
        super().__init__(**given)
        self.fbind("options", self._build)
        self.fbind("value", self._mark)
        self._build()

    def _build(self, *_: Any) -> None:
        self.clear_widgets()
        self.buttons = {}
        for value, text, *more in self.options:
            under, sign = (*more, "", "")[:2]
            given = {"text": text, "under": under, "px": self.px}
            button = Door(sign=sign, **given) if sign else BigButton(**given)
            button.bind(on_release=lambda _, value=value: self.dispatch("on_pick", value))
            self.buttons[value] = button
            self.add_widget(button)
        if self.cols:
            for _gap in range(-len(self.options) % self.cols):
                self.add_widget(Widget())
        self._mark()

    def _mark(self, *_: Any) -> None:
        for value, button in self.buttons.items():
            chosen = value in (self.value or ()) if self.several else value == self.value
            button.role = "chosen" if chosen else "plain"

    def on_pick(self, _value: Any) -> None:
        """Somebody touched it."""


def captioned(caption: str, widget: Widget, em: float, px: float = 17) -> BoxLayout:
    """A widget below the words that say what it is."""
    box = BoxLayout(orientation="vertical", spacing=4)
    head = Text(text=caption, px=px, tone="faint", halign="left", valign="middle")
    head.size_hint_y, head.height = None, px * 1.45 * em
    box.add_widget(head)
    box.add_widget(widget)
    return box
