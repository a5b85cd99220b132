"""The app's page of phones: a camera reads its code, a browser comes in by it, and the tablet lets it in.

Run by `make test-web`, in a process of its own: it opens the app's window.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.app import driving
from tests.app.conftest import home, run  # noqa: F401
from tests.app.test_invite import inviting, playing


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with driving.display(tmp_path_factory.mktemp("kivy")):
        yield


@pytest.mark.timeout(600)
def test_a_camera_reads_the_code_on_the_tablet_and_a_phone_comes_in_by_it(run, tmp_path: Path) -> None:  # noqa: F811
    driver = run(prepare=playing, first="invite", inviting=inviting)
    driver.touch(driver.button(driver.app.tr.say("screen-invite.invite")))
    driver.pump(lambda: driver.app.phones.served is not None, "phones")
    driver.frames(3)
    driver.picture(tmp_path / "invite.png")
    read = ["zbarimg", "-q", "--raw", tmp_path / "invite.png"]
    link = subprocess.run(read, capture_output=True, text=True, check=True).stdout.strip()
    assert link == driver.app.phones.served.link("table")
    driver.app.go("table")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.goto(link)
        page.click("button")
        page.locator("#seats li").nth(1).locator("button").click()
        driver.pump(lambda: driver.app.knock is not None, "the knock")
        driver.touch(driver.app.knock.buttons[0])
        page.locator(".turn.mine").wait_for(timeout=60_000)
        before = driver.app.evening.now.position
        page.locator("#ask button").first.click()
        driver.pump(lambda: driver.app.now.position > before, "shown on the tablet")
        browser.close()
