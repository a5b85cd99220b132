"""The contract every game meets: what the journal, undo, terminal, bots and tablet may rely on.

May import: the standard library only. Knows no game.

A game is a pure state machine. Its state awaits a *set* of questions; each is owned by a seat, by the team
or by chance, and lists its legal answers. An answer is an input; applying it gives a new state and the
happenings that tell what changed, or a refusal that names the rule and changes nothing. Results of chance
are inputs like any other, so the rules never call a generator and a journal replays exactly.

Inputs, happenings and findings are an id and parameters; the words for them live in a translation
catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

Source: TypeAlias = Literal["app", "tower", "hand", "player"]
"""Who supplied an input: a seeded draw, the sensors, a finger that reports the table, or a player who
decides."""

Owner: TypeAlias = int | Literal["team", "chance"]
TEAM: Literal["team"] = "team"
CHANCE: Literal["chance"] = "chance"

Plain: TypeAlias = Any
"""JSON data: None, bool, int, float, str, lists and string-keyed dicts of these."""

State: TypeAlias = Any
"""A game's own state; opaque outside the game, never changed once `apply` has returned it."""

# Inputs and happenings are NamedTuples whose last field is `kind: str = "<class name>"`: tuples compare in
# C and
# the constant keeps `Move(3)` apart from `FreeMove(3)`.
Input: TypeAlias = Any
Happening: TypeAlias = Any


class Question(NamedTuple):
    """One thing the table awaits. Never asked when only one answer is possible."""

    id: str
    """What is asked, a key of the translation catalogue: `act`, `reveal-foo`, `pick-era`…"""
    owner: Owner
    answers: tuple[Input, ...]
    """The legal answers, in an order that depends on the position alone."""
    stream: str = ""
    """For chance: which source supplies it (`foo`, `bag`, `drop`…); draws are numbered per stream."""
    odds: tuple[int, ...] | None = None
    """For chance: relative weights of `answers`; None means all equal."""
    about: tuple[tuple[str, Any], ...] = ()
    """Parameters for the words: (("card", "holy-grail"), …)."""
    open: bool = False
    """True: an answer that a person saw on the table is accepted although it is not listed."""
    main: bool = False
    """True: the open choice of a turn, to which play returns after every action. The last answer ends it."""


class Applied(NamedTuple):
    state: State
    happenings: tuple[Happening, ...]


class Refusal(NamedTuple):
    """An input that does not fit. The state is unchanged."""

    id: str
    """A key of the translation catalogue."""
    rule: str
    """The ledger id of the rule that forbids it; "" when no rule but the situation does (a stale answer)."""
    about: tuple[tuple[str, Any], ...] = ()


class Outcome(NamedTuple):
    result: Literal["won", "lost", "ranked"]
    reason: str
    """A key of the translation catalogue."""
    rule: str
    ranking: tuple[tuple[int, ...], ...] = ()
    """Competitive games: seats, best first; seats that tie stand together."""


class Finding(NamedTuple):
    """Something about a position that cannot be so on a real table, or that a rule would change."""

    id: str
    rule: str
    about: tuple[tuple[str, Any], ...] = ()
    offers: tuple[Input, ...] = ()
    """Inputs that would settle it; never applied by themselves."""


class Forecast(NamedTuple):
    """What is threatened from now to the next roll of chance that can do it, from what everybody may know."""

    places: tuple[float, ...]
    """For each place, the chance that it happens there."""
    somewhere: float
    defeat: float
    exact: bool = True
    """False: a choice that is still open could change it and was not foreseen."""


class Phrase(NamedTuple):
    """A sentence of the catalogue with its parameters, where there is no input or happening to carry them."""

    id: str
    about: tuple[tuple[str, Any], ...] = ()


class Option(NamedTuple):
    """A choice made before the game starts."""

    id: str
    values: tuple[Any, ...]
    """Legal values; empty when the game checks them itself (a list of agents, say)."""
    default: Any
    group: Literal["table", "source", "ruling"] = "table"
    """`table`: what people choose; `source`: who supplies a stream; `ruling`: a disputed rule (see the
    ledger)."""
    rule: str = ""
    instead_of: str = ""
    """Another option that means nothing once this one is chosen: nobody asks for both."""


class Field(NamedTuple):
    """One thing of the position that can be corrected by hand."""

    path: str
    value: Plain
    choices: tuple[Plain, ...]
    """Likely values, for a list to tap; others may be given."""


