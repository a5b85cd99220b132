"""Cards and the line, cut out of paper: a suit is a colour, a shape and a letter.

May import: Kivy, the paper in which everything is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.utils import get_color_from_hex as rgb

from companion.app.theme import CAP, EXTRABOLD, SEMIBOLD, Theme
from companion.app.widgets import Glyph, Painted, PaperButton, paper, shapes
from companion.app.widgets.glyph import DRAWINGS
from companion.engine import Input
from companion.games.contre_temps.views.timeline import CardView, PlaceView, Suit, TimelineView

Box = tuple[float, float, float, float]
Colour = Sequence[float]
UPRIGHT = 1.1
"""A card that is so much higher than wide has its value below its suit."""
BAND = 0.4
"""Of a card is in the colour of its suit."""
NARROW = 110
"""Pixels of the design: an event of a smaller board, which is looked at from nearer."""
CONSTANT = 1.25
"""The constant is so much wider than an event."""


def suit_sign(theme: Theme, suit: Suit, x: float, y: float, r: float, on: Colour | None = None) -> None:
    """The shape of a suit with its letter in it: in its colour, or in ink on a band of its colour."""
    colour = shapes.tint(theme, suit.shape, suit.colour)
    if on is None:  # an edge, for a pale colour on paper
        shapes.figure(suit.shape, x, y, r * 1.09, theme.dark)
    shapes.figure(suit.shape, x, y, r, on or colour)
    if r * 1.15 >= theme.legible(23 * theme.unit) * 0.97:  # smaller letters nobody would read
        size = max(r * 1.05, theme.legible(23 * theme.unit))
        shapes.letters(suit.id, x, y, size, colour if on else theme.dark, EXTRABOLD)


def draw_card(
    theme: Theme, card: CardView, x: float, y: float, width: float, height: float, dim: bool = False
) -> Box:
    """A card around a middle, a sheet with a band in the colour of its suit; gives back the box of its
    letters."""
    left, low, unit = x - width / 2, y - height / 2, theme.unit
    ink = theme.faint if dim else theme.dark
    paper.sheet(left, low, width, height, theme.raised if dim else theme.text, 2 * unit, shadow=not dim)
    band = theme.line if dim else shapes.tint(theme, card.suit.shape, card.suit.colour)
    on = theme.faint if dim else theme.dark
    if height > width * UPRIGHT:
        high = height * BAND
        paper.sheet(left, low + height - high, width, high, band, unit)
        suit_sign(theme, card.suit, x, low + height - high / 2, min(width * 0.3, high * 0.36), on)
        return _value(theme, card, x, low + (height - high) / 2, width * 0.86, height * 0.52, ink)
    wide = width * BAND
    paper.sheet(left, low, wide, height, band, unit)
    suit_sign(theme, card.suit, left + wide / 2, y, min(wide * 0.34, height * 0.34), on)
    return _value(theme, card, left + (wide + width) / 2, y, (width - wide) * 0.9, height * 0.8, ink)


def _value(theme: Theme, card: CardView, x: float, y: float, width: float, size: float, ink: Colour) -> Box:
    """As large as there is room, clear of the suit however many digits it has."""
    said, least = str(card.value), theme.legible(23 * theme.unit)
    size = shapes.fitted(said, width, max(size, least), EXTRABOLD, 0.2)
    return shapes.letters(said, x, y, max(size, least), ink, EXTRABOLD)


def seat_disc(theme: Theme, number: int, colour: str, x: float, y: float, r: float) -> Box:
    """A control disc: a ring of ink in it, and the number of its owner."""
    paper.disc(x, y, r, rgb(colour))
    paper.circle(x, y, r * 0.84, theme.dark, 1.6 * theme.unit)
    size = max(r * 1.15, theme.legible(23 * theme.unit))
    return shapes.letters(str(number + 1), x, y, size, theme.dark, EXTRABOLD)


def pawn(theme: Theme, number: str, colour: Colour, x: float, y: float, r: float) -> Box:
    """A scientist with the number of its seat on the chest."""
    paper.fill(SCIENTIST, colour, x, y, r / 100)
    return _number(theme, number, x, y, r)


def _number(theme: Theme, number: str, x: float, y: float, r: float) -> Box:
    size = max(r * 0.9, theme.legible(23 * theme.unit))
    return shapes.letters(number, x, y - r * 0.42, size, theme.dark, EXTRABOLD)


SCIENTIST = (
    "M-70 100C-74 34-50 6-22-2C-42-14-50-34-46-54L-56-66-36-68-40-88-20-80-10-100 2-84 18-100 22-80 42-86"
    " 36-66 54-62 46-50C48-32 40-14 22-2C50 6 74 34 70 100Z"
)
"""Shoulders, and hair that stands up."""


def _scientist(glyph: Glyph, said: str, x: float, y: float, r: float) -> None:
    pawn(glyph.theme, said, glyph.colour, x, y, r * 0.92)


def _token(glyph: Glyph, said: str, x: float, y: float, r: float) -> None:
    """Of an event, on its strip; the present has a star of ink."""
    moment(glyph.theme, said, x, y, r, True)


def moment(theme: Theme, said: str, x: float, y: float, r: float, present: bool) -> Box:
    if present:
        paper.cut_out(paper.star(x, y, r * 1.16, 12, 0.84, 4), theme.dark)
    ink = theme.text if present else theme.dark
    size = max(r * 1.55, theme.legible(23 * theme.unit) * CAP / paper.CAP)
    return paper.lettering(said, x - r * 0.04, y, size, ink, "center")


DRAWINGS.update(scientist=_scientist, present=_token)


class PlayedCard(Painted):
    """A card that was put down, and whose it is; an edge of mint if it wins so far."""

    card: ObjectProperty[CardView] = ObjectProperty(None)
    seat = NumericProperty(0)
    colour: ListProperty[str] = ListProperty([])
    wins = BooleanProperty(False)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        theme, r, by = self.theme, self.height * 0.3, 4 * self.theme.unit
        left, wide, high = self.x + 2.2 * r, self.width - 2.2 * r - by, self.height - 2 * by
        with self.canvas:
            seat_disc(theme, self.seat, self.colour[0], self.x + r, self.center_y, r)
            if self.wins:
                paper.sheet(left - by, self.y, wide + 2 * by, self.height, theme.fine, by / 2)
            draw_card(theme, self.card, left + wide / 2, self.center_y, wide, high)


class SuitButton(PaperButton):
    """A suit on the pad."""

    suit: ObjectProperty[Suit] = ObjectProperty(None)

    def __init__(self, suit: Suit, **given: Any) -> None:
        super().__init__(suit=suit, text=suit.id, **given)

    def printed(self) -> None:
        suit_sign(self.theme, self.suit, self.center_x, self.center_y, min(self.size) * 0.36)


class ValueButton(PaperButton):
    """A value on the pad; dim where it was seen already."""

    def printed(self) -> None:
        size = max(min(self.height * 0.56, 40 * self.theme.unit), self.theme.legible(23 * self.theme.unit))
        shapes.letters(self.text, self.center_x, self.center_y, size, self.ink, EXTRABOLD)


class CardButton(PaperButton):
    """A card of one's own hand; quiet when the rules do not let it be played."""

    card: ObjectProperty[CardView] = ObjectProperty(None)

    def __init__(self, card: CardView, **given: Any) -> None:
        super().__init__(card=card, text=card.id, **given)

    def printed(self) -> None:
        draw_card(self.theme, self.card, self.center_x, self.center_y, self.width, self.height, self.dim)


