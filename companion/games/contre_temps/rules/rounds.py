"""The course of a game: setup, then rounds of Resolution, Time Flow and Movement [CT-ROUND-01].

May import: the contract and this game. Each phase is a step that knows what it asks and what an answer does.
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Question
from companion.engine.steps import advance, slotted

from . import ending
from .happenings import (
    BidMade,
    BidsRevealed,
    CardPlayed,
    CardsDiscarded,
    CardTaken,
    CommitMade,
    ConstantSet,
    CrystalGained,
    DealerChosen,
    DiscReturned,
    EventBegan,
    EventHeld,
    EventTaken,
    IncomePaid,
    LineUnstable,
    RevokeFound,
    RoundBegan,
    TimeStalled,
    TokenPlaced,
    Travelled,
)
from .inputs import (
    BACK,
    BIDS,
    DEALT,
    DRAWN,
    FORWARD,
    PLAYS,
    TURNED,
    Bid,
    CardDealt,
    Commit,
    ConstantTurned,
    DealerDrawn,
    Play,
    TokenDrawn,
)
from .pieces import CONSTANT, HAND, INCOME, NOBODY, UNKNOWN, VALUE, in_order, without
from .state import State, discs_on_line
from .steps import Ask, Out
from .tricks import (
    best_played,
    destination,
    gains_crystal,
    led_suit,
    legal,
    legal_bids,
    order_of_events,
    participants,
    steps_back,
    steps_forward,
)

# -- setup ------------------------------------------------------------------------------------------------


@slotted
class DrawDealer(Ask[DealerDrawn], name="dealer"):
    def ask(self, s: State) -> tuple[Question, ...]:
        dealers = tuple([DealerDrawn(seat) for seat in s.setting.seats])
        return (Question("dealer", CHANCE, dealers, stream="first"),)

    def answer(self, s: State, out: Out, given: DealerDrawn) -> None:
        """The marker goes to the dealer's left neighbour [CT-SETUP-03, CT-SETUP-12]."""
        s.dealer, s.marker = given.seat, (given.seat + 1) % s.setting.players
        out.append(DealerChosen(s.dealer, s.marker))
        if s.setting.tracks_hands:
            s.agenda.append(DealHands())
            s.order = tuple((s.marker + step) % s.setting.players for step in s.setting.seats) * HAND
        else:
            s.hands = [(UNKNOWN,) * HAND for _ in s.setting.seats]
            s.agenda.append(TurnConstant())


@slotted
class DealHands(Ask[CardDealt], name="deal"):
    def ask(self, s: State) -> tuple[Question, ...]:
        deal = DEALT[s.order[0]]
        answers = tuple([deal[card] for card in s.deck])
        return (Question("deal", CHANCE, answers, stream="hands", about=(("seat", s.order[0]),)),)

    def answer(self, s: State, out: Out, given: CardDealt) -> None:
        seat, card = given.seat, given.card
        s.deck = without(s.deck, card)
        s.hands[seat] = in_order((*s.hands[seat], card))
        s.order = s.order[1:]
        out.append(CardTaken(seat))
        s.agenda.append(self if s.order else TurnConstant())


