"""Gigantobots: pairs of robots crew them; complete ones repair the structure or bring valves.

May import: the contract and this game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from companion.engine.game import Question, Refusal
from companion.engine.steps import slotted
from companion.games.cyberion.rules.deck import shuffle_in
from companion.games.cyberion.rules.happenings import (
    DamageRepaired,
    GigantobotComplete,
    PilotBoarded,
    RobotsDiscarded,
    StructureDamaged,
)
from companion.games.cyberion.rules.inputs import (
    COPILOT,
    DISCARD,
    PILOT,
    Board,
    Copilot,
    Discard,
    Input,
    Pilot,
    Reward,
)
from companion.games.cyberion.rules.levels import gain_valves
from companion.games.cyberion.rules.pieces import (
    CREW,
    DAMAGE,
    ROBOTS,
    ROWS,
    VALVES,
    Gigantobot,
    with_card,
    without,
)
from companion.games.cyberion.rules.state import State
from companion.games.cyberion.rules.steps import Ask, Out, Step

from .expansion import Acts, Expansion

REWARD_VALVES = 2
PRICE_OF_DAMAGE = 3
"""Valves that a damage token costs at the end [CY-GIGA-14]."""


def _shares(card: str, other: str) -> bool:
    """A model or a size [CY-GIGA-02]; a Multibot never pilots [CY-MULTI-09]."""
    return ROBOTS[card].model == ROBOTS[other].model or ROBOTS[card].size == ROBOTS[other].size


@cache
def _sharing(card: str, giants: tuple[Gigantobot, ...]) -> tuple[int, ...]:
    """Gigantobots with the model or the size of this robot."""
    model, size = ROBOTS[card]
    return tuple([place for place, one in enumerate(giants) if model == one.model or size == one.size])


def aboard(s: State, card: str) -> list[int]:
    """Gigantobots that take this robot: active ones that share something with it [CY-GIGA-03, CY-GIGA-05], or
    may do so on the owner's own card."""
    sharing: Iterable[int] = _sharing(card, s.setting.gigantobots)
    if s.setting.judged:
        sharing = sorted(s.setting.judged.union(sharing))
    return [place for place in sharing if not s.vacation[place]]


def _lying(s: State) -> list[tuple[str, str]]:
    return [
        (row, card)
        for row, cards in zip(ROWS, s.rows, strict=True)
        for card in dict.fromkeys(cards)
        if card in ROBOTS
    ]


def partners(s: State, row: str, card: str) -> list[tuple[str, str]]:
    """Robots that may go with this one; at least one of the two must find a place [CY-GIGA-07]."""
    placed = bool(aboard(s, card))
    twins = s.rows[ROWS.index(row)].count(card) > 1
    return [
        (there, other)
        for there, other in _lying(s)
        if _shares(card, other) and (placed or aboard(s, other)) and (twins or (there, other) != (row, card))
    ]


def pilot(s: State, out: Out, given: Pilot) -> None:
    s.spins = 0
    s.agenda.append(ChooseCopilot(given.row, given.card))


@slotted
class ChooseCopilot(Ask[Copilot], name="copilot"):
    row: str
    card: str

    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple([COPILOT[partner] for partner in partners(s, self.row, self.card)])
        return (Question("copilot", s.seat, answers, about=(("card", self.card),)),)

    def answer(self, s: State, out: Out, given: Copilot) -> None:
        """Crews are counted when both are aboard [CY-GIGA-08]."""
        s.agenda += (CountCrews(), GoAboard(given.row, given.card), GoAboard(self.row, self.card))

    def anew(self, s: State) -> ChooseCopilot | None:
        return self if _lies(s, self.row, self.card) else None


def _lies(s: State, row: str, card: str) -> bool:
    return card in s.rows[ROWS.index(row)]


@slotted
class GoAboard(Ask[Board | Discard], name="board"):
    row: str
    card: str
    must: bool = False
    """The other of the two found no place, so this one does [CY-GIGA-07]."""

    def ask(self, s: State) -> tuple[Question, ...]:
        """The same one for both, or two [CY-GIGA-04]. Whose own card takes it they see. Of two robots alike
        one may have been taken away meanwhile."""
        places = aboard(s, self.card) if _lies(s, self.row, self.card) else []
        answers: tuple[Board | Discard, ...] = tuple([Board(place) for place in places])
        if answers and not self.must and s.setting.judged.issuperset(places):
            answers = (*answers, DISCARD[self.row][self.card])
        return (Question("board", s.seat, answers, about=(("card", self.card),)),) if answers else ()

    def _leave_row(self, s: State) -> None:
        place = ROWS.index(self.row)
        s.rows[place] = without(s.rows[place], self.card)

    def do(self, s: State, out: Out) -> None:
        """A robot that finds no place is discarded [CY-GIGA-06]."""
        if not _lies(s, self.row, self.card):
            return
        self._leave_row(s)
        s.discard = with_card(s.discard, self.card)
        out.append(RobotsDiscarded((self.card,)))
        if s.setting.judged and isinstance(s.agenda[-1], GoAboard):
            s.agenda[-1] = GoAboard(s.agenda[-1].row, s.agenda[-1].card, True)

    def waits(self, s: State, question: Question) -> bool:
        return bool(s.setting.judged)  # ours may be the one that does not take it

    def answer(self, s: State, out: Out, given: Board | Discard) -> None:
        if isinstance(given, Discard):
            self.do(s, out)
            return
        self._leave_row(s)
        s.crews[given.gigantobot] = with_card(s.crews[given.gigantobot], self.card)
        out.append(PilotBoarded(self.card, given.gigantobot))

    def anew(self, s: State) -> GoAboard | None:
        return self if _lies(s, self.row, self.card) else None


