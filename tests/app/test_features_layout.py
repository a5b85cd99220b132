"""Nothing is clipped, overlapping or too small where the table offers more than the rules: forecast and
coach, cubes inside the machine, faults to be switched on."""

from itertools import product

import pytest

from tests.app.layout import LETTERS, SIZES, seen, shown, visible, ways
from tests.app.tapping import TABLES
from tests.app.test_table_screen import begin
from tests.tools.evenings import answer
from tests.tools.screenshots import FULL, crowded, night_at, real_table


def advised(app) -> None:
    """The forecast and the coach are there: as they were found, not as fast as this machine finds them."""
    from companion.advisor import Advice, Shares, odds
    from companion.app.background_advice import PositionAdvice
    from companion.engine import Phrase

    evening = night_at(app, FULL)
    app.settings.forecast = app.settings.coach = True
    game, state = evening.now.game, evening.now.state
    reasons = (
        Phrase("vortex", (("era", 4), ("before", 18), ("after", 2))),
        Phrase("defeat", (("before", 13), ("after", 9))),
        Phrase("steps", (("n", 5),)),
    )
    advice = Advice(evening.now.first.question.answers[0], (), reasons)

    def after() -> None:
        screen = app.manager.current_screen
        found = PositionAdvice(evening.now.position, odds(game, state, Shares()), advice, True)
        screen.advising.advisor.ask = lambda *_: setattr(screen.advising.advisor, "found", found)
        screen.look()

    app.after_shown = after


def looked_closer(app) -> None:
    """The forecast of one era, and how sure it is; with a choice that nobody foresees."""
    advised(app)
    found = app.after_shown

    def after() -> None:
        found()
        screen = app.manager.current_screen
        known = screen.advising.advisor.found
        screen.advising.advisor.found = known._replace(odds=known.odds._replace(exact=False))
        screen.advising._show()
        screen.era(0)

    app.after_shown = after


def inside(app) -> None:
    night_at(app, {**FULL, "inside": 2})


def faults(app) -> None:
    night_at(app, FULL)
    app._first = "tower"
    app.after_shown = lambda: app.manager.current_screen._show("faults")


def missions(app) -> None:
    """The longest list at a real table, with a step for hands below it."""
    begin(app, TABLES["real table"], seed=3)

    def after() -> None:
        answer(app.evening, app.playing.first.question.answers[0])

    app.after_shown = after


SCENES = (advised, inside, faults, looked_closer, missions)


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_layout_holds(run, scene):
    driver = shown(run, scene)
    found = [wrong for way in ways(SCENES.index(scene)) for wrong in seen(driver, *way)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scene", [crowded, real_table])
def test_what_a_loop_costs_is_in_sight_with_any_hand(run, scene):
    """Of six cards, say: they scroll, the price of what lies below them does not."""
    from companion.games.the_loop.tablet.table.cards import Cost, LoopButton

    driver = shown(run, scene)
    for size, text in product(SIZES, LETTERS):
        driver.app.theme.text_size = text
        driver.size(*size)
        driver.frames(4)
        there = [widget for widget, _ in visible(driver)]
        assert sum(isinstance(widget, LoopButton) for widget in there) == 3, (size, text)
        assert sum(isinstance(widget, Cost) for widget in there) == 1, (size, text)
