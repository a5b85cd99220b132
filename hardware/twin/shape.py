"""Where every wall stands that a cube can touch: tower.toml as a list of boxes. Standard library only.

Lengths in millimetres, z = 0 is the gates' floor, x points at the tower's front. The inside of the game's
tower is nobody's drawing: section [inside] is our guess of it, a seven-sided shaft so that three of its faces
look into the three chutes. The printed ring and the tray follow `hardware.layout`.

A tower whose beams lie within its body is bare: it has neither ring nor tray, the beams cross the ends of
its chutes, and the walls between those meet in edges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from hardware.layout import Layout
from hardware.tower import Tower

CHUTES = (0, 1, -1)  # the front, the next era (clockwise) and the previous one
PLATE = 2.0  # half thickness of everything whose back no cube sees
ROWS = (0.0, 6.0)  # mm outwards: the beam of tower.toml, and a second one that only studies look at
ABOVE = 170.0  # how far the shaft goes on above the place where the first cube is let go


Corner = tuple[float, float, float]


@dataclass(frozen=True)
class Box:
    """A cuboid: turned about x (roll), y (pitch), then z (yaw), in degrees."""

    name: str
    part: str  # tower | ring | tray | board
    middle: tuple[float, float, float]
    half: tuple[float, float, float]
    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0

    def turned(self, degrees: float) -> Box:
        """The same box after the whole was turned about the axis."""
        x, y, z = self.middle
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return replace(self, middle=(c * x - s * y, s * x + c * y, z), yaw=self.yaw + degrees)


@dataclass(frozen=True)
class Beam:
    """A line across a gate, from one end to the other."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]


def chute_half_width(tower: Tower) -> float:
    """The outlet's angle, as a width between parallel walls."""
    g = tower.geometry
    return float(g["body_diameter"]) / 2 * math.sin(math.radians(g["outlet_half_angle"]))


def bare(tower: Tower) -> bool:
    return bool(tower.geometry["ring_radius"] < tower.geometry["body_diameter"] / 2)


def bearing(era: float, tower: Tower) -> float:
    """Eras follow clockwise, seen from above."""
    return -era * tower.era_angle


def boxes(tower: Tower, offset: float = 0.0) -> list[Box]:
    """All of them; `offset`: degrees by which the tower misses its place in the ring."""
    ring = _skirt(tower) if bare(tower) else [*_ring(tower), *_tray(tower)]
    return [*_shaft(tower), *_baffles(tower), *_chutes(tower), *(b.turned(-offset) for b in ring)]


def beams(tower: Tower, offset: float = 0.0) -> list[list[Beam]]:
    """The beams of every outlet, nearest to the tower first; outlet 0 is the one at the front."""
    radii = [tower.geometry["ring_radius"] + shift for shift in ROWS]
    return [[_beam(tower, era, radius, offset) for radius in radii] for era in range(tower.eras)]


def _beam(tower: Tower, era: int, radius: float, offset: float) -> Beam:
    width = Layout.of(tower).gate_half_width
    if bare(tower):
        floor, slope = floor_height(tower, radius), tower.data["inside"]["lip_slope"]
    else:
        floor, slope = gate_floor(tower, radius), tower.geometry["gate_slope"]
    height = floor + tower.geometry["beam_height"] / math.cos(math.radians(slope))
    turn = math.radians(bearing(era, tower) - offset)
    c, s = math.cos(turn), math.sin(turn)
    ends = [(c * radius - s * y, s * radius + c * y, height) for y in (-width, width)]
    return Beam(ends[0], ends[1])


def sector(tower: Tower, x: float, y: float, offset: float = 0.0) -> int:
    """The era whose share of the board this place lies in, counted from the tower's front."""
    angle = math.degrees(math.atan2(y, x)) + offset
    return round(-angle / tower.era_angle) % tower.eras


# ------------------------------------------------------------------------------------- inside the tower


def _rise(tower: Tower) -> float:
    return math.tan(math.radians(tower.data["inside"]["slope"]))


