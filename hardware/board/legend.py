"""What a hand needs to know of the carrier board: which value goes where, which wire to which pin of a plug.

Standard library only. The board's print has no room for more than the parts' names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from hardware.board.nets import Part, parts
from hardware.tower import Tower

KINDS = {"R": "resistor, Ω", "C": "capacitor", "F": "fuse", "D": "diode", "Q": "MOSFET", "J": "socket"}


def values(tower: Tower) -> dict[tuple[str, str], list[str]]:
    """By kind (the name's letter) and value: the names on the board's print."""
    found: dict[tuple[str, str], list[str]] = {}
    for part in sorted(parts(tower), key=_number):
        kind = part.ref.rstrip("0123456789")
        if kind in KINDS:
            found.setdefault((kind, part.value), []).append(part.ref)
    return found


def plugs(tower: Tower) -> dict[str, Part]:
    """The plugs on wires, by what they are for."""
    return {part.value: part for part in parts(tower) if part.ref.startswith("J") and part.ref != "J1"}


def value_rows(tower: Tower) -> Iterator[list[str]]:
    for (kind, value), refs in values(tower).items():
        yield [KINDS[kind], value, runs(refs)]


def resistors(tower: Tower, pin: int, net: str) -> str:
    """The resistors whose pin hangs on this net, or on one of several that begin so."""
    found = [one for one in parts(tower) if one.ref.startswith("R") and one.pins[pin - 1].startswith(net)]
    return runs([part.ref for part in sorted(found, key=_number)])


def plug_rows(tower: Tower) -> Iterator[list[str]]:
    for what, part in plugs(tower).items():
        pins = " · ".join(f"{n} {net}" for n, net in enumerate(part.pins, start=1))
        yield [part.ref, what, pins]


def _number(part: Part) -> tuple[str, int]:
    letter, number = re.fullmatch(r"([A-Z]+)(\d+)", part.ref).groups()  # type: ignore[union-attr]
    return letter, int(number)


def runs(refs: Sequence[str]) -> str:
    """R1 R2 R3 R5 as R1–R3, R5."""
    numbers = [int(ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for ref in refs]
    letter = refs[0].rstrip("0123456789")
    runs = []
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        runs.append(f"{letter}{found[0]}" + (f"–{letter}{found[-1]}" if len(found) > 1 else ""))
    return ", ".join(runs)
