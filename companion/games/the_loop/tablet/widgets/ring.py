"""The ring of seven eras around Dr Foo's machine, cut out of paper, with all that lies on it.

May import: Kivy, the paper in which everything is cut, the views. A touch on an era tells `on_era(index)`, a
long one `on_hold(index)`; what it means is not the ring's affair. It is drawn once for each state; only what
falls and the machine's mouth move.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import (
    Color,
    Line,
    Mesh,
    Rotate,
    SmoothLine,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import EXTRABOLD, FINGER, Theme
from companion.app.widgets import holds, paper, shapes
from companion.app.widgets.wedge import STEP, TOP, angle_of, outline, sector
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import EraView, TableView
from companion.words import Speech

from . import people, scenes, tokens

HOLD = 0.6
FLYING = 12
"""Cubes that slide at the same time; more would be no more to see."""
DESIGN = 800
"""The side of the square for which lengths are written."""
INNER, TRAY, SCENE, RIM = 128, 170, 292, 330
"""Radii: machine, tray of rifts, scene, name."""
HALF = STEP / 2
CRACK = ((0.94, -3.1), (0.93, -2.8), (0.98, 2.7), (0.95, -3.6), (0.99, 0.9), (0.96, -3.4))
"""How a crack runs outwards: a little shorter than it might, a little to one side."""


class Place(NamedTuple):
    """Where things stand in an era, from the middle of the ring, y downwards."""

    horizon: float
    x: float
    y: float
    scale: float
    rows: tuple[tuple[float, float, float], ...]
    """Rows of tokens: middle, height, room."""


PLACES = (
    Place(262, -122, 262, 0.92, ((-120, 166, 164), (-104, 211, 198))),
    Place(92, -232, 92, 1.12, ((-198, 116, 142), (-222, 70, 126))),
    Place(-118, -204, -118, 0.92, ((-206, -98, 138), (-176, -143, 162))),
    Place(-204, 0, -204, 0.84, ((0, -189, 166), (0, -236, 166))),
    Place(-118, 204, -118, 0.98, ((206, -98, 138), (176, -143, 162))),
    Place(92, 234, 92, 1.1, ((206, 104, 140), (224, 58, 126))),
    Place(262, 122, 262, 0.92, ((120, 166, 164), (104, 211, 198))),
)


class RingPiece(NamedTuple):
    """Something in a row of an era."""

    kind: str
    what: str
    many: int
    width: float


class Spot(NamedTuple):
    """A piece that can be touched or dragged: what it is, on which era, and where it is drawn."""

    kind: str
    """`rift`, `energy`, `duplicate` or `agent`."""
    era: int
    what: str
    """The token of a duplicate, the place of an agent."""
    x: float
    y: float


class Ring(Widget):
    view: ObjectProperty[TableView | None] = ObjectProperty(None, allownone=True)
    targets: ListProperty[int] = ListProperty([])
    """Eras that answer the open question."""
    landed: ListProperty[int] = ListProperty([])
    """In a drop: cubes per era, shown large; empty otherwise."""
    outlets: ListProperty[int] = ListProperty([])
    """In a drop: beams broken per era."""
    drop_colour = StringProperty("danger")
    fresh: ListProperty[int] = ListProperty([])
    """Rifts per era that have just fallen: they are outlined."""
    forecast: ListProperty[float] = ListProperty([])
    """Per era the chance of a vortex from 0 to 1; empty: not shown."""
    moves: ListProperty[int] = ListProperty([])
    """Eras to which the agent whose turn it is may walk: an arrow over the border."""
    handled = BooleanProperty(False)
    """Pieces are changed on the ring itself, as hands change them on the table: a touch on a rift takes it
    away, one on a cell adds energy, duplicates and agents are dragged."""
    inside = NumericProperty(0)
    """Cubes in the machine."""
    front = NumericProperty(-1.0)
    """Where the machine is drawn to face, in eras; it moves smoothly."""

    __events__ = ("on_era", "on_hold", "on_machine", "on_move", "on_piece", "on_drag")

    def __init__(self, **given: object) -> None:
        self.theme: Theme = the_app().theme
        self.speech: Speech | None = None
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []
        """Every text that was drawn and where: for the layout test."""
        self.spots: list[Spot] = []
        self._draw_soon = Clock.create_trigger(self.draw, -1)
        self._chutes: Rotate | None = None
        """The only thing on the ring that moves: nothing else is drawn anew while the machine turns."""
        super().__init__(**given)
        for name in ("view", "pos", "size", "targets", "fresh", "forecast", "inside", "moves", "handled"):
            self.fbind(name, self._draw_soon)
        fallen_soon = Clock.create_trigger(self._draw_fallen, -1)  # many times a second in a drop: alone
        for name in ("view", "pos", "size", "landed", "outlets", "drop_colour"):
            self.fbind(name, fallen_soon)
        for name in ("em", "palette"):
            self.theme.fbind(name, self._draw_soon)

    def on_era(self, _index: int) -> None: ...

    def on_hold(self, _index: int) -> None: ...

    def on_machine(self) -> None: ...

    def on_move(self, _to: int) -> None: ...

    def on_piece(self, _spot: Spot) -> None: ...

    def on_drag(self, _spot: Spot, _to: int | None) -> None: ...

    def show(self, view: TableView, speech: Speech) -> None:
        """A view, with the words in which its pieces are called."""
        self.speech = speech
        self.view = view
        self._draw_soon()  # the same view in another language

    # -- touches

    @property
    def radius(self) -> float:
        return DESIGN / 2 * self.k

    @property
    def k(self) -> float:
        """Pixels for one of the design."""
        return min(self.width, self.height) / DESIGN

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the design, y downwards from the middle of the ring, in the window."""
        return self.center_x + x * self.k, self.center_y - 6 * self.k - y * self.k

    def polar(self, far: float, angle: float) -> tuple[float, float]:
        return self.at(far * cos(radians(angle)), -far * sin(radians(angle)))

    def era_at(self, x: float, y: float) -> int | None:
        """The era under a point; the seal at its rim belongs to it."""
        cx, cy = self.at(0, 0)
        far = hypot(x - cx, y - cy) / max(self.k, 0.01)
        if not INNER <= far <= RIM + 62:
            return None
        return round(TOP + (90 - degrees(atan2(y - cy, x - cx))) / STEP) % 7

    def place_of(self, era: int, far: float = 0.57) -> tuple[float, float]:
        return self.polar(far * DESIGN / 2, angle_of(era))

    def arrow(self, to: int) -> tuple[float, float, float] | None:
        """Where the arrow to a neighbour is, and its angle; None: there is none."""
        if self.view is None or to not in self.moves:
            return None
        way = (to - self.view.agent.era + 3) % 7 - 3
        if abs(way) != 1:
            return None
        a = angle_of(self.view.agent.era) - way * HALF
        return (*self.polar(259, a), a - 90 * way)

    def _arrow_at(self, x: float, y: float) -> int | None:
        for to in self.moves:
            place = self.arrow(to)
            if place is not None and hypot(x - place[0], y - place[1]) <= max(27 * self.k, FINGER / 2):
                return int(to)
        return None

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
        touch.grab(self)
        touch.ud["spot"] = self.spot_at(*touch.pos) if self.handled else None
        touch.ud["ring"] = (era, Clock.schedule_once(lambda _: self._held(touch, era), HOLD))
        return True

    def _held(self, touch: MotionEvent, era: int) -> None:
        """In the next frame, if the finger is still there: while the window stood still it may have left."""
        if holds(self, touch):
            touch.ud["ring"] = (era, Clock.schedule_once(lambda _: self._still_held(touch, era)))

    def _still_held(self, touch: MotionEvent, era: int) -> None:
        if holds(self, touch):
            touch.ungrab(self)
            self.dispatch("on_hold", era)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        era, hold = touch.ud["ring"]
        hold.cancel()
        spot, there = touch.ud["spot"], self.era_at(*touch.pos)
        far = hypot(touch.x - touch.ox, touch.y - touch.oy) > FINGER / 2
        if spot is not None and not far:
            self.dispatch("on_piece", spot)
        elif spot is not None and spot.kind in ("duplicate", "agent") and there != era:
            self.dispatch("on_drag", spot, there)
        elif there == era:
            self.dispatch("on_era", era)
        return True

    def spot_at(self, x: float, y: float) -> Spot | None:
        """The piece under a finger, the nearest of those within reach."""
        reach = max(24 * self.k, FINGER / 2)
        near = [(hypot(x - spot.x, y - spot.y), k) for k, spot in enumerate(self.spots)]
        far, k = min(near, default=(reach + 1, 0))
        return self.spots[k] if far <= reach else None

    # -- motion

    def on_front(self, *_: object) -> None:
        if self._chutes is not None and self.front >= 0:
            self._chutes.angle = self._facing
        else:
            self._draw_soon()

    @property
    def _facing(self) -> float:
        """Degrees by which the mouth is turned from the top."""
        return angle_of(self.front) - 90

    def on_view(self, _ring: object, view: TableView | None) -> None:
        to = view.foo if view else None
        if to is None:
            self.front = -1
            return
        if self.front < 0 or not self.theme.motion:
            self.front = to
            return
        away = (to - self.front + 3.5) % 7 - 3.5  # the short way round
        Animation.cancel_all(self, "front")
        turn = Animation(front=self.front + away, duration=0.15 + 0.09 * abs(away), t="out_back")
        turn.bind(on_complete=lambda *_: setattr(self, "front", self.front % 7))
        turn.start(self)

    def slide(self, era: int, colour: Sequence[float]) -> None:
        """A cube leaves the machine for an era."""
        if not self.theme.motion or len(self.children) >= FLYING:
            return
        side = 36 * self.k
        cube = _Sliding(colour, size=(side, side), center=self.place_of(era, 0.26))
        self.add_widget(cube)
        way = Animation(center=self.place_of(era, 0.37), duration=0.32, t="in_quad")
        way.bind(on_complete=lambda *_: self.remove_widget(cube))
        way.start(cube)

    # -- drawing

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        self.boxes, self.spots = [], []
        self._chutes = None
        view = self.view
        if view is None or self.speech is None or min(self.size) < 50:
            return
        x, y = self.at(0, 0)
        with self.canvas:
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
            for era in view.eras:
                self._outlined(era, view)
            for to in self.moves:
                self._arrow(to)
            for era in view.eras:
                self._pieces(era, view)
                self._seal(era)
            self._machine()
            for era in view.eras if self.forecast else ():
                self._chance(era)

    def _draw_fallen(self, *_: object) -> None:
        self.canvas.after.clear()
        if self.view is None or not self.landed:
            return
        with self.canvas.after:
            for era in self.view.eras:
                self._fallen(era)

    def _wedge(self, inner: float, outer: float, index: int, half: float) -> None:
        x, y = self.at(0, 0)
        vertices = sector(x, y, inner * self.k, outer * self.k, angle_of(index), half)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_strip")

    def _edge(self, inner: float, outer: float, index: int, half: float, width: float) -> None:
        x, y = self.at(0, 0)
        points = outline(x, y, inner * self.k, outer * self.k, angle_of(index), half)
        SmoothLine(points=points, width=width * self.k / 2, close=True)

    def _dim(self, era: EraView) -> bool:
        return bool(self.targets) and era.index not in self.targets

    def _scene(self, era: EraView) -> None:
        """Sky, moon, ground and silhouette, cut to the era; a torn one is a whirl."""
        theme, k, place = self.theme, self.k, PLACES[era.index]
        sky = theme.era(era.index, era.colour)
        gap = 0.55
        StencilPush()
        self._wedge(TRAY, SCENE, era.index, HALF - gap)
        StencilUse()
        if era.torn:
            Color(*theme.ground)
            self._wedge(TRAY, SCENE, era.index, HALF)
            vx, vy = self.polar(236, angle_of(era.index))
            paper.blades(vx, vy, 170 * k, 7, 250, theme.danger, 0.5)
            paper.blades(vx, vy, 96 * k, 5, 250, theme.text, 0.3)
            paper.disc(vx, vy, 22 * k, theme.ground)
        else:
            Color(*sky)
            self._wedge(TRAY, SCENE, era.index, HALF)
            self._halftone(era, place)
            mx, my = self.at(place.x + (34 if place.x <= 0 else -34), place.y - 56 * place.scale)
            paper.disc(mx, my, 38 * k, theme.text)
            ground = [(-340, -1), (place.x - 70, -4), (place.x + 84, -2), (340, -3), (340, 260), (-340, 260)]
            paper.cut_out([self.at(a, place.horizon + b) for a, b in ground], theme.ground, smooth=False)
            sx, sy = self.at(place.x, place.y)
            scenes.scene(era.index, sx, sy, place.scale * k, theme.ground, sky, theme.text)
            if era.full:
                self._cracks(era.index)
        if self._dim(era):
            Color(*theme.ground[:3], 0.62)
            self._wedge(TRAY, SCENE, era.index, HALF)
        StencilUnUse()
        self._wedge(TRAY, SCENE, era.index, HALF - gap)
        StencilPop()

    def _halftone(self, era: EraView, place: Place) -> None:
        k, step = self.k, max(round(13 * self.k), 6)
        x, y = self.at(place.x - 160, place.y - 78)
        if self.theme.palette != "colour-blind":
            paper.dots(x, y, 330 * k, step, 12, 0.6 * k, 6.5 * k, self.theme.text)
            return
        ink = [*self.theme.ground[:3], 0.32]  # the era's own shape
        for row in range(14):
            for column in range(14):
                a, b = place.x - 175 + column * 26 + row % 2 * 13, place.y - 170 + row * 26
                shapes.era_shape(era.shape, *self.at(a, b), 5 * k, ink)

    def _cracks(self, index: int) -> None:
        """The ground gives way: two cracks."""
        a = angle_of(index)
        for off in (-19, 17):
            left, right = [], []
            for k, (short, bent) in enumerate(CRACK):
                far = TRAY + 2 + (SCENE - TRAY - 2) * k / 5 * short
                wide, turned = 2.6 * (1 - k / 5) + 0.2, a - off + bent
                left.append(self.polar(far, turned - wide))
                right.append(self.polar(far, turned + wide * 0.6))
            paper.cut_out(left + right[::-1], self.theme.danger)

    def _tray(self, era: EraView) -> None:
        """Three spaces next to the machine: all seven together are the danger ring."""
        theme, k, a = self.theme, self.k, angle_of(era.index)
        Color(*(theme.ember if era.full else theme.panel))
        self._wedge(INNER + 3, TRAY - 2, era.index, HALF - 0.8)
        middle = (INNER + TRAY) / 2 + 0.5
        fresh = min(self.fresh[era.index] if self.fresh else 0, era.rifts)
        if era.rifts > 3:
            x, y = self.polar(middle, a + 8)
            tokens.cube(theme, x, y, 29 * k, 90 - a)
            self.spots.append(Spot("rift", era.index, "", x, y))
            self._letters(f"×{era.rifts}", *self.polar(middle, a - 8), 25 * k, theme.text, EXTRABOLD)
            return
        for space in range(3):
            angle = a - (space - 1) * 15.4
            x, y = self.polar(middle, angle)
            if space < era.rifts:
                self.spots.append(Spot("rift", era.index, "", x, y))
                if space >= era.rifts - fresh:
                    paper.disc(x, y, 23 * k, theme.text)
                tokens.cube(theme, x, y, 29 * k, 90 - angle)
            else:
                tokens.hole(theme, x, y, 26 * k, 90 - angle)

    def _name(self, era: EraView) -> None:
        """On the rim; the rim of a full era has teeth, that of a torn one is hot."""
        theme, a = self.theme, angle_of(era.index)
        hurt, other_eyes = era.full or era.torn, theme.palette == "colour-blind"
        band = (theme.ground if other_eyes else theme.danger) if hurt else theme.era(era.index, era.colour)
        ink = theme.text if other_eyes and hurt else theme.dark
        if self._dim(era):
            band = [part * 0.55 + night * 0.45 for part, night in zip(band, theme.ground, strict=True)]
        Color(*band)
        self._wedge(SCENE + 2, RIM, era.index, HALF - 0.55)
        if era.full:
            teeth, count = [], 16
            for tooth in range(count + 1):
                far = RIM + (13 if tooth % 2 else 1)
                teeth.append(self.polar(far, a - (HALF - 0.55) * (1 - 2 * tooth / count)))
            teeth += [self.polar(RIM - 2, a + (HALF - 0.55) * (1 - tooth / 4)) for tooth in range(9)]
            paper.cut_out(teeth, theme.danger)
        self._letter_rim(era.index, era.shape, ink)

    def _letter_rim(self, index: int, shape: str, ink: Sequence[float]) -> None:
        assert self.speech is not None
        k, a, r = self.k, angle_of(index), (SCENE + RIM) / 2
        said = self.speech.name("era", index).upper()
        size, room = 25.5 * k, 236 * k
        whole = paper.arc_width(said, size)
        if whole > room:
            size *= room / whole
            whole = paper.arc_width(said, size)
        low = sin(radians(a)) < -0.34
        off = degrees(17 / r) * (1 if low else -1)
        x, y = self.at(0, 0)
        boxes = paper.on_arc(said, x, y, r * k, a + off, size, ink)
        self.boxes += [(self.speech.name("era", index), box) for box in boxes]
        away = degrees((whole / k / 2 + 19) / r) - degrees(17 / r)
        sx, sy = self.polar(r, a + (-away if low else away))
        shapes.era_shape(shape, sx, sy, 11 * k, ink)

    def _outlined(self, era: EraView, view: TableView) -> None:
        """Where the agent stands whose turn it is, and which eras answer."""
        theme = self.theme
        outer = RIM + (14 if era.full else 3)
        if era.index in self.targets:
            Color(*theme.accent)
            self._edge(INNER + 1, outer, era.index, HALF - 0.3, 7)
        elif era.index == view.agent.era and not self.targets:
            Color(*theme.text)
            self._edge(INNER + 1, outer, era.index, HALF, 6)

    def _arrow(self, to: int) -> None:
        place = self.arrow(to)
        if place is not None:
            x, y, a = place
            paper.disc(x, y, 29 * self.k, self.theme.dark)
            paper.disc(x, y, 25 * self.k, self.theme.text)
            paper.fill("M-13-5H1V-14L16 0 1 14V5H-13Z", self.theme.dark, x, y, self.k, -a)

    # -- tokens

    def _row(self, era: EraView) -> list[RingPiece]:
        """Energy, what a mode adds, cards, duplicates, agents; from four on like ones have a number."""
        row = [RingPiece("energy", "", era.energy, 44)] if era.energy or self.handled else []
        if era.perpetual:
            row.append(RingPiece("perpetual", "", era.perpetual, 44))
        if era.centrifuge:
            row.append(RingPiece("centrifuge", era.centrifuge, 1, 44))
        if era.cards:
            row.append(RingPiece("cards", "", len(era.cards), 38))
        if era.ultras:
            row.append(RingPiece("ultras", "", len(era.ultras), 46))
        agents = [RingPiece("agent", str(agent), 1, 54) for agent in era.agents]
        homes = [(token.home, token.supa) for token in era.tokens]
        fold = len(row) + len(homes) + len(agents) > 3
        for home in dict.fromkeys(homes) if fold else homes:
            count = homes.count(home) if fold else 1
            what = f"{home[0]}{'!' if home[1] else ''}"
            row.append(RingPiece("duplicate", what, count, 78 if count > 1 else 46))
        return row + agents

    def _pieces(self, era: EraView, view: TableView) -> None:
        rows: list[list[RingPiece]] = [[]]
        plan = PLACES[era.index].rows
        for piece in self._row(era):
            room = plan[len(rows) - 1][2]
            if len(rows) < len(plan) and rows[-1] and sum(one.width for one in rows[-1]) + piece.width > room:
                rows.append([])
            rows[-1].append(piece)
        for pieces, (x, y, room) in zip(rows, plan, strict=False):
            whole = sum(piece.width for piece in pieces)
            tight = min(1, (room + 30) / whole) if whole else 1
            x -= whole * tight / 2
            for piece in pieces:
                px, py = self.at(x + piece.width * tight / 2, y)
                self._piece(piece, px, py, self.k * max(tight, 0.8), view)
                self._spot(piece, era, px, py)
                x += piece.width * tight

    def _spot(self, piece: RingPiece, era: EraView, x: float, y: float) -> None:
        if piece.kind in ("energy", "agent"):
            self.spots.append(Spot(piece.kind, era.index, piece.what, x, y))
        elif piece.kind == "duplicate":
            home, supa = int(piece.what[0]), piece.what.endswith("!")
            token = next(one for one in era.tokens if (one.home, one.supa) == (home, supa))
            self.spots.append(Spot(piece.kind, era.index, token.id, x, y))

    def _piece(self, piece: RingPiece, x: float, y: float, k: float, view: TableView) -> None:
        theme = self.theme
        match piece.kind:
            case "energy" | "perpetual":
                if not piece.many:  # a cell that waits for its first cube
                    tokens.cell(theme, x, y, 18 * k, 23 * k)
                    return
                tokens.energy(theme, x, y, piece.many, 18 * k, 23 * k)
                if piece.kind == "perpetual":
                    paper.circle(x, y, 22 * k, theme.accent, 3)
            case "centrifuge":
                paper.disc(x, y, 20 * k, theme.text)
                shapes.dimension(piece.what, x, y, 13 * k, theme.dark)
            case "cards":
                paper.cut_out(
                    [
                        (x - 13 * k, y - 19 * k),
                        (x + 13 * k, y - 19 * k),
                        (x + 13 * k, y + 19 * k),
                        (x - 13 * k, y + 19 * k),
                    ],
                    theme.dark,
                )
                paper.sheet(x - 11 * k, y - 17 * k, 22 * k, 34 * k, theme.text)
                shapes.letters(str(piece.many), x, y, 23 * k, theme.dark, EXTRABOLD)
            case "ultras":
                paper.cut_out(shapes.around(x, y - 3 * k, 24 * k, 3), theme.danger)
                shapes.letters(str(piece.many), x, y - 6 * k, 21 * k, theme.dark, EXTRABOLD)
            case "agent":
                self._agent(int(piece.what), x, y, k, view)
            case _:
                self._duplicate(piece, x, y, k, view)

    def _agent(self, index: int, x: float, y: float, k: float, view: TableView) -> None:
        assert self.speech is not None
        theme, agent = self.theme, view.agents[index]
        mine = index == view.agent.index
        short = initials(self.speech.name("agent", index))
        edge = theme.text if mine else theme.dark
        r = (25 if mine else 22) * k
        people.head(agent.id, short, x, y + 2 * k, r, theme.agent(index), theme.dark, theme.text, edge)

    def _duplicate(self, piece: RingPiece, x: float, y: float, k: float, view: TableView) -> None:
        theme, home = self.theme, view.eras[int(piece.what[0])]
        colour = theme.era(home.index, home.colour)
        if piece.many == 1:
            tokens.duplicate(theme, x, y - 2 * k, 18 * k, home.shape, colour, piece.what.endswith("!"))
            return
        Color(*theme.text)
        SmoothRoundedRectangle(pos=(x - 18 * k, y - 19 * k), size=(56 * k, 34 * k), radius=[17 * k])
        tokens.duplicate(theme, x - 17 * k, y - 2 * k, 18 * k, home.shape, colour, piece.what.endswith("!"))
        shapes.letters(f"×{piece.many}", x + 18 * k, y - 2 * k, 23 * k, theme.dark, EXTRABOLD)

    def _seal(self, era: EraView) -> None:
        tile, theme, k = era.tile, self.theme, self.k
        if tile.kind in ("vortex", "none"):
            return
        x, y = self.polar(RIM + (33 if era.full else 27), angle_of(era.index))
        if tile.kind == "hidden":
            tokens.seal(theme, x, y, 28 * k, theme.raised, "?", 23 * k)
        elif tile.complete:
            tokens.seal(theme, x, y, 28 * k, theme.accent, "✓", 23 * k)
        else:
            said = f"{tile.done}/{tile.goal}"
            tokens.seal(theme, x, y, 28 * k, theme.text, said, 23 * k)
            self.boxes.append((said, (x - 20 * k, y - 12 * k, 40 * k, 24 * k)))

    def _letters(
        self, said: str, x: float, y: float, size: float, colour: Sequence[float], font: str = EXTRABOLD
    ) -> None:
        self.boxes.append((said, shapes.letters(said, x, y, size, colour, font)))

    # -- the machine

    def _machine(self) -> None:
        theme, (x, y) = self.theme, self.at(0, 0)
        r = (INNER - 4) * self.k
        tokens.drum(theme, x, y, r)
        if self.front >= 0:
            self._chutes = tokens.chutes(theme, x, y, r, STEP)
            self._chutes.angle = self._facing
        tokens.machine(theme, x, y, r)
        if self.inside:
            k = self.k
            paper.cut_out(paper.star(x + 66 * k, y - 66 * k, 34 * k, 12, 0.84), theme.text)
            tokens.cube(theme, x + 54 * k, y - 66 * k, 20 * k)
            self._letters(str(self.inside), x + 78 * k, y - 66 * k, 25 * k, theme.dark)

    def _chance(self, era: EraView) -> None:
        """How likely it breaks in the next drop: the hotter the likelier, and the number."""
        chance = self.forecast[era.index]
        if chance < 0.005:
            return
        k, theme = self.k, self.theme
        x, y = self.polar(274, angle_of(era.index) + 14)
        said, size = f"{max(round(chance * 100), 1)} %", 21 * k
        width, height = shapes.letters_width(said, size, EXTRABOLD) + 16 * k, 30 * k
        hot = chance >= 0.25
        Color(*(theme.danger if hot else theme.ground))
        box = (x - width / 2, y - height / 2)
        SmoothRoundedRectangle(pos=box, size=(width, height), radius=[height / 2])
        Color(*theme.danger)
        Line(rounded_rectangle=(*box, width, height, height / 2), width=1.4)
        self._letters(said, x, y, size, theme.dark if hot else theme.text)

    def _fallen(self, era: EraView) -> None:
        """In a drop: what came out here, large enough for the whole table."""
        cubes, broken = self.landed[era.index], self.outlets[era.index] if self.outlets else 0
        if not cubes and not broken:
            return
        k = self.k
        x, y = self.polar(222, angle_of(era.index))
        paper.cut_out(paper.star(x + 4 * k, y - 6 * k, 62 * k, 14, 0.72), self.theme.ground)
        paper.cut_out(paper.star(x, y, 62 * k, 14, 0.72), self.theme.text)
        ink = self.theme.dark if self.drop_colour == "danger" else (0.05, 0.35, 0.22, 1)
        paper.lettering(f"+{cubes or broken}", x, y, 54 * k, ink, "center")


class _Sliding(Widget):
    """A cube on its way."""

    def __init__(self, colour: Sequence[float], **given: object) -> None:
        super().__init__(size_hint=(None, None), **given)
        with self.canvas:
            Color(*colour)
            self.square = SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[self.width * 0.1])
        self.bind(pos=lambda *_: setattr(self.square, "pos", self.pos))
