"""A result says by what it was played: code, box, options and seed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.advisor import Batch, fingerprint
from companion.advisor.provenance import of_the_code
from companion.games import load

BATCH = Batch(load, "the-loop", ({"players": 2},), 2, "random", 7)
ROOT = Path(__file__).parents[2]
BOX = """game = "the-loop"

[[card]]
id = "clockwork-sword"
name = { en = "Clockwork Sword", fr = "Épée à Ressort" }
dimension = "star"
era = "medieval"
effect = [{ push = 2 }]
"""


def test_whatever_changes_the_games_changes_the_word() -> None:
    others = [
        BATCH._replace(seed=8),
        BATCH._replace(games=3),
        BATCH._replace(bot="greedy"),
        BATCH._replace(tables=({"players": 3},)),
        BATCH._replace(box={"card": []}),
    ]
    words = [fingerprint(one) for one in (BATCH, *others)]
    assert len(set(words)) == len(words)
    assert fingerprint(BATCH._replace()) == words[0]


def test_another_rule_is_another_word(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    changed = tmp_path / "companion" / "games" / "example" / "rules" / "game.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "# another rule\n", encoding="utf-8")
    program = "from companion.advisor.provenance import of_the_code; print(of_the_code())"
    there = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {program}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert there.stdout.strip() != of_the_code()


def test_the_owner_s_box_is_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def word(*given: str) -> str:
        assert main(["simulate", "--games", "1", "--bot", "random", "--workers", "1", "--json", *given]) == 0
        return str(json.loads(capsys.readouterr().out)["fingerprint"])

    shipped = word()
    box = tmp_path / "box"
    box.mkdir()
    (box / "cards.toml").write_text(BOX, encoding="utf-8")
    chosen = word("--box", str(box))
    assert chosen != shipped
    shutil.copytree(box, tmp_path / "loop-companion" / "boxes" / "the-loop")
    assert word() == chosen
    assert main(["simulate", "--games", "1", "--box", str(tmp_path / "nowhere")]) == 2
