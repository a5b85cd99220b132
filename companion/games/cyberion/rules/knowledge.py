"""What may be known: everything but what lies face down. May import: the contract and this game.

The players win or lose together and nothing is anybody's secret [CY-AMB-26]; what is face down has no order
here and is asked for when it is turned up, so the position itself gives nothing away.
"""

from __future__ import annotations

from collections import Counter

from companion.engine.game import Plain

from .pieces import MULTIBOTS, ROBOTS, machine
from .state import State, all_cards, seen


def learned(s: State) -> dict[str, list[Plain]]:
    """What turned up beyond the box, in the form of a box: each piece with how many there are at least."""
    machines = {
        code: extra + s.setting.machines[machine(code).tier - 1].count(code)
        for code, extra in Counter(s.learned).items()
    }
    known, there = Counter(all_cards(s)), seen(s)
    cards = {card: there[card] for card in there - known}
    found = {
        "machine": machines,
        "robot": {card: count for card, count in cards.items() if card in ROBOTS},
        "multibot": {card: count for card, count in cards.items() if card in MULTIBOTS},
    }
    return {
        kind: [{"id": code, "copies": count} for code, count in sorted(pieces.items())]
        for kind, pieces in found.items()
        if pieces
    }
