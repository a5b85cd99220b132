"""One picture for each step of the assembly: what comes, from where, with which screws. Imports VTK."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import vtk

from hardware import assembly, guide_steps, joints, solids
from hardware.assembly import Moment
from hardware.board import legend
from hardware.cad import bought
from hardware.cad.base import RELIEF
from hardware.cad.scene import Colour, Picture, Thing
from hardware.cad.workshop import AMBER, CORAL, TEAL, VIOLET, WHITE, Workshop, turned
from hardware.joints import DOWN, UP, Vector, polar
from hardware.layout import bearing_of

STANDING: Colour = (0.80, 0.80, 0.78)
APART = 30.0  # mm between what comes and where it goes
SCREWS_APART = 34.0  # and the screws beyond it
SIZE = (1000, 760)
COLOURS: dict[str, Colour] = {"emitter": VIOLET, "receiver": TEAL}  # the two are alike but for their wires
TURNING = {"turntable", "code_disc", "bearing_cap", "foot_cradle", "screw cap", "screw cradle"}
MANY = 30  # parts: the deck is in its place
TIE = sum(RELIEF) / 2
MIDDLE = 3  # the era that the servo's middle faces, as the guide has it from its first chapter on


def pictures(w: Workshop) -> dict[str, Callable[[Workshop], Picture]]:
    """By the step's name; each drawn when it is called."""
    used = guide_steps.tools(w.tower)
    return {
        name: partial(step, moments=moments, caption=f"with: {used[name]}")
        for name, moments in assembly.by_step(w.tower).items()
    }


def step(w: Workshop, moments: list[Moment], caption: str) -> Picture:
    first = moments[0]
    way = first.step.way
    things = [
        Thing(placed(w, name, first), STANDING) for name in first.present if not name.startswith("screw")
    ]
    things += _besides(w, first)
    numbers = Counter(kind(name) for moment in moments for name in moment.moving)
    for moment in moments:
        named = _named(moment)
        for name in moment.moving:
            if name.startswith("screw") or spare(w, name):
                continue
            plain = words(kind(name), numbers[kind(name)]) + _socket(w, name)
            label = (named[name] or plain) if name in named else ""
            mesh = moved(placed(w, name, moment), moment.step.way, APART)
            things.append(Thing(mesh, COLOURS.get(kind(name), AMBER), label))
        for name in moment.screws:
            back = _outward(w, name)
            far = APART * (way == back) + SCREWS_APART
            label = screw_words(w, kind(name))
            things.append(Thing(moved(placed(w, name, moment), back, far), CORAL, label))
    below = way == DOWN
    side = way not in (UP, DOWN)
    camera = (-1.0, -1.1, 0.7) if side and way[2] == 0 else (0.9, -1.2, -0.85 if below else 0.85)
    if first.step.id == "supply":
        camera = (-1.0, -1.0, 0.15)  # under the plugs: there the slots for the cable tie are
    elif first.step.bench == "base" and len(first.present) > MANY:
        camera = (-1.0, -1.0, 1.1)  # where the cables are, and the tower's front
    elif first.step.id in ("board", "plugs"):
        camera = (0.55, -0.8, 1.7)  # over the base's wall
    return Picture(
        things,
        camera=camera,
        size=SIZE,
        room=(0.16, 0.06),
        head_down=below,
        caption=caption,
        marks=_marks(w, first),
    )


def _named(moment: Moment) -> dict[str, str]:
    """What a step calls the things that come with a bench: one name for all of them."""
    found = {}
    for name in moment.step.comes:
        bench = name.removeprefix("bench ")
        if bench == name:
            found[name] = ""
            continue
        inside = [part for part in moment.moving if not part.startswith("screw")]
        head, others = assembly.FIRST[bench], [part for part in inside if part != assembly.FIRST[bench]]
        few = len(others) <= 2
        says = f"{words(head, 1)} with {words(others[0], 1)}" if few else f"the whole {bench}"
        found[head] = says
    return found


def placed(w: Workshop, name: str, moment: Moment) -> vtk.vtkPolyData:
    """Where it sits; what turns with the tower stands as the servo's middle has it."""
    if name == "the tower":
        return w.solid(bought.game_tower(w.tower, w.lay, MIDDLE), AMBER).mesh
    mesh = w.placed(name)
    turning = kind(name) in TURNING and moment.step.bench in ("deck", "base")
    return turned(mesh, bearing_of(w.tower, MIDDLE)) if turning else mesh


