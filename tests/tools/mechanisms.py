"""`make mechanisms`: takes out, one after the other, what holds a promise. Does the named test fail?

All named tests pass as they are; then each entry of tests/mechanisms.toml is tried in a process of its own
that meets the changed module, or a firmware that was built without it. Printed are those that nobody missed;
every line of docs/faults.md must have an entry.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 180
IN_A_PROGRAM = "from tests.tools.mechanisms import change_module; change_module({number})"


def entries() -> list[dict[str, object]]:
    found: list[dict[str, object]] = tomllib.loads(
        (ROOT / "tests" / "mechanisms.toml").read_text(encoding="utf-8")
    )["mechanism"]
    return found


def called(entry: dict[str, object]) -> str:
    return str(entry.get("name") or entry["fault"])


def rows() -> dict[str, str]:
    """What each line of docs/faults.md is about, and the whole line."""
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    lines = re.findall(r"(?m)^(\| (?!fault |mistake )([^|]+) \|.*)$", page)
    return {fault.strip(): line for line, fault in lines}


def without_entry() -> list[str]:
    """Lines of docs/faults.md that nothing here holds."""
    held = {entry.get("fault") for entry in entries()}
    return [row for row in rows() if row not in held]


def without(entry: dict[str, object]) -> str:
    """The module as it would be; ValueError: the code is not there, or not once."""
    source = (ROOT / str(entry["file"])).read_text(encoding="utf-8")
    if source.count(str(entry["code"])) != 1:
        raise ValueError(f"{entry['file']} has {source.count(str(entry['code']))} times {entry['code']!r}")
    return source.replace(str(entry["code"]), str(entry["without"]))


def run_without(number: int) -> int:
    """In a process of its own: the tests of one entry, with its mechanism taken out."""
    entry = entries()[number]
    file = ROOT / str(entry["file"])
    with tempfile.TemporaryDirectory(prefix="mechanism-") as place:
        if file.suffix == ".py":
            change_module(number)
            # programs that the tests start meet it, too
            lines = (f"import sys; sys.path.insert(0, {str(ROOT)!r})", IN_A_PROGRAM.format(number=number))
            (Path(place) / "sitecustomize.py").write_text("\n".join(lines), encoding="utf-8")
            os.environ["PYTHONPATH"] = os.pathsep.join([place, *filter(None, [os.environ.get("PYTHONPATH")])])
        else:
            _change_firmware(Path(place), file, without(entry))
        return run(_tests(entry))


def change_module(number: int) -> None:
    """From now on whoever imports the module of this entry gets it without its mechanism."""
    from tests.tools.mutants import ChangedModule, module_name

    entry = entries()[number]
    file = ROOT / str(entry["file"])
    code = compile(without(entry), str(file), "exec")
    sys.meta_path.insert(0, ChangedModule(module_name(file), file, code))


def _change_firmware(place: Path, file: Path, source: str) -> None:
    """A copy is built, and emulators run it."""
    from companion.tower import emulator

    shutil.copytree(ROOT / "firmware", place / "firmware")
    (place / "hardware").symlink_to(ROOT / "hardware")
    (place / file.relative_to(ROOT)).write_text(source, encoding="utf-8")
    emulator.FIRMWARE = place / "firmware"
    emulator.PROGRAM = emulator.FIRMWARE / "build" / emulator.PROGRAM.name
    emulator.ELF = emulator.FIRMWARE / "build" / emulator.ELF.name


def run(tests: list[str]) -> int:
    import pytest
    from hypothesis import Phase, settings

    # That a test fails is all that is asked: nobody waits for the smallest example.
    settings.register_profile("noticed", phases=(Phase.explicit, Phase.generate))
    settings.load_profile("noticed")
    os.chdir(ROOT)
    quiet = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-x"]
    return int(pytest.main([*quiet, *tests]))


def _tests(entry: dict[str, object]) -> list[str]:
    tests = entry["tests"]
    assert isinstance(tests, list)
    return tests


def noticed(number: int) -> bool:
    """1: a test failed; anything else is no answer."""
    command = [sys.executable, "-m", "tests.tools.mechanisms", "--one", str(number)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 1


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mechanisms", description="Does a test fail without it?")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help="those whose name holds the word")
    chosen = parser.parse_args(argv)
    if chosen.one is not None:
        return run_without(chosen.one)
    tried = {n: entry for n, entry in enumerate(entries()) if chosen.only in called(entry)}
    tests = list(dict.fromkeys(test for entry in tried.values() for test in _tests(entry)))
    if run(tests):
        print("the tests do not pass as they are")
        return 1
    missed = [called(entry) for number, entry in tried.items() if not noticed(number)]
    for name in missed:
        print(f"nobody misses it: {name}")
    for line in without_entry():
        print(f"nothing holds this line of docs/faults.md: {line}")
    row = {"name": "mechanisms", "tried": len(tried), "missed by no test": len(missed)}
    held = len(rows()) - len(without_entry())
    print(json.dumps({**row, "lines of docs/faults.md": len(rows()), "with a mechanism": held}))
    return 1 if missed or without_entry() else 0


if __name__ == "__main__":
    sys.exit(main())
