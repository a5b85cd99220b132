"""Phones in a real browser: whole games by touches with lines that are cut, pages that everybody can use.

Run by `make test-web` (Debian's chromium, Playwright, axe-core): heavy, so not with the other tests.
`.ci/run` runs it when something changed that it looks at (tests/browser/tested).
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion.advisor import GreedyBot
from companion.games import GAMES
from companion.table import Evening
from companion.web import HERE, Phones
from companion.web.sight import key_of

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

    def phone(self, kind: Any, seats: tuple[int, ...] = (), lang: str = "en", size: Any = PHONE) -> Page:
        """Joins by touching what a person would touch."""
        context = self.browser.new_context(viewport=size, has_touch=True, is_mobile=True, locale=lang)
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

    def play(self, pages: list[Page], chance: Random, most: int = 10_000, cuts: float = 0.08) -> int:
        """Touches answers until the game is over, as a bot would choose them; now and then a line is cut."""
        done, bot = 0, GreedyBot(1)
        while self.evening.now.outcome is None and done < most:
            page, now = self.whose(pages), self.evening.now
            if chance.random() < cuts:
                _cut(page.context, chance)
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


def _cut(context: BrowserContext, chance: Random) -> None:
    context.set_offline(True)
    time.sleep(chance.random() * 0.2)
    context.set_offline(False)


@pytest.mark.parametrize(
    ("game", "players"), [("example", 2), ("contre-temps", 4), ("the-loop", 2), ("cyberion", 1)]
)
@pytest.mark.timeout(1500)
def test_a_whole_game_is_played_by_touches_with_lines_that_are_cut(
    browser: Browser, game: str, players: int
) -> None:
    """Contre-Temps on a tablet, which began the evening, and three phones."""
    with Table(browser, game, players) as table:
        pages = [table.phone("host", (0,), size=TABLET if game == "contre-temps" else PHONE)]
        pages += [table.phone("table", (seat,)) for seat in range(1, players)]
        watcher = table.phone("watch")
        assert table.play(pages, Random(game)) >= 5
        for page in [*pages, watcher]:  # whatever was cut, all come to see the same end
            page.locator(".turn.over").wait_for()
            shown = page.locator("#board").inner_text()
            page.reload()
            assert page.locator("#board").inner_text() == shown
        assert len({page.locator("#board").inner_text() for page in pages}) == 1
        assert table.errors == []


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.timeout(900)
def test_everybody_can_use_every_page(browser: Browser, game: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    with Table(browser, game, 3 if game == "contre-temps" else 2) as table:
        host = table.phone("host", (0,), "fr")
        host.locator("#codes summary").tap()
        pages = {
            "host": host,
            "seat": table.phone("table", (1,)),
            "watching": table.phone("watch", lang="de"),
            "door": _plain(table, table.phones.link("table"), "fr"),
            "stranger": _plain(table, table.phones.address, "de"),
            "used-up": _plain(table, f"{table.phones.address}/join/none-of-ours", "en"),
            "overlay": _plain(
                table, f"{table.phones.address}/overlay/{table.phones.guests.link('feed').token}", "en"
            ),
        }
        for name, page in pages.items():
            _usable(page, name)
            for size, viewport in SIZES.items():
                page.set_viewport_size(viewport)
                page.screenshot(path=SHOTS / f"{game}-{name}-{size}.png")
        assert table.errors == []


def _usable(page: Page, name: str) -> None:
    """axe-core finds nothing, and nothing is wider than the window, in any size."""
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] != "minor"]
    assert not found, [(one["id"], one["nodes"][0]["html"][:200]) for one in found]
    before = page.viewport_size
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        wide = page.evaluate("document.documentElement.scrollWidth") - viewport["width"]
        assert wide <= 0, f"{name} is too wide at {size}"
    page.set_viewport_size(before)


def _plain(table: Table, address: str, lang: str) -> Page:
    """A page of somebody whom nobody has let in."""
    page = table.browser.new_context(viewport=PHONE, locale=lang).new_page()
    page.goto(address)
    return page


HEARD = """
window.heard = [];
navigator.vibrate = () => window.heard.push("felt");
window.AudioContext = class {
  constructor() { this.currentTime = 0; this.destination = {}; }
  createGain() { return { gain: {}, connect: (to) => to }; }
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start: () => window.heard.push("rung"), stop: () => {} };
  }
};
"""


def test_my_turn_is_heard_and_felt_where_the_browser_allows_it(browser: Browser) -> None:
    """Over plain http, after the first touch on the page; the tick takes the tone away, and is remembered."""
    with Table(browser, "contre-temps", 3) as table:
        pages = [table.phone("host", (0,)), table.phone("table", (1,)), table.phone("table", (2,))]
        for page in pages:
            page.context.add_init_script(HEARD)
            page.reload()
            page.locator("h1").first.tap()
        first = table.evening.now.asked[0].question.owner
        pages[first].locator("#ask button").first.tap()
        table.until(lambda: table.evening.now.asked[0].question.owner != first)
        called = pages[table.evening.now.asked[0].question.owner]
        table.until(lambda: set(called.evaluate("window.heard")) >= {"rung", "felt"})
        called.locator("#bell").uncheck()
        called.reload()
        assert not called.locator("#bell").is_checked()
        assert called.locator("body.called, .turn.mine").count(), "and by its colour"


def test_a_piece_is_typed_beside_a_photo_that_stays_on_the_device(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import Image

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Image.new("RGB", (300, 400), "orange").save(tmp_path / "card.png")
    with Table(browser, "the-loop", 2) as table:
        host = table.phone("host", (0,))
        sent: list[int] = []
        host.on("request", lambda one: sent.append(len(one.post_data_buffer or b"")))
        host.goto(f"{table.phones.address}/box")
        _usable(host, "box")
        host.goto(f"{table.phones.address}/box/card")
        assert host.locator("#camera").get_attribute("capture") == "environment"
        host.set_input_files("#camera", tmp_path / "card.png")
        host.locator("#photo").wait_for()
        host.get_by_label("Name").fill("Clockwork Sword")
        host.locator("summary").first.tap()
        host.locator("button[value='add:/push']").tap()
        host.locator("h1", has_text="Clockwork Sword").wait_for()
        host.locator("#photo").wait_for()  # the browser kept it over a whole new page
        _usable(host, "piece")
        host.screenshot(path=SHOTS / "the-loop-piece-phone.png", full_page=True)
        for key, value in (("dimension", "star"), ("era", "medieval")):
            host.locator(f"select[name*='{key}']").select_option(f'"{value}"')
        host.locator("button[value=keep]").tap()
        host.wait_for_url("**/box")
        assert (tmp_path / "loop-companion" / "boxes" / "the-loop" / "mine.toml").exists()
        assert max(sent) < 8192, "no photo was sent"
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
        table.until(lambda: host.evaluate("document.querySelector('#said').children.length") > 0)
