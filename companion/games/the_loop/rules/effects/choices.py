"""Or, you can, if: the joints between the parts of an effect [TERM-02, TERM-03, EFF-17].

May import: this game.
"""

from __future__ import annotations

from companion.engine.game import TEAM
from companion.engine.steps import slotted
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.rules.steps import OPEN, Out, Step, pick
from companion.games.the_loop.rules.vocabulary import Effect

from .apply import apply_effect, steps_of
from .places import others, places


@slotted
class Choose(Step, name="choose"):
    """Exactly one of them [TERM-02], also one that cannot be done [AMB-53]."""

    options: tuple[Effect, ...]

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "option", tuple(range(len(self.options))), Chosen(self.options))


@slotted
class Chosen(Step, name="chosen"):
    options: tuple[Effect, ...]
    option: int = OPEN

    def do(self, s: State, out: Out) -> None:
        s.agenda.extend(steps_of(self.options[self.option]))


@slotted
class Optional(Step, name="optional"):
    """You can [TERM-03]."""

    effect: Effect

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "option", (1, 0), IfWanted(self.effect))


@slotted
class IfWanted(Step, name="if-wanted"):
    effect: Effect
    wanted: int = OPEN

    def do(self, s: State, out: Out) -> None:
        if self.wanted:
            s.agenda.extend(steps_of(self.effect))


@slotted
class ByOneAgent(Step, name="by-one-agent"):
    """One player applies it; the team chooses which [UMC-02]."""

    effect: Effect

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "agent", tuple(range(len(s.pawns))), ByThisAgent(self.effect), TEAM)


@slotted
class ByThisAgent(Step, name="by-this-agent"):
    effect: Effect
    agent: int = OPEN

    def do(self, s: State, out: Out) -> None:
        apply_effect(s, self.agent, "", self.effect)


@slotted
class IfAgent(Step, name="if-agent"):
    """Another agent there is enough; more do not multiply it [EFF-17]."""

    effect: Effect
    place: str

    def do(self, s: State, out: Out) -> None:
        there = places(s, self.place)
        if any(s.pawns[agent] in there for agent in others(s)):
            s.agenda.extend(steps_of(self.effect))
