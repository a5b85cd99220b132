"""Pictures of the tower for the README and the build guide. Run as `python -m hardware.cad.pictures`.

Imports build123d (for what is bought), VTK and Pillow (extra `cad`).
"""

from __future__ import annotations

from build123d import Cylinder, Pos, Rot

from hardware import manifest
from hardware.cad import bought, gallery, steps
from hardware.cad.scene import Picture
from hardware.cad.shapes import block
from hardware.cad.workshop import AMBER, BLACK, CUBE, GREEN, STEEL, TEAL, VIOLET, Workshop, middle
from hardware.tower import Tower


def whole(w: Workshop) -> Picture:
    gate = w.lay.gate_floor
    return Picture(
        [
            *(w.printed(name) for name in ("base", "beam_ring", "roof", "foot_cradle", "turntable")),
            *(w.printed(name) for name in ("tray_left", "tray_right")),
            *w.copies("gate_tile"),
            *w.copies("tray"),
            w.solid(bought.game_tower(w.tower, w.lay, facing=1), VIOLET, opacity=0.32),
            w.cubes([(70, -51.43, gate(67)), (112, -44, 2), (124, -62, 2), (119, 4, 2), (72, 3, gate(69))]),
        ],
        camera=(1.0, -1.15, 0.8),
        size=(1400, 1250),
    )


def exploded(w: Workshop) -> Picture:
    emitters, receivers = w.beam_parts("emitter"), w.beam_parts("receiver")
    lay = w.lay
    rim = lay.r_outer
    things = [
        w.printed("base", "base", anchor=(rim, 0, 20)),
        w.printed("board_plug", "plug for the board's hole", -40),
        w.bought(GREEN, "circuit board with the Nano", 70, "board", "nano", "jack"),
        w.printed("bearing_cap", "bearing cap", 92),
        *w.servo(lift=95.0, label="servo and horn"),
        w.printed("deck", "deck", 150, anchor=(0, -rim + 4, lay.z_deck_top)),
        w.bought(STEEL, "bearing", 165, "bearing"),
        w.printed("bearing_clamp", "bearing clamp", 182),
        w.printed("sensor_carrier", "sensor carrier", 185),
        w.bought(BLACK, "3 position sensors", 202, "sensor 0", "sensor 1", "sensor 2"),
        w.printed("servo_gear", "servo gear, 48 teeth", 205),
        w.printed("code_disc", "code disc", 235, anchor=(0, -40, lay.z_mask)),
        w.printed("turntable", "turntable, 36 teeth", 270, anchor=(0, -40, lay.z_cradle)),
        w.printed("foot_cradle", "foot cradle", 300, anchor=(40, 0, lay.z_foot)),
        w.printed("channel_cover", "channel cover", 345, anchor=(0, -60, lay.z_ring)),
        w.printed("beam_ring", "beam ring", 385, anchor=(rim * 0.8, -rim * 0.6, lay.z_gate - 4)),
        w.solid(emitters, VIOLET, "7 emitters", 428, anchor=middle(emitters[0])),
        w.solid(receivers, TEAL, "7 receivers", 428, anchor=middle(receivers[5])),
        w.printed("light_trap", "light trap", 440),
        w.printed("roof", "roof", 478, anchor=(0, -rim + 3, lay.z_roof_top)),
        *w.copies("gate_tile", "7 gate tiles", 450),
        *w.copies("tray", "7 sectors of the tray", 640, anchor=(100, -40, 5)),
        w.printed("tray_left", lift=640.0),
        w.printed("tray_right", lift=640.0),
    ]
    return Picture(things, camera=(1.0, -1.5, 0.62), size=(1300, 2450), room=(0.2, 0.015))


def section(w: Workshop) -> Picture:
    lay = w.lay
    things = [
        w.printed("base", "base", anchor=(-lay.r_outer + 1, 0, 26)),
        w.bought(GREEN, "circuit board", 0, "board", "nano", "jack", anchor=(-32, 0, 10)),
        w.printed("deck", "deck", anchor=(-50, 0, lay.z_deck + 2)),
        *w.servo(label="servo, hanging in the deck", anchor=(34.0, 0.0, 20.0)),
        w.bought(STEEL, "bearing", 0, "bearing", anchor=(-18, 0, lay.z_bearing + 3)),
        w.printed("bearing_clamp"),
        w.printed("bearing_cap", "bearing cap", anchor=(-12, 0, lay.z_bearing - 1.5)),
        w.printed("turntable", "turntable with its gear", anchor=(10, 0, lay.z_gear + 3)),
        w.printed("servo_gear", "servo gear", anchor=(62, 0, lay.z_gear + 4)),
        w.printed("code_disc", "code disc", anchor=(-42, 0, lay.z_mask + 0.5)),
        w.printed("sensor_carrier", "position sensors", anchor=(-33, 0, lay.z_sensor - 3)),
        w.bought(BLACK, "", 0, "sensor 0", "sensor 1", "sensor 2"),
        w.printed("foot_cradle", "foot cradle", anchor=(30, 0, lay.z_foot - 1)),
        w.printed("beam_ring"),
        *w.copies("gate_tile", "gate tile", anchor=(62, 0, lay.gate_floor(62) - 0.5)),
        w.printed("channel_cover", "cable channel above its cover", anchor=(60, 0, lay.z_ring + 3)),
        w.printed("roof", "roof", anchor=(66, 0, lay.z_roof_top - 1)),
        *w.copies("tray", "slide and tray", anchor=(95, 0, 18)),
        w.printed("tray_left"),
        w.printed("tray_right"),
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
    emitter, receiver = w.beam_parts("emitter")[:2], w.beam_parts("receiver")[:2]
    things = [
        w.printed("beam_ring", "beam ring", anchor=(r, -30, floor + 4)),
        w.printed("roof", "roof", anchor=(r, 8, lay.z_roof_top - 1)),
        w.printed("channel_cover"),
        *w.copies("gate_tile"),
        *w.apertures(0),
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


DRAW = {
    "tower.png": whole,
    "exploded.png": exploded,
    "section.png": section,
    "gate.png": gate,
}


def main() -> None:
    tower = Tower.load()
    workshop = Workshop(tower)
    gallery.PICTURES.mkdir(parents=True, exist_ok=True)
    pictures = {**DRAW, **{gallery.of_step(step): draw for step, draw in steps.pictures(workshop).items()}}
    for name in gallery.names(tower):
        pictures[name](workshop).save(gallery.PICTURES / name)
        print(f"drew {name}")
    manifest.record(gallery.made_from(tower), gallery.files(tower))


if __name__ == "__main__":
    main()
