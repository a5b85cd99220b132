"""Setting the real table, step by step and in the order of the rules.

May import: companion.engine, companion.words; never Kivy. What the tablet draws is told piece by piece; what
the players draw themselves is asked at the table when it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine import Game, State
from companion.words import Speech, Words

from .steps import StepsPresenter


class ChecklistPresenter:
    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def show(self, state: State, setup: Iterable[tuple[Any, State]]) -> tuple[str, ...]:
        """The steps of a game are a list in its words, `screen-checklist.steps`: a line that comes out empty
        is left out. The LOOP's depend on more than its options."""
        if "screen-checklist.steps" not in self.words:
            return self._piece_by_piece(state, setup)
        speech = Speech(self.words, self.game, state)
        about = dict(self.game.view(state, None)) | dict(self.game.chosen(state))
        about |= {f"by_{name}": value == "app" for name, value in self.game.chosen(state).items()}
        lines = [line.strip() for line in speech.say("screen-checklist.steps", about).splitlines()]
        found = [line for line in lines if line]
        return (*found, *(step.text for step in StepsPresenter(self.game, self.words).show(setup)))

    def _piece_by_piece(self, state: State, setup: Iterable[tuple[Any, State]]) -> tuple[str, ...]:
        chosen, speech = self.game.chosen(state), Speech(self.words, self.game, state)
        agents = range(len(chosen["agents"]))

        def do(step: str, **about: Any) -> str:
            return speech.say(f"screen-checklist.do.{step}", about)

        steps = [do("board"), do("pools"), do("vortexes", mega=chosen["level"] > 1), do("tiles"), do("bag")]
        if chosen["huge"] != "app":
            steps.append(do("huge"))
        if chosen["foo"] != "app":
            steps.append(do("foo"))
        names = self.words.listed([speech.name("agent", agent) for agent in agents])
        steps.append(do("agents", agents=names))
        pawns = self.game.view(state, None)["pawns"]
        steps += [do("pawns", agent=agent, era=pawns[agent]) for agent in agents]
        if chosen["hands"] != "app":
            steps.append(do("hands"))
        steps += [step.text for step in StepsPresenter(self.game, self.words).show(setup)]
        if self.game.awaited(state) and self.game.view(state, None)["turn"] == 0:
            steps.append(do("asked"))
        return tuple(steps)
