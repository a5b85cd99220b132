"""The robot deck: drawing, looking, the battery, and what is shuffled in.

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import CHANCE, Question, Refusal
from companion.engine.steps import slotted

from .expansions import in_play
from .happenings import BatteryUsed, DeckSeen, RobotArrived, RobotPaid
from .inputs import DRAWN, RobotDrawn
from .pieces import BEBEBOTS, MULTIBOTS, ORDER, ROW_LIMIT, ROWS, UNKNOWN, in_order, with_card
from .state import State, unknown, unsee
from .steps import Ask, Out


def room(s: State, where: str) -> bool:
    """Whether a card can still go there [CY-ZONE-05]."""
    if where == "any":
        return first_row_with_room(s) is not None
    return where not in ROWS or len(s.rows[ROWS.index(where)]) < ROW_LIMIT


def first_row_with_room(s: State) -> int | None:
    """Platform, else flash, else stock [CY-CYCLO-03, CY-PLAN-03]; None when all are full [CY-PLAN-05]."""
    return next((place for place, row in enumerate(s.rows) if len(row) < ROW_LIMIT), None)


def put_in_row(s: State, place: int, card: str) -> None:
    s.rows[place] = with_card(s.rows[place], card)


def can_draw(s: State) -> bool:
    """Whether the deck has a card, or the battery makes a new one [CY-DECK-01, CY-DECK-06, CY-DECK-09]."""
    return bool(s.top or s.bottom or unknown(s) > 0 or (s.battery and s.discard))


@slotted
class DrawRobots(Ask[RobotDrawn], name="draw"):
    """Brings n cards from the deck: to `platform` or `flash` (as far as there is room), to the `discard`
    pile, as a payment (`pay`), under the players' eyes (`look`), or to the first row with room (`any`). Known
    cards come by themselves; for the others chance is asked."""

    where: str
    n: int

    def ask(self, s: State) -> tuple[Question, ...]:
        if self._done(s) or not _next_unseen(s):
            return ()
        answers, odds = unseen(s)
        opened = "robots" in s.setting.by_hand
        return (
            Question(
                "draw", CHANCE, answers, "robots", odds, (("row", self.where), ("cards", self.n)), open=opened
            ),
        )

    def _done(self, s: State) -> bool:
        return self.n <= 0 or not room(s, self.where) or not can_draw(s)

    def do(self, s: State, out: Out) -> None:
        if self._done(s):
            return
        if s.top:
            card, s.top = s.top[0], s.top[1:]
            self._arrive(s, out, card)
        elif s.bottom:
            card, s.bottom = s.bottom[0], s.bottom[1:]
            self._arrive(s, out, card)
        else:
            use_battery(s, out)
            s.agenda.append(self)

    def answer(self, s: State, out: Out, given: RobotDrawn) -> None:
        """A card that turned up. A real table may have one that the box does not know of."""
        if s.top:  # somebody looked at it and did not tell
            s.top = s.top[1:]
        elif unknown(s) <= 0:
            s.bottom = s.bottom[1:]
        strange = given.card not in s.rest
        if not strange:
            place = s.rest.index(given.card)
            s.rest = s.rest[:place] + s.rest[place + 1 :]
        self._arrive(s, out, given.card)
        if strange or s.strangers:
            unsee(s)

    def _arrive(self, s: State, out: Out, card: str) -> None:
        """A card off the deck, to where it is wanted."""
        where = self.where
        if where == "look":  # looking is not drawing, so a bébébot is only seen [CY-BEBE-11]
            s.looked = (*s.looked, card)
            out.append(DeckSeen(card))
        elif s.setting.expansions and any(
            expansion.arrives(s, out, card) for expansion in in_play(s.setting)
        ):
            s.agenda.append(self)  # a replacement is drawn [CY-BEBE-06, CY-BEBE-10, CY-BEBE-12]
            return
        elif where == "pay":
            s.discard = with_card(s.discard, card)
            if card in MULTIBOTS and not s.setting.multibot_pays and s.setting.rules >= 2:
                out.append(RobotArrived(card, "discard"))  # it is gone, and no payment [CY-MULTI-12]
                return
            out.append(RobotPaid(card, "deck"))
            paying = s.agenda[-1].copy()
            paying.price -= 1
            s.agenda[-1] = paying
        elif where == "discard":
            s.discard = with_card(s.discard, card)
            out.append(RobotArrived(card, where))
        else:
            place = first_row_with_room(s) if where == "any" else ROWS.index(where)
            assert place is not None  # the step ends when there is no room
            put_in_row(s, place, card)
            out.append(RobotArrived(card, ROWS[place]))
        if self.n > 1:
            s.agenda.append(DrawRobots(where, self.n - 1))


def _next_unseen(s: State) -> bool:
    """Whether nobody knows the next card of the deck."""
    if s.top:
        return s.top[0] == UNKNOWN
    return unknown(s) > 0 or (bool(s.bottom) and s.bottom[0] == UNKNOWN)


def use_battery(s: State, out: Out) -> None:
    """Once per game, and only when a card is needed; nothing is discarded from the new deck [CY-DECK-01
    … -05]. Cards that are looked at stay aside [CY-DECK-07]."""
    known = [card for card in s.discard if card != UNKNOWN]
    s.rest, s.discard, s.battery = in_order((*s.rest, *known)), (), False
    if s.strangers:
        unsee(s)
    out.append(BatteryUsed(unknown(s)))


def unseen(s: State) -> tuple[tuple[RobotDrawn, ...], tuple[int, ...]]:
    """What a card that nobody has seen may be, and how many there are of it."""
    return _counted(s.rest or s.setting.robots)  # a correction may have put every card elsewhere


def lying(s: State) -> tuple[tuple[RobotDrawn, ...], tuple[int, ...]]:
    """The same of a card in a row: a bébébot left the game when it was drawn [CY-BEBE-06]."""
    return _counted([card for card in s.rest if card not in BEBEBOTS] or s.setting.robots)


def _counted(rest: Iterable[str]) -> tuple[tuple[RobotDrawn, ...], tuple[int, ...]]:
    cards: dict[str, int] = {}
    for card in rest:
        cards[card] = cards.get(card, 0) + 1
    return tuple([DRAWN[card] for card in cards]), tuple(cards.values())


def shuffle_in(s: State, cards: tuple[str, ...]) -> None:
    """Into the deck: nobody knows its order any more [CY-COMBO-05]."""
    s.rest = in_order((*s.rest, *(card for card in (*s.top, *s.bottom, *cards) if card != UNKNOWN)))
    s.top = s.bottom = ()
    if s.strangers:
        unsee(s)


def refusal(s: State, given: RobotDrawn) -> Refusal | None:
    """A card that cannot come now. What lies on a real table is believed."""
    untold = given.card == UNKNOWN and s.agenda[-1].name == "which"
    if "robots" not in s.setting.by_hand or given.card not in ORDER or untold:
        return Refusal("no-such-robot", "CY-COMP-04", (("card", given.card),))
    if given.card in BEBEBOTS:
        return Refusal("no-such-robot", "CY-BEBE-05", (("card", given.card),))
    return None