class Game(Protocol):
    """One game with one box of pieces. Instances are immutable."""

    name: str
    """As typed on the command line: `contre-temps`."""
    version: int
    """Of the plain form of states and inputs."""
    box: Plain
    """The pieces it is played with, as plain data; a journal keeps it in its header."""
    rivals: bool
    """Whether the seats play against each other; else they win or lose together."""
    inputs: Mapping[str, type]
    happenings: Mapping[str, type]
    marked: frozenset[str]
    """Kinds of happenings whose place is worth counting over many games; each has the field `era`."""

    def options(self) -> tuple[Option, ...]: ...

    def start(self, options: Mapping[str, Any]) -> State | Refusal:
        """The position before anything was drawn. Missing options take their defaults."""

    def chosen(self, state: State) -> Mapping[str, Any]:
        """The options this game was started with, defaults filled in."""

    def seats(self, state: State) -> int: ...

    def awaited(self, state: State) -> tuple[Question, ...]:
        """Empty only when the game is over."""

    def apply(self, state: State, given: Input, source: Source = "player") -> Applied | Refusal: ...

    def view(self, state: State, seat: int | None) -> Plain:
        """What that seat may know, as plain data; None: what everybody may know."""

    def secret(self, state: State, given: Input, seat: int | None) -> bool:
        """Whether this input, given in this state, must still be hidden from that seat."""

    def imagine(self, state: State, seat: int, pick: Callable[[int], int]) -> State:
        """A position that looks to this seat as the true one does, with all that it may not know drawn anew
        by `pick(n)`, a number below n. It depends on the seat's view alone; without secrets it is the
        position itself. Bots think about such positions, never about the true one."""

    def outcome(self, state: State) -> Outcome | None: ...

    def summary(self, state: State) -> dict[str, Plain]:
        """What of this game is worth remembering when it is over, as plain data: how it was played, how it
        ended (`result`, `cause`; "" while it runs), and the figures of its course."""

    def check(self, state: State) -> tuple[Finding, ...]:
        """What is physically impossible or due; empty for every position reached by the rules alone."""

    def correctable(self, state: State) -> Iterable[Field]: ...

    def correction(self, path: str, value: Plain) -> Input:
        """The input that sets one field of the position by hand."""

    def differences(self, before: State, after: State) -> tuple[Phrase, ...]:
        """The physical steps that turn one table into the other: after an undo, what to put back."""

    def learned(self, state: State) -> Plain:
        """Pieces that turned up in this game and that the box did not know, in the form of a box."""

    def label(self, state: State, field: str, value: Any, lang: str) -> str | None:
        """The name of a piece or place: label(s, "era", 3, "fr") → "Industrie"; None if the field names no
        piece."""

    def estimate(self, state: State, seat: int) -> float:
        """How well this stands for a seat, higher is better. For bots; no rule depends on it."""

    def forecast(self, state: State, shares: Sequence[float]) -> Forecast | None:
        """The threat of the next drop, for a tower with these shares per chute; None: nothing to forecast.
        Where the app draws the drops there is no tower: the shares are those that it draws with."""

    def position(self, options: Mapping[str, Any], given: Mapping[str, Any]) -> State | Refusal:
        """A position for a scenario: a bare table changed as given, in the words of `describe`.

        Raises ValueError, naming what is wrong, when something given is no piece or place of this game.
        """

    def describe(self, state: State) -> dict[str, Plain]:
        """The whole position in the words of a player ({"rifts": {"industry": 3, …}, …}); what scenarios
        compare."""

    def read(self, state: State, words: Mapping[str, Plain]) -> Input:
        """An input told in the words of a player: {"kind": "Move", "to": "industry"}. Raises ValueError."""

    def write(self, state: State, said: Input | Happening) -> dict[str, Plain]:
        """An input or happening in the words of a player; the inverse of `read`."""

    def dump(self, state: State) -> Plain: ...

    def load(self, data: Plain) -> State:
        """The position that `dump` wrote. Raises ValueError when it holds a piece that this box has not."""


def to_plain(said: Input | Happening) -> Plain:
    """An input or happening as JSON data: {"kind": "Move", "to": 3}."""
    fields = said._asdict()
    return {"kind": fields.pop("kind"), **{name: thaw(value) for name, value in fields.items()}}


def from_plain(kinds: Mapping[str, type], data: Plain) -> Input:
    """The input that `to_plain` wrote. Raises ValueError with the reason when the data is not one."""
    if not isinstance(data, dict):
        raise ValueError(f"an input is a table, not {data!r}")
    fields = dict(data)
    kind = fields.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"there is no input of the kind {kind!r}")
    hints = _hints(kinds[kind])
    for name, value in fields.items():
        if not _fits(hints.get(name, Any), freeze(value)):
            raise ValueError(f"{kind}: {name} cannot be {value!r}")
    try:
        return kinds[kind](**{name: freeze(value) for name, value in fields.items()})
    except TypeError:
        wanted = [name for name in kinds[kind]._fields if name != "kind"]  # type: ignore[attr-defined]
        raise ValueError(f"{kind} takes {', '.join(wanted) or 'nothing'}, not {', '.join(fields)}") from None


_hints = cache(get_type_hints)


def _fits(hint: Any, value: Any) -> bool:
    """Whether a value has the shape that a field is declared with; what is not understood fits."""
    shape, parts = get_origin(hint), get_args(hint)
    if shape in (Union, UnionType):
        return any(_fits(part, value) for part in parts)
    if shape is tuple and isinstance(value, tuple) and len(parts) == 2 and parts[1] is ...:
        return all(_fits(parts[0], item) for item in value)
    if hint is int:
        return type(value) is int
    wanted = shape or hint
    return wanted is Any or not isinstance(wanted, type) or isinstance(value, wanted)


def freeze(value: Plain) -> Any:
    """JSON data as the rules hold it: lists are tuples, at every depth; what is in a dict stays as it is."""
    return tuple([freeze(item) for item in value]) if isinstance(value, list) else value


def thaw(value: Any) -> Plain:
    """The same as JSON data again."""
    if isinstance(value, (list, tuple)):
        return [thaw(item) for item in value]
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    return value
