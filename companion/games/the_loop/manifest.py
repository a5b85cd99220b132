"""What The LOOP brings. May import: companion.engine."""

from pathlib import Path

from companion.engine import Manifest

MANIFEST = Manifest(
    name="the-loop",
    folder=Path(__file__).parent,
    rules="companion.games.the_loop.rules:TheLoop",
    box="companion.games.the_loop.box.boxes",
    faces={
        "terminal": "companion.games.the_loop.terminal.board:BOARD",
        "tablet": "companion.games.the_loop.tablet:FACE",
    },
    facts={"turns": 21},
    shelf=1,
)
