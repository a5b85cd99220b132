"""Two fingers anywhere on the tablet, in every game, with faults on: nothing breaks, leaks or acts unseen.

An attempt is one window of one game: fingers come down on what can be touched or beside it, stay, move and
leave in any order, keys are pressed, the window is turned, the tower suffers. Kivy's clock runs ahead. Found
is: an exception of any thread, a widget that acts although it is gone or had no time to be seen, threads that
stay, memory that grows.
"""

from __future__ import annotations

import ctypes
import gc
import os
import random
import resource
import shutil
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from companion.games import GAMES, NAMES
from companion.tower import FAULTS, Choice, TowerError, TowerNotFound, open_tower, parse_fault
from tests.app import driving
from tests.soak import Attempt
from tests.store.stores import at_home

UNIT = "touches"
PLANTED = ("the gone may act", "nothing rests", "an evening keeps its thread", "a thread dies")
TOUCHES = 120
SIZES = ((1280, 800), (1024, 600), (800, 1280), (1920, 1080))
GROWTH = 40.0
"""Megabytes by which the last ten windows may be larger than the second ten: by then every game is loaded."""
BAGS = 10

_kept = ExitStack()
_memory: list[float] = []
_threads: list[int] = []
_seconds: list[float] = []
"""Of each window, on the table's clock."""


class Wrong(Exception):
    """Not an error of the program: what is looked for."""


@cache
def _display() -> None:
    """One window for all attempts of this process."""
    if "KCFG_GRAPHICS_MAXFPS" not in os.environ:  # the tests have one already
        _kept.enter_context(driving.display(Path(tempfile.mkdtemp(prefix="touches-kivy-"))))
    from companion.app import configure

    configure()


class Fingers:
    """Those who play: they know what can be touched, not what it does."""

    def __init__(self, driver: driving.Driver, lot: random.Random) -> None:
        from kivy.tests.common import UnitTestTouch

        self.driver, self.lot = driver, lot
        self._finger = UnitTestTouch
        self.down: list[Any] = []

    def step(self) -> None:
        lot = self.lot
        self.driver.later(lot.choice((0.02, 0.1, 0.3, 0.8, 2.0)))
        way = lot.random()
        if self.down and (way < 0.55 or len(self.down) == 2):
            touch = self.down.pop(lot.randrange(len(self.down)))
            if lot.random() < 0.15:
                touch.touch_move(*self._anywhere())
                self.driver.frames()
            touch.touch_up()
        elif way < 0.95:
            touch = self._finger(*(self._something() if lot.random() < 0.75 else self._anywhere()))
            touch.touch_down()
            self.down.append(touch)
        elif way < 0.98:
            self.driver.window.dispatch("on_keyboard", lot.choice((27, 282, 13)), 0, "", [])
        else:
            self.driver.window.size = lot.choice(SIZES)
        self.driver.frames(1)

    def leave(self) -> None:
        for touch in self.down:
            touch.touch_up()
        self.down.clear()
        self.driver.frames(2)

    def _anywhere(self) -> tuple[float, float]:
        width, height = self.driver.window.size
        return self.lot.uniform(0, width - 1), self.lot.uniform(0, height - 1)

    def _something(self) -> tuple[float, float]:
        from companion.app.widgets import Touchable

        there = [w for w in self.driver.walk() if isinstance(w, Touchable) and w.width > 1 and not w.disabled]
        if not there:
            return self._anywhere()
        one = self.lot.choice(there)
        return one.to_window(one.x + one.width * self.lot.random(), one.y + one.height * self.lot.random())


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    _display()
    from kivy.clock import Clock

    began = Clock.get_time()
    lot = random.Random(f"touches {seed} {index}")
    place, done = Path(tempfile.mkdtemp(prefix="touches-")), 0
    before, broken = set(threading.enumerate()), list[BaseException]()
    hear = mock.patch.object(threading, "excepthook", lambda told: broken.append(told.exc_value))
    try:
        with at_home(place), _hermetic(), _watched(), _put_in(planted), hear:
            driver = _window(lot, NAMES[index % len(NAMES)])
            try:
                fingers = Fingers(driver, lot)
                while done < TOUCHES:
                    done += 1
                    fingers.step()
                    if lot.random() < 0.05:
                        _suffer(driver, lot)
                    if broken:
                        raise broken[0]
                fingers.leave()
            finally:
                driver.close()
            _settled(before)
            _seconds.append(Clock.get_time() - began)
            _flat()
    except Exception:  # noqa: BLE001  whatever it is, that is what soaks are for
        return Attempt(done, traceback.format_exc())
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return Attempt(done)


def figures() -> dict[str, Any]:
    """What this process saw: hours at the table, megabytes and threads after the first windows and now."""
    hours = round(sum(_seconds) / 3600, 2)
    return {"windows": len(_memory), "hours": hours, "mb": _ends(_memory), "threads": _ends(_threads)}


