"""The first evening of a family that has read nothing: led from the first page to the outcome, real table."""

from collections import Counter

import pytest

from companion.advisor import RandomBot
from companion.engine import CHANCE
from companion.table import Answer, MarkSeen
from companion.teacher import TIMES, Guide, Taught
from tests.app.layout import shown

MOST = 3000
"""Touches and answers; no first game is longer."""


def large(driver):
    """The one thing that comes next, in what lies on top."""
    top = driver.app.manager.current_screen
    top = getattr(top, "overlay", None) or top
    return next(one for one in top.walk() if getattr(one, "role", "") == "next" and not one.disabled)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["example", "the-loop"])
def test_a_family_is_led_from_the_first_page_to_the_outcome(run, game: str) -> None:
    from companion.app.widgets import HintOverlay

    def scene(app) -> None:
        app._first = "home"

    driver = shown(run, scene)
    app = driver.app
    driver.touch(app.manager.current_screen.ids.learn)
    app.manager.current_screen.choose(game)
    driver.frames(2)
    driver.touch(driver.button("Lead us"))
    page = app.manager.current_screen
    assert (page.name, page.playing) == ("new-game", game)
    page.pick("preset", "real-table")
    page.choice.tower = "none" if page.choice.tower != "app" else "app"
    driver.frames(2)
    driver.touch(page.ids.start)
    driver.pump(lambda: app.manager.current == "layout", "setting up")
    while app.manager.current == "layout":
        driver.touch(large(driver))
    bot, hints, asked = RandomBot(2), Counter(), Counter()
    guide = Guide(app.playing.manifest, Taught(app.lead.taught.path.with_name("other.json")))
    for _ in range(MOST):
        table, now = app.manager.current_screen, app.playing
        if isinstance(table.overlay, HintOverlay):
            hints[table.overlay.hint.id] += 1
            driver.touch(large(driver))
        elif now.alerts:
            app.post(MarkSeen(now.alerts[0]))
            driver.frames(2)
        elif table.overlay is not None:
            table.close_overlay()
            driver.frames(2)
        elif now.outcome is not None:
            break
        else:
            question = now.first.question
            asked[guide.hints.asked(question).id] += 1
            by_chance = question.owner == CHANCE
            answer = question.answers[0] if by_chance else bot.choose(now.game, now.state, question)
            app.post(Answer((answer,), question.owner, now.first.since))
            driver.frames(2)
    assert app.playing.outcome is not None
    assert set(asked) <= set(hints)
    assert max(hints.values()) <= TIMES
