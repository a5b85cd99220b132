"""What stands in the Factory: by what a machine takes, one that looks like it. Its tier is in its lamps.

May import: Kivy, the paper in which everything is cut, the views.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.app.theme import EXTRABOLD, Theme
from companion.app.widgets import paper, shapes
from companion.games.cyberion.views.workshop import ModelView, Need

from . import robots

TIERS: Mapping[str, int] = {"I": 1, "II": 2, "III": 3}


class Works(NamedTuple):
    """300 wide and 260 high, around its middle, y downwards."""

    figure: tuple[str, ...]
    """Paths that lie over each other."""
    lit: tuple[tuple[float, float, float, float], ...]
    """Windows: middle, width and height."""
    lamp: tuple[float, float]
    """Where the first of its lamps stands."""


PRESS = Works(
    ("M-126 120V84H-100V-112H-62V-140H62V-112H100V84H126V120Z", "M-140 120V104H140V120Z"),
    ((0, -14, 128, 108),), (-24, -156),
)  # fmt: skip
SCALES = Works(
    (
        "M-80 120V92H-22V-74H22V92H80V120Z", "M-140-66L-132-96H132L140-66Z",
        "M-100-70L-150 22H-50Z", "M100-70L50 22H150Z", "M-150 22H-50L-64 52H-136Z", "M150 22H50L64 52H136Z",
    ),
    ((-100, 16, 56, 52), (100, 16, 56, 52)), (-24, -110),
)  # fmt: skip
STAIRS = Works(
    ("M-146 120V64H-84V18H-22V-28H40V-74H102V-120H146V120Z", "M86-116V-140H146V-116Z"),
    ((-114, 92, 34, 26), (-52, 70, 34, 40), (10, 46, 34, 60), (72, 24, 34, 84)), (92, -154),
)  # fmt: skip
TANKS = Works(
    (
        "M-138 120V-60C-138-122-22-122-22-60V120Z", "M22 120V-60C22-122 138-122 138-60V120Z",
        "M-40 60H40V88H-40Z", "M-40-20H40V8H-40Z",
    ),
    ((-80, 10, 60, 120), (80, 10, 60, 120)), (-24, -50),
)  # fmt: skip
BOILER = Works(
    (
        "M-136 120V-8C-136-86 136-86 136-8V120Z", "M34-40V-146H84V-40Z", "M26-140H92V-122H26Z",
        "M-84-50V-108H-46V-50Z",
    ),
    ((-70, 40, 56, 56), (0, 40, 56, 56), (70, 40, 56, 56)), (-96, -122),
)  # fmt: skip
GAUGE = Works(
    ("M-100 120V64H100V120Z", "M-30 70V30H30V70Z", "M0-138C124-138 124 46 0 46C-124 46-124-138 0-138Z"),
    ((0, -46, 120, 120),), (-76, 92),
)  # fmt: skip
TWINS = Works(
    (
        "M-144 120V-60L-110-110H-60L-26-60V120Z", "M26 120V-60L60-110H110L144-60V120Z", "M-40 8H40V26H-40Z",
        "M-40 44H40V62H-40Z",
    ),
    ((-85, -14, 60, 76), (85, -14, 60, 76)), (-24, -20),
)  # fmt: skip
CRATE = Works(("M-120 120V-90H120V120Z", "M-132-70V-106H132V-70Z"), ((0, 24, 130, 110),), (-24, -122))
BY_KIND: Mapping[str, Works] = {
    "model_count": PRESS, "size_count": SCALES, "straight": STAIRS, "two_pairs": TANKS,
    "sum_at_least": BOILER, "sum_at_most": GAUGE, "identical": TWINS,
}  # fmt: skip
"""A machine that nobody has drawn is in its crate."""


def works(need: Need | None) -> Works:
    return BY_KIND.get(need.kind, CRATE) if need is not None else CRATE


def draw(need: Need | None, tier: str, models: Sequence[ModelView], k: float, theme: Theme) -> None:
    """In ink with an edge of paper, windows lit, around (0, 0)."""
    made = works(need)
    for dx, dy in ((-5, 0), (5, 0), (0, -5), (0, 5)):
        for path in made.figure:
            paper.fill(path, theme.text, dx * k, dy * k, k)
    for path in made.figure:
        paper.fill(path, theme.dark, 0, 0, k)
    model = next((one for one in models if need is not None and one.id == need.model), None)
    for x, y, wide, high in made.lit:
        if made is GAUGE:
            paper.disc(x * k, -y * k, wide / 2 * k, theme.accent)
        else:
            paper.sheet((x - wide / 2) * k, (-y - high / 2) * k, wide * k, high * k, theme.accent, 2 * k)
        if model is not None:
            colour = robots.colour_of(theme, model.shape, model.colour)
            robots.figure(model.shape, x * k, -y * k, 0.44 * high * k, colour, theme.dark, theme.accent)
        elif need is not None and made is SCALES:
            shapes.letters(str(need.size), x * k, -y * k, 40 * k, theme.dark, EXTRABOLD)
        elif made is GAUGE:
            hand = ((-4, -y - 8), (4, -y - 8), (34, -y + 44))
            paper.cut_out([(a * k, b * k) for a, b in hand], theme.danger)
        elif made is CRATE:
            shapes.letters("?", x * k, -y * k, 90 * k, theme.dark, EXTRABOLD)
    for lamp in range(TIERS.get(tier, 1)):
        x, y = made.lamp[0] + 24 * lamp, made.lamp[1]
        paper.disc(x * k, -y * k, 10 * k, theme.text)
        paper.disc(x * k, -y * k, 8 * k, theme.danger)
