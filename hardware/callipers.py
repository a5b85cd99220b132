"""The drawing that shows where to put the calliper: one letter for each `[[measure]]` of tower.toml.

Standard library only; the outlines are drawn to scale from the figures themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from string import ascii_letters

from hardware.tables import NOTICE
from hardware.tower import Tower

INK, FAINT, FILL, RED = "#26292f", "#8a8e96", "#e9e4d8", "#b3261e"
LETTERS = ascii_letters[26:] + ascii_letters[:26]
FONT = "font-family='DejaVu Sans, Arial, sans-serif'"


class Sheet:
    """Lines and dimensions in millimetres; y grows downwards as in SVG."""

    def __init__(self) -> None:
        self.items: list[str] = []

    def box(self, x: float, y: float, w: float, h: float, fill: str = FILL, radius: float = 0) -> None:
        self.items.append(
            f"<rect x='{x:.2f}' y='{y:.2f}' width='{w:.2f}' height='{h:.2f}' rx='{radius}' fill='{fill}' "
            f"stroke='{INK}' stroke-width='0.5'/>"
        )

    def circle(self, x: float, y: float, r: float, fill: str = FILL) -> None:
        self.items.append(
            f"<circle cx='{x:.2f}' cy='{y:.2f}' r='{r:.2f}' fill='{fill}' stroke='{INK}' stroke-width='0.5'/>"
        )

    def line(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        colour: str = INK,
        width: float = 0.5,
        dash: str = "",
    ) -> None:
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        self.items.append(
            f"<line x1='{x0:.2f}' y1='{y0:.2f}' x2='{x1:.2f}' y2='{y1:.2f}' stroke='{colour}' "
            f"stroke-width='{width}'{dashed}/>"
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 4.2,
        colour: str = INK,
        anchor: str = "middle",
        bold: bool = False,
    ) -> None:
        weight = " font-weight='bold'" if bold else ""
        self.items.append(
            f"<text x='{x:.2f}' y='{y:.2f}' {FONT} font-size='{size}' fill='{colour}' "
            f"text-anchor='{anchor}'{weight}>"
            f"{escape(words)}</text>"
        )

    def dimension(self, letter: str, a: tuple[float, float], b: tuple[float, float], away: float) -> None:
        """Between two points that lie level or upright, drawn `away` from them like a calliper's jaws."""
        (x0, y0), (x1, y1) = a, b
        if abs(x0 - x1) >= abs(y0 - y1):
            y = (max if away > 0 else min)(y0, y1) + away
            p, q = (x0, y), (x1, y)
        else:
            x = (max if away > 0 else min)(x0, x1) + away
            p, q = (x, y0), (x, y1)
        self.line(x0, y0, *p, colour=RED, width=0.3)
        self.line(x1, y1, *q, colour=RED, width=0.3)
        self.line(*p, *q, colour=RED, width=0.5)
        for (x, y), (u, v) in ((p, q), (q, p)):
            length = math.hypot(u - x, v - y) or 1.0  # a figure of 0: a letter without arrows
            dx, dy = (u - x) / length * min(2.4, length / 2), (v - y) / length * min(2.4, length / 2)
            corners = [(x, y), (x + dx - dy / 3, y + dy + dx / 3), (x + dx + dy / 3, y + dy - dx / 3)]
            points = " ".join(f"{px:.2f},{py:.2f}" for px, py in corners)
            self.items.append(f"<polygon points='{points}' fill='{RED}'/>")
        mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
        if math.hypot(p[0] - q[0], p[1] - q[1]) < 9:  # no room between the arrows: beside them
            upright = abs(p[0] - q[0]) < abs(p[1] - q[1])
            sign = 1 if away > 0 else -1
            mx, my = (mx + 4.4 * sign, my) if upright else (mx, my + 4.4 * sign)
        self.items.append(
            f"<circle cx='{mx:.2f}' cy='{my:.2f}' r='3.1' fill='white' stroke='{RED}' stroke-width='0.4'/>"
        )
        self.text(mx, my + 1.5, letter, 4.2, RED, bold=True)


def letters(tower: Tower) -> dict[str, str]:
    """Letter of every figure to be measured, by its name in tower.toml."""
    return {entry["where"]: LETTERS[n] for n, entry in enumerate(tower.data["measure"])}


def tower_panel(s: Sheet, tower: Tower, at: dict[str, str]) -> None:
    g = tower.geometry
    d, wide, low = g["foot_diameter"], g["body_diameter"], g["chute_floor"]
    s.text(48, 6, "The tower you own, from the side")
    floor, left = 78.0, 48 - d / 2
    half = g["outlet_width"] / 2
    s.box(48 - wide / 2, 14, wide, floor - 14 - 18)
    s.box(left, floor - 18, d, 18)
    opening = g["outlet_height"]
    s.box(48 - half, floor - low - opening, 2 * half, opening, fill="#cfc8b8")
    s.line(-14, floor, 110, floor, width=0.8)
    s.text(-14, floor + 4.2, "table", 3.4, FAINT, "start")
    s.dimension(at["geometry.foot_diameter"], (left, floor), (left + d, floor), 9)
    s.dimension(at["geometry.body_diameter"], (48 - wide / 2, 30), (48 + wide / 2, 30), -9)
    s.dimension(at["geometry.chute_floor"], (48 + half, floor - low), (48 + half, floor), 20)
    s.dimension(
        at["geometry.outlet_width"],
        (48 - half, floor - low - opening),
        (48 + half, floor - low - opening),
        -6,
    )
    s.dimension(
        at["geometry.outlet_height"], (48 - half, floor - low - opening), (48 - half, floor - low), -10
    )


