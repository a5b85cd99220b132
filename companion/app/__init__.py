"""The tablet app: what the players touch. Kivy lives here and nowhere else.

May import: companion.engine, companion.table, companion.advisor, companion.words and companion.tower. Kivy
reads its configuration when it is imported and opens its window soon after, so nothing
of it is imported before `main` has said what is wanted.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from companion.engine import Games
from companion.table import Evening, home

if TYPE_CHECKING:
    from .invitation import Inviting, Served

SIZE = (1280, 800)
UNSAID = ("Config: Older", "Config: Upgrading", "Window: Unable")
"""What Kivy need not say: that it runs for the first time, and what we tell ourselves in one line."""


PATIENCE = 3.0
"""Seconds in which journal and tower are let go after the window has closed; a tower stops by itself."""


class NoWindow(Exception):
    """Kivy is missing, or no display answers where the environment names one."""


def configure() -> None:
    """What Kivy must know before its window exists. Settings of the environment win."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")  # the command line is ours
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    if "KIVY_HOME" not in os.environ:  # else it would be ~/.kivy, beside everything of ours
        kept = home() / "kivy"
        kept.mkdir(parents=True, exist_ok=True)
        os.environ["KIVY_HOME"] = str(kept)
    logging.getLogger("kivy").addFilter(lambda record: not str(record.msg).startswith(UNSAID))
    if sys.platform == "linux" and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("KIVY_WINDOW", "sdl2")
        os.environ.setdefault("SDL_VIDEODRIVER", "x11,wayland")  # else SDL opens a window that nobody sees
    from kivy.config import Config

    def want(section: str, name: str, value: str) -> None:
        if f"KCFG_{section}_{name}".upper() not in os.environ:
            Config.set(section, name, value)

    want("graphics", "width", str(SIZE[0]))
    want("graphics", "height", str(SIZE[1]))
    want("graphics", "minimum_width", "800")
    want("graphics", "minimum_height", "600")
    want("graphics", "multisamples", "2")
    want("kivy", "exit_on_escape", "0")  # a key press at the table must not end the evening
    want("input", "mouse", "mouse,disable_multitouch")


def main(
    lang: str,
    games: Games,
    inviting: Inviting | None = None,
    serve_on: Callable[[Evening, Served], object] | None = None,
) -> int:
    """Opens the window and returns when it is closed. Raises NoWindow. `inviting` serves phones when somebody
    asks for it, `serve_on` those who play on when the window is closed."""
    try:
        configure()
    except ModuleNotFoundError as missing:
        raise NoWindow(str(missing)) from missing
    from kivy.core.window import Window

    if Window is None:
        raise NoWindow("no display answers")
    from kivy.clock import Clock

    from .app import CompanionApp
    from .last_resort import LastResort
    from .starts import STANDS, Starts
    from .watchdog import begin as say_that_it_lives

    starts = Starts.begin()
    app = CompanionApp(lang, games, safe=starts.safe, inviting=inviting)
    Clock.schedule_once(lambda _: Thread(target=starts.stood, daemon=True).start(), STANDS)
    say_that_it_lives()
    with LastResort(app):
        app.run()
        app.wait(PATIENCE)  # the window is gone: a tower that does not answer holds up nobody for long
    starts.stood()
    if app.outlived is not None and serve_on is not None:
        serve_on(*app.outlived)
    return 0


__all__ = ["NoWindow", "configure", "main"]
