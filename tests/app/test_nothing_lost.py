"""Motion, sound and light off: the table says every word that it says with them."""

import random

import pytest

from tests.tools.evenings import answer

ANSWERS = 24
SENSES = ("motion", "sounds", "ambience", "spoken", "lights")


def words_on(driver) -> list[str]:
    """All that can be read on the table, whoever draws it."""
    table = driver.app.manager.current_screen
    drawn = [said for widget in driver.walk(table) for said, _ in getattr(widget, "boxes", ())]
    return sorted([*drawn, *(widget.text for widget in driver.walk(table) if getattr(widget, "text", ""))])


def evening(driver, name: str, on: bool) -> list[list[str]]:
    """After each answer, once whatever moved is over."""
    from companion.tower import Choice

    app, dice = driver.app, random.Random(8)
    for sense in SENSES:
        setattr(app.settings, sense, on)
    app.settings.silent = not on
    app.theme.motion = on
    app.announcer.play = lambda *_, **__: None
    app.announcer.speak = lambda *_: None
    tower = Choice("simulated", seed=4, speed=None) if name == "the-loop" else None
    app.begin({"drop": "app"} if name == "the-loop" else {}, tower, seed=11, name=name)
    app.go("table")
    driver.frames(6)
    said = []
    for _ in range(ANSWERS):
        now = app.evening.now
        if now.outcome is not None or not now.asked:
            break
        answer(app.evening, dice.choice(now.asked[0].question.answers))
        driver.frames(4)
        driver.watch()
        driver.later(2)
        driver.frames(4)
        said.append(words_on(driver))
    assert len(said) > 8
    return said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the-loop", "contre-temps", "cyberion"])
def test_a_game_with_motion_sound_and_light_off_loses_no_word(run, name):
    driver = run()
    assert evening(driver, name, True) == evening(driver, name, False)
