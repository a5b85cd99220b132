"""The tablet app: what the players touch. Kivy lives here and nowhere else.

May import: companion.table, companion.advisor, companion.words and the public names of companion.games and
companion.tower. Kivy reads its configuration when it is imported and opens its window soon after, so nothing
of it is imported before `main` has said what is wanted.
"""

from __future__ import annotations

import os

SIZE = (1280, 800)


def configure() -> None:
    """What Kivy must know before its window exists. Settings of the environment win."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")  # the command line is ours
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
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


def main(lang: str) -> int:
    """Opens the window and returns when it is closed."""
    configure()
    from .app import CompanionApp

    CompanionApp(lang).run()
    return 0


__all__ = ["configure", "main"]