def floor_height(tower: Tower, radius: float) -> float:
    """Of a chute's floor, at a distance from the axis along the chute: a slope, then a flatter lip."""
    inside = tower.data["inside"]
    left = tower.geometry["body_diameter"] / 2 - radius
    lip = min(left, inside["lip"])
    return float(
        tower.geometry["step"]
        + lip * math.tan(math.radians(inside["lip_slope"]))
        + (left - lip) * _rise(tower)
    )


def _slab(name: str, a: tuple[float, float], b: tuple[float, float], half_width: float, up: bool) -> Box:
    """A plate between two points (radius, height) of its face; `up`: the face is its upper one."""
    (x0, z0), (x1, z1) = a, b
    pitch = math.atan2(z0 - z1, x1 - x0)
    side = -PLATE if up else PLATE
    middle = ((x0 + x1) / 2 + side * math.sin(pitch), 0.0, (z0 + z1) / 2 + side * math.cos(pitch))
    half = (math.hypot(x1 - x0, z1 - z0) / 2, half_width, PLATE)
    return Box(name, "tower", middle, half, pitch=math.degrees(pitch))


def _shaft(tower: Tower) -> list[Box]:
    """Seven walls; the three at the chutes begin above the chutes' mouths."""
    inside = tower.data["inside"]
    apothem, top = inside["shaft"], inside["height"] + ABOVE
    half_face = apothem * math.tan(math.radians(tower.era_angle / 2)) + 2 * PLATE
    mouth = floor_height(tower, apothem) + inside["mouth_height"]
    walls = []
    for era in range(tower.eras):
        bottom = mouth if era in (0, 1, tower.eras - 1) else -5.0
        wall = Box(
            f"shaft {era}",
            "tower",
            (apothem + PLATE, 0, (bottom + top) / 2),
            (PLATE, half_face, (top - bottom) / 2),
        )
        walls.append(wall.turned(bearing(era, tower)))
    return walls


def _baffles(tower: Tower) -> list[Box]:
    """Plates that slope down to the middle, by turns from the front and from the back."""
    inside = tower.data["inside"]
    apothem, slope = inside["shaft"], math.radians(inside["baffle_slope"])
    reach = apothem + inside["baffle_overlap"]
    found = []
    for number, height in enumerate(inside["baffles"]):
        plate = _slab(
            f"baffle {number}",
            (-apothem, height),
            (reach - apothem, height - reach * math.tan(slope)),
            apothem * 1.2,
            True,
        )
        found.append(plate.turned(180.0 * ((number + 1) % 2)))
    return found


def solids(tower: Tower) -> dict[str, list[Corner]]:
    """What is no box: the corners of its convex hull."""
    piers = _piers(tower) if bare(tower) else {}
    return {"splitter": _splitter(tower), **piers}


def _splitter(tower: Tower) -> list[Corner]:
    """Under the shaft: three slopes, each into its own chute, that meet in ridges.

    The slopes into the side chutes lie higher by `favour`, which gives the front one more of the middle.
    """
    apothem, favour = _ends(tower), float(tower.data["inside"]["favour"])
    corner = apothem / math.cos(math.radians(tower.era_angle / 2))

    def height(x: float, y: float) -> float:
        def slope(era: int) -> float:
            turn = math.radians(bearing(era, tower))
            along = x * math.cos(turn) + y * math.sin(turn)
            return floor_height(tower, apothem) + (apothem - along) * _rise(tower) + favour * abs(era)

        return min(slope(era) for era in CHUTES)

    rim = [math.radians(bearing(era + 0.5, tower)) for era in range(tower.eras)]
    corners = [(corner * math.cos(turn), corner * math.sin(turn)) for turn in rim]
    # the ridges meet where all three slopes are equally high, and leave the rim where two of them are
    back, across = 1 - math.cos(math.radians(tower.era_angle)), math.sin(math.radians(tower.era_angle))
    shift = favour / _rise(tower)
    leave = ((apothem - shift) * back + shift) / across
    places = [*corners, (-shift / back, 0.0), (apothem - shift, leave), (apothem - shift, -leave)]
    return [(x, y, height(x, y)) for x, y in places] + [(x, y, -5.0) for x, y in corners]


