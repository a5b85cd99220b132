"""What is left to do, as a stack of steps, and the loop that works it off.

May import: the terms and plain data. Knows no game.

A step is plain data with a function: `@slotted class DrawCards(Step, name="draw-cards")`. It is saved as a
list that begins with its name, so that a half-resolved effect can be saved, undone and shown. The step on top
of the stack is next: it leaves the stack, and what it does may put others there, itself again among them. An
asking step tells what it asks, from the position as it stands; where somebody has a choice the loop stops
until it is answered. Where nobody has, it does what it does unasked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, dataclass_transform

from .phrases import Unreadable
from .plain_data import Plain, freeze
from .terms import Outcome, Question


class Position(Protocol):
    """What the loop needs of a state."""

    agenda: list[Any]
    """What is left to do, the next step last."""
    asked: tuple[Question, ...]
    """Follows from the agenda; kept so that it is worked out once."""
    outcome: Outcome | None


S = TypeVar("S", bound=Position)
A = TypeVar("A")
T = TypeVar("T")
Out = list[Any]


@dataclass_transform()
def slotted(cls: type[T]) -> type[T]:
    """A dataclass with slots and nothing else: as quick to make as it can be."""
    fields = "__annotations__" in cls.__dict__
    return dataclass(slots=True, init=fields, eq=False, repr=False, match_args=False)(cls)


class Over(Exception):  # not an error: the game ends here and nothing after it is resolved
    pass


class Step(Generic[S]):
    """One thing that is left to do. A game derives its own base from this one, with `kinds` of its own."""

    __slots__ = ()
    name: ClassVar[str] = ""
    """As it is saved; never changed."""
    kinds: ClassVar[dict[str, Any]]
    """All steps of a game by name."""
    fields: ClassVar[tuple[str, ...]] = ()
    asks: ClassVar[bool] = False

    def __init_subclass__(cls, name: str = "") -> None:
        super().__init_subclass__()
        if name:
            cls.name = name
        cls.fields = cls.__dict__.get("__slots__", ())
        if "name" in cls.__dict__:  # again for the class that `dataclass` makes anew, with slots
            cls.kinds[cls.name] = cls

    def do(self, s: S, out: Out) -> None:
        """What it does when nobody has to be asked."""

    def anew(self, s: S) -> Self | None:
        """What it is now that the table was changed by hand; None: what it was about is gone."""
        return self

    # -- plain data ----------------------------------------------------------------------------------------

    def plain(self) -> tuple[Any, ...]:
        """The name and the fields, in their order."""
        values = [getattr(self, field) for field in self.fields]
        return (self.name, *[value.plain() if isinstance(value, Step) else value for value in values])

    def copy(self) -> Self:
        """Another one with the same fields, which may be changed as long as it is on no agenda."""
        new = self.__class__.__new__(self.__class__)
        for field in self.fields:
            setattr(new, field, getattr(self, field))
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(self.plain())

    def __repr__(self) -> str:
        return repr(self.plain())

    @classmethod
    def read(cls, data: Plain) -> Any:
        """The step that `plain` wrote. Raises ValueError when it is none of this game's."""
        if not isinstance(data, list | tuple) or not data or data[0] not in cls.kinds:
            raise Unreadable("no-step", data)
        try:
            return cls.kinds[data[0]].restored(*map(freeze, data[1:]))
        except TypeError:
            raise Unreadable("other-step", data) from None

    @classmethod
    def restored(cls, *fields: Any) -> Self:
        return cls(*fields)


class Ask(Step[S], Generic[S, A]):
    """A step that asks before it does anything; generic in what answers it."""

    __slots__ = ()
    asks = True

    def ask(self, s: S) -> tuple[Question, ...]:
        """What must be answered now; nothing, or a question without an answer: it does what it does."""
        raise NotImplementedError

    def answer(self, s: S, out: Out, given: A) -> None:
        """What one answer does. The step has left the agenda: while others are awaited it goes back."""

    def waits(self, s: S, question: Question) -> bool:
        """Whether a question that has one possible answer, or none, is really put to somebody."""
        return False


def advance(s: Position, out: Out, forced: bool = True) -> None:
    """Works the agenda off up to the next real question, or to the end. What has one possible answer is given
    it at once, unless nothing is to be forced."""
    agenda = s.agenda
    try:
        while agenda and s.outcome is None:
            step = agenda[-1]
            if step.asks:
                asked = step.ask(s)
                for question in asked:
                    if len(question.answers) > 1 or question.open:
                        continue
                    if (forced or not question.answers) and not step.waits(s, question):
                        break
                else:
                    if asked:
                        s.asked = asked
                        return
                agenda.pop()
                if asked and question.answers:
                    step.answer(s, out, question.answers[0])
                    continue
            else:
                agenda.pop()
            step.do(s, out)
    except Over:
        agenda.clear()
    s.asked = ()


def answer(s: Position, out: Out, given: Any) -> None:
    """Takes an answer to the step on top of the agenda and goes on."""
    step = s.agenda.pop()
    try:
        step.answer(s, out, given)
    except Over:
        s.agenda.clear()
        s.asked = ()
        return
    advance(s, out)


def ask(s: Position) -> None:
    """Works out what is asked in a loaded or corrected position, and does nothing else."""
    step = s.agenda[-1] if s.agenda and s.outcome is None else None
    s.asked = step.ask(s) if step and step.asks else ()


def ask_anew(s: Position) -> None:
    """The table was changed by hand: every step that is left says what it is now, and the open question is
    asked from the position as it stands."""
    s.agenda = [now for step in s.agenda if (now := step.anew(s)) is not None]
    ask(s)
