"""A piece under the finger that carries it, and how many cubes a finger has pulled off a cell.

May import: Kivy, the pieces as the ring draws them. It is drawn once for each number, follows the finger and
catches no touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.app.theme import FINGER

from . import tokens
from .ring_plan import RingPiece, Spot

if TYPE_CHECKING:
    from .ring import Ring

PULLED = FINGER / 2
"""How far a finger slides for one more."""
CARRIED = ("duplicate", "agent", "damage", "energy")
LIFT = 46
"""Above the finger, in pixels of the design: else it would hide what it carries."""


def pulled(far: float) -> int:
    """Cubes that a finger has pulled off a cell when it is so far from where it came down."""
    return 1 + int(far / PULLED)


class Carried(Widget):
    def __init__(self, ring: Ring, spot: Spot, touch: MotionEvent) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.ring, self.spot, self.touch = ring, spot, touch
        self._place = Translate(0, 0)
        self._many = 0

    def follow(self, x: float, y: float, far: float) -> None:
        many = pulled(far)
        if not self._many or (self.spot.kind == "energy" and many != self._many):
            self._many = many
            self._draw()
        self._place.x, self._place.y = x, y + LIFT * self.ring.k

    def _draw(self) -> None:
        ring, spot, view = self.ring, self.spot, self.ring.view
        self.canvas.clear()
        if view is None:
            return
        with self.canvas:
            PushMatrix()
            self._place = Translate(0, 0)
            if spot.kind == "energy":
                tokens.energy(ring.theme, 0, 0, f"+{self._many}", 26 * ring.k, 30 * ring.k)
            elif spot.kind == "damage":
                tokens.seal(ring.theme, 0, 0, 28 * ring.k, ring.theme.text, "+1", 23 * ring.k)
            elif spot.kind == "agent":
                ring.piece(RingPiece("agent", spot.what, 1, 54), 0, 0, 1.2 * ring.k, view)
            else:
                token = next(one for one in view.eras[spot.era].tokens if one.id == spot.what)
                what = f"{token.home}{'!' if token.supa else ''}"
                ring.piece(RingPiece("duplicate", what, 1, 46, token.id), 0, 0, 1.2 * ring.k, view)
            PopMatrix()
