"""The floor of the workshop: the factory's machines and the three rows of robots.

May import: Kivy, the presenter's values, this room's widgets. A robot is a shape in the colour of its model
with its size on it; a machine is its tier and what it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex as rgb

from companion.app.theme import EXTRABOLD
from companion.app.widgets import BigButton, Glyph, Painted, Text, shapes
from companion.app.widgets.glyph import DRAWINGS
from companion.engine import Input
from companion.games.cyberion.views.workshop import ROW_LIMIT, MachineView, RobotView, WorkshopView


def draw_robot(robot: RobotView, x: float, y: float, r: float, theme: Any) -> None:
    """Into the canvas that is open: its shape, and its size on it."""
    if robot.shape:
        shapes.figure(robot.shape, x, y, r, rgb(robot.colour))
        ink = theme.dark
    else:
        Color(*theme.faint)
        SmoothLine(circle=(x, y, r), width=1.6)
        ink = theme.text
    shapes.letters(robot.size, x, y - r * 0.06, r * (1.0 if len(robot.size) < 2 else 0.62), ink, EXTRABOLD)


def _robot(glyph: Glyph, shape: str, x: float, y: float, r: float) -> None:
    shapes.figure(shape, x, y, r, glyph.colour)
    shapes.letters("3", x, y - r * 0.06, r, glyph.theme.dark, EXTRABOLD)


def _machine(glyph: Glyph, how: str, x: float, y: float, r: float) -> None:
    Color(*(glyph.theme.fine if how == "ready" else glyph.theme.strong_line))
    SmoothLine(rounded_rectangle=(x - r * 0.8, y - r, r * 1.6, r * 2, r * 0.2), width=1.8)


DRAWINGS.update(robot=_robot, machine=_machine)


class RobotPicture(Painted):
    """One robot or several, side by side."""

    drawn_from = ("robots",)
    robots: ListProperty[RobotView] = ListProperty([])

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.robots:
            return
        wide = self.width / len(self.robots)
        r = min(wide * 0.42, self.height * 0.42)
        start = self.center_x - (len(self.robots) - 1) * min(wide, r * 2.8) / 2
        with self.canvas:
            for place, robot in enumerate(self.robots):
                draw_robot(robot, start + place * min(wide, r * 2.8), self.center_y, r, self.theme)


class RobotButton(BigButton):
    robot: ObjectProperty[RobotView | None] = ObjectProperty(None, allownone=True)
    wanted = BooleanProperty(False)
    """An answer that is asked for."""
    faint = BooleanProperty(False)


class MachineButton(BigButton):
    tier = StringProperty("")
    note = StringProperty("")
    """Prepared, or whose it is."""
    microbot = StringProperty("")
    ready = BooleanProperty(False)
    faint = BooleanProperty(False)


class MachinePicture(Text):
    """A machine that is only looked at: its tier, and what it takes."""


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
        self.spacing = 6 * theme.unit
        answering = screen.ask.kind == "list"
        manner = (screen.app.tr.lang, theme.em, theme.arrangement, theme.palette, answering)
        self._line(0, (view.factory, screen.picked, manner), lambda: self._factory(view))
        for place, (row, name, robots) in enumerate(view.rows, 1):
            chosen = [at for at in range(ROW_LIMIT) if self._chosen(row, at)]
            about = (robots, chosen, manner)
            self._line(place, about, partial(self._row, row, name, robots))

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

    def _factory(self, view: WorkshopView) -> BoxLayout:
        line = BoxLayout(spacing=6 * self.screen.app.theme.unit, size_hint_y=1.3)
        for place, machine in enumerate(view.factory):
            self.spots["machine", place] = made = self._machine(machine)
            line.add_widget(made)
        return line

    def _chosen(self, row: str, place: int) -> bool:
        return self.screen.picked == ("robot", row, place) or (row, place) in self.screen.narrowed

    def _machine(self, machine: MachineView | None) -> Widget:
        if machine is None:
            return Gap()
        if not self.touched:
            said = f"{machine.tier}\n{machine.text}"
            return MachinePicture(text=said, px=18, halign="center", valign="middle")
        say = self.screen.app.tr.say
        note = say("workshop.prepared") if machine.prepared else ""
        if machine.whose:
            note = say("workshop.only", {"who": machine.whose})
        button = MachineButton(
            text=machine.text,
            tier=machine.tier,
            note=note,
            microbot=machine.microbot,
            ready=machine.ready,
            faint=not machine.mine,
            role="chosen" if self.screen.picked == ("machine", machine.slot) else "plain",
        )
        button.bind(on_release=lambda _: self.screen.touch_machine(machine.slot))
        return button

    def _row(self, row: str, name: str, robots: tuple[RobotView, ...]) -> BoxLayout:
        theme = self.screen.app.theme
        line = BoxLayout(spacing=6 * theme.unit)
        head = Text(text=name, px=16, tone="faint", weight="semibold", halign="left", valign="middle")
        head.size_hint_x, head.width = None, 78 * theme.unit
        line.add_widget(head)
        for place in range(ROW_LIMIT):
            made = self._robot(row, place, robots[place]) if place < len(robots) else Gap()
            line.add_widget(made)
            if place < len(robots):
                self.spots[row, robots[place].code] = made
        return line

    def _robot(self, row: str, place: int, robot: RobotView) -> Widget:
        if not self.touched:
            return RobotPicture(robots=[robot])
        screen = self.screen
        button = RobotButton(
            text=robot.name,
            robot=robot,
            wanted=robot.usable and screen.ask.kind == "list",
            faint=not robot.usable and screen.ask.kind == "list",
            role="chosen" if self._chosen(row, place) else "plain",
        )
        button.bind(on_release=lambda _: screen.touch_robot(row, place, robot.code))
        return button
