"""Tells how much of the chip the firmware takes; fails when a third of the flash is not to spare.

How deep the stack goes is measured on the emulated board: tests/firmware/test_sizes.py.
"""

from __future__ import annotations

import subprocess
import sys


def sections(elf: str) -> dict[str, int]:
    listing = subprocess.run(["avr-size", "-A", elf], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in listing.splitlines() if line.startswith("."))
    return {row[0]: int(row[1]) for row in rows}


def main() -> int:
    elf, flash, ram = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    size = sections(elf)
    code = size[".text"] + size.get(".data", 0)
    fixed = size.get(".data", 0) + size.get(".bss", 0) + size.get(".noinit", 0)
    print(f"flash {code} of {flash} bytes ({code / flash:.0%}); "
          f"RAM {fixed} of {ram} bytes, {ram - fixed} for the stack")
    if code > flash * 2 // 3:
        print("a third of the flash is to stay free")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
