"""The physical steps that turn one table into another: after an undo, what to put back.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.game import Phrase

from .decks import era_of
from .eras import ERAS
from .state import HIDDEN, State, hand, mode_pieces

_NOT_PIECES = (
    "supas-destroyed",
    "energy-flying",
    "centrifuges-used",
    "ultra-pile",
    "centrifuge-damage",
    "ultra-damage",
)
"""What a mode notes beside the pieces that lie on the table; damage is told piece by piece."""


def differences(before: State, after: State) -> tuple[Phrase, ...]:
    found: list[Phrase] = []

    def say(what: str, **about: object) -> None:
        found.append(Phrase("set-" + what, tuple(about.items())))

    if before.foo != after.foo and after.foo >= 0:
        say("foo", era=after.foo)
    if before.cycle != after.cycle:
        say("cycle", cycle=after.cycle)
    if before.seen != after.seen:
        say("seen", cards=len(after.seen))
    for era in ERAS:
        if before.rifts[era] != after.rifts[era]:
            say("rifts", era=era, cubes=after.rifts[era])
        if before.energy[era] != after.energy[era]:
            say("energy", era=era, cubes=after.energy[era])
        if before.vortex[era] != after.vortex[era]:
            say("vortex" if after.vortex[era] else "no-vortex", era=era)
        if before.tiles[era] != after.tiles[era]:
            tile = after.tiles[era]
            say("tile-hidden" if tile == HIDDEN else "tile" if tile else "no-tile", era=era, mission=tile)
        if before.damage[era] != after.damage[era]:
            say("damage", era=era, cubes=len(after.damage[era]))
    if before.inside != after.inside:
        say("inside", cubes=after.inside)
    there = mode_pieces(before)
    for name, pieces in mode_pieces(after).items():
        if there[name] != pieces and name not in _NOT_PIECES:
            say("extra-" + name, value=pieces)
    for era in ERAS:
        if (cubes := after.extra.centrifuge_damage[era]) != before.extra.centrifuge_damage[era]:
            say("centrifuge-damage", era=era, red=cubes[0], green=cubes[1])
    earlier, later = dict(before.extra.ultra_damage), dict(after.extra.ultra_damage)
    for ultra in sorted({*earlier, *later}):
        if (cubes := later.get(ultra, (0, 0))) != earlier.get(ultra, (0, 0)):
            say("ultra-damage", ultra=ultra, red=cubes[0], green=cubes[1])
    for token in sorted({*before.dups, *after.dups}):
        if before.dups.get(token) != after.dups.get(token):
            if token in after.dups:
                say("duplicate", duplicate=token, era=after.dups[token])
            else:
                say("duplicate-in-bag", duplicate=token)
    for agent in range(len(after.pawns)):
        if before.pawns[agent] != after.pawns[agent]:
            say("agent", agent=agent, era=after.pawns[agent])
        if before.full[agent] != after.full[agent]:
            say("full" if after.full[agent] else "low", agent=agent)
    _cards(before, after, say)
    return tuple(found)


def _cards(before: State, after: State, say: Callable[..., None]) -> None:
    where_before, where_after = _places(before), _places(after)
    for card in sorted({*where_before, *where_after}):
        place = where_after.get(card, ("huge-deck", -1))
        if where_before.get(card, ("huge-deck", -1)) != place:
            kind, whose = place
            if kind == "available":
                say("card-available", card=card, era=whose)
            elif whose >= 0:
                say("card-" + kind, card=card, agent=whose)
            else:
                say("card-" + kind, card=card)


def _places(s: State) -> dict[str, tuple[str, int]]:
    """Where every card lies; one that is in no pile of this list is in the Huge Deck or in a hidden draw
    pile."""
    where: dict[str, tuple[str, int]] = {}
    for card in s.destroyed:
        where[card] = ("destroyed", -1)
    for card in s.revealed:
        where[card] = ("revealed", -1)
    for era in ERAS:
        for card in s.available[era]:
            where[card] = ("available", era_of(s, card))
    for agent in range(len(s.pawns)):
        for card in hand(s, agent):
            where[card] = ("ready" if card in s.ready[agent] else "exhausted", agent)
    for deck in range(len(s.draw)):
        for card in (*s.top[deck], *s.draw[deck]):
            where[card] = ("draw-pile", deck)
        for card in s.discard[deck]:
            where[card] = ("discard", deck)
    return where
