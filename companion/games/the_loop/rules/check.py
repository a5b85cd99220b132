"""The consistency check: what cannot be so on a real table, and what a rule would change if it were asked.

May import: the contract and this game. Positions reached by the rules alone have no finding; corrections by
hand can make some, and then the check offers what follows, without doing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.engine import saved_state
from companion.engine.game import Finding
from companion.engine.phrases import Unreadable

from .decks import UNKNOWN, DestroyCards, SweepVortexes, cards_on_vortexes
from .effects.apply import EndEffect
from .effects.moves import Bring
from .eras import ERAS
from .inputs import Settle
from .missions import RevealMissions, TurnTile
from .setting import UNLIMITED
from .setup import RevealFooSetup
from .state import HIDDEN, NO_TILE, State, energy_pool, mode_pieces, revealed_tiles, rift_pool
from .steps import Pick, Step
from .vortexes import MOST, TILES, BreakEras


def check(s: State) -> tuple[Finding, ...]:
    if s.outcome is not None:
        return ()
    return (
        *_rifts(s),
        *_pools(s),
        *_tiles(s),
        *_duplicates(s),
        *_cards(s),
        *_cycle(s),
        *s.setting.mode.findings(s),
    )


def _rifts(s: State) -> list[Finding]:
    if max(s.rifts) <= MOST or any(isinstance(step, BreakEras) for step in s.agenda):
        return []
    return [
        Finding(
            "rifts-overflow", "VORTEX-01", (("era", era), ("cubes", s.rifts[era])), (Settle("vortex", era),)
        )
        for era in ERAS
        if s.rifts[era] > MOST
    ]


def _pools(s: State) -> list[Finding]:
    found = []
    if rift_pool(s) < 0:
        found.append(Finding("too-many-rifts", "SETUP-04", (("cubes", -rift_pool(s)),)))
    if energy_pool(s) < 0:
        found.append(Finding("too-much-energy", "SETUP-04", (("cubes", -energy_pool(s)),)))
    for name, counts in (("rifts", s.rifts), ("energy", s.energy), ("inside", [s.inside])):
        if min(counts) < 0 or max(counts) >= UNLIMITED:
            found.append(Finding("impossible-count", "SETUP-04", (("what", name),)))
    return found


def _tiles(s: State) -> list[Finding]:
    found = [
        Finding("vortex-and-tile", "ERA-06", (("era", era),), (Settle("remove-tile", era),))
        for era in ERAS
        if s.vortex[era] and s.tiles[era]
    ]
    if sum(s.vortex) > TILES:
        found.append(Finding("too-many-vortexes", "SETUP-05", (("count", sum(s.vortex)),)))
    hidden = s.tiles.count(HIDDEN)
    busy = any(isinstance(step, RevealMissions | TurnTile | RevealFooSetup) for step in s.agenda)
    if s.foo >= 0 and hidden and len(revealed_tiles(s)) < 2 and not busy:
        found.append(Finding("mission-due", "MISSION-02", (), (Settle("missions", None),)))
    total = sum(map(bool, s.tiles)) + len(s.archived) + len(s.lost)
    if total > 7:
        found.append(Finding("too-many-tiles", "SETUP-03", (("count", total),)))
    doubled = sorted({tile for tile in s.tiles if tile and tile != HIDDEN and s.tiles.count(tile) > 1})
    found += [Finding("mission-twice", "SETUP-03", (("mission", tile),)) for tile in doubled]
    return found


def _duplicates(s: State) -> list[Finding]:
    destruction = s.setting.mode.destruction_era
    arriving = [step.token for step in s.agenda if isinstance(step, Bring)]  # in a swap, one after the other
    return [
        Finding(
            "duplicate-at-home", "DUP-02", (("duplicate", token), ("era", era)), (Settle("duplicate", token),)
        )
        for token, era in s.dups.items()
        if destruction(s, token) == era and token not in arriving
    ]


def _cards(s: State) -> list[Finding]:
    stay = Counter(cards_on_vortexes(s) if 1 in s.vortex else ())
    for step in s.agenda if stay else ():
        stay = _left(stay, step)
    found = [
        Finding("cards-on-vortex", "VORTEX-11", (("era", era),), (Settle("sweep", era),))
        for era in ERAS
        if s.vortex[era] and any(card in stay for card in s.available[era])
    ]
    zones = (*s.available, *s.ready, *s.spent, *s.top, *s.draw, *s.discard, s.destroyed, s.revealed, s.huge)
    known = [card for zone in zones for card in zone if card[0] != "?"]
    if len(known) != len(set(known)):
        twice = sorted({card for card in known if known.count(card) > 1})
        found += [Finding("card-twice", "CARD-15", (("card", card),)) for card in twice]
    return found


def _left(lying: Counter[str], step: Step) -> Counter[str]:
    """What is left of the cards on a Vortex after this step, copy by copy: cards that nobody has read are
    known by their era alone [VORTEX-12, CARD-12]."""
    if isinstance(step, Pick):
        step = step.then
    if isinstance(step, DestroyCards):
        return lying - Counter(step.cards)
    if isinstance(step, EndEffect):
        return lying & Counter(step.lying)
    return lying & Counter(step.spared) if isinstance(step, SweepVortexes) else lying


def _cycle(s: State) -> list[Finding]:
    if not 1 <= s.cycle <= 3 or len(set(s.seen)) < len(s.seen):
        return [Finding("impossible-cycle", "CYCLE-01", (("cycle", s.cycle),))]
    return []


# -- pieces that no box has --------------------------------------------------------------------------------


def must_be_known(s: State) -> None:
    """Raises ValueError for a position with a piece that this box does not have."""
    saved_state.must_be_known(_pieces(s))
    for name, value in mode_pieces(s).items():
        if not _fits(s, name, value):
            raise Unreadable("value", name, repr(value))


def _pieces(s: State) -> Iterator[saved_state.Held]:
    box = s.setting.box
    missions = {HIDDEN, NO_TILE, *box.missions}
    cards = set(box.cards) if s.setting.tracks_huge else {*box.cards, *UNKNOWN}
    yield "bag", s.bag, box.tokens
    yield "duplicates", s.dups, {*box.tokens, *box.supas}
    yield "unseen", s.unseen, box.missions
    yield "marks", s.marks, {"ability", *box.missions}
    for name in ("tiles", "archived", "lost"):
        yield name, getattr(s, name), missions
    for name in ("huge", "destroyed", "revealed"):
        yield name, getattr(s, name), cards
    for name in ("available", "ready", "spent", "top", "draw", "discard"):
        for pile in getattr(s, name):
            yield name, pile, cards


def _fits(s: State, name: str, value: Any) -> bool:
    mode = s.setting.mode
    try:
        return mode.fits(s, name, value) and (name not in mode.by_era or len(value) == len(ERAS))
    except (ValueError, TypeError, KeyError, IndexError):
        return False
