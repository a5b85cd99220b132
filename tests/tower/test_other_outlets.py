"""How many outlets there are is written once, in hardware/tower.toml: a simulated tower with another number
needs a change of that file and of no other."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EVENING = """
from companion.tower import OUTLETS, Choice, Inside, open_tower

with open_tower(Choice("simulated", seed=3, speed=None)) as tower:
    board, right = tower.board, 0
    for era in range(OUTLETS):
        assert tower.face(era).confirmed
        before, tower.inside = list(board.passed), Inside(board.inside)
        count = tower.drop(thrown=3)
        truth = tuple(now - then for now, then in zip(board.passed, before))
        assert count.asked or count.best.passed == truth, (count, truth)
        right += count.best.passed == truth
    print(len(truth), right)
"""

BOARD_TABLE = """
from hardware.tables import board_table
from hardware.tower import ROOT, Tower

(ROOT / "companion/tower/board_table.py").write_text(board_table(Tower.load()), encoding="utf-8")
"""


def with_outlets(text: str, outlets: int) -> str:
    """tower.toml of a tower with fewer outlets, or more: every list that tells one thing per era."""
    text = text.replace("eras = 7", f"eras = {outlets}")
    one_more = {"broken_level": '"low"', "codes": "8", "beams": '"D12"', "emitters_left": "true"}
    for name, more in one_more.items():
        found = re.search(rf"(?m)^{name} = \[(.*?)\]", text)
        assert found is not None
        items = [item.strip() for item in found[1].split(",")]
        changed = ", ".join([*items, more][:outlets])
        text = text[: found.start(1)] + changed + text[found.end(1) :]
    return text


@pytest.mark.slow
@pytest.mark.parametrize("outlets", [5, 8])
def test_another_number_of_outlets_is_one_file(tmp_path: Path, outlets: int) -> None:
    for room in ("hardware", "firmware", "companion/tower", "companion/store"):
        shutil.copytree(
            ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("cad", "twin", "build", "__pycache__")
        )
    (tmp_path / "companion/__init__.py").touch()
    (tmp_path / "docs").mkdir()
    described = tmp_path / "hardware/tower.toml"
    described.write_text(with_outlets(described.read_text(encoding="utf-8"), outlets), encoding="utf-8")

    def run(*words: str) -> str:
        ran = subprocess.run(
            [sys.executable, "-P", *words],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("firmware/tools/generate_wire.py")
    run("-c", BOARD_TABLE)
    told, right = map(int, run("-c", EVENING).split())
    assert told == outlets
    assert right >= outlets - 1
