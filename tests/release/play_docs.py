"""The site of the documents, opened as files: it can be searched, and fetches nothing from anywhere.

Run by `make test-release`, after `make docs`.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

SITE = Path(__file__).parents[2] / "build" / "docs"


def test_the_site_is_searched_from_a_file_and_fetches_nothing() -> None:
    fetched: list[str] = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.on("request", lambda one: fetched.append(one.url) if one.url.startswith("http") else None)
        for start in ("index.html", "adr/index.html"):
            page.goto((SITE / start).as_uri())
            page.keyboard.press("/")
            page.locator(".md-search__input").press_sequentially("hotspot", delay=30)
            page.locator(".md-search-result__link").first.wait_for(timeout=60_000)
        browser.close()
    assert fetched == []


def test_no_page_names_a_script_from_elsewhere() -> None:
    pages = list(SITE.rglob("*.html"))
    assert len(pages) > 40
    assert [page.name for page in pages if 'src="http' in page.read_text(encoding="utf-8")] == []
