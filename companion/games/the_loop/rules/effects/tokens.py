"""Effects on duplicates: push, pull, destroy, generate [TERM-15 … TERM-17, TERM-24, EFF-06, EFF-09, EFF-14].

May import: this game.
"""

from __future__ import annotations

from companion.games.the_loop.rules import duplicates
from companion.games.the_loop.rules.agenda import Out, Step, does, pick
from companion.games.the_loop.rules.eras import ADJACENT
from companion.games.the_loop.rules.state import State, duplicates_on

from .places import at


def _times(s: State, n: int, step: Step) -> None:
    s.agenda.extend([step] * n)


@does("push")
def push(s: State, out: Out, n: int, place: str) -> None:
    at(s, place, ("push-from", n))


@does("push-from")
def push_from(s: State, out: Out, n: int, era: int) -> None:
    _times(s, n, ("push-one", era))  # each may go elsewhere [EFF-06]


@does("push-one")
def push_one(s: State, out: Out, era: int) -> None:
    """Choose one there [DUP-07] and move it to a neighbour of its era [TERM-15]."""
    pick(s, "duplicate", duplicates_on(s, era), ("push-it",))


@does("push-it")
def push_it(s: State, out: Out, token: str) -> None:
    if token in s.dups:
        pick(s, "era", ADJACENT[s.dups[token]], ("send", token))


@does("send")
def send(s: State, out: Out, token: str, era: int) -> None:
    s.sent = era  # what follows applies there even if it was destroyed by it [EFF-14]
    duplicates.move(s, out, token, era)


@does("pull")
def pull(s: State, out: Out, n: int) -> None:
    _times(s, n, ("pull-one",))  # they may come from different eras [EFF-09]


@does("pull-one")
def pull_one(s: State, out: Out) -> None:
    """One from a neighbouring era comes to yours [TERM-16]."""
    near = ADJACENT[s.pawns[s.actor]]
    pick(s, "duplicate", tuple([token for token, era in s.dups.items() if era in near]), ("pull-it",))


@does("pull-it")
def pull_it(s: State, out: Out, token: str) -> None:
    duplicates.move(s, out, token, s.pawns[s.actor])


@does("destroy-duplicate")
def destroy_duplicate(s: State, out: Out, n: int, place: str) -> None:
    at(s, place, ("destroy-from", n))


@does("destroy-from")
def destroy_from(s: State, out: Out, n: int, era: int) -> None:
    _times(s, n, ("destroy-one", era))  # one after the other, so the order is chosen [EFF-01, DUP-04]


@does("destroy-one")
def destroy_one(s: State, out: Out, era: int) -> None:
    pick(s, "duplicate", s.setting.mode.destroyable(s, duplicates_on(s, era)), ("destroy-it",))  # TERM-17


@does("destroy-it")
def destroy_it(s: State, out: Out, token: str) -> None:
    duplicates.destroy(s, out, token)


@does("generate")
def generate(s: State, out: Out, n: int, place: str | None) -> None:
    """On their own eras [TERM-24], unless the effect fixes another."""
    if place is None:
        s.agenda.append(("draw-duplicates", n, None))
    else:
        at(s, place, ("draw-duplicates", n))
