"""What a stage is: a moment of a game, told by layers that are drawn once and then only moved.

May import: the standard library; never Kivy. A game brings its stages as data (`Face.stages`), each under the
name of the cue that is heard with it: one thing happens, one sound is heard, one stage is played. Lengths are
pixels of the design, y upwards from its lower left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import pi, sin
from typing import Literal, NamedTuple

DESIGN = (1280, 800)
LONGEST = {"routine": 0.8, "great": 4.0, "end": 8.0}
"""Seconds that a stage of each kind may take."""
OFTEN, SHORTER = 3, 0.6
"""From the fourth time on in an evening, a stage that is routine takes so much of its time."""

What = Literal["x", "y", "turned", "grown", "wide", "high", "shown"]
Kind = Literal["routine", "great", "end"]
STILL: Mapping[str, float] = {
    "x": 0, "y": 0, "turned": 0, "grown": 1, "wide": 1, "high": 1, "shown": 1,
}  # fmt: skip
"""A layer that nothing moves. `turned` is in degrees, counter-clockwise; `x` and `y` are off its place."""


def _back(p: float) -> float:
    return 1 + 2.7 * (p - 1) ** 3 + 1.7 * (p - 1) ** 2


CURVES: Mapping[str, Callable[[float], float]] = {
    "even": lambda p: p,
    "in": lambda p: p * p,
    "out": lambda p: 1 - (1 - p) ** 3,
    "both": lambda p: p * p * (3 - 2 * p),
    "back": _back,
    "expo": lambda p: 1 if p >= 1 else 1 - 2 ** (-10 * p),
    "rest": lambda p: 1 - (1 - p) ** 4,
    "tremble": lambda p: sin(p * 3 * 2 * pi) * (1 - p),
}
"""How a value goes from one to the other; `tremble` goes there and back three times and ends where it was."""


class Move(NamedTuple):
    """One value of a layer, between two times."""

    what: What
    begins: float
    ends: float
    start: float
    to: float
    curve: str = "out"

    def value(self, t: float) -> float:
        if t <= self.begins:
            return self.start
        done = 1.0 if t >= self.ends else (t - self.begins) / (self.ends - self.begins)
        return self.start + (self.to - self.start) * CURVES[self.curve](done)


class Layer(NamedTuple):
    """Something that is drawn once; `drawing` is the name under which the game draws it."""

    drawing: str
    x: float = DESIGN[0] / 2
    y: float = DESIGN[1] / 2
    moves: tuple[Move, ...] = ()
    about: str = ""
    """What a drawing that serves several layers is told."""
    room: float = 1180
    """Pixels of the design that its words may take, before it is moved."""


class Pose(NamedTuple):
    """How a layer lies at one time."""

    x: float
    y: float
    turned: float
    wide: float
    high: float
    shown: float


def pose(layer: Layer, t: float) -> Pose:
    """Of several moves of one value the last that has begun holds; before all of them, the first."""
    now = dict(STILL)
    for what in now:
        moves = [move for move in layer.moves if move.what == what]
        begun = [move for move in moves if move.begins <= t]
        for move in begun[-1:] or moves[:1]:
            now[what] = move.value(t)
    wide, high = now["wide"] * now["grown"], now["high"] * now["grown"]
    return Pose(layer.x + now["x"], layer.y + now["y"], now["turned"], wide, high, now["shown"])


def rests(layer: Layer) -> float:
    """How much it has grown when it has come to rest."""
    return next((move.to for move in reversed(layer.moves) if move.what == "grown"), 1.0) or 1.0


class Stage(NamedTuple):
    """At its end nothing of it is left: what stays is what the table shows by itself."""

    moment: str
    """A cue (docs/stage.md)."""
    seconds: float
    layers: tuple[Layer, ...] = ()
    kind: Kind = "routine"
    tells: tuple[str, ...] = ()
    """Happenings of which it tells the first that there is, in the very words of the history."""
    which: str = ""
    """A dotted path, where several of them happen: `which(entry, happened)` says of which it tells."""
    act: str = ""
    """A dotted path, where layers alone do not do: an `Act` that is played instead."""

    def length(self, times: int) -> float:
        """Seconds, when it was played so many times before."""
        return self.seconds * (SHORTER if self.kind == "routine" and times >= OFTEN else 1)


def staged(stages: Sequence[Stage], moment: str) -> tuple[Stage, ...]:
    """What is played for a moment, one after the other."""
    return tuple(stage for stage in stages if stage.moment == moment)


# -- what most of them do


def through(ends: float, far: float = 1500) -> tuple[Move, ...]:
    """In from the left, out to the right."""
    return (Move("x", 0, 0.14, -far, 0), *leaving(ends, far))


def leaving(ends: float, far: float = 1500) -> tuple[Move, ...]:
    return (Move("x", ends - 0.14, ends, 0, far, "in"),)


def veil(ends: float, shown: float = 0.72) -> Layer:
    """The table steps back while something is told, and is there again at the end."""
    return Layer("ink", moves=(Move("shown", 0, 0.1, 0, shown), Move("shown", ends - 0.14, ends, shown, 0)))


def caption(ends: float, y: float = 148) -> Layer:
    """The words of the history, below what is shown."""
    comes = (Move("y", 0.06, 0.2, -240, 0), Move("shown", 0, 0.1, 0, 1))
    return Layer("caption", y=y, moves=(*comes, Move("shown", ends - 0.1, ends, 1, 0)))
