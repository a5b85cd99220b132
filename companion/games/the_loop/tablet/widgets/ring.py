"""The ring of seven eras around Dr Foo's machine, cut out of paper, with all that lies on it.

May import: Kivy, the paper in which everything is cut, the views. A touch on an era tells `on_era(index)`, a
long one `on_hold(index)`; what it means is not the ring's affair. It is drawn once for each state; only what
falls and the machine's mouth move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.input.motionevent import MotionEvent

from companion.app.running import the_app
from companion.app.theme import FINGER
from companion.app.widgets import holds, paper
from companion.app.widgets.printed import Print
from companion.games.the_loop.views.table import TableView
from companion.words import Speech

from .carried import CARRIED, Carried, pulled
from .falling_cube import SECONDS, FallingCube
from .ring_pieces import RingPieces
from .ring_plan import HALF, INNER, RIM, Spot
from .wedge import angle_of

HOLD = 0.6
OTHER_WAY = ("rift", "hole", "energy", "damage", "cards")
"""Pieces that a long touch changes the other way: a rift more, energy less."""
TURNING = "companion.games.the_loop.tablet.stage_acts:Turning"
BEGINS = "companion.games.the_loop.tablet.stage_acts:Begins"
FLYING = 12
"""Cubes that slide at the same time; more would be no more to see."""


def _far(touch: MotionEvent) -> float:
    """From where it came down."""
    return hypot(touch.x - touch.ox, touch.y - touch.oy)


class Ring(RingPieces):
    __events__ = ("on_era", "on_hold", "on_machine", "on_move", "on_piece", "on_other", "on_drag", "on_pull")

    def __init__(self, **given: object) -> None:
        self._draw_soon = Clock.create_trigger(self.draw, -1)
        self._print = Print(self._again)
        super().__init__(**given)
        drawn = ("targets", "fresh", "forecast", "inside", "moves", "handled", "bare", "offers", "far")
        for name in ("view", "pos", "size", *drawn):
            self.fbind(name, self._draw_soon)
        fallen_soon = Clock.create_trigger(self._draw_fallen, -1)  # many times a second in a drop: alone
        for name in ("view", "pos", "size", "landed", "outlets", "drop_colour"):
            self.fbind(name, fallen_soon)
        for name in ("em", "palette", "dpi"):
            self.theme.fbind(name, self._draw_soon)

    def on_era(self, _index: int) -> None: ...

    def on_hold(self, _index: int) -> None: ...

    def on_machine(self) -> None: ...

    def on_move(self, _to: int) -> None: ...

    def on_piece(self, _spot: Spot) -> None: ...

    def on_other(self, _spot: Spot) -> None: ...

    def on_drag(self, _spot: Spot, _to: int | None) -> None: ...

    def on_pull(self, _spot: Spot, _cubes: int) -> None: ...

    def show(self, view: TableView, speech: Speech) -> None:
        """A view, with the words in which its pieces are called."""
        self.speech = speech
        self.view = view
        self._draw_soon()  # the same view in another language

    # -- touches

    def _arrow_at(self, x: float, y: float) -> int | None:
        for to in self.moves:
            place = self.arrow(to)
            far = hypot(x - place[0], y - place[1]) if place is not None else FINGER
            if far <= max(27 * self.k, FINGER / 2) and not self._piece_within(far, x, y):
                return int(to)
        return None

    def _piece_within(self, far: float, x: float, y: float) -> bool:
        """In a crowded era a piece that hands take may lie nearer than the arrow."""
        return self.handled and any(hypot(x - one.x, y - one.y) < far for one in self.spots)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        there = self.collide_point(*touch.pos)
        if there and the_app().manager.too_soon(touch, "ring"):
            return True
        if (to := self._arrow_at(*touch.pos)) is not None:
            self.dispatch("on_move", to)
            return True
        era = self.era_at(*touch.pos) if there else None
        if era is None:
            cx, cy = self.at(0, 0)
            if hypot(touch.x - cx, touch.y - cy) < INNER * self.k:
                self.dispatch("on_machine")
                return True
            return bool(super().on_touch_down(touch))
        for lost in [one for one in self.children if isinstance(one, Carried) and not holds(self, one.touch)]:
            self.remove_widget(lost)  # its finger was lifted while something else was on the screen
        touch.grab(self)
        touch.ud["spot"] = self.spot_at(*touch.pos) if self.handled or self.offers else None
        touch.ud["ring"] = (era, Clock.schedule_once(lambda _: self._held(touch, era), HOLD))
        return True

    def _held(self, touch: MotionEvent, era: int) -> None:
        """In the next frame, if the finger is still there: while the window stood still it may have left."""
        if holds(self, touch):
            touch.ud["ring"] = (era, Clock.schedule_once(lambda _: self._still_held(touch, era)))

    def _still_held(self, touch: MotionEvent, era: int) -> None:
        if not holds(self, touch):
            return
        touch.ungrab(self)
        spot = touch.ud["spot"]
        if spot is not None and spot.kind in OTHER_WAY:
            self.dispatch("on_other", spot)
        else:
            self.dispatch("on_hold", era)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger that leaves its place carries what lay there, however slowly: it is no long touch."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        spot, far = touch.ud["spot"], _far(touch)
        if far <= FINGER / 2 and "carried" not in touch.ud:
            return True
        touch.ud["ring"][1].cancel()
        if spot is not None and spot.kind in CARRIED:
            if "carried" not in touch.ud:
                touch.ud["carried"] = Carried(self, spot, touch)
                self.add_widget(touch.ud["carried"])
            touch.ud["carried"].follow(*touch.pos, far)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        era, hold = touch.ud["ring"]
        hold.cancel()
        if "carried" in touch.ud:
            self.remove_widget(touch.ud["carried"])
        spot, there = touch.ud["spot"], self.era_at(*touch.pos)
        far = _far(touch) > FINGER / 2
        if spot is not None and not far:
            self.dispatch("on_piece", spot)
        elif spot is not None and spot.kind == "energy":
            self.dispatch("on_pull", spot, pulled(_far(touch)))
        elif spot is not None and (
            (spot.kind in ("duplicate", "agent") and there != era) or spot.kind == "damage"
        ):
            self.dispatch("on_drag", spot, there)
        elif there == era:
            self.dispatch("on_era", era)
        return True

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The piece under a finger, the nearest of those within reach."""
        reach = max(24 * self.k, FINGER / 2)
        within = [spot for spot in self.spots if not self.offers or spot.kind == "offer"]
        near = [(hypot(x - spot.x, y - spot.y), k) for k, spot in enumerate(within)]
        far, k = min(near, default=(reach + 1, 0))
        return within[k] if far <= reach else None

    # -- motion

    def on_front(self, *_: object) -> None:
        if self._chutes is not None and self.front >= 0:
            self._chutes.angle = self._facing
        else:
            self._draw_soon()

    def on_view(self, _ring: object, view: TableView | None) -> None:
        to = view.foo if view else None
        if to is None:
            self.front = -1
            return
        if self.front < 0 or not the_app().director.awaits(TURNING):
            self.front = to

    def settle(self) -> None:
        """Nothing walks any more: what was left to a stage is printed."""
        if self._walking:
            self._draw_soon()

    def slide(self, era: int, colour: Sequence[float]) -> None:
        """A cube leaves the machine for an era."""
        if not self.theme.motion or len(self.children) >= FLYING:
            return
        cube = FallingCube(self, era, colour)
        self.add_widget(cube)
        way = Animation(seconds=SECONDS, duration=SECONDS)
        way.bind(on_complete=lambda *_: self.remove_widget(cube))
        way.start(cube)

    def pop(self, era: int, done: float) -> None:
        """The number of what fell there comes out of the paper."""
        star, alone = self.stars.get(era), era < len(self.landed) and self.landed[era] == 1
        if star is not None and (alone or done):
            star.x = star.y = max(done, 0.001) if alone else 0.7 + 0.3 * done

    # -- drawing

    def _again(self, *_: object) -> None:
        self._draw_soon()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        self.boxes, self.spots = [], []
        self._chutes = None
        view = self.view
        if view is None or self.speech is None or min(self.size) < 50:
            return
        self._measure_rim()
        with self._print.drawing(*self.pos, *self.size):
            self._board(view)
        with self.canvas:
            self._print.show()
            self._machine()

    def _board(self, view: TableView) -> None:
        """All that stays where it is until something happens."""
        x, y = self.at(0, 0)
        paper.disc(x, y, (RIM + 12) * self.k, self.theme.ground)
        paper.circle(x, y, (RIM + 12) * self.k, self.theme.raised, 2)
        for era in view.eras:
            self._scene(era)
            self._tray(era)
            self._name(era)
        Color(*self.theme.ground)
        for era in view.eras:  # the spokes are cut in the night
            a = angle_of(era.index) - HALF
            SmoothLine(points=[*self.polar(INNER, a), *self.polar(RIM + 2, a)], width=2.5 * self.k)
        self._walking = the_app().director.awaits(BEGINS)
        for era in view.eras:
            self._outlined(era, view)
        for to in self.moves:
            self._arrow(to)
        for era in view.eras:
            if self.offers:
                self._offers(era, view)
            else:
                self._pieces(era, view)
            self._seal(era)
        for era in view.eras if self.forecast else ():
            self._chance(era)

    def _draw_fallen(self, *_: object) -> None:
        self.canvas.after.clear()
        self.stars.clear()
        if self.view is None or not self.landed:
            return
        with self.canvas.after:
            for era in self.view.eras:
                self._fallen(era)
        for cube in self.children:  # a number waits for the cube that is on its way
            if isinstance(cube, FallingCube):
                cube.on_seconds()

