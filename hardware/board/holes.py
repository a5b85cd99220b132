"""The carrier board wired by hand: the same parts on a perforated board, hole by hole. Standard library only.

Every pin goes into the hole next to its place on the carrier board; a net is a wire from hole to hole.
Columns are numbered from the outer edge, rows have letters from above.
"""

from __future__ import annotations

import itertools
import json
import math
from html import escape

from hardware import colours
from hardware.board import files
from hardware.board.nets import GND, POWER, Part, nets, parts
from hardware.pages import page, table
from hardware.tables import NOTICE
from hardware.tower import Tower

PITCH = 2.54
FIRST = (3.54, 2.8)  # mm: the first hole, from the outer upper corner
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BOW = 14.0
NARROW = 30.0  # a part of one column of holes: beside it is no room for its value
Hole = tuple[int, int]
Spot = tuple[float, float]
TURNED = {  # parts that go in two ways, and which is right
    "A1": "on its two sockets, USB towards column 1",
    "D1": "its ring at pin 1",
    "C1": "plus at pin 1",
    "Q1": "what is printed on it towards J1",
}
SIGNS = {"A1": ("USB", -30, 100), "D1": ("◂ ring", 16, 12), "C1": ("+", -12, 12), "Q1": ("print ▾", 4, 30)}
RIGID = ("A", "J", "Q")  # their pins do not bend from hole to hole
BEND = 0.2  # mm that they may all the same
DRILL = 3.2  # mm: the screws of the corners, and what has no hole of its own


def size(tower: Tower) -> Hole:
    g = tower.geometry
    return int((g["pcb_length"] - FIRST[0]) / PITCH) + 1, int((g["pcb_width"] - FIRST[1]) / PITCH) + 1


def holes() -> dict[str, Hole]:
    """The hole of every pin."""
    spots = json.loads(files.PINS.read_text(encoding="utf-8"))
    return {
        pin: (round((x - FIRST[0]) / PITCH), round((y - FIRST[1]) / PITCH)) for pin, (x, y) in spots.items()
    }


def name(hole: Hole) -> str:
    return f"{LETTERS[hole[1]]}{hole[0] + 1}"


def askew(part: Part) -> float:
    """How far a part's pins lie from their holes at most, wherever it is pushed to."""
    spots, where = json.loads(files.PINS.read_text(encoding="utf-8")), holes()
    off = []
    for n in range(1, len(part.pins) + 1):
        (x, y), (i, j) = spots[f"{part.ref}.{n}"], where[f"{part.ref}.{n}"]
        off.append((FIRST[0] + i * PITCH - x, FIRST[1] + j * PITCH - y))
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*off, strict=True)]
    return max(math.dist(one, middle) for one in off)


def to_drill(tower: Tower) -> dict[str, list[Spot]]:
    """Pins that no perforated board has holes for, by part: mm from the outer and from the upper edge."""
    spots = json.loads(files.PINS.read_text(encoding="utf-8"))
    return {
        part.ref: [tuple(spots[f"{part.ref}.{n}"]) for n in range(1, len(part.pins) + 1)]
        for part in parts(tower)
        if part.ref.startswith(RIGID) and askew(part) > BEND
    }


def stands(part: Part) -> str:
    """Which way round, where it could go in another."""
    if "JST_XH" in part.footprint:
        return f"its two slots towards row {'W' if part.turn else 'A'}"
    return TURNED.get(part.ref, "")


def wires(tower: Tower) -> dict[str, list[tuple[str, Hole]]]:
    """For each net its pins in the order in which a short wire visits them."""
    where = holes()
    found = {}
    for net, pins in nets(tower).items():
        left = [(pin, where[pin]) for pin in pins]
        way = [min(left, key=lambda one: one[1])]
        left.remove(way[0])
        while left:
            x, y = way[-1][1]
            nearest = min(left, key=lambda one: abs(one[1][0] - x) + abs(one[1][1] - y))
            way.append(nearest)
            left.remove(nearest)
        found[net] = way
    return found


def drawing(tower: Tower) -> str:
    """Seen from above: parts, holes and wires; ground is a wire like the others."""
    g, k = tower.geometry, 12.0
    long, wide = g["pcb_length"] * k, g["pcb_width"] * k

    def at(hole: Hole) -> tuple[float, float]:
        return (FIRST[0] + hole[0] * PITCH) * k + 20, (FIRST[1] + hole[1] * PITCH) * k + 20

    lines = [
        f"<!-- {NOTICE} -->",
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {long + 40:.0f} {wide + 40:.0f}' "
        "font-family='DejaVu Sans, Arial, sans-serif'>",
        f"<rect x='20' y='20' width='{long:.0f}' height='{wide:.0f}' fill='#f3ead6' stroke='#555'/>",
    ]
    across, down = size(tower)
    for i in range(across):
        x, _ = at((i, 0))
        lines.append(
            f"<text x='{x:.0f}' y='16' font-size='9' text-anchor='middle' fill='#666'>{i + 1}</text>"
        )
        lines += [
            "<circle cx='{:.0f}' cy='{:.0f}' r='3' fill='#cdbf9f'/>".format(*at((i, j))) for j in range(down)
        ]
    for j in range(down):
        lines.append(
            f"<text x='10' y='{at((0, j))[1] + 3:.0f}' font-size='9' fill='#666'>{LETTERS[j]}</text>"
        )
    where = holes()
    colour = colours.of_nets(tower)
    for n, (net, way) in enumerate(wires(tower).items()):
        inks = [colours.INKS[one] for one in colours.parted(colour[net])]
        lines += _wire(net, [at(hole) for _, hole in way], inks, BOW * (n % 3 - 1))
    for part in parts(tower):
        lines += _part(part, [at(where[f"{part.ref}.{n}"]) for n in range(1, len(part.pins) + 1)])
    return "\n".join([*lines, "</svg>", ""])