def cube_panel(s: Sheet, tower: Tower, at: dict[str, str]) -> None:
    a = tower.geometry["cube"] * 3
    s.text(22, 6, "A cube (3 : 1)")
    s.box(10, 20, a, a, fill="#c62828")
    s.dimension(at["geometry.cube"], (10, 20 + a), (10 + a, 20 + a), 9)


def beam_panel(s: Sheet, tower: Tower, at: dict[str, str]) -> None:
    g, k = tower.geometry, 2.4
    w, h, depth = g["housing_width"] * k, g["housing_length"] * k, g["housing_depth"] * k
    lens, up, out = g["lens_diameter"] * k, g["housing_lens"] * k, g["lens_length"] * k
    s.text(44, 6, "Beam part (drawn larger)")
    s.box(14, 18, w, h, radius=1.5)
    s.circle(14 + w / 2, 18 + up, lens / 2, fill="#b9b2d6")
    s.text(14 + w / 2, 18 + h + 14, "face with the lens", 3.4, FAINT)
    s.dimension(at["geometry.housing_width"], (14, 18 + h), (14 + w, 18 + h), 6)
    s.dimension(at["geometry.housing_length"], (14, 18), (14, 18 + h), -8)
    s.dimension(
        at["geometry.lens_diameter"],
        (14 + w / 2 - lens / 2, 18 + up),
        (14 + w / 2 + lens / 2, 18 + up),
        lens / 2 + 5,
    )
    x = 66.0
    s.box(x, 18, depth, h, radius=1.5)
    s.box(x - out, 18 + up - lens / 2, out, lens, fill="#b9b2d6", radius=1)
    s.text(x + depth / 2, 18 + h + 14, "from the side", 3.4, FAINT)
    s.dimension(at["geometry.housing_depth"], (x, 18 + h), (x + depth, 18 + h), 6)
    s.dimension(at["geometry.housing_lens"], (x + depth, 18), (x + depth, 18 + up), 8)
    s.dimension(at["geometry.lens_length"], (x - out, 18 + up + lens / 2), (x, 18 + up + lens / 2), 10)


def servo_panel(s: Sheet, tower: Tower, at: dict[str, str]) -> None:
    v, k = tower.servo, 1.25
    length, height, width = v["body_length"] * k, v["body_height"] * k, v["body_width"] * k
    flange, thick, under = v["flange_length"] * k, v["flange_thickness"] * k, v["flange_height"] * k
    end = v["spline_from_end"] * k
    s.text(58, 6, "Servo and horn")
    x, top = 24.0, 24.0
    bottom = top + height
    s.box(x, top, length, height, radius=1)
    s.box(x - (flange - length) / 2, bottom - under - thick, flange, thick)
    s.box(x + end - 3.6, top - 5, 7.2, 5, fill="#c9ccd1")
    seat, disc = v["horn_seat"] * k, v["horn_thickness"] * k
    reach = v["horn_diameter"] / 2 * k
    s.box(x + end - reach, top - seat - disc, 2 * reach, disc, fill="#c9ccd1")
    s.dimension(at["servo.horn_seat"], (x + end + reach, top - seat), (x + end + reach, top), 8)
    s.text(x + length / 2, bottom + 22, "from the side", 3.4, FAINT)
    s.dimension(at["servo.body_length"], (x, bottom), (x + length, bottom), 6)
    s.dimension(
        at["servo.flange_length"],
        (x - (flange - length) / 2, bottom - under),
        (x - (flange - length) / 2 + flange, bottom - under),
        under + 15,
    )
    s.dimension(at["servo.body_height"], (x + length, top), (x + length, bottom), 17)
    s.dimension(at["servo.flange_height"], (x, bottom - under), (x, bottom), -16)
    s.dimension(at["servo.spline_from_end"], (x, top), (x + end, top), -12)
    s.dimension(
        at["servo.flange_thickness"],
        (x + length + (flange - length) / 2, bottom - under - thick),
        (x + length + (flange - length) / 2, bottom - under),
        16,
    )
    u, middle = 136.0, top + width / 2
    s.box(u - (flange - length) / 2, top, flange, width)
    s.box(u, top, length, width, radius=1)
    s.circle(u + end, middle, 3.6, fill="#c9ccd1")
    along, across = v["flange_hole_length"] * k / 2, v["flange_hole_width"] * k / 2
    for dx in (-along, along):
        for dy in (-across, across):
            s.circle(u + length / 2 + dx, middle + dy, 2.2 * k, fill="white")
    s.text(u + length / 2, top + width + 20, "from above", 3.4, FAINT)
    s.dimension(
        at["servo.flange_hole_length"],
        (u + length / 2 - along, middle + across),
        (u + length / 2 + along, middle + across),
        13,
    )
    s.dimension(
        at["servo.flange_hole_width"],
        (u + length / 2 + along, middle - across),
        (u + length / 2 + along, middle + across),
        10,
    )
    s.dimension(
        at["servo.body_width"], (u - (flange - length) / 2, top), (u - (flange - length) / 2, top + width), -8
    )
    r, h = v["horn_diameter"] / 2 * k, top + width + 42
    s.circle(u + r, h, r, fill="#c9ccd1")
    s.circle(u + r, h, 3.6, fill="white")
    circle = v["horn_hole_circle"] / 2 * k
    for dx, dy in ((circle, 0), (-circle, 0), (0, circle), (0, -circle)):
        s.circle(u + r + dx, h + dy, 1.3 * k, fill="white")
    s.dimension(at["servo.horn_diameter"], (u, h), (u + 2 * r, h), r + 6)
    s.dimension(at["servo.horn_hole_circle"], (u + r - circle, h), (u + r + circle, h), -r - 5)
    thickness = v["horn_thickness"] * k
    s.box(u + 3 * r, h - r, thickness, 2 * r, fill="#c9ccd1")
    s.dimension(at["servo.horn_thickness"], (u + 3 * r, h + r), (u + 3 * r + thickness, h + r), 6)
    s.text(u + r * 1.6, h + r + 16, "horn", 3.4, FAINT)


