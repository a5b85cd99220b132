"""A drop that is being corrected: what one touch changes, and how other counts differ from this one.

May import: companion.table, companion.games, companion.words; never Kivy. One wrong cube takes one
touch and the confirmation: a cube that is added somewhere is taken from where it was likeliest miscounted.
"""

from __future__ import annotations

from companion.engine import Input
from companion.table import RunningDrop
from companion.words import Speech


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


def difference(speech: Speech, drop: RunningDrop, other: Input) -> str:
    """Another count, told by what is not as in this one."""
    eras = [era for era in range(7) if other.landed[era] != drop.landed[era]]
    what = ", ".join(f"{speech.name('era', era)} {other.landed[era]}" for era in eras)
    if other.inside == drop.inside:
        return what
    key = "drop.differs-inside" if what else "drop.only-inside"
    return speech.say(key, {"what": what, "inside": other.inside})


def why(speech: Speech, drop: RunningDrop) -> str:
    """Why it is asked, in sentences."""
    told = [speech.say(f"tower.reason.{reason}") for reason in drop.reasons]
    return " ".join(f"{one[:1].upper()}{one[1:].rstrip('.')}." for one in told)