def _besides(w: Workshop, moment: Moment) -> list[Thing]:
    """What a step needs to be understood, and no other step moves."""
    if moment.step.id == "code disc":
        paper = w.solid(bought.drawn([solids.paper(w.lay)]), WHITE).mesh
        return [Thing(moved(paper, moment.step.way, APART / 2), WHITE, "white paper")]
    if moment.step.id == "plugs":
        refs = legend.plugs(w.tower)
        return [
            w.solid(bought.drawn([box]), WHITE, f"{refs[what].ref}, stays empty" * spare(w, f"plug {what}"))
            for what, box in solids.sockets(w.tower).items()
        ]
    return []


def _socket(w: Workshop, name: str) -> str:
    """Where a plug goes that comes from above."""
    part = legend.plugs(w.tower).get(name.removeprefix("plug "))
    return f", on {part.ref}" if part and name.startswith("plug ") else ""


def _marks(w: Workshop, moment: Moment) -> list[tuple[str, Vector]]:
    """Places that the step's text speaks of."""
    lay = w.lay
    rim = polar(lay.r_cradle - 1.0, bearing_of(w.tower, MIDDLE))
    if moment.step.id in ("turntable", "cradle"):
        high = lay.z_cradle if moment.step.id == "turntable" else lay.z_foot
        return [(f"groove, towards era {MIDDLE}", (*rim, high + APART))]
    if moment.step.id == "servo":  # drawn from below: the spline itself is on the other side
        return [("spline, at this end", (lay.centre_distance, 0.0, lay.z_servo - APART))]
    if moment.step.id == "tower":
        g = w.tower.geometry
        front = polar(g["body_diameter"] / 2, bearing_of(w.tower, MIDDLE))
        return [("front outlet", (*front, lay.z_foot + g["chute_floor"] + g["outlet_height"] / 2 + APART))]
    if moment.step.id == "code disc":
        p = w.tower.position
        row = p["sensor_angle"] - bearing_of(w.tower, p["codes"].index(7))
        return [
            ("groove", (*polar(lay.r_cradle - 1.0, 0.0), lay.z_disc)),
            ("three windows", (*polar(p["track_radii"][1], row), lay.z_mask - APART)),
        ]
    if moment.step.id == "ring":
        return [("groove, to the cables", (*polar(lay.r_outer, joints.CABLE_ANGLE), lay.z_beam + APART))]
    if moment.step.id == "supply":
        return [("slots for the cable tie", (-lay.r_outer, -TIE, w.tower.geometry["base_floor"] + 2.5))]
    if moment.step.id in ("trap", "beams"):
        return [("era 0", (lay.r_outer - 2.0, 0.0, lay.gate_floor(lay.r_outer - 2.0)))]
    return []


def spare(w: Workshop, name: str) -> bool:
    """A plug that the tower of this guide does not have: its socket stays empty."""
    plug = name.removeprefix("plug ")
    return plug != name and any(use.startswith(plug) for use in w.tower.board["more"])


def _outward(w: Workshop, name: str) -> Vector:
    """Where a screw comes from: the side of its head."""
    _, which, number = name.split()
    one = [screw for screw in joints.screws(w.tower) if screw.id == which][int(number)]
    return 0.0 - one.way[0], 0.0 - one.way[1], 0.0 - one.way[2]


def kind(name: str) -> str:
    """Without the number of a copy: `gate_tile 3` is a gate tile."""
    head = name.rstrip("0123456789").strip()
    return "aperture" if head.startswith("aperture") else head


def words(name: str, number: int) -> str:
    plain = name.replace("_", " ")
    return f"{number} x {plain}" if number > 1 else plain


def screw_words(w: Workshop, name: str) -> str:
    entry = w.tower.screw(name.split()[1])
    return f"{entry['quantity']} x M3x{entry['length']}, {w.tower.head(entry['part'])}"


def moved(mesh: vtk.vtkPolyData, way: Vector, far: float) -> vtk.vtkPolyData:
    transform = vtk.vtkTransform()
    transform.Translate(*(far * part for part in way))
    mover = vtk.vtkTransformPolyDataFilter()
    mover.SetInputData(mesh)
    mover.SetTransform(transform)
    mover.Update()
    return mover.GetOutput()
