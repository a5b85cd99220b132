"""The hub: one client of the evening that shows it to every device.

May import: companion.engine, companion.table, companion.words, its own room. Lives in the loop of the
server's thread; the evening wakes it from its own. A stream that sleeps, is slow or is gone holds up
nobody: each is told how the table looks when it can be told, and what was said since it last was.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import cached_property
from typing import Any, NamedTuple

from companion.engine import Games
from companion.table import Entry, Evening, Snapshot
from companion.teacher import taught_words
from companion.words import Words, languages

from .box_page import BoxDesk
from .face import PhoneFace
from .guests import Device, Guests
from .host_page import host_parts
from .html import Html
from .parts import Company, company_parts, public_parts, table_parts
from .sight import Book, Sight

HEARTBEAT = 15.0
"""Seconds after which a line that says nothing shows that it is still there."""
STREAMS, STREAMS_EACH = 96, 4
TABLET = Device("tablet", "", 0, "", host=True)
"""A window at the table: it lets others in, and answers for who is away and for the seats without a phone."""


class Proposal(NamedTuple):
    """An undo, or what one took back again, that waits for the others."""

    by: str
    seat: int | None
    position: int
    again: bool = False
    agreed: frozenset[str] = frozenset()


class Stream:
    """One line to a device."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.fresh = asyncio.Event()
        self.now: Snapshot | None = None
        """What it was last told of."""
        self.sent: dict[str, Html] = {}
        self.entries: tuple[Entry, ...] = ()


Picture = Callable[[Snapshot, str], str]


