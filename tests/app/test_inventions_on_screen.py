"""What we invented has its sign on the tablet too: every text on the table, and what lies over it."""

import re

import pytest

from companion.engine.box_editor import entries_of, invented_keys
from companion.words import Speech
from tests.tools.screenshots import SCENES


@pytest.mark.parametrize("scene", ["table", "crowded", "hands", "question", "era"])
def test_an_invented_name_on_the_table_has_its_sign(run, scene) -> None:
    from companion.app.widgets import Text

    def prepare(app) -> None:
        app.theme.motion = False
        SCENES[scene](app)

    driver = run(prepare=prepare)
    driver.frames(4)
    if after := getattr(driver.app, "after_shown", None):
        after()
        driver.frames(4)
    now, words = driver.app.now, driver.app.tr.words
    speech = Speech.of(words, now)
    names = [
        speech.name(kind, entry.id)
        for kind in ("card", "mission", "ultra")
        for entry in entries_of(now.game.box, kind)
        if invented_keys(entry)
    ]
    bare = "|".join(re.escape(name.removesuffix(words.invented)) for name in names)
    unmarked = re.compile(rf"(?:{bare})(?!\w|{re.escape(words.invented)})")
    texts = [one.text for one in driver.walk(driver.app.manager) if isinstance(one, Text)]
    assert [text for text in texts if unmarked.search(text)] == []
    if scene in ("table", "hands"):
        assert any(words.invented in text for text in texts)
