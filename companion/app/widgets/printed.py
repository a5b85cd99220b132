"""A drawing that is kept as one texture: while something beside it moves, nothing of it is drawn anew.

May import: Kivy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kivy.graphics import Color, Fbo, Rectangle, Translate
from kivy.graphics.texture import Texture


class Print:
    """Prints into a texture of the size of its place; `show` lays it there."""

    def __init__(self, again: Callable[..., object]) -> None:
        """`again`: draws it anew after the graphics card has lost it (a tablet that slept)."""
        self._again = again
        self._sheet: Fbo | None = None
        self._place = (0, 0)

    @contextmanager
    def drawing(self, x: float, y: float, width: float, height: float) -> Iterator[Fbo]:
        """What is drawn inside, in pixels of the window, is printed at its end."""
        size = (max(round(width), 1), max(round(height), 1))
        if self._sheet is None or tuple(self._sheet.size) != size:
            self._sheet = Fbo(size=size, with_stencilbuffer=True)
            self._sheet.add_reload_observer(self._again)
        self._sheet.clear()
        self._place = (round(x), round(y))
        with self._sheet:
            Translate(-self._place[0], -self._place[1], 0)
            yield self._sheet
        self._sheet.bind()
        self._sheet.clear_buffer()  # what was printed before
        self._sheet.release()
        self._sheet.draw()
        self._sheet.clear()  # what is printed needs its instructions no more

    def show(self) -> None:
        """Into the canvas that is open."""
        if self._sheet is not None:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._sheet.texture, pos=self._place, size=self._sheet.size)

    def inked(self) -> tuple[float, float, float, float] | None:
        """The box of what is not clear, in pixels of the window; nothing, if nothing was printed."""
        assert self._sheet is not None  # something was printed
        wide, high = self._sheet.size
        alphas = self._sheet.pixels[3::4]
        rows = [row for row in range(high) if any(alphas[row * wide : (row + 1) * wide])]
        if not rows:
            return None
        columns = [column for column in range(wide) if any(alphas[column::wide])]
        x, y = self._place
        return x + columns[0], y + rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1

    def region(self, x: float, y: float, width: float, height: float) -> Texture:
        """A part of it, in pixels of the window."""
        assert self._sheet is not None  # something was printed
        left, low = max(round(x) - self._place[0], 0), max(round(y) - self._place[1], 0)
        right = min(left + round(width), self._sheet.size[0])
        top = min(low + round(height), self._sheet.size[1])
        return self._sheet.texture.get_region(left, low, max(right - left, 1), max(top - low, 1))
