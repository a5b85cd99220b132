"""A box of one's own at a real table: a friend's file is taken in by touch, and whole games are played.

That a box entered by touch is the one written by hand, and that its export is taken in elsewhere, is
tests/app/test_box_editor.py; here it is played with, from the home page to the outcome, by touches alone.
Where hands lie on the table, what a card did is touched on the board; who chooses is a bot at random.
"""

import random
import secrets
import tomllib

import pytest

from companion.engine.box_editor import entries_of
from companion.games import GAMES
from companion.table import box_folder
from tests.app.tapping import Tapper
from tests.app.test_box_editor import HAND, press, still
from tests.app.test_timeline import touch_on, visit
from tests.app.test_workshop_screen import touch_something

CYBERION = """
game = "cyberion"
version = 1

[[machine]]
id = "I-1-size-5"

[[machine]]
id = "II-4-sum-at-least-17"

[[machine]]
id = "II-other-3"

[[gigantobot]]
id = "planbot-any"

[[model]]
id = "planbot"
name = { en = "Planer" }
colour = "#FFFFFF"
shape = "shield"
"""
RIVALS = """
game = "contre-temps"
version = 1

[[suit]]
id = "C"
name = { en = "Robots" }
colour = "#6C9BFF"
shape = "hexagon"

[[colour]]
id = "purple"
name = { en = "Purple" }
colour = "#B58CFF"
"""
MOST = 6000
"""Touches of a whole game, and more."""


@pytest.fixture(autouse=True)
def the_same_game(monkeypatch) -> None:
    """A game that is begun by touch has a seed of its own: here it is always the same."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: 7 % most)


def taken_in(driver, game: str, text: str) -> None:
    """The file lies where files lie; *Box* takes it in."""
    folder = box_folder(game).parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "from-a-friend.toml").write_text(text, encoding="utf-8")
    driver.app.go("box", playing=game)
    driver.frames(3)
    press(driver, "Take a file in")
    press(driver, "from-a-friend.toml")
    driver.pump(lambda: driver.app.manager.current == "box-import", "the file beside the box")
    driver.frames(3)
    pieces = sum(len(one) for one in tomllib.loads(text).values() if isinstance(one, list))
    press(driver, f"Keep {pieces}")
    driver.pump(lambda: driver.app.manager.current == "box", "taken")
    driver.app.go("home")
    driver.frames(3)


def at_a_real_table(driver, game: str, *chosen: str) -> None:
    """From the home page to the table."""
    visit(driver, "New game", "new-game")
    for text in (GAMES[game].title, *chosen, "Real table"):
        press(driver, text)
    visit(driver, "Start", "checklist")
    driver.touch(driver.button("To the table"))
    driver.pump(lambda: driver.app.manager.current == driver.app.table, "the table")
    driver.frames(3)


def owned(game, text: str) -> None:
    """Whatever the file tells is in the game that is played."""
    for kind, entries in tomllib.loads(text).items():
        if isinstance(entries, list) and kind not in ("suit", "colour"):
            own = {one.id for one in entries_of(game.box, kind) if one.source == "owner"}
            assert {one["id"] for one in entries} <= own, kind


class Hands(Tapper):
    """Somebody who throws cubes by hand and leaves what was opened by mistake."""

    def play_out(self) -> None:
        while self.evening.now.outcome is None:
            assert self.driver.touches < MOST, self.evening.now.first
            self.one()

    def one(self) -> None:
        if self.driver.app.manager.current != "table":  # what was looked up is read
            self.driver.touch(self.driver.button("← Back"))
            self.driver.frames(3)
            return
        overlay, drop = self.screen.overlay, self.evening.now.drop
        if overlay is not None:
            done = getattr(overlay, "done", None)
            self.driver.touch(done or self.chance.choice(self._buttons(overlay)))
        elif drop is not None and drop.inside:
            near = self.chance.choice((-1, 0, 0, 1))
            self.driver.touch_at(*self.screen.ring.place_of((drop.front + near) % 7))
        elif drop is not None:
            self.driver.touch(self.screen.ids.next)
        elif self.screen.prompt.panel == "question":
            self._choose()
        elif self.chance.random() < 0.85:  # games of a team that does little are short
            self.driver.touch(self.screen.ids.next)
        else:
            self._act()
        self.driver.frames(2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", ["S.A.B.O.T.A.G.E", "Sayan Supa Duplicates", "L.A.S.E.R Centrifuges", "Ultramachina", "Solo"]
)
def test_the_loop_is_played_out_with_ones_own_box(run, mode) -> None:
    text = HAND.read_text(encoding="utf-8")
    driver = run(prepare=still)
    taken_in(driver, "the-loop", text)
    at_a_real_table(driver, "the-loop", mode, "Employee of Infinity", "We tap them in")
    now = driver.app.evening.now
    owned(now.game, text)
    chosen = now.game.chosen(now.state)
    assert {chosen[name] for name in ("foo", "bag", "missions", "first", "drop")} == {"hand"}
    Hands(driver, 3).play_out()
    assert driver.app.evening.now.outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("expansions", [(), ("Bébébots", "Gigantobots", "Microbots", "Multibots")])
def test_cyberion_is_played_out_with_ones_own_box(run, expansions) -> None:
    driver = run(prepare=still)
    taken_in(driver, "cyberion", CYBERION)
    at_a_real_table(driver, "cyberion", *expansions)
    evening, screen, chance = driver.app.evening, driver.app.manager.current_screen, random.Random(2)
    owned(evening.now.game, CYBERION)
    while evening.now.outcome is None:
        assert driver.touches < MOST, evening.now.first
        touch_something(driver, screen, chance)
    assert evening.now.state.turn > 1  # a valve is lost before the game is


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["Classic", "Temporal Paradoxes"])
def test_contre_temps_is_played_out_with_ones_own_box(run, mode) -> None:
    driver = run(prepare=still)
    taken_in(driver, "contre-temps", RIVALS)
    at_a_real_table(driver, "contre-temps", "3 players", mode)
    evening, chance = driver.app.evening, random.Random(4)
    assert evening.now.game.label(evening.now.state, "suit_name", "C").brought["en"] == "Robots"
    while driver.app.manager.current == "timeline":
        assert driver.touches < MOST, evening.now.first
        touch_on(driver, chance)
    assert evening.now.outcome is not None
