"""What Cyberion brings. May import: companion.engine."""

from pathlib import Path

from companion.engine import Manifest

MANIFEST = Manifest(
    name="cyberion",
    title="Cyberion",
    folder=Path(__file__).parent,
    rules="companion.games.cyberion.rules:Cyberion",
    box="companion.games.cyberion.box.boxes",
    faces={
        "terminal": "companion.games.cyberion.terminal.board:BOARD",
        "tablet": "companion.games.cyberion.tablet:FACE",
        "phone": "companion.games.cyberion.phone:FACE",
    },
    turns=("TurnBegan",),
    sounds={
        "ValveLost": "valve",
        "MachineRepaired": "repaired",
        "MachineRemoved": "leaves",
        "TurnBegan": "turn",
    },
    spoken=("TurnBegan", "GameEnded"),
    dangers=("ValveLost", "StructureDamaged"),
    successes=("MachineRepaired", "DamageRepaired"),
    shelf=3,
)
