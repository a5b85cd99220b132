"""What docs/box.md tells owners of Cyberion works, and it tells everything."""

import re
from pathlib import Path

from companion.games.cyberion.box.box_check import FORMS
from companion.games.cyberion.box.boxes import check_box, load_box
from companion.games.cyberion.rules.pieces import pieces_of

GUIDE = (Path(__file__).parents[3] / "docs" / "box.md").read_text(encoding="utf-8")
CHAPTER = GUIDE[GUIDE.index("\n## Cyberion\n") :]


def test_the_example_is_sound(tmp_path: Path) -> None:
    (example,) = re.findall(r"```\n(.*?)```", CHAPTER, re.DOTALL)
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    assert check_box(tmp_path) == []
    assert pieces_of(load_box(tmp_path)).machines[1].count("II-3-sum-at-least-12") == 2


def test_every_kind_is_told_and_every_writing_in_it_is_sound(tmp_path: Path) -> None:
    rows = re.findall(r"^\| (`\[\[.*?) \| (.*) \|$", CHAPTER, re.MULTILINE)
    told = {kind for kinds, _ in rows for kind in re.findall(r"\[\[(\w+)\]\]", kinds)}
    assert told == set(FORMS)
    for kinds, text in rows:
        for kind in re.findall(r"\[\[(\w+)\]\]", kinds):
            check, _ = FORMS[kind]["id"]
            written = set(re.findall(r"`([^`]+)`", text)) - {"any", *FORMS[kind]}
            ids = sorted(written)
            sound = [word for word in ids if not list(check("id", word))]
            assert sound == ids if kind not in ("robot", "multibot") else sound
