"""The position of a game: every piece on the table, and what is being done.

May import: the contract, the pieces and the setting. A state is copied once per `apply`, changed while the
rules run, and never again once it is returned: lists are this state's own, everything in them is immutable.

The deck has no hidden order: it is its known top cards, an unordered rest and its known bottom cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Any

from companion.engine import saved_state
from companion.engine.game import Outcome, Plain, Question
from companion.engine.steps import Step

from .pieces import BEBEBOTS, CARDS, FACTORY, MODELS, ORDER, Model, Row, in_order
from .setting import Setting


class State:
    __slots__ = (
        "acquired",
        "agenda",
        "asked",
        "battery",
        "born",
        "bottom",
        "crews",
        "damage",
        "discard",
        "factory",
        "gone",
        "interference",
        "learned",
        "left",
        "levels",
        "limbots",
        "looked",
        "microbots",
        "outcome",
        "pile",
        "pool",
        "prepared",
        "removed",
        "rest",
        "rows",
        "seat",
        "setting",
        "spent",
        "spins",
        "strangers",
        "support",
        "top",
        "turn",
        "unseen",
        "vacation",
        "valves",
        "xp",
    )

    setting: Setting
    turn: int
    """0 during setup."""
    seat: int
    """Whose turn it is."""
    agenda: list[Any]
    """What is being done, the running step last."""
    rows: list[Row]
    """Platform, flash and stock."""
    discard: Row
    top: Row
    """Known cards on top of the deck, the topmost first."""
    rest: Row
    """The rest of the deck, in no order. Bébébots are among them."""
    bottom: Row
    """Known cards below the rest, the lowest last."""
    strangers: int
    """Cards of the rest that must be elsewhere, because more robots of a kind turned up than the box has."""
    looked: Row
    """Cards that were looked at and are not put back yet."""
    battery: bool
    """Charged."""
    levels: list[int]
    """By model, 1 to 5."""
    valves: int
    """In the reserve; the others are in the forge [CY-COMP-09]."""
    support: tuple[str, ...]
    factory: list[str]
    """Five places in line; empty where no machine lies. For two players the ends are individual."""
    prepared: list[bool]
    left: list[int]
    """Machines in the deck, by tier."""
    unseen: list[tuple[str, ...]]
    """By tier: machines that are in the deck, or were removed unseen [CY-MULTI-02]."""
    xp: int
    """Every machine of the pile counts 1, so which ones lie there makes no difference [CY-UPGRADE-03]."""
    removed: int
    """Machines that left the game."""
    gone: int
    """Machines that left the factory this turn [CY-REPAIR-06]."""
    spins: int
    """Recoveries to a row since anything else was done [CY-CYCLO-06]."""
    limbots: tuple[str, ...]
    """Models whose bébébot is not made yet."""
    born: tuple[str, ...]
    crews: list[Row]
    vacation: list[bool]
    damage: int
    microbots: list[str]
    """On the machines; empty where there is none."""
    pile: tuple[str, ...]
    spent: tuple[str, ...]
    acquired: tuple[str, ...]
    interference: list[int]
    """Tokens under each figurine, face down."""
    pool: tuple[str, ...]
    """What those tokens show, in no order."""
    learned: tuple[str, ...]
    """Machines that turned up and that the box does not have."""
    outcome: Outcome | None
    asked: tuple[Question, ...]
    """Follows from the rest; kept so that it is worked out once."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.acquired = self.acquired
        new.agenda = self.agenda[:]
        new.asked = self.asked
        new.battery = self.battery
        new.born = self.born
        new.bottom = self.bottom
        new.crews = self.crews[:]
        new.damage = self.damage
        new.discard = self.discard
        new.factory = self.factory[:]
        new.gone = self.gone
        new.interference = self.interference[:]
        new.learned = self.learned
        new.left = self.left[:]
        new.levels = self.levels[:]
        new.limbots = self.limbots
        new.looked = self.looked
        new.microbots = self.microbots[:]
        new.outcome = self.outcome
        new.pile = self.pile
        new.pool = self.pool
        new.prepared = self.prepared[:]
        new.removed = self.removed
        new.rest = self.rest
        new.rows = self.rows[:]
        new.seat = self.seat
        new.setting = self.setting
        new.spent = self.spent
        new.spins = self.spins
        new.strangers = self.strangers
        new.support = self.support
        new.top = self.top
        new.turn = self.turn
        new.unseen = self.unseen[:]
        new.vacation = self.vacation[:]
        new.valves = self.valves
        new.xp = self.xp
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and saved_state.dump(self) == saved_state.dump(other)

    __hash__ = None  # type: ignore[assignment]  # a state holds lists; positions are compared, never looked up


