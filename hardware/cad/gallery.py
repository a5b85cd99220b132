"""Which pictures of the printed tower are kept, and from what they were made. Standard library only."""

from __future__ import annotations

from pathlib import Path

from hardware import manifest, prints
from hardware.tower import ROOT, Tower, digest

PICTURES = ROOT / "docs" / "build" / "pictures"
NAMES = (
    "tower.png",
    "exploded.png",
    "section.png",
    "gate.png",
    "step-deck.png",
    "step-base.png",
    "step-turntable.png",
    "step-ring.png",
    "step-channel.png",
    "step-last.png",
)


def files() -> list[Path]:
    return [PICTURES / name for name in NAMES]


def made_from(tower: Tower) -> str:
    code = [prints.CAD / name for name in ("scene.py", "pictures.py", "bought.py")]
    return digest(prints.made_from(tower), manifest.of_code(code))
