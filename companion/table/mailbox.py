"""What a client of the evening has not looked at yet. May import: its own room, the standard library.

The evening puts and goes on; whoever is asleep, paused or slow finds the newest snapshot and what happened
meanwhile, and holds up nobody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition

from .live_line import Event
from .snapshot import Snapshot

KEPT = 256
"""Events that wait for a client; of somebody who slept longer nobody expects the sounds of all of them."""


class Mailbox:
    def __init__(self, wake: Callable[[], None] | None = None) -> None:
        """`wake` is called in the evening's thread when there is something new: it must not block."""
        self._wake = wake
        self._fresh = Condition()
        self._newest: Snapshot | None = None
        self._events: deque[Event] = deque(maxlen=KEPT)

    def put(self, snapshot: Snapshot) -> None:
        """In the evening's thread."""
        with self._fresh:
            self._newest = snapshot
            self._events += snapshot.events
            self._fresh.notify_all()
        if self._wake is not None:
            self._wake()

    def take(self) -> Snapshot | None:
        """The newest snapshot, with all events since the last look; None: there is nothing new."""
        with self._fresh:
            newest, self._newest = self._newest, None
            events = tuple(self._events)
            self._events.clear()
        return newest._replace(events=events) if newest is not None else None

    def wait(self, seconds: float | None = None) -> Snapshot | None:
        """The same, once there is something new; None: it took too long."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None, seconds)
        return self.take()
