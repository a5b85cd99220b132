"""What lies over the workshop for a moment: the menu, a machine told piece by piece, one thing set right.

May import: Kivy, the presenters, this room's widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.presenters.corrections import Correctable
from companion.app.screens.tabletop import CorrectionOverlay
from companion.app.widgets import (
    Beside,
    BigButton,
    Columns,
    DrawnButton,
    Flow,
    MenuOverlay,
    Overlay,
    Paragraph,
    Text,
)
from companion.games.cyberion.views.corrections import WorkshopCorrections
from companion.games.cyberion.views.workshop import ANY, SIZES, RobotView

from .pieces import RobotPicture
from .question import card_grid

if TYPE_CHECKING:
    from .workshop import WorkshopScreen

KINDS = (
    "model_count", "size_count", "sum_at_least", "sum_at_most", "straight", "two_pairs", "identical", "other",
)  # fmt: skip
A_LINE = 10
"""Robots side by side."""
MOST = 6
"""No machine that anybody knows takes more robots."""


class WorkshopMenu(MenuOverlay):
    def ways(self) -> dict[str, Callable[[], None]]:
        screen = self.screen
        return {
            "workshop.menu-of.open": lambda: screen.open_overlay(PilesOverlay(screen)),
            "workshop.menu-of.correct": lambda: screen.open_overlay(FieldsOverlay(screen)),
        }


class PilesOverlay(Overlay):
    """What lies open on the table and has no place on the floor: anybody may look through it."""

    share = (0.72, 0.92)
    screen: WorkshopScreen

    def fill(self) -> None:
        self.heading(self.say("workshop.open.title"))
        for pile in self.screen.view.open:
            self.box.add_widget(Paragraph(text=pile.name, px=23, weight="bold"))
            robots = pile.robots
            for first in range(0, len(robots), A_LINE):
                self.box.add_widget(self._line(robots[first : first + A_LINE]))
            if not robots:
                said = pile.said or self.say("workshop.none")
                self.box.add_widget(Paragraph(text=said, px=23, tone="faint"))
        self.foot(self.closing())

    def _line(self, robots: tuple[RobotView, ...]) -> BoxLayout:
        line = BoxLayout(size_hint_y=None, height=max(self.finger, 70 * self.app.theme.unit))
        for place in range(A_LINE):
            line.add_widget(RobotPicture(robots=[robots[place]] if place < len(robots) else []))
        return line


class MachineOverlay(Overlay):
    """A machine that no list has, told by its kind and its numbers."""

    screen: WorkshopScreen

    def __init__(self, screen: WorkshopScreen, tier: str, done: Callable[[str], None]) -> None:
        self.tier, self.done = tier, done
        self.kind, self.n, self.model, self.of_size, self.total = "model_count", 3, "sirenbot", "3", 10
        super().__init__(screen)

    @property
    def code(self) -> str:
        rest = {
            "model_count": f"{self.n}-{self.model}",
            "size_count": f"{self.n}-size-{self.of_size}",
            "sum_at_least": f"{self.n}-sum-at-least-{self.total}",
            "sum_at_most": f"{self.n}-sum-at-most-{self.total}",
            "two_pairs": "two-pairs",
        }
        return f"{self.tier}-{rest.get(self.kind, f'{self.kind}-{self.n}')}"

    def fill(self) -> None:
        self.heading(self.say("workshop.build"), px=25)
        grid = Columns(most=4, spacing=6)
        for kind in KINDS:
            role = "chosen" if kind == self.kind else "plain"
            button = BigButton(text=self.say(f"workshop.kind.{kind}"), px=23, role=role)
            button.bind(on_release=lambda _, kind=kind: self._set(kind=kind))
            grid.add_widget(button)
        self.box.add_widget(grid)
        if self.kind != "two_pairs":
            self._stepper("robots", "n", 1, MOST)
        if self.kind.startswith("sum"):
            self._stepper("sum", "total", self.n, 5 * self.n)
        elif self.kind == "model_count":
            names = {model.id: model.name for model in self.screen.view.models}
            self._choices("model", names)
        elif self.kind == "size_count":
            self._choices("of_size", {size: size for size in SIZES})
        else:
            self.box.add_widget(Widget(size_hint_y=0.1))
        machine = self.screen.speech.name("machine", self.code)
        done = BigButton(text=self.say("workshop.it-is", machine=machine), px=25, role="next")
        done.bind(on_release=lambda _: self.done(self.code))
        self.foot(done, self.closing())

    def _set(self, **what: Any) -> None:
        for name, value in what.items():
            setattr(self, name, value)
        self.total = min(max(self.total, self.n), 5 * self.n)
        self.rebuild()

    def _stepper(self, key: str, name: str, least: int, most: int) -> None:
        row = Flow(size_hint_y=None, least=self.finger)
        row.add_widget(Text(text=self.say(f"workshop.{key}"), px=23, halign="left", valign="middle"))
        value = getattr(self, name)
        for text, by in (("–", -1), (str(value), 0), ("+", 1)):
            if not by:
                row.add_widget(Text(text=text, px=26, weight="bold", halign="center", valign="middle"))
                continue
            button = BigButton(text=text, px=25, disabled=not least <= value + by <= most)
            button.because = "because.limit"
            button.bind(on_release=lambda _, by=by: self._set(**{name: value + by}))
            row.add_widget(button)
        self.box.add_widget(row)

    def _choices(self, name: str, choices: dict[str, str]) -> None:
        row = Flow(size_hint_y=None, least=self.finger)
        for value, text in choices.items():
            role = "chosen" if value == getattr(self, name) else "plain"
            button = BigButton(text=text, px=23, role=role)
            button.bind(on_release=lambda _, value=value: self._set(**{name: value}))
            row.add_widget(button)
        self.box.add_widget(row)


class _WorkshopCorrection(CorrectionOverlay):
    screen: WorkshopScreen

    @property
    def presenter(self) -> WorkshopCorrections:
        return WorkshopCorrections(self.app.tr.words)


class FieldsOverlay(_WorkshopCorrection):
    """Everything that can be set right, and what does not fit."""

    def fill(self) -> None:
        self.heading(self.say("workshop.menu-of.correct"))
        for said in self.presenter.findings(self.now)[:2]:
            self.box.add_widget(Paragraph(text=said, px=23, tone="danger"))
        rows = Columns(most=2 if self.app.theme.arrangement == "wide" else 1, spacing=6)
        for one in self.presenter.all(self.now):
            button = DrawnButton(text=one.name, under=self.say("workshop.now-is", now=one.now), px=23)
            button.bind(on_release=lambda _, path=one.path: self._open(path))
            rows.add_widget(button)
        self.box.add_widget(rows)
        self.foot(self.closing())

    def _open(self, path: str) -> None:
        field = self.presenter.one(self.now, path)
        if field is None or field.kind != "machine":
            self.screen.open_overlay(FieldOverlay(self.screen, path))
            return
        tier = str(field.value).partition("-")[0] or "II"
        self.screen.open_overlay(MachineOverlay(self.screen, tier, lambda code: self._machine(path, code)))

    def _machine(self, path: str, code: str) -> None:
        self.screen.close_overlay()
        self.put(path, code)


class FieldOverlay(_WorkshopCorrection):
    """One thing, and what it really is."""

    share = (0.6, 0.9)

    def __init__(self, screen: WorkshopScreen, path: str) -> None:
        self.path = path
        super().__init__(screen)

    def fill(self) -> None:
        field = self.presenter.one(self.now, self.path)
        if field is None:
            return
        self.heading(self.say("workshop.which", what=field.name), px=25)
        if field.kind == "cards":
            both = Beside(spacing=10)
            both.add_widget(self._members(field, 1))
            both.add_widget(self._grid(field))
            self.box.add_widget(both)
        elif field.kind == "tokens":
            self.box.add_widget(self._members(field, 3))
            self._choices(field.path, field.choices, field.value)
        elif field.kind == "number":
            choices = tuple((str(n), n) for n in range(max(field.value - 4, 0), field.value + 8))
            self._choices(field.path, choices, field.value)
        else:
            self._choices(field.path, field.choices, field.value)
        self.foot(self.closing())

    def _grid(self, field: Correctable) -> GridLayout:
        view = self.screen.view
        cards = {f"{model.id}-{size}" for model in view.models for size in (*SIZES, ANY)}
        cards |= {f"{ANY}-{size}" for size in SIZES}
        grid = card_grid(self.screen, cards, lambda card: self.put(field.path, [*field.value, card]))
        grid.size_hint_x = 1.6
        return grid

    def _members(self, field: Correctable, columns: int) -> BoxLayout:
        """What is there now; a touch takes it away."""
        part = BoxLayout(orientation="vertical", spacing=5)
        part.bind(minimum_height=part.setter("size_hint_min_y"))
        part.add_widget(Paragraph(text=self.say("workshop.add"), px=17, tone="faint"))
        rows = Columns(most=columns, spacing=5, size_hint_y=None)
        for text, without in field.members:
            button = BigButton(text=text, px=23, role="chosen")
            button.bind(on_release=lambda _, value=without: self.put(field.path, value))
            rows.add_widget(button)
        part.add_widget(rows)
        part.add_widget(Widget(size_hint_y=0.01))
        return part

    def _choices(self, path: str, choices: Any, now: Any) -> None:
        rows = Columns(most=3, spacing=8)
        for text, value in choices:
            button = BigButton(text=text, px=23, role="chosen" if value == now else "plain")
            button.bind(on_release=lambda _, value=value: self.put(path, value))
            rows.add_widget(button)
        self.box.add_widget(rows)
