"""The five abilities, level by level. May import: the contract and this game.

An ability that is used becomes a step that is carried out as far as it can be [CY-TRIGGER-09]. Its level is
fixed when it begins [CY-TRIGGER-08].
"""

from __future__ import annotations

from companion.engine.game import Question
from companion.engine.steps import slotted

from .deck import DrawRobots, can_draw, first_row_with_room, put_in_row
from .factory import mine
from .happenings import (
    DeckArranged,
    MachinePrepared,
    NothingHappened,
    RobotMoved,
    RobotPaid,
    RobotRecovered,
)
from .inputs import (
    ENOUGH,
    MOVE,
    PAY,
    PAY_FROM_DECK,
    PREPARE,
    PUT,
    RECOVER,
    Arrange,
    Enough,
    Input,
    Move,
    Pay,
    Prepare,
    Put,
    Recover,
    Take,
)
from .inputs import TAKE as TAKES
from .pieces import (
    BEBEBOTS,
    CYCLO,
    MULTIBOTS,
    PLAN,
    ROBOTS,
    ROW_LIMIT,
    ROWS,
    SIREN,
    STOCK,
    with_card,
    without,
)
from .state import State, babies, deck
from .steps import Ask, Out

CARDS = (0, 0, 1, 2, 3, 5)
"""By level: how many cards a Sirenbot draws, a Stockbot moves, a Planbot looks at [CY-SIREN-01, CY-STOCK-01,
CY-PLAN-01]."""
PRICE = (0, 0, 5, 4, 3, 1)
"""By level: how many robots a Commandbot costs [CY-CMD-01]."""
SUPPORT_LEVEL = 3
"""Whatever the figurine shows [CY-SUPPORT-01]."""


def use(s: State, out: Out, model: str, level: int) -> None:
    """Begins an ability; level I does nothing [CY-TRIGGER-05]."""
    if level < 2:
        out.append(NothingHappened(model))
    elif model == SIREN:
        s.agenda.append(DrawRobots("flash", CARDS[level]))
    elif model == STOCK:
        s.agenda.append(MoveToStock(CARDS[level]))
    elif model == CYCLO:
        s.agenda.append(RecoverRobot(level))
    elif model == PLAN:
        s.agenda += (DrawRobots("any", 1), ArrangeDeck(), DrawRobots("look", CARDS[level]))
    else:
        s.agenda.append(PrepareMachine(PRICE[level]))


# -- Stockbot ---------------------------------------------------------------------------------------------


@slotted
class MoveToStock(Ask[Move | Enough], name="stock"):
    """As many cards as the level says, as there are, and as the stock has room for [CY-STOCK-02,
    CY-STOCK-03]."""

    cards: int

    def ask(self, s: State) -> tuple[Question, ...]:
        if self.cards <= 0 or len(s.rows[2]) >= ROW_LIMIT or not (s.rows[0] or s.rows[1]):
            return ()
        answers: list[Input] = [
            MOVE[ROWS[place], card] for place in (0, 1) for card in dict.fromkeys(s.rows[place])
        ]
        if s.setting.up_to:
            answers.append(ENOUGH)
        return (Question("stock", s.seat, tuple(answers), about=(("cards", self.cards),)),)

    def answer(self, s: State, out: Out, given: Move | Enough) -> None:
        if isinstance(given, Enough):
            return
        place = ROWS.index(given.row)
        s.rows[place] = without(s.rows[place], given.card)
        put_in_row(s, 2, given.card)
        s.agenda.append(MoveToStock(self.cards - 1))
        out.append(RobotMoved(given.card, given.row))


# -- Cyclobot ---------------------------------------------------------------------------------------------


def recoverable(s: State, level: int) -> list[str]:
    """At levels II and IV Cyclobots only; a Multibot never [CY-CYCLO-01, CY-MULTI-08]."""
    cards = dict.fromkeys(s.discard)
    if level in (2, 4):
        return [card for card in cards if card in ROBOTS and ROBOTS[card].model == CYCLO]
    return [card for card in cards if card in ROBOTS]


@slotted
class RecoverRobot(Ask[Recover], name="recover"):
    level: int

    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple([RECOVER[card] for card in recoverable(s, self.level)])
        return (Question("recover", s.seat, answers, about=(("level", self.level),)),) if answers else ()

    def do(self, s: State, out: Out) -> None:
        out.append(NothingHappened(CYCLO))  # [CY-CYCLO-05]

    def answer(self, s: State, out: Out, given: Recover) -> None:
        """On top of the deck, or to a row from level IV on [CY-CYCLO-02, CY-CYCLO-03]. It may be the very
        card that was discarded for it [CY-CYCLO-04]."""
        s.discard = without(s.discard, given.card)
        place = first_row_with_room(s) if self.level >= 4 else None
        if place is None:
            s.top = (given.card, *s.top)
            out.append(RobotRecovered(given.card, "deck"))
        else:
            put_in_row(s, place, given.card)
            s.spins += 1
            out.append(RobotRecovered(given.card, ROWS[place]))


# -- Planbot ----------------------------------------------------------------------------------------------


