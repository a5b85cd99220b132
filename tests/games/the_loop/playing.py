"""A table to play on in tests: a position given in a player's words, inputs told in the same words.

`table(...)` gives a position, `using(effect, ...)` one where a card with that effect has just been used,
`foo_phase(...)` one where Dr Foo's next card is about to be turned over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from companion.engine import Applied, Plain, Question, Refusal, Source, State
from companion.games.the_loop.box.boxes import load_box
from companion.games.the_loop.rules import TheLoop

ERAS = (
    "dawn-of-time", "medieval", "renaissance", "industry", "globalization", "age-of-robots", "end-of-times",
)  # fmt: skip
DAWN, MEDIEVAL, RENAISSANCE, INDUSTRY, GLOBALIZATION, ROBOTS, END = ERAS
PROWLER, CZ, ROBO, MR_TIME, V_GIRL = "time-prowler", "cztwyzzek", "robofinisher-404", "mr-time", "v-girl"
TWO = [CZ, MR_TIME]
"""Who plays unless told otherwise: neither can cancel a rift, so a drop asks nothing."""
QUIET = {MEDIEVAL: "m10", DAWN: "m9"}
"""Two revealed missions that only added energy can touch."""


@cache
def game() -> TheLoop:
    return TheLoop(load_box())


def with_cards(cards: Mapping[str, Plain]) -> TheLoop:
    """The shipped box and these cards besides: id → effect, or a whole entry."""
    box = dict(game().box)
    entries = []
    for card, told in cards.items():
        entry = told if isinstance(told, dict) else {"effect": told}
        entries.append({"id": card, "dimension": "star", "era": DAWN, "source": "owner", **entry})
    box["card"] = [*box["card"], *entries]
    return TheLoop(box)


class Table:
    """One game in progress. `do` changes it; `told` are the happenings of the last input, in words."""

    def __init__(self, game: TheLoop, state: State) -> None:
        self.game, self.state = game, state
        self.told: list[dict[str, Plain]] = []

    def __getitem__(self, name: str) -> Any:
        """A part of the position, as `describe` tells it."""
        return self.game.describe(self.state)[name]

    @property
    def question(self) -> Question:
        (question,) = self.game.awaited(self.state)
        return question

    @property
    def asked(self) -> str:
        """The id of what is asked, or "nothing" when the game is over."""
        return self.question.id if self.game.awaited(self.state) else "nothing"

    @property
    def answers(self) -> list[dict[str, Plain]]:
        return [self.game.write(self.state, answer) for answer in self.question.answers]

    def offers(self, kind: str, field: str = "") -> list[Any]:
        """The values that answers of this kind may take."""
        return [answer.get(field) for answer in self.answers if answer["kind"] == kind]

    def do(self, kind: str, source: Source = "player", **words: Plain) -> Table:
        made = self.game.apply(self.state, self.game.read(self.state, {"kind": kind, **words}), source)
        assert isinstance(made, Applied), f"{kind} {words} was refused: {made}"
        self.state = made.state
        self.told = [self.game.write(self.state, happening) for happening in made.happenings]
        return self

    def refuses(self, rule: str, kind: str, source: Source = "player", **words: Plain) -> Refusal:
        """Applies an input that must be refused by this rule and change nothing."""
        before = self.game.dump(self.state)
        made = self.game.apply(self.state, self.game.read(self.state, {"kind": kind, **words}), source)
        assert isinstance(made, Refusal), f"{kind} {words} was taken"
        assert made.rule == rule
        assert self.game.dump(self.state) == before
        return made

    def happened(self, kind: str) -> list[dict[str, Plain]]:
        """The happenings of this kind in the last input, without their kind."""
        return [
            {name: value for name, value in told.items() if name != "kind"}
            for told in self.told
            if told["kind"] == kind
        ]

    @property
    def order(self) -> list[str]:
        """The kinds of what happened, in order."""
        return [told["kind"] for told in self.told]

    @property
    def outcome(self) -> tuple[str, str] | None:
        """Won or lost, and by which rule."""
        outcome = self.game.outcome(self.state)
        return (outcome.result, outcome.rule) if outcome else None

    def end_turn(self) -> Table:
        """Ends phase II and declines everything offered until chance or another player is asked."""
        self.do("EndActions")
        told = list(self.told)
        while self.asked in ("take-card", "archive"):
            if self.asked == "archive":
                self.do("Archive", yes=False)
            else:
                self.do("TakeCard", card="")
            told += self.told
        self.told = told
        return self

    def any_chance(self, until: str = "act") -> Table:
        """Lets chance answer with the first of its answers until something else is asked."""
        told: list[dict[str, Plain]] = []
        while self.asked not in (until, "nothing") and self.question.owner == "chance":
            made = self.game.apply(self.state, self.question.answers[0], "app")
            assert isinstance(made, Applied)
            self.state = made.state
            told += [self.game.write(self.state, happening) for happening in made.happenings]
        self.told = told
        return self


def table(options: Mapping[str, Any] | None = None, on: TheLoop | None = None, **given: Plain) -> Table:
    """Phase II of the first agent on an otherwise bare table, changed as given."""
    played = on or game()
    state = played.position({"agents": TWO, **(options or {})}, {"tiles": QUIET, **given})
    assert not isinstance(state, Refusal), state
    return Table(played, state)


def foo_phase(options: Mapping[str, Any] | None = None, **given: Plain) -> Table:
    """Phase I after step A: the next Foo card is to be revealed. Bag and Huge Deck are empty unless given."""
    seen = given.pop("seen", [])
    return table(options, **{"phase": "foo", "bag": [], "huge": [], **given, "seen": seen})


def dropped(t: Table, at: str, inside: int = 0, **landed: int) -> Table:
    """Dr Foo comes to this era and the drop lands as told, seen by hand."""
    t.do("FooRevealed", source="hand", era=at)
    return landing(t, inside, **landed)


def landing(t: Table, inside: int = 0, **landed: int) -> Table:
    cubes = {era.replace("_", "-"): n for era, n in landed.items()}
    return t.do("RiftsLanded", source="hand", landed=cubes, inside=inside)


def using(
    effect: Sequence[Plain],
    options: Mapping[str, Any] | None = None,
    cards: Mapping[str, Plain] | None = None,
    **given: Plain,
) -> Table:
    """The first agent has just used a card with this effect, called `probe`."""
    t = with_probe(effect, options, cards, **given)
    return t.do("UseCard", card="probe")


def with_probe(
    effect: Sequence[Plain],
    options: Mapping[str, Any] | None = None,
    cards: Mapping[str, Plain] | None = None,
    **given: Plain,
) -> Table:
    """The first agent holds a card with this effect, called `probe`, besides the hand that is given."""
    played = with_cards({"probe": list(effect), **(cards or {})})
    hands = dict(given.pop("hand", {}))
    user = (options or {}).get("agents", TWO)[0]
    hands[user] = ["probe", *hands.get(user, [])]
    return table(options, played, hand=hands, **given)
