"""Cards and the line, drawn: a suit is a colour, a shape and a letter.

May import: Kivy, this room's shapes.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.utils import get_color_from_hex as rgb

from companion.app.theme import EXTRABOLD, SEMIBOLD
from companion.app.widgets import BigButton, Glyph, Painted, shapes
from companion.app.widgets.glyph import DRAWINGS
from companion.engine import Input
from companion.games.contre_temps.views.timeline import CardView, PlaceView, Suit, TimelineView

PAPER = (0.93, 0.94, 0.98, 1)
INK = (0.06, 0.07, 0.11, 1)
Box = tuple[float, float, float, float]
UPRIGHT = 1.1
"""A card that is so much higher than wide has its value below its suit."""


def suit_sign(suit: Suit, x: float, y: float, r: float) -> None:
    """The shape of a suit with its letter in it."""
    shapes.figure(suit.shape, x, y, r, rgb(suit.colour))
    shapes.letters(suit.id, x, y, r * 1.05, INK, EXTRABOLD)


def draw_card(card: CardView, x: float, y: float, width: float, height: float, edge: Any = None) -> Box:
    """A card around a middle; gives back the box of its letters."""
    corner = (x - width / 2, y - height / 2)
    Color(*PAPER)
    SmoothRoundedRectangle(pos=corner, size=(width, height), radius=[min(width, height) * 0.14])
    Color(*(edge or rgb(card.suit.colour)))
    SmoothLine(rounded_rectangle=(*corner, width, height, min(width, height) * 0.14), width=2)
    if height > width * UPRIGHT:
        r = min(width * 0.27, height * 0.18)
        suit_sign(card.suit, x, y + height * 0.23, r)
        size = shapes.fitted(str(card.value), width * 0.84, height * 0.46, EXTRABOLD)
        return shapes.letters(str(card.value), x, y - height * 0.17, size, INK, EXTRABOLD)
    return card_face(card, x, y, width, min(width * 0.2, height * 0.28))


def card_face(card: CardView, x: float, y: float, width: float, r: float) -> Box:
    """Suit and value side by side, the value clear of the suit however many digits it has."""
    said, gap = str(card.value), width * 0.06
    size = shapes.fitted(said, width * 0.9 - 2 * r - gap, r * 2, EXTRABOLD)
    wide = shapes.letters_width(said, size, EXTRABOLD)
    left = x - (2 * r + gap + wide) / 2
    suit_sign(card.suit, left + r, y, r)
    return shapes.letters(said, left + 2 * r + gap + wide / 2, y, size, INK, EXTRABOLD)


def seat_disc(number: int, colour: str, x: float, y: float, r: float) -> Box:
    Color(*rgb(colour))
    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
    return shapes.letters(str(number + 1), x, y, r * 1.2, INK, EXTRABOLD)


def _scientist(glyph: Glyph, said: str, x: float, y: float, r: float) -> None:
    shapes.pawn(x, y, r * 0.92, glyph.colour)
    shapes.letters(said, x, y - r * 0.35, r * 0.95, INK, EXTRABOLD)


def _token(glyph: Glyph, said: str, x: float, y: float, r: float) -> None:
    """Of an event; the present's is full."""
    Color(*glyph.theme.accent)
    SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
    shapes.letters(said, x, y, r * 1.25, INK, EXTRABOLD)


DRAWINGS.update(scientist=_scientist, present=_token)


class PlayedCard(Painted):
    """A card that was put down, with the number of its player; a frame if it wins so far."""

    card: ObjectProperty[CardView] = ObjectProperty(None)
    seat = NumericProperty(0)
    colour: ListProperty[str] = ListProperty([])
    wins = BooleanProperty(False)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        width = min(self.width, self.height * 1.5)
        r, x = width * 0.17, self.x
        with self.canvas:
            edge = self.theme.accent if self.wins else None
            face = (x + width * 0.56, self.y + self.height * 0.45, width * 0.8, self.height * 0.82)
            draw_card(self.card, *face, edge)
            seat_disc(self.seat, self.colour[0], x + r, self.top - r, r)


class PictureButton(BigButton):
    """A button that is drawn; its text only names it."""


class SuitButton(PictureButton):
    """A suit on the pad."""

    suit: ObjectProperty[Suit] = ObjectProperty(None)

    def __init__(self, suit: Suit, **given: Any) -> None:
        super().__init__(suit=suit, text=suit.id, **given)
        self.add_widget(_Sign(self))


class _Sign(Painted):
    def __init__(self, button: SuitButton) -> None:
        self.button = button
        super().__init__()

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        with self.canvas:
            suit_sign(self.button.suit, self.center_x, self.center_y, min(self.size) * 0.36)


class CardButton(PictureButton):
    """A card of one's own hand; quiet when the rules do not let it be played."""

    card: ObjectProperty[CardView] = ObjectProperty(None)
    quiet = BooleanProperty(False)

    def __init__(self, card: CardView, **given: Any) -> None:
        super().__init__(card=card, text=card.id, **given)
        self.add_widget(_Face(self))


class _Face(Painted):
    def __init__(self, button: CardButton) -> None:
        self.button = button
        super().__init__()
        button.fbind("role", self.draw_soon)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.opacity = 0.4 if self.button.quiet else 1
        with self.canvas:
            edge = self.theme.accent if self.button.role == "chosen" else None
            width = min(self.width, self.height * 1.5)
            draw_card(self.button.card, self.center_x, self.center_y, width, self.height, edge)


