"""Somebody who plays by touch in as few touches as the screen allows, and notes what each answer cost.

For the test that holds the limits and for the bench that prints them. What is answered is chosen at random;
how it is answered is what the screen shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.new_game import PRESETS
from tests.app.driving import Driver, wait_for_drop

TABLES = {
    "all digital": {**PRESETS["all-digital"], "drop": "tower"},
    "real table": {**PRESETS["real-table"], "drop": "tower"},
}
"""What is physical: the two presets, each with a tower."""


@dataclass(frozen=True)
class Answer:
    """What somebody did, and the touches that it took."""

    turn: int
    phase: int
    kind: str
    """The input in the journal; `throw`, `seen` for what is none."""
    touches: int
    choices: int = 0
    """Of these, what a card's effect asks: in a palette verb, number and place."""
    unsure: bool = False
    """A count that the tower was not sure of."""


class Tapper:
    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.chance = random.Random(seed)
        self.answers: list[Answer] = []

    @property
    def screen(self):
        return self.driver.app.manager.current_screen

    @property
    def evening(self):
        return self.driver.app.evening

    def play(self, turns: int) -> list[Answer]:
        """So many turns, or until the game ends."""
        last = self.evening.now.state.turn + turns
        while self.evening.now.outcome is None and self.evening.now.state.turn < last:
            self.answer()
        return self.answers

    def answer(self) -> Answer:
        evening, driver = self.evening, self.driver
        turn, phase, touches, entries = (
            evening.now.state.turn,
            evening.now.state.phase,
            driver.touches,
            len(evening.now.entries),
        )
        unsure = evening.now.drop is not None and evening.now.drop.stage == "unsure"
        choices, kind = 0, ""
        if self.screen.overlay is not None:
            driver.touch(self.screen.overlay.done)
            kind = "seen"
        elif evening.now.drop is not None:
            kind = "" if unsure else "throw"
            driver.touch(self.screen.ids.next)
        elif self.screen.prompt.panel == "question":
            self._choose()
        else:
            choices = self._act()
        wait_for_drop(driver)
        driver.frames(3)
        given = [one.given.kind for one in evening.now.entries[entries:] if one.source != "app"]
        if not given and self.screen.overlay is not None:
            kind = kind or "asked once more"
        assert kind or given, f"{driver.touches - touches} touches answered nothing"
        made = Answer(turn, phase, kind or given[0], driver.touches - touches, choices, unsure)
        self.answers.append(made)
        return made

    def _buttons(self, root) -> list:
        return [w for w in self.driver.walk(root) if hasattr(w, "role") and not w.disabled and w.text]

    def _choose(self) -> None:
        """One of the answers: on the ring where that is enough, or in the list."""
        prompt = self.screen.prompt
        option = self.chance.choice(prompt.choices)
        alone = sum(one.era == option.era for one in prompt.choices) == 1
        entries = len(self.evening.now.entries)
        if option.era is not None and (prompt.many or alone):
            self.driver.touch_at(*self.screen.ring.place_of(option.era))
        if len(self.evening.now.entries) == entries and self.screen.overlay is None:
            text = sentences.answer(self.screen.speech, prompt.question, option.answer)
            listed = [w for w in self._buttons(self.screen.question) if w.text == text]
            self.driver.touch(listed[0])

    def _act(self) -> int:
        """An action, or the end of them; returns the choices made in a palette."""
        driver, screen = self.driver, self.screen
        live = [w for w in self._buttons(screen.agent) if not getattr(w, "quiet", False)]
        offered = [w for w in live if w.text != "Hands"]
        if not offered or self.chance.random() < 0.45:
            driver.touch(screen.ids.next)
            return 0
        button = self.chance.choice(offered)
        driver.touch(button)
        driver.frames(2)
        if button.text == "Play a card":
            for text in ("Remove rifts", "1", "on your era"):
                driver.touch(driver.button(text))
            driver.touch(driver.button("Play it"))
            return 3
        if screen.overlay is not None:  # a move that can be paid two ways
            ways = [w for w in self._buttons(screen.overlay.box) if "move" in w.text.lower()]
            if ways:  # else a hint that came after the answer
                driver.touch(self.chance.choice(ways))
        return 0
