"""Duplicates: generated out of the bag, moved about, destroyed where they belong [DUP-01 … DUP-07].

May import: the contract and this game.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import CHANCE, Question, Refusal, Source
from companion.engine.steps import slotted

from . import missions
from .happenings import DuplicateDestroyed, DuplicateGenerated, DuplicateMoved
from .inputs import DuplicateDrawn, duplicate_drawn
from .state import State
from .steps import Ask, Out, Step


@slotted
class DrawDuplicates(Step, name="draw-duplicates"):
    """Draw tokens one after another [FOO-03]; a short bag gives what it has [FOO-04]."""

    tokens: int
    at: int | None = None
    """Where they come in; None: each on its own era."""
    batch: tuple[str, ...] = ()
    """Those that were destroyed at once and lie aside [AMB-56]."""

    def do(self, s: State, out: Out) -> None:
        if self.tokens and s.bag:
            s.agenda += (
                DrawDuplicates(self.tokens - 1, self.at, self.batch),
                DrawDuplicate(self.at, self.batch),
            )

    def choose(self, choice: int) -> DrawDuplicates:
        self.at = choice
        return self


@slotted
class DrawDuplicate(Ask[DuplicateDrawn], name="draw-duplicate"):
    at: int | None
    batch: tuple[str, ...]

    def ask(self, s: State) -> tuple[Question, ...]:
        """A token destroyed at once may come again in the same batch, unless ruled otherwise [AMB-56]."""
        bag = tuple([token for token in s.bag if token not in self.batch]) if self.batch else s.bag
        return (
            Question(
                "draw-duplicate",
                CHANCE,
                tuple(map(duplicate_drawn, bag)),
                stream="bag",
                open="bag" in s.setting.by_hand and bool(bag),
            ),
        )

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """A pair of eras that we did not list is as good as ours [AMB-24]; a token on the board is not in the
        bag."""
        if type(given) is not DuplicateDrawn or str(given.token) not in s.setting.box.tokens:
            return Refusal("unknown-duplicate", "DUP-01", (("duplicate", getattr(given, "token", "")),))
        if given.token in s.dups:
            return Refusal("piece-in-use", "FOO-03", (("duplicate", given.token),))
        return None

    def answer(self, s: State, out: Out, given: DuplicateDrawn) -> None:
        token = given.token
        gone = token if token in s.bag else _gives_way(s)
        s.bag = tuple([other for other in s.bag if other != gone])
        era = s.setting.box.tokens[token][0] if self.at is None else self.at
        s.dups[token] = era
        out.append(DuplicateGenerated(token, era))
        if is_home(s, token):
            if not s.setting.redraw_in_batch:
                rest: DrawDuplicates = s.agenda.pop()
                s.agenda.append(DrawDuplicates(rest.tokens, rest.at, (*self.batch, token)))
            destroy(s, out, token)  # DUP-06


def _gives_way(s: State) -> str:
    """A real token takes the place of an invented one, never of one that the owner has entered."""
    if s.setting.rules < 2:
        return s.bag[0]
    return next((token for token in s.bag if token in s.setting.box.invented_tokens), "")


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
