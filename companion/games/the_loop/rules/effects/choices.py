"""Or, you can, if: the joints between the parts of an effect [TERM-02, TERM-03, EFF-17].

May import: this game.
"""

from __future__ import annotations

from companion.engine.game import TEAM
from companion.games.the_loop.rules.agenda import Out, does, pick
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.vocabulary import Effect

from .places import others, places
from .running import apply_effect


@does("choose")
def choose(s: State, out: Out, options: tuple[Effect, ...]) -> None:
    """Exactly one of them [TERM-02], also one that cannot be done [AMB-53]."""
    pick(s, "option", tuple(range(len(options))), ("chosen", options))


@does("chosen")
def chosen(s: State, out: Out, options: tuple[Effect, ...], option: int) -> None:
    s.agenda.extend(reversed(options[option]))


@does("optional")
def optional(s: State, out: Out, effect: Effect) -> None:
    """You can [TERM-03]."""
    pick(s, "option", (1, 0), ("if-wanted", effect))


@does("if-wanted")
def if_wanted(s: State, out: Out, effect: Effect, wanted: int) -> None:
    if wanted:
        s.agenda.extend(reversed(effect))


@does("by-one-agent")
def by_one_agent(s: State, out: Out, effect: Effect) -> None:
    """One player applies it; the team chooses which [UMC-02]."""
    pick(s, "agent", tuple(range(len(s.pawns))), ("by-this-agent", effect), TEAM)


@does("by-this-agent")
def by_this_agent(s: State, out: Out, effect: Effect, agent: int) -> None:
    apply_effect(s, agent, "", effect)


@does("if-agent")
def if_agent(s: State, out: Out, effect: Effect, place: str) -> None:
    """Another agent there is enough; more do not multiply it [EFF-17]."""
    there = places(s, place)
    if any(s.pawns[agent] in there for agent in others(s)):
        s.agenda.extend(reversed(effect))
