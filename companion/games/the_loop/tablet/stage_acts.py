"""Stages of The LOOP that move what lies on the table itself: the machine, cubes, the alert of a vortex.

May import: what the app offers to every game, the widgets of this game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import cast

from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.uix.widget import Widget

from companion.app.stage.scene import Cast, Drawings, Scene
from companion.app.stage.script import CURVES, Layer, Move, Stage
from companion.app.widgets import gone, named
from companion.app.widgets.printed import Print
from companion.games.the_loop.tablet.table.alerts import AlertOverlay
from companion.games.the_loop.tablet.table.banner import Banner
from companion.games.the_loop.tablet.table.table import TableScreen
from companion.games.the_loop.tablet.widgets.falling_cube import FallingCube
from companion.games.the_loop.tablet.widgets.ring import Ring
from companion.games.the_loop.tablet.widgets.sweep import Lamp, Outline
from companion.games.the_loop.tablet.widgets.tear import Tear
from companion.games.the_loop.tablet.widgets.wedge import STEP

SLIDES, WALKS = 0.24, 0.3
"""Seconds in which the banner of a turn comes in, and its outline walks to the era."""
PER_ERA, SETTLES, OVER = 0.09, 0.2, 4 / STEP
"""Seconds in which the machine goes on by one era, in which it settles, and by how much it goes too far."""
GROWS = Move("grown", 0.12, 0.52, 0.05, 1, "expo")
"""A vortex: after a moment of ink the paper is torn …"""
WHIRLS = Move("turned", 0.12, 3.6, 80, 0, "rest")
PULLS = Move("turned", 0.12, 3.6, 34, 0, "rest")
"""… and what turns in it slows to rest."""
HEADING = Move("grown", 0.4, 0.6, 1.6, 1, "back")
Box = tuple[float, float, float, float]
DEALT, APART, TAKES = 0.55, 0.07, 0.16
"""What hands must do is dealt like cards."""


def _close(ring: Ring, era: float) -> Box:
    """Machine and era, for whoever wants to see it from near."""
    (x, y), high = ring.place_of(round(era) % 7, 0.3), 0.62 * ring.height
    return x - high * 0.8, y - high / 2, high * 1.6, high


def _way(start: float, to: float) -> float:
    """The short way round, in eras."""
    return (to - start + 3.5) % 7 - 3.5


class Begins:
    """A turn: its banner slides in, the outline walks from era to era."""

    def __init__(self, stage: Stage, about: Cast, drawings: Drawings, ended: Callable[[], object]) -> None:
        self.screen = cast(TableScreen, about.screen)
        before, after = about.entry.before, about.entry.after
        self.start, to = (now.pawns[now.active] for now in (before, after))
        self.way = _way(self.start, to)
        self.banner, self.outline = named(self.screen, "banner", Banner), Outline(self.screen.ring)
        self.at(0)

    def at(self, t: float) -> None:
        out = CURVES["out"]
        self.banner.slide.x = self.banner.width * 1.06 * (1 - out(min(t / SLIDES, 1)))
        self.outline.face(self.start + self.way * out(min(t / WALKS, 1)))

    def end(self) -> None:
        self.banner.slide.x = 0
        self.outline.end()
        self.screen.settle()


class Turning:
    """The machine ratchets to where Dr Foo is, and its light with it."""

    def __init__(self, stage: Stage, about: Cast, drawings: Drawings, ended: Callable[[], object]) -> None:
        self.screen = cast(TableScreen, about.screen)
        to, before = about.entry.after.foo, about.entry.before.foo
        self.start = float(before if before >= 0 else to)
        self.way = _way(self.start, to)
        self.lamp = Lamp(self.screen.ring, self.way)
        self.at(0)

    def at(self, t: float) -> None:
        steps = abs(self.way)
        whole, part = divmod(t / PER_ERA, 1)
        late = min(max(t - steps * PER_ERA, 0) / SETTLES, 1)
        too_far = OVER * sin(pi * late) if steps else 0
        way = 1 if self.way > 0 else -1
        front = self.start + way * (min(whole + part * part, steps) + too_far)
        self.screen.ring.front = front % 7
        self.lamp.face(front)

    @property
    def focus(self) -> Box:
        return _close(self.screen.ring, self.start + self.way)

    def end(self) -> None:
        self.lamp.end()
        self.screen.settle()


class Falling:
    """One cube falls before Dr Foo. The beams start others like it (`Ring.slide`)."""

    def __init__(self, stage: Stage, about: Cast, drawings: Drawings, ended: Callable[[], object]) -> None:
        screen = cast(TableScreen, about.screen)
        self.ring = screen.ring
        self.cube = FallingCube(self.ring, max(screen.view.foo or 0, 0), self.ring.theme.danger)
        self.ring.add_widget(self.cube)

    @property
    def focus(self) -> Box:
        return _close(self.ring, self.cube.era)

    def at(self, t: float) -> None:
        self.cube.seconds = t

    def end(self) -> None:
        self.ring.remove_widget(self.cube)


class Opening(Scene):
    """A vortex: ink, the tear, what hands must do, the whirl. Its last frame is the alert, which lies under
    it."""

    def __init__(self, stage: Stage, about: Cast, drawings: Drawings, ended: Callable[[], object]) -> None:
        overlay = about.screen.overlay
        assert isinstance(overlay, AlertOverlay)  # it is what called for this
        self.overlay = overlay
        self._dealt: list[tuple[Canvas, Translate, Move]] = []
        super().__init__(stage, about, drawings, ended)
        tear = overlay.tear
        self._whole, self._torn, self._whirl, self._words = Canvas(), Canvas(), Canvas(), Canvas()
        with self._whole:
            self._alert.show()
        with self._torn:
            self._edge = tear.edge()
        with self._whirl:
            self._moving = tear.whirl()
        with self._words:
            PushMatrix()
            self._heading = Scale(origin=(tear.x, tear.top))
            for words in self._lettered(tear):
                words.show()
            PopMatrix()
        for place, widget in enumerate(reversed(overlay.side.children)):
            self._deal(widget.x, widget.y, widget.width, widget.height, DEALT + APART * place)
        self.at(0)

    def _lettered(self, tear: Tear) -> list[Print]:
        """Its heading and its label, each as a picture: letters with an edge are many times themselves."""
        made = []
        for (_, (x, y, wide, high)), letter in zip(tear.boxes, (tear.heading, tear.label), strict=True):
            edge = 0.25 * high
            made.append(Print(self._lost))
            with made[-1].drawing(x - edge, y - edge, wide + 2 * edge, high + 2 * edge):
                letter()
        return made

    def _freeze(self) -> None:
        """Two pictures: the table without the alert, and the alert, out of which its parts are dealt."""
        self._alert = Print(self._lost)
        self._take([self.overlay], self._alert)
        super()._freeze()

    def _under(self) -> list[Widget]:
        return [child for child in super()._under() if child is not self.overlay]

    def _ground(self) -> tuple[Layer, ...]:
        box = self.overlay.box
        x, y = (box.x + box.width * 0.3 - self.left) / self.k, (box.y + box.height * 0.43 - self.low) / self.k
        return (
            Layer("ink", moves=(Move("shown", 0, 0.12, 0, 0.85, "even"),)),
            Layer("rays", x, y, (Move("shown", 0.2, 0.42, 0, 1, "even"),), "danger"),
        )

    def _deal(self, x: float, y: float, width: float, height: float, begins: float) -> None:
        region = self._alert.region(x - 3, y - 12, width + 12, height + 14)
        made = Canvas()
        with made:
            PushMatrix()
            place = Translate(0, 0)
            Color(1, 1, 1, 1)
            Rectangle(texture=region, pos=(x - 3, y - 12), size=region.size)
            PopMatrix()
        self._dealt.append((made, place, Move("x", begins, begins + TAKES, 420, 0)))

    def _seen(self, t: float) -> list[Canvas]:
        """When all lies there, what rests is one picture; only the whirl is drawn anew."""
        if not self._dealt:  # it is being made
            return super()._seen(t)
        if t > self._dealt[-1][2].ends:
            return [self._whole, self._whirl, self._words]
        dealt = [made for made, _, move in self._dealt if t > move.begins]
        torn = [self._torn, self._whirl] if t > GROWS.begins else []
        return [*super()._seen(t), *torn, *([self._words] if t > HEADING.begins else []), *dealt]

    def at(self, t: float) -> None:
        super().at(t)
        if not self._dealt:
            return
        if gone(self.overlay):  # seen on another device
            self._ended()
            return
        for grow in (self._edge, self._moving.grow):
            grow.x = grow.y = GROWS.value(t)
        self._moving.turn.angle, self._moving.pull.angle = WHIRLS.value(t), PULLS.value(t)
        self._heading.x = self._heading.y = HEADING.value(t)
        for _, place, move in self._dealt:
            place.x = move.value(t) * self.k

    def thaw(self) -> None:
        """It covers all of the window: what goes on under it is seen at its end."""
