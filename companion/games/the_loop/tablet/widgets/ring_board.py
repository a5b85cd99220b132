"""The bare ring: what it shows, and where a place of the design is in the window.

May import: Kivy, the theme, the wedges of which it is made, the views.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin

from kivy.graphics import Mesh, SmoothLine
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import Theme
from companion.app.widgets.arcs import outline, sector
from companion.engine import Input
from companion.games.the_loop.views.table import EraView, TableView
from companion.words import Speech

from .ring_plan import DESIGN, HALF, INNER, RIM, SCENE, InTheBag, Spot
from .wedge import STEP, TOP, angle_of


class RingBoard(Widget):
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
    bare = BooleanProperty(False)
    """Energy is nobody's affair here: the score is kept lightly."""
    offers: ListProperty[InTheBag] = ListProperty([])
    """Duplicates that the bag may have brought: they are shown where they would appear, and nothing else."""
    far = NumericProperty(1.0)
    """Letters in parts of the usual ones: larger where they are read from the other end of the room."""
    inside = NumericProperty(0)
    """Cubes in the machine."""
    front = NumericProperty(-1.0)
    """Where the machine is drawn to face, in eras; it moves smoothly."""

    scene: float = SCENE
    """Where the scenes end and the rim begins."""

    def __init__(self, **given: object) -> None:
        self.theme: Theme = the_app().theme
        self.speech: Speech | None = None
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []
        """Every text that was drawn and where: for the layout test."""
        self.spots: list[Spot] = []
        self._walking = False  # a stage shows the outline of the turn
        super().__init__(**given)

    @property
    def radius(self) -> float:
        return DESIGN / 2 * self.k

    @property
    def k(self) -> float:
        """Pixels for one of the design."""
        return min(self.width, self.height) / DESIGN

    def high(self, size: float) -> float:
        """Letters of this size of the design in pixels of the window; never lower than a chair allows."""
        return self.theme.legible(size * self.k * self.far)

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

    def spot(self, given: Input) -> tuple[float, float, float] | None:
        """Where an answer is touched in a lesson, and how far that reaches: an era; the agent's own for what
        lies there to be taken or archived; the machine for what falls."""
        if given.kind == "RiftsLanded":
            return *self.at(0, 0), 86 * self.k
        era = given._asdict().get("to", given._asdict().get("era"))
        if given.kind in ("TakeCard", "Archive") and self.view is not None:
            era = self.view.agent.era
        return (*self.place_of(era), 86 * self.k) if isinstance(era, int) and era >= 0 else None

    def arrow(self, to: int) -> tuple[float, float, float] | None:
        """Where the arrow to a neighbour is, and its angle; None: there is none."""
        if self.view is None or to not in self.moves:
            return None
        way = (to - self.view.agent.era + 3) % 7 - 3
        if abs(way) != 1:
            return None
        a = angle_of(self.view.agent.era) - way * HALF
        return (*self.polar(min(259, self.scene - 16), a), a - 90 * way)

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
