"""The agenda: what is still to be resolved, as a stack of plain steps, and the loop that works it off.

May import: the contract, state and happenings of this game. A step is a tuple: an operation and its
arguments. A *doing* step changes the state and may put further steps on top. An *asking* step makes a
question; the loop stops there until it is answered, unless only one answer is possible. Because steps are
data, a half-resolved effect can be saved, undone and shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.engine.game import TEAM, Happening, Input, Outcome, Owner, Question, Refusal, Source

from .happenings import GameLost, GameWon
from .inputs import PICKS
from .state import State

Out: TypeAlias = list[Happening]
Step: TypeAlias = tuple[Any, ...]

DO: dict[str, Callable[..., None]] = {}
ASK: dict[str, Callable[..., Question]] = {}
ANSWER: dict[str, Callable[..., None]] = {}
ACCEPT: dict[str, Callable[..., Refusal | None]] = {}


class Over(Exception):  # not an error: the game ends here and nothing after it is resolved [TURN-03]
    pass


def does(op: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Marks `(state, out, *args)` as what a doing step does."""

    def mark(function: Callable[..., None]) -> Callable[..., None]:
        DO[op] = function
        return function

    return mark


def asks(op: str) -> Callable[[Callable[..., Question]], Callable[..., Question]]:
    """Marks `(state, *args) -> Question` as what an asking step asks."""

    def mark(function: Callable[..., Question]) -> Callable[..., Question]:
        ASK[op] = function
        return function

    return mark


def answers(op: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Marks `(state, out, given, *args)` as what happens on the answer to an asking step."""

    def mark(function: Callable[..., None]) -> Callable[..., None]:
        ANSWER[op] = function
        return function

    return mark


def accepts(op: str) -> Callable[[Callable[..., Refusal | None]], Callable[..., Refusal | None]]:
    """Marks `(state, given, source, *args)`: why an answer that is not listed is refused, or None if it is
    not."""

    def mark(function: Callable[..., Refusal | None]) -> Callable[..., Refusal | None]:
        ACCEPT[op] = function
        return function

    return mark


def advance(s: State, out: Out) -> None:
    """Works the agenda off up to the next real question."""
    agenda = s.agenda
    try:
        while agenda:
            step = agenda[-1]
            do = DO.get(step[0])
            if do is not None:
                agenda.pop()
                do(s, out, *step[1:])
                continue
            question = ASK[step[0]](s, *step[1:])
            if len(question.answers) > 1 or question.open:
                s.question = question
                return
            agenda.pop()
            if question.answers:
                ANSWER[step[0]](s, out, question.answers[0], *step[1:])
    except Over:
        agenda.clear()
    s.question = None


def answer(s: State, out: Out, given: Input) -> None:
    """Takes the answer to the asking step on top of the agenda and goes on."""
    step = s.agenda.pop()
    try:
        ANSWER[step[0]](s, out, given, *step[1:])
    except Over:
        s.agenda.clear()
        s.question = None
        return
    advance(s, out)


def ask_again(s: State) -> None:
    """Works the open question out anew on a loaded or corrected position, and does nothing else.

    Where a correction leaves nothing to ask, somebody first says that play goes on: no rule runs by itself.
    """
    if not s.agenda:
        s.question = None
        return
    s.question = ASK[s.agenda[-1][0]](s, *s.agenda[-1][1:]) if s.agenda[-1][0] in ASK else None
    if s.question is None or not (s.question.answers or s.question.open):
        s.agenda.append(("go-on",))
        s.question = _go_on(s)


@asks("go-on")
def _go_on(s: State) -> Question:
    return Question("go-on", TEAM, (PICKS["option"](1),))


@answers("go-on")
def _gone_on(s: State, out: Out, given: Input) -> None:
    """Play goes on with the step below."""


def refusal(s: State, given: Input, source: Source) -> Refusal | None:
    """Why this answer to the open question is refused, or None."""
    step = s.agenda[-1]
    accept = ACCEPT.get(step[0])
    if accept is None:
        return Refusal("not-an-answer", "ACT-02", (("question", s.question.id if s.question else ""),))
    return accept(s, given, source, *step[1:])


def win(s: State, out: Out, rule: str) -> None:
    s.outcome = Outcome("won", "won-" + rule, rule)
    out.append(GameWon(rule))
    raise Over


def lose(s: State, out: Out, rule: str) -> None:
    s.outcome = Outcome("lost", "lost-" + rule, rule)
    out.append(GameLost(rule))
    raise Over


# -- choices ----------------------------------------------------------------------------------------------


def pick(s: State, what: str, candidates: tuple[Any, ...], then: Step, owner: Owner | None = None) -> None:
    """Lets somebody choose one candidate; `then` follows with the choice as its last argument.

    No candidate: nothing happens, for effects apply as far as possible [ACT-09]. One: it is not asked.
    """
    if what == "duplicate":  # a position decides the order of its answers, whatever led to it
        candidates = tuple(sorted(candidates, key=_none_last))
    if len(candidates) == 1:
        s.agenda.append((*then, candidates[0]))
    elif candidates:
        s.agenda.append(("pick", what, candidates, then, seat_of(s, s.actor) if owner is None else owner))


def _none_last(token: str) -> tuple[bool, str]:
    return token == "", token


def seat_of(s: State, agent: int) -> int:
    """In solo one person decides for every agent."""
    return 0 if s.setting.solo else agent


@asks("pick")
def _pick(s: State, what: str, candidates: tuple[Any, ...], then: Step, owner: Owner) -> Question:
    if what == "duplicate":  # a correction by hand may have taken one away in the meantime
        candidates = tuple([token for token in candidates if token == "" or token in s.dups])
    choice = PICKS[what]
    about: tuple[tuple[str, Any], ...] = (("for", then[0]), ("card", s.running[-1] if s.running else ""))
    if then[0] in ("chosen", "if-wanted"):
        about += (("effect", then[1]),)  # the sides of an "or", or what one can do, to be told in words
    return Question(
        "pick-" + what, owner, tuple([choice(candidate) for candidate in candidates]), about=about
    )


@answers("pick")
def _picked(
    s: State, out: Out, given: Input, what: str, candidates: tuple[Any, ...], then: Step, owner: Owner
) -> None:
    s.agenda.append((*then, given[0]))
