"""The stages of Cyberion (docs/stage.md). May import: what the app offers to every game. Data: who draws the
layers is `stage_drawings`."""

from __future__ import annotations

from companion.app.stage.script import Layer, Stage, caption, leaving, through, veil
from companion.app.stage.script import Move as M  # noqa: N817 - a table of them

REPAIRED = Stage(
    "repaired", 0.75, tells=("MachineRepaired",),
    layers=(
        veil(0.75),
        Layer("band", y=430, moves=through(0.75), about="raised"),
        Layer("gear", 820, 440, (
            M("turned", 0.1, 0.5, -120, 0, "back"), M("grown", 0.02, 0.14, 0.3, 1, "back"), *leaving(0.75),
        )),
        Layer("machine", 480, 440, (M("x", 0.02, 0.16, -900, 0), *leaving(0.75))),
        Layer("wrench", 820, 440, (
            M("turned", 0.08, 0.3, 70, -12, "back"), M("shown", 0.06, 0.08, 0, 1), *leaving(0.75),
        )),
        caption(0.75),
    ),
)  # fmt: skip
LEAVES = Stage(
    "leaves", 0.8, tells=("MachineRemoved",),
    layers=(
        veil(0.8),
        Layer("band", y=430, moves=through(0.8), about="panel"),
        Layer("robot", 430, 430, (M("y", 0.04, 0.2, -640, 0, "back"), *leaving(0.8))),
        Layer("puff", 800, 300, (
            M("grown", 0.3, 0.5, 0.2, 1.1), M("shown", 0.29, 0.31, 0, 1), M("shown", 0.5, 0.66, 1, 0),
        )),
        Layer("machine", 800, 440, (
            M("x", 0.02, 0.16, 900, 0), M("y", 0.3, 0.62, 0, 560, "in"), M("turned", 0.3, 0.62, 0, -26, "in"),
        )),
        caption(0.8),
    ),
)  # fmt: skip
VALVE = Stage(
    "valve", 0.8, tells=("ValveLost",),
    layers=(
        veil(0.8),
        Layer("band", y=430, moves=through(0.8), about="ember"),
        Layer("pipe", 640, 400, (M("turned", 0.1, 0.24, 0, 3, "tremble"), *leaving(0.8))),
        Layer("puff", 640, 520, (
            M("grown", 0.24, 0.56, 0.2, 1.7), M("shown", 0.23, 0.25, 0, 1), *leaving(0.8),
        )),
        Layer("wheel", 640, 500, (
            M("turned", 0, 0.24, 0, 90, "in"), M("y", 0.24, 0.6, 0, 520), M("turned", 0.24, 0.6, 90, 300),
            M("x", 0.24, 0.6, 0, 170),
        )),
        Layer("title", 320, 520, about="stage.valve", room=940, moves=(
            M("grown", 0.26, 0.4, 1.2, 0.62, "back"), M("shown", 0.24, 0.28, 0, 1), *leaving(0.8),
        )),
        caption(0.8),
    ),
)  # fmt: skip
WON = Stage(
    "won", 5, kind="end", tells=("GameEnded",),
    layers=(
        Layer("ink", moves=(M("shown", 0, 0.15, 0, 1), M("shown", 4.6, 5, 1, 0))),
        Layer("rays", y=330, about="raised", moves=(
            M("shown", 0.15, 0.6, 0, 1), M("turned", 0.15, 4.2, -7, 0, "rest"), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("gear", 400, 330, (
            M("grown", 0.3, 0.6, 0.3, 1.2, "back"), M("turned", 0.3, 3.6, -60, 0, "rest"),
            M("shown", 0.3, 0.34, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("gear", 880, 330, (
            M("grown", 0.45, 0.75, 0.3, 1.2, "back"), M("turned", 0.45, 3.6, 68, 8, "rest"),
            M("shown", 0.45, 0.49, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("robot", 640, 330, (
            M("y", 0.6, 1.0, -640, 0, "back"), M("turned", 1.1, 1.9, 0, 5, "tremble"),
            M("grown", 0, 0.1, 1.3, 1.3), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("wrench", 770, 430, (
            M("turned", 1.0, 1.3, 90, 20, "back"), M("shown", 0.98, 1.02, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("title", 640, 670, about="stage.won", moves=(
            M("grown", 1.2, 1.5, 1.8, 1, "back"), M("shown", 1.18, 1.28, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("caption", 640, 80, (
            M("shown", 1.8, 2.1, 0, 1), M("y", 1.8, 2.1, -30, 0), M("shown", 4.6, 5, 1, 0),
        )),
    ),
)  # fmt: skip
LOST = Stage(
    "lost", 5, kind="end", tells=("GameEnded",),
    layers=(
        Layer("ink", moves=(M("shown", 0, 0.15, 0, 1), M("shown", 4.6, 5, 1, 0))),
        Layer("rays", y=330, about="ember", moves=(
            M("shown", 0.3, 0.9, 0, 1), M("turned", 0.3, 4.2, 14, 0, "rest"), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("puff", 520, 380, (
            M("grown", 0.5, 3.4, 0.3, 1.8), M("shown", 0.5, 0.6, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("robot", 640, 320, about="broken", moves=(
            M("turned", 0.5, 1.3, 0, -16, "in"), M("turned", 1.3, 1.8, -16, -19, "tremble"),
            M("grown", 0, 0.1, 1.3, 1.3), M("shown", 0.1, 0.4, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("wheel", 820, 300, (
            M("y", 0.9, 1.5, 400, 0, "in"), M("turned", 0.9, 1.7, 200, 0), M("shown", 0.88, 0.92, 0, 1),
            M("shown", 4.6, 5, 1, 0),
        )),
        Layer("title", 640, 670, about="stage.lost", moves=(
            M("y", 1.4, 1.8, 300, 0, "back"), M("shown", 1.4, 1.5, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("caption", 640, 80, (
            M("shown", 1.9, 2.2, 0, 1), M("y", 1.9, 2.2, -30, 0), M("shown", 4.6, 5, 1, 0),
        )),
    ),
)  # fmt: skip

STAGES = (REPAIRED, LEAVES, VALVE, WON, LOST)
