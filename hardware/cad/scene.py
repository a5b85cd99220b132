"""Draws solids as pictures: VTK without a screen, labels with Pillow. Imports both (extra `cad`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import vtk
from PIL import Image, ImageDraw, ImageFont
from vtk.util.numpy_support import vtk_to_numpy

PAPER = (0.965, 0.957, 0.937)
INK = (38, 41, 48)
LINE = (126, 130, 138)
PLATE = (246, 244, 239)
SUPERSAMPLE = 2
INSIDE = 7  # pixels between a label's point and the edge of what it names, where there is room

Colour = tuple[float, float, float]
Vector = tuple[float, float, float]


@dataclass
class Thing:
    """One solid in a picture; `label` is written beside it, once for all that share it."""

    mesh: vtk.vtkPolyData
    colour: Colour
    label: str = ""
    lift: float = 0.0
    opacity: float = 1.0
    edges: bool = True
    anchor: Vector | None = None


@dataclass
class Picture:
    """A set of things seen from somewhere."""

    things: list[Thing]
    camera: Vector = (1.0, -1.35, 0.85)  # where it is seen from, as a direction
    size: tuple[int, int] = (1400, 1000)
    room: tuple[float, float] = (0.04, 0.04)  # left free at the sides and at top and bottom, for labels
    focus: Vector | None = None  # the middle of the picture …
    span: float = 0.0  # … and its width in mm, for a close-up
    head_down: bool = False  # as if everything lay upside down on the table
    caption: str = ""  # below, at the left
    marks: list[tuple[str, Vector]] = field(default_factory=list)  # labels of places, not of things
    cut: tuple[Vector, Vector] | None = None  # a plane by point and normal; what lies behind it goes

    def save(self, path: Path) -> None:
        renderer, window = self._stage()
        window.Render()
        picture = self._grab(window).resize(self.size, Image.Resampling.LANCZOS)
        height = self.size[1]
        marks = [(text, _project(renderer, place)) for text, place in self.marks]
        spots = [(text, (x / SUPERSAMPLE, height - y / SUPERSAMPLE)) for text, (x, y) in marks]
        self._write(picture, [*spots, *self.labels()])
        picture.quantize(colors=256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)

    def labels(self) -> list[tuple[str, tuple[float, float]]]:
        """Where each label points: at a place that is seen of the first of its things, next to its anchor."""
        renderer, window = self._stage(flat=True)
        window.Render()
        seen = np.asarray(self._grab(window)).astype(int) @ (65536, 256, 1)
        found: dict[str, tuple[float, float] | None] = {}
        for number, thing in enumerate(self.things, start=1):
            if thing.label and found.get(thing.label) is None:
                x, y = _project(renderer, self._anchor(thing))
                wanted = x, self.size[1] - y
                found[thing.label] = _nearest(seen == number, wanted) if thing.opacity == 1 else wanted
        unseen = [label for label, spot in found.items() if spot is None]
        if unseen:
            raise ValueError(f"nothing is seen of {', '.join(unseen)}")
        return [(label, spot) for label, spot in found.items() if spot]

    def _stage(self, flat: bool = False) -> tuple[vtk.vtkRenderer, vtk.vtkRenderWindow]:
        """`flat`: every thing in the colour of its number, to see which of them is where."""
        renderer = vtk.vtkRenderer()
        renderer.SetBackground(*((0, 0, 0) if flat else PAPER))
        for number, thing in enumerate(self.things, start=1):
            if flat:
                _add_flat(renderer, self._shown(thing), number, thing)
            else:
                _add(renderer, self._shown(thing), thing)
        light = vtk.vtkLight()
        light.SetLightTypeToCameraLight()
        light.SetPosition(-0.6, 0.9, 1.0)
        light.SetIntensity(0.75)
        renderer.AddLight(light)
        fill = vtk.vtkLight()
        fill.SetLightTypeToCameraLight()
        fill.SetPosition(0.9, 0.1, 1.0)
        fill.SetIntensity(0.35)
        renderer.AddLight(fill)
        self._aim(renderer)
        renderer.ResetCameraClippingRange()
        window = vtk.vtkRenderWindow()
        window.SetOffScreenRendering(1)
        window.SetMultiSamples(0 if flat else 8)
        window.SetSize(*(length * (1 if flat else SUPERSAMPLE) for length in self.size))
        window.AddRenderer(renderer)
        return renderer, window

    def _aim(self, renderer: vtk.vtkRenderer) -> None:
        """Fits everything into the picture, or the close-up when there is one."""
        camera = renderer.GetActiveCamera()
        camera.SetParallelProjection(True)
        away = np.array(self.camera) / np.linalg.norm(self.camera)
        right = np.cross((0, 0, -1 if self.head_down else 1), away)
        right /= np.linalg.norm(right)
        up = np.cross(away, right)
        if self.focus is None:
            points = np.concatenate([vtk_to_numpy(self._shown(t).GetPoints().GetData()) for t in self.things])
            flat = points @ np.array([right, up]).T
            low, high = flat.min(axis=0), flat.max(axis=0)
            middle = right * (low[0] + high[0]) / 2 + up * (low[1] + high[1]) / 2
            wide, tall = (high - low) / (1 - 2 * np.array(self.room))
            scale = max(tall, wide * self.size[1] / self.size[0]) / 2
        else:
            middle, scale = np.array(self.focus), self.span * self.size[1] / self.size[0] / 2
        camera.SetFocalPoint(*middle)
        camera.SetPosition(*(middle + 2000 * away))
        camera.SetViewUp(*up)
        camera.SetParallelScale(scale)

    def _shown(self, thing: Thing) -> vtk.vtkPolyData:
        move = vtk.vtkTransform()
        move.Translate(0, 0, thing.lift)
        placed = vtk.vtkTransformPolyDataFilter()
        placed.SetInputData(thing.mesh)
        placed.SetTransform(move)
        placed.Update()
        if self.cut is None or thing.opacity < 1:
            return placed.GetOutput()
        plane = vtk.vtkPlane()
        plane.SetOrigin(*self.cut[0])
        plane.SetNormal(*self.cut[1])
        planes = vtk.vtkPlaneCollection()
        planes.AddItem(plane)
        cutter = vtk.vtkClipClosedSurface()
        cleaned = vtk.vtkCleanPolyData()
        cleaned.SetInputData(placed.GetOutput())
        cutter.SetInputConnection(cleaned.GetOutputPort())
        cutter.SetClippingPlanes(planes)
        cutter.Update()
        return cutter.GetOutput()

    def _anchor(self, thing: Thing) -> Vector:
        if thing.anchor is not None:
            x, y, z = thing.anchor
            return x, y, z + thing.lift
        x0, x1, y0, y1, z0, z1 = self._shown(thing).GetBounds()
        return (x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2

    @staticmethod
    def _grab(window: vtk.vtkRenderWindow) -> Image.Image:
        grab = vtk.vtkWindowToImageFilter()
        grab.SetInput(window)
        grab.ReadFrontBufferOff()
        grab.Update()
        data = grab.GetOutput()
        width, height, _ = data.GetDimensions()
        pixels = vtk_to_numpy(data.GetPointData().GetScalars()).reshape(height, width, -1)[::-1]
        return Image.fromarray(pixels)

    def _write(self, picture: Image.Image, labels: list[tuple[str, tuple[float, float]]]) -> None:
        draw = ImageDraw.Draw(picture)
        high = max(16, self.size[0] // 62)
        font = ImageFont.load_default(high)
        draw.text((self.size[0] * 0.03, self.size[1] * 0.96), self.caption, fill=INK, font=font, anchor="lm")
        sides: dict[str, list[tuple[str, tuple[float, float]]]] = {"left": [], "right": []}
        for text, spot in sorted(labels, key=lambda entry: entry[1][1]):
            free = "right" if spot[0] >= self.size[0] / 2 else "left"
            if abs(spot[0] - self.size[0] / 2) < self.size[0] * 0.05:  # in the middle: the emptier side
                free = min(sides, key=lambda side: len(sides[side]))
            sides[free].append((text, spot))
        gap = high * 1.7
        for side, entries in sides.items():
            heights = _spread([spot[1] for _, spot in entries], gap, self.size[1] * 0.1, self.size[1] * 0.96)
            for (text, spot), y in zip(entries, heights, strict=True):
                wide = draw.textlength(text, font=font)
                x = self.size[0] * 0.03 if side == "left" else self.size[0] * 0.97 - wide
                end = x + wide + 8 if side == "left" else x - 8
                elbow = end + (26 if side == "left" else -26)
                draw.line([(end, y), (elbow, y), spot], fill=LINE, width=2, joint="curve")
                draw.ellipse([spot[0] - 4, spot[1] - 4, spot[0] + 4, spot[1] + 4], fill=INK)
                draw.rounded_rectangle([x - 8, y - gap * 0.42, x + wide + 8, y + gap * 0.42], 6, fill=PLATE)
                draw.text((x, y), text, fill=INK, font=font, anchor="lm")


def _spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Heights near the wanted ones (which rise), at least `gap` apart, between low and high."""
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + gap if placed else low))
    over = placed[-1] - high if placed else 0
    if over > 0:
        limit = high
        for n in range(len(placed) - 1, -1, -1):
            placed[n] = min(placed[n], limit)
            limit = placed[n] - gap
    return placed


