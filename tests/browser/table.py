"""A table with browsers at it, and every page that somebody may come to see."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any, TypeAlias

from playwright.sync_api import Browser, Page

from companion.advisor import GreedyBot
from companion.games import GAMES
from companion.table import Answer, Evening
from companion.web import HERE, Phones
from companion.web.sight import key_of

from .wire import Wires

House: TypeAlias = tuple[Browser, Wires]
PHONE = {"width": 360, "height": 640}
TABLET = {"width": 1024, "height": 768}
SIZES = {
    "phone": PHONE,
    "landscape": {"width": 740, "height": 360},
    "tablet": TABLET,
    "tv": {"width": 3840, "height": 2160},
}
SHOTS = Path("build/phones")
PATIENCE = 60_000
"""Milliseconds: a busy machine is slow, and nothing here is about speed."""


class Table:
    """An evening and the browsers at it."""

    def __init__(self, house: House, game: str, players: int, seed: int = 5) -> None:
        self.browser, self.wires = house
        self.evening = Evening.begin(GAMES.load(game), GAMES, {"players": players}, None, seed=seed)
        self.phones = Phones.open(self.evening, GAMES, port=0, address=HERE, names=[HERE, *self.wires.names])
        self.wires.lead(self.phones.address)
        self.joined: list[Page] = []
        self.errors: list[str] = []

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for context in self.browser.contexts:
            context.close()
        self.phones.close()
        self.evening.close().result(60)

    def phone(self, kind: Any, seats: tuple[int, ...] = (), lang: str = "en", size: Any = PHONE) -> Page:
        """Joins by touching what a person would touch."""
        context = self.browser.new_context(viewport=size, has_touch=True, is_mobile=True, locale=lang)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        self.joined.append(page)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if _policy(said.text) else None)
        page.goto(self.wires.way(len(self.joined) - 1, self.phones.link(kind)))
        page.tap("button")
        page.wait_for_url("**/")
        for seat in seats:
            page.locator("#seats li").nth(seat).locator("button").tap()
            self.until(lambda seat=seat: bool(self.phones.waiting) or seat in self.taken())
            for device in self.phones.waiting:
                self.phones.admit(device.id)
            page.locator("#seats li").nth(seat).locator("button[value=leave]").wait_for()
        return page

    def cut(self, page: Page, chance: Random) -> None:
        """Its Wi-Fi is gone for a moment; what is touched meanwhile is sent again."""
        wire = self.wires[self.joined.index(page)]
        wire.pull(dead=chance.random() < 0.7)
        Timer(chance.random() * 0.4, wire.plug).start()

    def taken(self) -> set[int]:
        return {seat for device in self.phones.guests.devices.values() for seat in device.seats}

    def until(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not so():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.02)

    def play(self, pages: list[Page], chance: Random, most: int = 10_000, cuts: float = 0.08) -> int:
        """Touches answers until the game is over, as a bot would choose them; now and then a line is cut."""
        done, bot = 0, GreedyBot(1)
        while self.evening.now.outcome is None and done < most:
            page, now = self.whose(pages), self.evening.now
            if chance.random() < cuts:
                self.cut(page, chance)
            asked = now.asked[0]
            wanted = key_of(bot.choose(now.game, now.state, asked.question))
            form = page.locator(f"#ask form:has(input[name=since][value='{asked.since}'])")
            button = form.locator(f"button[value='{wanted}']").first
            if not button.count():  # a drop is typed; what a bot cannot find is any other answer
                button = form.locator("button").last
            button.tap()
            self.until(lambda before=now.position: self.evening.now.position > before)
            done += 1
        return done

    def whose(self, pages: list[Page]) -> Page:
        """The phone of a seat that is asked; one that holds several seats changes to it."""
        asked = self.evening.now.asked[0].question.owner
        for page in pages:
            if page.locator("#seats li").nth(_seat(asked)).locator("button[value=leave]").count():
                return page
        for page in pages:
            button = page.locator("#seats li").nth(_seat(asked)).locator("button[value=look]")
            if button.count():
                button.tap()
                page.locator("#seats li").nth(_seat(asked)).locator("button[value=leave]").wait_for()
                return page
        raise AssertionError(f"nobody sits at {asked}")


def _seat(owner: Any) -> int:
    return owner if isinstance(owner, int) else 0


def _policy(said: str) -> bool:
    return "Content Security Policy" in said or "Refused" in said


PLAYERS = {"contre-temps": 3, "cyberion": 1}
"""Where a page needs more or fewer people than two."""
BEGUN = {"example": 2}
"""Answers after which a game is in full swing and not over, where that is not four."""


def pages(table: Table, game: str, lang: str) -> Iterator[tuple[str, Page]]:
    """Every page there is, by name, each as it is when it is yielded."""
    host, seats = table.phone("host", (0,), lang), table.phones.seat_count
    seated = [host]
    if seats > 1:
        guest = table.phone("table", lang=lang)
        guest.locator("#seats li").nth(1).locator("button").tap()
        host.locator("#guests button[value=admit]").wait_for()
        yield "knocking", guest
        yield "knocked-at", host
        host.locator("#guests button[value=admit]").tap()
        seated.append(guest)
    seated += [table.phone("table", (seat,), lang) for seat in range(2, seats)]
    yield "start", host
    table.play(seated, Random(game), BEGUN.get(game, 4), cuts=0)
    asked = table.whose(seated)
    yield "asked", asked
    if asked.locator(".why summary").count():
        asked.locator(".why summary").first.tap()
        yield "why", asked
    yield "waiting", next((page for page in seated if page is not asked), asked)
    watching = table.phone("watch", lang=lang)
    yield "watching", watching
    host.locator("#codes summary").tap()
    yield "codes", host
    host.locator("#codes summary").tap()
    address = table.wires.way(0, table.phones.address)
    for name, path in (
        ("door", f"/join/{table.phones.guests.link('table').token}"),
        ("stranger", "/"),
        ("used-up", "/join/none-of-ours"),
        ("overlay", f"/overlay/{table.phones.guests.link('feed').token}?lang={lang}"),
    ):
        page = table.browser.new_context(viewport=PHONE, locale=lang).new_page()
        page.goto(address + path)
        if name == "overlay":
            page.wait_for_function("() => document.getElementById('shown').textContent")
        yield name, page
    yield from _undoing(table, seated)
    host.goto(f"{address}/box")
    yield "box", host
    for piece in host.locator("a[href^='/box/']").evaluate_all("all => all.map((one) => one.href)")[:1]:
        host.goto(piece)
        yield "piece", host
    for name, asked_for in (("rules", ""), ("rules-found", "?find=a")):
        host.goto(f"{address}/rules{asked_for}")
        yield name, host
    for chapter in host.locator("a[href*='chapter=']").evaluate_all("all => all.map((one) => one.href)")[:1]:
        host.goto(chapter)
        yield "rules-chapter", host
    host.goto(address)
    _finish(table.evening)
    for name, page in (("over", host), ("over-watching", watching)):
        page.locator(".turn.over").wait_for()
        yield name, page


def _undoing(table: Table, seated: list[Page]) -> Iterator[tuple[str, Page]]:
    if len(seated) < 2:
        return
    asks, other = seated[1], seated[0]
    asks.locator("#undo button[value=ask]").tap()
    other.locator("#proposal button[value=yes]").wait_for()
    yield "undo-asked", other
    asks.locator("#proposal .faint").wait_for()
    yield "undo-waits", asks
    other.locator("#proposal button[value=no]").tap()
    other.locator("#undo button[value=ask]").wait_for()


def _finish(evening: Evening) -> None:
    """To the end, by bots at the table itself."""
    bot = GreedyBot(1)
    while evening.now.outcome is None:
        now = evening.now
        asked = now.asked[0]
        given = bot.choose(now.game, now.state, asked.question)
        evening.post(Answer((given,), asked.question.owner, asked.since)).result(60)
