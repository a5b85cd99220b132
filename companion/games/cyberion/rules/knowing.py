"""What may be known: everything but what lies face down. May import: the contract and this game.

The players win or lose together and nothing is anybody's secret [CY-AMB-26]; what is face down has no order
here and is asked for when it is turned up, so the position itself gives nothing away.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.game import Plain
from companion.engine.saving import dump

from .expansions.gigantobots import PRICE_OF_DAMAGE
from .factory import merged, mine
from .pieces import MULTIBOTS, ROBOTS, ROWS, VALVES, machine
from .state import State, all_cards, deck, in_factory, machines_left, seen
from .turn import at_risk


def view(s: State) -> Plain:
    """The position, with what a screen would otherwise have to work out."""
    data: dict[str, Any] = dump(s)
    data["options"] = s.setting.options
    data["expansions"] = sorted(s.setting.expansions)
    data.update(zip(ROWS, data["rows"], strict=True))
    data["forge"] = VALVES - s.valves
    data["robots_left"] = deck(s)
    data["machines_left"] = machines_left(s)
    data["machines_to_go"] = machines_left(s) + in_factory(s)
    data["merged"] = merged(s)
    data["mine"] = list(mine(s))
    data["gigantobots"] = [giant.code for giant in s.setting.gigantobots] if s.crews else []
    data["damage_price"] = PRICE_OF_DAMAGE * s.damage
    data["warning"] = at_risk(s) if s.turn and not s.outcome else ""
    data["stand_in"] = s.setting.stand_in
    data["question"] = s.asked[0].id if s.asked else None
    return data


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
