"""`make pictures`: pictures that documents show, taken anew where the app draws something else by now.

They stand in docs/screenshots/<size>/<scene>-<language>.png; all others come from `make screenshots`.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.app.driving import display
from tests.tools.screenshots import ROOT, SIZES, take

KEPT = ROOT / "docs" / "screenshots"
SMALLER = 4
"""Pictures are compared at a quarter of their width and height: edges of letters, and the few colours that
a picture is kept with, make no difference there."""
FAINT = 20
"""Of 255: fainter differences are nobody's."""
MOST = 0.0002
"""The share of a picture that may differ. A word of the table's smallest letters is more."""


class Picture(NamedTuple):
    path: Path
    scene: str
    size: tuple[int, int]
    lang: str

    def taken(self, folder: Path) -> Path:
        """What the program draws now."""
        fresh = folder / self.path.name
        take(self.scene, self.size, self.lang, fresh)
        return fresh


def kept() -> list[Picture]:
    return list(_kept())


def _kept() -> Iterator[Picture]:
    for path in sorted(KEPT.glob("*/*.png")):
        scene, _, lang = path.stem.rpartition("-")
        yield Picture(path, scene, SIZES[path.parent.name], lang)


def difference(one: Path, other: Path) -> float:
    """The share of a picture in which they differ to the eye."""
    from PIL import Image, ImageChops

    with Image.open(one) as first, Image.open(other) as second:
        if first.size != second.size:
            return 1.0
        small = [picture.convert("L").reduce(SMALLER) for picture in (first, second)]
    seen = ImageChops.difference(*small).point(lambda value: 255 * (value > FAINT))
    return seen.histogram()[255] / (seen.width * seen.height)


def main(argv: list[str]) -> int:
    """`--check`: takes none anew and says which are out of date."""
    check, stale = "--check" in argv, 0
    os.environ.pop("XDG_DATA_HOME", None)
    with tempfile.TemporaryDirectory() as folder, display(Path(folder)):
        from companion.app import configure

        configure()
        for picture in kept():
            fresh = picture.taken(Path(folder))
            share = difference(picture.path, fresh)
            stale += share > MOST
            if share > MOST and not check:
                picture.path.write_bytes(fresh.read_bytes())
            told = "as it was" if share <= MOST else "out of date" if check else "anew"
            print(f"{picture.path.relative_to(ROOT)}: {told} ({share:.2%})")
    return int(bool(stale) and check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