def empty(setting: Setting) -> State:
    """Everything in the box: levels I, battery charged, no card turned up, no expansion set up."""
    s = State.__new__(State)
    s.setting = setting
    s.turn, s.seat, s.agenda = 0, 0, []
    s.rows, s.discard, s.looked = [(), (), ()], (), ()
    s.top, s.rest, s.bottom, s.strangers = (), setting.robots, (), 0
    s.battery, s.levels, s.valves, s.support = True, [1] * len(MODELS), 1, ()
    s.factory, s.prepared, s.microbots = [""] * FACTORY, [False] * FACTORY, [""] * FACTORY
    s.left, s.unseen = list(setting.tiers), list(setting.machines)
    s.xp, s.removed, s.gone, s.spins = 0, 0, 0, 0
    s.limbots, s.born, s.crews, s.vacation, s.damage = (), (), [], [], 0
    s.pile, s.spent, s.acquired = (), (), ()
    s.interference, s.pool, s.learned = [0] * len(MODELS), (), ()
    s.outcome, s.asked = None, ()
    return s


# -- reading a position -----------------------------------------------------------------------------------


def models_of(s: State) -> tuple[Model, ...]:
    """As the box of this game names and draws them."""
    return s.setting.models


def unknown(s: State) -> int:
    """Cards of the deck whose place in it is not known."""
    return len(s.rest) - s.strangers


def deck(s: State) -> int:
    return len(s.top) + unknown(s) + len(s.bottom)


def babies(s: State) -> int:
    """Bébébots in the deck: made and not yet born."""
    if "bebebots" not in s.setting.expansions:
        return 0
    return len(s.setting.bebebots) - len(s.limbots) - len(s.born) - sum(card in BEBEBOTS for card in s.looked)


def machines_left(s: State) -> int:
    """In the deck."""
    return sum(s.left)


def in_factory(s: State) -> int:
    return FACTORY - s.factory.count("")


def level(s: State, model: str) -> int:
    return s.levels[MODELS.index(model)]


def seen(s: State) -> Counter[str]:
    """Every card of the deck's kind whose place is known."""
    cards = Counter((*s.discard, *s.top, *s.bottom, *s.looked))
    for place in (*s.rows, *s.crews):
        cards.update(place)
    cards.update(f"bebe-{model}" for model in (*s.limbots, *s.born))
    return cards


def all_cards(s: State) -> tuple[str, ...]:
    if "bebebots" in s.setting.expansions:
        return (*s.setting.robots, *s.setting.bebebots)
    return s.setting.robots


def deck_cards(s: State) -> Container[str]:
    """Whatever may turn up in the deck; a bébébot only where they are played with [CY-BEBE-01]."""
    return ORDER if "bebebots" in s.setting.expansions else CARDS


def unsee(s: State) -> None:
    """Works out the unordered rest anew: whatever the box has and nobody has seen. After a card turned up
    that should not be there, or after a correction by hand."""
    known = seen(s)
    cards = Counter(all_cards(s))
    s.rest = in_order((cards - known).elements())
    s.strangers = (known - cards).total()


def load(data: Plain, setting: Setting, step: type[Step[Any]]) -> State:
    """The position that `saving.dump` wrote; what it asks is still to be worked out."""
    s = State.__new__(State)
    saved_state.load(s, {"agenda": data.get("steps"), **data}, step)  # `steps` until 0.1
    s.setting, s.asked = setting, ()
    return s