def bearing_panel(s: Sheet, tower: Tower, at: dict[str, str]) -> None:
    g = tower.geometry
    outer, inner, width = g["bearing_outer"], g["bearing_inner"], g["bearing_width"]
    s.text(34, 6, "Bearing")
    s.circle(28, 42, outer / 2)
    s.circle(28, 42, inner / 2, fill="white")
    s.dimension(at["geometry.bearing_outer"], (28 - outer / 2, 42), (28 + outer / 2, 42), outer / 2 + 6)
    s.dimension(at["geometry.bearing_inner"], (28 - inner / 2, 42), (28 + inner / 2, 42), -outer / 2 - 6)
    s.box(62, 42 - outer / 2, width, outer)
    s.dimension(at["geometry.bearing_width"], (62, 42 + outer / 2), (62 + width, 42 + outer / 2), 6)


def board_panel(s: Sheet, tower: Tower, at: dict[str, str]) -> None:
    g, k = tower.geometry, 0.45
    hole, thick, rift = g["board_hole"] * k, g["board_thickness"] * k * 2, g["rift_distance"] * k
    s.text(60, 6, "The game's board, cut through its middle")
    s.box(60 - rift - 12, 24, rift + 12 - hole / 2, thick)
    s.box(60 + hole / 2, 24, rift + 12 - hole / 2, thick)
    s.box(60 + rift, 22.8, 10, 1.2, fill="#c62828")
    s.text(60 + rift + 5, 20, "rifts", 3.4, FAINT)
    s.line(60, 16, 60, 40, FAINT, 0.3, "2 1")
    s.dimension(at["geometry.board_hole"], (60 - hole / 2, 24), (60 + hole / 2, 24), -6)
    s.dimension(at["geometry.board_thickness"], (60 - rift - 12, 24), (60 - rift - 12, 24 + thick), -8)
    s.dimension(at["geometry.rift_distance"], (60, 24 + thick), (60 + rift, 24 + thick), 8)
    x, foot, plug = 195.0, g["foot_diameter"] * k, g["foot_plug_diameter"] * k
    stands = 20 + g["foot_plug_height"] * k * 2
    s.text(x, 6, "The tower's foot, below")
    s.box(x - foot / 2, 12, foot, 8)
    s.box(x - plug / 2, 20, plug, stands - 20)
    s.dimension(at["geometry.foot_plug_diameter"], (x - plug / 2, stands), (x + plug / 2, stands), 8)
    s.dimension(at["geometry.foot_plug_height"], (x + plug / 2, 20), (x + plug / 2, stands), foot / 2)


Panel = Callable[[Sheet, Tower, dict[str, str]], None]
PANELS: list[tuple[float, float, Panel]] = [
    (22, 6, tower_panel),
    (158, 6, beam_panel),
    (266, 6, cube_panel),
    (14, 104, servo_panel),
    (244, 104, bearing_panel),
    (40, 222, board_panel),
]


def drawing(tower: Tower) -> str:
    at = letters(tower)
    body = []
    for x, y, panel in PANELS:
        sheet = Sheet()
        panel(sheet, tower, at)
        body.append(f"<g transform='translate({x} {y})'>" + "\n".join(sheet.items) + "</g>")
    return "\n".join(
        [
            f"<!-- {NOTICE} -->",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 322 276' width='1288' height='1104'>",
            "<rect width='322' height='276' fill='white'/>",
            *body,
            "</svg>",
            "",
        ]
    )
