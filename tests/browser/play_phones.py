"""Phones in a real browser: whole games by touches with lines that are cut, pages that everybody can use.

Run by `make test-web` (Debian's chromium, Playwright, axe-core): heavy, so not with the other tests.
`.ci/run` runs it when something changed that it looks at (tests/browser/tested).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.games import GAMES

from .table import PATIENCE, PHONE, PLAYERS, SHOTS, SIZES, TABLET, House, Table, pages
from .wire import wired


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with wired() as found:
        yield found


@pytest.mark.parametrize(
    ("game", "players"), [("example", 2), ("contre-temps", 4), ("the-loop", 2), ("cyberion", 1)]
)
@pytest.mark.timeout(1500)
def test_a_whole_game_is_played_by_touches_with_lines_that_are_cut(
    house: House, game: str, players: int
) -> None:
    """Contre-Temps on a tablet, which began the evening, and three phones."""
    with Table(house, game, players) as table:
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


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, ("fr", "de", "en", "de"), strict=True)))
@pytest.mark.timeout(900)
def test_everybody_can_use_every_page(house: House, game: str, lang: str) -> None:
    """Also those that are rarely seen: somebody knocks, an undo waits, the game is over."""
    with Table(house, game, PLAYERS.get(game, 2)) as table:
        seen = set()
        for name, page in pages(table, game, lang):
            _usable(page, name)
            seen.add(name)
        assert len(seen) >= 12
        assert table.errors == []


def _usable(page: Page, name: str) -> None:
    """axe-core finds nothing, upright and across, and nothing is wider than the window, in any size."""
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        wide = page.evaluate("document.documentElement.scrollWidth") - viewport["width"]
        assert wide <= 0, f"{name} is too wide at {size}"
        if size in ("phone", "landscape", "tv"):
            found = [one for one in Axe().run(page).response["violations"] if one["impact"] != "minor"]
            assert not found, (name, size, [(one["id"], one["nodes"][0]["html"][:200]) for one in found])
    page.set_viewport_size(PHONE)


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


def test_my_turn_is_heard_and_felt_where_the_browser_allows_it(house: House) -> None:
    """Over plain http, after the first touch on the page; the tick takes the tone away, and is remembered."""
    with Table(house, "contre-temps", 3) as table:
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
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import Image

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Image.new("RGB", (300, 400), "orange").save(tmp_path / "card.png")
    with Table(house, "the-loop", 2) as table:
        host = table.phone("host", (0,))
        sent: list[int] = []
        host.on("request", lambda one: sent.append(len(one.post_data_buffer or b"")))
        address = table.wires.way(0, table.phones.address)
        host.goto(f"{address}/box")
        _usable(host, "box")
        host.goto(f"{address}/box/card")
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


def test_a_camera_reads_the_codes(house: House, tmp_path: Path) -> None:
    with Table(house, "example", 2) as table:
        host = table.phone("host", (0,))
        host.locator("#codes summary").tap()
        drawn = host.locator("#codes figure svg").first
        drawn.scroll_into_view_if_needed()
        drawn.screenshot(path=tmp_path / "code.png")
        told = subprocess.run(
            ["zbarimg", "-q", "--raw", tmp_path / "code.png"], capture_output=True, text=True
        )
        assert told.stdout.strip() == table.phones.link("table")


def test_the_keyboard_is_enough(house: House) -> None:
    with Table(house, "example", 1) as table:
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


class Served:
    """`companion serve` in a process of its own. Phones come in by the code on the first one's page."""

    def __init__(self, house: House, folder: Path, game: str, players: int) -> None:
        self.browser, self.wires = house
        self.journal = folder / "game.jsonl"
        command = [sys.executable, "-m", "companion", "serve", game, "--players", str(players), "--only-here"]
        command += ["--port", "0", "--seed", "6", "--lang", "en", "--journal", str(self.journal)]
        command += [word for name in self.wires.names for word in ("--name", name)]
        env = {**os.environ, "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
        assert self.process.stdout is not None
        link = next(line.strip() for line in self.process.stdout if "/join/" in line)
        self.wires.lead(link)
        self.phones: list[Page] = []
        host = self._phone(link)
        host.locator("#seats button").first.tap()
        host.locator("#codes summary").tap()
        invited = host.locator("#codes figcaption code").first.inner_text()
        for seat in range(1, players):
            guest = self._phone(invited)
            guest.locator("#seats li").nth(seat).locator("button").tap()
            host.locator("#guests button[value=admit]").tap()
            guest.locator("#seats button[value=leave]").wait_for()

    def _phone(self, link: str) -> Page:
        context = self.browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(self.wires.way(len(self.phones), link))
        self.phones.append(page)
        page.tap("button")
        page.wait_for_url("**/")
        return page

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        for context in self.browser.contexts:
            context.close()
        self.process.terminate()
        self.process.wait(60)

    def answers(self) -> int:
        """In the journal, that people gave."""
        lines = map(json.loads, self.journal.read_text(encoding="utf-8").splitlines())
        return sum(line.get("source") == "player" for line in lines)


ANSWERS = "#ask button[name=answer]"
SHOWS = "(at) => Number(last.split('.')[0]) >= at"
"""Whether a page shows the table at this position or later."""


@pytest.mark.timeout(1500)
def test_six_people_play_with_six_phones_and_nothing_in_the_middle(house: House, tmp_path: Path) -> None:
    """Whoever's network is pulled, also in the middle of an answer: the others see every answer and play on,
    and nothing that was touched is lost or counts twice."""
    with Served(house, tmp_path, "contre-temps", 6) as table:
        phones, chance, answered = table.phones, Random(6), 0

        def at(page: Page) -> int:
            return int(page.evaluate("last.split('.')[0]"))

        while not any(page.locator(".turn.over").count() for page in phones):
            position = max(map(at, phones))
            for page in phones:
                page.wait_for_function(SHOWS, arg=position)
            gone = chance.choice(phones)
            wire, others = table.wires[phones.index(gone)], [page for page in phones if page is not gone]
            asked = [one for one in phones if one.locator(ANSWERS).count()]
            page = chance.choice(asked)
            buttons = page.locator(ANSWERS)
            wire.pull(dead=chance.random() < 0.7)
            buttons.nth(chance.randrange(buttons.count())).tap()
            answered += 1
            if gone is page:  # its touch does not arrive: nobody else notices anything
                assert {at(other) for other in others} == {position}
                wire.plug()
            for other in others:
                other.wait_for_function(SHOWS, arg=position + 1)
                assert other.locator("#lost").is_hidden()
                assert other.locator("#note").is_hidden()
            if gone is not page:
                assert at(gone) == position, "its network is gone"
                wire.plug()
            gone.wait_for_function(SHOWS, arg=position + 1)
            gone.locator("#lost").wait_for(state="hidden")
        for page in phones:
            page.locator(".turn.over").wait_for()
        assert answered >= 60
        assert table.answers() == answered, "each touch is one answer in the journal"
        assert len({page.locator("#board").inner_text() for page in phones}) == 1
