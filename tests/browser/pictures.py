"""`make phone-pictures`: the phones' pages that documents show, taken anew with Debian's chromium.

Every page in every size is taken by `make test-web`, into build/phones.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

from tests.browser.play_phones import SIZES, Table
from tests.tools.screenshots import smaller

KEPT = Path(__file__).parents[2] / "docs" / "pictures" / "phones"
SHOWN = {
    "the-loop": (2, (("host", "tablet", "en"), ("seat", "phone", "fr"), ("watching", "tv", "de"))),
    "contre-temps": (3, (("host", "phone", "en"), ("seat", "phone", "de"), ("watching", "landscape", "fr"))),
    "cyberion": (1, (("host", "phone", "fr"), ("watching", "tablet", "en"))),
    "example": (2, (("door", "phone", "en"), ("host", "phone", "de"))),
}
"""Game → players, and its pages: which, in which size and language."""


def take(browser: Browser, game: str) -> None:
    players, pages = SHOWN[game]
    for name, size, lang in pages:
        with Table(browser, game, players) as table:
            host = table.phone("host", (0,), lang, SIZES[size])
            others = [table.phone("table", (seat,), lang, SIZES[size]) for seat in range(1, players)]
            if name == "door":
                page = browser.new_context(viewport=SIZES[size], locale=lang).new_page()
                page.goto(table.phones.link("table"))
            else:
                table.play([host, *others], Random(game), 4, cuts=0)
                shown = {"host": host, "seat": (others or [host])[0]}
                page = shown.get(name) or table.phone("watch", lang=lang, size=SIZES[size])
            page.wait_for_timeout(400)
            page.evaluate("scrollTo(0, 0)")
            path = KEPT / f"{game}-{name}-{size}-{lang}.png"
            page.screenshot(path=path)
            shrunk(path)


def shrunk(path: Path) -> None:
    """No wider than a page of the documents shows it."""
    from PIL import Image

    with Image.open(path) as picture:
        if picture.width > 1280:
            picture.resize((1280, 1280 * picture.height // picture.width)).save(path)
    smaller(path)


def main() -> int:
    KEPT.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for game in SHOWN:
            take(browser, game)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
