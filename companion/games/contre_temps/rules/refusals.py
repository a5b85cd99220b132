"""Why an input that is not listed is refused: the rule that forbids it.

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.game import Input, Refusal

from .inputs import Bid, CardDealt, Commit, ConstantTurned, Play, TokenDrawn
from .knowledge import open_cards
from .state import State
from .tricks import led_suit, steps_back, steps_forward


def refusal(s: State, given: Input) -> Refusal | None:
    """None: it is accepted although it is not listed."""
    if s.outcome is not None:
        return Refusal("game-over", "CT-END-02")
    match given:
        case Play(seat, card) if s.phase == "play":
            if seat != s.order[0]:
                return Refusal("not-your-turn", "CT-LEAD-05", (("seat", s.order[0]),))
            return _card(s, seat, card) or _follow(s)
        case Bid(seat, card) if s.phase == "bid" and seat in s.order:
            return _card(s, seat, card) or Refusal("another-suit", "CT-CHANGE-07", (("card", s.constant),))
        case Commit(seat, back, forward) if s.phase == "move" and seat in s.order:
            return _crystals(s, seat, back, forward)
        case ConstantTurned(card) if s.phase == "constant":
            return _card(s, None, card)
        case CardDealt(_, card) if s.phase == "deal":
            return _card(s, None, card)
        case TokenDrawn(token) if s.phase == "token":
            return Refusal("no-such-token", "CT-PARADOX-03", (("token", token),))
    return Refusal("not-awaited", "CT-ROUND-01")


def _card(s: State, seat: int | None, card: str) -> Refusal | None:
    """A card that cannot come from there [CT-EDGE-26]; None when following suit is all that is wrong."""
    if card not in s.setting.deck:
        return Refusal("card-not-in-game", "CT-SETUP-02", (("card", card),))
    if seat is not None and card in s.hands[seat]:
        return None
    hidden = seat is not None and s.setting.tracks_hands  # who else has it, or nobody, is not told
    seen = card in open_cards(s) if hidden else card not in s.deck
    return Refusal("card-seen" if seen else "not-in-hand", "CT-COMP-01", (("card", card),))


def _follow(s: State) -> Refusal:
    token = s.queue[0]
    rule = "CT-FOLLOW-04" if s.standing[token] else "CT-FOLLOW-02"
    return Refusal("must-follow", rule, (("suit", led_suit(s, token)),))


def _crystals(s: State, seat: int, back: int, forward: int) -> Refusal | None:
    far, rule = steps_back(s), "CT-PARADOX-09" if s.setting.paradox else "CT-MOVE-05"
    if not all(isinstance(spent, int) and spent >= 0 for spent in (back, forward)):
        return Refusal("not-enough-energy", "CT-MOVE-01", (("energy", s.energy[seat]),))
    if forward and not s.setting.paradox:
        return Refusal("no-future", "CT-MOVE-06")
    if back and forward:
        return Refusal("one-direction", "CT-PARADOX-08")
    if back + forward > s.energy[seat]:
        return Refusal("not-enough-energy", "CT-MOVE-01", (("energy", s.energy[seat]),))
    if s.setting.clamp:
        return None
    return Refusal("too-far", rule, (("steps", far if back else steps_forward(s)),))
