"""What hardware/guide.toml says of each step, and what a step is done with. Standard library only."""

from __future__ import annotations

import tomllib
from typing import Any

from hardware import assembly
from hardware.tower import ROOT, Section, Tower

WORDS = ROOT / "hardware" / "guide.toml"


def chapters() -> list[dict[str, Any]]:
    return list(tomllib.loads(WORDS.read_text(encoding="utf-8"))["chapter"])


def steps() -> list[Section]:
    return [step for chapter in chapters() for step in chapter.get("step", ())]


def screw_lines(tower: Tower, moments: list[assembly.Moment]) -> tuple[str, str]:
    """The screws of a step, and what turns them."""
    found = [tower.screw(kind) for moment in moments for kind in moment.step.screws]
    lines = [
        f"{one['quantity']} × M3 × {one['length']}, {tower.head(one['part'])} ({one['part']})"
        for one in found
    ]
    keys = {tower.data["screw_heads"][tower.head(one["part"])]["key"]: None for one in found}
    return ", ".join(lines), ", ".join(keys)


def tools(tower: Tower) -> dict[str, str]:
    """What each step is done with: tools, what turns its screws, or bare hands."""
    told = assembly.by_step(tower)
    found = {}
    for step in steps():
        if step["id"] in told:
            used = (step.get("tools", ""), screw_lines(tower, told[step["id"]])[1])
            found[step["id"]] = ", ".join(part for part in used if part) or "hands"
    return found
