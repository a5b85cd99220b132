"""The drawing of every kind of screw in its own size, to lay one on. Standard library only."""

from __future__ import annotations

from hardware.callipers import FAINT, FILL, FONT, INK
from hardware.tables import NOTICE
from hardware.tower import Section, Tower

SHAFT = 3.0
ROW = 9.0  # mm from one screw to the next
LEFT = 6.0
WORDS = 24.0  # mm from the left: what stands beside a screw
WIDTH = 110.0


def kinds(tower: Tower) -> list[Section]:
    """Those to buy; the horn's comes with the servo."""
    return [part for part in tower.data["parts"] if part["id"].startswith("S")]


def drawing(tower: Tower) -> str:
    parts = kinds(tower)
    high = ROW * len(parts) + 3
    lines = [
        f"<!-- {NOTICE} -->",
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH:g}mm' height='{high:g}mm' "
        f"viewBox='0 0 {WIDTH:g} {high:g}' {FONT}>",
        f"<rect width='{WIDTH:g}' height='{high:g}' fill='#fff'/>",
    ]
    for n, part in enumerate(parts):
        y = ROW * n + 6.0
        lines.append(
            f"<path d='{outline(tower, part, y)}' fill='{FILL}' stroke='{INK}' stroke-width='0.25'/>"
        )
        where = "with its head" if part["head"] == "countersunk" else "below its head"
        says = f"{part['id']} · M3 × {long(tower, part):g}, {part['head']} · {part['quantity']} of them"
        lines.append(f"<text x='{WORDS:g}' y='{y:g}' font-size='3.4' fill='{INK}'>{says}</text>")
        lines.append(
            f"<text x='{WORDS:g}' y='{y + 3.6:g}' font-size='2.6' fill='{FAINT}'>"
            f"{long(tower, part):g} mm long {where}</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


def long(tower: Tower, part: Section) -> float:
    (length,) = {entry["length"] for entry in tower.data["screws"] if entry["part"] == part["id"]}
    return float(length)


def outline(tower: Tower, part: Section, y: float) -> str:
    """Lying, its head at the left; a sunk head is part of the length."""
    wide, high = tower.data["screw_heads"][part["head"]]["head"]
    length, half = long(tower, part), SHAFT / 2
    start = LEFT if part["head"] == "countersunk" else LEFT - high
    neck = f"{LEFT:g}" if part["head"] == "cylinder" else f"{LEFT + high:g}"
    inner = half if part["head"] == "countersunk" else wide / 2
    return (
        f"M{start:g},{y - wide / 2:g} L{neck},{y - inner:g} V{y - half:g} H{LEFT + length:g} V{y + half:g} "
        f"H{neck} V{y + inner:g} L{start:g},{y + wide / 2:g} Z"
    )