def _ends(found: list[Any]) -> list[int]:
    return [round(min(part)) for part in (found[BAGS : 2 * BAGS], found[-BAGS:]) if part]


def _window(lot: random.Random, game: str) -> driving.Driver:
    from kivy.core.window import Window

    from companion.app.app import CompanionApp

    Window.size = lot.choice(SIZES)
    app = CompanionApp(lot.choice(("en", "fr", "de")), GAMES, first="home" if lot.random() < 0.2 else "")
    app.theme.motion = lot.random() < 0.5
    app.settings.coach = app.settings.forecast = lot.random() < 0.2
    options = dict(GAMES[game].first)
    tower = None
    if options.get("drop") == "tower":
        tower = Choice("simulated", seed=lot.randrange(10**6), speed=None)
    app.begin(options, tower, lot.randrange(10**6), game)
    driver = driving.Driver(app, draws=False)
    driver.frames(3)
    return driver


def _suffer(driver: driving.Driver, lot: random.Random) -> None:
    """One more fault of the tower, or one less."""
    evening = driver.app.evening
    faults = evening.tower.faults if evening is not None and evening.tower is not None else None
    if faults is None:
        return
    kind = lot.choice(FAULTS)
    if lot.random() < 0.5:
        faults.switch_on(parse_fault(kind.id))
    else:
        faults.switch_off(kind.id)


@contextmanager
def _hermetic() -> Iterator[None]:
    """No port of this machine is opened, whatever is touched."""
    from companion.app import app

    def opened(choice: Choice, *given: Any) -> Any:
        if choice.kind != "simulated":
            raise TowerNotFound("nothing-answers", port=choice.where or "–", found="–")
        return open_tower(choice, *given)

    with mock.patch.object(app, "open_tower", opened):
        yield


@contextmanager
def _watched() -> Iterator[None]:
    """Whatever acts is there, and a large button has been seen for its time."""
    from kivy.clock import Clock
    from kivy.uix.behaviors import ButtonBehavior

    from companion.app.widgets import BigButton

    changed, lifted = BigButton._changed, ButtonBehavior.on_touch_up
    since: dict[int, float] = {}

    def noted(self: Any, *given: object) -> None:
        since[id(self)] = Clock.get_time()
        changed(self, *given)

    def judged(self: Any, touch: Any) -> Any:
        """Kivy's own: it acts now if the finger is on it."""
        if touch.grab_current is self and self.collide_point(*touch.pos):
            if self.get_root_window() is None:
                raise Wrong(f"{getattr(self, 'text', self)!r} is gone and acts")
            seen = Clock.get_time() - since.get(id(self), 0.0)
            if getattr(self, "role", "") == "next" and seen < 0.69:
                raise Wrong(f"{self.text!r} acts after {seen:.2f} s")
        return lifted(self, touch)

    with ExitStack() as watching:
        watching.enter_context(mock.patch.object(BigButton, "_changed", noted))
        watching.enter_context(mock.patch.object(ButtonBehavior, "on_touch_up", judged))
        yield


def _settled(before: set[threading.Thread]) -> None:
    """Every thread of the window ends with it."""
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        left = [one for one in threading.enumerate() if one not in before and one.is_alive()]
        if not left:
            return
        time.sleep(0.01)
    raise Wrong(f"threads stay: {sorted(one.name for one in left)}")


def _flat() -> None:
    """What the program holds; what the system's allocator keeps for later is given back first."""
    gc.collect()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    _memory.append(pages * resource.getpagesize() / 2**20)
    _threads.append(threading.active_count())
    if len(_memory) >= 3 * BAGS and not len(_memory) % BAGS:
        earlier, later = min(_memory[BAGS : 2 * BAGS]), min(_memory[-BAGS:])
        if later - earlier > GROWTH:
            raise Wrong(f"memory grows: {earlier:.0f} MB, then {later:.0f} MB")


@contextmanager
def _put_in(planted: str) -> Iterator[None]:
    from companion.app import announcer
    from companion.app.widgets import touch
    from companion.table import Evening

    with ExitStack() as defects:

        def put(where: Any, name: str, instead: Callable[..., Any] | float) -> None:
            defects.enter_context(mock.patch.object(where, name, instead))

        if planted == "the gone may act":
            put(touch, "gone", lambda widget: False)
        if planted == "nothing rests":
            put(touch.Touchable, "rest", lambda self, *_: None)
        if planted == "an evening keeps its thread":
            put(Evening, "_end", lambda self: None)
        if planted == "a thread dies":
            hear = announcer.Announcer.hear
            put(announcer.Announcer, "hear", lambda self, now: (_die(), hear(self, now)))
        yield


def _die() -> None:
    def work() -> None:
        raise TowerError("as planted")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
