"""What everybody may know of a position, as plain data; its names and types are `views/seen.py`.

May import: the contract and this game. The players win or lose together and nothing is anybody's secret
[CY-AMB-26]; what is face down has no order here and is asked for when it is turned up, so the position itself
gives nothing away.
"""

from __future__ import annotations

from typing import Any

from companion.engine import saved_state

from .expansions.gigantobots import PRICE_OF_DAMAGE
from .factory import merged, mine
from .pieces import ROWS, VALVES
from .state import State, deck, in_factory, machines_left
from .turn import at_risk


def view(s: State) -> dict[str, Any]:
    data = saved_state.dump(s)
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
