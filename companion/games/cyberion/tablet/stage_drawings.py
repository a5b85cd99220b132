"""What the stages of Cyberion show: robots, gears, valves. Each draws around (0, 0).

May import: what the app offers to every game, the views and the widgets of this game.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import cast

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.utils import get_color_from_hex as rgb

from companion.app.stage.drawings import DRAWINGS as COMMON
from companion.app.stage.scene import Brush, Drawings
from companion.app.widgets import paper, shapes
from companion.app.widgets.paper import Point
from companion.games.cyberion.tablet.workshop import machines, needs, robots
from companion.games.cyberion.tablet.workshop.workshop import WorkshopScreen
from companion.games.cyberion.views.workshop import RobotView

ROBOT = (
    "M-62-150H62V-66H-62ZM-7-150V-182H7V-150ZM-92-56H92V84H-92ZM-136-48H-102V48H-136ZM102-48H136V48H102Z"
    "M-70 94H-18V158H-70ZM18 94H70V158H18Z"
)
EYES = "M-38-126H-10V-98H-38ZM10-126H38V-98H10Z"
CROSSED = "M-40-126L-31-126-24-117-17-126-8-126-19-112-8-98-17-98-24-107-31-98-40-98-29-112Z"
CROSSED += "M8-126L17-126 24-117 31-126 40-126 29-112 40-98 31-98 24-107 17-98 8-98 19-112Z"
MOUTH = "M-34-86H-24V-76H-34ZM-14-86H-4V-76H-14ZM4-86H14V-76H4ZM24-86H34V-76H24Z"
WRENCH = "M-16 30L-16 190 16 190 16 30C44 18 54-22 32-52L32-8-32-8-32-52C-54-22-44 18-16 30Z"


def _robots(brush: Brush) -> list[RobotView]:
    """Those who did it."""
    screen = cast(WorkshopScreen, brush.cast.screen)
    cards = getattr(brush.cast.said, "cards", ())
    return [screen.presenter.robot(brush.cast.speech, card) for card in cards]


def robot(brush: Brush) -> None:
    """In ink with an edge of paper; on its chest the sign of a model."""
    theme, k = brush.theme, brush.k
    for off in ((-5, 0), (5, 0), (0, -5), (0, 5)):
        paper.fill(ROBOT, theme.text, off[0] * k, off[1] * k, k)
    paper.fill(ROBOT, theme.dark, 0, 0, k)
    broken = brush.about == "broken"
    paper.fill(CROSSED if broken else EYES, theme.danger if broken else theme.accent, 0, 0, k)
    paper.fill(MOUTH, theme.text, 0, 0, k, smooth=False)
    models = cast(WorkshopScreen, brush.cast.screen).view.models
    for place, model in enumerate(models[:5]):
        shapes.figure(model.shape, (-64 + 32 * place) * k, -14 * k, 12 * k, rgb(model.colour))
    paper.disc(0, 182 * k, 11 * k, theme.danger)


def gear(brush: Brush) -> None:
    theme, k = brush.theme, brush.k
    teeth: list[Point] = []
    for tooth in range(12):
        for off, far in ((-9, 138), (-6, 174), (6, 174), (9, 138)):
            a = radians(tooth * 30 + off)
            teeth.append((far * k * cos(a), far * k * sin(a)))
    paper.cut_out([(x + 7 * k, y - 10 * k) for x, y in teeth], theme.dark)
    paper.cut_out(teeth, theme.accent)
    paper.disc(0, 0, 96 * k, theme.brass_shade)
    paper.disc(0, 0, 46 * k, theme.dark)


def wrench(brush: Brush) -> None:
    paper.fill(WRENCH, brush.theme.dark, 6 * brush.k, -8 * brush.k, 1.15 * brush.k)
    paper.fill(WRENCH, brush.theme.text, 0, 0, 1.15 * brush.k)


def machine(brush: Brush) -> None:
    """The machine, its tier on its sign; on a sheet before it the robots that repaired it, or what it would
    have taken."""
    theme, k, code = brush.theme, brush.k, str(getattr(brush.cast.said, "machine", ""))
    screen = cast(WorkshopScreen, brush.cast.screen)
    need, tier = screen.presenter.need(code), code.partition("-")[0]
    PushMatrix()
    Translate(0, 56 * k)
    machines.draw(need, tier, screen.view.models, 1.02 * k, theme)
    PopMatrix()
    paper.sheet(-160 * k, -190 * k, 320 * k, 130 * k, theme.text, 6 * k, shadow=True)
    paper.sheet(-172 * k, -96 * k, 76 * k, 52 * k, theme.accent, 3 * k)
    paper.lettering(tier, -134 * k, -70 * k, 42 * k, theme.dark, "center")
    if found := _robots(brush)[:6]:
        lines = 1 if len(found) < 4 else 2
        across = -(-len(found) // lines)
        r = min(210 / across / 2.2, 54 / lines) * k
        for place, one in enumerate(found):
            line, column = divmod(place, across)
            many = min(across, len(found) - line * across)
            x, y = 36 * k + (column - (many - 1) / 2) * 2.2 * r, -126 * k + ((lines - 1) / 2 - line) * 2.1 * r
            robots.draw(one, x, y, r, theme, theme.dark, theme.text)
    elif need is not None:
        box = (-80 * k, -184 * k, 232 * k, 116 * k)
        needs.draw(need, screen.view.models, box, theme, theme.dark, theme.text)


def pipe(brush: Brush) -> None:
    theme, k = brush.theme, brush.k
    for x, y, wide, high, colour in (
        (-520, -70, 1040, 96, theme.kraft), (-520, -10, 1040, 18, theme.paper_shade),
        (-70, -96, 140, 150, theme.brass_shade), (-46, 40, 92, 74, theme.kraft),
    ):  # fmt: skip
        paper.sheet(x * k, y * k, wide * k, high * k, colour, 3 * k)


def wheel(brush: Brush) -> None:
    """Of a valve."""
    theme, k = brush.theme, brush.k
    paper.circle(0, 0, 92 * k, theme.dark, 34 * k)
    paper.circle(0, 0, 92 * k, theme.danger, 24 * k)
    for turned in (0, 60, 120):
        a = radians(turned)
        dx, dy = 92 * k * cos(a), 92 * k * sin(a)
        nx, ny = 9 * k * -sin(a), 9 * k * cos(a)
        paper.cut_out([(dx + nx, dy + ny), (dx - nx, dy - ny), (-dx - nx, -dy - ny), (-dx + nx, -dy + ny)],
                      theme.danger)  # fmt: skip
    paper.disc(0, 0, 26 * k, theme.dark)


def puff(brush: Brush) -> None:
    """Steam."""
    k, white = brush.k, [*brush.theme.text[:3], 0.92]
    for x, y, r in ((-90, 0, 66), (0, 34, 84), (92, 6, 62), (-46, -46, 58), (52, -40, 60), (10, 100, 50)):
        paper.disc(x * k, y * k, r * k, white)


DRAWINGS: Drawings = {
    **COMMON, "robot": robot, "gear": gear, "wrench": wrench, "machine": machine, "pipe": pipe,
    "wheel": wheel, "puff": puff,
}  # fmt: skip
