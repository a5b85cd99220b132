"""What a player may know: everything but the order of the piles, and that is none.

May import: this game's steps and state.
"""

from __future__ import annotations

from itertools import pairwise

from .state import State
from .steps import ask


def without_order(s: State) -> State:
    """The same position with every unordered pile sorted, as the rules keep them; itself if they are."""
    piles = (s.bag, s.huge, s.unseen, *s.draw, s.extra.ultra_pile)
    if all(_sorted(pile) for pile in piles):
        return s
    new = s.copy()
    new.bag, new.huge, new.unseen = (tuple(sorted(pile)) for pile in (s.bag, s.huge, s.unseen))
    new.draw = [tuple(sorted(pile)) for pile in s.draw]
    new.extra = s.extra._replace(ultra_pile=tuple(sorted(s.extra.ultra_pile)))
    ask(new)
    return new


def _sorted(pile: tuple[str, ...]) -> bool:
    return all(one <= other for one, other in pairwise(pile))
