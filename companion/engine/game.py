"""The contract every game meets: what the journal, undo, terminal, bots and tablet may rely on.

May import: the terms, plain data and saving. Knows no game.

A game is a pure state machine. Its state awaits a *set* of questions; each is owned by a seat, by the team
or by chance, and lists its legal answers. An answer is an input; applying it gives a new state and the
happenings that tell what changed, or a refusal that names the rule and changes nothing. Results of chance
are inputs like any other, so the rules never call a generator and a journal replays exactly.

A small game writes what is its own: its name, inputs and happenings, `start`, `awaited`, `apply` and
`outcome`. Everything else has a default that holds for a game in which nothing is hidden, nothing is chosen
before it starts and nothing is corrected by hand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from . import saved_state
from .options import begun_with
from .phrases import Unreadable
from .plain_data import Plain, freeze, from_plain, thaw, to_plain
from .terms import (
    CHANCE,
    TEAM,
    Applied,
    Field,
    Finding,
    Forecast,
    H,
    Happening,
    I,
    Input,
    Name,
    Option,
    Outcome,
    Owner,
    Phrase,
    Question,
    Refusal,
    S,
    Source,
    State,
)

__all__ = [
    "CHANCE", "TEAM", "Applied", "Field", "Finding", "Forecast", "Game", "Happening", "Input", "Name",
    "Option", "Outcome", "Owner", "Phrase", "Plain", "Question", "Refusal", "Source", "State", "freeze",
    "from_plain", "thaw", "to_plain",
]  # fmt: skip


class Game(ABC, Generic[S, I, H]):
    """One game with one box of pieces. Instances are immutable."""

    name: ClassVar[str]
    """As typed on the command line."""
    version: ClassVar[int] = 1
    """Of the plain form of states and inputs."""
    rivals: ClassVar[bool] = False
    """Whether the seats play against each other; else they win or lose together."""
    inputs: ClassVar[Mapping[str, type]]
    happenings: ClassVar[Mapping[str, type]]
    marked: ClassVar[frozenset[str]] = frozenset()
    """Kinds of happenings whose place is worth counting over many games; `place_of` tells it."""
    places: ClassVar[int] = 0
    """How many such places there are."""
    cast: ClassVar[str] = ""
    """What those are called that people play, where they are pieces of the box with names of their own: the
    field of `label`, and with an s the key of `summary` that lists them."""
    position_type: ClassVar[Any] = None
    """The NamedTuple that is this game's state, where it writes no `dump` and `load` of its own."""

    def __init__(self, box: Plain = None) -> None:
        self.box: object = {} if box is None else box
        """The pieces it is played with, as plain data, for the header of a journal. What is read out of it a
        game reads once, into types of its own; what every box has, `box_editor.entries_of` gives anybody."""

    # -- before the game -----------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        return ()

    @abstractmethod
    def start(self, options: Mapping[str, Any]) -> S | Refusal:
        """The position before anything was drawn. Missing options take their defaults."""

    def begun(self, options: Mapping[str, Any]) -> S | Refusal:
        """The same for a game of which a journal tells; it may be older than some of the options."""
        return self.start(begun_with(self.options(), options))

    def chosen(self, state: S) -> Mapping[str, Any]:
        """The options this game was started with, defaults filled in."""
        return {option.id: option.default for option in self.options()}

    def seats(self, state: S) -> int:
        players: int = self.chosen(state).get("players", 1)
        return players

    # -- play ----------------------------------------------------------------------------------------------

    @abstractmethod
    def awaited(self, state: S) -> tuple[Question, ...]:
        """Empty only when the game is over."""

    @abstractmethod
    def apply(self, state: S, given: I, source: Source = "player") -> Applied[S, H] | Refusal: ...

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    def on_turn(self, state: S) -> Owner:
        """Whose turn it is, also while chance decides; the team's where they play at the same time."""
        return TEAM

    def place_of(self, happening: H) -> int:
        """Where one of the `marked` kinds happened."""
        raise NotImplementedError

    def summary(self, state: S) -> dict[str, Plain]:
        """What of this game is worth remembering when it is over, as plain data: how it was played, how it
        ended (`result`, `cause`; "" while it runs), and the figures of its course; `turns`: those that have
        begun, the one that is on among them."""
        ended = self.outcome(state)
        return {
            "players": self.seats(state),
            "result": ended.result if ended else "",
            "cause": ended.rule if ended else "",
        }

    def next_time(self, summary: Mapping[str, Plain]) -> dict[str, Plain]:
        """Options that the rules advise after a game that was summed up so."""
        return {}

    def estimate(self, state: S, seat: int) -> float:
        """How well this stands for a seat, higher is better. For bots; no rule depends on it."""
        return 0.0

    def forecast(self, state: S, shares: Sequence[float]) -> Forecast | None:
        """The threat of the next drop, for a tower with these shares per chute; None: nothing to forecast.
        Where the app draws the drops there is no tower: the shares are those that it draws with."""
        return None

    # -- what is shown -------------------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> Plain:
        """What that seat may know, as plain data; None: what everybody may know."""
        return self.dump(state)

    def secret(self, state: S, given: I, seat: int | None, now: S | None = None) -> bool:
        """Whether this input, given in this state, must be hidden from that seat; or still, in the later
        position `now`, by which it may have been revealed."""
        return False

    def may_read(self, state: S, question: Question, seat: int | None) -> bool:
        """Whether that seat may read the answers that this question lists; None: whether everybody may."""
        return True

    def imagine(self, state: S, seat: int, pick: Callable[[int], int]) -> S:
        """A position that looks to this seat as the true one does, with all that it may not know drawn anew
        by `pick(n)`, a number below n. It depends on the seat's view alone; without secrets it is the
        position itself. Bots think about such positions, never about the true one."""
        return state

    def label(self, state: S, field: str, value: Any) -> Name | str | None:
        """What a piece or place is called: label(s, "weather", "calm") → Name("piece.weather.calm"). A text
        stands for itself in every language; None: the field names no piece."""
        return None

    def differences(self, before: S, after: S) -> tuple[Phrase, ...]:
        """The physical steps that turn one table into the other: after an undo, what to put back."""
        return ()

    # -- the table is right --------------------------------------------------------------------------------

    def check(self, state: S) -> tuple[Finding, ...]:
        """What is physically impossible or due; empty for every position reached by the rules alone."""
        return ()

    def correctable(self, state: S) -> Iterable[Field]:
        return ()

    def correction(self, path: str, value: Plain) -> I:
        """The input that sets one field of the position by hand, as the journal gives it back: a list is a
        tuple, so that what happens is the same in a replay."""
        made: I = from_plain(self.inputs, {"kind": "Correct", "path": path, "value": value})
        return made

    def learned(self, state: S) -> Plain:
        """Pieces that turned up in this game and that the box did not know, in the form of a box."""
        return {}

    # -- the words of a player -----------------------------------------------------------------------------

    def position(self, options: Mapping[str, Any], given: Mapping[str, Any]) -> S | Refusal:
        """A position for a scenario: a bare table changed as given, in the words of `describe`.

        Raises ValueError, naming what is wrong, when something given is no piece or place of this game.
        """
        start = self.start(options)
        if isinstance(start, Refusal):
            return start
        bare = self.describe(start)
        if strange := set(given) - set(bare):
            raise Unreadable("no-part", min(strange))
        return self.load({**bare, **given})

    def describe(self, state: S) -> dict[str, Plain]:
        """The whole position in the words of a player ({"oil": 3, …}); what scenarios
        compare."""
        position: dict[str, Plain] = self.dump(state)
        return position

    def read(self, state: S, words: Mapping[str, Plain]) -> I:
        """An input told in the words of a player: {"kind": "Move", "to": "industry"}. Raises ValueError."""
        made: I = from_plain(self.inputs, dict(words))
        return made

    def write(self, state: S, said: I | H) -> dict[str, Plain]:
        """An input or happening in the words of a player; the inverse of `read`."""
        words: dict[str, Plain] = to_plain(said)
        return words

    # -- plain data ----------------------------------------------------------------------------------------

    def dump(self, state: S) -> Plain:
        return saved_state.dump_tuple(state)

    def load(self, data: Plain) -> S:
        """The position that `dump` wrote. Raises ValueError when it holds a piece that this box has not."""
        loaded: S = saved_state.load_tuple(self.position_type, data)
        return loaded
