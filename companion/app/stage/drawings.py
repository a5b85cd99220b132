"""What the stages of any game are made of: rays, ink, a band, a title, the caption, a burst.

May import: Kivy, the theme, the paper in which everything is cut. Each draws around (0, 0).
"""

from __future__ import annotations

from math import ceil, cos, radians, sin

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Mesh, Rectangle

from companion.app.theme import SEMIBOLD
from companion.app.widgets import paper

from .scene import Brush, Drawings

Colour = list[float]
SPEED = (
    (150, -0.95, 0.5, 9), (96, 0.9, -0.7, 13), (30, -0.9, 0.85, 8), (-34, 0.95, -0.2, 15),
    (-88, -0.9, 0.6, 12), (-150, 0.8, -0.85, 9),
)  # fmt: skip
"""Lines in a band: height, where they begin and end, how wide."""
ROOM = 1080
"""Pixels of the design that a caption may be wide."""


def shade(colour: Colour, by: float) -> Colour:
    return [*(part * by for part in colour[:3]), 1]


def tone(brush: Brush) -> Colour:
    """A colour of the theme, by its name."""
    return list(getattr(brush.theme, brush.about or "panel"))


def ink(brush: Brush) -> None:
    """All of the window."""
    far = brush.width + brush.height
    Color(*(tone(brush) if brush.about else brush.theme.dark))
    Rectangle(pos=(-far, -far), size=(2 * far, 2 * far))


def rays(brush: Brush) -> None:
    """All of the window, rays around the middle of the layer, no pixel of it drawn twice."""
    ground, far, many = tone(brush), brush.width + brush.height, 52
    rim = [radians(2 + k * 360 / many) for k in range(many + 1)]
    corners = [(far * cos(a), far * sin(a)) for a in rim]
    for colour, first in ((shade(ground, 0.88), 0), (ground, 1)):
        Color(*colour)
        for k in range(first, many, 2):
            vertices = [v for corner in ((0, 0), corners[k], corners[k + 1]) for v in (*corner, 0, 0)]
            Mesh(vertices=vertices, indices=[0, 1, 2], mode="triangles")


def band(brush: Brush) -> None:
    """A strip across the window, cut by hand, with a paper edge."""
    k, wide = brush.k, brush.width * 0.62
    low, top = ((-wide, -208), (wide, -184)), ((wide, 206), (-wide, 182))
    paper.cut_out([(x, y * k) for x, y in (*low, *top)], tone(brush))
    for ends in (low, top):
        edge = [*((x, (y + 6) * k) for x, y in ends), *((x, (y - 6) * k) for x, y in reversed(ends))]
        paper.cut_out(edge, brush.theme.text)
    for y, begins, to, high in SPEED:
        edge = [(begins * wide, (y - high) * k), (begins * wide, (y + high) * k), (to * wide, y * k)]
        paper.cut_out(edge, [1, 1, 1, 0.07], smooth=False)
    paper.dots(-wide, 186 * k, 2 * wide, max(round(16 * k), 6), 9, 9 * k, 1 * k, [1, 1, 1, 0.16])


def burst(brush: Brush) -> None:
    """A splash behind something that has just happened."""
    k = brush.k
    paper.cut_out(paper.star(8 * k, -10 * k, 210 * k, 17, 0.7), brush.theme.dark)
    paper.cut_out(paper.star(0, 0, 210 * k, 17, 0.7), tone(brush))


def title(brush: Brush) -> None:
    """A word or two, as large as their room lets them be."""
    said = brush.cast.speech.say(brush.about, _about(brush)).upper()
    size = 132 * brush.k
    size *= min(1, brush.room * brush.k / paper.width_of(said, size))
    paper.lettering(said, 8 * brush.k, -9 * brush.k, size, brush.theme.dark, "center")
    paper.lettering(said, 0, 0, size, brush.theme.text, "center")


def _about(brush: Brush) -> dict[str, object]:
    said = brush.cast.said
    return dict(said._asdict()) if said is not None else {}


def caption(brush: Brush) -> None:
    """The words of the history, on ink."""
    said, k = brush.cast.caption, brush.k
    if not said:
        return
    size = 29 * k
    label = CoreLabel(text=said, font_size=size, font_name=SEMIBOLD, halign="center")
    whole = paper.width_of(said, size, SEMIBOLD)
    lines = ceil(whole / (ROOM * k))  # about as long as each other
    label.text_size = (min(whole / lines * (1 if lines == 1 else 1.12) + 4 * k, ROOM * k), None)
    label.refresh()
    texture = label.texture
    assert texture is not None  # it was just drawn
    wide, high = texture.size
    paper.sheet(-wide / 2 - 26 * k, -high / 2 - 14 * k, wide + 52 * k, high + 28 * k, brush.theme.dark, 3 * k)
    Color(*brush.theme.text)
    Rectangle(texture=texture, pos=(-wide / 2, -high / 2), size=texture.size)


DRAWINGS: Drawings = {
    "ink": ink, "rays": rays, "band": band, "burst": burst, "title": title, "caption": caption,
}  # fmt: skip
