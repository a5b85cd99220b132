"""Every solid of the tower, printed or bought, ready for a picture. Imports build123d and VTK."""

from __future__ import annotations

import tempfile
from pathlib import Path

import vtk
from build123d import Part, export_stl

from hardware import assembly, prints, solids
from hardware.cad import bought
from hardware.cad.scene import Colour, Thing, placed, read_stl
from hardware.cad.shapes import at_angle, block
from hardware.layout import Layout, bearing_of
from hardware.tower import Tower

SLATE: Colour = (0.29, 0.33, 0.40)
SAND: Colour = (0.86, 0.79, 0.66)
TEAL: Colour = (0.24, 0.56, 0.58)
AMBER: Colour = (0.93, 0.66, 0.24)
CORAL: Colour = (0.84, 0.35, 0.29)
STEEL: Colour = (0.72, 0.74, 0.77)
BLACK: Colour = (0.20, 0.21, 0.24)
WHITE: Colour = (0.95, 0.95, 0.93)
GREEN: Colour = (0.25, 0.50, 0.36)
VIOLET: Colour = (0.47, 0.40, 0.62)
CUBE: Colour = (0.80, 0.13, 0.15)

COLOURS: dict[str, Colour] = {
    "base": SAND,
    "deck": SAND,
    "bearing_clamp": STEEL,
    "board_plug": SAND,
    "turntable": AMBER,
    "bearing_cap": AMBER,
    "foot_cradle": AMBER,
    "servo_gear": CORAL,
    "code_disc": BLACK,
    "sensor_carrier": TEAL,
    "beam_ring": SLATE,
    "roof": SLATE,
    "channel_cover": SLATE,
    "light_trap": STEEL,
    "gate_tile": AMBER,
    "aperture": BLACK,
    "tray": SAND,
    "tray_left": SAND,
    "tray_right": SAND,
}


class Workshop:
    """Gets every solid, printed or bought, once."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.lay = Layout.of(tower)
        self._places = prints.places()
        self._bought = solids.bought(tower)
        self._folder = tempfile.TemporaryDirectory()

    def printed(self, name: str, label: str = "", lift: float = 0.0, **look: object) -> Thing:
        place = self._places[name]
        mesh = placed(read_stl(prints.stl(name)), place.move, place.turn, place.spin)
        return Thing(mesh, COLOURS[name], label, lift, **look)  # type: ignore[arg-type]

    def solid(
        self, part: Part | list[Part], colour: Colour, label: str = "", lift: float = 0.0, **look: object
    ) -> Thing:
        joined = vtk.vtkAppendPolyData()
        for piece in part if isinstance(part, list) else [part]:
            path = Path(self._folder.name) / "solid.stl"
            export_stl(piece, path, tolerance=0.03, angular_tolerance=0.15)
            joined.AddInputData(read_stl(path))
        joined.Update()
        return Thing(joined.GetOutput(), colour, label, lift, **look)  # type: ignore[arg-type]

    def placed(self, name: str) -> vtk.vtkPolyData:
        """Anything that the assembly's steps name, where it sits in the finished tower."""
        if name in self._bought:
            return self.solid(bought.drawn(self._bought[name]), STEEL).mesh
        kind, _, rest = name.partition(" ")
        if kind == "aperture":
            era, side = rest.split()
            return turned(self.printed(kind).mesh, bearing_of(self.tower, int(era)), side == "right")
        for kept, places in assembly.copies(self.tower).items():
            if kind == kept and rest:
                return turned(self.printed(kind).mesh, dict(places)[name])
        return self.printed(name).mesh

    def copies(self, kind: str, label: str = "", lift: float = 0.0, **look: object) -> list[Thing]:
        names = [name for name, _ in assembly.copies(self.tower)[kind]]
        found = [Thing(self.placed(name), COLOURS[kind], "", lift) for name in names]
        found[0] = Thing(found[0].mesh, COLOURS[kind], label, lift, **look)  # type: ignore[arg-type]
        return found

    def apertures(self, era: int) -> list[Thing]:
        return [
            Thing(self.placed(f"aperture {era} {side}"), COLOURS["aperture"]) for side in ("left", "right")
        ]

    def bought(self, colour: Colour, label: str, lift: float, *names: str, **look: object) -> Thing:
        parts = [part for name in names for part in bought.drawn(self._bought[name])]
        return self.solid(parts, colour, label, lift, **look)

    def beam_parts(self, kind: str) -> list[Part]:
        """Body and lens of era 0, then of the others."""
        return [
            part for era in range(self.tower.eras) for part in bought.drawn(self._bought[f"{kind} {era}"])
        ]

    def servo(self, **look: object) -> list[Thing]:
        lift = float(look.pop("lift", 0.0))  # type: ignore[arg-type]
        label = str(look.pop("label", ""))
        return [self.bought(BLACK, label, lift, "servo", **look), self.bought(STEEL, "", lift, "horn")]

    def cubes(self, spots: list[tuple[float, float, float]]) -> Thing:
        a = self.tower.geometry["cube"]
        made = []
        for radius, angle, height in spots:
            cube = block((radius - a / 2, radius + a / 2), (-a / 2, a / 2), (height, height + a))
            made.append(at_angle(cube, angle))
        return self.solid(made, CUBE)


def turned(mesh: vtk.vtkPolyData, degrees: float, mirrored: bool = False) -> vtk.vtkPolyData:
    transform = vtk.vtkTransform()
    transform.RotateZ(degrees)
    if mirrored:
        transform.Scale(1, -1, 1)
    mover = vtk.vtkTransformPolyDataFilter()
    mover.SetInputData(mesh)
    mover.SetTransform(transform)
    mover.Update()
    if not mirrored:
        return mover.GetOutput()
    flip = vtk.vtkReverseSense()
    flip.SetInputConnection(mover.GetOutputPort())
    flip.ReverseCellsOn()
    flip.Update()
    return flip.GetOutput()


def middle(part: Part) -> tuple[float, float, float]:
    box = part.bounding_box()
    return (box.min.X + box.max.X) / 2, (box.min.Y + box.max.Y) / 2, (box.min.Z + box.max.Z) / 2
