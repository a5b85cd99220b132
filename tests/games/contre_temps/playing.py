"""A table to play on in tests: a position given in a player's words, cards put down one after the other."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine import Applied, Plain, Refusal, Source
from companion.games.contre_temps.box.boxes import load_box
from companion.games.contre_temps.rules import ContreTemps

GAME = ContreTemps(load_box())
COUNTS = (3, 4, 5, 6)
MODES = ("classic", "paradox")


class Table:
    """One game in progress. `told` are the happenings of the last call, in words."""

    def __init__(self, options: dict[str, Any] | None = None, **given: Any) -> None:
        self.options = {"players": 4, **(options or {})}
        state = GAME.position(self.options, given)
        assert not isinstance(state, Refusal), state
        self.state: Any = state
        self.told: list[dict[str, Plain]] = []

    def __getitem__(self, name: str) -> Any:
        return GAME.describe(self.state)[name]

    def do(self, kind: str, source: Source = "player", **fields: Any) -> Table:
        made = GAME.apply(self.state, GAME.read(self.state, {"kind": kind, **fields}), source)
        assert isinstance(made, Applied), made
        self.state = made.state
        self.told += [GAME.write(self.state, happening) for happening in made.happenings]
        return self

    def play(self, *cards: str) -> Table:
        """`P1 A8` and so on, at the events or at the constant."""
        self.told = []
        for seat, card in (one.split() for one in cards):
            self.do("Bid" if self["phase"] == "constant" else "Play", seat=seat, card=card)
        return self

    def spend(self, **back: int) -> Table:
        """Crystals of each player named; those who are asked and not named stay."""
        for question in GAME.awaited(self.state):
            seat = f"P{question.owner + 1}"
            self.do("Commit", seat=seat, back=back.get(seat, 0))
        return self

    def refused(self, kind: str, **fields: Any) -> str:
        """The rule that forbids it."""
        made = GAME.apply(self.state, GAME.read(self.state, {"kind": kind, **fields}))
        assert isinstance(made, Refusal), made
        return made.rule

    def cards(self) -> list[str]:
        """What the next player may put down."""
        return [answer.card for answer in GAME.awaited(self.state)[0].answers]

    def kinds(self) -> list[Any]:
        return [said["kind"] for said in self.told]


def event(lead: str, controller: str, standing: str = "") -> dict[str, str]:
    return {"lead": lead, "standing": standing or lead, "controller": controller}


def whole(options: dict[str, Any], seed: int) -> list[tuple[Any, Any, Any]]:
    """A random game: (before, what was given, what came of it)."""
    dice, state, steps = Random(seed), GAME.start(options), []
    assert not isinstance(state, Refusal), state
    while asked := GAME.awaited(state):
        given = dice.choice(dice.choice(asked).answers)
        made = GAME.apply(state, given)
        assert isinstance(made, Applied), made
        steps.append((state, given, made))
        state = made.state
    return steps


def last(steps: list[tuple[Any, Any, Any]]) -> Any:
    return steps[-1][2].state
