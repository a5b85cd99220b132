"""The drawing of the ring's harness: seven gates from below, fourteen beam parts, every wire to its pin.

Standard library only. It is seen as it is soldered, ring on its head; colours are those of the diagram.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from hardware import colours
from hardware.board import legend
from hardware.board.nets import GND, LOGIC
from hardware.callipers import FAINT, FONT, INK
from hardware.joints import polar
from hardware.layout import bearing_of, mixed_pillars
from hardware.tables import NOTICE
from hardware.tower import Tower

Spot = tuple[float, float]
RETURN = "emitter return"
RAILS = {LOGIC: 76.0, GND: 82.0, RETURN: 88.0}  # radius of each ring of wire; signals lie outside of them
SIGNALS, APART = 97.0, 5.0
PART, OFF = 60.0, 11.0  # radius of the beam parts, and degrees from the middle of their gate
FAN = 3.0  # degrees between the wires of a part
PLUG, PIN = -160.0, 9.0  # where the plug is drawn, opposite era 0, and from pin to pin
BOX = (-240, -140, 365, 280)  # of the drawing: left, top, width, height
EMITTER, RECEIVER = "#7b6a9e", "#3f8f93"
HEAD = "The ring on its head, seen from below"
SAYS = (
    "E emitter: plus red, minus grey",
    "R receiver: plus red, minus black,",
    "signal in the colour of its era",
)


def parts(tower: Tower) -> dict[str, float]:
    """Where each beam part sits. SVG's y grows downwards: drawn so, what is seen is seen from below."""
    found: dict[str, float] = {}
    for era, left in enumerate(tower.beams["emitters_left"]):
        off = OFF if left else -OFF
        found |= {f"E{era}": bearing_of(tower, era) + off, f"R{era}": bearing_of(tower, era) - off}
    return found


def nets_of(name: str) -> list[str]:
    return [LOGIC, RETURN] if name[0] == "E" else [LOGIC, GND, f"beam {name[1:]}"]


def drawing(tower: Tower) -> str:
    pins = legend.plugs(tower)["ring"].pins
    rows = {net: PIN * (n - (len(pins) - 1) / 2) for n, net in enumerate(pins)}
    lines = [
        f"<!-- {NOTICE} -->",
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{BOX[0]} {BOX[1]} {BOX[2]} {BOX[3]}' {FONT}>",
        _text((BOX[0] + 8, BOX[1] + 14), HEAD, 9, anchor="start"),
        *(_text((BOX[0] + 8, 100 + 9 * n), words, 6, anchor="start") for n, words in enumerate(SAYS)),
        f"<circle r='48' fill='none' stroke='{FAINT}'/>",
        *_wires(tower, rows),
    ]
    for era in range(tower.eras):
        lines += _gate(tower, era)
    for name, angle in parts(tower).items():
        x, y = polar(PART, angle)
        ink = EMITTER if name[0] == "E" else RECEIVER
        lines.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='6.5' fill='{ink}'/>")
        lines.append(_text((x, y + 2), name, 5.5, "#fff"))
    for n, (net, y) in enumerate(rows.items(), start=1):
        lines.append(f"<rect x='{PLUG - 6:g}' y='{y - 3:.1f}' width='6' height='6' fill='{INK}'/>")
        lines.append(_text((PLUG - 9, y + 2), f"{net} · {n}", 5.5, anchor="end"))
    return "\n".join([*lines, "</svg>", ""])


def _wires(tower: Tower, rows: dict[str, float]) -> Iterator[str]:
    """The rings of wire, what goes from the parts to them, and everything's way to the plug."""
    colour = colours.of_nets(tower)
    for net, radius in RAILS.items():
        x, y = polar(radius, _end(radius, rows[net]))
        yield f"<circle r='{radius:g}' fill='none' stroke='#555' stroke-width='2.2'/>"
        yield f"<circle r='{radius:g}' fill='none' stroke='{_ink(colour[net])}' stroke-width='1.6'/>"
        yield _wire(net, colour[net], f"M{x:.1f},{y:.1f} H{PLUG:g}")
        yield _dot((x, y), colour[net])
    for name, angle in parts(tower).items():
        for n, net in enumerate(nets_of(name)):
            turn = angle + FAN * (n - 1)
            radius = RAILS[net] if net in RAILS else _lane(tower, net)
            way = "M{:.1f},{:.1f} L{:.1f},{:.1f}".format(*polar(PART, turn), *polar(radius, turn))
            if net in RAILS:
                yield _wire(net, colour[net], way)
                yield _dot(polar(radius, turn), colour[net])
                continue
            end = turn + (_end(radius, rows[net]) - turn + 180.0) % 360.0 - 180.0  # round the shorter way
            x, y = polar(radius, end)
            arc = f"A{radius:g},{radius:g} 0 0 {int(end > turn)} {x:.1f},{y:.1f}"
            yield _wire(net, colour[net], f"{way} {arc} H{PLUG:g}")


def _lane(tower: Tower, net: str) -> float:
    """Of the signals on one side the one that ends farthest from the middle lies outermost."""
    era, half = int(net.split()[1]), tower.eras // 2
    steps = half - era if era <= half else era - half - 1
    return SIGNALS + APART * steps


def _end(radius: float, row: float) -> float:
    """The angle at which a ring meets a row of the plug."""
    return 180.0 - math.degrees(math.asin(row / radius))


def _gate(tower: Tower, era: int) -> Iterator[str]:
    x, y = polar(36, bearing_of(tower, era))
    yield _text((x, y + 2), f"era {era}", 6.5)
    if era in mixed_pillars(tower):
        turn = bearing_of(tower, era + 0.5)
        x, y = polar(PART, turn)
        yield (
            f"<rect x='-7' y='-1' width='14' height='2' fill='{FAINT}' "
            f"transform='translate({x:.1f} {y:.1f}) rotate({turn:.1f})'/>"
        )
        yield _text(polar(41, turn), "trap", 4.5, FAINT)


def _ink(colour: str) -> str:
    return colours.INKS[colours.parted(colour)[0]]


def _wire(net: str, colour: str, way: str) -> str:
    """On a dark line, so that white is seen."""
    line = f"<path d='{way}' fill='none' stroke-linejoin='round'"
    return (
        f"{line} stroke='#555' stroke-width='2.2'/>"
        f"{line} stroke='{_ink(colour)}' stroke-width='1.6'><title>{escape(net)}</title></path>"
    )


def _dot(spot: Spot, colour: str) -> str:
    x, y = spot
    return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='2' fill='{_ink(colour)}' stroke='#333' stroke-width='0.5'/>"


def _text(spot: Spot, words: str, size: float, ink: str = INK, anchor: str = "middle") -> str:
    return (
        f"<text x='{spot[0]:.1f}' y='{spot[1]:.1f}' font-size='{size:g}' text-anchor='{anchor}' "
        f"fill='{ink}'>{escape(words)}</text>"
    )
