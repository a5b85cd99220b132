"""Whoever installs the companion gets its types, and all of ours are checked."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest


@pytest.mark.slow
def test_a_program_elsewhere_sees_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "-c", "import companion"]
    seen = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert seen.returncode == 0, seen.stdout


def test_nothing_of_ours_is_let_off() -> None:
    """Libraries without types are named; no module of ours may leave out a check."""
    asked = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    mypy = asked["tool"]["mypy"]
    assert mypy["strict"] is True
    assert {"companion", "hardware", "tests.tools"} == set(mypy["packages"])
    of_libraries = {"module", "ignore_missing_imports", "follow_imports"}
    assert [set(one) - of_libraries for one in mypy["overrides"]] == [set()] * len(mypy["overrides"])
    let_off = {module.split(".")[0] for one in mypy["overrides"] for module in one["module"]}
    assert not let_off & {"*", "companion", "hardware", "tests"}
