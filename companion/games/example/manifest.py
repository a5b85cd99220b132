"""What the example brings. May import: companion.engine.

It draws nothing itself: no `faces`, so terminal and tablet show it with their generic boards.
"""

from pathlib import Path

from companion.engine import Manifest

MANIFEST = Manifest(
    name="example",
    folder=Path(__file__).parent,
    rules="companion.games.example.rules:Lighthouse",
    box="companion.games.example.box.boxes",
    title="Lighthouse",
    turns=("HourBegan",),
    sounds={"OilBurned": "danger", "ShipSaved": "fine", "HourBegan": "turn"},
    spoken=("HourBegan", "WeatherCame"),
    dangers=("LampOut",),
    successes=("ShipSaved",),
    shelf=9,
)
