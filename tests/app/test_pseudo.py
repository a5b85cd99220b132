"""Every screen in a language that nobody speaks: nothing bypasses the catalogue, and longer texts find room.

Letters may become a fifth smaller than in a language of ours; nothing may be cut, covered or pushed out.
`LAYOUT=all` sees every scene in every window.
"""

import os
import re

import pytest

from companion.games import GAMES
from companion.words import languages, own_name
from tests.app.layout import SIZES, mistakes, shown, visible
from tests.pseudo import LANG, installed
from tests.tools import timeline_shots, workshop_shots
from tests.tools.pages import PAGES
from tests.tools.screenshots import SCENES as TABLE

SCENES = TABLE | PAGES | timeline_shots.SCENES | workshop_shots.SCENES
WINDOWS = SIZES if os.environ.get("LAYOUT") == "all" else SIZES[:1]
SMALLER = 0.8
RULE = re.compile(r"[A-Z]+(-[A-Z]+)*-\d+")
TYPED = {"box-wrong", "box-editor", "box-import"}
"""Scenes that show what somebody wrote into a file."""


@pytest.fixture(scope="module", autouse=True)
def spoken(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("pseudo")):
        yield


def letters(driver) -> str:
    """All that is written on the screen, without names that are the same in every language."""
    seen = list(visible(driver))
    texts = [widget.text for widget, _ in seen if getattr(widget, "text", "")]
    texts += [said for widget, _ in seen for said, _ in getattr(widget, "boxes", ()) if said != "disc"]
    titles = [GAMES[name].title or name for name in GAMES.names]
    for name in (*titles, *(own_name(lang) for lang in languages())):
        texts = [text.replace(name, "") for text in texts]
    return re.sub(r"\S*/\S*|\b[IV]+\b", "", RULE.sub("", "\n".join(texts)))


def look(run, scene: str) -> None:
    driver, found = shown(run, SCENES[scene], LANG), []
    if scene not in TYPED:
        assert sorted(set(re.findall(r"[A-Za-z]{2,}", letters(driver)))) == []
    for size in WINDOWS:
        driver.size(*size)
        driver.frames(4)
        found += [f"{size}: {wrong}" for wrong in mistakes(driver, SMALLER)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scene", ["crowded", "drop-unsure", "settings"])
def test_a_longer_language_finds_room(run, scene):
    look(run, scene)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_a_longer_language_finds_room_everywhere(run, scene):
    look(run, scene)
