"""`make phone-pictures`: the phones' pages that documents show, taken anew with Debian's chromium.

`make phone-pictures PICTURES=all` takes every page in every size and language, into build/phones;
`PICTURES="all the-loop fr"` those of one game in one language.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion.words import languages
from tests.browser.table import PLAYERS, SHOTS, SIZES, House, Table, pages
from tests.browser.wire import wired
from tests.tools.screenshots import smaller

KEPT = Path(__file__).parents[2] / "docs" / "pictures" / "phones"
SHOWN = {
    "the-loop": (2, (("host", "tablet", "en"), ("seat", "phone", "fr"), ("watching", "tv", "de"))),
    "contre-temps": (3, (("host", "phone", "en"), ("seat", "phone", "de"), ("watching", "landscape", "fr"))),
    "cyberion": (1, (("host", "phone", "fr"), ("watching", "tablet", "en"))),
    "example": (2, (("door", "phone", "en"), ("host", "phone", "de"))),
}
"""Game → players, and its pages: which, in which size and language."""


def take(house: House, game: str) -> None:
    players, shown = SHOWN[game]
    for name, size, lang in shown:
        with Table(house, game, players) as table:
            host = table.phone("host", (0,), lang, SIZES[size])
            others = [table.phone("table", (seat,), lang, SIZES[size]) for seat in range(1, players)]
            if name == "door":
                page = table.browser.new_context(viewport=SIZES[size], locale=lang).new_page()
                page.goto(table.phones.link("table"))
            else:
                table.play([host, *others], Random(game), 4, cuts=0)
                by_name = {"host": host, "seat": (others or [host])[0]}
                page = by_name.get(name) or table.phone("watch", lang=lang, size=SIZES[size])
            page.wait_for_timeout(400)
            page.evaluate("scrollTo(0, 0)")
            path = KEPT / f"{game}-{name}-{size}-{lang}.png"
            page.screenshot(path=path)
            shrunk(path)


def take_all(house: House, game: str, lang: str) -> None:
    with Table(house, game, PLAYERS.get(game, 2)) as table:
        for name, page in pages(table, game, lang):
            for size, viewport in SIZES.items():
                page.set_viewport_size(viewport)
                page.evaluate("scrollTo(0, 0)")
                path = SHOTS / f"{game}-{name}-{size}-{lang}.png"
                page.screenshot(path=path, full_page=size == "phone", omit_background=name == "overlay")


def shrunk(path: Path) -> None:
    """No wider than a page of the documents shows it."""
    from PIL import Image

    with Image.open(path) as picture:
        if picture.width > 1280:
            picture.resize((1280, 1280 * picture.height // picture.width)).save(path)
    smaller(path)


def main(wanted: Sequence[str]) -> int:
    every = "all" in wanted
    (SHOTS if every else KEPT).mkdir(parents=True, exist_ok=True)
    with wired() as house:
        for game in [one for one in SHOWN if one in wanted] or SHOWN:
            for lang in [one for one in languages() if one in wanted] or languages() if every else ():
                take_all(house, game, lang)
            if not every:
                take(house, game)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
