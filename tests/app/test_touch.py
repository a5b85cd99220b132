"""Fingers: one whose widget is gone does nothing, and no place means two things in quick succession."""

import ast
import random
from pathlib import Path

import pytest

from companion.advisor import RandomBot
from companion.engine import Input
from companion.games import GAMES, load
from companion.table import Answer, Evening
from tests.app.driving import wait_for_drop
from tests.app.test_table_screen import begin
from tests.app.test_timeline import touch_on
from tests.tools.evenings import show_drop
from tests.tools.screenshots import unsure
from tests.tools.timeline_shots import evening as timeline

ROOT = Path(__file__).parents[2]


@pytest.fixture
def finger(run):
    """finger(widget) → a touch that is down on it; `touch_up` lifts it."""
    from kivy.tests.common import UnitTestTouch

    def down(driver, widget):
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        driver.later(1)
        touch.touch_down()
        driver.frames()
        return touch

    return down


def counting(run):
    """A count that is asked: the driver, and the buttons of its panel that say one fewer."""
    driver = run(prepare=unsure)
    driver.app.theme.motion = False
    driver.frames(3)
    panel = driver.app.manager.current_screen.dropping
    return driver, [w for w in driver.walk(panel) if getattr(w, "text", "") == "−" and not w.disabled]


def posted_by(driver, act) -> list:
    """What is asked of the evening while something is done."""
    app, posted = driver.app, []
    post, app.post = app.post, lambda command, then=None: posted.append(command) or post(command, then)
    act()
    driver.frames(3)
    app.post = post
    return posted


def test_a_count_that_completes_under_a_finger_leaves_it_with_nothing(run, finger):
    driver, fewer = counting(run)
    touch = finger(driver, fewer[0])
    show_drop(driver.app.evening, None)
    driver.frames(3)
    assert posted_by(driver, touch.touch_up) == []
    assert fewer[0].state == "normal"


def test_two_people_touch_a_count_and_confirm_it(run, finger):
    driver, _ = counting(run)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    show_drop(evening, evening.now.drop.changed(evening.now.drop.front, evening.now.drop.inside))
    driver.frames(3)
    fewer = next(w for w in driver.walk(screen.dropping) if getattr(w, "text", "") == "−" and not w.disabled)
    first, second = finger(driver, fewer), finger(driver, screen.ids.next)
    assert posted_by(driver, second.touch_up)
    assert posted_by(driver, first.touch_up) == []


def test_a_hand_card_is_held_while_somebody_taps_undo(run, finger):
    driver = run(prepare=lambda app: timeline(app, 5, 3, ""))
    driver.app.theme.motion = False
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    chance = random.Random(3)
    while screen.ask.kind != "hand":
        touch_on(driver, chance)
    cards = [w for w in driver.walk(screen.panel) if getattr(w, "card", None) is not None]
    assert cards
    touch, before = finger(driver, cards[0]), evening.now.position
    finger(driver, screen.ids.undo).touch_up()
    driver.frames(3)
    assert evening.now.position == before + 1
    touch.touch_up()
    driver.frames(3)
    assert evening.now.position == before + 1


def test_a_button_that_was_taken_away_under_the_finger_does_nothing(run, finger):
    from companion.app.widgets import BigButton

    driver = run(prepare=begin)
    driver.frames(3)
    screen, acted = driver.app.manager.current_screen, []
    button = BigButton(text="here", size_hint=(None, None), size=(200, 80), pos=(40, 40))
    button.bind(on_release=acted.append)
    for there in (True, False):
        screen.add_widget(button)
        driver.frames(3)
        touch = finger(driver, button)
        if not there:
            screen.remove_widget(button)
        touch.touch_up()
        driver.later(1)
        if there:
            screen.remove_widget(button)
        assert (acted, button.state) == ([button], "normal")


def test_a_button_that_became_another_under_the_finger_does_nothing(run, finger):
    driver = run(prepare=begin)
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    button, before = screen.ids.next, evening.now.position
    touch = finger(driver, button)
    button.text = "something else"
    touch.touch_up()
    driver.frames(3)
    assert (evening.now.position, evening.now.drop.stage) == (before, "waiting")


def test_fourteen_quick_taps_play_what_was_seen_for_its_time(run):
    """A tenth of a second apart on the large button: each step needs to be seen before it is done."""
    from kivy.clock import Clock

    from companion.app.widgets.touch import REST

    driver = run(prepare=begin)
    driver.later(1)
    app, button = driver.app, driver.app.manager.current_screen.ids.next
    changed, seen, post = [Clock.get_time() - 1], [], app.post
    for name in ("text", "sense", "disabled"):
        button.fbind(name, lambda *_: changed.append(Clock.get_time()))

    def posted(command, then=None) -> None:
        seen.append((command, Clock.get_time() - changed[-1]))
        post(command, then)

    app.post = posted
    for _ in range(14):
        driver.touch_at(*button.to_window(*button.center), after=0.1)
    assert seen, "the first one was seen"
    assert all(seconds >= REST for _, seconds in seen), seen


