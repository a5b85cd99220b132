"""A whole evening by touches alone, from Home to Home; settings at run time; resuming; undo past the end."""

import random

import pytest

from companion.table import Pause
from tests.app.test_table_screen import choose, settle


def still(app) -> None:
    app.theme.motion = False


def hurry(monkeypatch) -> None:
    """The simulated tower, chosen by its name as ever, wastes no time."""
    from companion.app import settings
    from companion.app.screens.home import home
    from companion.app.screens.new_game import new_game
    from companion.tower import Choice

    def quick(told, seed=0):
        choice = settings.choice_of(told, seed)
        return Choice("simulated", seed=11, speed=None) if choice and choice.kind == "simulated" else choice

    monkeypatch.setattr(home, "choice_of", quick)
    monkeypatch.setattr(new_game, "choice_of", quick)


def has(driver, text: str) -> bool:
    return any(getattr(w, "text", "") == text for w in driver.walk())


def visit(driver, text: str, screen: str) -> None:
    driver.touch(driver.button(text))
    driver.pump(lambda: driver.app.manager.current == screen, screen)
    driver.frames(3)


def test_home_leads_to_the_table_in_two_touches(run, monkeypatch):
    driver = run(prepare=still)
    hurry(monkeypatch)
    visit(driver, "New game", "new-game")
    visit(driver, "Start", "table")
    assert driver.touches == 2
    assert driver.app.evening.now.simulated
    banner = driver.app.manager.current_screen.ids.simulated
    assert banner.text == "SIMULATED TOWER"


@pytest.mark.slow
def test_a_whole_evening_by_touches_alone(run, monkeypatch):
    driver = run(prepare=still)
    hurry(monkeypatch)
    visit(driver, "New game", "new-game")
    visit(driver, "Start", "table")
    chance = random.Random(3)
    evening = driver.app.evening
    for _ in range(3000):
        if driver.app.manager.current != "table":
            break
        settle(driver)
        choose(driver, chance)
        if driver.app.manager.current in ("corrections", "history", "rules", "tower"):
            driver.touch(driver.button("← Back"))
        if driver.app.manager.current == "home":
            driver.touch(driver.app.manager.current_screen.ids.resume)
            driver.frames(3)
    assert evening.now.outcome is not None
    assert driver.app.manager.current == "outcome"
    driver.frames(3)
    entries = len(evening.now.entries)
    visit(driver, "← Undo the last step", "table")
    assert len(evening.now.entries) < entries
    assert evening.now.outcome is None


def test_a_game_goes_on_in_one_touch_after_the_app_was_closed(run, monkeypatch):
    driver = run(prepare=still)
    hurry(monkeypatch)
    visit(driver, "New game", "new-game")
    visit(driver, "Start", "table")
    evening = driver.app.evening
    path, position = evening.now.path, evening.now.position
    driver.app.leave()  # as when the process ends: the journal is closed, nothing else is written
    driver.app.go("home")
    driver.frames(3)
    driver.touch(driver.app.manager.current_screen.ids.resume)
    driver.pump(lambda: driver.app.manager.current == "table", "the table")
    assert driver.app.evening.now.path == path
    assert driver.app.evening.now.position == position


def test_a_real_table_is_set_up_step_by_step(run, monkeypatch):
    driver = run(prepare=still)
    visit(driver, "New game", "new-game")
    driver.touch(driver.button("Real table"))
    driver.touch(driver.button("We tap them in"))
    visit(driver, "Start", "checklist")
    screen = driver.app.manager.current_screen
    driver.touch(screen.buttons[0])
    assert screen.done == {0}
    visit(driver, "To the table", "table")
    sources = driver.app.evening.now.sources
    assert sources["foo"] == "hand"
    assert sources["drop"] == "hand"
    assert driver.app.settings.games["the-loop"]["hands"] == "table"


def test_another_language_at_once_and_everywhere(run):
    driver = run(prepare=still)
    visit(driver, "Settings", "settings")
    driver.touch(driver.button("Français"))
    driver.frames(3)
    driver.touch(driver.button("Très grande"))
    driver.frames(3)
    assert driver.app.theme.text_size == 1.5
    driver.touch(driver.button("Normale"))
    driver.frames(3)
    visit(driver, "← Retour", "home")
    assert driver.button("Nouvelle partie")
    from companion.app.settings import Settings

    assert Settings.read().lang == "fr"


def test_how_the_tower_shakes_is_chosen_for_the_game_that_is_on_and_the_next(run):
    from companion.app.settings import Settings
    from companion.tower import Choice

    driver = run(prepare=still)
    app = driver.app
    app.begin({}, Choice("simulated", speed=None), 7)
    app.go("settings")
    driver.frames(3)
    driver.touch(driver.button("Never"))
    assert app.evening.tower.watching.shakes == 0
    driver.touch(driver.button("Gently"))
    assert app.evening.tower.watching.amplitude == 25
    assert Settings.read().shake == "gently"
    app.begin({}, Choice("simulated", speed=None), 7)
    assert app.evening.tower.watching.shakes == 1


def switch(driver, caption: str, to: str) -> None:
    """Touches one of the two that stand under a caption of the settings."""
    label = next(w for w in driver.walk() if getattr(w, "text", "") == caption)
    driver.touch(next(w for w in driver.walk(label.parent) if hasattr(w, "role") and w.text == to))
    driver.frames(3)