@slotted
class TurnConstant(Ask[ConstantTurned], name="constant"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return (Question("constant", CHANCE, tuple([TURNED[card] for card in s.deck]), stream="hands"),)

    def answer(self, s: State, out: Out, given: ConstantTurned) -> None:
        """The other four cards of the pile never enter play [CT-SETUP-05]."""
        s.deck = without(s.deck, given.card)
        s.constant = given.card
        out.append(ConstantSet(given.card))
        next_token(s, out)


# -- resolution -------------------------------------------------------------------------------------------


def begin_round(s: State, out: Out) -> None:
    s.round += 1
    out.append(RoundBegan(s.round))
    begin_resolution(s, out)


def begin_resolution(s: State, out: Out) -> None:
    s.owing = s.setting.seats
    s.queue = order_of_events(s)
    next_event(s, out)


def next_event(s: State, out: Out) -> None:
    """The next occupied event; after the last one the end is checked, and only then the constant [CT-END-01,
    CT-END-09, CT-RESOLVE-07]."""
    while s.queue and not _awaited_at(s, s.queue[0]):  # a correction by hand has moved them away
        s.queue = s.queue[1:]
    if s.queue and s.queue[0] != CONSTANT:
        token = s.queue[0]
        s.order = _awaited_at(s, token)
        s.agenda.append(PlayCards())
        out.append(EventBegan(token, s.order[0], led_suit(s, token)))
        return
    if ending.after_events(s, out):
        return
    if s.queue:
        s.agenda.append(BidForConstant())
        s.order = _awaited_at(s, CONSTANT)
    elif any(s.bids):
        reveal_bids(s, out)
    else:
        flow(s, out)


def _awaited_at(s: State, place: int) -> tuple[int, ...]:
    """Who still owes a card there; at an event from the leader on."""
    if place == CONSTANT:
        seats = tuple([seat for seat, at in enumerate(s.pawns) if at == CONSTANT])
    else:
        seats = participants(s, place)
    return tuple([seat for seat in seats if seat in s.owing]) if s.setting.rules >= 2 else seats


def ask_again(s: State, out: Out) -> None:
    """The table was set right: what is left to be asked follows from it. Where nobody is left to be asked,
    play goes on at once."""
    if s.phase in ("play", "bid"):
        _regroup(s)
    elif s.phase == "move":
        _ask_who_spends(s)
    elif s.phase == "token" and s.line and s.control[s.present] == NOBODY:  # so nobody was there
        flow(s, out)
    advance(s, out, forced=False)


def _regroup(s: State) -> None:
    """Whoever has not played a card this round plays it where their scientist stands now, everybody once
    [CT-RESOLVE-04, CT-LINE-06]."""
    bidding = s.phase == "bid"
    running = s.queue[:1] if s.played else ()
    places = [place for place in order_of_events(s) if place not in running and _awaited_at(s, place)]
    s.queue = (*running, *places) or (CONSTANT,) * bidding
    s.order = _awaited_at(s, s.queue[0]) if s.queue else ()
    s.agenda[:] = (BidForConstant() if bidding and s.queue[0] == CONSTANT else PlayCards(),)
    if s.phase == "play" and s.queue == (CONSTANT,):  # nobody is at an event: the end is checked first
        s.order = ()


def _ask_who_spends(s: State) -> None:
    """Crystals that are under a hand stay there, unless they are not that player's any more, or lead nowhere
    [CT-MOVE-04, CT-MOVE-05]."""
    back, forward = steps_back(s), steps_forward(s)
    for seat, spent in enumerate(s.commits):
        if spent is not None and (
            sum(spent) > s.energy[seat] or spent[1] > forward or (spent[0] > back and not s.setting.clamp)
        ):
            s.commits[seat] = None
    s.order = tuple([seat for seat in s.setting.seats if s.commits[seat] is None])


def a_hand_is_hidden(s: State) -> bool:
    """A card that must be played is asked of its owner all the same: to skip it would tell everybody that the
    hand holds no other of that suit [CT-FOLLOW-02]."""
    return s.setting.tracks_hands and s.setting.rules >= 2


@slotted
class PlayCards(Ask[Play], name="play"):
    def ask(self, s: State) -> tuple[Question, ...]:
        if not s.order:
            return ()
        seat, token = s.order[0], s.queue[0]
        led = led_suit(s, token)
        plays = PLAYS[seat]
        answers = tuple([plays[card] for card in legal(s, seat, led)])
        about = (("token", token), ("suit", led))
        return (Question("play" if led else "lead", seat, answers, about=about),)

    def waits(self, s: State, question: Question) -> bool:
        return a_hand_is_hidden(s) or not question.answers

    def do(self, s: State, out: Out) -> None:
        """A correction has moved everybody away who was still to play here."""
        if s.played:
            resolve(s, out, s.queue[0])
        else:
            next_event(s, out)

    def answer(self, s: State, out: Out, given: Play) -> None:
        seat, card = given.seat, given.card
        s.owing = tuple([other for other in s.owing if other != seat])
        token = s.queue[0]
        leave_hand(s, seat, card)
        out.append(CardPlayed(token, seat, card))
        led = led_suit(s, token)
        if not led:
            s.lead[token] = card
        elif card[0] == led:
            lying = [other for _, other in s.played]
            if gains_crystal(card, (s.lead[token], s.standing[token] or card, *lying)):
                s.energy[seat] += 1
                out.append(CrystalGained(seat))
        elif led not in s.voids[seat]:
            s.voids[seat] = (*s.voids[seat], led)
        look_for_revoke(s, out, seat, card)
        s.played = (*s.played, (seat, card))
        s.order = s.order[1:]
        if s.order:
            s.agenda.append(self)
        else:
            resolve(s, out, token)


def leave_hand(s: State, seat: int, card: str) -> None:
    hand = s.hands[seat]
    if card in hand:
        s.hands[seat] = without(hand, card)
    else:  # the companion did not see that hand
        s.hands[seat] = without(hand, UNKNOWN) if UNKNOWN in hand else hand
        s.deck = without(s.deck, card)


def look_for_revoke(s: State, out: Out, seat: int, card: str) -> None:
    """Nobody ever draws: a suit that was not followed before cannot turn up later [CT-FOLLOW-09]."""
    if card[0] in s.voids[seat]:
        s.voids[seat] = tuple([suit for suit in s.voids[seat] if suit != card[0]])
        revoke_found(s, out, seat)


def revoke_found(s: State, out: Out, seat: int) -> None:
    """All crystals are lost, those under the hand too; nothing else changes [CT-FOLLOW-07, CT-FOLLOW-08]."""
    out.append(RevokeFound(seat, s.energy[seat]))
    s.energy[seat] = 0
    if s.commits[seat] is not None:
        s.commits[seat] = (0, 0)


def resolve(s: State, out: Out, token: int) -> None:
    """Which cards stay, and whose disc lies on the token [CT-TRICK-03 … -08, CT-CONTROL-01 … -03]."""
    found, standing, lead = best_played(s, token), s.standing[token], s.lead[token]
    gone = [card for _, card in s.played]
    if found is None:
        out.append(EventHeld(token, s.control[token]))
    else:
        seat, card = found
        gone = [standing, *gone] if standing else gone
        gone = [one for one in gone if one not in (card, lead)]
        s.standing[token] = card
        out.append(EventTaken(token, seat, card))
        if s.control[token] not in (NOBODY, seat):
            out.append(DiscReturned(token, s.control[token]))
        s.control[token] = seat
    if gone:
        s.discards += tuple(gone)
        out.append(CardsDiscarded(tuple(gone)))
    s.played, s.queue = (), s.queue[1:]
    next_event(s, out)


# -- the constant -----------------------------------------------------------------------------------------


@slotted
class BidForConstant(Ask[Bid], name="bid"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return tuple(
            [
                Question("bid", seat, tuple([BIDS[seat][card] for card in legal_bids(s, seat)]))
                for seat in s.order
            ]
        )

    def waits(self, s: State, question: Question) -> bool:
        return a_hand_is_hidden(s) or not question.answers

    def do(self, s: State, out: Out) -> None:
        """A correction has moved everybody away who was still to choose."""
        if any(s.bids):
            reveal_bids(s, out)
        else:
            flow(s, out)

    def answer(self, s: State, out: Out, given: Bid) -> None:
        s.owing = tuple([other for other in s.owing if other != given.seat])
        leave_hand(s, given.seat, given.card)
        s.bids[given.seat] = given.card
        s.order = tuple([seat for seat in s.order if seat != given.seat])
        out.append(BidMade(given.seat))
        if s.order:
            s.agenda.append(self)
        else:
            reveal_bids(s, out)


def reveal_bids(s: State, out: Out) -> None:
    """The highest value becomes the constant; if two share it there is none [CT-CHANGE-03 … -06,
    CT-UNSTABLE-01]."""
    shown = [card for card in s.bids if card]
    out.append(BidsRevealed(tuple(s.bids)))
    for seat, card in enumerate(s.bids):
        if card:
            look_for_revoke(s, out, seat, card)
    highest = max(VALUE[card] for card in shown)
    best = [card for card in shown if VALUE[card] == highest]
    before, s.constant = s.constant, best[0] if len(best) == 1 else ""
    gone = [card for card in (before, *shown) if card and card != s.constant]
    s.bids, s.queue = [""] * len(s.bids), ()
    out.append(ConstantSet(s.constant) if s.constant else LineUnstable())
    if gone:
        s.discards += tuple(gone)
        out.append(CardsDiscarded(tuple(gone)))
    if not s.constant and not before and s.setting.second_instability_ends:
        ending.after_instability(s, out)
    else:
        flow(s, out)


# -- time flow --------------------------------------------------------------------------------------------


def flow(s: State, out: Out) -> None:
    """A new token, unless nobody was in the present [CT-FLOW-01, CT-FLOW-04]."""
    if s.control[s.present] == NOBODY:
        out.append(TimeStalled(s.present))
        rejoin(s, out)
    else:
        next_token(s, out)


def next_token(s: State, out: Out) -> None:
    """Classic: the top of a sorted stack [CT-SETUP-06]. Paradox: whatever is turned up [CT-PARADOX-03]."""
    if s.setting.paradox:
        s.agenda.append(DrawToken())
    else:
        place_token(s, out, s.stack[0])


@slotted
class DrawToken(Ask[TokenDrawn], name="token"):
    def ask(self, s: State) -> tuple[Question, ...]:
        return (Question("token", CHANCE, tuple([DRAWN[token] for token in s.stack]), stream="tokens"),)

    def answer(self, s: State, out: Out, given: TokenDrawn) -> None:
        place_token(s, out, given.token)


def place_token(s: State, out: Out, token: int) -> None:
    s.line = tuple(sorted((*s.line, token)))
    s.stack = tuple([other for other in s.stack if other != token])
    s.present = token
    out.append(TokenPlaced(token))
    if s.round:
        rejoin(s, out)
    else:  # the first token of the game [CT-SETUP-07, CT-SETUP-10, CT-ROUND-02]
        s.pawns = [token] * s.setting.players
        begin_round(s, out)


def rejoin(s: State, out: Out) -> None:
    """All pawns to the present, then the income [CT-FLOW-02, CT-FLOW-03, CT-FLOW-05]."""
    s.pawns = [s.present] * len(s.pawns)
    paid = tuple([max(0, INCOME - discs_on_line(s, seat)) for seat in s.setting.seats])
    s.energy = [s.energy[seat] + paid[seat] for seat in s.setting.seats]
    out.append(IncomePaid(paid))
    begin_movement(s)


# -- movement ---------------------------------------------------------------------------------------------


def begin_movement(s: State) -> None:
    s.order, s.commits = s.setting.seats, [None] * len(s.pawns)
    s.agenda[:] = (CommitCrystals(),)


@slotted
class CommitCrystals(Ask[Commit], name="move"):
    def ask(self, s: State) -> tuple[Question, ...]:
        back, forward = steps_back(s), steps_forward(s)
        return tuple([self._asked(s, seat, s.energy[seat], back, forward) for seat in s.order])

    def _asked(self, s: State, seat: int, energy: int, back: int, forward: int) -> Question:
        return Question(
            "commit",
            seat,
            BACK[seat][: min(energy, back) + 1] + FORWARD[seat][: min(energy, forward)],
            about=(("energy", energy), ("back", back), ("forward", forward)),
            open=s.setting.clamp and energy > back,
        )

    def do(self, s: State, out: Out) -> None:
        """A correction has told what the last one spends."""
        travel(s, out)

    def answer(self, s: State, out: Out, given: Commit) -> None:
        seat = given.seat
        s.commits[seat] = (given.back, given.forward)
        s.order = tuple([other for other in s.order if other != seat])
        if s.energy[seat]:
            out.append(CommitMade(seat))
        if s.order:
            s.agenda.append(self)
        else:
            travel(s, out)


def travel(s: State, out: Out) -> None:
    """All at once; crystals spent go back to the supply [CT-MOVE-02, CT-MOVE-03]."""
    for seat, spent in enumerate(s.commits):
        if spent is not None and any(spent):
            s.energy[seat] -= sum(spent)
            s.pawns[seat] = destination(s, *spent)
            out.append(Travelled(seat, s.pawns[seat], sum(spent)))
    s.commits = [None] * len(s.pawns)
    begin_round(s, out)
