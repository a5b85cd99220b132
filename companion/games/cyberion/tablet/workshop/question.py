"""What is asked, and every way to answer it: a list in pages, or a grid of models and sizes.

May import: Kivy, the presenter's values, this room's widgets. Many ways stand on pages; what larger letters
make too high scrolls, and the pages are turned below it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from kivy.properties import ListProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.theme import FINGER
from companion.app.widgets import BigButton, DrawnButton, Flow, Fold, PaperButton, Paragraph, Text
from companion.games.cyberion.views.workshop import (
    ANY,
    BABY,
    SIZES,
    UNKNOWN,
    AnswerOption,
    QuestionView,
    RobotView,
)

from .pieces import RobotButton

FEWEST = 4
"""Answers on a page; of drawn ones, one less."""


class WayButton(PaperButton):
    """Robots that do it, drawn; below them where they stand."""

    robots: ListProperty[RobotView] = ListProperty([])


class CellButton(RobotButton):
    """One robot of a grid."""


class AskPanel(BoxLayout):
    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.page = 0
        self._about: Any = None
        super().__init__(orientation="vertical", **given)

    @property
    def column(self) -> BoxLayout:
        return self.fold.column

    def show(self, ask: QuestionView) -> None:
        screen, theme = self.screen, self.screen.app.theme
        self.spacing = 8 * theme.unit
        self.clear_widgets()
        self.fold = Fold(spacing=8 * theme.unit)
        self.add_widget(self.fold)
        about = (screen.shown, screen.picked, tuple(screen.narrowed))
        if about != self._about:
            self._about, self.page = about, 0
        if screen.picked is None:
            self._line(ask.title, px=25, weight="bold")
            if ask.warning:
                self._line(ask.warning, tone="danger", weight="semibold")
        else:
            who, title = screen.picked_words()
            self._line(who, tone="faint", px=17, weight="semibold")
            self._line(title, px=25, weight="bold")
        if ask.kind == "grid":
            self._grid(ask)
            return
        options, pages = screen.options(), 1
        if screen.narrowing and (len(options) > 1 or screen.narrowed):
            self._line(screen.app.tr.say("workshop.narrow"), weight="semibold")
        if not options and (screen.picked is not None or screen.narrowed):
            if screen.picked is None or screen.picked[0] != "machine":  # else it is said already
                self._line(screen.nothing_words())
        elif options:
            pages = self._pages(options)
        if ask.kind == "act" and screen.picked is None:
            self._waiting()
        self.column.add_widget(Widget(size_hint_y=0.01))
        self._foot(pages)

    # -- parts

    def _line(self, said: str, tone: str = "text", px: int = 23, weight: str = "regular") -> None:
        self.column.add_widget(Paragraph(text=said, px=px, tone=tone, weight=weight))

    def _waiting(self) -> None:
        """Machines that cannot be repaired now, in words."""
        for machine in self.screen.view.factory:
            if machine is not None and not machine.ready:
                self._line(f"{machine.tier} · {machine.text}", tone="faint", px=19)

    def _low(self, button: BigButton, least: float) -> None:
        """As high as its words need, and no higher."""

        def measure(*_: object) -> None:
            button.height = max(FINGER, least * self.screen.app.theme.unit, button.minimum_height)

        button.size_hint_y = None
        button.bind(minimum_height=measure)
        measure()
        self.column.add_widget(button)

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

    def _foot(self, pages: int) -> None:
        """Pages are turned in the row of what is no answer: the list keeps the room."""
        row = self._row()
        if pages > 1:
            self._pager(row, pages)
        for text, act in self._buttons():
            button = BigButton(text=text, px=23)
            button.bind(on_release=lambda _, act=act: act())
            row.add_widget(button)
        if row.children:
            self.add_widget(row)

    def _row(self) -> Flow:
        theme = self.screen.app.theme
        return Flow(size_hint_y=None, least=max(FINGER, 58 * theme.unit), spacing=8 * theme.unit)

    # -- a list in pages

    def _pages(self, options: Sequence[AnswerOption]) -> int:
        """The options of one page; gives back how many pages there are."""
        em = self.screen.app.theme.em
        drawn = any(option.cards for option in options)
        fits = max(FEWEST - drawn, int(self.height * 0.7 // ((104 if drawn else 82) * em)))
        pages = -(-len(options) // fits)
        self.page = min(self.page, pages - 1)
        for option in options[self.page * fits : (self.page + 1) * fits]:
            self._option(option)
        return pages

    def _option(self, option: AnswerOption) -> None:
        if option.cards:
            button: BigButton = WayButton(text=option.text, under=option.under, robots=list(option.cards))
        else:
            button = DrawnButton(text=option.text, under=option.under, px=23)
        button.bind(on_release=lambda _: self.screen.choose(option))
        self._low(button, 92 if option.cards else 66)

    def _pager(self, row: Flow, pages: int) -> None:
        said = self.screen.app.tr.say("workshop.page", {"n": self.page + 1, "of": pages})
        for text, by in (("<", -1), (said, 0), (">", 1)):
            if not by:
                row.add_widget(Text(text=text, px=23, tone="faint", halign="center", valign="middle"))
                continue
            button = BigButton(text=text, px=25, disabled=not 0 <= self.page + by < pages)
            button.because = "because.limit"
            button.bind(on_release=lambda _, by=by: self._turn(by))
            row.add_widget(button)

    def _turn(self, by: int) -> None:
        self.page += by
        self.screen.redraw()

    # -- a grid

    def _grid(self, ask: QuestionView) -> None:
        asked = self.screen.now.first.question
        free = asked.open and asked.owner == "chance"
        self.grid = card_grid(self.screen, ask.grid, self.screen.give_card, free)
        self.column.add_widget(self.grid)


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
    theme = screen.app.theme
    grid = GridLayout(cols=len(columns), spacing=6 * theme.unit)
    grid.size_hint_min_y = len(lines) * (max(FINGER, 62 * theme.unit) + 6 * theme.unit)
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
