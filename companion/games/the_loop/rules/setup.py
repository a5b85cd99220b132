"""Setting up the table, in the order of SETUP-21 with the hooks of the modes.

May import: the contract and this game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.game import CHANCE, Question
from companion.engine.steps import slotted

from . import solo
from .decks import DrawCards, MakeAvailable
from .duplicates import DrawDuplicates
from .eras import ERAS
from .foo import foo_cards
from .happenings import EnergyAdded
from .inputs import FirstPlayer, FooRevealed
from .missions import RevealMissions, TurnTile
from .state import HAND, State, empty
from .steps import Ask, Out, Step
from .turn import BeginTurn
from .vortexes import place_first_rift

if TYPE_CHECKING:
    from .setting import Setting


def start(setting: Setting) -> State:
    """All pieces in place that need no chance; the agenda asks for the rest."""
    s = empty(setting)
    mode, box = setting.mode, setting.box
    mode.start_pieces(s)
    s.agenda += reversed(
        (
            RevealFooSetup(2),  # SETUP-12
            *mode.after_first_missions(s),
            FirstEnergy(),  # SETUP-13, SETUP-14
            *mode.before_duplicates(s),
            DrawDuplicates(
                box.setup_duplicates[setting.players] + mode.extra_duplicates(s),
                None,
            ),  # SETUP-15
            MakeAvailable(box.setup_cards[setting.players], False),  # SETUP-16
            *mode.before_hands(s),
            *(solo.first_steps() if setting.solo else first_hands(setting)),
            BeginTurn(),
        )
    )
    return s


def first_hands(setting: Setting) -> tuple[Step, ...]:
    """Every player draws three cards; then the first player is chosen at random [SETUP-17, SETUP-18]."""
    return (*(DrawCards(HAND, agent) for agent in range(len(setting.agents))), DrawFirstPlayer())


@slotted
class RevealFooSetup(Step, name="reveal-foo-setup"):
    """A Foo card for a rift and a mission [SETUP-12]; the same cards are drawn as in play."""

    cards: int

    def do(self, s: State, out: Out) -> None:
        if self.cards:
            s.agenda += (RevealFooSetup(self.cards - 1), FirstRift())
        elif s.setting.rules >= 2:
            s.agenda.append(RevealMissions())  # a correction may have turned one back [MISSION-01]


@slotted
class FirstRift(Ask[FooRevealed], name="first-rift"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return foo_cards(s)

    def answer(self, s: State, out: Out, given: FooRevealed) -> None:
        s.seen += (given.era,)
        place_first_rift(s, out, given.era)
        s.agenda.append(TurnTile(given.era))


@slotted
class FirstEnergy(Step, name="first-energy"):
    """One energy on each era without a first rift; the Foo cards go back [SETUP-13, SETUP-14]."""

    def do(self, s: State, out: Out) -> None:
        for era in ERAS:
            if era not in s.seen[:2] and not s.setting.light:
                s.energy[era] += 1
                out.append(EnergyAdded(era, 1))
        s.seen = ()


@slotted
class DrawFirstPlayer(Ask[FirstPlayer], name="first-player"):
    def ask(self, s: State) -> tuple[Question, ...]:
        agents = range(len(s.setting.agents))
        return (Question("first-player", CHANCE, tuple(map(FirstPlayer, agents)), stream="first"),)

    def answer(self, s: State, out: Out, given: FirstPlayer) -> None:
        s.active = given.agent