class LineView(Painted):
    """The line from the constant on: a strip of paper with the moments on it, below each the cards that stay
    and who is there."""

    drawn_from = ("view", "names")
    view: ObjectProperty[TimelineView] = ObjectProperty(None)
    names = ListProperty(["", ""])
    """What the constant is called, and what is said where there is none."""

    __events__ = ("on_place",)

    def __init__(self, **given: Any) -> None:
        self.boxes: list[tuple[str, Box]] = []
        super().__init__(**given)

    # -- where everything lies

    def column(self, place: int) -> Box:
        """The box of a place, counted from the constant."""
        count = max(6, len(self.view.places)) - 1 + CONSTANT
        width, gap = self.width / count, min(8, self.width / count * 0.08)
        left = self.x + (width * (place - 1 + CONSTANT) if place else 0)
        return (left + gap / 2, self.y, width * (1 if place else CONSTANT) - gap, self.height)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.boxes = []
        if not self.view or self.width < 50 or self.height < 50:
            return
        with self.canvas:
            self._strip()
            for index, place in enumerate(self.view.places):
                self._place(place, *self.column(index))

    @property
    def _strip_high(self) -> float:
        return max(
            min(self.height * 0.15, 76 * self.theme.unit), self.theme.legible(23 * self.theme.unit) * 1.4
        )

    def _strip(self) -> None:
        """From the first event to the last; time flows to the right, and its end is torn."""
        if len(self.view.places) < 2:
            return
        theme, high = self.theme, self._strip_high
        x, right = self.column(1)[0], sum(self.column(len(self.view.places) - 1)[0::2])
        low, top, tooth = self.top - high, self.top, high / 5
        torn = [(right + (10 if k % 2 else 0) * theme.unit, low + k * tooth) for k in range(6)]
        paper.cut_out([(x, low + 2), *torn, (x + 2, top - 3)], theme.text)
        for index in range(2, len(self.view.places)):
            at = self.column(index)[0]
            paper.stroke(((((0, 0), (0, -high))),), theme.kraft, 2, at - 2, low)

    def _place(self, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
        theme, middle, high, unit = self.theme, x + w / 2, self._strip_high, self.theme.unit
        if place.running:  # the light falls on it
            edge, below = 3 * unit, h - high - 6 * unit
            paper.sheet(x, y, w, below, theme.text, 2 * unit)
            paper.sheet(x + edge, y + edge, w - 2 * edge, below - 2 * edge, theme.raised, 2 * unit)
        self._head(place, x, y + h - high / 2, w, high)
        body = h - high
        low = self._cards(place, middle, y + body * 0.68, w, body)
        self._pawns(place.pawns, x, y + body * 0.03, w, min(body * 0.29, low - y - body * 0.04))

    def _head(self, place: PlaceView, x: float, y: float, w: float, high: float) -> None:
        theme = self.theme
        if place.token == 0:
            said = self.names[0]
            size = theme.legible(23 * theme.unit)
            self._note(shapes.letters(said, x + w / 2, y, size, theme.text, SEMIBOLD), said)
            return
        r = min(high * 0.4, w * 0.22)
        owned = place.controller >= 0
        at = x + w * (0.32 if owned else 0.5)
        self._note(moment(theme, str(place.token), at, y, r, place.present), str(place.token))
        if owned:
            seat = self.view.seats[place.controller]
            self._note(seat_disc(theme, seat.index, seat.colour, x + w * 0.76, y, r), "disc")

    def _cards(self, place: PlaceView, x: float, y: float, w: float, h: float) -> float:
        """The upright card, and the one that lies sideways on its lower half; gives back where they end."""
        theme, height = self.theme, min(w * 0.98, h * 0.4)
        narrow = w < NARROW * theme.unit
        if narrow and place.stale:  # room for the words below
            height, y = min(height, h * 0.31), y + h * 0.07
        width = height * 0.76
        if place.token == 0:  # what everything is measured by
            width, height = w * 0.86, min(w * 1.3, h * 0.52)
        lead = self.view.constant if place.token == 0 else place.lead
        if lead is None:
            paper.sheet(
                x - width / 2, y - height / 2, width, height, [*theme.raised[:3], 0.4], 2 * theme.unit
            )
            if place.token == 0 and self.view.unstable:
                said, size = self.names[1], theme.legible(23 * theme.unit)
                self._note(shapes.letters(said, x, y, size, theme.text, SEMIBOLD), said)
            return y - height / 2
        if place.standing is None:
            self._note(draw_card(theme, lead, x, y, width, height), lead.id)
            return y - height / 2
        top = y + height * 0.16
        self._covered(lead, x, top, width, height)
        under = y - height * 0.34
        self._note(draw_card(theme, place.standing, x, under, height, width * 0.86), place.standing.id)
        low = under - width * 0.43
        if place.stale:  # it was trump once: what beats it now is said below it
            said, size = place.any_wins, theme.legible((17 if narrow else 23) * theme.unit)
            lines = 1 if shapes.letters_width(said, size) < w else 2
            middle = low - size * 0.66 * lines
            made = shapes.letters(said, x, middle, size, theme.text, SEMIBOLD, w if lines > 1 else 0)
            self._note(made, said)
            low = middle - size * 0.6 * lines
        return low

    def _covered(self, lead: CardView, x: float, y: float, width: float, height: float) -> None:
        """Of the upright card only the upper half is seen: suit and value stand beside each other on it."""
        theme, unit = self.theme, self.theme.unit
        left, low = x - width / 2, y - height / 2
        paper.sheet(left, low, width, height, theme.text, 2 * unit, shadow=True)
        high = height * 0.5
        middle, wide = low + height - high * 0.44, width * BAND
        paper.sheet(
            left, low + height - high, wide, high, shapes.tint(theme, lead.suit.shape, lead.suit.colour), unit
        )
        suit_sign(theme, lead.suit, left + wide / 2, middle, min(wide * 0.34, high * 0.3), theme.dark)
        box = _value(
            theme, lead, left + (wide + width) / 2, middle, (width - wide) * 0.9, high * 0.7, theme.dark
        )
        self._note(box, lead.id)

    def _pawns(self, pawns: tuple[int, ...], x: float, y: float, w: float, h: float) -> None:
        if not pawns:
            return
        theme, many = self.theme, len(pawns)
        ways = ((min(w / wide * 0.46, h / -(-many // wide) * 0.48), wide) for wide in range(1, many + 1))
        r, columns = max(ways)
        r = max(min(r, 42 * theme.unit), theme.legible(23 * theme.unit) * 0.64)  # a number has room on it
        top = max(y + h - r, y + r * (2 * -(-many // columns) - 1))
        at = [
            (x + w / 2 + (k % columns - (columns - 1) / 2) * 2.1 * r, top - (k // columns) * 2.1 * r)
            for k in range(many)
        ]
        for seat, (across, up) in zip(pawns, at, strict=True):
            view = self.view.seats[seat]
            if view.turn:
                paper.fill(SCIENTIST, theme.text, across, up, r * 1.12 / 100)
            paper.fill(SCIENTIST, rgb(view.colour), across, up, r * 0.92 / 100)
        for seat, (across, up) in zip(pawns, at, strict=True):  # over everybody's hair
            self._note(_number(theme, str(seat + 1), across, up, r * 0.92), str(seat + 1))

    def _note(self, box: Box, said: str) -> None:
        self.boxes.append((said, box))

    def spot(self, given: Input) -> tuple[float, float, float] | None:
        """Where an answer is touched in a lesson, and how far that reaches: the event somebody travels to."""
        if given.kind != "Commit":
            return None
        present = next(index for index, place in enumerate(self.view.places) if place.present)
        x, y, width, height = self.column(max(present - given.back, 0))
        return x + width / 2, y + height * 0.14, width * 0.48

    # -- touches

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.view or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        for index, place in enumerate(self.view.places):
            x, _, w, _ = self.column(index)
            if x <= touch.x <= x + w:
                self.dispatch("on_place", place.token)
                return True
        return True

    def on_place(self, _token: int) -> None:
        """Somebody touched it."""
