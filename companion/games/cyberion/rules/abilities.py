"""The five abilities, level by level. May import: the contract and this game.

An ability that is used becomes a step that is carried out as far as it can be [CY-TRIGGER-09]. Its level is
fixed when it begins [CY-TRIGGER-08].
"""

from __future__ import annotations

from companion.engine.game import Happening, Question

from .deck import can_draw, first_row_with_room, put_in_row
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
    Move,
    Pay,
    Prepare,
    Put,
    Recover,
    Take,
)
from .inputs import TAKE as TAKES
from .pieces import CYCLO, MULTIBOTS, PLAN, ROBOTS, ROW_LIMIT, ROWS, SIREN, STOCK, in_order, without
from .state import State, Step, babies, deck

Out = list[Happening]

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
        s.steps = (*s.steps, ("draw", "flash", CARDS[level]))
    elif model == STOCK:
        s.steps = (*s.steps, ("stock", CARDS[level]))
    elif model == CYCLO:
        s.steps = (*s.steps, ("recover", level))
    elif model == PLAN:
        s.steps = (*s.steps, ("draw", "any", 1), ("arrange",), ("draw", "look", CARDS[level]))
    else:
        s.steps = (*s.steps, ("prepare", PRICE[level]))


def done(s: State) -> bool:
    """The running step is over."""
    s.steps = s.steps[:-1]
    return True


# -- Stockbot ---------------------------------------------------------------------------------------------


def stock(s: State, out: Out, step: Step) -> bool:
    """As many cards as the level says, as there are, and as the stock has room for [CY-STOCK-02,
    CY-STOCK-03]."""
    movable = s.rows[0] or s.rows[1]
    return done(s) if step[1] <= 0 or not movable or len(s.rows[2]) >= ROW_LIMIT else False


def ask_stock(s: State, step: Step) -> tuple[Question, ...]:
    answers = [MOVE[ROWS[place], card] for place in (0, 1) for card in dict.fromkeys(s.rows[place])]
    if s.setting.up_to:
        return (Question("stock", s.seat, (*answers, ENOUGH), about=(("cards", step[1]),)),)
    return (Question("stock", s.seat, tuple(answers), about=(("cards", step[1]),)),)


def moved(s: State, out: Out, given: Move) -> None:
    place = ROWS.index(given.row)
    s.rows[place] = without(s.rows[place], given.card)
    put_in_row(s, 2, given.card)
    s.steps = (*s.steps[:-1], ("stock", s.steps[-1][1] - 1))
    out.append(RobotMoved(given.card, given.row))


def enough(s: State, out: Out, given: Enough) -> None:
    done(s)


# -- Cyclobot ---------------------------------------------------------------------------------------------


def recoverable(s: State, level: int) -> list[str]:
    """At levels II and IV Cyclobots only; a Multibot never [CY-CYCLO-01, CY-MULTI-08]."""
    cards = dict.fromkeys(s.discard)
    if level in (2, 4):
        return [card for card in cards if card in ROBOTS and ROBOTS[card].model == CYCLO]
    return [card for card in cards if card in ROBOTS]


def recover(s: State, out: Out, step: Step) -> bool:
    if recoverable(s, step[1]):
        return False
    out.append(NothingHappened(CYCLO))  # [CY-CYCLO-05]
    return done(s)


def ask_recover(s: State, step: Step) -> tuple[Question, ...]:
    answers = tuple([RECOVER[card] for card in recoverable(s, step[1])])
    return (Question("recover", s.seat, answers, about=(("level", step[1]),)),)


def recovered(s: State, out: Out, given: Recover) -> None:
    """On top of the deck, or to a row from level IV on [CY-CYCLO-02, CY-CYCLO-03]. It may be the very card
    that was discarded for it [CY-CYCLO-04]."""
    _, level = s.steps[-1]
    done(s)
    s.discard = without(s.discard, given.card)
    place = first_row_with_room(s) if level >= 4 else None
    if place is None:
        s.top = (given.card, *s.top)
        out.append(RobotRecovered(given.card, "deck"))
    else:
        put_in_row(s, place, given.card)
        s.spins += 1
        out.append(RobotRecovered(given.card, ROWS[place]))


# -- Planbot ----------------------------------------------------------------------------------------------


def arrange(s: State, out: Out, step: Step) -> bool:
    """When nothing is left to be put back, the top card goes to a row [CY-PLAN-03]."""
    return False if s.looked else done(s)


