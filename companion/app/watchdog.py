"""Tells whoever started the app that its window lives: systemd starts one anew that stands still.

May import: Kivy, the standard library. Where nobody waits for it, nothing is said.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from kivy.clock import Clock

ALIVE = b"WATCHDOG=1"


def period(environment: Mapping[str, str] = os.environ) -> float | None:
    """Seconds between two words: half of what is granted. None: nobody waits."""
    granted = environment.get("WATCHDOG_USEC", "")
    if not environment.get("NOTIFY_SOCKET") or not granted.isdecimal() or len(granted) > 18:
        return None
    return int(granted) / 2e6 or None


def say_alive(where: str) -> None:
    """In the window's thread, because it is what must not stand still. It never waits."""
    address = "\0" + where[1:] if where.startswith("@") else where
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.setblocking(False)
        out.sendto(ALIVE, address)


def begin() -> None:
    if (seconds := period()) is not None:
        where = os.environ["NOTIFY_SOCKET"]  # once: who waits does not change while the window lives
        Clock.schedule_interval(lambda _: say_alive(where), seconds)
