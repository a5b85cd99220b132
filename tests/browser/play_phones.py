"""Phones in a real browser: whole games by touches with lines that are cut, pages that everybody can use.

Run by `make test-web` (Debian's chromium, Playwright, axe-core): heavy, so not with the other tests.
`.ci/run` runs it when something changed that it looks at (tests/browser/tested).
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion.games import GAMES
from companion.table import Evening
from companion.web import HERE, Phones

PHONE = {"width": 360, "height": 640}
SIZES = {"phone": PHONE, "landscape": {"width": 740, "height": 360}, "tv": {"width": 3840, "height": 2160}}
SHOTS = Path("build/phones")
PATIENCE = 60_000
"""Milliseconds: a busy machine is slow, and nothing here is about speed."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield made
        made.close()


class Table:
    """An evening and the browsers at it."""

    def __init__(self, browser: Browser, game: str, players: int, seed: int = 5) -> None:
        self.browser = browser
        self.evening = Evening.begin(GAMES.load(game), GAMES, {"players": players}, None, seed=seed)
        self.phones = Phones.open(self.evening, GAMES, port=0, address=HERE)
        self.errors: list[str] = []

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.phones.close()
        self.evening.close().result(60)

    def phone(self, kind: Any, seats: tuple[int, ...] = (), lang: str = "en") -> Page:
        """Joins by touching what a person would touch."""
        context = self.browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale=lang)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if _policy(said.text) else None)
        page.goto(self.phones.link(kind))
        page.tap("button")
        page.wait_for_url("**/")
        for seat in seats:
            page.locator("#seats li").nth(seat).locator("button").tap()
            self.until(lambda seat=seat: bool(self.phones.waiting) or seat in self.taken())
            for device in self.phones.waiting:
                self.phones.admit(device.id)
        return page

    def taken(self) -> set[int]:
        return {seat for device in self.phones.guests.devices.values() for seat in device.seats}

    def until(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not so():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.02)

    def play(self, pages: list[Page], touches: int, chance: Random) -> int:
        """Touches answers until the game is over, or so many; now and then a line is cut."""
        done = 0
        while self.evening.now.outcome is None and done < touches:
            page = self.whose(pages)
            if chance.random() < 0.08:
                _cut(page.context, chance)
            before = self.evening.now.position
            found = page.locator("#ask button:not(.sent)")
            found.first.wait_for()
            found.nth(chance.randrange(found.count())).tap()
            self.until(lambda before=before: self.evening.now.position > before)
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


def _cut(context: BrowserContext, chance: Random) -> None:
    context.set_offline(True)
    time.sleep(chance.random() * 0.2)
    context.set_offline(False)


@pytest.mark.parametrize(
    ("game", "players", "touches"),
    [("example", 2, 100), ("contre-temps", 3, 60), ("the-loop", 2, 60), ("cyberion", 1, 40)],
)
@pytest.mark.timeout(1500)
def test_a_game_is_played_by_touches_with_lines_that_are_cut(
    browser: Browser, game: str, players: int, touches: int
) -> None:
    with Table(browser, game, players) as table:
        pages = [table.phone("host", (0,))]
        pages += [table.phone("table", (seat,)) for seat in range(1, players)]
        watcher = table.phone("watch")
        done = table.play(pages, touches, Random(game))
        assert done >= 5
        last = table.evening.now
        for page in [*pages, watcher]:  # whatever was cut, all see the same table
            page.reload()
            fresh = page.locator("#board").inner_text()
            page.wait_for_function("text => document.querySelector('#board').innerText === text", arg=fresh)
        assert table.errors == []
        if last.outcome is not None:
            watcher.locator(".turn.over").wait_for()


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.timeout(900)
def test_everybody_can_use_every_page(browser: Browser, game: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    with Table(browser, game, 3 if game == "contre-temps" else 2) as table:
        host = table.phone("host", (0,), "fr")
        host.locator("#codes summary").tap()
        pages = {"host": host, "watching": table.phone("watch", lang="de")}
        with ExitStack() as stack:
            door = browser.new_page()
            stack.callback(door.close)
            door.goto(table.phones.link("table"))
            for name, page in {**pages, "door": door}.items():
                found = [one for one in Axe().run(page).response["violations"] if one["impact"] != "minor"]
                assert not found, [(one["id"], one["nodes"][0]["html"][:200]) for one in found]
                for size, viewport in SIZES.items():
                    page.set_viewport_size(viewport)
                    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    assert wide <= 0, f"{name} is too wide at {size}"
                    page.screenshot(path=SHOTS / f"{game}-{name}-{size}.png")
        assert table.errors == []


def test_a_camera_reads_the_codes(browser: Browser, tmp_path: Path) -> None:
    with Table(browser, "example", 2) as table:
        host = table.phone("host", (0,))
        host.locator("#codes summary").tap()
        drawn = host.locator("#codes figure svg").first
        drawn.scroll_into_view_if_needed()
        drawn.screenshot(path=tmp_path / "code.png")
        told = subprocess.run(
            ["zbarimg", "-q", "--raw", tmp_path / "code.png"], capture_output=True, text=True
        )
        assert told.stdout.strip() == table.phones.link("table")


def test_the_keyboard_is_enough(browser: Browser) -> None:
    with Table(browser, "example", 1) as table:
        host = table.phone("host", (0,))
        host.locator("#ask button").first.wait_for()
        before = table.evening.now.position
        for _ in range(30):
            host.keyboard.press("Tab")
            if host.evaluate("document.activeElement.name") == "answer":
                break
        host.keyboard.press("Enter")
        table.until(lambda: table.evening.now.position > before)
        host.wait_for_function("document.querySelector('#said').children.length > 0")
