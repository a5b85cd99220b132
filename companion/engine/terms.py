"""The terms in which games, tables and shells speak to each other: questions, refusals, outcomes, options.

May import: the standard library. Knows no game. Inputs, happenings and findings are an id and parameters; the
words for them live in a translation catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias

from .phrases import Phrase as Phrase
from .plain_data import Plain

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
    I = TypeVar("I", default=Any)  # noqa: E741 - state, input, happening
    H = TypeVar("H", default=Any)
else:
    from typing import TypeVar

    S, I, H = TypeVar("S"), TypeVar("I"), TypeVar("H")  # noqa: E741

Source: TypeAlias = Literal["app", "tower", "hand", "player"]
"""Who supplied an input: a seeded draw, the sensors, a finger that reports the table, or a player who
decides."""

Owner: TypeAlias = int | Literal["team", "chance"]
TEAM: Literal["team"] = "team"
CHANCE: Literal["chance"] = "chance"
OUTLET = "outlet"
"""Names one of the places around the tower: where a drop is thrown at (`Question.about`), and what a game
calls it (`Game.label`)."""

State: TypeAlias = Any
"""A game's own state; opaque outside the game, never changed once `apply` has returned it."""

# Inputs and happenings are NamedTuples whose last field is `kind: str = "<class name>"`: tuples compare in
# C and the constant keeps `Move(3)` apart from `FreeMove(3)`.
Input: TypeAlias = Any
Happening: TypeAlias = Any


class Question(NamedTuple):
    """One thing the table awaits. Not asked when only one answer is possible, unless skipping it would tell
    what a hidden hand holds, or end the game unasked."""

    id: str
    """What is asked, a key of the translation catalogue: `act`, `weather`, `drop`…"""
    owner: Owner
    answers: tuple[Input, ...]
    """The legal answers, in an order that depends on the position alone."""
    stream: str = ""
    """For chance: which source supplies it (`bag`, `weather`, `drop`…); draws are numbered per stream."""
    odds: tuple[int, ...] | None = None
    """For chance: relative weights of `answers`; None means all equal."""
    about: tuple[tuple[str, Any], ...] = ()
    """Parameters for the words: (("card", "holy-grail"), …)."""
    open: bool = False
    """True: an answer that a person saw on the table is accepted although it is not listed."""
    main: bool = False
    """True: the open choice of a turn, to which play returns after every action. The last answer ends it."""


class Applied(NamedTuple, Generic[S, H]):
    state: S
    happenings: tuple[H, ...]


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


class Name(NamedTuple):
    """What something is called: an entry of the catalogue, and the names by language that a box brings."""

    key: str
    """`piece.card.holy-grail`; "" where what the box brings holds in every language."""
    about: tuple[tuple[str, Any], ...] = ()
    brought: Mapping[str, str] = MappingProxyType({})
    invented: bool = False
    """We made it up, or a part of it: wherever it is shown it has the sign of that."""

    @classmethod
    def of(
        cls, kind: str, piece: str, brought: Mapping[str, str], source: str, invented: bool = False
    ) -> Name:
        """A piece by its id. An owner's name for it counts in every language; what we ship is called as the
        catalogue says, also where an old journal still has the names of two languages."""
        key = "" if source == "owner" and brought else f"piece.{kind}.{piece}"
        return cls(key, (), brought, invented)


class Option(NamedTuple):
    """A choice made before the game starts."""

    id: str
    values: tuple[Any, ...]
    """Legal values; empty when the game checks them itself (a list of pieces, say)."""
    default: Any
    group: Literal["table", "source", "ruling", "house", "version"] = "table"
    """`table`: what people choose; `source`: who supplies a stream; `ruling`: a disputed rule (see the
    ledger); `house`: a rule that nobody disputes and some play otherwise; `version`: of the rules, chosen by
    nobody."""
    rule: str = ""
    instead_of: str = ""
    """Another option that means nothing once this one is chosen: nobody asks for both."""
    before: Any = None
    """How it was played before this option was there: so a game goes on that was begun then."""
    members: str = ""
    """Of a list with one member for each player: the part of the box that has them all."""


class Field(NamedTuple):
    """One thing of the position that can be corrected by hand."""

    path: str
    value: Plain
    choices: tuple[Plain, ...]
    """Likely values, to be tapped; others may be given. Where the value is a list: what may be in it."""
