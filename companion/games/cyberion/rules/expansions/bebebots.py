"""Bébébots: two robots of one model with sizes that add to five make one; drawn, it raises its figurine.

May import: the contract and this game.
"""

from __future__ import annotations

from typing import Any, ClassVar

from companion.engine.game import Refusal
from companion.games.cyberion.rules.deck import shuffle_in
from companion.games.cyberion.rules.ending import judge_now
from companion.games.cyberion.rules.happenings import BebebotBorn, BebebotMade
from companion.games.cyberion.rules.inputs import Input, MakeBebebot
from companion.games.cyberion.rules.levels import step_up
from companion.games.cyberion.rules.pieces import BEBEBOTS, ROBOTS, Row, in_order, without
from companion.games.cyberion.rules.state import State
from companion.games.cyberion.rules.steps import Out

from .expansion import Acts, Expansion

SUM = 5
"""Of the parents' sizes: 1 + 4 or 2 + 3 [CY-BEBE-02, CY-BEBE-03]."""


def _parents(s: State) -> list[tuple[str, tuple[Row, Row, Row]]]:
    """Every pair in the rows, by row, whose bébébot is not made yet; no Multibot is a parent
    [CY-MULTI-09]."""
    lying = [
        (place, card, *ROBOTS[card])
        for place, cards in enumerate(s.rows)
        for card in dict.fromkeys(cards)
        if card in ROBOTS and ROBOTS[card].model in s.limbots
    ]
    return [
        (model, _team((place, card), (other, partner)))
        for place, card, model, size in lying
        for other, partner, same, fits in lying
        if size < fits and size + fits == SUM and model == same
    ]


def _team(*cards: tuple[int, str]) -> tuple[Row, Row, Row]:
    platform, flash, stock = (in_order(card for place, card in cards if place == row) for row in range(3))
    return platform, flash, stock


def made(s: State, out: Out, given: MakeBebebot) -> None:
    """Parents and bébébot go into the deck; none of them is discarded [CY-BEBE-04]."""
    s.spins = 0
    for place, cards in enumerate(given[1:4]):
        for card in cards:
            s.rows[place] = without(s.rows[place], card)
    parents = in_order([card for cards in given[1:4] for card in cards])
    s.limbots = without(s.limbots, given.model)
    shuffle_in(s, (*parents, f"bebe-{given.model}"))
    out.append(BebebotMade(given.model, parents))
    judge_now(s, out)  # it may have been the last one, after the last machine [CY-BEBE-14]


class Bebebots(Expansion):
    """A loss if one is still in the Limbots when all machines are repaired."""

    acts: ClassVar[Acts] = {MakeBebebot: made}
    inputs = frozenset({MakeBebebot})

    def set_up(self, s: State) -> None:
        s.limbots = tuple([BEBEBOTS[card] for card in s.setting.bebebots])  # [CY-BEBE-01]

    def actions(self, s: State) -> list[Input]:
        return [MakeBebebot(model, *team) for model, team in _parents(s)] if s.limbots else []

    def refusal(self, s: State, given: Any) -> Refusal | None:
        match given:
            case MakeBebebot(model) if model not in s.limbots:
                return Refusal("no-bebebot", "CY-BEBE-05", (("model", model),))
            case MakeBebebot():
                cards = [card for cards in given[1:4] if isinstance(cards, tuple) for card in cards]
                if any(card not in ROBOTS for card in cards):
                    return Refusal("no-parents", "CY-MULTI-09", (("cards", tuple(cards)),))
                return Refusal("no-parents", "CY-BEBE-02", (("cards", tuple(cards)),))
        return super().refusal(s, given)

    def arrives(self, s: State, out: Out, card: str) -> bool:
        """Its figurine goes up, free of charge, and the card leaves the game [CY-BEBE-06 … -08]."""
        if card not in BEBEBOTS:
            return False
        model = BEBEBOTS[card]
        s.born = (*s.born, model)
        place = len(out)
        reached = step_up(s, out, model)
        out.insert(place, BebebotBorn(model, reached))
        return True

    def unmet(self, s: State, out: Out) -> tuple[str, str] | None:
        """Those that are still in the deck do not count [CY-BEBE-13, CY-BEBE-14]."""
        return ("limbots-not-empty", "CY-BEBE-13") if s.limbots else None
