"""A stage on the screen: its layers are drawn once and then only moved, over the table as it stood.

May import: Kivy, the theme, the script. A touch ends it and does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kivy.graphics import Canvas, PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.app.theme import Theme
from companion.app.widgets.printed import Print

from .script import DESIGN, Layer, Stage, pose

if TYPE_CHECKING:
    from companion.app.screens.tabletop import Tabletop
    from companion.engine import Happening
    from companion.table import Entry
    from companion.words import Speech


class Cast(NamedTuple):
    """Whom and what a stage is about."""

    entry: Entry
    said: Happening | None
    """What it tells; None: nothing that happened by itself."""
    speech: Speech
    theme: Theme
    screen: Tabletop

    @property
    def caption(self) -> str:
        """The words of the history."""
        return self.speech.happening(self.said).strip("— ") if self.said is not None else ""


class Brush(NamedTuple):
    """What a drawing needs: it draws around (0, 0), `k` pixels for one of the design."""

    cast: Cast
    k: float
    width: float
    """Of the window, in pixels …"""
    height: float
    about: str = ""

    @property
    def theme(self) -> Theme:
        return self.cast.theme


WHOLE = ("ink", "rays")
"""Drawings that cover the window: nothing under them is seen."""
Drawings = Mapping[str, Callable[[Brush], object]]


class Act(Protocol):
    """Something that is played: put into a time, and taken away."""

    def at(self, t: float) -> None: ...

    def end(self) -> None: ...


class _Moved:
    """One layer, between matrices of its own."""

    def __init__(self, layer: Layer, drawing: Callable[[Brush], object], brush: Brush) -> None:
        self.layer = layer
        self.canvas = Canvas()
        with self.canvas:
            PushMatrix()
            self._place, self._turn, self._grow = Translate(0, 0), Rotate(), Scale()
            drawing(brush)
            PopMatrix()

    def at(self, t: float, k: float, left: float, low: float) -> None:
        now = pose(self.layer, t)
        self._place.x, self._place.y = left + now.x * k, low + now.y * k
        self._turn.angle = now.turned
        self._grow.x, self._grow.y = now.wide, now.high
        self.canvas.opacity = min(max(now.shown, 0), 1)


class Scene(Widget):
    """Covers the table: under it lies a picture of it, so that nothing of it is drawn meanwhile."""

    def __init__(self, stage: Stage, cast: Cast, drawings: Drawings, ended: Callable[[], object]) -> None:
        super().__init__()
        self.stage, self.cast, self._ended = stage, cast, ended
        screen = cast.screen
        self.pos, self.size = screen.pos, screen.size
        self.k = min(self.width / DESIGN[0], self.height / DESIGN[1])
        self.left = self.x + (self.width - DESIGN[0] * self.k) / 2
        self.low = self.y + (self.height - DESIGN[1] * self.k) / 2
        self._frozen = True
        self._print = Print(self._lost)
        self._freeze()
        layers = (*self._ground(), *stage.layers)
        self.layers = [self._moved(layer, drawings) for layer in layers]
        self._drawn: list[Canvas] = []
        screen.add_widget(self)
        self.at(0)

    def _moved(self, layer: Layer, drawings: Drawings) -> _Moved:
        brush = Brush(self.cast, self.k, self.width, self.height, layer.about)
        return _Moved(layer, drawings[layer.drawing], brush)

    def _ground(self) -> tuple[Layer, ...]:
        """Layers below those of the script."""
        return ()

    # -- the table under it

    def _under(self) -> list[Widget]:
        """What is seen under it, from below."""
        return list(reversed(self.cast.screen.children))

    def _freeze(self) -> None:
        self._take(self._under(), self._print)
        self._table = Canvas()
        with self._table:
            self._print.show()

    def _take(self, widgets: list[Widget], sheet: Print) -> None:
        """Prints them; until it is over they are drawn no more."""
        for widget in widgets:
            self.cast.screen.canvas.remove(widget.canvas)
        with sheet.drawing(*self.pos, *self.size) as canvas:
            for widget in widgets:
                canvas.add(widget.canvas)

    def thaw(self) -> None:
        """The table is drawn by itself again: it changed, or this is over."""
        if not self._frozen:
            return
        self._frozen = False
        screen = self.cast.screen
        for child in screen.children:
            if child.canvas in screen.canvas.children:
                screen.canvas.remove(child.canvas)
        for child in reversed(screen.children):
            screen.canvas.add(child.canvas)

    def _lost(self, *_: Any) -> None:
        """The graphics card forgot the picture."""
        self._ended()

    # -- what is played

    def at(self, t: float) -> None:
        for one in self.layers:
            one.at(t, self.k, self.left, self.low)
        wanted = self._seen(t)
        if wanted != self._drawn:
            self._drawn = wanted
            self.canvas.clear()
            for canvas in wanted:
                self.canvas.add(canvas)

    def _seen(self, t: float) -> list[Canvas]:  # noqa: ARG002 - others look at the time
        """What is drawn, from below: nothing that cannot be seen."""
        seen = [self._table] if self._frozen else []
        for one in self.layers:
            if one.layer.drawing in WHOLE and one.canvas.opacity >= 1:
                seen = []
            if one.canvas.opacity > 0:
                seen.append(one.canvas)
        return seen

    def end(self) -> None:
        Scene.thaw(self)
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Whatever lies under the finger was not seen: it is not meant."""
        self.cast.screen.app.manager.too_soon(touch, "stage", steady=True)
        self._ended()
        return True
