"""What people at a real table tell: pieces that their hands have changed, or what a card said.

May import: the standard library. Made of what lies there, in the words of a player, as a game describes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

Words: TypeAlias = dict[str, Any]
Change: TypeAlias = list[Any]
MOST = 4
"""Changes in one report."""
GONE = -1


def told(
    table: Words, active: str, box: Mapping[str, Any], options: Mapping[str, Any], chance: Random
) -> Words:
    """Something that may be told now."""
    if chance.random() < 0.4:
        pieces = [piece for sort in ("card", "ultra") for piece in box[sort] if piece.get("effect")]
        return {"kind": "PlayEffect", "effect": chance.choice(pieces)["effect"]}
    return {"kind": "HandsDid", "changes": changes(table, active, box, options, chance)}


def arranged(looked: list[str], chance: Random) -> Words:
    """All cards that were looked at go back at once, in any order."""
    cards = chance.sample(looked, len(looked))
    cut = chance.randint(0, len(cards))
    return {"kind": "Arrange", "top": cards[:cut], "bottom": cards[cut:]}


def changes(
    table: Words, active: str, box: Mapping[str, Any], options: Mapping[str, Any], chance: Random
) -> list[Change]:
    """One to four, each possible where those before it were made; what follows by the rules is not seen."""
    names = [era["id"] for era in box["era"]]
    spaces = {mission["id"]: mission for mission in box["mission"]}
    lying, made = deepcopy(table), list[Change]()
    for _ in range(chance.randint(1, MOST)):
        sorts: dict[str, list[Change]] = {}
        for change in possible(lying, names, active, spaces, options["huge"] == "table"):
            sorts.setdefault(change[0], []).append(change)
        change = chance.choice(sorts[chance.choice(sorted(sorts))])
        made.append(change)
        _make(lying, names, active, change)
    return made


def possible(
    table: Words, names: list[str], active: str, missions: Mapping[str, Any], cards: bool
) -> Iterator[Change]:
    mine = table["agents"][active]
    for era, name in enumerate(names):
        for kind, held, pool in (("rift", "rifts", "rifts"), ("energy", "energy", "energy")):
            there, left = table[held][name], table["pools"][pool]
            yield from ([kind, era, by] for by in (-2, -1, 1, 2) if -there <= by <= left)
        mission = missions.get(table["tiles"][name])
        if mission is not None:
            damage = table["damage"][name]
            many = damage if isinstance(damage, int) else len(damage)
            free = mine not in damage if isinstance(damage, list) else damage < mission["threshold"]
            yield from ([["damage", era, 1]] if free else [])
            yield from ([["damage", era, -1]] if many else [])
            yield from (["space", era, to] for to in range(len(names)) if isinstance(damage, list))
        if cards:
            yield ["card", era, 1]
            yield from ([["card", era, -1]] if table["available"][name] else [])
    for token, name in table["duplicates"].items():
        yield ["duplicate", token, GONE]
        yield from (["duplicate", token, to] for to, other in enumerate(names) if other != name)
    for token in table["bag"]:
        yield from (["duplicate", token, to] for to in range(len(names)))
    yield ["shield", 0, 1]
    for agent, name in enumerate(table["agents"].values()):
        yield from (["agent", agent, to] for to, other in enumerate(names) if other != name)


def _make(table: Words, names: list[str], active: str, change: Change) -> None:
    """As it lies then."""
    kind, which, by = change
    if kind in ("rift", "energy"):
        held = "rifts" if kind == "rift" else kind
        table[held][names[which]] += by
        table["pools"][held] -= by
    elif kind == "damage":
        damage, name = table["damage"], names[which]
        if isinstance(damage[name], int):
            damage[name] += by
        elif by > 0:
            damage[name] = [*damage[name], table["agents"][active]]
        else:
            mine = table["agents"][active]
            damage[name].remove(mine if mine in damage[name] else damage[name][-1])
    elif kind == "space":
        damage, name = table["damage"], names[which]
        there = damage[name]
        damage[name] = [at for at in there if at != names[by]] if names[by] in there else [*there, names[by]]
    elif kind == "duplicate":
        table["duplicates"].pop(which, None)
        table["bag"] = [token for token in table["bag"] if token != which]
        if by != GONE:
            table["duplicates"][which] = names[by]
        elif ">" in which:
            table["bag"].append(which)
    elif kind == "agent":
        table["agents"][list(table["agents"])[which]] = names[by]
    elif kind == "card" and by > 0:
        table["available"][names[which]].append(f"?{which}")
    elif kind == "card":
        table["available"][names[which]].pop()
