"""What Contre-Temps brings. May import: companion.engine."""

from pathlib import Path

from companion.engine import Manifest

MANIFEST = Manifest(
    name="contre-temps",
    title="Contre-Temps",
    folder=Path(__file__).parent,
    rules="companion.games.contre_temps.rules:ContreTemps",
    box="companion.games.contre_temps.box.boxes",
    faces={
        "terminal": "companion.games.contre_temps.terminal.board:BOARD",
        "tablet": "companion.games.contre_temps.tablet:FACE",
        "phone": "companion.games.contre_temps.phone:FACE",
    },
    views={"seats": "companion.games.contre_temps.views.timeline:hues"},
    turns=("RoundBegan",),
    sounds={"LineUnstable": "paradox", "EventTaken": "event", "Travelled": "travel", "RoundBegan": "turn"},
    spoken=(
        *("RoundBegan", "EventTaken", "EventHeld", "ConstantSet", "LineUnstable", "RevokeFound"),
        "GameEnded",
    ),
    dangers=("LineUnstable",),
    successes=("EventTaken",),
    shelf=2,
)
