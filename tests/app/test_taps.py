"""How many touches things cost, counted in games played by touch alone, and the limits that were promised."""

import pytest

from tests.app.driving import counting
from tests.app.tapping import TABLES, Tapper
from tests.app.test_table_screen import begin
from tests.tools.evenings import show_drop
from tests.tools.screenshots import unsure

CHANCE = {"FooRevealed": 1, "DuplicateDrawn": 2, "CardRevealed": 1, "MissionRevealed": 1, "RiftsLanded": 1}
"""What is tapped in as it is drawn, and the touches that it may take; a count only when it is not sure."""
ACTION = 3


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_no_answer_costs_more_than_promised(run, table):
    driver = run(prepare=lambda app: begin(app, TABLES[table], seed=3))
    driver.frames(3)
    answers = Tapper(driver, 3).play(4)
    assert {"throw", "EndActions"} <= {answer.kind for answer in answers}
    for answer in answers:
        limit = CHANCE.get(answer.kind, ACTION if answer.phase == 2 else 1)
        assert answer.touches - answer.choices <= limit, answer
        assert answer.kind != "RiftsLanded" or answer.unsure, "a sure count goes on by itself"
    throws = [(answer.turn, answer.phase) for answer in answers if answer.kind == "throw"]
    assert len(throws) == len(set(throws)), "one touch turns the tower and listens"
    if table == "all digital":
        foo = {answer.kind for answer in answers if answer.phase == 1}
        asked = {kind for kind in foo if not kind.startswith("Pick")}  # those are genuine choices
        assert asked <= {"throw", "RiftsLanded", "seen"}, "Foo's phase needs no other touch"


def test_a_cube_that_was_heard_at_another_outlet_is_two_touches(run):
    """One fewer here, one more there: then the count adds up and goes on by itself."""
    driver = run(prepare=unsure)
    app, evening = driver.app, driver.app.evening
    app.theme.motion = True
    driver.frames(3)
    screen, front = app.manager.current_screen, evening.now.drop.front
    drop = evening.now.drop
    show_drop(evening, drop.changed(front, drop.inside)._replace(touched=False))
    landed = list(evening.now.drop.landed)
    driver.frames(3)
    here, there = (screen.speech.name("era", era % 7) for era in (front, front + 1))
    driver.touch(counting(driver, here)[0])
    driver.frames(2)
    driver.touch(counting(driver, there)[1])
    driver.pump(lambda: evening.now.drop is None, "the count that adds up to go on")
    assert driver.touches == 2
    landed[front] -= 1
    landed[(front + 1) % 7] += 1
    entry = next(one for one in evening.now.entries if one.given.kind == "RiftsLanded")
    assert (list(entry.given.landed), entry.source) == (landed, "hand")


def test_who_wants_no_motion_says_when_a_count_goes_on(run):
    driver = run(prepare=unsure)
    app, evening = driver.app, driver.app.evening
    app.theme.motion = False
    driver.frames(3)
    screen = app.manager.current_screen
    while evening.now.drop.inside:
        driver.touch_at(*screen.ring.place_of(evening.now.drop.front))
    assert evening.now.drop.settled
    assert not screen.dropping._moment.is_triggered
    driver.touch(screen.ids.next)
    assert evening.now.drop is None
