"""`make mechanisms`: takes out, one after the other, what holds a promise. Does the named test fail?

Each entry of tests/mechanisms.toml is tried in a process of its own that meets the changed module. Printed
are those that nobody missed, and how many lines of docs/faults.md have a mechanism here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 600


def entries() -> list[dict[str, object]]:
    found: list[dict[str, object]] = tomllib.loads(
        (ROOT / "tests" / "mechanisms.toml").read_text(encoding="utf-8")
    )["mechanism"]
    return found


def rows() -> list[str]:
    """What each line of docs/faults.md is about."""
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    return [row.strip() for row in re.findall(r"(?m)^\| (?!fault |mistake )([^|]+) \|", page)]


def without(entry: dict[str, object]) -> str:
    """The module as it would be; ValueError: the code is not there, or not once."""
    source = (ROOT / str(entry["file"])).read_text(encoding="utf-8")
    if source.count(str(entry["code"])) != 1:
        raise ValueError(f"{entry['file']} has {source.count(str(entry['code']))} times {entry['code']!r}")
    return source.replace(str(entry["code"]), str(entry["without"]))


def run_without(number: int) -> int:
    """In a process of its own: the tests of one entry, with its mechanism taken out."""
    import pytest

    from tests.tools.mutants import ChangedModule, module_name

    entry = entries()[number]
    file = ROOT / str(entry["file"])
    sys.meta_path.insert(
        0, ChangedModule(module_name(file), file, compile(without(entry), str(file), "exec"))
    )
    os.chdir(ROOT)
    tests = entry["tests"]
    assert isinstance(tests, list)
    quiet = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-x"]
    return int(pytest.main([*quiet, *tests]))


def noticed(number: int) -> bool:
    """1: a test failed; anything else is no answer."""
    command = [sys.executable, "-m", "tests.tools.mechanisms", "--one", str(number)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=SECONDS)
    return done.returncode == 1


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mechanisms", description="Does a test fail without it?")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help="those whose name holds the word")
    chosen = parser.parse_args(argv)
    if chosen.one is not None:
        return run_without(chosen.one)
    tried = missed = 0
    for number, entry in enumerate(entries()):
        if chosen.only not in str(entry["name"]):
            continue
        tried += 1
        if not noticed(number):
            missed += 1
            print(f"nobody misses it: {entry['name']}")
    lines = rows()
    held = {entry.get("fault") for entry in entries()} & set(lines)
    row = {"name": "mechanisms", "tried": tried, "missed by no test": missed}
    print(json.dumps({**row, "lines of docs/faults.md": len(lines), "with a mechanism": len(held)}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
