"""How well a position stands, in one number: what bots steer by. No rule depends on it.

May import: this game. The weights are judgement, tuned by playing; they are not facts of the game.
"""

from __future__ import annotations

from .eras import ERAS
from .state import HIDDEN, State
from .vortexes import TILES

END = 10_000.0
ARCHIVED = 120.0
COMPLETE = 70.0
PROGRESS = 45.0
VORTEX = 70.0
DUPLICATE = 3.0
ENERGY = 0.8
RIFTS = (0.0, 1.0, 4.0, 12.0)
WORN = 4.0
"""How much worse rifts are where the next vortex would lose the game."""
DISTANCE = tuple(tuple(min((a - b) % 7, (b - a) % 7) for b in ERAS) for a in ERAS)


def estimate(s: State) -> float:
    """One pass over the ring: bots ask for this more often than for anything else."""
    if s.outcome is not None:
        return END if s.outcome.result == "won" else -END + 10 * s.turn
    vortexes = sum(s.vortex)
    score = ARCHIVED * len(s.archived) - VORTEX * vortexes
    missions, pawns = s.setting.box.missions, s.pawns
    steps: list[int] = []
    for era, tile in enumerate(s.tiles):
        danger = RIFTS[min(s.rifts[era], 3)]
        if danger and (vortexes >= TILES or s.vortex[era]):
            danger *= WORN
        if tile and tile != HIDDEN:
            share = len(s.damage[era]) / missions[tile].threshold
            danger *= 1.0 + 2.0 * share
            if share < 1.0:
                score += PROGRESS * share * (0.5 + 0.5 * share)
            else:
                score += COMPLETE
                steps += [DISTANCE[pawn][era] for pawn in pawns]
        score -= danger
        score += ENERGY * min(s.energy[era], 3)
    if steps:
        score -= 3.0 * min(steps)
    if s.dups:
        seen = s.seen
        halves = sum([1 if era in seen else 2 for era in s.dups.values()])
        score -= DUPLICATE / 2 * halves
    return score + _cards(s) + s.setting.mode.worth(s)


def _cards(s: State) -> float:
    """A larger deck of better cards, and a hand that can still be used."""
    held = sum(map(len, s.top)) + sum(map(len, s.draw)) + sum(map(len, s.discard))
    return 0.4 * held + (0.5 * len(s.ready[s.active]) if s.phase == 2 else 0.0)
