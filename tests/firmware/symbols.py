"""Where the firmware keeps a variable or a function, so that a test can set a clock just before its wrap."""

import subprocess
from functools import cache

from companion.tower.emulator import ELF

RAM_AS_LINKED = 0x800000


@cache
def symbols() -> dict[str, int]:
    listing = subprocess.run(["avr-nm", str(ELF)], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in listing.splitlines())
    return {row[2]: int(row[0], 16) for row in rows if len(row) == 3}


def symbol(name: str) -> int:
    """Its address: in RAM as the chip counts it, in flash in bytes."""
    found = symbols()
    # Link-time optimisation may add a suffix to a static name.
    address = next(value for key, value in found.items() if key == name or key.startswith(f"{name}."))
    return address - RAM_AS_LINKED if address >= RAM_AS_LINKED else address
