"""The smallest game that uses the whole contract: hidden hands, one simultaneous secret choice, some chance.

May import: companion.games, the standard library.

The rules (invented for these tests):
TINY-01  Only what is awaited can be answered.
TINY-02  Each seat is dealt three of the ten cards 1 to 10, hidden from the others.
TINY-03  A die then sets the prize of the round: 1 (three times in six), 2 (twice) or 3 (once).
TINY-04  All seats choose one card of their hand in secret; the cards are revealed together.
TINY-05  The highest card takes the prize; on a tie nobody does.
TINY-06  Who takes a prize of 3 gives 1 point of it to a seat of their choice, perhaps their own.
TINY-07  After three rounds the next hand is dealt; after the last hand the seats are ranked by their points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from companion.engine import (
    CHANCE,
    Applied,
    Field,
    Finding,
    Game,
    Games,
    Happening,
    Input,
    Manifest,
    Option,
    Outcome,
    Phrase,
    Plain,
    Question,
    Refusal,
    Source,
)
from companion.engine.options import filled_in

CARDS = tuple(range(1, 11))
HAND = 3


class Dealt(NamedTuple):
    seat: int
    card: int
    kind: str = "Dealt"


class Rolled(NamedTuple):
    prize: int
    kind: str = "Rolled"


class Choose(NamedTuple):
    seat: int
    card: int
    kind: str = "Choose"


class Gift(NamedTuple):
    seat: int
    to: int
    kind: str = "Gift"


class Correct(NamedTuple):
    path: str
    value: Any
    kind: str = "Correct"


class CardDealt(NamedTuple):
    seat: int
    kind: str = "CardDealt"


class PrizeSet(NamedTuple):
    prize: int
    kind: str = "PrizeSet"


class ChoiceMade(NamedTuple):
    seat: int
    kind: str = "ChoiceMade"


class Revealed(NamedTuple):
    cards: tuple[int, ...]
    winner: int | None
    kind: str = "Revealed"


class PointsTaken(NamedTuple):
    seat: int
    points: int
    kind: str = "PointsTaken"


class Corrected(NamedTuple):
    path: str
    kind: str = "Corrected"


class State(NamedTuple):
    options: tuple[tuple[str, Any], ...]
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    deals: int
    """Hands still to be dealt, the present one included."""
    dealing: bool = True
    prize: int = 0
    """0: the die is still to be rolled."""
    chosen: tuple[int, ...] = ()
    """By seat; 0: not yet."""
    giver: int | None = None
    strange: tuple[int, ...] = ()
    """Cards that turned up and that the box does not know."""


class Tiny(Game[State, Any, Any]):
    name = "tiny"
    rivals = True
    inputs: ClassVar = {kind.__name__: kind for kind in (Dealt, Rolled, Choose, Gift, Correct)}
    happenings: ClassVar = {
        kind.__name__: kind for kind in (CardDealt, PrizeSet, ChoiceMade, Revealed, PointsTaken, Corrected)
    }

    def __init__(self, box: Plain | None = None) -> None:
        super().__init__({"cards": list(CARDS)} if box is None else box)

    def options(self) -> tuple[Option, ...]:
        return (
            Option("players", (2, 3), 2),
            Option("deals", (), 1, rule="TINY-07"),
            Option("deal", ("app", "hand"), "app", "source"),
            Option("die", ("app", "hand", "tower"), "app", "source"),
        )

    def start(self, options: Mapping[str, Any]) -> State | Refusal:
        chosen = filled_in(self.options(), options)
        if isinstance(chosen, Refusal):
            return chosen
        if not isinstance(chosen["deals"], int) or chosen["deals"] < 1:
            return Refusal("bad-option", "TINY-07", (("option", "deals"),))
        seats = chosen["players"]
        return State(tuple(chosen.items()), ((),) * seats, (0,) * seats, chosen["deals"], chosen=(0,) * seats)

    def chosen(self, state: State) -> Mapping[str, Any]:
        return dict(state.options)

    def seats(self, state: State) -> int:
        return len(state.hands)

    def awaited(self, state: State) -> tuple[Question, ...]:
        if state.dealing:
            seat = _next_seat(state)
            deck = self._deck(state)
            return (
                Question(
                    "deal",
                    CHANCE,
                    tuple(Dealt(seat, card) for card in deck),
                    stream="deal",
                    about=(("seat", seat),),
                    open=True,
                ),
            )
        if state.giver is not None:
            return (
                Question(
                    "gift", state.giver, tuple(Gift(state.giver, to) for to in range(len(state.points)))
                ),
            )
        if not state.deals:
            return ()
        if not state.prize:
            return (
                Question("roll", CHANCE, (Rolled(1), Rolled(2), Rolled(3)), stream="die", odds=(3, 2, 1)),
            )
        return tuple(
            Question("choose", seat, tuple(Choose(seat, card) for card in hand))
            for seat, hand in enumerate(state.hands)
            if not state.chosen[seat]
        )

    def apply(self, state: State, given: Input, source: Source = "player") -> Applied | Refusal:
        if isinstance(given, Correct):
            return _correct(state, given)
        seen = (
            isinstance(given, Dealt)
            and source == "hand"
            and state.dealing
            and _next_seat(state) == given.seat
        )
        if not seen and not any(given in question.answers for question in self.awaited(state)):
            return Refusal("not-awaited", "TINY-04" if isinstance(given, Choose) else "TINY-01")
        told: list[Happening] = []
        state = self._step(state, given, told)
        while forced := [one.answers[0] for one in self.awaited(state) if len(one.answers) == 1]:
            state = self._step(state, forced[0], told)
        return Applied(state, tuple(told))

    def _step(self, state: State, given: Input, told: list[Happening]) -> State:
        """The rules."""
        match given:
            case Dealt(seat, card):
                told.append(CardDealt(seat))
                hands = _put(state.hands, seat, tuple(sorted((*state.hands[seat], card))))
                known = card in self.box["cards"] or card in state.strange
                strange = state.strange if known else (*state.strange, card)
                return state._replace(
                    hands=hands, dealing=any(len(hand) < HAND for hand in hands), strange=strange
                )
            case Rolled(prize):
                told.append(PrizeSet(prize))
                return state._replace(prize=prize)
            case Choose(seat, card):
                told.append(ChoiceMade(seat))
                state = state._replace(chosen=_put(state.chosen, seat, card))
                return state if 0 in state.chosen else _reveal(state, told)
            case Gift(seat, to):
                told.append(PointsTaken(to, 1))
                points = _put(state.points, to, state.points[to] + 1)
                return _next_round(state._replace(points=points, giver=None))
        raise AssertionError(given)

    def _deck(self, state: State) -> list[int]:
        return [card for card in self.box["cards"] if not any(card in hand for hand in state.hands)]

    def view(self, state: State, seat: int | None) -> Plain:
        plain = self.dump(state)
        plain["hands"] = [hand if s == seat else len(hand) for s, hand in enumerate(plain["hands"])]
        plain["chosen"] = [card if s == seat else bool(card) for s, card in enumerate(plain["chosen"])]
        return plain

    def secret(self, state: State, given: Input, seat: int | None, now: State | None = None) -> bool:
        match given:
            case Dealt(to, _):
                return to != seat
            case Choose(by, _):
                return by != seat and state.chosen.count(0) > 1
            case Correct(path, _):
                return path.startswith(("hands.", "chosen.")) and path.partition(".")[2] != str(seat)
        return False

    def imagine(self, state: State, seat: int, pick: Callable[[int], int]) -> State:
        """The other hands out of all cards that this seat does not hold; a choice of theirs is any card."""
        unseen = [card for card in self.box["cards"] if card not in state.hands[seat]]
        hands, chosen = list(state.hands), list(state.chosen)
        for other, hand in enumerate(state.hands):
            if other != seat:
                hands[other] = tuple(sorted(unseen.pop(pick(len(unseen))) for _ in hand))
                if chosen[other]:
                    chosen[other] = hands[other][pick(len(hand))]
        return state._replace(hands=tuple(hands), chosen=tuple(chosen))

    def outcome(self, state: State) -> Outcome | None:
        if state.deals or state.giver is not None:
            return None
        ranks = sorted(set(state.points), reverse=True)
        ranking = tuple(tuple(s for s, p in enumerate(state.points) if p == rank) for rank in ranks)
        return Outcome("ranked", "most-points", "TINY-07", ranking)

    def summary(self, state: State) -> dict[str, Plain]:
        outcome = self.outcome(state)
        return {
            "players": self.seats(state),
            "result": outcome.result if outcome else "",
            "cause": outcome.rule if outcome else "",
            "points": list(state.points),
        }

    def estimate(self, state: State, seat: int) -> float:
        return float(state.points[seat])

    def check(self, state: State) -> tuple[Finding, ...]:
        held = [card for hand in state.hands for card in hand]
        return tuple(
            Finding("card-twice", "TINY-02", (("card", card),))
            for card in sorted(set(held))
            if held.count(card) > 1
        )

    def correctable(self, state: State) -> Iterable[Field]:
        for seat, hand in enumerate(state.hands):
            yield Field(f"hands.{seat}", list(hand), ())
            yield Field(f"points.{seat}", state.points[seat], tuple(range(10)))
            yield Field(f"chosen.{seat}", state.chosen[seat], (0, *hand))
        for name in ("deals", "dealing", "prize", "giver"):
            yield Field(name, getattr(state, name), ())

    def differences(self, before: State, after: State) -> tuple[Phrase, ...]:
        steps = []
        for seat, (old, new) in enumerate(zip(before.hands, after.hands, strict=True)):
            if old != new:
                steps.append(Phrase("hand-becomes", (("seat", seat), ("count", len(new)))))
            if before.points[seat] != after.points[seat]:
                steps.append(Phrase("points-become", (("seat", seat), ("points", after.points[seat]))))
        if before.prize != after.prize:
            steps.append(Phrase("prize-becomes", (("prize", after.prize),)))
        return tuple(steps)

    def learned(self, state: State) -> Plain:
        return {"cards": list(state.strange)}

    def label(self, state: State, field: str, value: Any) -> str | None:
        return f"seat {value + 1}" if field in ("seat", "to", "winner") else None

    def dump(self, state: State) -> Plain:
        plain = state._asdict()
        plain["options"] = dict(state.options)
        plain["hands"] = [list(hand) for hand in state.hands]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}

    def load(self, data: Plain) -> State:
        frozen: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        frozen["options"] = tuple(data["options"].items())
        frozen["hands"] = tuple(tuple(hand) for hand in data["hands"])
        return State(**frozen)


def _next_seat(state: State) -> int:
    return min(range(len(state.hands)), key=lambda seat: len(state.hands[seat]))


def _reveal(state: State, told: list[Happening]) -> State:
    best = max(state.chosen)
    winner = state.chosen.index(best) if state.chosen.count(best) == 1 else None
    told.append(Revealed(state.chosen, winner))
    hands = []
    for hand, card in zip(state.hands, state.chosen, strict=True):
        place = hand.index(card) if card in hand else 0
        hands.append(hand[:place] + hand[place + 1 :])
    state = state._replace(hands=tuple(hands), chosen=(0,) * len(hands))
    if winner is None:
        return _next_round(state)
    kept = 2 if state.prize == 3 else state.prize
    told.append(PointsTaken(winner, kept))
    state = state._replace(points=_put(state.points, winner, state.points[winner] + kept))
    return state._replace(giver=winner) if state.prize == 3 else _next_round(state)


def _next_round(state: State) -> State:
    if any(state.hands):
        return state._replace(prize=0)
    deals = state.deals - 1
    return state._replace(prize=0, deals=deals, dealing=deals > 0)


def _put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _correct(state: State, given: Correct) -> Applied | Refusal:
    name, _, place = given.path.partition(".")
    if name not in State._fields or (place and not place.isdigit()):
        return Refusal("no-such-field", "", (("path", given.path),))
    value = given.value
    if place:
        old = getattr(state, name)
        if int(place) >= len(old):
            return Refusal("no-such-field", "", (("path", given.path),))
        value = _put(old, int(place), value)
    return Applied(state._replace(**{name: value}), (Corrected(given.path),))


TINY = Games([Manifest("tiny", Path(), f"{__name__}:Tiny", "")])
"""The house with this game in it."""