def _project(renderer: vtk.vtkRenderer, point: Vector) -> tuple[float, float]:
    renderer.SetWorldPoint(*point, 1.0)
    renderer.WorldToDisplay()
    x, y, _ = renderer.GetDisplayPoint()
    return x, y


def _add(renderer: vtk.vtkRenderer, mesh: vtk.vtkPolyData, thing: Thing) -> None:
    normals = vtk.vtkPolyDataNormals()
    normals.SetInputData(mesh)
    normals.SetFeatureAngle(28)
    normals.SplittingOn()
    normals.Update()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(normals.GetOutputPort())
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetColor(*thing.colour)
    look.SetOpacity(thing.opacity)
    look.SetAmbient(0.28)
    look.SetDiffuse(0.78)
    look.SetSpecular(0.08)
    renderer.AddActor(actor)
    if not thing.edges:
        return
    cleaned = vtk.vtkCleanPolyData()
    cleaned.SetInputData(mesh)
    edges = vtk.vtkFeatureEdges()
    edges.SetInputConnection(cleaned.GetOutputPort())
    edges.SetFeatureAngle(35)
    edges.BoundaryEdgesOff()
    edges.NonManifoldEdgesOff()
    lines = vtk.vtkPolyDataMapper()
    lines.SetInputConnection(edges.GetOutputPort())
    lines.ScalarVisibilityOff()
    lines.SetResolveCoincidentTopologyToPolygonOffset()
    drawn = vtk.vtkActor()
    drawn.SetMapper(lines)
    drawn.GetProperty().SetColor(0.13, 0.14, 0.17)
    drawn.GetProperty().SetLineWidth(1.6 * SUPERSAMPLE / 2)
    drawn.GetProperty().SetOpacity(0.75 * thing.opacity)
    renderer.AddActor(drawn)


