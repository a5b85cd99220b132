"""What everybody may know of a position, as plain data whose keys and values have types.

May import: the contract and this game. The players win or lose together and nothing is anybody's secret
[CY-AMB-26]; what is face down has no order here and is asked for when it is turned up, so the position itself
gives nothing away.
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

from companion.engine import saved_state

from .expansions.gigantobots import PRICE_OF_DAMAGE
from .factory import merged, mine
from .pieces import ROWS, VALVES
from .state import State, deck, in_factory, machines_left
from .turn import at_risk


class Seen(TypedDict):
    """As in the state, where each is explained, and what a screen would otherwise have to work out."""

    turn: int
    seat: int
    rows: list[list[str]]
    platform: list[str]
    flash: list[str]
    stock: list[str]
    discard: list[str]
    top: list[str]
    rest: list[str]
    bottom: list[str]
    strangers: int
    looked: list[str]
    battery: bool
    levels: list[int]
    valves: int
    forge: int
    support: list[str]
    factory: list[str]
    prepared: list[bool]
    left: list[int]
    unseen: list[list[str]]
    xp: int
    removed: int
    gone: int
    spins: int
    limbots: list[str]
    born: list[str]
    crews: list[list[str]]
    vacation: list[bool]
    damage: int
    microbots: list[str]
    pile: list[str]
    spent: list[str]
    acquired: list[str]
    interference: list[int]
    pool: list[str]
    learned: list[str]
    outcome: list[Any] | None
    agenda: list[list[Any]]
    options: dict[str, Any]
    expansions: list[str]
    robots_left: int
    machines_left: int
    machines_to_go: int
    merged: bool
    mine: list[int]
    gigantobots: list[str]
    damage_price: int
    """Valves that the damage that is left would cost at the end."""
    warning: str
    stand_in: bool
    question: str | None


def view(s: State) -> Seen:
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
    return cast(Seen, data)
