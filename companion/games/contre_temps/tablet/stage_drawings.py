"""What the stages of Contre-Temps show: the line, a card, a scientist. Each draws around (0, 0).

May import: what the app offers to every game, the views and the widgets of this game.
"""

from __future__ import annotations

from typing import cast

from kivy.graphics import StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.utils import get_color_from_hex as rgb

from companion.app.stage.drawings import DRAWINGS as COMMON
from companion.app.stage.scene import Brush, Drawings
from companion.app.widgets import paper, shapes
from companion.app.widgets.paper import Point
from companion.games.contre_temps.tablet.timeline.timeline import TimelineScreen
from companion.games.contre_temps.views.timeline import SeatView, Suit, TimelineView

ARRIVES = 240
"""Where on the line a traveller ends up, from its middle."""
PAWN = "M-64 96C-64 20-44-2-18-8C-44-22-50-52-40-76C-30-100 30-100 40-76C50-52 44-22 18-8C44-2 64 20 64 96Z"


def _view(brush: Brush) -> TimelineView:
    return cast(TimelineScreen, brush.cast.screen).view


def _seat(brush: Brush) -> SeatView:
    return _view(brush).seats[getattr(brush.cast.said, "seat", 0)]


def _disc(brush: Brush, token: int, x: float, y: float, r: float, present: bool) -> None:
    """Of an event, or of the constant."""
    theme = brush.theme
    paper.disc(x, y, r * 1.1, theme.dark)
    paper.disc(x, y, r, theme.accent if present else theme.text)
    said = str(token) if token else "∞"
    shapes.letters(said, x, y, r * 1.1, theme.dark, "InterExtraBold")


def token(brush: Brush) -> None:
    at = getattr(brush.cast.said, "token", 0)
    _disc(brush, at, 0, 0, 104 * brush.k, True)


def played(brush: Brush) -> None:
    """The card that took it."""
    theme, k, card = brush.theme, brush.k, str(getattr(brush.cast.said, "card", ""))
    suit = _suit(brush, card[:1])
    paper.sheet(-98 * k, -142 * k, 196 * k, 284 * k, theme.text, 5 * k, shadow=True)
    if suit is None:
        return
    shapes.figure(suit.shape, 0, 58 * k, 56 * k, rgb(suit.colour))
    shapes.letters(suit.id, 0, 58 * k, 54 * k, theme.dark, "InterExtraBold")
    paper.lettering(card[1:], 0, -66 * k, 108 * k, theme.dark, "center")


def _suit(brush: Brush, letter: str) -> Suit | None:
    return next((one for one in _view(brush).suits if one.id == letter), None)


def pawn(brush: Brush) -> None:
    """A scientist, in the colour of whose it is."""
    theme, k, seat = brush.theme, brush.k, _seat(brush)
    paper.fill(PAWN, theme.dark, 8 * k, -10 * k, 1.32 * k)
    paper.fill(PAWN, theme.text, 0, 0, 1.32 * k)
    paper.fill(PAWN, rgb(seat.colour), 0, 0, 1.18 * k)
    paper.fill("M-30-60H30V-38H6V-46H-6V-38H-30Z", theme.dark, 0, 4 * k, 1.18 * k)  # goggles
    shapes.letters(str(seat.index + 1), 0, -58 * k, 74 * k, theme.dark, "InterExtraBold")


def line(brush: Brush) -> None:
    """Time: a ribbon with its events, the present lit; where somebody goes is where the pawn arrives."""
    theme, k = brush.theme, brush.k
    corners: list[Point] = [(-600, -26), (580, -30), (620, 2), (584, 32), (-598, 26), (-570, 0)]
    paper.cut_out([(x * k + 6 * k, y * k - 9 * k) for x, y in corners], theme.dark)
    paper.cut_out([(x * k, y * k) for x, y in corners], theme.text)
    places = _view(brush).places
    step = min(170.0, 1060 / max(len(places), 1))
    tokens = [place.token for place in places]
    to = getattr(brush.cast.said, "token", -1) if brush.about == "there" else -1
    off = ARRIVES - (tokens.index(to) - (len(places) - 1) / 2) * step if to in tokens else 0
    for number, place in enumerate(places):
        x = (number - (len(places) - 1) / 2) * step + off
        if abs(x) < 560:
            _disc(brush, place.token, x * k, 0, 52 * k, place.present)


def half_line(brush: Brush) -> None:
    """What a paradox leaves of it."""
    k, far = brush.k, 700 * brush.k
    zig = [(-10 * k, -far), (26 * k, -60 * k), (-22 * k, -10 * k), (24 * k, 40 * k), (0, far)]
    side = [*zig, (-far, far), (-far, -far)] if brush.about == "left" else [*zig, (far, far), (far, -far)]
    StencilPush()
    paper.cut_out(side, brush.theme.dark, smooth=False)
    StencilUse()
    line(brush)
    StencilUnUse()
    paper.cut_out(side, brush.theme.dark, smooth=False)
    StencilPop()


def gap(brush: Brush) -> None:
    """What is seen through the tear."""
    theme, k = brush.theme, brush.k
    paper.cut_out(paper.star(0, 0, 250 * k, 13, 0.66), theme.text)
    paper.cut_out(paper.star(0, 0, 226 * k, 13, 0.66), theme.danger)
    paper.blades(0, 0, 180 * k, 6, 260, theme.dark, 0.5)


def trail(brush: Brush) -> None:
    theme, k = brush.theme, brush.k
    for y, high, alpha in ((40, 16, 0.9), (-6, 26, 0.75), (-62, 14, 0.6)):
        corners = [(-480, y), (200, y - high / 2), (200, y + high / 2)]
        paper.cut_out([(a * k, b * k) for a, b in corners], [*theme.accent[:3], alpha])


DRAWINGS: Drawings = {
    **COMMON, "token": token, "played": played, "pawn": pawn, "line": line, "half-line": half_line,
    "gap": gap, "trail": trail,
}  # fmt: skip
