"""Pictures of the tower for the README and the build guide. Run as `python -m hardware.cad.pictures`.

Imports build123d (for what is bought), VTK and Pillow (extra `cad`).
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import vtk
from build123d import Cylinder, Part, Pos, Rot, export_stl

from hardware import manifest, prints
from hardware.cad import bought, gallery
from hardware.cad.scene import Colour, Picture, Thing, placed, read_stl
from hardware.cad.shapes import at_angle, block
from hardware.layout import Layout
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
    "electronics_box": TEAL,
    "box_lid": TEAL,
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
    "apron": SAND,
}


class Workshop:
    """Gets every solid, printed or bought, once."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.lay = Layout.of(tower)
        self._places = prints.places()
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

    def servo(self, **look: object) -> list[Thing]:
        return [
            self.solid(bought.servo(self.tower, self.lay), BLACK, **look),
            self.solid(bought.horn(self.tower, self.lay), STEEL, lift=float(look.get("lift", 0.0))),  # type: ignore[arg-type]
        ]

    def cubes(self, spots: list[tuple[float, float, float]]) -> Thing:
        a = self.tower.geometry["cube"]
        made = []
        for radius, angle, height in spots:
            cube = block((radius - a / 2, radius + a / 2), (-a / 2, a / 2), (height, height + a))
            made.append(at_angle(cube, angle))
        return self.solid(made, CUBE)


def whole(w: Workshop) -> Picture:
    gate = w.lay.gate_floor
    return Picture(
        [
            *(w.printed(name) for name in ("base", "beam_ring", "roof", "apron", "foot_cradle", "turntable")),
            w.solid(bought.game_tower(w.tower, w.lay, facing=1), VIOLET, opacity=0.32),
            w.cubes([(70, -51.43, gate(67)), (112, -44, 0), (118, -62, 0), (109, 4, 0), (72, 3, gate(69))]),
        ],
        camera=(1.0, -1.15, 0.8),
        size=(1400, 1250),
    )


def exploded(w: Workshop) -> Picture:
    emitters = bought.beam_parts(w.tower, w.lay, emitters=True)
    receivers = bought.beam_parts(w.tower, w.lay, emitters=False)
    lay = w.lay
    rim = lay.r_outer
    things = [
        w.printed("base", "base", anchor=(rim, 0, 20)),
        w.printed("electronics_box", "electronics box", 75),
        w.solid(bought.circuit_board(w.tower, lay), GREEN, "board with the Nano", 100),
        w.printed("box_lid", "box lid", 125),
        w.printed("bearing_cap", "bearing cap", 92),
        *w.servo(lift=95.0, label="servo and horn"),
        w.printed("deck", "deck", 150, anchor=(0, -rim + 4, lay.z_deck_top)),
        w.solid(bought.bearing(w.tower, lay), STEEL, "bearing", 180),
        w.printed("sensor_carrier", "sensor carrier", 185),
        w.solid(bought.sensors(w.tower, lay), BLACK, "3 position sensors", 202),
        w.printed("servo_gear", "servo gear, 48 teeth", 205),
        w.printed("code_disc", "code disc", 235, anchor=(0, -40, lay.z_mask)),
        w.printed("turntable", "turntable, 36 teeth", 270, anchor=(0, -40, lay.z_cradle)),
        w.printed("foot_cradle", "foot cradle", 300, anchor=(40, 0, lay.z_foot)),
        w.printed("channel_cover", "channel cover", 345, anchor=(0, -60, lay.z_ring)),
        w.printed("beam_ring", "beam ring", 385, anchor=(rim * 0.8, -rim * 0.6, lay.z_gate - 4)),
        w.solid(emitters, VIOLET, "7 emitters", 428, anchor=_middle(emitters[0])),
        w.solid(receivers, CORAL, "7 receivers", 428, anchor=_middle(receivers[5])),
        w.printed("light_trap", "light trap", 440),
        w.printed("roof", "roof", 478, anchor=(0, -rim + 3, lay.z_roof_top)),
        w.printed("apron", "apron with dividers", 640, anchor=(85, -55, 25)),
    ]
    return Picture(things, camera=(1.0, -1.5, 0.62), size=(1300, 2450), room=(0.2, 0.015))


