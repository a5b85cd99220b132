"""The stages of The LOOP: what moves when something happens, and for how long (docs/stage.md).

May import: what the app offers to every game. Data: who draws the layers is `stage_drawings`.
"""

from __future__ import annotations

from companion.app.stage.script import Layer, Stage, caption, leaving, through, veil
from companion.app.stage.script import Move as M  # noqa: N817 - a table of them

TURNING = "companion.games.the_loop.tablet.stage_acts:Turning"
BEGINS = "companion.games.the_loop.tablet.stage_acts:Begins"
OPENING = "companion.games.the_loop.tablet.stage_acts:Opening"
FALLING = "companion.games.the_loop.tablet.stage_acts:Falling"

TURN = Stage("turn", 0.3, act=BEGINS)
ARRIVES = Stage(
    "arrives", 0.75, tells=("FooMoved",),
    layers=(
        veil(0.75),
        Layer("band", y=420, moves=through(0.75), about="raised"),
        Layer("card", 880, 426, (M("x", 0.04, 0.2, 900, 0, "back"), M("x", 0.61, 0.75, 0, 1500, "in"))),
        Layer("machine", 420, 420, (
            M("grown", 0.03, 0.2, 0.3, 1, "back"), M("turned", 0.2, 0.56, 0, 6, "tremble"), *leaving(0.75),
        )),
        caption(0.75),
    ),
)  # fmt: skip
TURNS = Stage("arrives", 0.5, act=TURNING)
FALLS = Stage("note", 0.56, act=FALLING)
FULL = Stage(
    "full", 0.8, tells=("RiftsPlaced",), which="companion.games.the_loop.views.cues:filling",
    layers=(
        veil(0.8),
        Layer("card", y=430, about="full", moves=(
            M("grown", 0, 0.1, 0.6, 1.25, "back"), M("turned", 0.16, 0.52, 0, 2.4, "tremble"),
            M("shown", 0.7, 0.8, 1, 0),
        )),
        Layer("teeth", y=430, moves=(
            M("high", 0.16, 0.4, 0, 1, "back"), M("turned", 0.16, 0.52, 0, 2.4, "tremble"),
            M("shown", 0.7, 0.8, 1, 0),
        )),
        Layer("cracks", y=430, moves=(
            M("grown", 0.2, 0.42, 0.2, 1, "expo"), M("turned", 0.16, 0.52, 0, 2.4, "tremble"),
            M("shown", 0.7, 0.8, 1, 0),
        )),
        Layer("cube", 715, 315, (
            M("y", 0, 0.16, 520, 0, "in"), M("high", 0.16, 0.24, 0.72, 1, "back"),
            M("turned", 0, 0.16, 120, 4), M("shown", 0.7, 0.8, 1, 0),
        )),
        Layer("title", y=690, about="stage.full", moves=(
            M("grown", 0.08, 0.24, 1.2, 0.62, "back"), M("shown", 0.08, 0.12, 0, 1),
            M("shown", 0.7, 0.8, 1, 0),
        )),
        caption(0.8, 120),
    ),
)  # fmt: skip
VORTEX = Stage("vortex", 3.6, kind="great", tells=("VortexOpened",), act=OPENING)
FATE = Stage(
    "fate", 0.7, tells=("DuplicateDestroyed",),
    layers=(
        veil(0.7),
        Layer("band", y=430, moves=through(0.7), about="panel"),
        Layer("burst", y=436, about="accent", moves=(
            M("grown", 0.26, 0.36, 0.2, 0.95, "back"), M("shown", 0.25, 0.26, 0, 1), *leaving(0.7),
        )),
        Layer("half", y=436, about="left", moves=(
            M("grown", 0.02, 0.14, 0.4, 1, "back"), M("x", 0.28, 0.56, 0, -150),
            M("turned", 0.28, 0.56, 0, 24), M("y", 0.3, 0.56, 0, -60), *leaving(0.7),
        )),
        Layer("half", y=436, about="right", moves=(
            M("grown", 0.02, 0.14, 0.4, 1, "back"), M("x", 0.28, 0.56, 0, 150),
            M("turned", 0.28, 0.56, 0, -24), M("y", 0.3, 0.56, 0, -60), *leaving(0.7),
        )),
        Layer("blade", y=436, about="left", moves=(
            M("x", 0, 0.14, -700, 0), M("turned", 0.16, 0.28, 26, 2, "in"), M("x", 0.4, 0.6, 0, -900, "in"),
        )),
        Layer("blade", y=436, about="right", moves=(
            M("x", 0, 0.14, -700, 0), M("turned", 0.16, 0.28, -26, -2, "in"), M("x", 0.4, 0.6, 0, -900, "in"),
        )),
        Layer("title", 640, 690, about="stage.fate", moves=(
            M("grown", 0.26, 0.36, 1.3, 0.8, "back"), M("shown", 0.25, 0.28, 0, 1),
            M("shown", 0.6, 0.7, 1, 0),
        )),
        caption(0.7),
    ),
)  # fmt: skip
ARCHIVED = Stage(
    "archived", 0.8, tells=("TileArchived",),
    layers=(
        veil(0.8),
        Layer("band", y=430, moves=through(0.8), about="brass_shade"),
        Layer("card", 470, 436, (M("x", 0.02, 0.16, -900, 0), *leaving(0.8))),
        Layer("burst", 880, 436, about="text", moves=(
            M("grown", 0.26, 0.4, 0.3, 0.92, "back"), M("shown", 0.25, 0.27, 0, 1), *leaving(0.8),
        )),
        Layer("seal", 880, 436, (
            M("grown", 0.1, 0.28, 3, 1, "back"), M("turned", 0.1, 0.28, 30, -8), M("shown", 0.08, 0.14, 0, 1),
            *leaving(0.8),
        )),
        caption(0.8),
    ),
)  # fmt: skip
CYCLE = Stage(
    "cycle", 1.5, kind="great", tells=("CycleBegan",),
    layers=(
        veil(1.5),
        Layer("band", y=430, moves=through(1.5), about="raised"),
        Layer("clock", 400, 430, (M("grown", 0.04, 0.22, 0.4, 1, "back"), *leaving(1.5))),
        Layer("hand", 400, 430, (
            M("turned", 0.2, 1.1, 0, -360, "both"), M("grown", 0.04, 0.22, 0.4, 1, "back"), *leaving(1.5),
        )),
        Layer("bars", 910, 330, (M("x", 0.1, 0.28, 900, 0), *leaving(1.5))),
        Layer("title", 910, 480, about="stage.cycle", room=980, moves=(
            M("grown", 0.3, 0.52, 1.5, 0.62, "back"), M("shown", 0.28, 0.36, 0, 1), *leaving(1.5),
        )),
        caption(1.5),
    ),
)  # fmt: skip
LAST_TURN = Stage(
    "last-turn", 1.8, kind="great", tells=("TurnBegan",),
    layers=(
        veil(1.8),
        Layer("band", y=430, moves=through(1.8), about="ember"),
        Layer("clock", 330, 430, (
            M("grown", 0.04, 0.22, 0.4, 1, "back"), M("turned", 0.95, 1.3, 0, 4, "tremble"), *leaving(1.8),
        )),
        Layer("hand", 330, 430, (
            M("grown", 0.04, 0.22, 0.4, 1, "back"), M("turned", 0.2, 0.36, 30, 20, "back"),
            M("turned", 0.5, 0.66, 20, 10, "back"), M("turned", 0.8, 0.95, 10, 0, "back"), *leaving(1.8),
        )),
        Layer("title", 890, 440, about="stage.last-turn", room=1040, moves=(
            M("grown", 0.9, 1.1, 1.4, 0.66, "back"), M("shown", 0.88, 0.96, 0, 1), *leaving(1.8),
        )),
        caption(1.8),
    ),
)  # fmt: skip
WON = Stage(
    "won", 5, kind="end", tells=("GameWon",),
    layers=(
        Layer("ink", moves=(M("shown", 0, 0.15, 0, 1), M("shown", 4.6, 5, 1, 0))),
        Layer("rays", y=300, about="brass_shade", moves=(
            M("shown", 0.15, 0.6, 0, 1), M("turned", 0.15, 4, -7, 0, "rest"), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("machine", 640, 470, (
            M("grown", 0.2, 0.5, 1.5, 1.5), M("y", 0.7, 1.6, 0, -220, "in"),
            M("turned", 0.5, 1.6, 0, -24, "in"), M("shown", 0, 0.2, 0, 1), M("shown", 1.2, 1.6, 1, 0),
        )),
        Layer("heads", 640, 300, (
            M("y", 1.6, 2.0, -70, 0), M("shown", 1.6, 1.9, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("seals", 640, 96, (
            M("grown", 2.0, 2.3, 0.2, 1, "back"), M("shown", 1.98, 2.02, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("title", 640, 640, about="alert.GameWon", moves=(
            M("grown", 1.7, 2.0, 2, 1, "back"), M("shown", 1.68, 1.78, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("caption", 640, 490, (
            M("shown", 2.3, 2.6, 0, 1), M("y", 2.3, 2.6, -30, 0), M("shown", 4.6, 5, 1, 0),
        )),
    ),
)  # fmt: skip
LOST = Stage(
    "lost", 5, kind="end", tells=("GameLost",),
    layers=(
        Layer("ink", moves=(M("shown", 0, 0.15, 0, 1), M("shown", 4.6, 5, 1, 0))),
        Layer("blades", 640, 420, (
            M("grown", 0.15, 1.2, 0.1, 1, "expo"), M("turned", 0.15, 4.4, 70, 0, "rest"),
            M("shown", 0.15, 0.3, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("machine", 640, 400, (
            M("grown", 0.5, 1.3, 0.2, 1.7, "back"), M("turned", 1.4, 2.2, 0, 5, "tremble"),
            M("shown", 0.45, 0.6, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("title", 640, 690, about="alert.GameLost", moves=(
            M("y", 1.2, 1.6, 300, 0, "back"), M("shown", 1.2, 1.3, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("caption", 640, 86, (
            M("shown", 1.7, 2.0, 0, 1), M("y", 1.7, 2.0, -30, 0), M("shown", 4.6, 5, 1, 0),
        )),
    ),
)  # fmt: skip

STAGES = (TURN, ARRIVES, TURNS, FALLS, FULL, VORTEX, FATE, ARCHIVED, CYCLE, LAST_TURN, WON, LOST)
