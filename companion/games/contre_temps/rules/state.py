"""The position of a game: every piece on the table, and whose answers are still owed.

May import: the contract, the pieces and the setting. A state is copied once per `apply`, changed while the
rules run, and never again once it is returned: lists are this state's own, everything in them is immutable.
Events are kept by token number, never by place on the line [CT-PARADOX-11]; index 0 is the constant's place.
"""

from __future__ import annotations

from typing import Any

from companion.engine import saved_state
from companion.engine.game import Outcome, Plain, Question
from companion.engine.steps import Step

from .pieces import DISCS, NOBODY, TOKENS, Pieces
from .setting import Setting

PHASES = ("dealer", "deal", "constant", "token", "play", "bid", "move", "over")


class State:
    __slots__ = (
        "agenda",
        "asked",
        "bids",
        "commits",
        "constant",
        "control",
        "dealer",
        "deck",
        "discards",
        "energy",
        "hands",
        "lead",
        "line",
        "marker",
        "order",
        "outcome",
        "owing",
        "pawns",
        "played",
        "present",
        "queue",
        "round",
        "setting",
        "stack",
        "standing",
        "voids",
    )

    setting: Setting
    agenda: list[Any]
    """The running phase."""
    round: int
    """0 during setup."""
    dealer: int
    marker: int
    """Who has the first-player marker; it never moves [CT-SETUP-13]."""
    deck: tuple[str, ...]
    """Cards that the companion has not seen, in no order: what is left of the deck, and at a real table what
    is in the players' hands besides."""
    hands: list[tuple[str, ...]]
    constant: str
    """Empty: the line is unstable, or the constant is not turned up yet."""
    line: tuple[int, ...]
    """The tokens from the constant on, always ascending [CT-LINE-01, CT-PARADOX-04]."""
    present: int
    stack: tuple[int, ...]
    """Tokens still to come. Classic: in this order; in Paradox mode the order is hidden, so it has none."""
    lead: list[str]
    standing: list[str]
    control: list[int]
    """By token: the upright card, the card sideways on top of it, whose disc."""
    pawns: list[int]
    energy: list[int]
    discards: tuple[str, ...]
    voids: list[tuple[str, ...]]
    """Suits that a player was seen not to follow [CT-FOLLOW-09]."""
    queue: tuple[int, ...]
    """Places still to be resolved in this round, the running one first; 0 is the constant, and the last."""
    order: tuple[int, ...]
    """Seats whose card or crystals are still owed: in turn at an event, in any order when in secret."""
    owing: tuple[int, ...]
    """Seats that have not put down a card in this round's Resolution yet."""
    played: tuple[tuple[int, str], ...]
    """Cards just played at the running event."""
    bids: list[str]
    commits: list[tuple[int, int] | None]
    outcome: Outcome | None
    asked: tuple[Question, ...]
    """Follows from the rest; kept so that it is worked out once."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.setting = self.setting
        new.agenda = self.agenda[:]
        new.round = self.round
        new.dealer = self.dealer
        new.marker = self.marker
        new.deck = self.deck
        new.hands = self.hands[:]
        new.constant = self.constant
        new.line = self.line
        new.present = self.present
        new.stack = self.stack
        new.lead = self.lead[:]
        new.standing = self.standing[:]
        new.control = self.control[:]
        new.pawns = self.pawns[:]
        new.energy = self.energy[:]
        new.discards = self.discards
        new.voids = self.voids[:]
        new.queue = self.queue
        new.order = self.order
        new.owing = self.owing
        new.played = self.played
        new.bids = self.bids[:]
        new.commits = self.commits[:]
        new.outcome = self.outcome
        new.asked = self.asked
        return new

    @property
    def phase(self) -> str:
        """One of PHASES."""
        name: str = self.agenda[-1].name if self.agenda else "over"
        return name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and dump(self) == dump(other)

    __hash__ = None  # type: ignore[assignment]  # a state holds lists; positions are compared, never looked up


def empty(setting: Setting) -> State:
    """Everything in the box, the deck shuffled: no energy, no card, no disc on the line."""
    seats = setting.players
    s = State.__new__(State)
    s.setting = setting
    s.agenda, s.round, s.dealer, s.marker = [], 0, NOBODY, NOBODY
    s.deck, s.hands, s.constant = setting.deck, [()] * seats, ""
    s.line, s.present, s.stack = (), 0, TOKENS
    places = len(TOKENS) + 1
    s.lead, s.standing, s.control = [""] * places, [""] * places, [NOBODY] * places
    s.pawns, s.energy, s.voids = [0] * seats, [0] * seats, [()] * seats
    s.discards, s.queue, s.order, s.owing, s.played = (), (), (), (), ()
    s.bids, s.commits = [""] * seats, [None] * seats
    s.outcome, s.asked = None, ()
    return s


def pieces_of(s: State) -> Pieces:
    """What the box of this game names and draws."""
    return s.setting.pieces


def discs_on_line(s: State, seat: int) -> int:
    return s.control.count(seat)


def discs_on_card(s: State, seat: int) -> int:
    """The rest of the three; never stored, so it cannot disagree with the line [CT-CONTROL-04]."""
    return DISCS - s.control.count(seat)


def dump(s: State) -> dict[str, Plain]:
    """As JSON data: what is left to do is the running phase, and is called so."""
    data = saved_state.dump(s)
    del data["agenda"]
    return {**data, "phase": s.phase}


def load(data: Plain, setting: Setting, step: type[Step[Any]]) -> State:
    """The position that `dump` wrote; what it asks is still to be worked out."""
    saved_state.must_be_known([("phase", [data["phase"]], PHASES)])
    s = State.__new__(State)
    data = {"owing": list(setting.seats), **data}  # not yet in 0.1
    saved_state.load(s, {**data, "agenda": [[data["phase"]]] if data["phase"] != "over" else []}, step)
    s.setting, s.asked = setting, ()
    return s
