"""What everybody may know of a position, as plain data whose keys and values have types.

May import: the engine and this game. Hands are face up and piles have no order: everybody may know all of it
[CARD-04, CARD-18].
"""

from __future__ import annotations

from typing import Any, TypedDict, cast

from companion.engine.game import Plain

from .state import State, dump, energy_pool, rift_pool

INNER = ("agenda", "actor", "acting", "powered", "sent", "drawn", "discarded", "running")
"""Of a half-resolved effect; nobody needs to see it."""

ShownPieces = TypedDict(
    "ShownPieces",
    {
        "perpetual": list[int],
        "supas-destroyed": int,
        "centrifuges": list[str],
        "centrifuge-damage": list[list[int]],
        "centrifuges-used": list[str],
        "ultras": list[list[str]],
        "ultra-pile": list[str],
        "ultra-damage": list[Plain],
        "energy-inside": int,
        "energy-flying": int,
    },
    total=False,
)
"""What a mode adds to the table."""


class Pools(TypedDict):
    rifts: int
    energy: int


class Seen(TypedDict):
    """As in the state, where each is explained."""

    turn: int
    cycle: int
    active: int
    phase: int
    loops: int
    marks: list[str]
    foo: int
    seen: list[int]
    rifts: list[int]
    energy: list[int]
    vortex: list[int]
    inside: int
    flying: int
    landed: list[int]
    shields: int
    dups: dict[str, int]
    bag: list[str]
    available: list[list[str]]
    huge: list[str]
    destroyed: list[str]
    pawns: list[int]
    full: list[bool]
    ready: list[list[str]]
    spent: list[list[str]]
    top: list[list[str]]
    draw: list[list[str]]
    discard: list[list[str]]
    tiles: list[str]
    damage: list[list[int]]
    red: list[int]
    unseen: list[str]
    archived: list[str]
    lost: list[str]
    revealed: list[str]
    extra: ShownPieces
    outcome: list[Any] | None
    agents: list[str]
    level: int
    mode: str
    mega: bool
    pools: Pools
    question: str | None


def view(s: State) -> Seen:
    data = dump(s)
    for inner in INNER:
        del data[inner]
    setting = s.setting
    data["agents"] = list(setting.agents)
    data["level"], data["mode"], data["mega"] = setting.level, setting.mode.id, setting.mega
    data["pools"] = {"rifts": rift_pool(s), "energy": energy_pool(s)}
    data["question"] = s.asked[0].id if s.asked else None
    return cast(Seen, data)
