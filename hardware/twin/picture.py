"""A picture of the tower in mid-drop, its near walls taken away. Imports mujoco; needs EGL or OSMesa."""

from __future__ import annotations

import os
import random
from pathlib import Path

os.environ.setdefault("MUJOCO_GL", "egl")  # no screen; must stand before the import

import mujoco
import numpy as np
from PIL import Image

from hardware.tower import Tower
from hardware.twin.drop import MISSED_BY, any_turn, starts
from hardware.twin.model import build

SIZE = (1100, 1400)
GLASS = 0.16
MOMENT = 0.44  # s after the throw: some cubes are out, some on their way


def draw(path: Path, cubes: int = 7, seed: int = 11) -> None:
    tower, lot = Tower.load(), random.Random(seed)
    model = build(tower, cubes, MISSED_BY / 2)
    data = mujoco.MjData(model)
    for n, place in enumerate(starts(tower, cubes, lot, at_once=False)):
        data.qpos[7 * n : 7 * n + 3] = place
        data.qpos[7 * n + 3 : 7 * n + 7] = any_turn(lot)
        data.qvel[6 * n + 2] = -0.3
    while data.time < MOMENT:
        mujoco.mj_step(model, data)
    for geom in range(model.ngeom):
        name = model.geom(geom).name
        if name.startswith(("shaft", "chute wall", "chute roof", "lip roof", "gate roof")):
            model.geom_rgba[geom][3] = GLASS
    model.vis.global_.offwidth, model.vis.global_.offheight = SIZE
    model.vis.headlight.ambient[:] = 0.45
    model.vis.headlight.diffuse[:] = 0.55
    camera = mujoco.MjvCamera()
    camera.lookat[:] = (0.012, 0, 0.02)
    camera.distance, camera.azimuth, camera.elevation = 0.42, 214.0, -24.0
    with mujoco.Renderer(model, SIZE[1], SIZE[0]) as renderer:
        renderer.update_scene(data, camera)
        pixels = renderer.render().copy()
    paper = np.all(pixels < 12, axis=2)  # what no ray meets is black
    pixels[paper] = (246, 244, 239)
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).quantize(colors=200, dither=Image.Dither.NONE).save(path, optimize=True)
