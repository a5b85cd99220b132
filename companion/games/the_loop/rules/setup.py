"""Setting up the table, in the order of SETUP-21 with the hooks of the modes.

May import: the contract and this game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.game import CHANCE, Input, Question

from . import solo
from .agenda import Out, Step, answers, asks, does
from .eras import ERAS
from .foo import foo_cards
from .happenings import EnergyAdded, RiftsPlaced
from .inputs import FirstPlayer
from .state import HAND, State, empty

if TYPE_CHECKING:
    from .setting import Setting


def start(setting: Setting) -> State:
    """All pieces in place that need no chance; the agenda asks for the rest."""
    s = empty(setting)
    mode, box = setting.mode, setting.box
    mode.start_pieces(s)
    s.agenda += reversed(
        (
            ("reveal-foo-setup", 2),  # SETUP-12
            *mode.after_first_missions(s),
            ("first-energy",),  # SETUP-13, SETUP-14
            *mode.before_duplicates(s),
            (
                "draw-duplicates",
                box.setup_duplicates[setting.players] + mode.extra_duplicates(s),
                None,
            ),  # SETUP-15
            ("make-available", box.setup_cards[setting.players], False),  # SETUP-16
            *mode.before_hands(s),
            *(solo.first_steps() if setting.solo else first_hands(setting)),
            ("begin-turn",),
        )
    )
    return s


def first_hands(setting: Setting) -> tuple[Step, ...]:
    """Every player draws three cards; then the first player is chosen at random [SETUP-17, SETUP-18]."""
    return (*(("draw-cards", HAND, agent) for agent in range(len(setting.agents))), ("first-player",))


@does("reveal-foo-setup")
def reveal_foo(s: State, out: Out, cards: int) -> None:
    """A Foo card for a rift and a mission [SETUP-12]; the same cards are drawn as in play."""
    if cards:
        s.agenda += (("reveal-foo-setup", cards - 1), ("first-rift",))


@asks("first-rift")
def _first_rift(s: State) -> Question:
    return foo_cards(s)


@answers("first-rift")
def _first_rift_placed(s: State, out: Out, given: Input) -> None:
    s.seen += (given.era,)
    s.rifts[given.era] += 1
    out.append(RiftsPlaced(given.era, 1))
    s.agenda.append(("turn-tile", given.era))


@does("first-energy")
def first_energy(s: State, out: Out) -> None:
    """One energy on each era without a first rift; the Foo cards go back [SETUP-13, SETUP-14]."""
    for era in ERAS:
        if era not in s.seen[:2]:
            s.energy[era] += 1
            out.append(EnergyAdded(era, 1))
    s.seen = ()


@asks("first-player")
def _first_player(s: State) -> Question:
    agents = range(len(s.setting.agents))
    return Question("first-player", CHANCE, tuple(map(FirstPlayer, agents)), stream="first")


@answers("first-player")
def _first_player_known(s: State, out: Out, given: Input) -> None:
    s.active = given.agent
