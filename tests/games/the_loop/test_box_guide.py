"""docs/box.md is for people who have never seen the code: what it shows works, and it shows everything."""

import re
import tomllib
from pathlib import Path

from companion.games.the_loop.box.box_check import FORMS, HQ_FORMS
from companion.games.the_loop.box.boxes import check_box
from companion.games.the_loop.rules.vocabulary import PLACES, VERBS, faults

GUIDE = (Path(__file__).parents[3] / "docs" / "box.md").read_text(encoding="utf-8")


def test_the_card_in_the_guide_is_sound(tmp_path: Path) -> None:
    example, *_ = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "mine.toml").write_text(example, encoding="utf-8")
    assert check_box(tmp_path) == []


def test_every_verb_is_shown_by_a_step_that_compiles() -> None:
    shown: set[str] = set()
    for step in re.findall(r"`(\{ [a-z-]+ = [^`]*\})`", GUIDE[GUIDE.index("## Effects") :]):
        text = step.replace("PLACE", '"here"').replace("…", "{ pull = 1 }")
        effect = tomllib.loads(f"effect = [{text}]")["effect"]
        assert list(faults(effect)) == []
        shown.update(set(effect[0]) & set(VERBS))
    assert shown == set(VERBS)


def test_every_word_of_the_files_is_in_the_guide() -> None:
    keys = {key for form in (*FORMS.values(), *HQ_FORMS.values()) for key in form}
    params = {key for verb in VERBS.values() for key, _ in verb.params}
    words = {word for verb in VERBS.values() for word in verb.words}
    words |= {word for verb in VERBS.values() for _, param in verb.params for word in param.words}
    missing = [
        word for word in keys | params | words - {"me", "keep"} if not re.search(rf"\b{word}\b", GUIDE)
    ]
    assert missing == []
    assert [place for place in PLACES if f'"{place}"' not in GUIDE] == []
