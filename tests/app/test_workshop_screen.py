"""The workshop in a real window: a whole game by touches, real cards tapped in, ways narrowed, things set
right."""

import random

import pytest

from companion.table import Correct, Undo
from tests.games.names import called
from tests.tools.evenings import answer, do
from tests.tools.workshop_shots import REAL, aboard, full, shift


def on_table(run, prepare, lang: str = "en"):
    def ready(app) -> None:
        app.theme.motion = False
        app._first = "table"
        prepare(app)

    driver = run(prepare=ready, lang=lang)
    driver.frames(4)
    return driver, driver.app.manager.current_screen


def buttons(driver, kind: str) -> list:
    return [
        widget
        for widget in driver.walk()
        if type(widget).__name__ == kind and not widget.disabled and widget.opacity > 0
    ]


def choices(screen) -> list:
    """Answers that are in sight in the panel."""
    listed = (*screen.panel.children[0].children, *screen.panel.column.children)
    return [widget for widget in listed if hasattr(widget, "role") and not widget.disabled]


def touch_something(driver, screen, chance: random.Random) -> None:
    """What somebody does who repairs what can be repaired and does not think much otherwise."""
    screen.look()
    driver.frames(2)
    if screen.ask.kind == "act":
        ready = [one for one in buttons(driver, "MachineButton") if one.ready]
        robots = buttons(driver, "RobotButton")
        if ready:
            driver.touch(ready[0])
            driver.touch(choices(screen)[-1])  # children stand from the bottom up: the first way
        elif choices(screen) and chance.random() < 0.5:
            driver.touch(choices(screen)[-1])
        elif robots and chance.random() < 0.4:
            driver.touch(chance.choice(robots))
            options = choices(screen)
            driver.touch(options[-1])
        else:
            driver.touch(screen.ids.next)
            if screen.overlay is not None:
                driver.touch(driver.button(screen.after.text))
    elif screen.ask.kind == "grid":
        cells = [one for one in screen.panel.grid.children if getattr(one, "role", None)]
        driver.touch(chance.choice([one for one in cells if not one.disabled]))
    else:
        driver.touch(chance.choice(choices(screen)))


@pytest.mark.slow
def test_a_whole_game_by_touches_alone(run):
    driver, screen = on_table(run, lambda app: app.begin({}, None, 11, "cyberion"))
    chance, evening = random.Random(4), driver.app.evening
    for _ in range(1500):
        if evening.now.outcome is not None:
            break
        touch_something(driver, screen, chance)
    assert evening.now.outcome is not None
    driver.frames(3)
    assert screen.ask.kind == "over"
    driver.touch(screen.ids.next)
    driver.pump(lambda: driver.app.manager.current == "outcome", "the outcome")
    entries = len(evening.now.entries)
    do(evening, Undo())
    assert len(evening.now.entries) < entries
    assert evening.now.outcome is None


@pytest.mark.slow
def test_two_players_with_all_expansions_take_turns_by_touches(run):
    from tests.tools.workshop_shots import ALL

    driver, screen = on_table(run, lambda app: app.begin({"players": 2, **ALL}, None, 5, "cyberion"))
    chance, evening = random.Random(1), driver.app.evening
    seats = set()
    for _ in range(30):
        if evening.now.outcome is not None:
            break
        seats.add(evening.now.state.seat)
        touch_something(driver, screen, chance)
    assert seats == {0, 1}


def test_the_ways_are_narrowed_by_touching_robots(run):
    driver, screen = on_table(run, full)
    machine = next(one for one in buttons(driver, "MachineButton") if one.ready)
    driver.touch(machine)
    every = len(screen.options())
    assert every > 20
    robot = next(one for one in buttons(driver, "RobotButton") if one.text == "Commandbot 5")
    driver.touch(robot)
    some = screen.options()
    assert 0 < len(some) < every
    assert all("commandbot-5" in [card.code for card in one.cards] for one in some)
    another = next(one for one in buttons(driver, "RobotButton") if one.text == "Sirenbot 2")
    driver.touch(another)
    assert len(screen.options()) < len(some)
    before = driver.app.evening.now.state.xp
    driver.touch(choices(screen)[-1])
    driver.frames(2)
    assert driver.app.evening.now.state.xp == before + 1
    driver.touch(screen.ids.undo)
    driver.frames(2)
    assert driver.app.evening.now.state.xp == before


def test_ways_that_are_asked_for_are_narrowed_too(run):
    """A phone, or a terminal before, has named the machine: which robots it takes is still open."""
    driver, screen = on_table(run, full)
    evening = driver.app.evening
    repair = next(one for one in evening.now.first.question.answers if one.kind == "Repair")
    answer(evening, repair)
    driver.frames(3)
    every = screen.options()
    assert evening.now.first.question.id == "team"
    driver.touch(next(one for one in buttons(driver, "RobotButton") if one.text == "Commandbot 5"))
    some = screen.options()
    assert 0 < len(some) < len(every)
    assert all("commandbot-5" in [card.code for card in one.cards] for one in some)
    driver.touch(choices(screen)[-1])
    driver.frames(2)
    assert evening.now.first.question.main


