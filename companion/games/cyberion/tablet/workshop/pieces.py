"""The floor of the workshop: the factory's machines and the three rows of robots, all cut out of paper.

May import: Kivy, the presenter's values, this room's widgets. It is the board: its signs are as large as
there is room, whatever size of letters somebody wants beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.theme import EXTRABOLD, Theme
from companion.app.widgets import Painted, PaperButton, Text, paper, shapes
from companion.engine import Input
from companion.games.cyberion.views.workshop import (
    ROW_LIMIT,
    MachineView,
    ModelView,
    RobotView,
    WorkshopView,
)

from . import needs, robots

SPREAD = 2.2
"""From robot to robot, in parts of its half height."""


class RobotPicture(Painted):
    """One robot or several, side by side."""

    drawn_from = ("robots", "inked")
    robots: ListProperty[RobotView] = ListProperty([])
    inked = BooleanProperty(False)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.robots:
            return
        theme, wide = self.theme, self.width / len(self.robots)
        r = min(wide * 0.48, self.height * 0.48)
        step = min(wide, r * SPREAD)
        start = self.center_x - (len(self.robots) - 1) * step / 2
        ink, eyes = (theme.dark, theme.text) if self.inked else (theme.text, theme.dark)
        with self.canvas:
            for place, robot in enumerate(self.robots):
                robots.draw(robot, start + place * step, self.center_y, r, theme, ink, eyes)


class RobotButton(PaperButton):
    robot: ObjectProperty[RobotView | None] = ObjectProperty(None, allownone=True)

    def printed(self) -> None:
        if self.robot is not None:
            r = min(self.width * 0.46, self.height * 0.45)
            robots.draw(self.robot, self.center_x, self.center_y, r, self.theme, self.ink, self.ground)


class MachineButton(PaperButton):
    """Its tier, what it takes, whose it is, what else it wants."""

    ready = BooleanProperty(False)

    def __init__(self, machine: MachineView, models: Sequence[ModelView], **given: Any) -> None:
        self.machine, self.models = machine, models
        super().__init__(
            text=machine.text, ready=machine.ready, wanted=machine.ready, quiet=not machine.mine, **given
        )

    def printed(self) -> None:
        box = (self.x, self.y, self.width, self.height)
        machine_face(self.machine, self.models, box, self.theme, self.ink, self.ground)


class MachinePicture(Painted):
    """A machine that is only looked at."""

    def __init__(self, machine: MachineView, models: Sequence[ModelView], **given: Any) -> None:
        self.machine, self.models = machine, models
        super().__init__(**given)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        theme, box = self.theme, (self.x, self.y, self.width, self.height)
        with self.canvas:
            paper.sheet(*box, theme.text, 2 * theme.unit)
            machine_face(self.machine, self.models, box, theme, theme.dark, theme.text)


def machine_face(
    machine: MachineView,
    models: Sequence[ModelView],
    box: tuple[float, float, float, float],
    theme: Theme,
    ink: robots.Colour,
    ground: robots.Colour,
) -> None:
    """Into a box: the tier and the marks above, below it what the machine takes."""
    x, y, width, height = box
    unit = theme.unit
    head = max(min(height * 0.22, 38 * unit), theme.legible(23 * unit) * 1.1)
    foot = head if machine.bug else 0
    middle, gap = y + height - head * 0.62, 7 * unit
    if machine.invented:
        paper.hatch(x + width - unit, y + height - unit, min(24 * unit, head), theme.dark, theme.paper_shade)
    paper.lettering(machine.tier, x + gap, middle, head, ink)
    r, right = head * 0.44, x + width - min(24 * unit, head) - head * 0.34
    if machine.owner >= 0:
        paper.disc(right, middle, r, theme.seat(machine.owner))
        size = max(r * 1.5, theme.legible(23 * unit))
        shapes.letters(str(machine.owner + 1), right, middle, size, theme.dark, EXTRABOLD)
        right -= 2.2 * r
    if machine.prepared:
        needs.prepared(right, middle, r, theme)
    room = (x + gap, y + foot + gap, width - 2 * gap, height - head * 1.15 - foot - 1.6 * gap)
    needs.draw(machine.need, models, room, theme, ink, ground)
    if machine.bug:
        needs.bug(machine.bug, models, x + width / 2, y + foot * 0.56 + 2 * unit, head * 0.48, theme)


class Gap(Widget):
    """A place where nothing lies."""


class Floor(BoxLayout):
    """Factory, flash, platform, stock, from the top."""

    def __init__(self, screen: Any, touched: bool = True, **given: Any) -> None:
        self.screen = screen
        self.touched = touched
        """Else it is only looked at, and may be smaller than a finger."""
        self._drawn: list[Any] = []
        self.spots: dict[tuple[str, int | str], Widget] = {}
        """What lies where: a machine by its place, a robot by its row and what it is."""
        super().__init__(orientation="vertical", **given)

    def show(self, view: WorkshopView) -> None:
        """Draws anew only the lines that have changed: most touches change one."""
        screen, theme = self.screen, self.screen.app.theme
        self.spacing = 4 * theme.unit
        answering = screen.ask.kind == "list"
        manner = (screen.app.tr.lang, theme.em, theme.arrangement, theme.palette, answering)
        self._line(0, (view.factory, screen.picked, manner), lambda: self._factory(view))
        for place, (row, name, robots_there) in enumerate(view.rows, 1):
            chosen = [at for at in range(ROW_LIMIT) if self._chosen(row, at)]
            about = (robots_there, chosen, manner)
            self._line(place, about, partial(self._row, row, name, robots_there))

    def spot(self, given: Input) -> tuple[float, float, float] | None:
        """Where an answer is touched in a lesson, and how far that reaches: its machine or its robot."""
        about = given._asdict()
        if "slot" in about:
            there = self.spots.get(("machine", about["slot"]))
        else:
            there = self.spots.get((str(about.get("row")), str(about.get("card"))))
        if there is None:
            return None
        return there.center_x, there.center_y, min(there.width, there.height) * 0.46

    def _line(self, place: int, about: Any, made: Callable[[], Widget]) -> None:
        if place < len(self._drawn) and self._drawn[place] == about:
            return
        if place < len(self._drawn):
            index = len(self._drawn) - 1 - place  # children are counted from the last
            self.remove_widget(self.children[index])
            self.add_widget(made(), index=index)
            self._drawn[place] = about
        else:
            self.add_widget(made())
            self._drawn.append(about)

    @property
    def _between(self) -> float:
        return 12 * float(self.screen.app.theme.unit)

    def _factory(self, view: WorkshopView) -> BoxLayout:
        line = BoxLayout(spacing=self._between, size_hint_y=1.3)
        for place, machine in enumerate(view.factory):
            self.spots["machine", place] = made = self._machine(machine, view)
            line.add_widget(made)
        return line

    def _chosen(self, row: str, place: int) -> bool:
        return self.screen.picked == ("robot", row, place) or (row, place) in self.screen.narrowed

    def _machine(self, machine: MachineView | None, view: WorkshopView) -> Widget:
        if machine is None:
            return Gap()
        if not self.touched:
            return MachinePicture(machine, view.models)
        role = "chosen" if self.screen.picked == ("machine", machine.slot) else "plain"
        button = MachineButton(machine, view.models, role=role)
        button.bind(on_release=lambda _: self.screen.touch_machine(machine.slot))
        return button

    def _row(self, row: str, name: str, there: tuple[RobotView, ...]) -> BoxLayout:
        part = BoxLayout(orientation="vertical", spacing=2 * self.screen.app.theme.unit)
        head = Text(text=name, px=17, grows=False, tone="faint", weight="semibold", halign="left")
        head.valign, head.size_hint_y, head.height = "middle", None, 23 * self.screen.app.theme.unit
        part.add_widget(head)
        line = BoxLayout(spacing=self._between)
        part.add_widget(line)
        for place in range(ROW_LIMIT):
            made = self._robot(row, place, there[place]) if place < len(there) else Gap()
            line.add_widget(made)
            if place < len(there):
                self.spots[row, there[place].code] = made
        return part

    def _robot(self, row: str, place: int, robot: RobotView) -> Widget:
        if not self.touched:
            return RobotPicture(robots=[robot])
        screen = self.screen
        button = RobotButton(
            text=robot.name,
            robot=robot,
            wanted=robot.usable and screen.ask.kind == "list",
            quiet=not robot.usable and screen.ask.kind == "list",
            role="chosen" if self._chosen(row, place) else "plain",
        )
        button.bind(on_release=lambda _: screen.touch_robot(row, place, robot.code))
        return button