def test_a_large_button_rests_and_shows_it(run):
    driver = run(prepare=begin)
    button = driver.app.manager.current_screen.ids.next
    driver.later(1)
    assert not button.resting
    button.text = "another meaning"
    assert button.resting
    driver.later(0.5)
    assert button.resting
    driver.later(0.3)
    assert not button.resting


def test_several_cubes_inside_are_asked_once_more_elsewhere(run):
    driver, _ = counting(run)
    evening, screen = driver.app.evening, driver.app.manager.current_screen
    drop = evening.now.drop
    show_drop(evening, drop._replace(landed=(0,) * 7, touched=True))
    driver.frames(3)
    assert evening.now.drop.inside > 1
    before = evening.now.position
    where = screen.ids.next.to_window(*screen.ids.next.center)
    driver.touch(screen.ids.next)
    assert evening.now.position == before
    sure = driver.button("Yes, they are inside")
    assert not sure.collide_point(*sure.to_widget(*where)), "not under the same finger"
    driver.touch(sure)
    assert evening.now.position > before


def play_to_a_losing_answer(path) -> tuple[Input, Input]:
    """A game of bots, up to where one answer of the players loses and another does not."""
    for seed in range(100):
        path.unlink(missing_ok=True)
        bot = RandomBot(seed)
        with Evening.begin(load("the-loop"), GAMES, {}, path, seed, inline=True) as evening:
            while asked := evening.now.first:
                answers = asked.question.answers if asked.source == "player" else ()
                lost = [one for one in answers if evening.now.defeat((one,)) is not None]
                if 0 < len(lost) < len(answers):
                    return lost[0], next(one for one in answers if one not in lost)
                given = bot.choose(evening.now.game, evening.now.state, asked.question)
                evening.post(Answer((given,), asked.question.owner, asked.since)).result()
    raise AssertionError("no such position")


@pytest.mark.parametrize("loses", [True, False])
def test_an_answer_that_loses_is_asked_once_more(run, tmp_path, loses):
    path = tmp_path / "near-the-end.jsonl"
    lost, saved = play_to_a_losing_answer(path)
    driver = run(prepare=lambda app: app.resume(path, None))
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    before = evening.now.position
    screen.close_overlay()
    screen.give(lost if loses else saved)
    driver.frames(3)
    assert (evening.now.position == before) is loses
    if loses:
        driver.touch(driver.button("Yes, we lose"))
        driver.frames(3)
        assert evening.now.outcome.result == "lost"


def test_redo_lies_beside_undo(run):
    driver = run(prepare=begin)
    driver.frames(3)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    driver.touch(screen.ids.next)
    wait_for_drop(driver)
    driver.frames(3)
    there = evening.now.state
    assert screen.ids.redo.disabled
    driver.touch(screen.ids.undo)
    assert not screen.ids.redo.disabled
    assert evening.now.state != there
    driver.touch(screen.ids.redo)
    game = evening.now.game
    assert game.dump(evening.now.state) == game.dump(there)


def test_the_coach_comes_and_goes_and_nothing_moves(run):
    driver = run(prepare=begin)
    driver.app.settings.coach = True
    screen = driver.app.manager.current_screen
    screen.look()
    driver.frames(3)
    places = set()
    for what in ("", "Move to the right", ""):
        screen.ids.coach.show(what, "because", None)
        driver.frames(3)
        places.add((screen.ids.next.y, screen.ids.undo.y, screen.ring.height))
    assert len(places) == 1


def test_whatever_is_touched_is_touchable():
    """Kivy's own button acts although it is gone."""
    found = []
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [ast.unparse(base) for base in getattr(node, "bases", ())]
            if {"ButtonBehavior", "Button", "ToggleButtonBehavior", "ToggleButton"} & set(names):
                found.append(node.name)
    assert found == ["Touchable"]


def test_a_text_that_is_laid_out_again_can_be_touched_meanwhile(run):
    """Kivy's own text field looked for the line under the finger where there was none yet."""
    driver = run()
    from companion.app.widgets import TextField

    field = TextField(text="", size=(300, 60))
    driver.frames(2)
    field._lines = []
    assert field.get_cursor_from_xy(*field.center) == (0, 0)