class Hub:
    def __init__(self, evening: Evening, games: Games, guests: Guests, addresses: tuple[str, ...]) -> None:
        """In the loop that serves the devices. `addresses`: where they find it, the best first."""
        self.evening = evening
        self.games = games
        self.guests = guests
        self.addresses = addresses
        self.proposal: Proposal | None = None
        self.picture: Picture | None = None
        """Draws the chronicle of an evening that is over, in a language, as SVG; None: nobody does."""
        self.tablet = False
        """Whether a window at the same evening answers for who is away."""
        self.on_change: Callable[[], None] = lambda: None
        """Somebody came, went, knocks or would like an undo."""
        self.on_shown: Callable[[], None] = lambda: None
        """Every device has the newest snapshot: who computes in the same process may begin."""
        self.ended = False
        self.streams: list[Stream] = []
        self.feeds: list[asyncio.Event] = []
        self.now: Snapshot = evening.now
        self._loop = asyncio.get_running_loop()
        self._words: dict[str, Words] = {}
        self._books: dict[str, Book] = {}
        self._drawn: dict[tuple[int | None, bool, str], dict[str, Html]] = {}
        self._mailbox = evening.subscribe(self._wake)
        self._face: PhoneFace = games.face(self.now.game.name, "phone") or PhoneFace()
        self._look()

    # -- what is new

    def _wake(self) -> None:
        """In the evening's thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        now = self._mailbox.take()
        if now is None:
            return
        self.now = now
        self._drawn.clear()
        if self.proposal is not None and self.proposal.position != now.position:
            self.proposal = None  # the table has moved on
            self.on_change()
        self._tell_lines()
        self._shown()

    def look_again(self) -> None:
        """From any thread: who may sit where has changed."""
        self._loop.call_soon_threadsafe(self.tell_all)

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """From any thread: has this done here."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def tell_all(self) -> None:
        """Who is here, and what they would like, has changed."""
        self._tell_lines()
        self.on_change()

    def _tell_lines(self) -> None:
        for stream in self.streams:
            stream.fresh.set()
        for feed in self.feeds:
            feed.set()

    def _shown(self) -> None:
        """Unless there is something newer already, which comes next."""
        newest = self.now.position == self.evening.now.position
        if newest and all(stream.now is self.now for stream in self.streams):
            self.on_shown()

    def end(self) -> None:
        """From any thread: every line is ended, so that nobody has to be cut off."""
        self.ended = True
        self.look_again()

    def close(self) -> None:
        self.evening.unsubscribe(self._mailbox)

    # -- what a device is shown

    def words(self, lang: str) -> Words:
        lang = lang if lang in languages() else "en"
        if lang not in self._words:
            self._words[lang] = taught_words(Words, lang, self.now.manifest, "phone")
        return self._words[lang]

    def box_words(self, lang: str) -> Words:
        areas = ("phone", "box", self.now.game.name.replace("-", "_"))
        return Words(lang if lang in languages() else "en", areas)

    @cached_property
    def desk(self) -> BoxDesk:
        return BoxDesk(self.games, self.now.game.name)

    @property
    def face(self) -> PhoneFace:
        return self._face

    def sight(self, device: Device) -> Sight:
        acts = bool(device.seats) or device.host
        seat = device.at if device.at in device.seats else None
        book = self._books.setdefault(device.lang, {})
        return Sight(self.now, seat, self.words(device.lang), self.games, acts, book)

    def parts(self, device: Device) -> dict[str, Html]:
        sight = self.sight(device)
        name = (sight.seat, sight.acts, device.lang)
        if name not in self._drawn:
            everybody = (None, False, f"{device.lang} board")
            if everybody not in self._drawn:
                public = Sight(self.now, None, sight.words, self.games)
                self._drawn[everybody] = public_parts(public, self._face)
            self._drawn[name] = {**table_parts(sight, self._face), **self._drawn[everybody]}
        found = {**self._drawn[name], **company_parts(sight, self.company(device), device)}
        return {**found, **host_parts(sight, self)} if device.host else found

    def company(self, device: Device) -> Company:
        here = {stream.device for stream in self.streams}
        seats = []
        for seat in range(self.guests.seats):
            there = self.guests.at_seat(seat)
            how = "here" if any(one.id in here for one in there) else "away" if there else "free"
            seats.append((seat, how, seat in device.seats))
        return Company(tuple(seats), self._proposed(device), not self.missing(device, frozenset()))

    def _proposed(self, device: Device) -> tuple[int | str, bool, bool, bool] | None:
        asked = self.proposal
        if asked is None:
            return None
        mine = device.id == asked.by or device.id in asked.agreed
        may = not mine and (bool(device.seats) or device.host)
        nobody = "the-tablet" if asked.by == TABLET.id else "somebody"
        return (asked.seat if asked.seat is not None else nobody), may, mine, asked.again

    # -- undo

    def missing(self, by: Device, agreed: frozenset[str]) -> bool:
        """Whether somebody must still agree to what this device asked for: the others with a seat who are
        here; for who is away, and for who plays at the tablet, the tablet or a device that began the
        evening."""
        others = [one for one in self.guests.all if one.id != by.id]
        seated = {one.id for one in others if one.seats}
        here = {stream.device for stream in tuple(self.streams)}
        if (seated & here) - agreed:
            return True
        at_tablet = self.tablet and any(not self.guests.at_seat(seat) for seat in range(self.guests.seats))
        speak = {one.id for one in others if one.host} | ({TABLET.id} if self.tablet else set())
        return bool((seated - here or at_tablet) and speak and not by.host and not speak & agreed)

    def proposer(self) -> Device | None:
        """Who asked for the undo that waits."""
        by = self.proposal.by if self.proposal is not None else ""
        return TABLET if by == TABLET.id else self.guests.devices.get(by)

    # -- lines

    def room_for(self, device: Device) -> bool:
        own = sum(stream.device == device.id for stream in self.streams)
        return len(self.streams) < STREAMS and own < STREAMS_EACH

    async def stream(self, device: Device, seen: int | None) -> AsyncIterator[str]:
        """Messages for a device, as server-sent events. `seen`: entries that it was told of before."""
        line = Stream(device.id)
        line.entries = self.now.entries[:seen] if seen is not None else self.now.entries
        self.streams.append(line)
        self.tell_all()  # somebody is here again
        try:
            yield "retry: 1000\n\n"
            while not self.ended:
                current = self.guests.devices.get(device.id)
                if current is None:  # revoked
                    yield "event: gone\ndata: {}\n\n"
                    return
                line.fresh.clear()
                message = self.message(line, current)
                if message:
                    yield message
                self._shown()
                try:
                    await asyncio.wait_for(line.fresh.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ":\n\n"
        finally:
            self.streams.remove(line)
            self.tell_all()
            self._shown()

    def message(self, line: Stream, device: Device) -> str:
        """What is different from what was sent on this line, and what is to be said of it; empty: nothing."""
        parts = self.parts(device)
        changed = {name: one for name, one in parts.items() if line.sent.get(name) != one}
        changed |= {name: Html() for name in line.sent if name not in parts}
        said = self._said(line, self.sight(device))
        line.sent, line.now = parts, self.now
        if not changed and not said:
            return ""
        message = json.dumps({"parts": changed, "say": said}, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.now.position}.{len(self.now.entries)}\ndata: {message}\n\n"

    def _said(self, line: Stream, sight: Sight) -> list[str]:
        """Sentences for who listens: what was taken back, and what is new."""
        before, line.entries = line.entries, self.now.entries
        kept = 0
        while kept < min(len(before), len(line.entries)) and before[kept] is line.entries[kept]:
            kept += 1
        said = [sight.say("taken-back")] if kept < len(before) else []
        new = sight.history(max(kept, len(line.entries) - 8))
        return said + [sentence for one in new for sentence in sight.sentences(one)]
