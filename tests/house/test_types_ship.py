"""Whoever installs the companion gets its types."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_a_program_elsewhere_sees_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "-c", "import companion"]
    seen = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert seen.returncode == 0, seen.stdout
