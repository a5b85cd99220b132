"""One drop as the players see it: cubes that pass the outlets, and the answer that grows out of them.

May import: companion.engine, companion.tower. Never changed once it is made. The cubes always add up: what
lies on no place is inside.
"""

from __future__ import annotations

from functools import reduce
from typing import Literal, NamedTuple

from companion.engine import Input, Question
from companion.engine.terms import OUTLET
from companion.tower import TowerError

Stage = Literal["waiting", "turning", "early", "listening", "shaking", "unsure", "unheard", "hand", "lost"]
"""`waiting` for the tap that turns the tower; `early`: cubes fell before it listened, were those the throw?
`unheard`: not one was, did anybody throw? `lost`: it could not, and the players decide how to go on."""

RUNNING = ("turning", "early", "listening", "shaking")


class RunningDrop(NamedTuple):
    question: Question
    stage: Stage
    lit: tuple[int, ...]
    """Beams broken so far, per outlet."""
    landed: tuple[int, ...]
    """The answer as it stands, for `unsure` and `hand`."""
    others: tuple[Input, ...] = ()
    """Further answers that what was heard allows, each one tap away."""
    reasons: tuple[str, ...] = ()
    """Why it is asked."""
    error: TowerError | None = None
    early: tuple[int, ...] = ()
    """Outlets of the cubes that fell before the tower listened."""
    all_thrown: bool = False
    """Somebody says so, and that hands are away: before that the tower does not move."""
    touched: bool = False
    """Somebody set the count right."""
    more: int = 0
    """So many more were thrown than were asked for, or fewer."""

    @classmethod
    def of(cls, question: Question, stage: Stage, landed: tuple[int, ...] = ()) -> RunningDrop:
        none = (0,) * len(question.answers[0].landed)
        return cls(question, stage, none, landed or none)

    @property
    def asked_for(self) -> int:
        return int(dict(self.question.about)["cubes"])

    @property
    def thrown(self) -> int:
        return self.asked_for + self.more

    @property
    def most(self) -> int:
        """As many as can have been thrown: there are no others."""
        return int(dict(self.question.about).get("most", self.asked_for))

    @property
    def front(self) -> int:
        return int(dict(self.question.about)[OUTLET])

    @property
    def total(self) -> int:
        """Thrown now and inside before."""
        return cubes_of(self.question.answers[0]) + self.more

    @property
    def before(self) -> int:
        return self.total - self.thrown

    @property
    def inside(self) -> int:
        return self.total - sum(self.landed)

    @property
    def running(self) -> bool:
        return self.stage in RUNNING

    @property
    def editable(self) -> bool:
        return self.stage in ("unsure", "hand")

    def heard(self, outlet: int) -> RunningDrop:
        """A beam was broken."""
        stage = "listening" if self.stage == "shaking" else self.stage
        return self._replace(stage=stage, lit=_more(self.lit, outlet, 1))

    def early_was(self, throw: bool) -> RunningDrop:
        """What fell early was the throw, or something else."""
        drop = self._replace(stage="listening", early=())
        return reduce(RunningDrop.heard, self.early, drop) if throw else drop

    def changed(self, place: int, by: int) -> RunningDrop:
        """One cube more or fewer on a place; never more cubes than there are."""
        if self.landed[place] + by < 0 or self.inside < by:
            return self
        return self._replace(landed=_more(self.landed, place, by), touched=True)

    def thrown_by(self, by: int) -> RunningDrop:
        """One more was thrown than they believed, or one of those that are missing was not."""
        if not 1 <= self.thrown + by <= self.most or self.inside + by < 0:
            return self
        return self._replace(more=self.more + by, touched=True)

    def more_in(self, answer: Input) -> int:
        """By how many cubes an answer has more than were asked for, or fewer."""
        return cubes_of(answer) - cubes_of(self.question.answers[0])

    @property
    def settled(self) -> bool:
        """Somebody set it right and every cube has its place: there is nothing left to ask."""
        return self.editable and self.touched and self.inside == 0

    @property
    def answer(self) -> Input:
        return self.question.answers[0]._replace(landed=self.landed, inside=self.inside)


def cubes_of(answer: Input) -> int:
    """All that an answer tells of."""
    return int(sum(answer.landed)) + int(answer.inside)


def _more(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