def test_piles_are_looked_through_by_a_touch(run):
    driver, screen = on_table(run, aboard)
    (piles,) = buttons(driver, "PilesButton")
    driver.touch(piles)
    driver.frames(2)
    drawn = [one.robots[0].code for one in driver.walk(screen.overlay) if getattr(one, "robots", None)]
    assert {"planbot-5", "bebe-planbot", "sirenbot-4"} <= set(drawn)
    driver.touch(driver.button("Close"))
    assert screen.overlay is None


@pytest.mark.rule("CY-DIFF-01")
def test_support_tokens_follow_the_last_result(run):
    driver = run(prepare=lambda app: shift(app, -1))
    result = driver.app.evening.now.outcome.result
    driver.app.leave()
    driver.app.wait()
    driver.app.go("new-game", playing="cyberion")
    driver.frames(3)
    screen = driver.app.manager.current_screen
    assert result == "lost"
    assert screen.choice.options["support"] == 2
    assert "Support tokens (by the last result: 2)" in [getattr(one, "text", "") for one in driver.walk()]
    screen.pick("option:players", 2)  # two have not played yet
    driver.frames(3)
    assert "(by the last" not in str([getattr(one, "text", "") for one in driver.walk()])


def test_the_only_way_is_given_by_the_large_button(run):
    driver, screen = on_table(run, lambda app: shift(app, 0))
    evening = driver.app.evening
    for path, value in (("row.platform", ["planbot-1", "planbot-5"]), ("machine.2", "I-2-planbot")):
        do(evening, Correct(evening.now.game.correction(path, value)))
    driver.frames(3)
    driver.touch(next(one for one in buttons(driver, "MachineButton") if one.text.startswith("2 Planbots")))
    assert (screen.ids.next.text, screen.ids.next.role) == ("Repair place 3", "next")
    driver.touch(screen.ids.next)
    driver.frames(2)
    assert (evening.now.state.xp, evening.now.state.factory[2]) == (1, "")


def test_a_turn_without_a_repair_warns_and_defeat_is_asked_once_more(run):
    driver, screen = on_table(run, full)
    evening = driver.app.evening
    assert (screen.ids.next.role, screen.ids.next.text) == ("danger", "End: –1 valve")
    do(evening, Correct(evening.now.game.correction("valves", 0)))
    driver.frames(3)
    assert screen.ids.next.text == "End: defeat!"
    driver.touch(screen.ids.next)
    assert evening.now.outcome is None
    driver.touch(driver.button("Close"))
    assert screen.overlay is None
    driver.touch(screen.ids.next)
    driver.touch(driver.button("End: defeat!"))
    driver.frames(2)
    assert evening.now.outcome.result == "lost"


def test_real_cards_are_tapped_in_by_model_and_size_and_a_strange_machine_by_its_kind(run):
    driver, screen = on_table(run, lambda app: shift(app, 0, until="machine", **REAL), lang="fr")
    driver.touch(driver.button("Une autre machine"))
    driver.touch(driver.button("Une taille"))
    driver.touch(driver.button("5"))
    driver.touch(driver.button("C'est\N{NO-BREAK SPACE}: I · 3 Robots de taille 5"))
    driver.frames(2)
    assert driver.app.evening.now.state.factory[0] == "I-3-size-5"
    while driver.app.evening.now.first.question.id == "machine":
        driver.touch(choices(screen)[-1])
        driver.frames(2)
    assert screen.ask.kind == "grid"
    driver.touch(screen.panel.grid.children[-1])  # from the end: the first model, size 1
    driver.frames(2)
    assert driver.app.evening.now.state.rows[0] == ("sirenbot-1",)


def test_a_row_is_set_right_by_touching_what_really_lies_there(run):
    driver, screen = on_table(run, lambda app: shift(app, 0))
    driver.touch(screen.ids.menu)
    driver.touch(driver.button("Set something right"))
    driver.touch(driver.button("Row: Platform"))
    first = driver.app.evening.now.game.view(driver.app.evening.now.state, None)["platform"][0]
    name = called(driver.app.evening.now.game, driver.app.evening.now.state, "card", first)
    lying = [one for one in driver.walk() if getattr(one, "role", "") == "chosen" and one.text == name]
    driver.touch(lying[0])
    driver.frames(2)
    assert len(driver.app.evening.now.state.rows[0]) == 4


def test_the_history_shows_the_workshop_as_it_stood(run):
    driver, screen = on_table(run, lambda app: shift(app, 8))
    driver.touch(screen.ids.menu)
    driver.touch(driver.button("History"))
    driver.pump(lambda: driver.app.manager.current == "history", "the history")
    driver.frames(4)
    drawn = [widget for widget in driver.walk() if type(widget).__name__ == "RobotPicture"]
    assert len(drawn) == sum(map(len, driver.app.evening.now.state.rows)) > 0
