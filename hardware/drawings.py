"""Pictures that need a tool to be drawn: wiring by WireViz (and graphviz), circuit by schemdraw.

The tools are imported only when something is drawn: whether a picture is stale shows without them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from hardware import manifest, wiring
from hardware.tower import ROOT, Tower, digest

BUILD = ROOT / "docs" / "build"
WIRING = {"wiring-nano.svg": wiring.nano, "wiring-pi.svg": wiring.pi}
CIRCUITS = {"circuit-nano.svg": "nano", "circuit-pi.svg": "pi"}


def files() -> list[Path]:
    return [BUILD / name for name in (*WIRING, *CIRCUITS)]


def made_from(tower: Tower) -> str:
    texts = [describe(tower) for describe in WIRING.values()]
    sections = manifest.of_sections(tower, "board", "pi", "beams", "position", "supply", "emitter")
    return digest(*texts, sections, manifest.of_code([ROOT / "hardware" / "circuit.py"]))


def draw(tower: Tower) -> None:
    from hardware import circuit

    for name, describe in WIRING.items():
        _wireviz(describe(tower), BUILD / name)
    for name, variant in CIRCUITS.items():
        circuit.draw(tower, getattr(circuit, variant)(tower), BUILD / name)
    manifest.record(made_from(tower), files())


def _wireviz(description: str, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{path.stem}.yml"
        source.write_text(description, encoding="utf-8")
        command = [str(Path(sys.executable).with_name("wireviz")), "-f", "s", "-o", folder, str(source)]
        subprocess.run(command, check=True, capture_output=True)
        path.write_bytes(source.with_suffix(".svg").read_bytes())
