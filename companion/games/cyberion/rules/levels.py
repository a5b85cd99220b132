"""Figurines on the central processor, and the valves they bring. May import: this game."""

from __future__ import annotations

from companion.engine.game import Happening

from .happenings import ValvesGained
from .pieces import LEVELS, MODELS, VALVES
from .state import State

Out = list[Happening]
HIGHEST = LEVELS[-1]


def step_up(s: State, out: Out, model: str) -> int:
    """One level to the right, if there is one; the last step brings a valve [CY-UPGRADE-06, CY-BEBE-08]."""
    place = MODELS.index(model)
    if s.levels[place] < HIGHEST:
        s.levels[place] += 1
        if s.levels[place] == HIGHEST:
            gain_valves(s, out, 1)
    return s.levels[place]


def gain_valves(s: State, out: Out, valves: int) -> None:
    """Out of the forge, as far as there are any there [CY-UPGRADE-06, CY-GIGA-10]."""
    gained = min(valves, VALVES - s.valves)
    if gained > 0:
        s.valves += gained
        out.append(ValvesGained(gained))