def _add_flat(renderer: vtk.vtkRenderer, mesh: vtk.vtkPolyData, number: int, thing: Thing) -> None:
    if thing.opacity < 1:  # one looks through it
        return
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputData(mesh)
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetLighting(False)
    actor.GetProperty().SetColor(*(part / 255 for part in (number >> 16, number >> 8 & 255, number & 255)))
    renderer.AddActor(actor)


def _nearest(seen: np.ndarray, wanted: tuple[float, float]) -> tuple[float, float] | None:
    """The place of a thing nearest to the wanted one, well within what is seen of it."""
    if not seen.any():
        return None
    for _ in range(INSIDE):
        within = seen.copy()
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            within &= np.roll(seen, step, axis)
        if not within.any():
            break
        seen = within
    rows, columns = np.nonzero(seen)
    best = np.argmin((columns - wanted[0]) ** 2 + (rows - wanted[1]) ** 2)
    return float(columns[best]), float(rows[best])


def read_stl(path: Path) -> vtk.vtkPolyData:
    reader = vtk.vtkSTLReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def placed(mesh: vtk.vtkPolyData, move: Vector, turn: float, spin: float) -> vtk.vtkPolyData:
    """A printed part where it sits in the tower."""
    transform = vtk.vtkTransform()
    transform.RotateZ(spin)
    transform.RotateX(turn)
    transform.Translate(*move)
    mover = vtk.vtkTransformPolyDataFilter()
    mover.SetInputData(mesh)
    mover.SetTransform(transform)
    mover.Update()
    return mover.GetOutput()
