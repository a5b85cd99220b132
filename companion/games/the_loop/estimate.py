"""How well a position stands, in one number: what bots steer by. No rule depends on it.

May import: this game. The weights are judgement, tuned by playing; they are not facts of the game.
"""

from __future__ import annotations

from .missions import is_complete
from .state import HIDDEN, State, revealed_tiles

END = 10_000.0
ARCHIVED = 120.0
COMPLETE = 70.0
PROGRESS = 45.0
VORTEX = 70.0
DUPLICATE = 3.0
ENERGY = 0.8
RIFTS = (0.0, 1.0, 4.0, 12.0)
DISTANCE = tuple(tuple(min((a - b) % 7, (b - a) % 7) for b in range(7)) for a in range(7))


def estimate(s: State) -> float:
    if s.outcome is not None:
        return END if s.outcome.result == "won" else -END + 10 * s.turn
    score = ARCHIVED * len(s.archived) - VORTEX * sum(s.vortex)
    last = sum(s.vortex) >= 3
    for era in range(7):
        rifts = min(s.rifts[era], 3)
        danger = RIFTS[rifts] * (4.0 if s.vortex[era] or last else 1.0)
        tile = s.tiles[era]
        if tile and tile != HIDDEN:
            danger *= 1.0 + 2.0 * len(s.damage[era]) / s.setting.box.missions[tile].threshold
        score -= danger
        score += ENERGY * min(s.energy[era], 3)
    for era in s.dups.values():
        score -= DUPLICATE * (0.5 if era in s.seen else 1.0)
    return score + _missions(s) + _cards(s) + s.setting.mode.worth(s)


def _missions(s: State) -> float:
    score = 0.0
    goal = 9
    here = s.pawns[s.active]
    for tile in revealed_tiles(s):
        mission = s.setting.box.missions[s.tiles[tile]]
        if is_complete(s, tile):
            score += COMPLETE
            goal = min(goal, min(DISTANCE[pawn][tile] for pawn in s.pawns), DISTANCE[here][tile])
        else:
            share = len(s.damage[tile]) / mission.threshold
            score += PROGRESS * share * (0.5 + 0.5 * share)
    if goal < 9:
        score -= 3.0 * goal
    return score


def _cards(s: State) -> float:
    """A larger deck of better cards, and a hand that can still be used."""
    held = sum(map(len, s.top)) + sum(map(len, s.draw)) + sum(map(len, s.discard))
    ready = len(s.ready[s.active]) if s.phase == 2 else 0
    return 0.4 * held + 0.5 * ready
