"""Remembers what the kept files were made from: a stale one is noticed without the tools that make it.

Standard library only. A picture or an STL file cannot be compared byte for byte (a newer kernel or font
draws it a little differently), so its fingerprint and that of its inputs stand in hardware/made.json.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hardware.tower import ROOT, Tower

MANIFEST = ROOT / "hardware" / "made.json"


def read() -> dict[str, Any]:
    return dict(json.loads(MANIFEST.read_text(encoding="utf-8"))) if MANIFEST.exists() else {}


def write(entries: dict[str, Any]) -> None:
    text = json.dumps(entries, indent=1, sort_keys=True, ensure_ascii=False)
    MANIFEST.write_text(text + "\n", encoding="utf-8")


def of_sections(tower: Tower, *sections: str) -> str:
    """The figures of some sections of tower.toml, whatever its comments say."""
    return json.dumps([tower.data[name] for name in sections], sort_keys=True)


def of_code(paths: Iterable[Path]) -> str:
    """What Python files say, without their blank lines and the lines that are comments."""
    lines = [
        line.rstrip() for path in sorted(paths) for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return "\n".join(line for line in lines if line and not line.lstrip().startswith("#"))


def of_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def record(made_from: str, files: Iterable[Path]) -> None:
    """Says that these files were made just now from inputs with that fingerprint."""
    entries = read()
    for path in files:
        entries[str(path.relative_to(ROOT))] = {"from": made_from, "is": of_file(path)}
    write(entries)


def stale(made_from: str, files: Iterable[Path]) -> list[str]:
    """Which of these files are missing, changed by hand, or made from other inputs.

    A sentence for each reason.
    """
    entries = read()
    found: dict[str, list[str]] = {}
    for path in files:
        name = str(path.relative_to(ROOT))
        entry = entries.get(name)
        if not path.exists() or entry is None:
            found.setdefault("missing", []).append(name)
        elif entry["from"] != made_from:
            found.setdefault("made from other figures", []).append(name)
        elif entry["is"] != of_file(path):
            found.setdefault("changed by hand", []).append(name)
    return [_sentence(names, reason) for reason, names in found.items()]


def _sentence(names: list[str], reason: str) -> str:
    if len(names) == 1:
        return f"{names[0]} is {reason}"
    return f"{names[0]} and {len(names) - 1} more are {reason}"
