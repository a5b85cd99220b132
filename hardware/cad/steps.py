"""One picture for each step of the assembly: what comes, from where, with which screws. Imports VTK."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import vtk

from hardware import assembly, guide_steps
from hardware.assembly import Moment
from hardware.cad.scene import Colour, Picture, Thing
from hardware.cad.workshop import AMBER, CORAL, Workshop
from hardware.joints import DOWN, UP, Vector

STANDING: Colour = (0.80, 0.80, 0.78)
APART = 30.0  # mm between what comes and where it goes
SCREWS_APART = 34.0  # and the screws beyond it
SIZE = (1000, 760)


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
    things = [Thing(w.placed(name), STANDING) for name in first.present if not name.startswith("screw")]
    labelled: set[str] = set()
    numbers = Counter(kind(name) for moment in moments for name in moment.moving)
    for moment in moments:
        for name in moment.moving:
            if name.startswith("screw"):
                continue
            label = (
                ""
                if kind(name) in labelled or len(moment.moving) > 30
                else words(kind(name), numbers[kind(name)])
            )
            labelled.add(kind(name))
            things.append(Thing(moved(w.placed(name), moment.step.way, APART), AMBER, label))
        for name in moment.screws:
            label = screw_words(w, kind(name), moment) if kind(name) not in labelled else ""
            labelled.add(kind(name))
            back: Vector = way if name.split()[1] != "ring" else _outward(w, name)
            things.append(
                Thing(moved(w.placed(name), back, APART * (way == back) + SCREWS_APART), CORAL, label)
            )
    if len(first.moving) > 30:
        things[-1 - len(moments[-1].screws)].label = f"the whole {first.step.comes[0].removeprefix('bench ')}"
    below = way == DOWN
    side = way not in (UP, DOWN)
    camera = (-1.0, -1.1, 0.7) if side and way[2] == 0 else (0.9, -1.2, -0.85 if below else 0.85)
    return Picture(things, camera=camera, size=SIZE, room=(0.16, 0.06), head_down=below, caption=caption)


def _outward(w: Workshop, name: str) -> Vector:
    from hardware.joints import screws

    one = [screw for screw in screws(w.tower) if screw.id == "ring"][int(name.split()[-1])]
    return -one.way[0], -one.way[1], -one.way[2]


def kind(name: str) -> str:
    """Without the number of a copy: `gate_tile 3` is a gate tile."""
    head = name.rstrip("0123456789").strip()
    return "aperture" if head.startswith("aperture") else head


def words(name: str, number: int) -> str:
    plain = name.replace("_", " ")
    return f"{number} x {plain}" if number > 1 else plain


def screw_words(w: Workshop, name: str, moment: Moment) -> str:
    entry = w.tower.screw(name.split()[1])
    head = w.tower.head(entry["part"])
    return f"{entry['quantity']} x M3x{entry['length']}, {head}" if moment else ""


def moved(mesh: vtk.vtkPolyData, way: Vector, far: float) -> vtk.vtkPolyData:
    transform = vtk.vtkTransform()
    transform.Translate(*(far * part for part in way))
    mover = vtk.vtkTransformPolyDataFilter()
    mover.SetInputData(mesh)
    mover.SetTransform(transform)
    mover.Update()
    return mover.GetOutput()
