"""Mishaps, closing, and the way back: the app cannot be bricked or frozen."""

import json
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.table import TableError
from companion.tower import Choice
from tests.app.test_table_screen import begin


@pytest.fixture
def resort(run):
    """resort(driver) → the handler of its app, as `main` puts it up."""
    from contextlib import ExitStack

    from companion.app.last_resort import LastResort

    with ExitStack() as stack:
        yield lambda driver: stack.enter_context(LastResort(driver.app))


def broken(driver, error: Exception) -> None:
    """A frame in which something breaks; Kivy's clock asks its handlers."""
    from kivy.clock import Clock

    def breaks(_: float) -> None:
        raise error

    Clock.schedule_once(breaks)
    driver.frames(4)


def incidents(home) -> list[dict]:
    driver_limit = time.monotonic() + 30
    folder = home / "loop-companion" / "incidents"
    while not list(folder.glob("app-*.json")) and time.monotonic() < driver_limit:
        time.sleep(0.01)
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("app-*.json"))]


def said(driver) -> str:
    return "\n".join(str(getattr(widget, "text", "")) for widget in driver.walk())


def test_a_mishap_is_kept_told_and_the_table_goes_on(run, resort, home):
    driver = run(prepare=begin)
    resort(driver)
    driver.frames(3)
    driver.app.go("history")
    driver.frames(3)
    broken(driver, ValueError("nobody foresaw it"))
    assert driver.app.manager.current == "table"
    assert "went wrong inside the program" in said(driver)
    (kept,) = incidents(home)
    assert kept["screen"] == "history"
    assert "nobody foresaw it" in kept["traceback"]
    driver.touch(driver.button("Close"))
    driver.touch(driver.app.manager.current_screen.ids.next)
    drop = driver.app.evening.now.drop
    assert drop is None or drop.stage != "waiting", "the table is played on"


def test_a_second_mishap_at_once_leads_home(run, resort):
    driver = run(prepare=begin)
    resort(driver)
    driver.frames(3)
    broken(driver, ValueError("once"))
    assert driver.app.manager.current == "table"
    broken(driver, ValueError("twice"))
    assert driver.app.manager.current == "home"
    assert "went wrong inside the program" in said(driver)
    assert driver.app.evening is not None, "the game is still on"


def test_a_mishap_of_a_thread_is_told_too(run, resort, home):
    driver = run()
    resort(driver)

    def work() -> None:
        raise KeyError("in a thread")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    driver.frames(3)
    assert "went wrong inside the program" in said(driver)
    assert "in a thread" in incidents(home)[0]["traceback"]


def test_after_two_failed_starts_the_third_is_a_safe_one(run, home):
    from companion.app.starts import Starts

    (home / "loop-companion").mkdir(parents=True, exist_ok=True)
    settings = home / "loop-companion" / "settings.json"
    settings.write_text('{"lang": "fr", "tower": "found"}')
    assert [Starts.begin().safe for _ in range(3)] == [False, False, True]
    driver = run(safe=True)
    driver.frames(3)
    app = driver.app
    assert app.manager.current == "library"
    assert (app.settings.tower, app.tr.lang) == ("none", "en")
    assert "A careful start" in said(driver)
    app.remember()
    assert json.loads(settings.read_text()) == {"lang": "fr", "tower": "found"}, "theirs are left alone"
    Starts.begin().stood()
    assert not Starts.begin().safe


def test_a_file_of_starts_may_hold_anything(home):
    from companion.app.starts import Starts

    file = home / "loop-companion" / "starts.json"
    file.parent.mkdir(parents=True)
    for text in ('{"failed": "x"}', '{"failed": -3}', '{"failed": 1e999}', "[]", "\x00", '{"failed": true}'):
        file.write_text(text)
        assert Starts.begin().failed in (0, 1)


def test_no_window_waits_for_a_tower_that_does_not_let_go(run, monkeypatch):
    """Closing, leaving a page and another tower: the tower's own time is its own."""
    driver = run(prepare=begin)
    driver.frames(3)
    slow, closed = threading.Event(), threading.Event()
    tower = driver.app.evening.tower
    close = tower.close
    monkeypatch.setattr(tower, "close", lambda: (slow.wait(60), close(), closed.set()))
    driver.app.stop()  # returns, although the tower hangs
    assert not closed.is_set()
    slow.set()
    assert closed.wait(60)


def test_looking_for_a_tower_can_be_given_up(run, monkeypatch):
    from companion.app import app as module
    from companion.tower import Choice

    there, closed = Future(), threading.Event()

    class Late:
        strip = SimpleNamespace(on=True)

        def close(self) -> None:
            closed.set()

    monkeypatch.setattr(module, "open_tower", lambda *_: there.result())
    driver = run()
    page, found = driver.app.manager.current_screen, []
    page.connect(Choice("port", "/dev/none"), found.append, found.append)
    driver.frames(2)
    driver.touch(driver.button("Cancel"))
    assert page.notice is None
    there.set_result(Late())
    driver.pump(closed.is_set, "the tower that came too late to be let go")
    assert found == []


