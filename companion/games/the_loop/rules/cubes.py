"""Cubes used as damage. May import: this game's state."""

from __future__ import annotations

from .state import State, energy_pool, rift_pool


def colour_for_damage(s: State) -> str | None:
    """A damage cube comes from the fuller pool [AMB-07]; None: both are empty."""
    reds, greens = rift_pool(s), energy_pool(s)
    if reds <= 0 and greens <= 0 and s.setting.damage_uses_pool:
        return None
    return "rift" if reds >= greens else "energy"
