"""The boxes as a MuJoCo model, with cubes above the shaft. Imports mujoco (extra `twin`).

MuJoCo reckons in metres, kilograms and seconds. Step and contact are chosen for hygiene:
at 1 ms the cubes never come to rest, at 2 ms they gain energy.
"""

from __future__ import annotations

import math

import mujoco
import numpy as np

from hardware.tower import Tower
from hardware.twin.shape import Box, Corner, board_height, boxes, solids

STEP = 0.00025  # s
CONTACT = 0.002  # s: how soon an overlap is pushed apart
COLOURS = {"tower": "0.62 0.60 0.56 1", "ring": "0.20 0.21 0.24 1", "tray": "0.44 0.47 0.53 1"}
TURNS = 0.05  # kg·m²: the shaken tower is driven, so cubes must not hold it up
STIFF, DAMP = 8000.0, 40.0


def build(tower: Tower, cubes: int, offset: float = 0.0, shaken: bool = False) -> mujoco.MjModel:
    """A tower with so many cubes; `shaken`: it can turn about its axis, driven by one actuator (radians)."""
    looks = COLOURS["tower"]
    hulls = solids(tower)
    meshes = [f'<mesh name="{name}" vertex="{_vertices(hull)}"/>' for name, hull in hulls.items()]
    turning = [f'<geom name="{name}" type="mesh" mesh="{name}" rgba="{looks}"/>' for name in hulls]
    standing: list[str] = []
    for box in boxes(tower, offset):
        (turning if box.part == "tower" else standing).append(_geom(box))
    inside = tower.data["inside"]
    edge = tower.geometry["cube"] / 2000
    mass = inside["cube_grams"] / 1000
    body = "".join(
        f'<body name="cube {n}"><freejoint/>'
        f'<geom class="cube" type="box" size="{edge} {edge} {edge}" mass="{mass}"/></body>'
        for n in range(cubes)
    )
    joint = f'<joint name="turn" type="hinge" axis="0 0 1" armature="{TURNS}"/>' if shaken else ""
    inertial = '<inertial pos="0 0 0" mass="0.2" diaginertia="1e-4 1e-4 1e-4"/>' if shaken else ""
    actuator = (
        f'<actuator><position name="turn" joint="turn" kp="{STIFF}" kv="{DAMP}"/></actuator>'
        if shaken
        else ""
    )
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco model="tower">
  <option timestep="{STEP}" integrator="implicitfast" cone="elliptic" iterations="20" gravity="0 0 -9.81"/>
  <visual><global offwidth="1600" offheight="1200"/><quality shadowsize="4096"/></visual>
  <default>
    <geom solref="{CONTACT} {inside["bounce"]}" friction="{inside["friction"]} 0.0005 0.0001" condim="3"
      contype="2" conaffinity="1"/>
    <default class="cube"><geom contype="1" conaffinity="3" rgba="0.78 0.13 0.11 1"/></default>
  </default>
  <asset>{"".join(meshes)}</asset>
  <worldbody>
    <geom name="board" type="plane" size="0.5 0.5 0.1" pos="0 0 {board_height(tower) / 1000}"
      rgba="0.93 0.91 0.86 1"/>
    {"".join(standing)}
    {body}
    <body name="tower">
      {inertial}{joint}
      {"".join(turning)}
    </body>
  </worldbody>
  {actuator}
</mujoco>"""
    )


def _vertices(hull: list[Corner]) -> str:
    return " ".join(f"{v / 1000:.7f}" for corner in hull for v in corner)


def _geom(box: Box) -> str:
    place = " ".join(f"{v / 1000:.7f}" for v in box.middle)
    size = " ".join(f"{v / 1000:.7f}" for v in box.half)
    turn = " ".join(f"{v:.9f}" for v in quaternion(box.yaw, box.pitch, box.roll))
    looks = COLOURS[box.part]
    return f'<geom name="{box.name}" type="box" pos="{place}" size="{size}" quat="{turn}" rgba="{looks}"/>'


def quaternion(yaw: float, pitch: float, roll: float) -> tuple[float, float, float, float]:
    """Roll about x, then pitch about y, then yaw about z; degrees."""
    (cy, sy), (cp, sp), (cr, sr) = (
        (math.cos(math.radians(a) / 2), math.sin(math.radians(a) / 2)) for a in (yaw, pitch, roll)
    )
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def matrices(quaternions: np.ndarray) -> np.ndarray:
    """Rotation matrices of an array of unit quaternions (…, 4) → (…, 3, 3)."""
    w, x, y, z = np.moveaxis(quaternions, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
