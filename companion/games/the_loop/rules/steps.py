"""The steps of this game: what is still to be resolved, what somebody chooses, and how a game ends.

May import: the engine, state and happenings of this game. Each chapter of the rules brings its own steps.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from companion.engine import steps
from companion.engine.game import TEAM, Outcome, Owner, Question, Refusal, Source
from companion.engine.steps import Over, slotted

from .happenings import ChoiceDropped, GameLost, GameWon, Happening
from .inputs import PICKS, PickOption
from .state import State

Out: TypeAlias = list[Happening]
Given = TypeVar("Given")
OPEN = -1
"""A number that is still to be chosen."""


class Step(steps.Step[State]):
    """One thing that is left to do."""

    __slots__ = ()
    kinds: ClassVar[dict[str, Any]] = {}

    def choose(self, choice: Any) -> Self:
        """Fills in what was chosen, its last field."""
        setattr(self, self.fields[-1], choice)
        return self


class Ask(Step, steps.Ask[State, Given], Generic[Given]):
    """A step that somebody or chance has to answer."""

    __slots__ = ()

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """Why an answer that is not listed is refused; None: it is taken."""
        return Refusal("not-an-answer", "ACT-02", (("question", s.asked[0].id if s.asked else ""),))


def ask_again(s: State, out: Out) -> None:
    """Asks anew in a corrected position, tells what can no longer be chosen, and does nothing else.

    Where a correction leaves nothing to ask, somebody first says that play goes on: no rule runs by itself.
    """
    AskAnew().do(s, out)
    ask(s)


def ask(s: State) -> None:
    """Works out the open question of a position that nobody has touched."""
    steps.ask(s)
    if s.agenda and not any(question.answers or question.open for question in s.asked):
        s.agenda.append(GoOn())
        s.asked = GoOn().ask(s)


@slotted
class AskAnew(Step, name="ask-anew"):
    """A surprise on top of all this is resolved: what is left to choose is asked from the table as it is."""

    def do(self, s: State, out: Out) -> None:
        before = s.agenda[-1] if s.agenda else None
        s.agenda[:] = [now for step in s.agenda if (now := step.anew(s)) is not None]
        if isinstance(before, Pick) and (not s.agenda or not isinstance(s.agenda[-1], Pick)):
            out.append(ChoiceDropped(s.running[-1] if s.running else ""))


@slotted
class GoOn(Ask[PickOption], name="go-on"):
    """Play goes on with the step below."""

    def ask(self, s: State) -> tuple[Question, ...]:
        return (Question("go-on", TEAM, (PICKS["option"](1),)),)


def win(s: State, out: Out, rule: str) -> None:
    s.outcome = Outcome("won", "won-" + rule, rule)
    out.append(GameWon(rule))
    raise Over  # [TURN-03]


def lose(s: State, out: Out, rule: str) -> None:
    s.outcome = Outcome("lost", "lost-" + rule, rule)
    out.append(GameLost(rule))
    raise Over  # [TURN-03]


# -- choices ----------------------------------------------------------------------------------------------


def pick(
    s: State,
    by: Step | None,
    what: str,
    candidates: tuple[Any, ...],
    then: Step,
    owner: Owner | None = None,
) -> None:
    """Lets somebody choose one candidate; `then` follows with the choice as its last field. `by` is the step
    that wants it: where the table changes meanwhile, it says anew what there is to choose.

    No candidate: nothing happens, for effects apply as far as possible [ACT-09]. One: it is not asked.
    """
    if what == "duplicate":  # a position decides the order of its answers, whatever led to it
        candidates = tuple(sorted(candidates, key=_none_last))
    if len(candidates) == 1:
        s.agenda.append(then.choose(candidates[0]))
    elif candidates:
        s.agenda.append(Pick(what, candidates, then, seat_of(s, s.actor) if owner is None else owner, by))


def _none_last(token: str) -> tuple[bool, str]:
    return token == "", token


def seat_of(s: State, agent: int) -> int:
    """In solo one person decides for every agent."""
    return 0 if s.setting.solo else agent


@slotted
class Pick(Ask[Any], name="pick"):
    """Somebody chooses one of several."""

    what: str
    candidates: tuple[Any, ...]
    then: Step
    owner: Owner
    by: Step | None = None

    def anew(self, s: State) -> Pick | None:
        """The same choice as it would be offered now; None: there is nothing left to choose."""
        if self.by is None or s.setting.rules < 2:
            return self
        probe = s.copy()
        probe.agenda = []
        self.by.copy().do(probe, [])
        last = probe.agenda[-1] if probe.agenda else None
        if isinstance(last, Pick):
            return last
        if type(last) is type(self.then):  # one candidate: somebody still says so, no rule runs by itself
            owner = seat_of(s, s.actor) if isinstance(self.owner, int) else self.owner
            return Pick(self.what, (getattr(last, last.fields[-1]),), self.then, owner, self.by)
        return None

    def ask(self, s: State) -> tuple[Question, ...]:
        candidates, then = self.candidates, self.then
        if self.what == "duplicate":  # a correction by hand may have taken one away in the meantime
            candidates = tuple([token for token in candidates if token == "" or token in s.dups])
        choice = PICKS[self.what]
        about: tuple[tuple[str, Any], ...] = (
            ("for", then.name),
            ("card", s.running[-1] if s.running else ""),
        )
        if then.name in ("chosen", "if-wanted"):
            about += (("effect", then.plain()[1]),)  # the sides of an "or", or what one can do, to be told
        if then.name == "give-bonus":
            about += (("agent", then.plain()[1]),)  # who gets it [BONUS-02]
        answers = tuple([choice(candidate) for candidate in candidates])
        return (Question("pick-" + self.what, self.owner, answers, about=about),)

    def answer(self, s: State, out: Out, given: Any) -> None:
        s.agenda.append(self.then.copy().choose(given[0]))

    @classmethod
    def restored(cls, *fields: Any) -> Pick:
        what, candidates, then, owner, *by = fields
        return cls(what, candidates, Step.read(then), owner, Step.read(by[0]) if by and by[0] else None)
