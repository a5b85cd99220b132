"""Every text on the screen as it was drawn: how high its capitals are in millimetres, whether it was made
smaller than asked for, and whether it can be read on the pixels that lie below it.

Texts are widgets (`Text`) or letters that a widget draws itself; the second kind is listened for where they
are made, in `paper` and `shapes`. The ground is no guess: the window is drawn once with its texts and once
without them, and each glyph is held against the pixels behind it. What nobody can see is found, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot
from typing import Any, NamedTuple
from unittest import mock

import numpy as np

INCH = 25.4
NEEDED, SECONDARY = 2.8, 2.1
"""Millimetres of a capital at 60 cm: 16 and 12 arcminutes."""
FINGER, PIECE = 9.0, 6.0
"""Millimetres of what is touched; of a card that lies among others, where seven inches have no more room for
three rows."""
CAP, SPARTAN = 0.727, 0.66
"""Capitals in parts of the size, as Kivy draws them (test_layout measures Inter, test_legibility both)."""
LEAST = 4.5
"""Contrast of letters on their ground."""
LAST = 0x17F
"""The display face has the letters of European languages; those of the one that nobody speaks have no ink."""
SHARE = 0.15
"""Of the pixels behind a text; what is less, a dot of the halftone, say, keeps nobody from reading."""
CLEAR = 0.75
"""The same of letters that draw themselves, which are small; a line may run through one."""
NEAR = 110
"""Of 255: how far a pixel may be from the colour of the letter that covers it, at its edge."""
SEEN = 0.5
"""Of a text's ink that changes the picture; less: something lies over it."""


class Device(NamedTuple):
    """A screen that somebody has."""

    size: tuple[int, int]
    inches: float

    @property
    def mm(self) -> float:
        """Millimetres of a pixel."""
        return self.inches * INCH / hypot(*self.size)

    @property
    def dpi(self) -> float:
        return INCH / self.mm


TELEVISION = Device((1920, 1080), 40)
THREE_METRES = 14.0
"""Millimetres of a capital at three metres: 16 arcminutes."""
DEVICES = {
    "10.1in": Device((1280, 800), 10.1),
    "10.1in-fine": Device((1920, 1200), 10.1),
    "7in": Device((1024, 600), 7),
    "8in-portrait": Device((800, 1280), 8),
}


class Letters(NamedTuple):
    """A text as it stands on the screen."""

    said: str
    size: float
    wanted: float
    """The size that was asked for; letters that draw themselves have what they ask for."""
    cap: float
    """Height of a capital in pixels."""
    tone: str
    colour: tuple[float, ...]
    opacity: float
    box: tuple[float, float, float, float]
    mask: Any
    """Where its ink is, in a field of the box's size; None: all over the box."""
    disabled: bool = False
    aside: bool = False
    """Good to know, and no more: faint letters, and those that do not grow."""
    ink: float = 0
    """Pixels that letters which draw themselves would cover."""

    @property
    def short(self) -> str:
        return self.said if len(self.said) < 40 else self.said[:37] + "…"


class Listener:
    """Hears what widgets write by themselves."""

    def __init__(self) -> None:
        self.heard: dict[int, tuple[Any, Any, str, float, str, tuple[float, ...]]] = {}
        """By the id of the drawing: it, its colour, the words, size, font and colour."""

    def forget(self) -> None:
        self.heard.clear()


@contextmanager
def listening() -> Iterator[Listener]:
    """Before the app is made: whatever is lettered afterwards is known."""
    from companion.app.widgets import paper, shapes

    listener = Listener()

    def wrapped(module: Any, name: str, drawing: str, font_at: int) -> Any:
        inner = getattr(module, name)
        default = {"lettering": "LeagueSpartan", "on_arc": "LeagueSpartan", "letters": "InterSemiBold"}[name]

        def outer(said: str, *args: Any, **given: Any) -> Any:
            made: list[Any] = []
            inks: list[Any] = []
            shape, ink = getattr(module, drawing), module.Color

            def drawn(*a: Any, **g: Any) -> Any:
                made.append(shape(*a, **g))
                return made[-1]

            def coloured(*a: Any, **g: Any) -> Any:
                inks.append(ink(*a, **g))
                return inks[-1]

            with mock.patch.object(module, drawing, drawn), mock.patch.object(module, "Color", coloured):
                box = inner(said, *args, **given)
            font = given.get("font", args[font_at] if len(args) > font_at else default)
            size_at = 4 if name == "on_arc" else 2
            for one, letter in zip(made, said if name == "on_arc" else [said], strict=True):
                if all(sign.isspace() or ord(sign) > LAST for sign in letter):
                    continue
                listener.heard[id(one)] = (one, inks[0], said, args[size_at], font, tuple(inks[0].rgba))
            return box

        return mock.patch.object(module, name, outer)

    with (
        unprinted(),
        wrapped(paper, "lettering", "Mesh", 6),
        wrapped(paper, "on_arc", "Rectangle", 99),
        wrapped(shapes, "letters", "Rectangle", 4),
    ):
        yield listener


