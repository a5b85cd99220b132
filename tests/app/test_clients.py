"""The window is one client of the evening among others: asleep it stops nobody, and it writes nothing."""

import os
import threading

from companion.table import Answer, read
from tests.app.test_table_screen import begin


def all_digital(app):
    begin(app, {"drop": "app"}, seed=5, tower=False)


class Phone(threading.Thread):
    """Somebody else at the table, who answers whatever is asked so many times."""

    def __init__(self, evening, answers):
        super().__init__(name="phone")
        self.evening, self.answers = evening, answers
        self.mailbox = evening.subscribe()

    def run(self):
        for _ in range(self.answers):
            now = self.mailbox.wait(60)
            asked = now.asked[0]
            given = Answer((asked.question.answers[-1],), asked.question.owner, asked.since)
            self.evening.post(given).result(60)


def test_while_the_window_sleeps_others_play_on(run):
    driver = run(prepare=all_digital)
    driver.frames(3)
    app, screen = driver.app, driver.app.manager.current_screen
    seen, path = app.now, app.now.path
    phone = Phone(app.evening, 6)
    phone.start()
    phone.join(120)  # this is the window's own thread: nothing is drawn and no touch is heard meanwhile
    assert not phone.is_alive()
    assert app.now is seen
    assert read(path).lines == app.evening.now.position >= seen.position + 6
    driver.frames(3)
    assert screen.shown == app.evening.now.position


def test_a_touch_that_comes_too_late_answers_nothing(run):
    driver = run(prepare=all_digital)
    driver.frames(3)
    app, screen = driver.app, driver.app.manager.current_screen
    late = screen.asked.question.answers[-1]
    phone = Phone(app.evening, 1)
    phone.start()
    phone.join(60)
    position = app.evening.now.position
    screen.give(late)  # to what the window still shows
    driver.frames(3)
    assert app.evening.now.position == position
    assert app.evening.now.refused.id == "stale"
    assert screen.overlay is not None


def test_the_window_s_thread_writes_nothing(run, mocker):
    writers = []
    real = os.fsync

    def spy(descriptor):
        writers.append(threading.current_thread())
        real(descriptor)

    mocker.patch("os.fsync", side_effect=spy)
    driver = run(prepare=lambda app: begin(app, {"drop": "hand"}, seed=5, tower=False))
    driver.frames(3)
    app, screen = driver.app, driver.app.manager.current_screen
    while app.now.drop is not None and app.now.drop.inside:
        screen.one_more(app.now.drop.front)
        driver.frames(2)
    driver.touch(screen.ids.next)  # the drop: the journal, and what the tower's shares are
    driver.touch(screen.ids.next)
    screen.undo()
    driver.frames(3)
    app.go("corrections", era=3)
    driver.frames(3)
    app.manager.current_screen.give(app.now.game.correction("rifts.3", 1))
    driver.frames(3)
    assert app.now.state.rifts[3] == 1
    app.leave()
    assert len(writers) > 5
    assert threading.current_thread() not in writers
    assert {thread.name for thread in writers} == {"evening"}


def test_a_mistake_of_ours_is_not_swallowed(run, mocker):
    import pytest

    driver = run(prepare=all_digital)
    driver.frames(3)
    app = driver.app
    mocker.patch.object(app.evening._host, "do", side_effect=ZeroDivisionError)
    app.manager.current_screen.undo()
    with pytest.raises(ZeroDivisionError):
        driver.frames(3)
