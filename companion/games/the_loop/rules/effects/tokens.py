"""Effects on duplicates: push, pull, destroy, generate [TERM-15 … TERM-17, TERM-24, EFF-06, EFF-09, EFF-14].

May import: this game.
"""

from __future__ import annotations

from typing import Any

from companion.engine.steps import slotted
from companion.games.the_loop.rules import duplicates
from companion.games.the_loop.rules.duplicates import DrawDuplicates
from companion.games.the_loop.rules.eras import ADJACENT
from companion.games.the_loop.rules.state import State, duplicates_on
from companion.games.the_loop.rules.steps import OPEN, Out, Step, pick

from .places import at, era_now


def _times(s: State, n: int, step: Step) -> None:
    s.agenda.extend([step] * n)


@slotted
class Push(Step, name="push"):
    n: int
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, PushFrom(self.n, self.place))


@slotted
class PushFrom(Step, name="push-from"):
    n: int
    place: str
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        _times(s, self.n, PushOne(self.place, self.era))  # each may go elsewhere [EFF-06]


@slotted
class PushOne(Step, name="push-one"):
    """Choose one there [DUP-07] and move it to a neighbour of its era [TERM-15]."""

    place: str
    era: int

    def do(self, s: State, out: Out) -> None:
        there = duplicates_on(s, era_now(s, self.place, self.era))
        pick(s, self, "duplicate", there, PushIt(self.place, self.era))


@slotted
class PushIt(Step, name="push-it"):
    place: str
    era: int
    token: str = ""

    def do(self, s: State, out: Out) -> None:
        token = self.token
        if self.place and s.setting.rules >= 2:
            there = duplicates_on(s, era_now(s, self.place, self.era))
            if token not in there and len(there) > 1:  # the pawn was set elsewhere: it is another one
                PushOne(self.place, self.era).do(s, out)
                return
            token = token if token in there else "".join(there)
        if token in s.dups:
            pick(s, self, "era", ADJACENT[s.dups[token]], Send(token))

    @classmethod
    def restored(cls, *fields: Any) -> PushIt:
        """Until 0.2 it was the token alone."""
        return cls(*fields) if len(fields) > 1 else cls("", OPEN, *fields)


@slotted
class Send(Step, name="send"):
    token: str
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        s.sent = self.era  # what follows applies there even if it was destroyed by it [EFF-14]
        duplicates.move(s, out, self.token, self.era)


@slotted
class Pull(Step, name="pull"):
    n: int

    def do(self, s: State, out: Out) -> None:
        _times(s, self.n, PullOne())  # they may come from different eras [EFF-09]


@slotted
class PullOne(Step, name="pull-one"):
    """One from a neighbouring era comes to yours [TERM-16]."""

    def do(self, s: State, out: Out) -> None:
        near = ADJACENT[s.pawns[s.actor]]
        pick(s, self, "duplicate", tuple([token for token, era in s.dups.items() if era in near]), PullIt())


@slotted
class PullIt(Step, name="pull-it"):
    token: str = ""

    def do(self, s: State, out: Out) -> None:
        duplicates.move(s, out, self.token, s.pawns[s.actor])


@slotted
class DestroyDuplicate(Step, name="destroy-duplicate"):
    n: int
    place: str

    def do(self, s: State, out: Out) -> None:
        at(s, self, self.place, DestroyFrom(self.n, self.place))


@slotted
class DestroyFrom(Step, name="destroy-from"):
    n: int
    place: str
    era: int = OPEN

    def do(self, s: State, out: Out) -> None:
        """One after the other, so the order is chosen [EFF-01, DUP-04]."""
        _times(s, self.n, DestroyOne(self.place, self.era))


@slotted
class DestroyOne(Step, name="destroy-one"):
    place: str
    era: int

    def do(self, s: State, out: Out) -> None:
        there = duplicates_on(s, era_now(s, self.place, self.era))
        pick(s, self, "duplicate", s.setting.mode.destroyable(s, there), DestroyIt())  # TERM-17


@slotted
class DestroyIt(Step, name="destroy-it"):
    token: str = ""

    def do(self, s: State, out: Out) -> None:
        duplicates.destroy(s, out, self.token)


@slotted
class Generate(Step, name="generate"):
    """On their own eras [TERM-24], unless the effect fixes another."""

    n: int
    place: str | None

    def do(self, s: State, out: Out) -> None:
        if self.place is None:
            s.agenda.append(DrawDuplicates(self.n, None))
        else:
            at(s, self, self.place, DrawDuplicates(self.n))
