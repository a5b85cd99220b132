"""A procedure in its thread: what it tells and asks, how it is stopped, and what each does to a tower."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app.presenters import tower_procedures
from companion.app.presenters.tower_procedures import LINES, Guided, Stopped
from companion.tower import (
    BeamBroken,
    BeamCheck,
    Choice,
    LinkDown,
    Tower,
    home,
    look_at_tower,
    open_tower,
    read_mirror,
    tell_learned,
)

NONE: frozenset[int] = frozenset()
ALL = frozenset(range(7))


@pytest.fixture
def tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tower]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with open_tower(Choice("simulated", seed=3, speed=None), kept=tmp_path) as made:
        yield made


def done(work: Callable[[Guided], None], wake: Callable[[], None] = lambda: None) -> Guided:
    guided = Guided(work, wake)
    guided.join(60)
    assert not guided.running
    return guided


class Asking:
    """A procedure that asks, and the screen that is woken by it."""

    def __init__(self) -> None:
        self.woken = threading.Semaphore(0)
        self.heard: list[str] = []
        self.guided = Guided(self._work, self.woken.release)

    def _work(self, guide: Guided) -> None:
        self.heard.append(guide.ask("first", n=1))
        self.heard.append(guide.ask("second"))

    def wait(self) -> None:
        assert self.woken.acquire(timeout=60)


def test_it_asks_and_goes_on_with_the_answer() -> None:
    asking = Asking()
    assert asking.guided.running
    asking.wait()
    assert asking.guided.question == ("first", {"n": 1})
    asking.guided.answer("yes")
    asking.wait()
    assert asking.guided.question == ("second", {})
    asking.guided.answer()
    asking.guided.answer("a second finger")
    asking.guided.join(60)
    asking.wait()
    assert (asking.heard, asking.guided.question) == (["yes", ""], None)
    assert (asking.guided.running, asking.guided.error) == (False, None)


def test_an_answer_without_a_question_is_none() -> None:
    gate, asked = threading.Event(), []

    def work(guide: Guided) -> None:
        gate.wait(60)
        asked.append(guide.ask("now"))

    woken = threading.Event()
    guided = Guided(work, woken.set)
    guided.answer("too early")
    gate.set()
    assert woken.wait(60)
    guided.answer("in time")
    guided.join(60)
    assert asked == ["in time"]


def test_it_is_stopped_while_it_asks() -> None:
    asking = Asking()
    asking.wait()
    asking.guided.stop()
    asking.guided.join(60)
    assert (asking.heard, asking.guided.running, asking.guided.question) == ([], False, None)


@pytest.mark.parametrize("holds", [False, True])
@pytest.mark.parametrize("call", ["tell", "hear"])
def test_it_is_stopped_at_the_next_thing_unless_it_must_not_be_broken_off(call: str, holds: bool) -> None:
    ready, gate, passed = threading.Event(), threading.Event(), []

    def work(guide: Guided) -> None:
        ready.set()
        gate.wait(60)
        if call == "tell":
            guide.tell("something")
        else:
            guide.hear(beam())
        passed.append(call)

    guided = Guided(work, lambda: None)
    assert ready.wait(60)
    if holds:
        guided.holds = True
    guided.stop()
    gate.set()
    guided.join(60)
    assert (passed == [call]) is holds
    assert (guided.running, guided.error) == (False, None)


def test_who_has_had_enough_is_asked_nothing_more() -> None:
    ready, gate, shown = threading.Event(), threading.Event(), []

    def work(guide: Guided) -> None:
        ready.set()
        gate.wait(60)
        guide.ask("once more?")

    guided = Guided(work, lambda: shown.append(guided.question))
    assert ready.wait(60)
    guided.stop()
    gate.set()
    guided.join(60)
    assert shown == [None], "woken once, at the end"


def test_the_screen_is_woken_by_what_is_told_and_by_a_beam_and_at_the_end() -> None:
    woken: list[int] = []

    def work(guide: Guided) -> None:
        guide.tell("one", outlet=3)
        woken.append(0)
        guide.hear(SimpleNamespace())  # type: ignore[arg-type]
        woken.append(0)
        guide.hear(beam())

    guided = done(work, lambda: woken.append(1))
    assert woken == [1, 0, 0, 1, 1]
    assert guided.lines == [("one", {"outlet": 3})]


def beam() -> BeamBroken:
    return BeamBroken(*[0] * len(BeamBroken.__dataclass_fields__))


def test_the_last_lines_are_kept() -> None:
    def work(guide: Guided) -> None:
        for number in range(LINES + 3):
            guide.tell("line", n=number)

    lines = done(work).lines
    assert LINES == 200
    assert [params["n"] for _, params in lines] == list(range(3, 203))


def test_a_fault_is_kept_and_enough_is_none() -> None:
    fault = LinkDown("pulled")

    def fails(_: Guided) -> None:
        raise fault

    def enough(_: Guided) -> None:
        raise Stopped

    assert done(fails).error is fault
    assert done(enough).error is None


def test_whatever_ends_it_no_screen_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    woken = threading.Event()

    def breaks(guide: Guided) -> None:
        guide.question = ("left open", {})
        raise KeyError("a mistake of ours")

    guided = Guided(breaks, woken.set)
    guided.join(60)
    assert woken.is_set()
    assert (guided.running, guided.question) == (False, None)
    assert guided._thread.daemon, "a window that closes does not wait for it either"


# -- what each of them does


@pytest.mark.parametrize(
    ("checked", "told"),
    [
        (BeamCheck(NONE, ALL, NONE), [("tower.selftest.sound", {})]),
        (BeamCheck(frozenset({2}), ALL, NONE), [("tower.selftest.stuck-dark", {"outlet": 2})]),
        (BeamCheck(NONE, ALL - {5}, NONE), [("tower.selftest.stuck-clear", {"outlet": 5})]),
    ],
)
def test_the_self_test_names_every_beam_that_is_wrong(checked: BeamCheck, told: list) -> None:
    asked: list[bool] = []

    def check_beams(blink: bool) -> BeamCheck:
        asked.append(blink)
        return checked

    assert done(tower_procedures.self_test(SimpleNamespace(check_beams=check_beams))).lines == told
    assert asked == [False], "nothing blinks"


def test_the_examination_tells_the_board_and_what_was_learned(tower: Tower) -> None:
    found = [one.key for one in look_at_tower(tower)]
    findings = [key if key.startswith("tower.") else f"doctor.{key}" for key in found]
    learned = [key for key, _ in tell_learned(tower.calibration.serial, tower.learned)]
    keys = [key for key, _ in done(tower_procedures.examine(tower)).lines]
    assert keys == [*findings, *learned]
    assert any(key.startswith("doctor.") for key in keys)
    assert any(key.startswith("tower.") for key in findings) or learned


def test_what_was_learned_is_forgotten() -> None:
    gone: list[bool] = []
    guided = done(tower_procedures.forget(SimpleNamespace(forget=lambda: gone.append(True))))
    assert (gone, guided.lines) == ([True], [("screen-tower.forgotten", {})])


def test_firmware_is_written_when_the_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def flash(port: str, tell: Callable[..., None]) -> None:
        written.append(port)
        tell("flashed")

    monkeypatch.setattr(tower_procedures, "flash_port", flash)
    let_go: Future[None] = Future()
    guided = Guided(tower_procedures.write_firmware("/dev/ttyUSB7", let_go), lambda: None)
    guided.join(0.1)
    assert (written, guided.running) == ([], True)
    let_go.set_result(None)
    guided.join(60)
    assert (written, guided.lines) == (["/dev/ttyUSB7"], [("flashed", {})])


def test_fingers_and_turning_are_the_tower_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[object, ...]] = []
    tower = SimpleNamespace(face=lambda outlet, hear: called.append((outlet, hear.__self__)))
    guided = done(tower_procedures.turn(tower, 4))
    assert called == [(4, guided)]
    monkeypatch.setattr(tower_procedures, "finger_test", lambda *given: called.append(given))
    guided = done(tower_procedures.fingers(tower))
    assert called[1:] == [(tower, guided)]


# -- calibration


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each part leaves its mark in the calibration, and in the order in which they came."""
    order: list[str] = []

    def marked(name: str, number: int):
        def part(tower: Tower, guide: Guided, calibration=None):
            order.append(name)
            calibration = calibration or tower.calibration
            settings = calibration.settings
            return replace(calibration, settings=replace(settings, hold=number))

        return part

    for number, name in enumerate(("beams", "cubes"), 41):
        monkeypatch.setattr(tower_procedures, f"calibrate_{name}", marked(name, number))

    def servo(tower: Tower, guide: Guided):
        order.append("servo")
        eras = tuple(pulse + 1 for pulse in tower.calibration.settings.eras)
        return SimpleNamespace(settings=replace(tower.calibration.settings, eras=eras))

    monkeypatch.setattr(tower_procedures, "calibrate_servo", servo)
    return order