def section(w: Workshop) -> Picture:
    lay = w.lay
    things = [
        w.printed("base", "base", anchor=(-lay.r_outer + 1, 0, 26)),
        w.printed("electronics_box", "electronics box", anchor=(-32, 0, 9)),
        w.printed("box_lid"),
        w.solid(bought.circuit_board(w.tower, lay), GREEN),
        w.printed("deck", "deck", anchor=(-50, 0, lay.z_deck + 2)),
        *w.servo(label="servo, hanging in the deck", anchor=(34.0, 0.0, 20.0)),
        w.solid(bought.bearing(w.tower, lay), STEEL, "bearing", anchor=(-18, 0, lay.z_bearing + 3)),
        w.printed("bearing_cap", "bearing cap", anchor=(-12, 0, lay.z_bearing - 1.5)),
        w.printed("turntable", "turntable with its gear", anchor=(10, 0, lay.z_gear + 3)),
        w.printed("servo_gear", "servo gear", anchor=(62, 0, lay.z_gear + 4)),
        w.printed("code_disc", "code disc", anchor=(-42, 0, lay.z_mask + 0.5)),
        w.printed("sensor_carrier", "position sensors", anchor=(-33, 0, lay.z_sensor - 3)),
        w.solid(bought.sensors(w.tower, lay), BLACK),
        w.printed("foot_cradle", "foot cradle", anchor=(30, 0, lay.z_foot - 1)),
        w.printed("beam_ring", "gate", anchor=(62, 0, lay.gate_floor(62) + 0.5)),
        w.printed("channel_cover", "cable channel above its cover", anchor=(60, 0, lay.z_ring + 3)),
        w.printed("roof", "roof", anchor=(66, 0, lay.z_roof_top - 1)),
        w.printed("apron", "apron", anchor=(95, 0, 18)),
    ]
    return Picture(
        things,
        camera=(0.0, -1.0, 0.16),
        size=(1700, 660),
        focus=(0, 0, 44),
        span=380,
        cut=((0, 0.01, 0), (0, 1, 0)),
    )


def gate(w: Workshop) -> Picture:
    """One gate cut open along its beam: what the rule about heights means."""
    g, lay = w.tower.geometry, w.lay
    r = g["ring_radius"]
    a = g["cube"]
    side = a / 2 - 3  # of the cube, where the beam ends
    floor = lay.gate_floor(r)
    length = lay.pocket_near - side
    light = Pos(r, side + length / 2, lay.z_beam) * Rot(90, 0, 0) * Cylinder(g["bore"] / 2, length)
    cube = block((r - a / 2 - 3, r + a / 2 - 3), (-a / 2 - 3, a / 2 - 3), (floor, floor + a))
    emitter = bought.beam_parts(w.tower, lay, emitters=True)[0]
    receiver = bought.beam_parts(w.tower, lay, emitters=False)[0]
    things = [
        w.printed("beam_ring", "beam ring", anchor=(r, -30, floor + 4)),
        w.printed("roof", "roof", anchor=(r, 8, lay.z_roof_top - 1)),
        w.printed("channel_cover"),
        w.solid(emitter, VIOLET, "emitter", anchor=(r, lay.pocket_near + 4, lay.z_beam)),
        w.solid(receiver, TEAL, "receiver", anchor=(r, -lay.pocket_near - 4, lay.z_beam)),
        w.solid(light, AMBER, f"beam, {g['bore']:g} mm thin", edges=False, anchor=(r, 7, lay.z_beam)),
        w.solid(cube, CUBE, "a cube breaks it", anchor=(r, -3, floor + 2)),
    ]
    return Picture(
        things,
        camera=(1.0, 0.12, 0.22),
        size=(1400, 700),
        focus=(r, 0, lay.z_beam),
        span=86,
        cut=((r, 0, 0), (-1, 0, 0)),
    )


def step_deck(w: Workshop) -> Picture:
    return Picture(
        [
            w.printed("deck", "deck", anchor=(0, 66, w.lay.z_deck_top)),
            *w.servo(lift=-48.0, label="servo: from below, four screws"),
            w.solid(bought.bearing(w.tower, w.lay), STEEL, "bearing: pressed in", 26),
            w.printed("sensor_carrier", "sensor carrier: two screws", 22),
            w.solid(bought.sensors(w.tower, w.lay), BLACK, "three sensors, flush with the top", 46),
        ],
        camera=(0.55, -1.3, 0.8),
        size=(1300, 950),
        room=(0.16, 0.03),
    )


