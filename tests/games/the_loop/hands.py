"""The pieces moved by hand: what happens is followed on a second table that knows nothing of the engine.

Every happening is one movement of a player's hands. Cubes are counted in the place where they lie, so a cube
that the engine would lose or make up shows as a difference between this table and the engine's.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine import Happening, Input, State

POOL, MACHINE, PALM = "pool", "machine", "palm"


class Hands:
    """A table of pieces. `take` and `put` fail on a piece that is not there."""

    def __init__(self, state: State) -> None:
        setting = state.setting
        self.uses_pool = setting.damage_uses_pool
        self.reds: Counter[Any] = Counter({POOL: setting.rifts})
        self.greens: Counter[Any] = Counter({POOL: setting.energy})
        self.bag = set(state.bag)
        self.tokens: dict[str, int] = {}
        self.pawns = list(state.pawns)
        self.vortexes: list[int] = []
        self.tiles: dict[int, str] = {}
        self.archived: list[str] = []
        self.lost: list[str] = []
        self.cards: dict[str, Any] = dict.fromkeys(state.huge, "huge")
        for agent, pile in enumerate(state.draw):
            self.cards.update(dict.fromkeys(pile, ("draw", agent)))
        self.foo = -1
        self.visits: list[int] = []

    def see(self, given: Input, happenings: tuple[Happening, ...]) -> None:
        """A drop is an input: the cubes that came out lie in the palm until they are placed."""
        if given.kind == "RiftsLanded":
            self._move(self.reds, MACHINE, PALM, sum(given.landed))
        for happening in happenings:
            follow = getattr(self, "_" + happening.kind, None)
            if follow is not None:
                follow(
                    *[
                        value
                        for name, value in zip(happening._fields, happening, strict=True)
                        if name != "kind"
                    ]
                )

    @staticmethod
    def _move(cubes: Counter[Any], source: Any, target: Any, number: int) -> None:
        assert 0 <= number <= cubes[source], (
            f"{number} cubes taken from {source}, where there are {cubes[source]}"
        )
        cubes[source] -= number
        cubes[target] += number

    # -- cubes ----------------------------------------------------------------------------------------------

    def _RiftsThrown(self, cubes: int) -> None:
        self._move(self.reds, POOL, MACHINE, cubes)

    def _RiftsInside(self, cubes: int) -> None:
        assert self.reds[MACHINE] == cubes

    def _RiftsPlaced(self, era: int, cubes: int) -> None:
        self._move(self.reds, PALM if self.reds[PALM] else POOL, era, cubes)

    def _RiftCancelled(self, era: int) -> None:
        self._move(self.reds, PALM, POOL, 1)

    def _RiftsRemoved(self, era: int, cubes: int) -> None:
        self._move(self.reds, era, POOL, cubes)

    def _VortexOpened(self, era: int, returned: int) -> None:
        assert self.reds[era] == returned
        self._move(self.reds, era, POOL, returned)
        assert era not in self.vortexes
        self.vortexes.append(era)

    def _EnergyAdded(self, era: int, cubes: int) -> None:
        self._move(self.greens, POOL, era, cubes)

    def _EnergySpent(self, era: int, cubes: int) -> None:
        self._move(self.greens, era, POOL, cubes)

    def _DamageDone(self, era: int, mission: str, space: int, colour: str) -> None:
        assert self.tiles[era] == mission
        if self.uses_pool:
            self._move(self.reds if colour == "rift" else self.greens, POOL, ("tile", era), 1)

    def _DamageReturned(self, era: int, rifts: int, energy: int) -> None:
        if self.uses_pool:
            self._move(self.reds, ("tile", era), POOL, rifts)
            self._move(self.greens, ("tile", era), POOL, energy)
            assert not self.reds["tile", era]
            assert not self.greens["tile", era]

    # -- tokens, pawns and tiles ----------------------------------------------------------------------------

    def _DuplicateGenerated(self, token: str, era: int) -> None:
        self.bag.remove(token)
        self.tokens[token] = era

    def _DuplicateMoved(self, token: str, era: int) -> None:
        assert token in self.tokens
        self.tokens[token] = era

    def _DuplicateDestroyed(self, token: str, era: int) -> None:
        assert self.tokens.pop(token) == era
        self.bag.add(token)

    def _AgentMoved(self, agent: int, era: int) -> None:
        self.pawns[agent] = era

    def _FooMoved(self, era: int) -> None:
        self.foo = era
        self.visits.append(era)

    def _MissionTurned(self, era: int, mission: str) -> None:
        assert era not in self.tiles
        self.tiles[era] = mission

    def _TileLost(self, era: int, mission: str) -> None:
        self.lost.append(self.tiles.pop(era, "hidden"))
        assert mission in ("", self.lost[-1])

    def _TileArchived(self, era: int, mission: str, archived: int) -> None:
        self.archived.append(self.tiles.pop(era))
        assert (self.archived[-1], len(self.archived)) == (mission, archived)

    # -- cards: a card is moved from wherever it lies -------------------------------------------------------

    def _CardAvailable(self, card: str, era: int) -> None:
        assert card[0] == "?" or self.cards[card] == "huge"
        self.cards[card] = ("available", era)

    def _BonusRevealed(self, cards: tuple[str, ...]) -> None:
        for card in cards:
            assert self.cards[card] == "huge"
            self.cards[card] = "revealed"

    def _CardAdded(self, agent: int, card: str) -> None:
        self.cards[card] = ("draw", agent)

    def _CardDrew(self, agent: int, card: str) -> None:
        assert self.cards[card] == ("draw", agent)
        self.cards[card] = ("hand", agent)

    def _CardDiscarded(self, agent: int, card: str) -> None:
        self.cards[card] = ("discard", agent)

    def _HandDiscarded(self, agent: int, cards: tuple[str, ...]) -> None:
        held = {card for card, place in self.cards.items() if place == ("hand", agent)}
        assert held == set(cards)
        self.cards.update(dict.fromkeys(cards, ("discard", agent)))

    def _DeckShuffled(self, agent: int) -> None:
        for card, place in self.cards.items():
            assert place != ("draw", agent), "a draw pile that is not empty is not shuffled [CARD-08]"
            if place == ("discard", agent):
                self.cards[card] = ("draw", agent)

    def _CardDestroyed(self, card: str) -> None:
        self.cards[card] = "destroyed"

    def _HugeDeckRebuilt(self, cards: int) -> None:
        back = [card for card, place in self.cards.items() if place == "destroyed"]
        assert len(back) == cards
        self.cards.update(dict.fromkeys(back, "huge"))
