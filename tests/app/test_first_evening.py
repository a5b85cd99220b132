"""The first evening of a family that has read nothing, by touches: from Home to the outcome, real table."""

import random
from collections import Counter

import pytest

from companion.teacher import TIMES, Guide, Taught
from tests.app.driving import wait_for_drop
from tests.app.layout import mistakes, shown
from tests.app.tapping import Tapper
from tests.app.test_timeline import touch_on
from tests.app.test_workshop_screen import touch_something

MOST = 900
"""Touches; no first game is longer."""
CHOSEN = {
    "the-loop": ("Real table", "Simulated tower"),
    "contre-temps": ("3 players", "Real table"),
    "cyberion": ("Real table",),
    "example": (),
}
"""What they touch on the page of a new game."""


class Family:
    """They do what the screen says, and nothing that it does not show."""

    def __init__(self, driver, game: str) -> None:
        self.driver, self.app, self.game = driver, driver.app, game
        self.chance, self.tapper = random.Random(4), Tapper(driver, 4)
        self.hints, self.asked, self.wrong = Counter(), Counter(), list[str]()

    @property
    def page(self):
        return self.app.manager.current_screen

    def large(self):
        """The one thing that comes next, in what lies on top; the last is the way out of the rest."""
        top = getattr(self.page, "overlay", None) or self.page
        there = [one for one in top.walk() if hasattr(one, "role") and not one.disabled]
        return next((one for one in there if one.role == "next"), there[-1])

    def look(self) -> None:
        self.wrong += mistakes(self.driver)

    def begin(self) -> None:
        """From Home to a table that is laid."""
        driver, app = self.driver, self.app
        driver.touch(self.page.ids.learn)
        for text in (app.games[self.game].title, "Lead us", *CHOSEN[self.game]):
            driver.touch(driver.button(text))
        assert (self.page.name, self.page.playing) == ("new-game", self.game)
        driver.touch(self.page.ids.start)
        driver.pump(lambda: app.manager.current == "layout", "setting up")
        self.steps = [step.id for step in self.page.steps]
        while app.manager.current == "layout":
            self.look()
            driver.touch(self.large())

    def play(self) -> None:
        from companion.app.widgets import ConfirmOverlay, HintOverlay

        guide = Guide(self.app.playing.manifest, Taught(self.app.lead.taught.path.with_name("other.json")))
        for _ in range(MOST):
            wait_for_drop(self.driver)
            self.driver.later(1)  # they look before they touch
            self.driver.frames(3)
            if self.app.manager.current == "outcome":
                return
            now, overlay = self.app.playing, self.page.overlay
            if isinstance(overlay, HintOverlay):
                self.hints[overlay.hint.id] += 1
                self.look()
                self.driver.touch(self.large())
            elif isinstance(overlay, ConfirmOverlay):
                self.driver.touch(next(one for one in overlay.walk() if getattr(one, "role", "") == "danger"))
            elif overlay is not None or now.outcome is not None:
                self.driver.touch(self.large())
            else:
                self.asked[guide.hints.asked(now.first.question).id] += 1
                self.answer()

    def answer(self) -> None:
        if self.game == "contre-temps":
            touch_on(self.driver, self.chance)
        elif self.game == "cyberion":
            touch_something(self.driver, self.page, self.chance)
        elif self.game == "the-loop":
            self.tapper.answer()
        else:
            texts = {said for said, *_ in self.page.ask.options}
            there = [one for one in self.driver.walk() if getattr(one, "text", "") in texts]
            touchable = [one for one in there if hasattr(one, "role")]
            self.driver.touch(self.chance.choice(touchable) if touchable else self.large())


@pytest.mark.slow
@pytest.mark.parametrize("game", CHOSEN)
def test_a_family_is_led_from_the_first_page_to_the_outcome(run, monkeypatch, game: str) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda _: 5)  # the same evening every time

    def scene(app) -> None:
        app._first = "home"

    family = Family(shown(run, scene), game)
    family.begin()
    assert family.steps[-1] == "goal"
    assert len(family.steps) > 1
    family.play()
    assert family.app.manager.current == "outcome"
    assert family.wrong == []
    assert set(family.asked) <= set(family.hints)
    assert max(family.hints.values()) <= TIMES
    entries = family.app.playing.entries
    if game != "example":
        assert any(entry.source == "hand" for entry in entries)
