"""A drop that is being corrected: what one touch changes, and which eras are worth a line.

May import: companion.table; never Kivy. One wrong cube takes one
touch and the confirmation: a cube that is added somewhere is taken from where it was likeliest miscounted.
"""

from __future__ import annotations

from companion.table import RunningDrop


def one_more(drop: RunningDrop, era: int) -> tuple[tuple[int, int], ...]:
    """Changes (era, by) that put one cube more on an era: out of the machine while one is inside; else as in
    the tower's best other count with one more there; else from the era with the most."""
    if drop.inside:
        return ((era, 1),)
    for other in drop.others:
        by = [then - now for then, now in zip(other.landed, drop.landed, strict=True)]
        if by[era] == 1 and sum(by) == 0:
            fewer = tuple((place, change) for place, change in enumerate(by) if change < 0)
            return (*fewer, *((place, change) for place, change in enumerate(by) if change > 0))
    given = [place for place in range(7) if place != era and drop.landed[place]]
    if not given:
        return ()
    return ((max(given, key=lambda place: drop.landed[place]), -1), (era, 1))


def shown(drop: RunningDrop) -> tuple[int, ...]:
    """The eras worth a line: those the chutes reach, as they lie on the ring, and any other with a cube."""
    reached = [(drop.front + way) % 7 for way in (-1, 0, 1)]
    return (*reached, *(era for era in range(7) if drop.landed[era] and era not in reached))