@pytest.mark.parametrize("chosen", [("beams",), ("servo",), ("cubes",), ("beams", "servo", "cubes")])
def test_each_part_is_stored_as_soon_as_it_is_done(
    tower: Tower, parts: list[str], chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, stored = tower.calibration.settings, []
    store = tower.store
    monkeypatch.setattr(tower, "store", lambda one: (stored.append(one.settings), store(one)))
    guided = done(tower_procedures.calibrate(tower, chosen))
    assert parts == list(chosen)
    now = tower.calibration.settings
    assert (now.eras != before.eras) is ("servo" in chosen)
    assert now.hold == (42 if "cubes" in chosen else 41 if "beams" in chosen else before.hold)
    assert len(stored) == ("beams" in chosen) + ("servo" in chosen) + 1
    serial = tower.calibration.serial
    assert guided.lines == [("tower.calibrate.stored", {"serial": serial})]
    assert serial
    with pytest.raises((OSError, ValueError)):
        read_mirror(serial, home())
    assert guided.error is None


def test_a_real_tower_leaves_a_copy_on_this_computer_and_keeps_its_serial(
    tower: Tower, parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = replace(tower.identity, pretended=False)
    monkeypatch.setattr(type(tower), "identity", property(lambda _: real))
    done(tower_procedures.calibrate(tower, ("beams",)))
    serial = tower.calibration.serial
    assert read_mirror(serial, home()).settings.hold == 41
    done(tower_procedures.calibrate(tower, ("cubes",)))
    assert tower.calibration.serial == serial
    assert read_mirror(serial, home()).settings.hold == 42


@pytest.mark.parametrize("keep", ["board", "file"])
def test_which_settings_are_right_is_told_with_the_serial(tower: Tower, parts: list[str], keep: str) -> None:
    done(tower_procedures.calibrate(tower, ("beams",)))
    tower_procedures.write_mirror(tower.calibration, home())
    tower.differences = ("hold",)
    guided = done(tower_procedures.settle_calibration(tower, keep))
    assert guided.lines == [("tower.calibrate.stored", {"serial": tower.calibration.serial})]
    assert tower.differences == ()
