"""One drop as the players see it: cubes that pass the outlets, and the answer that grows out of them.

May import: companion.engine, companion.tower; never Kivy. The cubes always add up: what lies on no era is
inside.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.engine import Input, Question
from companion.tower import TowerError

Stage = Literal["waiting", "turning", "listening", "shaking", "unsure", "hand", "lost"]
"""`waiting` for the tap that turns the tower; `lost`: it could not, and the players decide how to go on."""

RUNNING = ("turning", "listening", "shaking")


@dataclass
class Drop:
    question: Question
    stage: Stage
    lit: list[int] = field(default_factory=lambda: [0] * 7)
    """Beams broken so far, per outlet."""
    landed: list[int] = field(default_factory=lambda: [0] * 7)
    """The answer as it stands, for `unsure` and `hand`."""
    others: tuple[Input, ...] = ()
    """Further answers that what was heard allows, each one tap away."""
    reasons: tuple[str, ...] = ()
    """Why it is asked."""
    error: TowerError | None = None
    touched: bool = False
    """Somebody set the count right."""

    @property
    def thrown(self) -> int:
        return int(dict(self.question.about)["cubes"])

    @property
    def front(self) -> int:
        return int(dict(self.question.about)["era"])

    @property
    def total(self) -> int:
        """Thrown now and inside before."""
        first = self.question.answers[0]
        return int(sum(first.landed)) + int(first.inside)

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

    def change(self, era: int, by: int) -> None:
        """One cube more or fewer on an era; never more cubes than there are."""
        if self.landed[era] + by >= 0 and self.inside >= by:
            self.landed[era] += by
            self.touched = True

    @property
    def settled(self) -> bool:
        """Somebody set it right and every cube has its place: there is nothing left to ask."""
        return self.editable and self.touched and self.inside == 0

    @property
    def answer(self) -> Input:
        return self.question.answers[0]._replace(landed=tuple(self.landed), inside=self.inside)
