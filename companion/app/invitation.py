"""Phones at this window's evening: asked for by a touch, served in a thread of their own.

May import: Kivy, companion.engine, companion.table, this room. Who serves them is handed in (`Inviting`), so
this room needs no web server. Nothing here is waited for by a phone: a window that is paused, blocked or
closed stops none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from threading import Thread
from typing import Literal, Protocol, TypeAlias

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

from companion.engine import Games
from companion.table import Evening, Snapshot

Code: TypeAlias = Literal["table", "seat", "watch"]


class Guest(Protocol):
    """A device."""

    id: str
    number: int
    seats: list[int]
    wants: int | None


class Line(Protocol):
    """What one phone was told last."""

    @property
    def now(self) -> Snapshot | None: ...


class Lines(Protocol):
    @property
    def streams(self) -> Collection[Line]: ...


class Served(Protocol):
    """An evening that phones see."""

    on_change: Callable[[], None] | None
    """Somebody came, went, knocks or would like an undo. In any thread, like the other."""
    on_shown: Callable[[], None] | None
    """All phones have been told of the newest snapshot."""

    @property
    def hub(self) -> Lines: ...
    @property
    def address(self) -> str: ...
    @property
    def seat_count(self) -> int: ...
    @property
    def guests_known(self) -> Sequence[Guest]: ...
    @property
    def waiting(self) -> Sequence[Guest]: ...
    @property
    def undo_asked(self) -> int | None: ...
    @property
    def undo_of_tablet(self) -> bool: ...
    @property
    def redo_asked(self) -> bool: ...
    def is_here(self, device: str) -> bool: ...
    def code(self, kind: Code, seat: int | None = None) -> tuple[str, Sequence[Sequence[int]]]: ...
    def admit(self, device: str) -> None: ...
    def refuse(self, device: str) -> None: ...
    def revoke(self, device: str) -> None: ...
    def renew(self) -> None: ...
    def ask_undo(self, position: int) -> bool: ...
    def answer_undo(self, yes: bool) -> None: ...
    def window_closed(self) -> None: ...
    def close(self) -> None: ...


Inviting: TypeAlias = Callable[[Evening, Games], Served]


class Invitation(EventDispatcher):
    """Off until somebody asks for it; ends with the evening."""

    changed = NumericProperty(0)
    """Grows when somebody came, went or knocks."""

    def __init__(self, inviting: Inviting | None, shown: Callable[[], None]) -> None:
        """`shown`: called, in any thread, when all phones have the newest snapshot."""
        super().__init__()
        self.inviting = inviting
        self._shown = shown
        self.served: Served | None = None
        self.evening: Evening | None = None
        self.opening = False
        self.error: Exception | None = None
        self._closing: Thread | None = None
        self._look_soon = Clock.create_trigger(self._look)

    def open(self, evening: Evening, games: Games) -> None:
        """Serves it, from a thread: the first time the server's libraries are read."""
        if self.inviting is None or self.served is not None or self.opening:
            return
        before = self._closing
        inviting, self.opening, self.error, self.evening = self.inviting, True, None, evening

        def work() -> None:
            try:
                if before is not None:
                    before.join()  # it has the port
                served = inviting(evening, games)
            except Exception as error:  # noqa: BLE001 - told on the page
                failed = error
                Clock.schedule_once(lambda _: self._arrive(evening, None, failed))
            else:
                Clock.schedule_once(lambda _: self._arrive(evening, served, None))

        Thread(target=work, name="inviting", daemon=True).start()

    def _arrive(self, evening: Evening, served: Served | None, error: Exception | None) -> None:
        if self.evening is not evening:  # left meanwhile
            if served is not None:
                served.close()
            return
        self.opening, self.served, self.error = False, served, error
        if served is not None:
            served.on_change, served.on_shown = self._look_soon, self._shown
        self._look()

    def _look(self, *_: object) -> None:
        self.changed += 1

    def close(self) -> None:
        served, self.served, self.evening, self.opening = self.served, None, None, False
        if served is not None:
            served.on_change = served.on_shown = None
            self._closing = Thread(target=served.close, name="ending", daemon=True)
            self._closing.start()
            self._look()

    def hand_over(self) -> tuple[Evening, Served] | None:
        """The window closes: who goes on without it."""
        if self.served is None or self.evening is None:
            return None
        handed = self.evening, self.served
        self.served.window_closed()
        self.served.on_change = self.served.on_shown = None
        self.served = self.evening = None
        return handed

    @property
    def seats(self) -> set[int]:
        """Seats that have a phone of their own, as far as it is here."""
        if self.served is None:
            return set()
        known, here = self.served.guests_known, self.served.is_here
        return {seat for one in known if here(one.id) for seat in one.seats}

    def know(self, position: int) -> bool:
        """Whether every phone has been told of it."""
        lines = tuple(self.served.hub.streams) if self.served is not None else ()
        return all(one.now is not None and one.now.position >= position for one in lines)

    def in_turn(self, now: Snapshot) -> Snapshot:
        """As this window asks it: whoever has a phone is asked last, so nobody hands the tablet to them while
        another waits for it. Who leaves or is away is asked here again."""
        own = self.seats
        asked = tuple(sorted(now.asked, key=lambda one: one.question.owner in own))
        return now if asked == now.asked else now._replace(asked=asked)
