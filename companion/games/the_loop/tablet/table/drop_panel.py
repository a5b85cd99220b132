"""A drop: what to throw, what is heard, and the count to be confirmed.

May import: Kivy, this room's widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.presenters.tower import trouble
from companion.app.theme import FINGER
from companion.app.widgets import (
    Beside,
    BigButton,
    Columns,
    Flow,
    FoldingPanel,
    Glyph,
    Headline,
    Text,
)
from companion.games.the_loop.views import drop_corrections as counts
from companion.games.the_loop.views import sentences
from companion.table import ByHand, ChangeDrop, ChangeThrown, ConfirmDrop, EarlyThrow, RunningDrop, Throw

if TYPE_CHECKING:
    from .table import TableScreen

MOMENT = 2.5
"""Seconds in which a count that was set right can still be changed before it goes on by itself."""


class DropPanel(FoldingPanel):
    def __init__(self, screen: TableScreen, **given: object) -> None:
        self.screen = screen
        self.app = screen.app
        super().__init__(**given)
        self.edge = self.app.theme.accent
        self._moment = Clock.create_trigger(self._go_on, MOMENT)

    @property
    def finger(self) -> float:
        return max(FINGER, 58 * self.app.theme.unit)

    def lights(self) -> None:
        """Only what changes with every beam that breaks."""
        lit = sum(self.drop.lit)
        for k, cube in enumerate(self.cubes):
            cube.glyph = self.cube if k < lit else "space"
        self.heard.text = self._say("heard", n=lit, cubes=self.drop.thrown).upper()

    def _go_on(self, *_: Any) -> None:
        screen, now = self.screen, self.screen.now
        seen = screen.manager is not None and screen.manager.current == screen.name and screen.overlay is None
        if seen and now is not None and self.drop == now.drop and self.drop.settled:
            self.app.post(ConfirmDrop())

    def show(self, drop: RunningDrop | None) -> None:
        self._moment.cancel()
        if drop is not None and drop.settled and self.app.theme.motion:  # who wants no motion goes on alone
            self._moment()
        if drop is None:
            return
        self.clear_widgets()
        self.drop = drop
        {
            "waiting": self._waiting,
            "turning": self._running,
            "early": self._early,
            "listening": self._running,
            "shaking": self._running,
            "unsure": self._count,
            "hand": self._count,
            "unheard": self._unheard,
            "lost": self._lost,
        }[drop.stage]()

    def _say(self, key: str, **about: Any) -> str:
        return self.screen.speech.say(f"drop.{key}", about)

    def _title(self, said: str) -> None:
        self.add_widget(Headline(text=said))

    def _cubes(self, lit: int, of: int) -> None:
        """One square for each cube, filled as they are heard."""
        self.cube = "energy" if self.drop.question.id == "drop-energy" else "rift"
        self.cubes = [Glyph(glyph=self.cube if k < lit else "space") for k in range(of)]
        row = BoxLayout(size_hint_y=0.22, spacing=4, size_hint_min_y=40 * self.app.theme.unit)
        for cube in self.cubes:
            row.add_widget(cube)
        self.add_widget(row)

    def _waiting(self) -> None:
        """Before the throw: what is still to do on the table, then the cubes. The banner and the large button
        say the throw, too: where there is something else to read, that is enough."""
        drop = self.drop
        if self.screen.steps:
            self._title(self._say("first"))
            self._steps()
        else:
            self._title(self._say("throw", cubes=drop.thrown))
        self._cubes(drop.thrown, drop.thrown)
        if drop.before:
            inside = BigButton(text=self._say("before", n=drop.before), px=23, role="danger")
            inside.bind(on_release=lambda _: self.screen.late())
            self.add_widget(self._line(inside))
        if not self.screen.steps:
            self.add_widget(Widget())
        self._foot(self._hand_button())

    def _steps(self) -> None:
        steps = self.screen.steps
        most = 9
        for number, step in enumerate(steps[:most], 1):
            self.add_widget(
                Text(
                    text=f"{number}  {step.text}" if len(steps) > 1 else step.text,
                    px=23,
                    tone=step.tone,
                    halign="left",
                    valign="middle",
                    size_hint_y=0.26,
                )
            )
        if len(steps) > most:
            more = BigButton(
                text=self.screen.speech.say("screen-table.more", {"n": len(steps) - most}), px=17
            )
            more.bind(on_release=lambda _: self.screen.show_steps())
            self.add_widget(self._line(more))

    def _running(self) -> None:
        drop, lit = self.drop, sum(self.drop.lit)
        if drop.stage == "turning":
            self._title(self._say("turning", era=drop.front))
        elif drop.stage == "shaking":
            self._title(self._say("shaking"))
        else:
            self._title(self._say("listening", cubes=drop.thrown))
        self._cubes(lit, drop.thrown)
        self.heard = Text(px=54, critical=True, weight="display", tone="danger", size_hint_y=0.3)
        self.heard.halign, self.heard.valign = "left", "middle"
        self.add_widget(self.heard)
        self.lights()
        self.add_widget(Widget(size_hint_y=0.3))
        self._foot(self._hand_button())

    def _early(self) -> None:
        """Cubes fell before the tower listened: were those the throw?"""
        self._title(self._say("early", n=len(self.drop.early)))
        self._told_and(
            self._say("early-why"), self._say("early-no"), lambda _: self.app.post(EarlyThrow(False))
        )

    def _unheard(self) -> None:
        """Not one cube: they may still be in somebody's hand."""
        self._title(self._say("unheard"))
        self._told_and(self._say("unheard-why"), self._say("other"), lambda _: self.app.go("tower"))

    def _told_and(self, said: str, other: str, act: Any) -> None:
        self.add_widget(Text(text=said, px=23, valign="top", halign="left"))
        button = BigButton(text=other, px=23)
        button.bind(on_release=act)
        self._foot(button, self._hand_button())

    def _count(self) -> None:
        drop = self.drop
        why = sentences.why_asked(self.screen.speech, drop) if drop.stage == "unsure" else ""
        self._title(why or self._say("tap"))
        rows = [*map(self._era_row, counts.shown(drop)), self._thrown_row()]
        columns = 2 if self.app.theme.arrangement == "tall" else 1  # there it is wide and low
        grid = Columns(most=columns, spacing=6)
        for row in rows:
            grid.add_widget(row)
        self.add_widget(grid)
        self._other_ways()

    def _thrown_row(self) -> Flow:
        """How many were thrown, in fact: hands do not always throw what was asked for."""
        drop = self.drop
        said = self._say("thrown-inside", n=drop.inside) if drop.inside else self._say("thrown")
        tone = "danger" if drop.inside else "faint"
        name = Text(text=said, px=23, tone=tone, weight="semibold", valign="middle", halign="left")
        return self._row((name,), drop.thrown, self._thrown_button("−", -1), self._thrown_button("+", 1))

    def _thrown_button(self, sign: str, by: int) -> BigButton:
        button = BigButton(text=sign, px=30, size_hint_x=None, width=self.finger)
        button.disabled = self.drop.thrown_by(by) == self.drop
        button.bind(on_release=lambda _: self.app.post(ChangeThrown(by)))
        return button

    def _row(self, names: tuple[Widget, ...], n: int, fewer: BigButton, more: BigButton) -> Flow:
        """What is counted, and a button on either side of how many: below it where it is narrow."""
        row, name, figures = Flow(spacing=6), Beside(spacing=6), Beside(spacing=6, size_hint_x=None)
        count = Text(
            text=str(n),
            px=36,
            critical=True,
            weight="bold",
            halign="center",
            valign="middle",
            size_hint_x=None,
            width=50 * self.app.theme.em if n > 9 else 38 * self.app.theme.em,
        )
        for widget in names:
            name.add_widget(widget)
        for widget in (fewer, count, more):
            figures.add_widget(widget)
        figures.bind(minimum_width=figures.setter("width"))
        name.bind(minimum_width=name.setter("size_hint_min_x"))
        row.add_widget(name)
        row.add_widget(figures)
        return row

    def _era_row(self, index: int) -> Flow:
        era, drop, width = self.screen.view.eras[index], self.drop, 22 * self.app.theme.unit
        colour = self.app.theme.tint(index, era.colour)
        shape = Glyph(glyph=f"form:{era.shape}", colour=colour, size_hint_x=None, width=width)
        said = self.screen.speech.name("era", index)
        name = Text(text=said, px=23, weight="semibold", valign="middle", halign="left")
        fewer = BigButton(text="−", px=30, size_hint_x=None, width=self.finger)
        fewer.disabled = not drop.landed[index]
        fewer.bind(on_release=lambda _: self.app.post(ChangeDrop(((index, -1),))))
        more = BigButton(text="+", px=30, size_hint_x=None, width=self.finger)
        more.disabled = not counts.one_more(drop, index)
        more.bind(on_release=lambda _: self.screen.one_more(index))
        return self._row((shape, name), drop.landed[index], fewer, more)

    def _other_ways(self) -> None:
        """What else it may have been: one touch gives it; or the tower once more."""
        drop = self.drop
        buttons = []
        for other in drop.others[:2]:
            button = BigButton(text=sentences.other_count(self.screen.speech, drop, other), px=23)
            button.bind(on_release=lambda _, given=other: self.app.post(ConfirmDrop(given)))
            buttons.append(button)
        if self.app.playing.tower is not None:
            again = BigButton(text=self._say("again"), px=23)
            again.bind(on_release=lambda _: self.app.post(Throw()))
            buttons.append(again)
        if buttons:
            self.add_widget(self._line(*buttons))

    def _lost(self) -> None:
        """The tower could not: the game goes on without it."""
        error = self.drop.error
        self._title(self._say("lost"))
        said = trouble(self.app.tr.words, error) if error is not None else ""
        self._told_and(said, self._say("other"), lambda _: self.app.go("tower"))

    def _hand_button(self) -> BigButton:
        button = BigButton(text=self._say("by-hand"), px=23)
        button.bind(on_release=lambda _: self.app.post(ByHand()))
        return button

    def _line(self, *buttons: BigButton) -> Flow:
        line = Flow(size_hint_y=None, least=self.finger, spacing=6)
        for button in buttons:
            line.add_widget(button)
        return line

    def _foot(self, *buttons: BigButton) -> None:
        self.add_foot(self._line(*buttons))
