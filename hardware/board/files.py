"""The kept files of the carrier board, and what they were made from. Standard library only."""

from __future__ import annotations

from pathlib import Path

from hardware import manifest
from hardware.board.nets import nets, parts
from hardware.tower import ROOT, Tower, digest

NAME = "carrier"
FOLDER = ROOT / "hardware" / "board" / "made"
BOARD = FOLDER / f"{NAME}.kicad_pcb"
REPORT = FOLDER / "drc.txt"
NETLIST = FOLDER / "netlist.json"
WIDTHS = FOLDER / "widths.json"
PINS = FOLDER / "pins.json"  # where every pin sits, mm from the outer upper corner
LAYERS = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "Edge_Cuts")


def kept() -> list[Path]:
    gerber = [FOLDER / f"{layer}.gbr" for layer in LAYERS]
    drills = [FOLDER / "PTH.drl", FOLDER / "NPTH.drl"]
    return [BOARD, REPORT, NETLIST, WIDTHS, PINS, FOLDER / "placement.svg", *gerber, *drills]


def made_from(tower: Tower) -> str:
    code = [ROOT / "hardware" / "board" / name for name in ("draw.py", "route.py", "nets.py")]
    size = [tower.geometry[name] for name in ("pcb_length", "pcb_width", "pcb_hole")]
    return digest(repr(parts(tower)), repr(nets(tower)), repr(size), manifest.of_code(code))


def record(tower: Tower) -> None:
    manifest.record(made_from(tower), kept())