@slotted
class CountCrews(Step, name="crews"):
    """Complete ones go on vacation for good, their crew goes into the deck, and each brings a reward
    [CY-GIGA-08 … -12]."""

    def do(self, s: State, out: Out) -> None:
        full = [place for place, crew in enumerate(s.crews) if len(crew) >= CREW and not s.vacation[place]]
        s.agenda += [ChooseReward()] * len(full)
        for place in full:
            crew, s.crews[place], s.vacation[place] = s.crews[place], (), True
            shuffle_in(s, crew)
            out.append(GigantobotComplete(place, len(crew)))


def rewards(s: State) -> list[str]:
    """What there is; of valves as many as the forge has [CY-GIGA-10]."""
    return ["damage"] * (s.damage > 0) + ["valves"] * (s.valves < VALVES)


@slotted
class ChooseReward(Ask[Reward], name="reward"):
    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple([Reward(what) for what in rewards(s)])
        return (Question("reward", s.seat, answers),) if answers else ()

    def answer(self, s: State, out: Out, given: Reward) -> None:
        if given.what == "damage":
            s.damage -= 1
            out.append(DamageRepaired(s.damage))
        else:
            gain_valves(s, out, REWARD_VALVES)


class Gigantobots(Expansion):
    """A loss if the valves do not pay for the damage that is left when all machines are repaired."""

    acts: ClassVar[Acts] = {Pilot: pilot}
    inputs = frozenset({Pilot, Copilot, Board, Reward})
    asks = ("copilot", "board", "reward")

    def set_up(self, s: State) -> None:
        giants = len(s.setting.gigantobots)
        s.crews, s.vacation, s.damage = [()] * giants, [False] * giants, DAMAGE  # [CY-GIGA-01]

    def actions(self, s: State) -> list[Input]:
        if all(s.vacation):
            return []
        lying = _lying(s)
        models = Counter([ROBOTS[card].model for cards in s.rows for card in cards if card in ROBOTS])
        sizes = Counter([ROBOTS[card].size for cards in s.rows for card in cards if card in ROBOTS])
        if all(aboard(s, card) for _, card in lying):  # any two that share something will do
            return [
                PILOT[row, card]
                for row, card in lying
                if models[ROBOTS[card].model] > 1 or sizes[ROBOTS[card].size] > 1
            ]
        return [PILOT[row, card] for row, card in lying if partners(s, row, card)]

    def refusal(self, s: State, given: Any) -> Refusal | None:
        running = s.agenda[-1].name
        match given:
            case Pilot(row, card) | Copilot(row, card) if running in ("act", "copilot"):
                if (running == "act") != isinstance(given, Pilot):
                    return super().refusal(s, given)
                if card not in ROBOTS:
                    return Refusal("no-pilot", "CY-MULTI-09", (("card", card),))
                if row not in ROWS or card not in s.rows[ROWS.index(row)]:
                    return Refusal("not-in-row", "CY-GIGA-02", (("card", card), ("row", row)))
                return Refusal("no-pilot", "CY-GIGA-02", (("card", card),))
            case Board(place) if running == "board":
                on_vacation = place in range(len(s.vacation)) and s.vacation[place]
                rule = "CY-GIGA-05" if on_vacation else "CY-GIGA-03"
                return Refusal("cannot-board", rule, (("card", s.agenda[-1].card), ("gigantobot", place)))
            case Reward(what) if running == "reward":
                return Refusal("no-such-reward", "CY-GIGA-10", (("what", what),))
        return super().refusal(s, given)

    def unmet(self, s: State, out: Out) -> tuple[str, str] | None:
        """Falling to no valve at all is still survival [CY-GIGA-14]."""
        price = PRICE_OF_DAMAGE * s.damage
        if price:
            out.append(StructureDamaged(s.damage, price))
        if price > s.valves:
            return ("too-much-damage", "CY-GIGA-14")
        s.valves -= price
        return None
