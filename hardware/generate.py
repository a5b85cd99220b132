"""Makes every file that repeats a figure of tower.toml; with --check changes nothing and says what is wrong.

Run as `python -m hardware.generate [--check]`. The printed parts and their pictures need the CAD kernel and
come from `make cad`; whether they are current is checked here all the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable

from hardware import (
    callipers,
    checks,
    drawings,
    guide,
    manifest,
    pages,
    plates,
    prints,
    ring_map,
    screw_sheet,
    tables,
    wiring,
)
from hardware.board import files as board_files
from hardware.board import holes
from hardware.cad import gallery
from hardware.tower import ROOT, Tower

TEXTS: dict[str, Callable[[Tower], str]] = {
    "firmware/src/pins.h": tables.pins_header,
    "companion/tower/board_table.py": tables.board_table,
    "hardware/wireviz/nano.yml": wiring.nano,
    "hardware/wireviz/pi.yml": wiring.pi,
    "docs/build/callipers.svg": callipers.drawing,
    "docs/build/pins.md": pages.pins,
    "docs/build/parts.md": pages.parts,
    "docs/build/parts.csv": pages.parts_csv,
    "docs/build/measures.md": pages.measures,
    "docs/build/assembly.md": guide.assembly_page,
    "docs/build/plates.md": plates.page,
    "docs/build/holes.md": holes.hole_page,
    "docs/build/board-holes.svg": holes.drawing,
    "docs/build/ring-harness.svg": ring_map.drawing,
    "docs/build/screws.svg": screw_sheet.drawing,
    "docs/build/servo.md": pages.servo,
    "docs/build/electrics.md": pages.electrics,
}
SIMULATED = ("companion/tower/board_table.py",)
"""What the simulated tower reads: it may be another one than any that can be built."""


def write_texts(tower: Tower, names: Iterable[str] = TEXTS) -> None:
    for name in stale_texts(tower, names):
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXTS[name](tower), encoding="utf-8")
        print(f"wrote {name}")


def stale_texts(tower: Tower, names: Iterable[str] = TEXTS) -> list[str]:
    return [
        name
        for name in names
        if not (ROOT / name).exists() or (ROOT / name).read_text(encoding="utf-8") != TEXTS[name](tower)
    ]


def stale_drawings(tower: Tower) -> list[str]:
    return manifest.stale(drawings.made_from(tower), drawings.files())


def stale_prints(tower: Tower) -> list[str]:
    return [
        *manifest.stale(prints.made_from(tower), prints.kept(tower)),
        *manifest.stale(gallery.made_from(tower), gallery.files(tower)),
    ]


def stale_plates(tower: Tower) -> list[str]:
    return manifest.stale(plates.made_from(tower), plates.kept())


def stale_board(tower: Tower) -> list[str]:
    return manifest.stale(board_files.made_from(tower), board_files.kept())


def make(tower: Tower) -> None:
    if stale_plates(tower):
        print(f"laid out {len(plates.write(tower))} plates")
    write_texts(tower)
    if stale_drawings(tower):
        drawings.draw(tower)
        print("drew wiring and circuit")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail when something is stale")
    check = parser.parse_args().check
    tower = Tower.load()
    wrong = [f"tower.toml: {sentence}" for sentence in checks.complaints(tower)]
    if not check:
        write_texts(tower, SIMULATED)
    if not wrong:  # nothing is written or drawn from figures that break a rule
        if not check:
            make(tower)
        wrong += [f"{name} is out of date: run `make hardware`" for name in stale_texts(tower)]
        wrong += [f"{sentence}: run `make hardware`" for sentence in stale_drawings(tower)]
    wrong += [f"{sentence}: run `make hardware`" for sentence in stale_plates(tower)]
    wrong += [f"{sentence}: run `make cad`" for sentence in stale_prints(tower)]
    wrong += [f"{sentence}: run `make board`" for sentence in stale_board(tower)]
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    if not wrong and check:
        print(
            f"tower.toml keeps its rules; {len(TEXTS)} texts, {len(drawings.files())} drawings, "
            f"{len(prints.names(tower))} printed parts and {len(gallery.files(tower))} pictures are current"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