def _edge(tower: Tower) -> float:
    """Where the walls of neighbouring chutes meet, along each chute; before that place there is no wall."""
    return (chute_half_width(tower) + 0.01) / math.tan(math.radians(tower.era_angle / 2))


def _ends(tower: Tower) -> float:
    """How far out the splitter goes: to the shaft's walls, or to the edges beyond them."""
    shaft = float(tower.data["inside"]["shaft"])
    return max(_edge(tower), shaft) if bare(tower) else shaft


def _piers(tower: Tower) -> dict[str, list[Corner]]:
    """Between the front chute and each of the others: a wedge that is a wall of both."""
    half, reach = chute_half_width(tower), tower.geometry["body_diameter"] / 2
    turn = math.radians(tower.era_angle)
    c, s = math.cos(turn), math.sin(turn)
    plan = [(_edge(tower), half), (reach, half), (c * reach + s * half, s * reach - c * half)]
    top = tower.data["inside"]["height"]
    return {f"pier {side}": [(x, side * y, z) for x, y in plan for z in (-5.0, top)] for side in (1, -1)}


def _chutes(tower: Tower) -> list[Box]:
    """Three corridors: floor with its lip, parallel walls, and a roof that comes down to the outlet."""
    inside = tower.data["inside"]
    reach, apothem = tower.geometry["body_diameter"] / 2, inside["shaft"]
    half = chute_half_width(tower)
    bend = reach - inside["lip"]

    def at(radius: float, above: float = 0.0) -> tuple[float, float]:
        return radius, floor_height(tower, radius) + above

    mouth = at(apothem, inside["mouth_height"])
    meet = max(_edge(tower), apothem)
    begins = _ends(tower) - 0.5 if bare(tower) else apothem * 0.92
    tall = mouth[1] + 4.0
    chute = [
        _slab("chute floor", at(begins), at(bend), half + 1.0, True),
        _slab("chute lip", at(bend - 0.5), at(reach), half + 1.0, True),
        _slab("chute roof", mouth, at(bend, inside["outlet_height"]), half + 3.0, False),
        _slab(
            "lip roof",
            at(bend, inside["outlet_height"]),
            at(reach, inside["outlet_height"]),
            half + 3.0,
            False,
        ),
    ]
    walls = {
        side: Box(
            f"chute wall {side}",
            "tower",
            ((meet + reach) / 2, side * (half + 0.75), tall / 2 - 2.0),
            ((reach - meet) / 2, 0.75, tall / 2 + 2.0),
        )
        for side in (1, -1)
    }
    return [
        replace(box.turned(bearing(era, tower)), name=f"{box.name} of {era}")
        for era in CHUTES
        for box in (*chute, *(walls[side] for side in (1, -1) if not (bare(tower) and era in (0, side))))
    ]


# ------------------------------------------------------------------------------------- around the tower


def gate_floor(tower: Tower, radius: float) -> float:
    lay = Layout.of(tower)
    return lay.gate_floor(radius) - lay.z_gate


