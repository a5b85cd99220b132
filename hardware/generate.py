"""Makes every file that repeats a figure of tower.toml; with --check changes nothing and names what is stale.

Run as `python -m hardware.generate [--check]`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from hardware import tables
from hardware.tower import ROOT, Tower

TEXTS: dict[str, Callable[[Tower], str]] = {
    "firmware/src/pins.h": tables.pins_header,
    "companion/tower/board_table.py": tables.board_table,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail when a file is stale")
    check = parser.parse_args().check
    tower = Tower.load()
    stale = []
    for name, make in TEXTS.items():
        path, text = ROOT / name, make(tower)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            stale.append(name)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {name}")
    for name in stale:
        print(f"{name} is out of date: run `make hardware`", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