def step_base(w: Workshop) -> Picture:
    lay = w.lay
    return Picture(
        [
            w.printed("base", "base: rails, tie slots", anchor=(-66, 14, 3)),
            w.printed("electronics_box", "box between its rails", 52),
            w.solid(bought.circuit_board(w.tower, lay), GREEN, "board with the Nano", 84),
            w.printed("box_lid", "lid", 108),
        ],
        camera=(1.0, -0.55, 1.1),
        size=(1300, 1000),
        room=(0.2, 0.03),
    )


def step_turntable(w: Workshop) -> Picture:
    """Lying on its head, because that is how it is put together."""
    lay = w.lay
    return Picture(
        [
            w.printed("turntable", "turntable, upside down", anchor=(-30, -30, lay.z_disc)),
            w.printed(
                "code_disc",
                "code disc, on white paper",
                -26,
                anchor=(36, 22, lay.z_mask),
            ),
            w.printed("bearing_cap", "bearing cap: last, from below the deck", -62),
        ],
        camera=(0.6, -1.0, -0.75),
        head_down=True,
        size=(1300, 900),
        room=(0.14, 0.03),
    )


def step_ring(w: Workshop) -> Picture:
    lay, tower = w.lay, w.tower
    emitters = bought.beam_parts(tower, lay, emitters=True)
    receivers = bought.beam_parts(tower, lay, emitters=False)
    return Picture(
        [
            w.printed("beam_ring", "beam ring", anchor=(40, -lay.r_outer * 0.84, lay.z_gate - 5)),
            w.solid(emitters, VIOLET, "seven emitters", 22, anchor=_middle(emitters[6])),
            w.solid(receivers, CORAL, "seven receivers", 22, anchor=_middle(receivers[1])),
            w.printed("light_trap", "light trap in aluminium tape", 26),
            w.printed(
                "roof",
                "roof: bar above era 0, seven screws",
                84,
                anchor=(lay.r_outer - 9, -9, lay.z_roof_top),
            ),
        ],
        camera=(1.2, 0.25, 1.0),
        size=(1300, 1050),
        room=(0.16, 0.03),
    )


def step_channel(w: Workshop) -> Picture:
    lay = w.lay
    emitters = bought.beam_parts(w.tower, lay, emitters=True)
    receivers = bought.beam_parts(w.tower, lay, emitters=False)
    return Picture(
        [
            w.printed("beam_ring", "ring, upside down", anchor=(20, -lay.r_outer + 1, lay.z_gate)),
            w.solid(emitters, VIOLET, "emitters", anchor=_middle(emitters[0], low=True)),
            w.solid(receivers, CORAL, "receivers", anchor=_middle(receivers[6], low=True)),
            w.printed(
                "channel_cover",
                "channel cover",
                -52,
                anchor=(-52, -30, lay.z_cover),
            ),
        ],
        camera=(0.5, -0.9, -0.9),
        head_down=True,
        size=(1300, 950),
        room=(0.16, 0.03),
    )


def step_last(w: Workshop) -> Picture:
    lay = w.lay
    return Picture(
        [
            w.printed("base", "base, pads on the board", anchor=(60, -44, 10)),
            w.printed(
                "beam_ring",
                "ring: spigot into the base, three screws from outside",
                40,
                anchor=(60, -44, lay.z_ring + 3),
            ),
            w.printed("roof", lift=40.0),
            w.printed("apron", "apron: key into the groove at the cable side", 120, anchor=(80, -58, 20)),
        ],
        camera=(1.0, -1.2, 0.6),
        size=(1300, 1150),
        room=(0.2, 0.03),
    )


def _middle(part: Part, *, low: bool = False) -> tuple[float, float, float]:
    box = part.bounding_box()
    height = box.min.Z if low else (box.min.Z + box.max.Z) / 2
    return (box.min.X + box.max.X) / 2, (box.min.Y + box.max.Y) / 2, height


DRAW = {
    "tower.png": whole,
    "exploded.png": exploded,
    "section.png": section,
    "gate.png": gate,
    "step-deck.png": step_deck,
    "step-base.png": step_base,
    "step-turntable.png": step_turntable,
    "step-ring.png": step_ring,
    "step-channel.png": step_channel,
    "step-last.png": step_last,
}


def main() -> None:
    tower = Tower.load()
    workshop = Workshop(tower)
    gallery.PICTURES.mkdir(parents=True, exist_ok=True)
    for name in gallery.NAMES:
        DRAW[name](workshop).save(gallery.PICTURES / name)
        print(f"drew {name}")
    manifest.record(gallery.made_from(tower), gallery.files())


if __name__ == "__main__":
    main()
