"""`make stages`: a contact sheet for each game, five frames of each stage, into docs/stage.

The first four are taken while it is played, the last is what stays.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.app.driving import Driver, display
from tests.tools.rehearsal import Due, Rehearsal, all_due
from tests.tools.screenshots import smaller

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "stage"
WHEN = {"routine": (0.1, 0.33, 0.58, 0.8)}
RESTS = (0.1, 0.2, 0.4, 0.65)
"""Shares of a stage at which a frame is taken; one that is not routine comes to rest, and is looked at."""
SIZE, GAP = (320, 200), 8


def frames(driver: Driver, due: Due) -> list[Any]:
    from PIL import Image

    played = Rehearsal(driver, due)
    played.begin()
    taken, near = [], getattr(played.director.act, "focus", None)
    for share in WHEN.get(due.stage.kind, RESTS):
        played.at(due.stage.seconds * share)
        taken.append(played.frame())
    played.end()
    driver.frames(3)
    taken.append(played.frame())
    images = [Image.fromarray(one) for one in taken]
    if near is not None:  # what moves a small part of the table is shown from near
        x, y, width, high = near
        top = images[0].height - y - high
        images = [one.crop((round(x), round(top), round(x + width), round(top + high))) for one in images]
    return [one.resize(SIZE, Image.Resampling.LANCZOS) for one in images]


def main(argv: list[str]) -> int:
    """Arguments: names of stages as the tests have them; without any, all. `--out FOLDER`."""
    folder = Path(argv.pop(argv.index("--out") + 1)) if "--out" in argv else FOLDER
    names = [word for word in argv if word != "--out"]
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        os.environ["XDG_DATA_HOME"] = kept
        from companion.app import configure

        configure()
        from kivy.core.window import Window
        from PIL import Image

        from companion.app.app import CompanionApp
        from companion.games import GAMES

        Window.size = (1280, 800)
        driver = Driver(CompanionApp("en", GAMES), draws=False)
        rows: dict[str, list[list[Any]]] = {}
        for due in all_due():
            if not names or str(due) in names:
                rows.setdefault(due.game, []).append(frames(driver, due))
        driver.close()
        for game, taken in rows.items():
            step = (SIZE[0] + GAP, SIZE[1] + GAP)
            sheet = Image.new("RGB", (5 * step[0] - GAP, len(taken) * step[1] - GAP), "#F8EBD0")
            for row, images in enumerate(taken):
                for column, image in enumerate(images):
                    sheet.paste(image, (column * step[0], row * step[1]))
            path = folder / f"{game}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            sheet.save(path)
            smaller(path)
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