def test_the_lights_are_switched_off_at_once_and_for_the_next_evening_and_on_again(run):
    from companion.app.settings import Settings
    from companion.tower import Choice
    from companion.tower.lights import DARK, glow_of

    driver = run(prepare=still)
    app = driver.app
    app.begin({}, Choice("simulated", speed=None), 7)
    app.go("settings")
    driver.frames(3)
    strip, board = app.evening.tower.strip, app.evening.tower.board
    driver.pump(lambda: board.strip.shown != DARK, "the strip to be lit")
    eras = app.now.state.setting.box.eras
    assert strip.palette == tuple(glow_of(era.colour) for era in eras), "each era in its own colour"
    switch(driver, "Lights around the tower", "Off")
    driver.pump(lambda: board.strip.shown == DARK, "the strip to be dark")
    assert not Settings.read().lights
    app.begin({}, Choice("simulated", speed=None), 7)
    driver.frames(3)
    strip, board = app.evening.tower.strip, app.evening.tower.board
    strip.stand([1.0] * 7)
    assert strip.lights == DARK
    assert board.strip.shown == DARK
    app.post(Pause())
    switch(driver, "Lights around the tower", "On")
    driver.pump(lambda: board.strip.shown != DARK, "a table that pauses to be lit")
    assert Settings.read().lights


def test_a_chosen_tower_that_is_not_there_is_never_replaced(run, monkeypatch):
    from companion.app.screens.new_game import new_game
    from companion.tower import Choice

    driver = run(prepare=still)
    nowhere = Choice("port", str(driver.app.career.path.parent / "no-such-port"))
    monkeypatch.setattr(new_game, "choice_of", lambda told, seed=0: nowhere if told == "found" else None)
    visit(driver, "New game", "new-game")
    driver.touch(driver.button("Tower on USB"))
    driver.touch(driver.button("Start"))
    screen = driver.app.manager.current_screen
    driver.pump(lambda: screen.notice is not None and has(driver, "Try again"), "the notice")
    assert driver.app.evening is None
    driver.touch(driver.button("Tap the cubes in"))
    driver.pump(lambda: driver.app.manager.current == "checklist", "the checklist")
    assert driver.app.evening.tower is None


def test_a_piece_is_set_right_in_two_touches(run):
    from tests.tools.screenshots import FULL, night_at

    driver = run(prepare=lambda app: (still(app), night_at(app, FULL)))
    driver.app.go("corrections", era=3)
    driver.frames(4)
    before = driver.touches
    driver.touch(driver.button("Rifts on Industry"))
    driver.touch(driver.button("1"))
    assert driver.touches - before == 2
    assert driver.app.evening.now.state.rifts[3] == 1


def test_amending_shows_consequences_before_anything_changes(run):
    from tests.tools.pages import PAGES

    driver = run(prepare=lambda app: (still(app), PAGES["history"](app)))
    driver.frames(3)
    evening = driver.app.evening
    position = evening.now.position
    driver.touch(driver.button("Take it out …"))
    driver.frames(2)
    assert driver.app.manager.current_screen.stage == "settle"
    assert evening.now.position == position
    driver.touch(driver.button("Cancel"))
    assert evening.now.position == position
    entries = len(evening.now.entries)
    driver.touch(driver.button("← Undo the last answer"))
    assert len(evening.now.entries) < entries


def test_from_the_outcome_home_and_back_to_it_in_one_touch(run):
    from tests.tools.pages import PAGES

    driver = run(prepare=lambda app: (still(app), PAGES["outcome"](app)))
    driver.frames(3)
    assert has(driver, "DEFEAT") or has(driver, "VICTORY")
    visit(driver, "Home", "home")
    assert driver.app.evening is None
    assert len(driver.app.career.games()) == 1
    driver.touch(driver.app.manager.current_screen.ids.resume)
    driver.pump(lambda: driver.app.manager.current == "outcome", "the outcome")
    assert len(driver.app.career.games()) == 1


def test_a_tower_lost_in_mid_game_leaves_three_ways(run):
    from tests.tools.screenshots import lost

    driver = run(prepare=lambda app: (still(app), lost(app)))
    driver.frames(3)
    evening = driver.app.evening
    driver.app.go("tower")
    driver.frames(3)
    assert has(driver, "Wait for it")
    assert has(driver, "Tower on USB")
    driver.touch(driver.button("Tap the cubes in"))
    driver.frames(3)
    assert evening.tower is None
    visit(driver, "← Back", "table")
    assert evening.now.drop.stage == "hand"


def test_the_tower_is_calibrated_by_touches(run, monkeypatch):
    from companion.app.screens.tower import tower
    from companion.tower import Choice

    quick = Choice("simulated", seed=2, speed=None)
    monkeypatch.setattr(tower, "choice_of", lambda told, seed=0: quick)
    driver = run(prepare=still)
    visit(driver, "Tower", "tower")
    screen = driver.app.manager.current_screen
    driver.touch(driver.button("Calibrate …"))
    driver.touch(driver.button("Directions"))
    for era in range(7):
        driver.pump(lambda: has(driver, "Yes, it points there"), "the question")
        if era == 2:
            before = screen.guided.question[1]["pulse"]
            driver.touch(driver.button("+4 µs"))
            driver.pump(lambda: has(driver, "Yes, it points there"), "the question again")
            assert screen.guided.question[1]["pulse"] == before + 4
        driver.touch(driver.button("Yes, it points there"))
    driver.pump(lambda: not screen.guided.running, "the end")
    driver.frames(2)
    driver.touch(driver.button("Done"))
    driver.touch(driver.button("Save recording"))
    assert list((screen.app.career.path.parent / "recordings").glob("*.jsonl"))
