"""The table by touches alone, in a real window: whole turns and games, undo, refusals, alerts, languages."""

import random

import pytest

from companion.table import Answer
from tests.app.driving import wait_for_drop
from tests.tools.screenshots import FULL, night_at

FAST = {"agents": ["mr-time", "v-girl"], "drop": "tower"}


@pytest.fixture
def finger(run):
    """finger(x, y) → a touch that comes down and leaves when it is told to."""
    from kivy.tests.common import UnitTestTouch

    return UnitTestTouch


def begin(app, options=None, seed=11, tower=True) -> None:
    """A game with a simulated tower that wastes no time."""
    from companion.tower import Choice

    app.theme.motion = False
    choice = Choice("simulated", seed=seed, speed=None) if tower else None
    app.begin({**FAST, **(options or {})}, choice, seed)


def texts(driver) -> list[str]:
    return [widget.text for widget in driver.walk() if getattr(widget, "text", "")]


def settle(driver) -> None:
    """Until no drop is running; whoever throws says when all are thrown."""
    wait_for_drop(driver)
    driver.frames(3)


def touchables(driver) -> list:
    """The buttons that a player sees and may touch: those of an overlay alone while one is open."""
    screen = driver.app.manager.current_screen
    root = screen.overlay.box if screen.overlay is not None else screen
    return [w for w in driver.walk(root) if hasattr(w, "role") and not w.disabled and w.text]


def choose(driver, chance: random.Random) -> None:
    """One touch of somebody who follows the screen: the next button, or one of what is offered."""
    screen = driver.app.manager.current_screen
    if screen.name != "table":  # somebody who reads why comes back
        screen.leave()
        driver.pump(lambda: driver.app.manager.current == "table", "the table")
        driver.frames(3)
        return
    prompt = screen.prompt
    if screen.overlay is not None:
        driver.touch(chance.choice([w for w in touchables(driver) if w.text != "Correct something here"]))
    elif prompt.panel == "question":
        if prompt.targets and chance.random() < 0.5:
            era = chance.choice(prompt.targets)
            driver.touch_at(*screen.ids.ring.place_of(era))
        else:
            offered = [w for w in driver.walk(screen.question) if hasattr(w, "role") and w.text]
            driver.touch(chance.choice(offered))
    elif prompt.panel == "agent" and chance.random() < 0.55:
        offered = [w for w in driver.walk(screen.agent) if hasattr(w, "role") and not w.disabled and w.text]
        driver.touch(chance.choice(offered))
    else:
        driver.touch(screen.ids.next)
    settle(driver)


