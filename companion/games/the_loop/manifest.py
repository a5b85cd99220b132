"""What The LOOP brings. May import: companion.engine."""

from pathlib import Path

from companion.engine import Cubes, Manifest

MANIFEST = Manifest(
    name="the-loop",
    title="The LOOP",
    folder=Path(__file__).parent,
    rules="companion.games.the_loop.rules:TheLoop",
    box="companion.games.the_loop.box.boxes",
    faces={
        "terminal": "companion.games.the_loop.terminal.board:BOARD",
        "tablet": "companion.games.the_loop.tablet:FACE",
        "phone": "companion.games.the_loop.phone:FACE",
    },
    views={
        "answer": "companion.games.the_loop.views.sentences:answer_apart",
        "cue": "companion.games.the_loop.views.cues:cue",
        "danger": "companion.games.the_loop.views.cues:danger",
        "lights": "companion.games.the_loop.views.cues:lights",
        "choices": "companion.games.the_loop.views.choices:agents",
        "checklist": "companion.games.the_loop.views.checklist:piece_by_piece",
        "effect": "companion.games.the_loop.views.effect_words:clause",
        "sample": "companion.games.the_loop.views.sample:preview",
        "story": "companion.games.the_loop.views.story:story",
    },
    alerts=("VortexOpened", "GameLost", "GameWon"),
    turns=("TurnBegan",),
    sounds={
        "VortexOpened": "vortex",
        "TileArchived": "archived",
        "CycleBegan": "cycle",
        "DuplicateDestroyed": "fate",
        "FooMoved": "arrives",
        "TurnBegan": "turn",
    },
    spoken=("TurnBegan", "FooMoved", "VortexOpened", "TileArchived", "CycleBegan", "GameWon", "GameLost"),
    dangers=("VortexOpened", "GameLost", "TileLost", "CardDestroyed"),
    successes=("TileArchived", "GameWon", "MissionTurned", "DuplicateDestroyed"),
    together={"CardDrew": "card"},
    learns=("draw-duplicate", "reveal-card", "draw-card", "reveal-mission", "reveal-ultra", "draw-supa"),
    first={"players": 2, "agents": ["mr-time", "v-girl"], "drop": "tower"},
    facts={"turns": 21},
    cubes=(
        Cubes("red", "drop", "inside", "Thrown"),
        Cubes("green", "drop-energy", "extra.energy-inside", "Thrown"),
    ),
    shelf=1,
)
