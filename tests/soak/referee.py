"""Whole games of bots, followed by the second referee that knows the booklets and not our code.

Found is any difference: an answer that only one of the two allows, a piece that lies elsewhere, another end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee import contre_temps, cyberion, follow, the_loop
from tests.soak import Attempt

UNIT = "games"


class CheapLoops(the_loop.Referee):
    """Every LOOP of a turn costs 1."""

    def pay(self, era: int, price: int) -> None:
        super().pay(era, min(price, 1))


class KindVortex(the_loop.Referee):
    """A vortex leaves the cards that lie there."""

    def destroy_in_order(self, cards: list[str]) -> the_loop.Script:
        yield from ()


class IdleHands(the_loop.Referee):
    """What hands did counts for no mission."""

    def do_HandsDid(self, said: the_loop.Words) -> the_loop.Script:  # noqa: N802  named for the input
        self.books.action = None
        yield from super().do_HandsDid(said)


class UnreadCards(the_loop.Referee):
    """Nobody is asked what a card did that only its owner can read."""

    def card_effect(self, card: str, who: int) -> the_loop.Script:
        yield from self.effect(self.books.cards[card].get("effect", []), who, card)


class OldWords(the_loop.Referee):
    """Knows nothing that cards say since boxes can be written: to Dr Foo, ready a card, where it was
    discarded."""

    def effect(self, steps: the_loop.Steps, who: int, card: str) -> the_loop.Script:
        yield from super().effect([one for one in steps if _is_old(one)], who, card)

    def card_effect(self, card: str, who: int) -> the_loop.Script:
        steps = self.books.cards[card].get("effect", [])
        yield from self.effect(steps, who, card) if steps else super().card_effect(card, who)


def _is_old(step: dict[str, Any]) -> bool:
    new = "ready" in step or step.get("at") == "discarded" or step.get("move") in ("foo", "here")
    return not new and step.get("who") != "each-agent"


class LongMemory(contre_temps.Referee):
    """A trump of an older constant keeps its rank."""

    def rank(self, card: str, token: int) -> tuple[int, int]:
        old = card == self.standing.get(token) and card != self.lead[token]
        return (2, contre_temps.value(card)) if old else super().rank(card, token)


class FreeCrystals(contre_temps.Referee):
    """The first seat is paid for the third event."""

    def resolve(self, token: int) -> contre_temps.Script:
        yield from super().resolve(token)
        self.energy[0] += token == 3


class CheapUpgrades(cyberion.Referee):
    """Every upgrade costs one machine."""

    def do_Upgrade(self, said: cyberion.Words) -> cyberion.Script:  # noqa: N802  named for the input
        self.xp += self.levels[said["model"]] - 1
        yield from super().do_Upgrade(said)


DEFECTS: Mapping[str, tuple[str, Any]] = {
    "cheap loops": ("the-loop", CheapLoops),
    "a vortex spares its cards": ("the-loop", KindVortex),
    "hands count for nothing": ("the-loop", IdleHands),
    "unread cards are not told": ("the-loop", UnreadCards),
    "new words are not understood": ("the-loop", OldWords),
    "old trumps keep their rank": ("contre-temps", LongMemory),
    "crystals out of nothing": ("contre-temps", FreeCrystals),
    "cheap upgrades": ("cyberion", CheapUpgrades),
}
PLANTED = tuple(DEFECTS)


def attempt(seed: int, index: int, planted: str = "") -> Attempt:
    referees = dict(follow.REFEREES)
    name, number = tuple(referees)[index % len(referees)], index // len(referees)
    if planted:
        (name, wrong), number = DEFECTS[planted], index
        referees[name] = wrong
    try:
        follow.follow(name, seed, number, referees)
    except follow.Disagreement as found:
        return Attempt(1, str(found))
    return Attempt(1)
