"""What docs/box.md tells owners of Cyberion works, and it tells everything."""

import re
from pathlib import Path

import pytest

from companion.games.cyberion.box.box_check import FORMS, REQUIRED, ROW_LIMIT, SIZES, _asked_of_machine
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


@pytest.mark.parametrize("need", REQUIRED)
def test_a_machine_is_asked_for_what_its_requirement_needs_within_its_limits(need: str) -> None:
    """[CY-COMP-04] As many robots as a workshop can hold, and as much as they can weigh."""
    asked = _asked_of_machine({"requirement": need})
    expected = {"tier", "requirement"} | ({"robots"} if need != "two-pairs" else set())
    expected |= {"total"} if need.startswith("sum") else {need} & {"model", "size"}
    assert set(asked) == expected
    assert set(_asked_of_machine({})) == {"tier", "requirement"}
    limits = {"robots": 3 * ROW_LIMIT if need == "other" else ROW_LIMIT, "total": 3 * ROW_LIMIT * max(SIZES)}
    for key in expected & set(limits):
        for value, sound in ((0, False), (1, True), (limits[key], True), (limits[key] + 1, False)):
            assert (not list(asked[key](key, value))) is sound, (key, value)
    for roman, sound in (("I", True), ("III", True), ("", False), ("IV", False)):
        assert (not list(asked["tier"]("tier", roman))) is sound
