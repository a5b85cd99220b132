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


def test_a_game_that_is_slow_to_open_holds_up_no_window(run, monkeypatch):
    """The first write waits until we let it: frames pass meanwhile, a second touch opens no second game, and
    then the table is there."""
    from companion.table import session

    driver, ready, begun = run(), threading.Event(), []
    real = session.Session.begin.__func__

    def slow(cls, *given, **named):
        begun.append(threading.current_thread())
        assert ready.wait(60)
        return real(cls, *given, **named)

    monkeypatch.setattr(session.Session, "begin", classmethod(slow))
    app = driver.app
    app.go("new-game")
    driver.frames(2)
    app.manager.current_screen.start()
    app.manager.current_screen.start()
    for _ in range(3):  # the driver itself would wait for what is being opened
        driver.loop.idle()
    assert app.evening is None
    assert app.manager.current == "new-game"
    ready.set()
    driver.pump(lambda: app.manager.current in ("checklist", app.table), "the table")
    assert app.evening is not None
    assert len(begun) == 1
    assert begun[0] is not threading.main_thread()


def test_a_window_that_closes_while_a_game_opens_leaves_its_journal_whole(run):
    driver = run()
    app = driver.app
    app.go("new-game")
    driver.frames(2)
    app.manager.current_screen.start()
    opening = app.opening
    driver.close()
    path = opening.result().evening.now.path
    assert read(path).lines == opening.result().evening.now.position
    assert app.evening is None