@contextmanager
def unprinted() -> Iterator[None]:
    """What a widget prints into a texture lies in its canvas as it was drawn, letter by letter."""
    from companion.app.widgets.printed import Print

    @contextmanager
    def drawing(self: Any, *_: float) -> Iterator[Any]:
        with self._again.__self__.canvas as canvas:
            yield canvas

    with mock.patch.object(Print, "drawing", drawing), mock.patch.object(Print, "show"):
        yield


def written(driver: Any, listener: Listener) -> list[Letters]:
    """All that can be seen; the overlay alone while one is open."""
    return [*_texts(driver), *_drawn(driver, listener)]


def _seen(driver: Any) -> Iterator[tuple[Any, float, bool]]:
    """Widgets with what is left of their opacity; nothing that a list has scrolled away."""
    from tests.app.layout import visible

    for widget, _ in visible(driver):
        opacity, disabled, up = 1.0, False, widget
        while up is not None and up is not up.parent:
            opacity *= getattr(up, "opacity", 1)
            disabled = disabled or bool(getattr(up, "disabled", False))
            up = up.parent
        if opacity > 0.01:
            yield widget, opacity, disabled


def _texts(driver: Any) -> Iterator[Letters]:
    for widget, opacity, disabled in _seen(driver):
        if not (hasattr(widget, "px") and hasattr(widget, "clipped")) or not widget.text.strip():
            continue
        texture = widget.texture
        if texture is None or not texture.width or not texture.height:
            continue
        x, y = widget.to_window(widget.center_x - texture.width / 2, widget.center_y - texture.height / 2)
        alpha = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[:, :, 3]
        yield Letters(
            widget.text,
            widget.font_size,
            widget.wanted,
            widget.font_size * (SPARTAN if "Spartan" in widget.font_name else CAP),
            widget.tone,
            tuple(widget.disabled_color if widget.disabled else widget.color),
            opacity,
            (x, y, texture.width, texture.height),
            alpha[::-1] > 0.78 * alpha.max(),
            disabled,
            widget.aside or widget.tone == "faint" or disabled or not widget.grows,
        )


def _drawn(driver: Any, listener: Listener) -> Iterator[Letters]:
    from kivy.graphics.instructions import CanvasBase

    def instructions(group: Any) -> Iterator[Any]:
        for one in group.children:
            if isinstance(one, CanvasBase):
                continue  # of a child, or walked by itself
            yield one
            if hasattr(one, "children"):
                yield from instructions(one)

    for widget, opacity, disabled in _seen(driver):
        for canvas in (widget.canvas.before, widget.canvas, widget.canvas.after):
            for one in instructions(canvas):
                if id(one) not in listener.heard:
                    continue
                shape, _, said, size, font, rgba = listener.heard[id(one)]
                if hasattr(shape, "vertices"):
                    corners = shape.vertices
                    xs, ys = corners[0::4], corners[1::4]
                    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
                else:
                    box = (*shape.pos, *shape.size)
                    if "Spartan" in font:  # a letter along the rim is turned, and lies in a square
                        (x, y, wide, high), side = box, max(shape.size)
                        box = (x + (wide - side) / 2, y + (high - side) / 2, side, side)
                x, y = widget.to_window(box[0], box[1])
                height = round(max(size, 6)) * (SPARTAN if "Spartan" in font else CAP)
                shown = (x, y, box[2], box[3])
                ink, seen = (*rgba[:3], 1.0), opacity * rgba[3]
                covers = _ink(shape)
                yield Letters(
                    said, size, size, height, "drawn", ink, seen, shown, None, disabled, ink=covers
                )


def _ink(shape: Any) -> float:
    """Pixels that a drawn text would cover where nothing lies over it."""
    texture = shape.texture
    alpha = np.frombuffer(texture.pixels, np.uint8)[3::4]
    squeezed = 1.0
    if not hasattr(shape, "vertices"):
        squeezed = shape.size[0] * shape.size[1] / (texture.width * texture.height)
    return float((alpha > 0.5 * alpha.max()).sum()) * squeezed


# -- what is wrong with them ----


def shrunk(texts: list[Letters]) -> Iterator[str]:
    for one in texts:
        if one.size < one.wanted * 0.985 - 0.3:
            yield f"shrunk to {one.size / one.wanted:.2f}: {one.short!r}"


def low(texts: list[Letters], device: Device, far: float = NEEDED) -> Iterator[str]:
    """Capitals below their millimetres, half a pixel forgiven; `far`: what is needed at this distance."""
    for one in texts:
        least = max(far * SECONDARY / NEEDED, SECONDARY) if one.aside else far
        if (one.cap + 0.5) * device.mm < least:
            yield f"{one.cap * device.mm:.2f} mm of {least}: {one.short!r}"


def narrow(driver: Any, device: Device) -> Iterator[str]:
    """Buttons that a finger would miss."""
    from tests.app.layout import visible

    for widget, _ in visible(driver):
        least = PIECE if hasattr(widget, "robot") else FINGER
        if hasattr(widget, "role") and (min(widget.size) + 0.5) * device.mm < least:
            yield f"{min(widget.size) * device.mm:.1f} mm for a finger of {least:.0f}: {widget.text!r}"


