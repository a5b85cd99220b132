"""What a machine takes, as a picture: so many robots, and what their sizes are.

May import: Kivy, the paper in which everything is cut, the views. The same in words stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.app.theme import EXTRABOLD, Theme
from companion.app.widgets import Glyph, paper, shapes
from companion.app.widgets.glyph import DRAWINGS
from companion.games.cyberion.views.workshop import Kind, ModelView, Need

from . import robots

Box = tuple[float, float, float, float]


def draw(
    need: Need, models: Sequence[ModelView], at: Box, theme: Theme, ink: robots.Colour, ground: robots.Colour
) -> None:
    """Into a box: the robots above, in letters below what their sizes must be."""
    x, y, width, height = at
    said = letters(need)
    high = max(min(height * 0.36, 40 * theme.unit), theme.legible(23 * theme.unit)) if said else 0
    model = next((one for one in models if one.id == need.model), None)
    shape = model.shape if model is not None else ""
    colour = robots.colour_of(theme, shape, model.colour if model is not None else "")
    r, across, room = max(_lines(need.n, lines, width, height - high * 1.1) for lines in (1, 2))
    for place in range(need.n):
        line, column = divmod(place, across)
        many = min(across, need.n - line * across)
        up = y + height - room * (line + 0.5)
        scale = larger(need.kind, place, need.n)
        px = x + width / 2 + (column - (many - 1) / 2) * width / across
        robots.figure(shape, px, up - r * (1 - scale), r * scale, colour, ink, ground)
    if said:
        size = shapes.fitted(said, width, high, EXTRABOLD, theme.legible(23 * theme.unit) / high)
        shapes.letters(said, x + width / 2, y + high * 0.5, size, ink, EXTRABOLD)


def _lines(many: int, lines: int, width: float, height: float) -> tuple[float, int, float]:
    """How large robots are in so many lines, how many stand in one, and how high it is."""
    across = -(-many // lines)
    return min(width / across * 0.5, height / lines * 0.47), across, height / lines


def letters(need: Need) -> str:
    match need.kind:
        case "size_count":
            return " ".join([str(need.size)] * need.n) if need.n < 5 else f"{need.n}×{need.size}"
        case "sum_at_least":
            return f"Σ≥{need.total}"
        case "sum_at_most":
            return f"Σ≤{need.total}"
        case "identical":
            return "="
        case "other":
            return "?"
    return ""


def larger(kind: str, place: int, many: int) -> float:
    """Sizes in a row rise; of two pairs the second is larger."""
    if kind == "straight":
        return 0.55 + 0.45 * place / max(many - 1, 1)
    if kind == "two_pairs":
        return 0.66 if place < many // 2 else 1.0
    return 1.0


def bug(said: str, models: Sequence[ModelView], x: float, y: float, r: float, theme: Theme) -> None:
    """A microbot on a machine: a robot of this model, or of this size, besides."""
    paper.sheet(x - 2 * r, y - r, 4 * r, 2 * r, theme.dark, 2 * theme.unit)
    size = theme.legible(26 * theme.unit)
    shapes.letters("+", x - 0.9 * r, y, size, theme.text, EXTRABOLD)
    model = next((one for one in models if one.id == said), None)
    if model is None:
        shapes.letters(said, x + 0.6 * r, y, size, theme.text, EXTRABOLD)
    else:
        colour = robots.colour_of(theme, model.shape, model.colour)
        robots.figure(model.shape, x + 0.6 * r, y, 0.86 * r, colour, theme.text, theme.dark)


def _need(glyph: Glyph, kind: str, x: float, y: float, r: float) -> None:
    """One for the legend."""
    theme = glyph.theme
    paper.sheet(x - r * 1.1, y - r * 1.1, r * 2.2, r * 2.2, theme.text, 2)
    shown = Need(cast(Kind, kind), 2 if kind == "identical" else 4, total=12)
    draw(shown, (), (x - r, y - r, 2 * r, 2 * r), theme, theme.dark, theme.text)


def _bug(glyph: Glyph, said: str, x: float, y: float, r: float) -> None:
    bug(said, (), x, y, r * 0.55, glyph.theme)


def _prepared(glyph: Glyph, _: str, x: float, y: float, r: float) -> None:
    prepared(x, y, r * 0.8, glyph.theme)


def prepared(x: float, y: float, r: float, theme: Theme) -> None:
    paper.cut_out(paper.star(x, y, r * 1.1, 9, 0.82), theme.fine)
    shapes.tick(x, y, r, theme.dark)


DRAWINGS.update(need=_need, bug=_bug, prepared=_prepared)
