"""What is drawn on pages: the signs of their doors, rows in columns, how much of a box is the owner's."""

import pytest

from tests.tools.pages import PAGES


def shown(run, page: str, size=(1280, 800), text=1.0):
    def prepare(app) -> None:
        app.theme.motion = False
        app.theme.text_size = text
        PAGES[page](app)

    driver = run(size=size, prepare=prepare)
    driver.frames(5)
    if after := getattr(driver.app, "after_shown", None):
        after()
    driver.frames(4)
    return driver


def doors(driver) -> list[tuple[bool, float]]:
    """Of each way out of the first page: whether its sign hangs there, and what is left of its letters."""
    from companion.app.widgets import Glyph, Text
    from companion.app.widgets.signs import Door

    found = []
    for door in [widget for widget in driver.walk() if isinstance(widget, Door)]:
        (sign,) = [one for one in door.children if isinstance(one, Glyph)]
        words = [one for one in door.children if isinstance(one, Text) and one.text]
        found.append((sign.height > 0, min(one.font_size / one.wanted for one in words)))
    return found


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (800, 1280)])
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_sign_gives_way_to_words(run, size, lang):
    driver = shown(run, "home-first", size)
    driver.app.tr.lang = lang
    driver.frames(5)
    usual = doors(driver)
    assert len(usual) == 8
    assert sum(hung for hung, _ in usual) >= (8 if size == (1280, 800) else 2)
    assert [left for hung, left in usual if hung and left < 0.98] == []
    driver.app.theme.text_size = 1.5
    driver.frames(5)
    assert [left for hung, left in doors(driver) if hung and left < 0.98] == []


def test_every_door_has_a_picture_of_its_own():
    from companion.app.widgets.signs import PICTURES

    assert len({path for parts in PICTURES.values() for path, _ in parts}) == sum(map(len, PICTURES.values()))


@pytest.mark.parametrize("page", ["checklist-real", "box-editor"])
def test_all_of_a_row_are_as_high_as_its_highest(run, page):
    from companion.app.widgets import BigButton, Rows

    driver = shown(run, page)
    lists = [one for one in driver.walk() if isinstance(one, Rows) and (one.box.cols or 1) > 1]
    assert lists
    for rows in lists:
        buttons = [one for one in reversed(rows.box.children) if isinstance(one, BigButton)]
        columns = rows.box.cols
        for first in range(0, len(buttons), columns):
            row = buttons[first : first + columns]
            assert len({(round(one.y), round(one.height)) for one in row}) == 1, [one.text for one in row]
            assert all(one.height >= one.minimum_height - 1 for one in row)


def test_agents_are_chosen_by_their_faces(run):
    """Where there is room for them; else words have it."""
    from companion.app.widgets import Glyph

    driver = shown(run, "new-game", (1280, 800))
    heads = [one for one in driver.walk() if isinstance(one, Glyph) and one.glyph.startswith("head:")]
    assert len({one.glyph for one in heads}) == 5
    assert all(one.height > 30 for one in heads)
    driver.app.theme.text_size = 1.5
    driver.frames(6)
    assert not [one for one in driver.walk() if isinstance(one, Glyph) and one.glyph.startswith("head:")]