def _ring(tower: Tower) -> list[Box]:
    """Seven gates: floor, two walls, roof; and the pillars' outer faces."""
    g, lay = tower.geometry, Layout.of(tower)
    inner, outer, half = lay.r_inner, lay.r_outer, lay.gate_half_width
    middle, depth = (inner + outer) / 2, (outer - inner) / 2
    clear = g["roof"] / math.cos(math.radians(g["gate_slope"]))
    low, high = gate_floor(tower, outer), clear + g["floor"]
    pillar = (outer * math.tan(math.radians(tower.era_angle / 2)) - half) / 2
    gate = [
        _slab("gate floor", (inner, 0.0), (outer, low), half + 6.0, True),
        _slab("gate roof", (inner, clear), (outer, low + clear), half + 6.0, False),
        *(
            Box(
                f"gate wall {side}",
                "ring",
                (middle, side * (half + 3.0), (low + high) / 2),
                (depth, 3.0, (high - low) / 2),
            )
            for side in (1, -1)
        ),
    ]
    face = Box(
        "pillar",
        "ring",
        (outer * math.cos(math.radians(tower.era_angle / 2)) - 1.0, 0, (low + high) / 2 - 6.0),
        (4.0, pillar, (high - low) / 2 + 6.0),
    )
    return [
        replace(box.turned(bearing(era, tower)), name=f"{box.name} of {era}", part="ring")
        for era in range(tower.eras)
        for box in gate
    ] + [replace(face.turned(bearing(era + 0.5, tower)), name=f"pillar {era}") for era in range(tower.eras)]


def _skirt(tower: Tower) -> list[Box]:
    """Under a bare tower's chutes: what has left it does not roll back in."""
    reach, low = tower.geometry["body_diameter"] / 2, board_height(tower)
    plate = Box("skirt", "tower", (reach - 2 * PLATE, 0, low / 2 - 4.0), (PLATE, reach / 2, -low / 2))
    return [replace(plate.turned(bearing(era, tower)), name=f"skirt {era}") for era in range(tower.eras)]


def _tray(tower: Tower) -> list[Box]:
    """Slide and floor in three flat strips for each era, the fence around and the dividers between them."""
    g, lay = tower.geometry, Layout.of(tower)
    start, outer = lay.r_outer + 2 * g["fit"] + g["skin"], lay.r_slide
    top, floor = gate_floor(tower, lay.r_outer) - 0.6, g["tray_floor"] - lay.z_gate
    slope = math.atan2(top - floor, outer - start)
    length = math.hypot(top - floor, outer - start) / 2
    x, z = (start + outer) / 2, (top + floor) / 2
    normal = (math.sin(slope), math.cos(slope))
    third = tower.era_angle / 3
    wide = math.tan(math.radians(third / 2))
    rim, fence = lay.r_fence, g["fence"]
    strips = [
        Box(
            "slide",
            "tray",
            (x - PLATE * normal[0], 0, z - PLATE * normal[1]),
            (length, outer * wide + 1.0, PLATE),
            pitch=math.degrees(slope),
        ),
        Box(
            "floor",
            "tray",
            ((outer + rim) / 2, 0, floor - PLATE),
            ((rim - outer) / 2 + 4, rim * wide + 1, PLATE),
        ),
    ]
    if fence > 0:
        high = (fence - g["tray_floor"]) / 2
        strips.append(
            Box("fence", "tray", (rim + PLATE, 0, floor + high), (PLATE, (rim + PLATE) * wide + 1, high))
        )
    found = [
        replace(strip.turned(bearing(era, tower) + part * third), name=f"{strip.name} {era} {part}")
        for strip in strips
        for era in range(tower.eras)
        for part in (-1, 0, 1)
    ]
    rise, thick = g["divider_height"], g["divider_thickness"] / 2
    if rise <= 0:
        return found
    deep = rise / 2 + 2.0
    fins = [
        Box(
            "divider",
            "tray",
            (x + (rise - deep) * normal[0], 0, z + (rise - deep) * normal[1]),
            (length, thick, deep),
            pitch=math.degrees(slope),
        )
    ]
    if fence > 0:
        high = (fence - g["tray_floor"]) / 2
        fins.append(
            Box("wall", "tray", ((outer + rim) / 2, 0, floor + high), ((rim - outer) / 2, thick, high))
        )
    return found + [
        replace(fin.turned(bearing(era + 0.5, tower)), name=f"{fin.name} {era}")
        for fin in fins
        for era in range(tower.eras)
    ]


def board_height(tower: Tower) -> float:
    """The game board, under the gates' floor."""
    return -Layout.of(tower).z_gate
