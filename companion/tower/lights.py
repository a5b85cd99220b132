"""A strip of lights around the tower: a colour for every outlet, and one brightness. Pure.

May import: `errors`, the wire's figures. The board has the last word (firmware/src/light.c): it caps what the
strip takes, changes it six times a second at most and never in a drop. `Strip` does so where this program is
the board. Whoever draws a strip reads `LightStrip.lights`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.tower.errors import TowerError
from companion.tower.wire_table import LIGHT_CURRENT, LIGHTS, LIGHTS_CURRENT, LIGHTS_REST_MS, OUTLETS

Colour = tuple[int, int, int]  # red, green, blue, 0–255
BLACK: Colour = (0, 0, 0)
RED: Colour = (255, 0, 0)
WHITE: Colour = (255, 255, 255)
# Told apart by people who see no red or no green, too: by how bright they are.
HUES: tuple[Colour, ...] = (
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (240, 228, 66),
    (0, 114, 178),
    (213, 94, 0),
    (204, 121, 167),
)
PALETTE = tuple(HUES[outlet % len(HUES)] for outlet in range(OUTLETS))
GAMMA = 2.2
BRIGHTEST = 31
RESTING, AIMED, TORN = 3, 16, 12  # brightness of what is shown for long, and of what wants to be seen
ASIDE = 8  # so much darker are the outlets that are not meant


@dataclass(frozen=True, slots=True)
class Lights:
    """What the strip is to show."""

    colours: tuple[Colour, ...] = (BLACK,) * OUTLETS
    brightness: int = 0

    def __post_init__(self) -> None:
        parts = [part for colour in self.colours for part in colour]
        if len(self.colours) != OUTLETS or len(parts) != 3 * OUTLETS:
            raise ValueError("no-such-outlet")
        if not all(0 <= part <= 255 for part in parts) or not 0 <= self.brightness <= BRIGHTEST:
            raise ValueError("no-such-colour")

    @property
    def current(self) -> float:
        """Milliamperes that the strip would take."""
        parts = sum(map(sum, self.colours)) / (3 * 255)
        return parts * LIGHTS * LIGHT_CURRENT * self.brightness / BRIGHTEST

    @property
    def capped(self) -> Lights:
        """As the board shows it: no brighter than the supply bears."""
        if self.current <= LIGHTS_CURRENT:
            return self
        return replace(self, brightness=int(self.brightness * LIGHTS_CURRENT / self.current))


DARK = Lights()


def glow_of(written: str) -> Colour:
    """A colour of a screen (`#FBC374`) as lights give it: half the number is far less than half the light."""
    red, green, blue = (int(written[at : at + 2], 16) for at in (1, 3, 5))
    return _glow(red), _glow(green), _glow(blue)


def _glow(part: int) -> int:
    return round(255 * float((part / 255) ** GAMMA))


def resting(colours: Sequence[Colour]) -> Lights:
    """Every outlet in its own colour, faintly."""
    return Lights(tuple(colours), RESTING)


def aimed(colours: Sequence[Colour], outlet: int) -> Lights:
    """Throw here: this outlet in its colour, the others hardly."""
    shown = [colour if n == outlet else _part(colour, 1 / ASIDE) for n, colour in enumerate(colours)]
    return Lights(tuple(shown), AIMED)


def standing(colours: Sequence[Colour], danger: Sequence[float], torn: Iterable[int] = ()) -> Lights:
    """The nearer an outlet is to its end (1), the more of its colour has turned red; torn ones are white.

    A game may have fewer places than the tower outlets: of the others nothing is told.
    """
    red = {outlet: min(max(part, 0.0), 1.0) for outlet, part in enumerate(danger)}
    shown = [_mixed(colour, RED, red.get(n, 0.0)) for n, colour in enumerate(colours)]
    white = set(torn)
    return Lights(tuple(WHITE if n in white else colour for n, colour in enumerate(shown)), RESTING)


def tearing(colours: Sequence[Colour], outlets: Iterable[int]) -> Lights:
    """Outlets tear: white there, red beside it, nothing elsewhere."""
    open_ = set(outlets)
    beside = {(n + step) % OUTLETS for n in open_ for step in (1, OUTLETS - 1)}
    shown = [WHITE if n in open_ else RED if n in beside else BLACK for n in range(len(colours))]
    return Lights(tuple(shown), TORN)


def _part(colour: Colour, part: float) -> Colour:
    return _mixed(BLACK, colour, part)


def _mixed(one: Colour, other: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Strip:
    """The lights of a board that is this program: what was asked for, and what they show."""

    def __init__(self) -> None:
        self.shown = DARK
        self._wanted = DARK
        self._changed = float("-inf")

    def show(self, lights: Lights) -> None:
        self._wanted = lights.capped

    def tick(self, now: float, steady: bool) -> None:
        if steady or self._wanted == self.shown or now < self._changed + LIGHTS_REST_MS / 1000:
            return
        self.shown, self._changed = self._wanted, now


class LightStrip:
    """The strip of one tower, for those who know what is played; without a strip nothing happens.

    `lights` is what it shows, or is about to: a screen may draw it, for a tower that has none too.
    """

    def __init__(self, light: Callable[[Lights], bool]) -> None:
        self._light = light
        self.palette: tuple[Colour, ...] = PALETTE
        self.lights = DARK
        self.fitted = False
        self.on = True
        self._between = resting(self.palette)  # drops
        self._aimed = False

    def switch(self, on: bool) -> None:
        """Off: it is dark and stays so, whatever there is to be shown."""
        self.on = on
        self.show(self._between)

    def show(self, lights: Lights) -> None:
        lights = lights if self.on else DARK
        self.lights = lights.capped
        self.fitted = False
        with suppress(TowerError):  # light stops nothing: that a link is gone is said elsewhere
            self.fitted = self._light(lights)

    def aim(self, outlet: int | None) -> None:
        """Where to throw; nobody knows where it faces: nothing is pretended."""
        if outlet is not None:
            self._aimed = True
            self.show(aimed(self.palette, outlet))

    def rest(self) -> None:
        self._aimed = False
        self.show(self._between)

    def stand(
        self, danger: Sequence[float], torn: Iterable[int] = (), colours: Sequence[str] = ()
    ) -> None:
        """How it stands at each outlet, from now on between drops. `colours`: those of the places before the
        first outlets, as a screen draws them."""
        own = tuple(glow_of(one) for one in colours[:OUTLETS])
        self.palette = own + PALETTE[len(own) :]
        self._between = standing(self.palette, danger, torn)
        if not self._aimed:
            self.show(self._between)