def _part(part: Part, spots: list[Spot]) -> list[str]:
    """Its outline and its pins, the first one square; what must not be turned round says so."""
    x0, x1 = min(x for x, _ in spots) - 8, max(x for x, _ in spots) + 8
    y0, y1 = min(y for _, y in spots) - 8, max(y for _, y in spots) + 8
    lines = [
        f"<rect x='{x0:.0f}' y='{y0:.0f}' width='{x1 - x0:.0f}' height='{y1 - y0:.0f}' fill='none' "
        "stroke='#333' rx='4'/>"
    ]
    (x, y), *others = spots
    lines.append(f"<rect x='{x - 4.5:.0f}' y='{y - 4.5:.0f}' width='9' height='9' fill='#333'/>")
    lines += [f"<circle cx='{x:.0f}' cy='{y:.0f}' r='4.5' fill='#333'/>" for x, y in others]
    words = part.ref if x1 - x0 < NARROW else f"{part.ref} {part.value}"
    lines.append(f"<text x='{x0:.0f}' y='{y0 - 3:.0f}' font-size='11' fill='#111'>{escape(words)}</text>")
    if part.ref in SIGNS:
        words, right, down = SIGNS[part.ref]
        at = f"x='{x0 + right:.0f}' y='{y0 + down:.0f}'"
        lines.append(f"<text {at} font-size='11' fill='#111'>{words}</text>")
    return lines


def _wire(net: str, way: list[tuple[float, float]], inks: list[str], bow: float) -> list[str]:
    """Bowed, so that two along one row are two; on a dark line, so that white is seen; stripes are dashes."""
    path = "M{:.0f},{:.0f}".format(*way[0])
    for (x0, y0), (x1, y1) in itertools.pairwise(way):
        far = math.copysign(bow, bow * (x1 - x0 or y1 - y0)) / math.hypot(x1 - x0, y1 - y0)
        beside = (x0 + x1) / 2 - far * (y1 - y0), (y0 + y1) / 2 + far * (x1 - x0)
        path += " Q{:.0f},{:.0f}".format(*beside) + f" {x1:.0f},{y1:.0f}"
    line = f"<path d='{path}' fill='none' stroke-linejoin='round'"
    found = [f"{line} stroke='#555' stroke-width='3.6'/>"]
    found += [f"{line} stroke='{inks[0]}' stroke-width='2.6'><title>{escape(net)}</title></path>"]
    return found + [f"{line} stroke='{ink}' stroke-width='2.6' stroke-dasharray='5 7'/>" for ink in inks[1:]]


def hole_page(tower: Tower) -> str:
    where = holes()
    placed = [
        [
            part.ref,
            part.value,
            stands(part),
            " ".join(name(where[f"{part.ref}.{n}"]) for n in range(1, len(part.pins) + 1)),
        ]
        for part in parts(tower)
    ]
    colour, corner = colours.of_nets(tower), tower.geometry["pcb_hole"]
    drilled = [
        f"for {ref} at " + ", ".join(f"{x:.1f} | {y:.1f} mm" for x, y in at)
        for ref, at in to_drill(tower).items()
    ]
    wired = [
        [net, colours.says(colour[net]), " – ".join(f"{name(hole)} ({pin})" for pin, hole in way)]
        for net, way in wires(tower).items()
    ]
    return page(
        "The board wired by hand",
        tower,
        "The same circuit as the carrier board, on a perforated board of the same size, seen from above. "
        "Rows have letters, columns numbers from the edge with the two sockets. Every wire is insulated; net "
        f"`{GND}` and the {len(POWER)} plus nets in 0.5 mm², the others in 0.14 mm². A colour means "
        "what it means in [the diagram](electrics.md). Pin 1 is square; what goes in two ways says how it "
        "stands. Sockets of ten pins have 2.5 mm from pin to pin instead of 2.54 and want a push.\n",
        f"**Drill {DRILL:g} mm** before anything is on the board: the four corners, {corner:g} mm from both "
        f"edges, and {' and '.join(drilled)}, from the left and from the upper edge of the drawing. No holes "
        "of such a board fit those tabs; wires are soldered straight to them.\n",
        "![Hole by hole](board-holes.svg)\n",
        "## Parts\n",
        table(["Part", "What", "How it stands", "Holes of its pins, pin 1 first"], placed),
        "## Wires\n",
        table(["Net", "Colour", "From hole to hole"], wired),
    )