DISC = 0.345
"""Where the disc of who controls an event lies, from the bottom of its column."""


def disc_radius(w: float, h: float) -> float:
    return min(w * 0.24, h * 0.066)


class LineView(Painted):
    """The line from the constant on: tokens, cards that stay, discs, and who is where."""

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
        count = max(6, len(self.view.places))
        width, gap = self.width / count, min(8, self.width / count * 0.08)
        return (self.x + place * width + gap / 2, self.y, width - gap, self.height)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.boxes = []
        if not self.view or self.width < 50 or self.height < 50:
            return
        with self.canvas:
            for index, place in enumerate(self.view.places):
                self._place(place, *self.column(index))

    def _place(self, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
        theme, middle = self.theme, x + w / 2
        Color(*(theme.chosen if place.running else theme.panel))
        SmoothRoundedRectangle(pos=(x, y), size=(w, h), radius=[min(12, w * 0.12)])
        Color(*(theme.accent if place.running else theme.strong_line if place.present else theme.line))
        SmoothLine(rounded_rectangle=(x + 1, y + 1, w - 2, h - 2, min(12, w * 0.12)), width=1.6)
        self._head(place, middle, y + h * 0.89, w, h)
        self._cards(place, middle, y + h * 0.62, w, h)
        if place.controller >= 0:
            seat = self.view.seats[place.controller]
            r = disc_radius(w, h)
            self._note(seat_disc(seat.index, seat.colour, middle, y + h * DISC, r), "disc")
            Color(*theme.ground)
            SmoothLine(circle=(middle, y + h * DISC, r * 0.78), width=1.1)
        self._pawns(place.pawns, x, y + h * 0.02, w, h * 0.24)

    def _head(self, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
        theme, r = self.theme, min(w * 0.3, h * 0.075)
        if place.token == 0:
            said = self.names[0]
            size = shapes.fitted(said, w * 0.9, 17 * theme.em, SEMIBOLD, 0.4)
            self._note(shapes.letters(said, x, y, size, theme.faint, SEMIBOLD), said)
            return
        if place.present:
            Color(*theme.accent)
            SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
        Color(*(theme.accent if place.present else theme.strong_line))
        SmoothLine(circle=(x, y, r), width=1.6)
        ink = INK if place.present else theme.text
        self._note(shapes.letters(str(place.token), x, y, r * 1.25, ink, EXTRABOLD), str(place.token))

    def _cards(self, place: PlaceView, x: float, y: float, w: float, h: float) -> None:
        """The upright card, and the one that lies sideways on its lower half."""
        height = min(w * 0.92, h * 0.26)
        width = height * 0.74
        if place.token == 0:  # what everything is measured by
            width, height = w * 0.86, min(w * 1.2, h * 0.4)
        lead = self.view.constant if place.token == 0 else place.lead
        if lead is None:
            Color(*self.theme.line)
            corner = (x - width / 2, y - height / 2)
            SmoothLine(rounded_rectangle=(*corner, width, height, width * 0.14), width=1.4)
            if place.token == 0 and self.view.unstable:
                said = self.names[1]
                size = shapes.fitted(said, w * 0.9, 16 * self.theme.em, SEMIBOLD, 0.4)
                self._note(shapes.letters(said, x, y, size, self.theme.accent, SEMIBOLD), said)
            return
        if place.standing is None:
            self._note(draw_card(lead, x, y, width, height), lead.id)
            return
        top = y + height * 0.22
        corner = (x - width / 2, top - height / 2)
        Color(*PAPER)
        SmoothRoundedRectangle(pos=corner, size=(width, height), radius=[width * 0.14])
        Color(*rgb(lead.suit.colour))
        SmoothLine(rounded_rectangle=(*corner, width, height, width * 0.14), width=2)
        self._note(card_face(lead, x, top + height * 0.28, width, width * 0.19), lead.id)
        self._note(draw_card(place.standing, x, y - height * 0.3, height, width), place.standing.id)
        if place.stale:  # it was trump once: what beats it now is said below it
            said = place.any_wins
            under = y - height * 0.3 - width / 2
            room = under - (y - h * (0.62 - DISC) + disc_radius(w, h))
            size = min(shapes.fitted(said, w * 0.94, 17 * self.theme.em, SEMIBOLD, 0.4), room * 0.72)
            self._note(shapes.letters(said, x, under - room / 2, size, self.theme.accent, SEMIBOLD), said)

    def _pawns(self, pawns: tuple[int, ...], x: float, y: float, w: float, h: float) -> None:
        if not pawns:
            return
        columns = min(3 if w > 76 else 2, len(pawns))
        rows = -(-len(pawns) // columns)
        r = min(w / columns * 0.44, h / max(rows, 2) * 0.46, 30 * self.theme.unit)
        for k, seat in enumerate(pawns):
            across = x + w / 2 + (k % columns - (columns - 1) / 2) * 2.12 * r
            up = y + h - r - (k // columns) * 2.1 * r
            view = self.view.seats[seat]
            if view.turn:
                Color(*self.theme.accent)
                SmoothLine(circle=(across, up, r * 0.98), width=1.8)
            shapes.pawn(across, up, r * 0.92, rgb(view.colour))
            said = str(seat + 1)
            self._note(shapes.letters(said, across, up - r * 0.35, r * 0.95, INK, EXTRABOLD), said)

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
