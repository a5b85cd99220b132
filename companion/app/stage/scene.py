"""A stage on the screen: its layers are drawn once and then only moved, over the table as it stood.

May import: Kivy, the theme, the script. A touch ends it and does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Rotate, Scale, Translate
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.app.theme import Theme
from companion.app.widgets.printed import Print

from .script import DESIGN, Layer, Stage, pose, rests

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
    room: float = Layer("").room

    @property
    def theme(self) -> Theme:
        return self.cast.theme


WHOLE = ("ink", "rays")
"""Drawings that cover the window: nothing under them is seen."""
LIVE = (*WHOLE, "band", "blades", "trail")
"""Drawings that are drawn in every frame: they cover much, or are clear in part."""
COARSE = 8
"""Pixels of one in the look at how large a drawing is."""
Drawings = Mapping[str, Callable[[Brush], object]]


class Act(Protocol):
    """Something that is played: put into a time, and taken away."""

    def at(self, t: float) -> None: ...

    def end(self) -> None: ...


class _Moved:
    """One layer, between matrices of its own. Most are printed once, as large as they will rest: a picture
    that is moved costs its pixels and no more, without a graphics card, too."""

    def __init__(
        self, layer: Layer, drawing: Callable[[Brush], object], brush: Brush, lost: Callable[..., object]
    ) -> None:
        self.layer = layer
        self.canvas = Canvas()
        live = layer.drawing in LIVE
        self._rests = 1.0 if live else rests(layer)
        brush = brush._replace(k=brush.k * self._rests)
        printed = None if live else _printed(drawing, brush, lost)
        with self.canvas:
            PushMatrix()
            self._place, self._turn, self._grow = Translate(0, 0), Rotate(), Scale()
            if live:
                drawing(brush)
            elif printed is not None:
                printed.show()
            PopMatrix()

    def at(self, t: float, k: float, left: float, low: float) -> None:
        now = pose(self.layer, t)
        self._place.x, self._place.y = left + now.x * k, low + now.y * k
        self._turn.angle = now.turned
        self._grow.x, self._grow.y = now.wide / self._rests, now.high / self._rests
        self.canvas.opacity = min(max(now.shown, 0), 1)


def _printed(drawing: Callable[[Brush], object], brush: Brush, lost: Callable[..., object]) -> Print | None:
    """A drawing around (0, 0) as a picture no larger than itself; nothing, if nothing is drawn."""
    look, sheet, made = Print(lost), Print(lost), Canvas()
    with made:
        drawing(brush)
    wide, high = 2 * brush.width / COARSE, 2 * brush.height / COARSE
    with look.drawing(-wide / 2, -high / 2, wide, high) as drawn:
        smaller = Scale()
        smaller.x = smaller.y = 1 / COARSE
        drawn.add(made)
    found = look.inked()
    if found is None:
        return None
    x, y, across, up = (COARSE * part for part in found)
    edge = 3 * COARSE  # what is thinner than a pixel of that look
    with sheet.drawing(x - edge, y - edge, across + 2 * edge, up + 2 * edge) as drawn:
        drawn.add(made)
    return sheet


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
        brush = Brush(self.cast, self.k, self.width, self.height, layer.about, layer.room)
        return _Moved(layer, drawings[layer.drawing], brush, self._lost)

    def _ground(self) -> tuple[Layer, ...]:
        """Layers below those of the script."""
        return ()

    # -- the table under it

    def _under(self) -> list[Widget]:
        """What is seen under it, from below."""
        return list(reversed(self.cast.screen.children))

    def _freeze(self) -> None:
        self._take(self._under(), self._print, night=True)
        self._table = Canvas()
        with self._table:
            self._print.show()

    def _take(self, widgets: list[Widget], sheet: Print, night: bool = False) -> None:
        """Prints them; until it is over they are drawn no more."""
        for widget in widgets:
            self.cast.screen.canvas.remove(widget.canvas)
        with sheet.drawing(*self.pos, *self.size) as canvas:
            if night:
                Color(*self.cast.theme.ground)  # with which the window is cleared, and this sheet is not
                Rectangle(pos=self.pos, size=self.size)
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

    @property
    def _veil(self) -> _Moved | None:
        """Ink right over the table. The window is cleared with ink: a fainter table is the same, and is drawn
        once instead of twice."""
        first = self.layers[0]
        return first if self._frozen and first.layer.drawing == "ink" and not first.layer.about else None

    def at(self, t: float) -> None:
        for one in self.layers:
            one.at(t, self.k, self.left, self.low)
        self._table.opacity = 1 - self._veil.canvas.opacity if self._veil is not None else 1
        wanted = self._seen(t)
        if wanted != self._drawn:
            self._drawn = wanted
            self.canvas.clear()
            for canvas in wanted:
                self.canvas.add(canvas)

    def _seen(self, t: float) -> list[Canvas]:  # noqa: ARG002 - others look at the time
        """What is drawn, from below: nothing that cannot be seen."""
        veil = self._veil
        seen = [self._table] if self._frozen and self._table.opacity > 0 else []
        for one in self.layers:
            if one is veil:
                continue
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
