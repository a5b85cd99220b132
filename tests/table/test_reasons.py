"""Reasons for promotion and dismissal: data that fits a game or does not, and mistakes that are named."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.table import CareerReason, Finished, ReasonsInvalid, earned, load_reasons
from companion.table.reasons import FAMILIES, KINDS
from companion.words import Words

SHIPPED = Path(games.__file__).parent / "the_loop" / "career"
LOOP = games.load("the-loop")
SUMMARY = {
    "mode": "supa", "level": 2, "players": 3, "agents": ["v-girl", "mr-time", "cztwyzzek"], "result": "won",
    "cause": "WIN-02", "turns": 14, "cycle": 2, "archived": 4, "vortexes": 1,
}  # fmt: skip
GAME = Finished(
    "j", "the-loop", 0, 3_000, SUMMARY, {"LoopDone": 9, "CardTaken": 4}, {"LoopDone": 3, "CardTaken": 1}
)


def reason(when: Any) -> CareerReason:
    return CareerReason("r", "promotion", "win", {"en": "R", "fr": "R"}, when, "owner")


@pytest.mark.rule("CAREER-03")
@pytest.mark.parametrize(
    ("when", "fits"),
    [
        ({"result": "won"}, True),
        ({"result": "lost"}, False),
        ({"result": "won", "vortexes": 0}, False),
        ({"level": [2, 3]}, True),
        ({"level": [1, 3]}, False),
        ({"turns": {"most": 14}}, True),
        ({"turns": {"most": 13}}, False),
        ({"turns": {"least": 15}}, False),
        ({"turns": {"least": 14, "most": 20}}, True),
        ({"agents": "v-girl"}, True),
        ({"agents": ["v-girl", "time-prowler"]}, False),
        ({"minutes": {"most": 50}}, True),
        ({"minutes": {"most": 49}}, False),
        ({"happened": {"LoopDone": {"least": 9}}}, True),
        ({"happened": {"LoopDone": {"least": 10}}}, False),
        ({"happened": {"VortexOpened": 0}}, True),
        ({"in-a-turn": {"LoopDone": {"least": 3}}}, True),
        ({"in-a-turn": {"LoopDone": {"least": 3}, "CardTaken": {"least": 2}}}, False),
        (None, False),
    ],
)
def test_a_reason_fits_a_game_or_it_does_not(when: Any, fits: bool) -> None:
    assert earned(reason(when), GAME) is fits


@pytest.mark.rule("CAREER-03", "CAREER-04")
def test_the_shipped_reasons_are_ours_and_cover_the_four_families() -> None:
    known = load_reasons([SHIPPED], LOOP)
    assert {one.source for one in known} == {"stand-in"}
    assert {one.family for one in known} == set(FAMILIES)
    assert {one.kind for one in known} == set(KINDS)
    for one in known:
        if one.family == "soft-skills":
            assert one.when is None
        if one.family in ("win", "lose"):
            assert one.when is not None
            told = one.when.get("result") or {"WIN": "won", "LOS": "lost"}[one.when["cause"][:3]]
            assert told == {"win": "won", "lose": "lost"}[one.family]


def owner_file(folder: Path, text: str) -> Path:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return folder


GOOD = '''
[[reason]]
id = "night-shift"
for = "promotion"
family = "experience"
name = { en = "Night shift", fr = "Équipe de nuit" }
when = { minutes = { least = 120 } }
'''


@pytest.mark.rule("CAREER-03")
def test_owners_add_their_own_and_replace_ours(tmp_path: Path) -> None:
    owner_file(tmp_path, GOOD + GOOD.replace("night-shift", "bad-parking"))
    known = {one.id: one for one in load_reasons([SHIPPED, tmp_path], LOOP)}
    assert known["night-shift"].source == "owner"
    assert known["bad-parking"].name["en"] == "Night shift"
    assert known["first-week"].source == "stand-in"


def test_no_directory_is_no_mistake(tmp_path: Path) -> None:
    assert load_reasons([tmp_path / "nowhere"], LOOP) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"night-shift"', '""', "a reason has no id"),
        ('"promotion"', '"promotoin"', "Did you mean promotion?"),
        ('"experience"', '"luck"', "One of: win, lose"),
        ('en = "Night shift", fr = "Équipe de nuit"', "", "its name is a table"),
        ("minutes", "minuts", "Did you mean minutes?"),
        ("least", "leest", "Did you mean least?"),
        ("120", '"long"', "is a number"),
        ("{ least = 120 }", "1.5", "a condition is"),
        ("minutes = { least = 120 }", "", "a table of what must be so"),
        ("minutes = { least = 120 }", "result = { least = 1 }", "go with a number"),
        ("minutes = { least = 120 }", "happened = 3", "a table of happenings"),
        ("minutes = { least = 120 }", "happened = { LoopDun = 3 }", "Did you mean LoopDone?"),
        ("family", "famly", "Did you mean family?"),
        ("[[reason]]", "[[reasons]]", "nothing but [[reason]]"),
        ("[[reason]]", "[[reason]", "mine.toml"),
    ],
)
def test_a_mistake_is_named_with_its_file(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(ReasonsInvalid, match=r"mine\.toml") as wrong:
        load_reasons([owner_file(tmp_path, GOOD.replace(old, new))], LOOP)
    assert said in Words("en").say(f"error.{wrong.value.id}", wrong.value.about)


def test_nothing_in_a_file_is_ever_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    text = GOOD.replace("{ least = 120 }", f"\"__import__('os').mkdir('{mark}')\"")
    (one,) = load_reasons([owner_file(tmp_path, text)], LOOP)
    assert earned(one, GAME) is False
    assert not mark.exists()


def test_the_example_in_the_documentation_holds(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "career.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (one,) = load_reasons([owner_file(tmp_path, example)], LOOP)
    assert earned(one, GAME._replace(seconds=7_200))
    for figure in SUMMARY:
        assert f"`{figure}`" in page
