"""`make icon`: the emblem as the picture of the window, into companion/app/assets."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.app.driving import Driver, display

FILE = Path(__file__).parents[2] / "companion" / "app" / "assets" / "icon.png"
SIDE = 128


def drawn(driver: Driver) -> Any:
    """As a picture, transparent around the ring."""
    import io

    from PIL import Image

    from companion.app.widgets import Emblem

    emblem: Any = Emblem(size=(SIDE, SIDE), size_hint=(None, None))
    driver.frames(3)
    emblem.draw()
    made = io.BytesIO()
    emblem.export_as_image().save(made, fmt="png")
    return Image.open(io.BytesIO(made.getvalue())).convert("RGBA")


def main() -> int:
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        os.environ["XDG_DATA_HOME"] = kept
        from companion.app import configure

        configure()
        from companion.app.app import CompanionApp
        from companion.games import GAMES

        driver = Driver(CompanionApp("en", GAMES), draws=True)
        drawn(driver).save(FILE, optimize=True)
        driver.close()
    print(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