def smaller(texts: list[Letters], usual: list[Letters]) -> Iterator[str]:
    """What larger letters have made smaller."""
    before: dict[tuple[str, str], float] = {}
    for one in usual:
        before[one.said, one.tone] = min(one.cap, before.get((one.said, one.tone), one.cap))
    for one in texts:
        was = before.get((one.said, one.tone), 0)
        if one.cap < was - 0.6:
            yield f"smaller than with usual letters, {was:.1f} → {one.cap:.1f} px: {one.short!r}"


def said(driver: Any) -> set[str]:
    """All that is written, in sight or in reach of a finger that scrolls or turns the page."""
    screen = driver.app.manager.current_screen
    overlay = getattr(screen, "overlay", None)
    found = _walked(overlay if overlay is not None else screen)
    if (first := getattr(overlay, "page", None)) is None:
        return found
    while not overlay.last:
        overlay.page += 1
        overlay.rebuild()
        driver.frames(3)
        found |= _walked(overlay)
    overlay.page = first
    overlay.rebuild()
    driver.frames(3)
    return found


def _walked(root: Any) -> set[str]:
    texts = (w for w in root.walk() if hasattr(w, "clipped") and hasattr(w, "px") and w.opacity)
    return {w.text for w in texts if w.text}


def covered(one: Letters, texts: list[Letters]) -> bool:
    """What just fell is drawn over the pieces of its era, and is meant to."""
    x, y = one.box[0] + one.box[2] / 2, one.box[1] + one.box[3] / 2
    for over in texts:
        if re.fullmatch(r"\+\d+", over.said) and over is not one and over.mask is None:
            left, down, width, height = over.box
            if hypot(x - left - width / 2, y - down - height / 2) < 1.2 * height:
                return True
    return False


def unreadable(driver: Any, listener: Listener, texts: list[Letters]) -> Iterator[str]:
    """Whose contrast is short, and what cannot be seen at all."""
    with_texts, without = _two_frames(driver, listener)
    for one in texts:
        if one.mask is None and covered(one, texts):
            continue
        x, y, width, height = (round(part) for part in one.box)
        left, down = max(x, 0), max(y, 0)
        ground = without[down : y + height, left : x + width].astype(float)
        over = with_texts[down : y + height, left : x + width].astype(float)
        changed = np.abs(over - ground).max(axis=2, initial=0)
        if not ground.size:
            yield f"outside the window: {one.short!r}"
            continue
        mask = one.mask
        if mask is not None:
            mask = mask[down - y : down - y + ground.shape[0], left - x : left - x + ground.shape[1]]
        else:
            tone = np.array(one.colour[:3]) * 255 * one.opacity + ground * (1 - one.opacity)
            changed[np.abs(over - tone).max(axis=2) > NEAR] = 0  # of a text beside it
            mask = changed > 0.6 * max(changed.max(), 1)
            if changed.max() < 12 or (changed > 0.5 * changed.max()).sum() < CLEAR * one.ink:
                yield f"cannot be seen: {one.short!r}"
                continue
        if not mask.any():
            continue
        if one.mask is not None and (changed[mask] > 12).mean() < SEEN:
            yield f"cannot be seen: {one.short!r}"
            continue
        behind = ground[mask]
        ratio = worst(np.array(one.colour[:3]) * 255, behind, one.opacity * one.colour[3])
        if ratio < LEAST:
            yield f"contrast {ratio:.2f}: {one.short!r}"


def worst(ink: Any, behind: Any, opacity: float) -> float:
    """The contrast that all but a small share of the pixels reach."""
    mixed = ink * opacity + behind * (1 - opacity)
    one, other = _luminance(mixed), _luminance(behind)
    ratios = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return float(np.quantile(ratios, SHARE))


def _luminance(colour: Any) -> Any:
    part = colour / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def _two_frames(driver: Any, listener: Listener) -> tuple[Any, Any]:
    """The window with its texts and without them."""
    with_texts = _frame(driver)
    texts = [widget for widget, _, _ in _seen(driver) if hasattr(widget, "clipped") and hasattr(widget, "px")]
    kept = [(widget, tuple(widget.color)) for widget in texts]
    for widget, colour in kept:
        widget.color = widget.disabled_color = (*colour[:3], 0)
        widget.texture_update()
    inks = [(ink, ink.a) for _, ink, *_ in listener.heard.values()]
    for ink, _ in inks:
        ink.a = 0
    without = _frame(driver)
    for widget, colour in kept:
        widget.color = widget.disabled_color = colour
        widget.texture_update()
    for ink, alpha in reversed(inks):
        ink.a = alpha
    return with_texts, without


def _frame(driver: Any) -> Any:
    """The pixels of the window, the lowest row first."""
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    width, height = driver.window.size
    driver.draw(True)
    for _ in range(2):  # a window that was resized shows its size with the second
        driver.window.canvas.ask_update()
        driver.frames()
    pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
    driver.draw(False)
    return np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[:, :, :3]
