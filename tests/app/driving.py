"""A display of our own and a driver for one app in it: for tests, pictures and figures.

Touches are Kivy's own, handed to the event loop as a provider would; `pump` lets frames pass until something
holds. Nothing here waits for a clock on the wall except as a limit for what hangs.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.table import AllThrown

if TYPE_CHECKING:  # nothing of Kivy is imported before the display is there
    from kivy.clock import ClockBase
    from kivy.uix.widget import Widget

    from companion.app.app import CompanionApp
    from companion.app.widgets import BigButton

SECONDS = 90
UNHURRIED = 1.0
"""Seconds on Kivy's clock between two touches: nobody waits for them."""


@contextmanager
def display(kept: Path, multisamples: int = 0) -> Iterator[None]:
    """An X server of our own, and Kivy told to use it before it is imported."""
    server = shutil.which("Xvfb")
    assert server, "Xvfb is missing: the app needs a display here. `make test` installs it (package xvfb)."
    assert "kivy.core.window" not in sys.modules, "Kivy's window was opened before the display was ready"
    read, write = os.pipe()
    screen = ["-screen", "0", "2000x1400x24", "-nolisten", "tcp"]
    command = [server, "-displayfd", str(write), *screen]
    process = subprocess.Popen(
        command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    assert number, "Xvfb did not start"
    os.environ |= {
        "DISPLAY": f":{number}",
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "KIVY_NO_ARGS": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_HOME": str(kept),
        "KCFG_GRAPHICS_MULTISAMPLES": str(multisamples),
        "KCFG_GRAPHICS_MAXFPS": "0",
        "KCFG_INPUT_MOUSE": "mouse",
    }
    try:
        yield
    finally:
        process.terminate()
        process.wait()


class _Ahead:
    """Kivy's clock, some seconds ahead: for all drivers one after the other, because no clock goes back."""

    def __init__(self, time: Callable[[], float]) -> None:
        self.time, self.seconds = time, 0.0

    def __call__(self) -> float:
        return self.time() + self.seconds

    @classmethod
    def of(cls, clock: "ClockBase") -> "_Ahead":
        if not isinstance(clock.time, cls):
            clock.time = cls(clock.time)
        return clock.time


class Driver:
    """Runs one app and touches it."""

    def __init__(self, app: "CompanionApp", draws: bool) -> None:
        from kivy.base import EventLoop, runTouchApp
        from kivy.clock import Clock
        from kivy.core.window import Window

        self.window = Window
        self.draw(draws)
        self.app = app
        self.touches = 0
        self.loop = EventLoop
        self.clock = _Ahead.of(Clock)
        try:
            app._run_prepare()
            runTouchApp(embedded=True)
            self.frames(2)
        except BaseException:
            self.close()  # or every screen of the next app would speak to this one
            raise

    def draw(self, draws: bool) -> None:
        """Everything is laid out and touched as always; only the pixels, drawn without a graphics card and by
        far the slowest part, are left out where nobody looks at them."""
        for name in ("on_draw", "on_flip"):
            vars(self.window).pop(name, None)
            if not draws:
                setattr(self.window, name, lambda *_: None)

    def later(self, seconds: float) -> None:
        """So much later on Kivy's clock, at once."""
        self.clock.seconds += seconds
        self.frames()

    def watch(self) -> None:
        """Until every stage is over: a touch would end it and do nothing else."""
        while (left := self.app.director.left) > 0:
            self.later(left)

    def picture(self, path: Path) -> None:
        """What is on the screen, as a file."""
        self.later(UNHURRIED)
        self.watch()
        self.draw(True)
        for _ in range(2):  # a window that was resized shows its size with the second
            self.window.canvas.ask_update()
            self.frames()
        Path(str(self.window.screenshot(name=str(path)))).replace(path)
        self.draw(False)

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            if self.app.opening is not None:
                wait([self.app.opening], SECONDS)
            if self.app.evening is not None:
                self.app.evening.settled()  # what was touched is done
            self.loop.idle()
            self.window.mainloop()

    def pump(self, until: Callable[[], object], why: str = "") -> None:
        """Frames until something holds."""
        limit = time.monotonic() + SECONDS
        while time.monotonic() < limit:
            if until():
                return
            self.frames()
            time.sleep(0.002)  # the tower's own thread, or an emulator, may need the processor
        raise AssertionError(f"still waiting: {why or until}")

    def size(self, width: int, height: int) -> None:
        self.window.size = (width, height)
        self.frames(3)

    def touch(self, widget: "Widget", at: tuple[float, float] = (0.5, 0.5), hold: float = 0) -> None:
        """An unhurried finger on a widget, at a place in it from (0, 0) to (1, 1)."""
        x, y = widget.to_window(widget.x + widget.width * at[0], widget.y + widget.height * at[1])
        self.touch_at(x, y, hold)

    def touch_at(self, x: float, y: float, hold: float = 0, after: float = UNHURRIED) -> None:
        from kivy.tests.common import UnitTestTouch

        self.later(after)
        if after >= UNHURRIED:
            self.watch()
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frames()
        end = time.monotonic() + hold
        while time.monotonic() < end:
            self.frames()
        if hold:  # where frames are slow the clock has yet to notice, and a finger is asked once more
            self.frames(3)
        touch.touch_up()
        self.touches += 1
        self.frames(2)

    def drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A finger that comes down on a piece and carries it: one touch."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_move(to_x, to_y)
        self.frames()
        touch.touch_up()
        self.touches += 1
        self.frames(2)

    def walk(self, root: "Widget | None" = None) -> "Iterator[Widget]":
        """Every widget that is on the screen, parents first."""
        root = root or self.app.manager.current_screen
        assert root is not None
        yield root
        for child in root.children:
            yield from self.walk(child)

    def button(self, text: str) -> "BigButton":
        """The enabled button with this text."""
        from companion.app.widgets import BigButton

        there = [one for one in self.walk() if isinstance(one, BigButton)]
        found = [one for one in there if one.text == text and not one.disabled]
        assert found, f"no button {text!r}; there are {[one.text for one in there]}"
        return found[0]

    def close(self) -> None:
        from kivy.base import stopTouchApp

        self.frames()  # what is still to be laid out needs the app
        self.app.stop()
        self.app.wait(SECONDS)
        stopTouchApp()
        self.window.children[:] = []
        self.window.canvas.clear()
        self.frames()


def counting(driver: Driver, name: str) -> "tuple[BigButton, BigButton]":
    """The buttons for one fewer and one more in the row with this name."""
    from companion.app.widgets import BigButton, Flow

    rows = (one for one in driver.walk(driver.app.manager.current_screen.dropping) if isinstance(one, Flow))
    for row in rows:
        inside = list(driver.walk(row))
        signs = {one.text: one for one in inside if isinstance(one, BigButton)}
        if {"−", "+"} <= signs.keys() and any(getattr(one, "text", "").startswith(name) for one in inside):
            return signs["−"], signs["+"]
    raise AssertionError(f"no row for {name!r}")


def wait_for_drop(driver) -> None:
    """Until no drop is running. All cubes are thrown and hands away: the button says so while it is shown."""
    evening = driver.app.evening

    def over() -> bool:
        drop = evening.now.drop
        if drop is not None and drop.stage == "listening" and not drop.all_thrown:
            driver.app.post(AllThrown())
        return drop is None or not drop.running

    driver.pump(over, "the drop")