def play(driver, touches: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    evening = driver.app.evening
    for _ in range(touches):
        if evening.now.outcome is not None and not evening.now.alerts:
            return
        choose(driver, chance)


def test_the_first_turn_needs_one_touch_for_foos_phase(run):
    driver = run(prepare=begin)
    driver.frames(3)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    assert screen.prompt.next.act == "throw"
    driver.touch(screen.ids.next)
    settle(driver)
    if evening.now.drop is not None:  # the count is not sure: one more confirms it
        driver.touch(screen.ids.next)
    assert driver.touches <= 2
    assert evening.now.state.phase == 2


def test_a_simulated_tower_is_said_to_be_one(run):
    driver = run(prepare=begin)
    driver.frames(3)
    assert "SIMULATED TOWER" in texts(driver)


def test_without_a_tower_cubes_are_tapped_in_on_the_ring(run):
    driver = run(prepare=lambda app: begin(app, {"drop": "hand"}, tower=False))
    driver.frames(3)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    assert "SIMULATED TOWER" not in texts(driver)
    cubes, front = evening.now.drop.total, evening.now.drop.front
    for _ in range(cubes):
        driver.touch_at(*screen.ids.ring.place_of(front))
    assert evening.now.drop.inside == 0
    driver.touch(screen.ids.next)
    landed = next(e.given for e in evening.now.entries if e.given.kind == "RiftsLanded")
    assert landed.landed[front] == cubes


def test_a_long_touch_on_an_era_sets_it_right(run, finger):
    driver = run(prepare=begin)
    driver.frames(3)
    touch = finger(*driver.app.manager.current_screen.ring.place_of(3))
    touch.touch_down()
    driver.pump(lambda: driver.app.manager.current == "corrections", "the corrections")
    touch.touch_up()


def test_a_short_touch_while_the_window_stood_still_is_no_long_one(run, finger, monkeypatch):
    monkeypatch.setattr("companion.games.the_loop.tablet.widgets.ring.HOLD", 0.0)  # as long as any frame
    driver = run(prepare=begin)
    driver.frames(3)
    ring, touched = driver.app.manager.current_screen.ring, []
    ring.bind(on_era=lambda _, era: touched.append(era))
    touch = finger(*ring.place_of(3))
    touch.touch_down()
    driver.frames()
    touch.touch_up()
    driver.frames(3)
    assert touched == [3]
    assert driver.app.manager.current == "table"


def test_undo_is_one_touch_and_the_count_comes_back_to_be_corrected(run):
    driver = run(prepare=begin)
    driver.frames(3)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    driver.touch(screen.ids.next)
    settle(driver)
    if evening.now.drop is not None:
        driver.touch(screen.ids.next)
    before = len(evening.now.entries)
    driver.touch(screen.ids.undo)
    assert len(evening.now.entries) < before
    assert evening.now.drop.stage == "hand"
    assert sum(evening.now.drop.landed) + evening.now.drop.inside == evening.now.drop.total


def test_an_exhausted_card_says_why_with_its_rule(run):
    driver = run(prepare=lambda app: night_at(app, FULL))
    driver.frames(3)
    driver.touch(driver.button("Super Underwear*"))
    assert "Super Underwear* is exhausted." in texts(driver)
    assert not any("ACT-08" in text for text in texts(driver)), "codes are for those who ask why"
    driver.touch(driver.button("Why?"))
    assert any(text.endswith(" · ACT-08") for text in texts(driver))
    driver.touch(driver.button("Close"))
    driver.touch(driver.button("Close"))
    assert driver.app.manager.current_screen.overlay is None


def test_a_question_shows_its_eras_on_the_ring_and_can_be_cancelled(run):
    driver = run(prepare=lambda app: night_at(app, FULL))
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    driver.touch(driver.button("Ability"))
    assert screen.prompt.targets
    driver.touch(driver.button("Cancel"))
    assert evening.now.first.question.main
    assert evening.now.entries == ()


def test_touching_an_era_enlarges_it(run):
    driver = run(prepare=lambda app: night_at(app, FULL))
    driver.frames(3)
    screen = driver.app.manager.current_screen
    driver.touch_at(*screen.ids.ring.place_of(5))
    assert "A vortex is open" in texts(driver)
    driver.touch(driver.button("Close"))


def test_a_move_that_can_be_paid_two_ways_is_asked(run):
    driver = run(prepare=lambda app: night_at(app, FULL))
    driver.frames(3)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    driver.touch_at(*screen.ring.arrow(2)[:2])
    driver.touch(driver.button("Free move to Renaissance"))
    assert evening.now.entries[-1].given.kind == "FreeMove"
    assert driver.touches <= 3


def test_a_vortex_cannot_be_overlooked_and_comes_once(run):
    from tests.tools.screenshots import vortex

    driver = run(prepare=vortex)
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    shown = [said for w in driver.walk(screen.overlay) for said, _ in getattr(w, "boxes", ())]
    assert shown == ["VORTEX!", "INDUSTRY IS TORN OPEN"]
    driver.touch_at(5, 400)  # beside the button: nothing happens
    assert screen.overlay is not None
    driver.touch(driver.button("All done"))
    assert evening.now.alerts == ()
    driver.frames(3)
    assert screen.overlay is None


def test_another_language_at_once(run):
    driver = run(prepare=begin)
    driver.frames(3)
    assert "SIMULATED TOWER" in texts(driver)
    driver.app.speak("fr")
    driver.frames(3)
    assert "MACHINE SIMULÉE" in texts(driver)
    assert "Industrie" in [said for said, _ in driver.app.manager.current_screen.ring.boxes]


def test_an_untracked_card_is_played_as_its_effect(run):
    untracked = {"hands": "table", "huge": "table"}
    driver = run(prepare=lambda app: night_at(app, FULL, untracked))
    driver.frames(3)
    evening = driver.app.evening
    for text in ("Play a card", "Remove rifts", "2", "on your era", "Play it"):
        driver.touch(driver.button(text))
    assert evening.now.entries[-1].given.kind == "PlayEffect"
    assert evening.now.state.rifts[3] == 1


def test_the_palette_offers_first_what_cards_did_last(run):
    driver = run(prepare=lambda app: night_at(app, FULL, {"hands": "table", "huge": "table"}))
    driver.frames(3)
    evening = driver.app.evening
    for value in (1, 2):
        effect = ({"add-energy": value, "at": "here"},)
        evening.post(Answer((evening.now.game.inputs["PlayEffect"](effect),))).result(60)
    driver.frames(3)
    before = evening.now.state.energy[3]
    driver.touch(driver.button("Play a card"))
    driver.frames(2)
    assert driver.button("Add 2 energy on your era.").y > driver.button("Add 1 energy on your era.").y
    driver.touch(driver.button("Add 2 energy on your era."))
    driver.frames(2)
    assert evening.now.state.energy[3] == before + 2
    assert driver.app.manager.current_screen.overlay is None


def test_the_palette_offers_first_the_values_that_were_told_last(run):
    driver = run(prepare=lambda app: night_at(app, FULL, {"hands": "table", "huge": "table"}))
    driver.frames(3)
    evening = driver.app.evening
    effect = ({"add-energy": 3, "at": "previous"},)
    evening.post(Answer((evening.now.game.inputs["PlayEffect"](effect),))).result(60)
    driver.frames(3)

    def first() -> str:
        there = [one for one in touchables(driver) if one.text not in ("Back", "Close")]
        return max(there, key=lambda one: (round(one.y), -one.x)).text

    driver.touch(driver.button("Play a card"))
    driver.touch(driver.button("Remove rifts"))
    assert first() == "1", "of another verb nothing was told yet"
    driver.touch(driver.button("Back"))
    driver.touch(driver.button("Add energy"))
    assert first() == "3"
    driver.touch(driver.button("2"))
    assert first() == "on the previous era"


def test_a_slip_in_the_palette_is_taken_back_touch_by_touch(run):
    untracked = {"hands": "table", "huge": "table"}
    driver = run(prepare=lambda app: night_at(app, FULL, untracked))
    driver.frames(3)
    evening = driver.app.evening
    for text in ("Play a card", "Remove rifts", "2", "Back", "Back", "Add energy", "1", "on your era"):
        driver.touch(driver.button(text))
    assert "Add 1 energy on your era." in texts(driver)
    for text in ("Back", "on the next era"):
        driver.touch(driver.button(text))
    assert not any("on your era" in text for text in texts(driver))
    driver.touch(driver.button("Play it"))
    assert evening.now.entries[-1].given.effect == ({"add-energy": 1, "at": "next"},)


def test_some_turns_by_touches_alone(run):
    driver = run(prepare=begin)
    driver.frames(3)
    play(driver, 40)
    assert driver.app.evening.now.state.turn >= 2 or driver.app.evening.now.outcome


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8])
def test_a_whole_game_by_touches_alone(run, seed):
    driver = run(prepare=lambda app: begin(app, seed=seed))
    driver.frames(3)
    play(driver, 1500, seed)
    assert driver.app.evening.now.outcome is not None
    assert driver.app.evening.now.lost_readings == 0


def test_a_duplicate_that_no_list_has_is_told_in_three_touches(run):
    real = {"bag": "hand", "drop": "hand"}
    driver = run(prepare=lambda app: night_at(app, {**FULL, "phase": "foo"}, real, tower=False))
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    assert screen.prompt.many
    driver.touch_at(*screen.ring.place_of(1))
    driver.touch(driver.button("Something else"))
    driver.touch(driver.button("Dawn of Time"))
    assert evening.now.refused is None
    assert evening.now.state.dups["1>0"] == 1
    assert evening.now.game.learned(evening.now.state)["duplicate"] == [{"id": "1>0"}]


def test_a_mission_that_no_list_has_is_told_by_its_name(run):
    real = {"missions": "hand", "drop": "hand"}
    driver = run(prepare=lambda app: begin(app, real, tower=False))
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    driver.touch(driver.button("Something else"))
    screen.overlay.form.typed.text = "Stop the clocks"
    driver.touch(driver.button("4"))
    assert "stop-the-clocks" in evening.now.state.tiles
