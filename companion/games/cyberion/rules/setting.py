"""What is agreed before a game and never changes in it. May import: the contract, the pieces and the box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.engine.game import Option, Refusal
from companion.engine.options import filled_in

from .pieces import EXPANSIONS, Pieces, gigantobot, in_order

PLAYERS = (1, 2)
USUAL = "usual"
SUPPORT = {1: 1, 2: 3}
"""Support tokens of a first game, by the number of players [CY-DIFF-01, CY-2P-02]."""
MOST_SUPPORT = 5
SOURCES = ("first", "machines", "robots", "tokens")
"""Who turns up what. By `hand` it lies on a real table, and a person tells it to the companion."""

BASE_TIERS, MULTIBOT_TIERS = (10, 15, 0), (5, 10, 10)
"""Machines of each tier that are played. With Multibots the others leave the game unseen [CY-SETUP-02,
CY-MULTI-02]."""

RULINGS: dict[str, tuple[Any, tuple[Any, ...], str]] = {
    "microbot-swap-cost": (2, (2, 3), "CY-CONTRA-01"),
    "final-check": ("immediate", ("immediate", "closing"), "CY-CONTRA-08"),
    "stockbot-up-to": (False, (False, True), "CY-AMB-08"),
    "multibot-pays-commandbot": (True, (True, False), "CY-AMB-22"),
    "virtual-robot-meets-microbot": (True, (True, False), "CY-AMB-24"),
}
"""Disputed rules: default, choices and the ledger's entry."""


class Setting:
    """Built once per game from its options; immutable."""

    def __init__(self, pieces: Pieces, options: Mapping[str, Any]) -> None:
        self.models = pieces.models
        self.options = dict(options)
        self.rules: int = options["rules"]
        self.players: int = options["players"]
        self.seats = tuple(range(self.players))
        self.expansions = frozenset(name for name in EXPANSIONS if options[name])
        self.multibots = "multibots" in self.expansions
        support = options["support"]
        self.support: int = SUPPORT[self.players] if support == USUAL else support
        self.by_hand = frozenset(stream for stream in SOURCES if options[stream] == "hand")
        self.swap_cost: int = options["microbot-swap-cost"]
        self.ends_in_closing = options["final-check"] == "closing"
        self.up_to: bool = options["stockbot-up-to"]
        self.multibot_pays: bool = options["multibot-pays-commandbot"]
        self.virtual_meets: bool = options["virtual-robot-meets-microbot"]
        self.robots = in_order((*pieces.robots, *(pieces.multibots if self.multibots else ())))
        self.bebebots = pieces.bebebots
        self.tiers: tuple[int, ...] = MULTIBOT_TIERS if self.multibots else BASE_TIERS
        if "machines" not in self.by_hand:
            self.tiers = tuple(map(min, self.tiers, map(len, pieces.machines)))
        self.machines = pieces.machines
        self.gigantobots = tuple(gigantobot(code) for code in pieces.gigantobots)
        judged = "robots" in self.by_hand and self.rules >= 2
        self.judged = pieces.invented_gigantobots if judged else frozenset()
        """Gigantobots that lie on a real table and whose face we do not know: the players see who boards."""
        self.microbots = pieces.microbots
        self.interference = pieces.interference
        self.supports = pieces.support
        self.stand_in: bool = pieces.stand_in
        self.invented_machines = pieces.invented_machines
        self.invented_gigantobots = pieces.invented_gigantobots


@cache
def options() -> tuple[Option, ...]:
    return (
        Option("players", PLAYERS, 1, rule="CY-2P-01"),
        Option("support", (USUAL, *range(MOST_SUPPORT + 1)), USUAL, rule="CY-DIFF-01"),
        *(Option(name, (False, True), False, rule="CY-COMBO-01") for name in EXPANSIONS),
        *(Option(stream, ("app", "hand"), "app", "source") for stream in SOURCES),
        *(Option(name, values, default, "ruling", rule) for name, (default, values, rule) in RULINGS.items()),
        Option("rules", (1, 2), 2, "version", before=1),
    )


def next_support(tokens: int, *, won: bool) -> int:
    """One fewer after a win, one more after a loss [CY-DIFF-01]."""
    return max(tokens - 1, 0) if won else min(tokens + 1, MOST_SUPPORT)


def settle(pieces: Pieces, given: Mapping[str, Any]) -> Setting | Refusal:
    """The setting for these options, defaults filled in, or what is wrong with them and by which rule."""
    chosen = filled_in(options(), given)
    if isinstance(chosen, Refusal):
        return chosen
    return Setting(pieces, chosen)
