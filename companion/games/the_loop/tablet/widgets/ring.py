"""The ring of seven eras as on the board, with all that lies on it, drawn from what the presenter says.

May import: Kivy, shapes. A touch on an era tells `on_era(index)`, a long one `on_hold(index)`; what it means
is not the ring's affair.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import (
    Color,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rotate,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
)
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.running import the_app
from companion.app.theme import EXTRABOLD, SEMIBOLD
from companion.app.widgets import shapes
from companion.app.widgets.wedge import EDGE, INNER, OUTER, STEP, TOP, angle_of, line_in, outline, sector
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import EraView, TableView
from companion.words import Speech

from . import tiles

HOLD = 0.6
FLYING = 12
"""Cubes that slide at the same time; more would be no more to see."""


class Ring(Widget):
    view = ObjectProperty(None, allownone=True)
    """A TableView."""
    targets = ListProperty([])
    """Eras that answer the open question."""
    landed = ListProperty([])
    """In a drop: cubes per era, shown large; empty otherwise."""
    outlets = ListProperty([])
    """In a drop: beams broken per era."""
    drop_colour = StringProperty("danger")
    fresh = ListProperty([])
    """Rifts per era that have just fallen: they are outlined."""
    forecast = ListProperty([])
    """Per era the chance of a vortex from 0 to 1; empty: not shown."""
    inside = NumericProperty(0)
    """Cubes in the machine."""
    front = NumericProperty(-1)
    """Where the machine is drawn to face, in eras; it moves smoothly."""

    __events__ = ("on_era", "on_hold", "on_machine")

    def __init__(self, **given: Any) -> None:
        self.theme = the_app().theme
        self.boxes: list[tuple[str, tuple[float, float, float, float]]] = []
        """Every text that was drawn and where: for the layout test."""
        self._draw_soon = Clock.create_trigger(self.draw, -1)
        self._chutes: Rotate | None = None
        """The only thing on the ring that moves: nothing else is drawn anew while the machine turns."""
        super().__init__(**given)
        for name in ("view", "pos", "size", "targets", "fresh", "forecast", "inside"):
            self.fbind(name, self._draw_soon)
        fallen_soon = Clock.create_trigger(self._draw_fallen, -1)  # many times a second in a drop: alone
        for name in ("view", "pos", "size", "landed", "outlets", "drop_colour"):
            self.fbind(name, fallen_soon)
        for name in ("em", "palette"):
            self.theme.fbind(name, self._draw_soon)

    def on_era(self, _index: int) -> None: ...

    def on_hold(self, _index: int) -> None: ...

    def on_machine(self) -> None: ...

    # -- touches

    def era_at(self, x: float, y: float) -> int | None:
        """The era under a point; tiles belong to theirs."""
        dx, dy = x - self.center_x, y - self.center_y
        far = hypot(dx, dy) / self.radius
        if not INNER * 0.9 <= far <= EDGE * 1.03:
            return None
        return round(TOP + (90 - degrees(atan2(dy, dx))) / STEP) % 7

    def place_of(self, era: int, far: float = 0.57) -> tuple[float, float]:
        a = radians(angle_of(era))
        return self.center_x + far * self.radius * cos(a), self.center_y + far * self.radius * sin(a)

    def show(self, view: TableView, speech: Speech) -> None:
        """A view, with the words in which its pieces are called."""
        self.speech = speech
        self.view = view
        self._draw_soon()  # the same view in another language

    def on_touch_down(self, touch: Any) -> bool:
        era = self.era_at(*touch.pos) if self.collide_point(*touch.pos) else None
        if era is None:
            far = hypot(touch.x - self.center_x, touch.y - self.center_y)
            if far < INNER * 0.9 * self.radius:
                self.dispatch("on_machine")
                return True
            return super().on_touch_down(touch)
        touch.grab(self)
        touch.ud["ring"] = (era, Clock.schedule_once(lambda _: self._held(touch, era), HOLD))
        return True

    def _held(self, touch: Any, era: int) -> None:
        """In the next frame, if the finger is still there: while the window stood still it may have left."""
        touch.ud["ring"] = (era, Clock.schedule_once(lambda _: self._still_held(touch, era)))

    def _still_held(self, touch: Any, era: int) -> None:
        touch.ungrab(self)
        self.dispatch("on_hold", era)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        era, hold = touch.ud["ring"]
        hold.cancel()
        if self.era_at(*touch.pos) == era:
            self.dispatch("on_era", era)
        return True

    # -- motion

    def on_front(self, *_: Any) -> None:
        if self._chutes is not None and self.front >= 0:
            self._chutes.angle = -self.front * STEP
        else:
            self._draw_soon()

    def on_view(self, _ring: Any, view: Any) -> None:
        fronts = [era.index for era in view.eras if era.front] if view else []
        if not fronts:
            self.front = -1
            return
        to = fronts[0]
        if self.front < 0 or not self.theme.motion:
            self.front = to
            return
        away = (to - self.front + 3.5) % 7 - 3.5  # the short way round
        Animation.cancel_all(self, "front")
        turn = Animation(front=self.front + away, duration=0.25 + 0.12 * abs(away), t="in_out_quad")
        turn.bind(on_complete=lambda *_: setattr(self, "front", self.front % 7))
        turn.start(self)

    def slide(self, era: int, colour: Any) -> None:
        """A cube leaves the machine for an era."""
        if not self.theme.motion or len(self.children) >= FLYING:
            return
        side = 0.09 * self.radius
        cube = _Sliding(colour, size=(side, side), center=self.place_of(era, 0.26))
        self.add_widget(cube)
        way = Animation(center=self.place_of(era), duration=0.35, t="out_quad")
        way.bind(on_complete=lambda *_: self.remove_widget(cube))
        way.start(cube)

    # -- drawing

    @property
    def radius(self) -> float:
        return min(self.width, self.height) / 2 - 2

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.boxes = []
        self._chutes = None
        if self.view is None or self.width < 50:
            return
        with self.canvas:
            for era in self.view.eras:
                self._wedge(era)
            for era in self.view.eras:
                tiles.draw(self, era)
            self._machine()
            for era in self.view.eras:
                self._pieces(era)
            for era in self.view.eras if self.forecast else ():
                self._chance(era)

    def _draw_fallen(self, *_: Any) -> None:
        self.canvas.after.clear()
        if self.view is None or not self.landed:
            return
        with self.canvas.after:
            for era in self.view.eras:
                self._fallen(era)

    def _wedge(self, era: EraView) -> None:
        cx, cy, r, middle = self.center_x, self.center_y, self.radius, angle_of(era.index)
        colour = self.theme.era(era.index, era.colour)
        aimed, dim = era.index in self.targets, bool(self.targets) and era.index not in self.targets
        strength = 0.10 if dim else 0.34 if aimed or era.front else 0.20
        ground = [g * (1 - strength) + c * strength for g, c in zip(self.theme.bar[:3], colour, strict=False)]
        Color(*ground, 1)
        half = STEP / 2 - 0.35
        vertices = sector(cx, cy, INNER * r, OUTER * r, middle, half)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_strip")
        Color(*(self.theme.accent if aimed else [*colour[:3], 0.45 if dim else 1]))
        line = outline(cx, cy, INNER * r, OUTER * r, middle, half)
        SmoothLine(points=line, width=3.2 if aimed else 1.5, close=True)
        if era.full:  # one more rift opens a vortex: the rim says so
            Color(*self.theme.danger)
            self._arc(OUTER * r - 5, middle, STEP / 2 - 2.5, 3)
        if era.reached:
            Color(*self.theme.foo[:3], 1 if era.front else 0.6)
            self._arc(INNER * r + 4, middle, STEP / 2 - 3, 3)

    def _arc(self, r: float, middle: float, half: float, width: float) -> None:
        angles = [radians(middle - half + 2 * half * k / 20) for k in range(21)]
        points = [v for a in angles for v in (self.center_x + r * cos(a), self.center_y + r * sin(a))]
        SmoothLine(points=points, width=width, cap="round")

    def _smooth_sector(self, inner: float, outer: float, middle: float, half: float) -> None:
        """In one colour, without stairs at its edges."""
        place = (self.center_x, self.center_y, inner, outer, middle, half)
        vertices = sector(*place)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangle_strip")
        SmoothLine(points=outline(*place), width=1, close=True)

    def _machine(self) -> None:
        """Dr Foo in the middle, his machine's front and the two chutes beside it."""
        cx, cy, r, theme = self.center_x, self.center_y, self.radius, self.theme
        Color(*theme.ground)
        SmoothEllipse(pos=(cx - INNER * r + 5, cy - INNER * r + 5), size=(2 * INNER * r - 10,) * 2)
        if self.front >= 0:
            PushMatrix()
            self._chutes = Rotate(angle=-self.front * STEP, origin=self.center)
            for way, alpha, half in ((0, 1, 13), (-1, 0.42, 11), (1, 0.42, 11)):
                Color(*theme.foo[:3], alpha)
                self._smooth_sector(0.19 * r, 0.275 * r, angle_of(way), half)
            PopMatrix()
        Color(*theme.bar)
        SmoothEllipse(pos=(cx - 0.19 * r, cy - 0.19 * r), size=(0.38 * r, 0.38 * r))
        Color(*theme.foo)
        SmoothLine(circle=(cx, cy, 0.19 * r), width=2)
        size = 0.066 * r
        up = 0.05 * r if self.inside else 0
        name = self.speech.say("piece.foo")
        foo = shapes.fitted(name, 0.31 * r, size)
        self._letters(name, cx, cy + size * 0.62 + up, foo, theme.text, EXTRABOLD)
        where = self.speech.name("era", self.view.foo) if self.view.foo is not None else "–"
        small = shapes.fitted(where, 0.31 * r, size * 0.8)
        self._letters(where, cx, cy - size * 0.62 + up, small, theme.token)
        if self.inside:
            shapes.rift(cx - 0.045 * r, cy - 0.09 * r, 0.06 * r, theme.danger)
            self._letters(f"× {self.inside}", cx + 0.035 * r, cy - 0.09 * r, 0.055 * r, theme.text, EXTRABOLD)

    def _chance(self, era: EraView) -> None:
        """How likely it breaks in the next drop, on its rim: the redder the likelier, and the number."""
        chance = self.forecast[era.index]
        if chance < 0.005:
            return
        r, theme = self.radius, self.theme
        x, y = self.place_of(era.index, 0.82)  # beside the name of its era, before the tile
        said, size = f"{max(round(chance * 100), 1)} %", 0.05 * r
        width, height = shapes.letters_width(said, size, EXTRABOLD) + 0.03 * r, 0.064 * r
        strength = min(0.1 + chance, 0.75)
        Color(
            *(g * (1 - strength) + d * strength for g, d in zip(theme.ground[:3], theme.danger, strict=False))
        )
        box = (x - width / 2, y - height / 2)
        SmoothRoundedRectangle(pos=box, size=(width, height), radius=[height / 2])
        Color(*theme.danger)
        SmoothLine(rounded_rectangle=(*box, width, height, height / 2), width=1.4)
        self._letters(said, x, y, size, theme.text, EXTRABOLD)

    def _letters(
        self, said: str, x: float, y: float, size: float, colour: Any, font: str = SEMIBOLD, width: float = 0
    ) -> tuple[float, float, float, float]:
        box = shapes.letters(said, x, y, size, colour, font, width)
        self.boxes.append((said, box))
        return box

    # -- one era

    def _pieces(self, era: EraView) -> None:
        """Four lines, each in the middle of the room that the era has at that height."""
        r = self.radius
        high = sin(radians(angle_of(era.index)))
        y = self.place_of(era.index, 0.585 - 0.035 * high)[1]
        y += 0.034 * r if high < -0.5 else 0.012 * r if high < 0.5 else -0.008 * r
        slanted = 0.2 < high < 0.9  # there the rim cuts a corner off the upper lines: they move together
        name, rifts, row = (0.112, 0.026, -0.068) if slanted else (0.145, 0.048, -0.058)
        if high < -0.5:  # there the upper lines are the short ones
            name, rifts, row = 0.126, 0.034, -0.066
        figures = (-0.185 if self._crowd(era) else -0.158) - (0.005 if slanted else 0)
        self._name(era, y + name * r)
        self._rifts(era, *self._middle(era, y + rifts * r, 0.078))
        self._row(era, *self._middle(era, y + row * r, 0.09))
        self._figures(era, *self._middle(era, y + figures * r, 0.05))

    def _middle(self, era: EraView, y: float, height: float) -> tuple[float, float]:
        left, right = line_in(era.index, round((y - self.center_y) / self.radius, 3), height)
        return self.center_x + (left + right) / 2 * self.radius, y

    def _name(self, era: EraView, y: float) -> None:
        r, theme = self.radius, self.theme
        colour = theme.era(era.index, era.colour)
        dim = bool(self.targets) and era.index not in self.targets
        outer = OUTER - (0.012 if self.forecast else 0)  # the chance lies on the rim
        left, right = line_in(era.index, round((y - self.center_y) / r, 3), 0.06, outer)
        mark = 0.031 * r
        said = self.speech.name("era", era.index)
        size = shapes.fitted(said, (right - left) * r - mark * 2.5, 0.06 * r)
        width = shapes.letters_width(said, size)
        start = self.center_x + (left + right) / 2 * r - (width + mark * 2.5) / 2
        shapes.era_shape(era.shape, start + mark, y, mark, colour)
        text = theme.faint if dim else theme.text
        self._letters(said, start + mark * 2.5 + width / 2, y, size, text)

    def _crowd(self, era: EraView) -> bool:
        """Too many pieces for one line."""
        return len(era.tokens) + bool(era.energy) + bool(era.perpetual) + bool(era.centrifuge) > 5

    def _rifts(self, era: EraView, x: float, y: float) -> None:
        side, gap = 0.078 * self.radius, 0.016 * self.radius
        count = max(era.rifts, 3)
        if count > 5:
            shapes.rift(x - side, y, side, self.theme.danger)
            self._letters(f"× {era.rifts}", x + side * 0.6, y, side * 0.8, self.theme.text, EXTRABOLD)
            return
        start = x - (count * side + (count - 1) * gap) / 2 + side / 2
        for k in range(count):
            shapes.rift(start + k * (side + gap), y, side, self.theme.danger, k < era.rifts)
        fresh = min(self.fresh[era.index] if self.fresh else 0, era.rifts)
        for k in range(era.rifts - fresh, era.rifts):
            box = (start + k * (side + gap) - side / 2, y - side / 2, side, side, side * 0.2)
            Color(*self.theme.text)
            SmoothLine(rounded_rectangle=box, width=1.8)

    def _row(self, era: EraView, x: float, y: float) -> None:
        """Energy, then duplicates, each told by the shape of the era where it is destroyed."""
        r = self.radius
        places = [("energy", era.energy)] if era.energy else []
        if era.perpetual:
            places.append(("perpetual", era.perpetual))
        if era.centrifuge:
            places.append(("centrifuge", era.centrifuge))
        many = len(era.tokens) > 8
        places += [("token", token) for token in era.tokens] if not many else []
        if many:  # a crowd is counted by where each is destroyed
            homes = sorted({token.home for token in era.tokens})
            places += [("crowd", (home, sum(t.home == home for t in era.tokens))) for home in homes]
        lines = (
            [places]
            if len(places) <= 5
            else [places[: (len(places) + 1) // 2], places[(len(places) + 1) // 2 :]]
        )
        step = 0.074 * r if len(lines) > 1 else 0.088 * r
        for line, parts in enumerate(lines):
            down = y if len(lines) == 1 else y + 0.024 * r - line * 0.074 * r
            start = x - step * (len(parts) - 1) / 2
            for k, (kind, what) in enumerate(parts):
                self._piece(kind, what, start + k * step, down, step * 0.46)

    def _piece(self, kind: str, what: Any, at: float, y: float, half: float) -> None:
        theme = self.theme
        if kind in ("energy", "perpetual"):
            shapes.energy(at, y, half * 1.12, theme.fine)
            if kind == "perpetual":
                Color(*theme.text)
                SmoothLine(circle=(at, y, half * 1.12), width=1.2)
            self._letters(str(what), at, y, half * 1.25, theme.dark, EXTRABOLD)
        elif kind == "centrifuge":
            shapes.dimension(what, at, y, half * 0.8, theme.accent)
        elif kind == "crowd":
            home = self.view.eras[what[0]]
            self._token(home, at, y, half)
            if what[1] > 1:
                self._letters(
                    str(what[1]), at + half * 0.62, y - half * 0.72, half * 0.95, theme.text, EXTRABOLD
                )
        else:
            self._token(self.view.eras[what.home], at, y, half, what.supa)

    def _token(self, home: Any, x: float, y: float, r: float, supa: bool = False) -> None:
        Color(0.08, 0.06, 0.13, 1)
        SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
        Color(*(self.theme.accent if supa else self.theme.token))
        SmoothLine(circle=(x, y, r), width=2.2 if supa else 1.6)
        shapes.era_shape(home.shape, x, y, r * 0.5, self.theme.era(home.index, home.colour))

    def _figures(self, era: EraView, x: float, y: float) -> None:
        """Agents, and the cards that lie available."""
        r, theme = self.radius, self.theme
        cards = era.cards
        count = len(era.agents) + bool(cards) + bool(era.ultras)
        step = min(0.1 * r, 0.30 * r / max(count, 1))
        at = x - step * (count - 1) / 2
        for agent in era.agents:
            active = agent == self.view.agent.index
            half = step * 0.44
            Color(*theme.agent(agent)[:3], 1)
            SmoothEllipse(pos=(at - half, y - half), size=(2 * half, 2 * half))
            if active:
                Color(*theme.accent)
                SmoothLine(circle=(at, y, half + 2), width=2)
            letters = initials(self.speech.name("agent", agent))
            self._letters(letters, at, y, half * 0.95, theme.dark, EXTRABOLD)
            at += step
        if cards:
            tall = step * 0.9
            shapes.card(at, y, tall, theme.era(era.index, era.colour))
            self._letters(str(len(cards)), at, y, tall * 0.5, theme.dark, EXTRABOLD)
            at += step
        if era.ultras:
            Color(*theme.danger)
            shapes.polygon(shapes.around(at, y, step * 0.48, 3))
            self._letters(str(len(era.ultras)), at, y - step * 0.06, step * 0.42, theme.text, EXTRABOLD)

    def _fallen(self, era: EraView) -> None:
        """In a drop: what came out here, large enough for the whole table."""
        cubes, broken = self.landed[era.index], self.outlets[era.index] if self.outlets else 0
        if not cubes and not broken:
            return
        r = self.radius
        x, y = self.place_of(era.index, 0.57)
        y -= 0.07 * r  # the name stays readable
        Color(*self.theme.ground[:3], 0.72)
        SmoothEllipse(pos=(x - 0.125 * r, y - 0.125 * r), size=(0.25 * r, 0.25 * r))
        Color(*getattr(self.theme, self.drop_colour))
        SmoothLine(circle=(x, y, 0.125 * r), width=3)
        shapes.letters(f"+{cubes or broken}", x, y, 0.14 * r, self.theme.text, EXTRABOLD)


class _Sliding(Widget):
    """A cube on its way."""

    def __init__(self, colour: Any, **given: Any) -> None:
        super().__init__(size_hint=(None, None), **given)
        with self.canvas:
            Color(*colour)
            self.square = SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[self.width * 0.2])
        self.bind(pos=lambda *_: setattr(self.square, "pos", self.pos))
