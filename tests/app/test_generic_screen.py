"""Any game opens on the tablet: the example by touches alone, every other one without its own screens."""

import random

import pytest

from companion.engine import Games
from companion.games import GAMES
from tests.app.test_evening import has, hurry, still, visit


def options(driver):
    """The enabled answers on the screen."""
    from companion.app.widgets import BigButton

    asked = driver.app.manager.current_screen.ids.asked
    return [w for w in driver.walk(asked) if isinstance(w, BigButton) and not w.disabled]


def touch_on(driver, chance: random.Random) -> None:
    """One step on: what is secret is uncovered, an answer is given, the end of a turn or of the game."""
    from companion.app.widgets.overlay import ConfirmOverlay

    screen = driver.app.manager.current_screen
    if isinstance(screen.overlay, ConfirmOverlay):
        driver.touch(driver.button(screen.overlay.yes))  # it was meant
        driver.frames(2)
        return
    if screen.overlay is not None:
        screen.close_overlay()
        driver.frames(2)
    shown = options(driver)
    if shown and (screen.ids.next.disabled or chance.random() < 0.7):
        chance.choice(shown).trigger_action(0)
        driver.frames(2)
    else:
        driver.touch(screen.ids.next)
    driver.frames(2)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_example_is_played_to_its_end_by_touches(run, lang):
    driver = run(lang, prepare=still)
    say = driver.app.tr.say
    visit(driver, say("screen-home.new-game"), "new-game")
    driver.touch(driver.button("Lighthouse"))
    visit(driver, say("screen-new-game.start"), "generic")
    evening = driver.app.evening
    assert evening.now.game.name == "example"
    before = driver.touches
    while evening.now.outcome is None:
        driver.touch(options(driver)[0])
        assert driver.touches - before < 60
    assert not has(driver, "‹")
    driver.touch(driver.app.manager.current_screen.ids.next)
    driver.pump(lambda: driver.app.manager.current == "outcome", "the outcome")
    driver.frames(3)
    assert has(driver, driver.app.tr.say(f"reason.{evening.now.outcome.reason}"))
    assert not any("‹" in getattr(w, "text", "") for w in driver.walk())
    assert driver.app.career.games("example")[0].summary["result"] == evening.now.outcome.result


def test_history_and_corrections_of_the_example(run):
    driver = run(prepare=lambda app: app.begin({}, None, seed=3, name="example") and still(app))
    driver.frames(3)
    screen = driver.app.manager.current_screen
    driver.touch(options(driver)[-1])
    driver.touch(screen.ids.menu)
    visit(driver, "Correct", "corrections")
    page = driver.app.manager.current_screen
    page.open("oil")
    driver.frames(2)
    driver.touch(driver.button("2"))
    assert driver.app.evening.now.state.oil == 2
    assert page.path == ""
    visit(driver, "← Back", "generic")
    driver.touch(driver.app.manager.current_screen.ids.menu)
    visit(driver, "History", "history")
    assert any("Correction" in getattr(w, "text", "") for w in driver.walk())
    assert not any("‹" in getattr(w, "text", "") for w in driver.walk())


def test_the_page_of_corrections_is_that_of_the_game_that_is_on(run):
    driver = run(prepare=lambda app: app.begin({}, None, seed=3, name="example") and still(app))
    driver.app.go("corrections")
    generic = type(driver.app.manager.current_screen)
    driver.app.begin(dict(GAMES[GAMES.first].first), None, seed=3)
    driver.app.go("corrections")
    assert type(driver.app.manager.current_screen) is not generic
    driver.frames(2)


def test_what_is_agreed_otherwise_is_shown_on_the_table(run):
    agreed = {"half": "up", "calm-start": True}
    driver = run(prepare=lambda app: app.begin(agreed, None, seed=3, name="example") and still(app))
    driver.frames(3)
    shown = [getattr(w, "text", "") for w in driver.walk()]
    assert "Half of an odd number: Rounded up · No storm in the first hour: Yes" in shown
    driver.app.begin({}, None, seed=3, name="example")
    driver.frames(3)
    assert not any("Half" in getattr(w, "text", "") for w in driver.walk())


def test_a_ruling_of_the_first_game_is_chosen_on_its_page_and_shown_on_its_table(run, monkeypatch):
    hurry(monkeypatch)
    driver = run(prepare=still)
    visit(driver, "New game", "new-game")
    driver.touch(driver.button("Details …"))
    page = driver.app.manager.current_screen
    rulings = [one for one in page.game.options() if one.group == "ruling"]
    offered = [w for w in driver.walk() if getattr(w, "options", None)]
    assert len(offered) == len(page.form.choice.shown_sources) + len(rulings)
    assert not any("‹" in getattr(w, "text", "") for w in driver.walk())
    page.pick("ruling:vortex-order", "chosen")
    driver.touch(driver.button("Done"))
    visit(driver, "Start", "table")
    said = "Order of several vortexes: Chosen by the active player"
    assert driver.app.now.game.chosen(driver.app.now.state)["vortex-order"] == "chosen"
    assert any(getattr(w, "text", "") == said for w in driver.walk())
    assert driver.app.settings.games[page.game.name]["vortex-order"] == "chosen"


def bare(app) -> None:
    """The same games as if nobody had drawn them."""
    app.games = Games(one._replace(faces={}) for one in GAMES.values())


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_on_the_generic_screen(run, name):
    def prepare(app) -> None:
        bare(app)
        still(app)
        app.begin({}, None, seed=5, name=name)

    driver = run(prepare=prepare)
    evening, chance = driver.app.evening, random.Random(2)
    before = len(evening.now.entries)
    for _ in range(24):
        if evening.now.outcome is not None:
            break
        touch_on(driver, chance)
    assert evening.now.outcome is not None or len(evening.now.entries) > before + 5
    assert driver.app.manager.current == "generic"


def test_what_one_player_may_see_is_covered(run):
    def prepare(app) -> None:
        bare(app)
        still(app)
        app.begin({"players": 3}, None, seed=5, name="contre-temps")

    driver = run(prepare=prepare)
    screen = driver.app.manager.current_screen
    assert screen.covered
    assert options(driver) == []
    hand = screen.speech.name("card", driver.app.evening.now.state.hands[screen.ask.holder][0])
    assert not any(hand in getattr(w, "text", "") for w in driver.walk())
    driver.touch(screen.ids.next)
    assert len(options(driver)) > 1
    assert any(hand in getattr(w, "text", "") for w in driver.walk())
