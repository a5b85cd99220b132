"""Draws every printed part and writes it as STL and STEP. Run as `python -m hardware.cad.make`.

Imports build123d (extra `cad`).
"""

from __future__ import annotations

import json
from collections.abc import Callable

from build123d import Part, Pos, Rot, export_step, export_stl

from hardware import manifest, prints
from hardware.cad import base, gates, ring, tray, turning
from hardware.layout import Layout, mixed_pillars, pillar_angles
from hardware.tower import Tower

Draw = Callable[[Tower, Layout], Part]

PARTS: dict[str, Draw] = {
    draw.__name__: draw
    for draw in (
        base.base,
        base.deck,
        base.bearing_clamp,
        base.board_plug,
        turning.turntable,
        turning.bearing_cap,
        turning.foot_cradle,
        turning.servo_gear,
        turning.code_disc,
        turning.sensor_carrier,
        ring.beam_ring,
        ring.roof,
        ring.channel_cover,
        ring.light_trap,
        gates.gate_tile,
        gates.aperture,
        gates.led_adapter,
        tray.tray,
        tray.tray_left,
        tray.tray_right,
        ring.coupon,
    )
}

FINE = 0.02  # how far the STL may leave the true curve, mm
ANGLE = 0.08  # and how far its facets may turn, rad


def lay_down(tower: Tower, entry: dict[str, object]) -> tuple[float, float]:
    """How a part is spun about z and then turned about x for the printer."""
    if entry.get("upside_down"):
        return 0.0, 180.0
    if entry["name"] == "light_trap":  # stands askew in its pillar
        return -pillar_angles(tower)[mixed_pillars(tower)[0]], 90.0
    if entry["name"] == "gate_tile":  # the face that cubes slide on lies on the bed
        return 90.0, 180.0 + tower.geometry["gate_slope"]
    if entry["name"] == "aperture":  # its bore stands upright, the face towards the gate down
        return 0.0, 90.0
    return 0.0, 0.0


def main() -> None:
    tower = Tower.load()
    lay = Layout.of(tower)
    for folder in ("stl", "step"):
        (prints.CAD / folder).mkdir(exist_ok=True)
    places = {}
    for entry in tower.data["printed"]:
        name = entry["name"]
        part = PARTS[name](tower, lay)
        spin, turn = lay_down(tower, entry)
        lying = Rot(turn, 0, 0) * Rot(0, 0, spin) * part
        box = lying.bounding_box()
        shift = (-(box.min.X + box.max.X) / 2, -(box.min.Y + box.max.Y) / 2, -box.min.Z)
        printed = Pos(*shift) * lying
        printed.label = name
        export_stl(printed, prints.stl(name), tolerance=FINE, angular_tolerance=ANGLE)
        export_step(printed, prints.step(name), timestamp="2000-01-01T00:00:00")
        places[name] = {"move": [round(-v, 6) for v in shift], "turn": -turn, "spin": -spin}
        size = box.size
        print(f"{name:16} {size.X:6.1f} × {size.Y:6.1f} × {size.Z:5.1f} mm  {part.volume / 1000:6.1f} cm³")
    prints.PLACES.write_text(json.dumps(places, indent=1) + "\n", encoding="utf-8")
    manifest.record(prints.made_from(tower), prints.kept(tower))


if __name__ == "__main__":
    main()
