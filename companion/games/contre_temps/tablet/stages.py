"""The stages of Contre-Temps (docs/stage.md). May import: what the app offers to every game. Data: who draws
the layers is `stage_drawings`."""

from __future__ import annotations

from companion.app.stage.script import Layer, Stage, caption, leaving, through, veil
from companion.app.stage.script import Move as M  # noqa: N817 - a table of them

EVENT = Stage(
    "event", 0.75, tells=("EventTaken",),
    layers=(
        veil(0.75),
        Layer("band", y=430, moves=through(0.75), about="raised"),
        Layer("token", 400, 436, (M("grown", 0.04, 0.16, 0.3, 1, "back"), *leaving(0.75))),
        Layer("burst", 660, 436, about="accent", moves=(
            M("grown", 0.24, 0.36, 0.2, 1, "back"), M("shown", 0.23, 0.25, 0, 1), *leaving(0.75),
        )),
        Layer("played", 660, 436, (
            M("grown", 0.08, 0.26, 2.4, 1, "in"), M("turned", 0.08, 0.26, 40, 5),
            M("shown", 0.08, 0.12, 0, 1), *leaving(0.75),
        )),
        Layer("pawn", 920, 436, (M("y", 0.28, 0.44, -640, 0, "back"), *leaving(0.75))),
        caption(0.75),
    ),
)  # fmt: skip
TRAVEL = Stage(
    "travel", 0.75, tells=("Travelled",),
    layers=(
        veil(0.75),
        Layer("band", y=430, moves=through(0.75), about="panel"),
        Layer("line", y=380, about="there", moves=(M("x", 0.02, 0.16, 1300, 0), *leaving(0.75))),
        Layer("trail", 640, 470, (
            M("wide", 0.14, 0.44, 0.05, 1), M("shown", 0.12, 0.14, 0, 1), M("shown", 0.44, 0.6, 1, 0),
        )),
        Layer("pawn", 640, 470, (
            M("x", 0.12, 0.44, -480, 240, "both"), M("grown", 0.04, 0.14, 0.3, 0.8, "back"),
            M("turned", 0.12, 0.44, -18, 0, "both"), M("x", 0.61, 0.75, 240, 1700, "in"),
        )),
        caption(0.75),
    ),
)  # fmt: skip
PARADOX = Stage(
    "paradox", 1.9, kind="great", tells=("LineUnstable",),
    layers=(
        Layer("ink", moves=(M("shown", 0, 0.12, 0, 0.85, "even"), M("shown", 1.7, 1.9, 0.85, 0))),
        Layer("line", y=430, moves=(
            M("grown", 0.06, 0.24, 0.5, 1, "back"), M("turned", 0.26, 0.6, 0, 3, "tremble"),
            M("shown", 0.62, 0.63, 1, 0),
        )),
        Layer("gap", y=430, moves=(
            M("grown", 0.6, 0.85, 0.1, 1, "expo"), M("shown", 0.6, 0.62, 0, 1),
            M("turned", 0.6, 1.6, 20, 0, "rest"), M("shown", 1.7, 1.9, 1, 0),
        )),
        Layer("half-line", y=430, about="left", moves=(
            M("shown", 0.61, 0.62, 0, 1), M("x", 0.62, 0.95, 0, -120, "expo"), M("turned", 0.62, 0.95, 0, 7),
            M("shown", 1.7, 1.9, 1, 0),
        )),
        Layer("half-line", y=430, about="right", moves=(
            M("shown", 0.61, 0.62, 0, 1), M("x", 0.62, 0.95, 0, 120, "expo"), M("turned", 0.62, 0.95, 0, 6),
            M("y", 0.62, 0.95, 0, -40), M("shown", 1.7, 1.9, 1, 0),
        )),
        Layer("title", y=675, about="stage.paradox", moves=(
            M("grown", 0.66, 0.86, 1.8, 0.9, "back"), M("shown", 0.64, 0.7, 0, 1), M("shown", 1.7, 1.9, 1, 0),
        )),
        caption(1.9, 130),
    ),
)  # fmt: skip
WON = Stage(
    "won", 5, kind="end", tells=("GameEnded",),
    layers=(
        Layer("ink", moves=(M("shown", 0, 0.15, 0, 1), M("shown", 4.6, 5, 1, 0))),
        Layer("rays", y=380, about="brass_shade", moves=(
            M("shown", 1.1, 1.5, 0, 1), M("turned", 1.1, 4.2, -18, 0, "rest"), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("line", y=230, moves=(
            M("x", 0.1, 0.5, 1400, 0), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("trail", 520, 330, (
            M("wide", 0.5, 1.1, 0.05, 1.2), M("shown", 0.5, 0.52, 0, 1), M("shown", 1.1, 1.5, 1, 0),
        )),
        Layer("burst", 640, 400, about="text", moves=(
            M("grown", 1.1, 1.4, 0.1, 1.15, "back"), M("shown", 1.08, 1.12, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("pawn", 640, 400, (
            M("x", 0.5, 1.1, -760, 0, "both"), M("turned", 0.5, 1.1, -20, 0, "both"),
            M("grown", 1.1, 1.5, 1, 1.5, "back"), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("title", 640, 660, about="stage.won", moves=(
            M("grown", 1.5, 1.8, 1.8, 1, "back"), M("shown", 1.48, 1.58, 0, 1), M("shown", 4.6, 5, 1, 0),
        )),
        Layer("caption", 640, 90, (
            M("shown", 2.0, 2.3, 0, 1), M("y", 2.0, 2.3, -30, 0), M("shown", 4.6, 5, 1, 0),
        )),
    ),
)  # fmt: skip

STAGES = (EVENT, TRAVEL, PARADOX, WON)
