"""When something goes wrong that nobody foresaw: it is kept in a file, told calmly, and the table goes on.

May import: Kivy, companion.table (where incidents go), this room.

    with LastResort(app):                        # of the window's thread and of all others
        app.run()
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.table import keep_incident

from .settings import for_people

if TYPE_CHECKING:
    from .app import CompanionApp

LOG = logging.getLogger("companion.app")
OFTEN = 10.0
"""Seconds in which a second mishap leads home instead of back to the table."""


class LastResort(ExceptionHandler):
    def __init__(self, app: CompanionApp) -> None:
        self.app = app
        self._at: deque[float] = deque(maxlen=2)
        self._telling = False

    def __enter__(self) -> Self:
        ExceptionManager.add_handler(self)
        self._before = threading.excepthook
        threading.excepthook = self._in_a_thread
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ExceptionManager.remove_handler(self)
        threading.excepthook = self._before

    def handle_exception(self, error: BaseException) -> int:
        """Kivy's own name: in the window's thread."""
        if not isinstance(error, Exception):
            return ExceptionManager.RAISE
        self.happened(error)
        return ExceptionManager.PASS

    def _in_a_thread(self, args: threading.ExceptHookArgs) -> None:
        error = args.exc_value
        if isinstance(error, Exception):
            Clock.schedule_once(lambda _: self.happened(error))

    def happened(self, error: Exception) -> None:
        """Kept, told, and back to where people can go on."""
        LOG.error("mishap=%s", type(error).__name__, exc_info=error)
        file = keep_incident(error, screen=str(self.app.manager.current))
        if self._telling:  # the telling itself went wrong: the log has it
            return
        self._telling = True
        try:
            self._at.append(Clock.get_time())
            again = len(self._at) == 2 and self._at[1] - self._at[0] < OFTEN
            self.app.recover(for_people(file), home=again)
        except Exception as worse:
            LOG.exception("mishap=%s", type(worse).__name__)
        finally:
            self._telling = False
