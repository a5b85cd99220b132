"""Duplicates: generated out of the bag, moved about, destroyed where they belong [DUP-01 … DUP-07].

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Input, Question, Refusal, Source

from . import missions
from .agenda import Out, accepts, answers, asks, does
from .happenings import DuplicateDestroyed, DuplicateGenerated, DuplicateMoved
from .inputs import DuplicateDrawn, duplicate_drawn
from .state import State


@does("draw-duplicates")
def generate(s: State, out: Out, tokens: int, at: int | None, batch: tuple[str, ...] = ()) -> None:
    """Draw tokens one after another [FOO-03]; a short bag gives what it has [FOO-04]."""
    if tokens and s.bag:
        s.agenda += (("draw-duplicates", tokens - 1, at, batch), ("draw-duplicate", at, batch))


@asks("draw-duplicate")
def _draw_duplicate(s: State, at: int | None, batch: tuple[str, ...]) -> Question:
    """A token destroyed at once may come again in the same batch, unless ruled otherwise [AMB-56]."""
    bag = tuple([token for token in s.bag if token not in batch]) if batch else s.bag
    return Question(
        "draw-duplicate",
        CHANCE,
        tuple(map(duplicate_drawn, bag)),
        stream="bag",
        open="bag" in s.setting.by_hand and bool(s.bag),
    )


@accepts("draw-duplicate")
def _other_duplicate(
    s: State, given: Input, source: Source, at: int | None, batch: tuple[str, ...]
) -> Refusal | None:
    """A pair of eras that we did not list is as good as ours [AMB-24]; a token on the board is not in the
    bag."""
    if type(given) is not DuplicateDrawn or str(given.token) not in s.setting.box.tokens:
        return Refusal("unknown-duplicate", "DUP-01", (("duplicate", getattr(given, "token", "")),))
    if given.token in s.dups:
        return Refusal("piece-in-use", "FOO-03", (("duplicate", given.token),))
    return None


@answers("draw-duplicate")
def _drawn(s: State, out: Out, given: Input, at: int | None, batch: tuple[str, ...]) -> None:
    token = given.token
    gone = token if token in s.bag else s.bag[0]  # a real token takes the place of an invented one
    s.bag = tuple([other for other in s.bag if other != gone])
    era = s.setting.box.tokens[token][0] if at is None else at
    s.dups[token] = era
    out.append(DuplicateGenerated(token, era))
    if is_home(s, token):
        if not s.setting.redraw_in_batch:
            step = s.agenda.pop()
            s.agenda.append((*step[:3], (*batch, token)))
        destroy(s, out, token)  # DUP-06


def is_home(s: State, token: str) -> bool:
    """On its destruction era."""
    return s.setting.mode.destruction_era(s, token) == s.dups[token]


def move(s: State, out: Out, token: str, era: int) -> None:
    """Moving only changes its place [DUP-05], unless it arrives on its destruction era [DUP-02]."""
    if token not in s.dups:
        return
    s.dups[token] = era
    out.append(DuplicateMoved(token, era))
    if is_home(s, token):
        destroy(s, out, token)


def destroy(s: State, out: Out, token: str) -> None:
    """Back into the bag, where it can be drawn again [DUP-02, DUP-03]."""
    if token not in s.dups:
        return
    era = s.dups.pop(token)
    out.append(DuplicateDestroyed(token, era))
    missions.duplicate_destroyed(s, out, era)
    s.setting.mode.duplicate_destroyed(s, out, token, era)


def back_to_bag(s: State, token: str) -> None:
    s.bag = tuple(sorted((*s.bag, token)))
