"""The five expansions: one file each, saying what it adds to the base game. May import: this game."""

from __future__ import annotations

from functools import cache

from companion.games.cyberion.rules.pieces import EXPANSIONS
from companion.games.cyberion.rules.setting import Setting

from .expansion import Expansion


def in_play(setting: Setting) -> tuple[Expansion, ...]:
    return _of(setting.expansions)


@cache
def known() -> dict[str, Expansion]:
    """All of them. Imported when a game begins: they build on the base game, and the base game asks them."""
    from .bebebots import Bebebots
    from .gigantobots import Gigantobots
    from .microbots import Microbots
    from .multibots import Multibots
    from .rouage import Rouage

    made = (Bebebots(), Gigantobots(), Microbots(), Multibots(), Rouage())
    return dict(zip(EXPANSIONS, made, strict=True))


@cache
def _of(names: frozenset[str]) -> tuple[Expansion, ...]:
    return tuple([known()[name] for name in EXPANSIONS if name in names])


__all__ = ["Expansion", "in_play", "known"]
