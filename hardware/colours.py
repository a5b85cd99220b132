"""Which wire has which colour, in the diagrams, on the hand-wired board and in the list of what to buy.

One colour, one meaning: red is +5 V, black is ground, and neither is anything else. Standard library only.
A colour is written as WireViz has it: two letters, or four for a wire with a stripe.
"""

from __future__ import annotations

import itertools

from hardware.board.nets import GND, POWER, nets
from hardware.tower import Tower

PLUS, GROUND, RETURN = "RD", "BK", "GY"
RING = ("BN", "OG", "YE", "GN", "BU", "VT", "WH")  # era 0 … era 6
MARKS = ("PK", "TQ", "WHBU")
SERVO, GATE, LOW_VOLTS = "WHYE", "WHGY", "WHGN"
OTHERS = ("BNWH", "OGWH", "GNWH", "VTWH", "PKWH", "TQWH")  # what only other sets than this guide's use

NAMES = {
    "RD": "red", "BK": "black", "GY": "grey", "BN": "brown", "OG": "orange", "YE": "yellow", "GN": "green",
    "BU": "blue", "VT": "violet", "WH": "white", "PK": "pink", "TQ": "turquoise",
}  # fmt: skip
INKS = {
    "RD": "#d32f2f", "BK": "#222222", "GY": "#9e9e9e", "BN": "#795548", "OG": "#ef6c00", "YE": "#fdd835",
    "GN": "#2e7d32", "BU": "#1565c0", "VT": "#7b1fa2", "WH": "#ffffff", "PK": "#f48fb1", "TQ": "#26c6da",
}  # fmt: skip


def ring(era: int) -> str:
    """A tower with more eras: the same again, each with a black stripe more."""
    again, colour = divmod(era, len(RING))
    return RING[colour] + again * GROUND


def parted(colour: str) -> list[str]:
    """Of a wire with stripes, each of its colours."""
    return [colour[n : n + 2] for n in range(0, len(colour), 2)]


def says(colour: str) -> str:
    first, *stripes = [NAMES[part] for part in parted(colour)]
    return f"{first} with {' and '.join(stripes)} stripe" if stripes else first


def of_nets(tower: Tower) -> dict[str, str]:
    """Of every net of the carrier board."""
    known = {GND: GROUND, "emitter return": RETURN, "emitters": GATE}
    known |= dict.fromkeys(POWER, PLUS) | dict.fromkeys(("servo pin", "servo signal"), SERVO)
    known |= {f"beam {era}": ring(era) for era in range(tower.eras)}
    known |= {f"mark {bit}": colour for bit, colour in enumerate(MARKS)}
    rest = [net for net in nets(tower) if net not in known]
    return known | dict(zip(rest, itertools.cycle(OTHERS), strict=False))
