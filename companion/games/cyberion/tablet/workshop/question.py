"""What is asked, and every way to answer it: a list in pages, or a grid of models and sizes.

May import: Kivy, the presenter's values, this room's widgets. Nothing scrolls: what does not fit is on the
next page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.theme import FINGER
from companion.app.widgets import BigButton, DrawnButton, Panel, Text
from companion.games.cyberion.views.workshop import (
    ANY,
    BABY,
    SIZES,
    UNKNOWN,
    AnswerOption,
    QuestionView,
    RobotView,
)


class WayButton(BigButton):
    """Robots that do it, drawn, and in words below."""

    robots: ListProperty[RobotView] = ListProperty([])


class CellButton(BigButton):
    """One robot of a grid."""

    robot: ObjectProperty[RobotView | None] = ObjectProperty(None, allownone=True)


class AskPanel(Panel):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.page = 0
        self._about: Any = None
        super().__init__(**given)

    def show(self, ask: QuestionView) -> None:
        screen, theme = self.screen, self.screen.app.theme
        self.padding, self.spacing = 12 * theme.unit, 6 * theme.unit
        self.clear_widgets()
        about = (screen.shown, screen.picked, tuple(screen.narrowed))
        if about != self._about:
            self._about, self.page = about, 0
        if screen.picked is None:
            self._head(ask.who, ask.title)
            if ask.warning:
                self._line(ask.warning, "danger", 18, 62)
        else:
            self._head(*screen.picked_words())
        if ask.kind == "grid":
            self._grid(ask)
            return
        options = screen.options()
        if screen.narrowing and (len(options) > 1 or screen.narrowed):
            self._line(screen.app.tr.say("workshop.narrow"), "accent", 18, 34)
        if not options and (screen.picked is not None or screen.narrowed):
            self._line(screen.nothing_words(), "faint", 18, 60)
            self.add_widget(Widget())
        elif not options:
            self.add_widget(Widget())
        else:
            self._pages(options)
        self._foot()

    # -- parts

    def _head(self, who: str, title: str) -> None:
        theme = self.screen.app.theme
        small = theme.arrangement == "tabs"
        head = Text(text=who, px=16, tone="faint", weight="semibold", halign="left", valign="middle")
        head.size_hint_y, head.height = None, 22 * theme.em
        self.add_widget(head)
        self._line(title, "text", 21 if not small else 19, 58 if not small else 46, "bold")

    def _line(self, said: str, tone: str, px: int, height: float, weight: str = "semibold") -> None:
        line = Text(text=said, px=px, tone=tone, weight=weight, halign="left", valign="middle")
        line.size_hint_y, line.height = None, height * self.screen.app.theme.unit
        self.add_widget(line)

    def _buttons(self) -> list[tuple[str, Callable[[], None]]]:
        """Below the list: what is no answer."""
        screen, say = self.screen, self.screen.app.tr.say
        found: list[tuple[str, Callable[[], None]]] = []
        if screen.ask.kind == "machine":
            found.append((say("workshop.other-machine"), screen.build_machine))
        if screen.picked is not None:
            found.append((say("workshop.back"), screen.unpick))
        elif screen.now.cancellable:
            found.append((say("app.cancel"), screen.cancel))
        return found

    def _foot(self) -> None:
        if buttons := self._buttons():
            row = BoxLayout(size_hint_y=None, height=max(FINGER, 58 * self.screen.app.theme.unit), spacing=6)
            for text, act in buttons:
                button = BigButton(text=text, px=19)
                button.bind(on_release=lambda _, act=act: act())
                row.add_widget(button)
            self.add_widget(row)

    # -- a list in pages

    def _pages(self, options: Sequence[AnswerOption]) -> None:
        theme = self.screen.app.theme
        drawn = any(option.cards for option in options)
        height = max(FINGER, (78 if drawn else 64) * theme.unit)
        used = sum(child.height for child in self.children) + self.padding[1] * 2
        foot = max(FINGER, 58 * theme.unit) + 2 * self.spacing
        room = self.height - used - self.spacing * (len(self.children) + 1) - foot * bool(self._buttons())
        fits = max(int((room + self.spacing) // (height + self.spacing)), 1)
        if len(options) > fits:
            fits = max(int((room - foot) // (height + self.spacing)), 1)
        pages = -(-len(options) // fits)
        self.page = min(self.page, pages - 1)
        for option in options[self.page * fits : (self.page + 1) * fits]:
            button = self._option(option)
            button.size_hint_y, button.height = None, height
            self.add_widget(button)
        self.add_widget(Widget())
        if pages > 1:
            self._pager(pages)

    def _option(self, option: AnswerOption) -> BigButton:
        if option.cards:
            button: BigButton = WayButton(
                text=option.text, under=option.under, robots=list(option.cards), px=17
            )
        else:
            button = DrawnButton(text=option.text, under=option.under, px=20)
        button.bind(on_release=lambda _: self.screen.choose(option))
        return button

    def _pager(self, pages: int) -> None:
        theme = self.screen.app.theme
        row = BoxLayout(size_hint_y=None, height=max(FINGER, 58 * theme.unit), spacing=6)
        said = self.screen.app.tr.say("workshop.page", {"n": self.page + 1, "of": pages})
        for text, by in (("<", -1), (said, 0), (">", 1)):
            if not by:
                row.add_widget(Text(text=text, px=18, tone="faint", halign="center", valign="middle"))
                continue
            button = BigButton(text=text, px=22, disabled=not 0 <= self.page + by < pages)
            button.because = "because.limit"
            button.bind(on_release=lambda _, by=by: self._turn(by))
            row.add_widget(button)
        self.add_widget(row)

    def _turn(self, by: int) -> None:
        self.page += by
        self.screen.redraw()

    # -- a grid

    def _grid(self, ask: QuestionView) -> None:
        asked = self.screen.now.first.question
        free = asked.open and asked.owner == "chance"
        self.add_widget(card_grid(self.screen, ask.grid, self.screen.give_card, free))


def card_grid(
    screen: Any, cards: Collection[str], give: Callable[[str], None], free: bool = False
) -> GridLayout:
    """Every robot by model and size, drawn; what cannot be is dim, unless the table may know better."""
    models = [model.id for model in screen.view.models]
    wild = any(ANY in card.split("-") for card in cards)
    baby = any(card.startswith(f"{BABY}-") for card in cards)
    columns = [*models, *((ANY,) if wild else ())]
    lines = [[f"{model}-{size}" for model in columns] for size in (*SIZES, *((ANY,) if wild else ()))]
    if baby:
        lines.append([f"{BABY}-{model}" for model in columns])
    if UNKNOWN in cards and not wild:
        lines.append([UNKNOWN, *([""] * (len(columns) - 1))])
    grid = GridLayout(cols=len(columns), spacing=3)
    for line in lines:
        for card in line:
            code = UNKNOWN if card == f"{ANY}-{ANY}" and UNKNOWN in cards else card
            if code in ("", f"{ANY}-{ANY}", f"{BABY}-{ANY}"):
                grid.add_widget(Widget())
                continue
            robot = screen.presenter.robot(screen.speech, code)
            button = CellButton(text=robot.name, robot=robot, disabled=not (code in cards or free))
            button.bind(on_release=lambda _, code=code: give(code))
            grid.add_widget(button)
    return grid
