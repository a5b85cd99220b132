"""Which pictures of the printed tower are kept, and from what they were made. Standard library only."""

from __future__ import annotations

from pathlib import Path

from hardware import assembly, guide_steps, manifest, prints
from hardware.board import legend
from hardware.tower import ROOT, Tower, digest

PICTURES = ROOT / "docs" / "build" / "pictures"
OVERVIEWS = ("tower.png", "exploded.png", "section.png", "gate.png")


def of_step(step: str) -> str:
    return f"step-{step.replace(' ', '-')}.png"


def names(tower: Tower) -> list[str]:
    """The overviews, and one picture for each step of the assembly."""
    return [*OVERVIEWS, *(of_step(step) for step in assembly.by_step(tower))]


def files(tower: Tower) -> list[Path]:
    return [PICTURES / name for name in names(tower)]


def made_from(tower: Tower) -> str:
    code = [prints.CAD / name for name in ("scene.py", "pictures.py", "workshop.py", "steps.py", "bought.py")]
    code += [ROOT / "hardware" / name for name in ("assembly.py", "solids.py")]
    sockets = {what: part.ref for what, part in legend.plugs(tower).items()}
    return digest(
        prints.made_from(tower), str(guide_steps.tools(tower)), str(sockets), manifest.of_code(code)
    )