@slotted
class ArrangeDeck(Ask[Take | Put | Arrange], name="arrange"):
    """First the card that will be drawn, then where the others go, in the order in which they are put. When
    nothing is left to be put back, the top card goes to a row [CY-PLAN-03]."""

    on_top: int | None = None
    """Cards that were put on the top; None: the one to be drawn is not chosen yet."""

    def ask(self, s: State) -> tuple[Question, ...]:
        cards = tuple(dict.fromkeys(s.looked))
        if not cards:
            return ()
        if self.on_top is None:
            return (Question("take", s.seat, (*(TAKES[card] for card in cards), TAKES[""])),)
        answers = [PUT[card, "top"] for card in cards] if self.on_top else []
        return (Question("put", s.seat, (*answers, *(PUT[card, "bottom"] for card in cards))),)

    def answer(self, s: State, out: Out, given: Take | Put | Arrange) -> None:
        if isinstance(given, Take):
            self._taken(s, out, given)
        elif isinstance(given, Put):
            self._put(s, out, given)
        else:
            _arranged(s, out, given)

    def _taken(self, s: State, out: Out, given: Take) -> None:
        if not given.card:
            s.agenda.append(ArrangeDeck(0))
            return
        s.looked = without(s.looked, given.card)
        s.top = (given.card, *s.top)
        s.agenda.append(ArrangeDeck(1))
        out.append(DeckArranged(given.card, "top"))

    def _put(self, s: State, out: Out, given: Put) -> None:
        """Below what was put on the top, or below everything [CY-PLAN-02]."""
        on_top = self.on_top or 0
        s.looked = without(s.looked, given.card)
        if given.where == "top":
            s.top = (*s.top[:on_top], given.card, *s.top[on_top:])
            s.agenda.append(ArrangeDeck(on_top + 1))
        else:
            s.bottom = (*s.bottom, given.card)
            s.agenda.append(self)
        out.append(DeckArranged(given.card, given.where))


def _arranged(s: State, out: Out, given: Arrange) -> None:
    """All at once."""
    s.looked = ()
    s.top = (*given.top, *s.top)
    s.bottom = (*s.bottom, *given.bottom)
    out += [DeckArranged(card, "top") for card in given.top]
    out += [DeckArranged(card, "bottom") for card in given.bottom]


# -- Commandbot -------------------------------------------------------------------------------------------


def payable(s: State) -> int:
    """Robots that could be paid: of the rows, of the deck, and of the discard pile while the battery is
    charged [CY-CMD-02, CY-CMD-04]. A bébébot is no payment [CY-COMBO-03]."""
    in_rows = sum(len(row) for row in s.rows)
    if not s.setting.multibot_pays:
        in_rows -= sum(card in MULTIBOTS for row in s.rows for card in row)
        if s.setting.rules >= 2:
            return in_rows + _paying_deck(s)
    return in_rows + deck(s) - babies(s) + (len(s.discard) if s.battery else 0)


def _paying_deck(s: State) -> int:
    """Robots that may come off the deck, or off the one that the battery makes, where a Multibot does not pay
    [CY-MULTI-12]."""
    cards = (*s.top, *s.rest, *s.bottom, *(s.discard if s.battery else ()))
    return sum(card not in MULTIBOTS and card not in BEBEBOTS for card in cards) - s.strangers


def _deck_pays(s: State) -> bool:
    if s.setting.multibot_pays or s.setting.rules < 2:
        return deck(s) > babies(s) or (can_draw(s) and s.battery and bool(s.discard))
    return _paying_deck(s) > 0


def preparable(s: State) -> list[int]:
    """Machines that the active player may repair, each once per turn [CY-CMD-05, CY-2P-13]."""
    return [slot for slot in mine(s) if s.factory[slot] and not s.prepared[slot]]


@slotted
class PrepareMachine(Ask[Prepare], name="prepare"):
    """The machine is named before anything is paid [CY-CMD-08]."""

    price: int

    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple([PREPARE[slot] for slot in preparable(s)])
        if not answers or payable(s) < self.price:
            return ()
        return (Question("prepare", s.seat, answers, about=(("cards", self.price),)),)

    def do(self, s: State, out: Out) -> None:
        """All or nothing [CY-CMD-04]."""
        out.append(NothingHappened("commandbot"))

    def answer(self, s: State, out: Out, given: Prepare) -> None:
        s.agenda.append(PayRobots(given.slot, self.price))


def payments(s: State) -> list[Pay]:
    found = [
        PAY[row, card]
        for row, cards in zip(ROWS, s.rows, strict=True)
        for card in dict.fromkeys(cards)
        if s.setting.multibot_pays or card not in MULTIBOTS
    ]
    if _deck_pays(s):
        found.append(PAY_FROM_DECK)
    return found


@slotted
class PayRobots(Ask[Pay], name="pay"):
    """They trigger nothing [CY-CMD-03]."""

    slot: int
    price: int

    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple(payments(s)) if self.price > 0 else ()
        about = (("slot", self.slot), ("cards", self.price))
        return (Question("pay", s.seat, answers, about=about),) if answers else ()

    def do(self, s: State, out: Out) -> None:
        if self.price <= 0:
            s.prepared[self.slot] = True
            out.append(MachinePrepared(self.slot, s.factory[self.slot]))

    def answer(self, s: State, out: Out, given: Pay) -> None:
        if given.row == "deck":
            s.agenda += (self, DrawRobots("pay", 1))
            return
        place = ROWS.index(given.row)
        s.rows[place] = without(s.rows[place], given.card)
        s.discard = with_card(s.discard, given.card)
        s.agenda.append(PayRobots(self.slot, self.price - 1))
        out.append(RobotPaid(given.card, given.row))

    def anew(self, s: State) -> PayRobots | None:
        return self if s.factory[self.slot] and not s.prepared[self.slot] else None