def ask_arrange(s: State, step: Step) -> tuple[Question, ...]:
    """First the card that will be drawn, then where the others go, in the order in which they are put."""
    cards = tuple(dict.fromkeys(s.looked))
    if len(step) == 1:
        return (Question("take", s.seat, (*(TAKES[card] for card in cards), TAKES[""])),)
    answers = [PUT[card, "top"] for card in cards] if step[1] else []
    return (Question("put", s.seat, (*answers, *(PUT[card, "bottom"] for card in cards))),)


def taken(s: State, out: Out, given: Take) -> None:
    if not given.card:
        s.steps = (*s.steps[:-1], ("arrange", 0))
        return
    s.looked = without(s.looked, given.card)
    s.top = (given.card, *s.top)
    s.steps = (*s.steps[:-1], ("arrange", 1))
    out.append(DeckArranged(given.card, "top"))


def put(s: State, out: Out, given: Put) -> None:
    """Below what was put on the top, or below everything [CY-PLAN-02]."""
    on_top = s.steps[-1][1]
    s.looked = without(s.looked, given.card)
    if given.where == "top":
        s.top = (*s.top[:on_top], given.card, *s.top[on_top:])
        s.steps = (*s.steps[:-1], ("arrange", on_top + 1))
    else:
        s.bottom = (*s.bottom, given.card)
    out.append(DeckArranged(given.card, given.where))


def arranged(s: State, out: Out, given: Arrange) -> None:
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
    return in_rows + deck(s) - babies(s) + (len(s.discard) if s.battery else 0)


def preparable(s: State) -> list[int]:
    """Machines that the active player may repair, each once per turn [CY-CMD-05, CY-2P-13]."""
    return [slot for slot in mine(s) if s.factory[slot] and not s.prepared[slot]]


def prepare(s: State, out: Out, step: Step) -> bool:
    """All or nothing [CY-CMD-04]."""
    if preparable(s) and payable(s) >= step[1]:
        return False
    out.append(NothingHappened("commandbot"))
    return done(s)


def ask_prepare(s: State, step: Step) -> tuple[Question, ...]:
    """The machine is named before anything is paid [CY-CMD-08]."""
    answers = tuple([PREPARE[slot] for slot in preparable(s)])
    return (Question("prepare", s.seat, answers, about=(("cards", step[1]),)),)


def prepares(s: State, out: Out, given: Prepare) -> None:
    s.steps = (*s.steps[:-1], ("pay", given.slot, s.steps[-1][1]))


def payments(s: State) -> list[Pay]:
    found = [
        PAY[row, card]
        for row, cards in zip(ROWS, s.rows, strict=True)
        for card in dict.fromkeys(cards)
        if s.setting.multibot_pays or card not in MULTIBOTS
    ]
    if (deck(s) > babies(s)) or (can_draw(s) and s.battery and s.discard):
        found.append(PAY_FROM_DECK)
    return found


def pay(s: State, out: Out, step: Step) -> bool:
    _, slot, price = step
    if price <= 0:
        done(s)
        s.prepared[slot] = True
        out.append(MachinePrepared(slot, s.factory[slot]))
        return True
    return False if payments(s) else done(s)


def ask_pay(s: State, step: Step) -> tuple[Question, ...]:
    about = (("slot", step[1]), ("cards", step[2]))
    return (Question("pay", s.seat, tuple(payments(s)), about=about),)


def paid(s: State, out: Out, given: Pay) -> None:
    """They trigger nothing [CY-CMD-03]."""
    if given.row == "deck":
        s.steps = (*s.steps, ("draw", "pay", 1))
        return
    place = ROWS.index(given.row)
    s.rows[place] = without(s.rows[place], given.card)
    s.discard = in_order((*s.discard, given.card))
    _, slot, price = s.steps[-1]
    s.steps = (*s.steps[:-1], ("pay", slot, price - 1))
    out.append(RobotPaid(given.card, given.row))


RUN = {"stock": stock, "recover": recover, "arrange": arrange, "prepare": prepare, "pay": pay}
ASK = {
    "stock": ask_stock,
    "recover": ask_recover,
    "arrange": ask_arrange,
    "prepare": ask_prepare,
    "pay": ask_pay,
}
TAKE = {
    Move: moved,
    Enough: enough,
    Recover: recovered,
    Take: taken,
    Put: put,
    Arrange: arranged,
    Prepare: prepares,
    Pay: paid,
}
