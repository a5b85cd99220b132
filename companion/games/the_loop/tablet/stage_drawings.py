"""What the stages of The LOOP show, in the hand of its table. Each draws around (0, 0).

May import: what the app offers to every game, the views and the widgets of this game.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import cast

from kivy.graphics import Color, Rectangle, SmoothLine, StencilPop, StencilPush, StencilUnUse, StencilUse

from companion.app.stage.drawings import DRAWINGS as COMMON
from companion.app.stage.scene import Brush, Drawings
from companion.app.widgets import paper
from companion.app.widgets.paper import Point
from companion.games.the_loop.tablet.table.table import TableScreen
from companion.games.the_loop.tablet.widgets import people, scenes, tokens
from companion.games.the_loop.tablet.widgets.ring_plan import CRACK
from companion.games.the_loop.views.cues import filled
from companion.games.the_loop.views.sentences import initials
from companion.games.the_loop.views.table import EraView, TableView

WIDE, HIGH = 190, 145
"""Half of a card that shows an era."""
SPACES, LYING = (-60, 0, 60), -92
"""Where rifts lie on it, off its middle."""


def _view(brush: Brush) -> TableView:
    return cast(TableScreen, brush.cast.screen).view


def _era(brush: Brush) -> EraView:
    """Where it happens: the era that is now full, or the one of which is told."""
    full = filled(brush.cast.entry) if brush.about == "full" else []
    at = full[0] if full else getattr(brush.cast.said, "era", 0)
    return _view(brush).eras[at]


def card(brush: Brush) -> None:
    """An era as a panel of its own: sky, moon, silhouette, name."""
    era, theme, k = _era(brush), brush.theme, brush.k
    hot = brush.about == "full"
    sky = theme.tint(era.index, era.colour)
    corners: list[Point] = [(-WIDE, -HIGH - 4), (WIDE - 4, -HIGH), (WIDE, HIGH + 2), (-WIDE + 4, HIGH - 4)]
    placed = [(x * k, y * k) for x, y in corners]
    paper.cut_out([(x * 1.045 + 8 * k, y * 1.06 - 12 * k) for x, y in placed], [0.06, 0.04, 0.09, 1])
    paper.cut_out([(x * 1.045, y * 1.06) for x, y in placed], theme.danger if hot else theme.text)
    StencilPush()
    paper.cut_out(placed, sky, smooth=False)
    StencilUse()
    Color(*sky)
    Rectangle(pos=(-WIDE * k, -HIGH * 1.1 * k), size=(2 * WIDE * k, 2.2 * HIGH * k))
    paper.dots(-WIDE * k, 60 * k, 2 * WIDE * k, max(round(15 * k), 6), 13, 1 * k, 8 * k, theme.text)
    paper.disc(52 * k, 34 * k, 62 * k, theme.text)
    ground: list[Point] = [(-WIDE, -40), (WIDE, -38), (WIDE, -HIGH * 1.1), (-WIDE, -HIGH * 1.1)]
    paper.cut_out([(x * k, y * k) for x, y in ground], theme.dark, smooth=False)
    scenes.scene(era.index, -6 * k, -40 * k, 1.5 * k, theme.dark, sky, theme.text)
    StencilUnUse()
    paper.cut_out(placed, sky, smooth=False)
    StencilPop()
    for space, off in enumerate(SPACES):
        x, y = off * k, LYING * k
        if space < min(era.rifts, 3) - hot:
            tokens.cube(theme, x, y, 44 * k, 2)
        else:
            tokens.hole(theme, x, y, 40 * k)
    name = brush.cast.speech.name("era", era.index).upper()
    size = 33 * k * min(1, 330 * k / paper.width_of(name, 33 * k))
    wide = paper.width_of(name, size)
    tag: list[Point] = [(-WIDE * k - 10 * k, (HIGH - 52) * k), (-WIDE * k + wide + 44 * k, (HIGH - 54) * k)]
    tag += [(-WIDE * k + wide + 52 * k, (HIGH + 6) * k), (-WIDE * k - 6 * k, (HIGH + 2) * k)]
    paper.cut_out(tag, theme.danger if hot else theme.text)
    paper.lettering(name, -WIDE * k + 14 * k, (HIGH - 24) * k, size, theme.dark)


def teeth(brush: Brush) -> None:
    """The upper edge of a full era, cut into teeth; it grows out of the card."""
    k, many = brush.k, 22
    edge: list[Point] = []
    for tooth in range(many + 1):
        high = 206 if tooth % 2 else 186
        edge.append(((-250 + 500 * tooth / many) * k, high * k))
    paper.cut_out([*edge, (250 * k, 178 * k), (-250 * k, 178 * k)], brush.theme.danger)


def cracks(brush: Brush) -> None:
    k = brush.k
    for side in (-1, 1):
        left, right = [], []
        for step, (short, bent) in enumerate(CRACK):
            y = (-46 + 210 * step / 5 * short) * k
            x, wide = (side * 165 + bent * 5) * k, (11 - 2 * step) * k
            left.append((x - wide, y))
            right.append((x + wide * 0.6, y))
        paper.cut_out(left + right[::-1], brush.theme.danger)


def cube(brush: Brush) -> None:
    tokens.cube(brush.theme, 0, 0, 56 * brush.k, 6)


def machine(brush: Brush) -> None:
    """Dr Foo, in his wheel."""
    tokens.drum(brush.theme, 0, 0, 176 * brush.k)
    tokens.machine(brush.theme, 0, 0, 190 * brush.k)


def half(brush: Brush) -> None:
    """One half of a duplicate, cut through the middle."""
    theme, k = brush.theme, brush.k
    home = _era(brush)  # it is destroyed where it had to be sent
    far, left = 240 * k, brush.about == "left"
    zig = [(0, -far), (14 * k, -far / 2), (-10 * k, 0), (12 * k, far / 2), (0, far)]
    side = [*zig, (-far, far), (-far, -far)] if left else [*zig, (far, far), (far, -far)]
    StencilPush()
    paper.cut_out(side, theme.dark, smooth=False)
    StencilUse()
    tokens.duplicate(theme, 0, -14 * k, 118 * k, home.shape, theme.tint(home.index, home.colour))
    StencilUnUse()
    paper.cut_out(side, theme.dark, smooth=False)
    StencilPop()


def blade(brush: Brush) -> None:
    """Half of a pair of scissors, held from the left."""
    k, up = brush.k, 1 if brush.about == "left" else -1
    edge: list[Point] = [(-260, 0), (0, 10 * up), (250, 2 * up), (0, -14 * up)]
    paper.cut_out([(x * k, y * k) for x, y in edge], brush.theme.text)
    paper.circle(-330 * k, 30 * up * k, 62 * k, brush.theme.danger, 26 * k)
    paper.cut_out([(x * k, y * k) for x, y in ((-280, 20 * up), (-190, 8 * up), (-200, -12 * up), (-292, 0))],
                  brush.theme.danger)  # fmt: skip
    paper.disc(-40 * k, 0, 11 * k, brush.theme.dark)


def seal(brush: Brush) -> None:
    """The stamp on a mission that is done, and how many that makes."""
    theme, k, said = brush.theme, brush.k, brush.cast.said
    tokens.seal(theme, 0, 0, 150 * k, theme.accent, "", 10)
    paper.circle(0, 0, 112 * k, theme.dark, 5 * k)
    done = f"{getattr(said, 'archived', 0)}/{_view(brush).hq.goal}"
    paper.lettering(done, 0, -2 * k, 112 * k, theme.dark, "center")


def clock(brush: Brush) -> None:
    theme, k = brush.theme, brush.k
    paper.cut_out(paper.star(7 * k, -10 * k, 186 * k, 28, 0.94), theme.dark)
    paper.cut_out(paper.star(0, 0, 186 * k, 28, 0.94), theme.accent)
    paper.disc(0, 0, 152 * k, theme.text)
    for hour in range(12):
        far = [(x * k, y * k) for x, y in _spoke(hour * 30, 118, 140)]
        Color(*theme.dark)
        SmoothLine(points=[value for point in far for value in point], width=(6 if hour % 3 == 0 else 3) * k)


def _spoke(degrees: float, inner: float, outer: float) -> list[Point]:
    angle = radians(90 - degrees)
    return [(r * cos(angle), r * sin(angle)) for r in (inner, outer)]


def hand(brush: Brush) -> None:
    """Of the clock; it points upwards when it is twelve."""
    k, theme = brush.k, brush.theme
    shape = ((-9, -34), (9, -34), (6, 96), (0, 126), (-6, 96))
    paper.cut_out([(x * k, y * k) for x, y in shape], theme.danger)
    paper.disc(0, 0, 17 * k, theme.dark)


def bars(brush: Brush) -> None:
    """The cycles, as in the corner of the table."""
    hq, k = _view(brush).hq, brush.k
    for cycle in range(len(hq.per_cycle)):
        x = (-190 + 140 * cycle) * k
        corners = [(x - 8 * k, -22 * k), (x + 112 * k, -22 * k), (x + 120 * k, 22 * k), (x, 22 * k)]
        paper.cut_out(corners, brush.theme.accent if cycle < hq.cycle else brush.theme.panel)


def heads(brush: Brush) -> None:
    """Those who saved time."""
    theme, k, view = brush.theme, brush.k, _view(brush)
    step = min(250, 1000 / max(len(view.agents), 1))
    for place, agent in enumerate(view.agents):
        x = (place - (len(view.agents) - 1) / 2) * step * k
        short = initials(brush.cast.speech.name("agent", agent.index))
        colour = theme.seat(agent.index)
        people.head(agent.id, short, x, 0, 104 * k, colour, theme.dark, theme.text, theme.text)


def seals(brush: Brush) -> None:
    """All missions that it took."""
    hq, k, theme = _view(brush).hq, brush.k, brush.theme
    for place in range(hq.goal):
        x = (place - (hq.goal - 1) / 2) * 130 * k
        tokens.seal(theme, x, 0, 50 * k, theme.accent if place < hq.archived else theme.raised, "✓", 40 * k)


def blades(brush: Brush) -> None:
    """Time, gone down the drain."""
    r = (brush.width + brush.height) * 0.62
    paper.blades(0, 0, r, 9, 300, brush.theme.danger, 0.55, 14)
    paper.blades(0, 0, r * 0.7, 9, 300, brush.theme.ember, 0.22, 12)


DRAWINGS: Drawings = {
    **COMMON, "card": card, "teeth": teeth, "cracks": cracks, "cube": cube, "machine": machine, "half": half,
    "blade": blade, "seal": seal, "clock": clock, "hand": hand, "bars": bars, "heads": heads, "seals": seals,
    "blades": blades,
}  # fmt: skip