def test_a_game_that_does_not_begin_lets_go_of_its_tower(run, home, monkeypatch):
    """Whatever is wrong: the names, the folder of the games, a box, the window's own."""
    from companion.app import app as module
    from companion.table import NameRefused

    driver, opened, closed = run(), [], []

    class There:
        def __init__(self, *_: object) -> None:
            opened.append(self)

        def close(self) -> None:
            closed.append(self)

    monkeypatch.setattr(module, "open_tower", There)  # it has no lights: no choice of them can be told to it
    app, choice = driver.app, Choice("port", "/dev/none")
    with pytest.raises(AttributeError):
        app.new({}, choice, name="example")
    There.strip = SimpleNamespace(on=True)
    with pytest.raises(NameRefused):
        app.new({}, choice, name="example", named=["Anna", "Anna"])
    with pytest.raises(TableError):
        app.new({"players": 99}, choice, name="example")
    journals = home / "loop-companion" / "journals"
    journals.rename(journals.with_name("elsewhere"))
    journals.write_bytes(b"")
    with pytest.raises(OSError, match="journals"):
        app.new({}, choice, name="example")
    assert len(opened) == 4
    assert set(closed) == set(opened)


def test_a_game_that_cannot_be_looked_at_is_let_go(run, monkeypatch):
    """Its journal is free for the next try, also after a mistake of ours."""
    driver = run()
    evening = driver.app.new({}, None, name="example")
    path = evening.now.path
    with monkeypatch.context() as patch:
        patch.setattr(driver.app.career, "follow", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            driver.app.attend(evening)
    evening.close().result(60)
    assert driver.app.resume(path, None).now.path == path


def test_a_second_touch_means_the_game_that_is_being_opened(run, monkeypatch):
    """Not a second tower, which nobody would own."""
    from companion.app import app as module

    driver, looked = run(), []
    monkeypatch.setattr(module, "open_tower", lambda *_: looked.append(1))
    app = driver.app
    app.opening = Future()
    home, new = app.go("home"), app.go("new-game")
    new.choice.tower = "simulated"
    new.start()
    home.go_on_with(Path("elsewhere.jsonl"), True)
    app.opening = None
    assert looked == []


def test_escape_goes_one_step_back_at_a_time(run):
    driver = run(prepare=begin)
    driver.frames(3)
    app, screen = driver.app, driver.app.manager.current_screen
    window = driver.window

    def escape() -> bool | None:
        return window.dispatch("on_keyboard", 27, 0, "", [])

    screen.show_hands()
    assert escape()
    assert (screen.overlay, app.manager.current) == (None, "table")
    assert escape()
    assert app.manager.current == "home"
    app.go("settings")
    driver.frames(3)
    app.manager.current_screen.ask("Really?", "", ("Yes", "next", lambda: 1 / 0), ("No", "plain", None))
    assert escape()
    assert (app.manager.current, app.manager.current_screen.notice) == ("settings", None)
    assert escape()
    assert app.manager.current == "home"
    assert not escape()
    assert app.evening is not None


def test_a_closed_window_hears_no_key(run):
    driver = run(prepare=begin)
    driver.frames(3)
    driver.app.stop()
    assert not driver.window.dispatch("on_keyboard", 27, 0, "", [])


def test_f1_opens_nothing_of_kivys(run):
    driver = run()
    before = list(driver.window.children)
    driver.window.dispatch("on_keyboard", 282, 0, "", [])
    driver.frames(3)
    assert driver.window.children == before


def test_every_notice_has_a_way_out(run):
    driver = run()
    page = driver.app.manager.current_screen
    page.ask("Wait", "for ever")
    driver.frames(2)
    driver.touch(driver.button("Cancel"))
    assert page.notice is None


def test_a_window_that_lives_says_so(run, tmp_path, monkeypatch):
    """As systemd's watchdog wants it, several times in the time that it grants."""
    import socket

    from companion.app import watchdog

    where = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", where)
    monkeypatch.setenv("WATCHDOG_USEC", "60000000")
    driver = run()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(where)
        heard.settimeout(10)
        assert watchdog.period() == 30
        watchdog.begin()
        driver.later(31)
        assert heard.recv(100) == b"WATCHDOG=1"
    monkeypatch.delenv("NOTIFY_SOCKET")
    driver.later(31)  # nobody hears it any more: nothing happens
    assert watchdog.period({}) is None
    assert watchdog.period({"NOTIFY_SOCKET": where, "WATCHDOG_USEC": "9" * 5000}) is None
