"""Phase II: moves, cards, LOOPs and abilities, as many as you like [ACT-01 … ACT-18, LOOP-01 … LOOP-11].

May import: the contract and this game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import Input, Question, Refusal, Source
from companion.engine.steps import slotted

from . import effects, hands, missions
from .decks import without
from .eras import ADJACENT
from .happenings import (
    AbilityUsed,
    AgentMoved,
    BatteriesTurned,
    CardsReadied,
    CardUsed,
    EnergySpent,
    LeftToPlayers,
    LoopDone,
)
from .inputs import (
    CLAIM_CLEAN_ERA,
    END_ACTIONS,
    FREE_MOVES,
    MOVES,
    PICKS,
    USE_ABILITY,
    FreeMove,
    HandsDid,
    Loop,
    Move,
    PlayEffect,
    UseAbility,
    UseCard,
    loop,
    use_card,
)
from .missions import BOUNDARY
from .state import State, hand
from .steps import Ask, Out, Step, seat_of
from .vocabulary import compile_effect

ELEMENTARY = ("spiral", "star", "stripe")
"""Black Hole cannot be looped [LOOP-04]."""


@slotted
class BeginActions(Step, name="begin-actions"):
    """The moment before the first action is a boundary too [AMB-13]."""

    def do(self, s: State, out: Out) -> None:
        s.phase = 2
        s.agenda += (Act(), BOUNDARY)


@slotted
class Act(Ask[Any], name="act"):
    def ask(self, s: State) -> tuple[Question, ...]:
        setting, agent = s.setting, s.active
        if setting.light:
            return (Question("act", seat_of(s, agent), _light_actions(s), open=True, main=True),)
        mode, here = setting.mode, s.pawns[s.active]
        energy, adjacent = mode.energy_at(s, here), ADJACENT[here]
        only = mode.only_dimension(s, here)
        cards = setting.box.cards
        found: list[Input] = []
        if energy:  # ACT-04, ACT-07
            found += (MOVES[adjacent[0]], MOVES[adjacent[1]])
        if s.full[agent]:  # ACT-06
            found += (FREE_MOVES[adjacent[0]], FREE_MOVES[adjacent[1]])
        for card in s.ready[agent]:  # ACT-08
            if only is None or cards[card].dimension in (only, None):  # None: a real card, half told
                found.append(use_card(card))
        if energy > s.loops:  # LOOP-02, LOOP-03
            for dimension in loopable(s, agent):
                if only is None or dimension == only:
                    found.append(loop(dimension))
        if setting.abilities[agent].when == "action" and "ability" not in s.marks:  # ACT-13
            found.append(USE_ABILITY)
        if missions.clean_era_tile(s) is not None:  # MISSION-11
            found.append(CLAIM_CLEAN_ERA)
        found.append(END_ACTIONS)
        return (Question("act", seat_of(s, agent), tuple(found), open=not setting.tracks_hands, main=True),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        """The rule that an action breaks; an effect of an untracked card is checked and taken."""
        here, kind = s.pawns[s.active], type(given)
        if kind is PlayEffect and not s.setting.tracks_hands:
            return _unsound(given)
        if kind is HandsDid and not s.setting.tracks_hands:
            return hands.unsound(s, given)
        if kind in (Move, FreeMove) and given.to not in ADJACENT[here]:
            return Refusal("not-adjacent", "TERM-09", (("era", given.to),))
        if kind is Move:
            return Refusal("no-energy", "ACT-04", (("era", here),))
        if kind is FreeMove:
            return Refusal("batteries-low", "ACT-06", (("agent", s.active),))
        if kind is UseCard:
            return _why_not_card(s, given.card, here)
        if kind is Loop:
            return _why_not_loop(s, given.dimension, here)
        if kind is UseAbility:
            return Refusal("no-ability-now", "ACT-13", (("agent", s.active),))
        if given == CLAIM_CLEAN_ERA:
            return Refusal("not-clean", "MISSION-11", (("era", here),))
        return Refusal("not-an-answer", "ACT-03", (("question", "act"),))

    def answer(self, s: State, out: Out, given: Any) -> None:
        if given is END_ACTIONS or given == END_ACTIONS:
            return
        s.agenda += (self, END_ACTION)
        s.acting = True
        s.powered = s.setting.mode.all_powered(s)  # before its costs [AMB-34]
        _ACTIONS[type(given)](s, out, given)


def _light_actions(s: State) -> tuple[Input, ...]:
    """Energy and cards are the players' own affair: what came of them is told as `HandsDid`."""
    claim = (CLAIM_CLEAN_ERA,) if missions.clean_era_tile(s) is not None else ()
    return (*claim, END_ACTIONS)


def _unsound(given: PlayEffect) -> Refusal | None:
    """What is wrong with an effect that was told."""
    try:
        compile_effect(list(given.effect) if isinstance(given.effect, tuple) else given.effect)
    except ValueError as wrong:
        return Refusal("bad-effect", "ACT-08", (("reason", str(wrong)),))
    return None


def loopable(s: State, agent: int) -> tuple[str, ...]:
    """Elementary dimensions with a card in your hand, ready or exhausted [LOOP-09, LOOP-11, AMB-14]."""
    if not s.setting.tracks_hands or not s.setting.loop_needs_card:
        return ELEMENTARY
    cards = s.setting.box.cards
    held = {cards[card].dimension for card in hand(s, agent)}
    return tuple([dimension for dimension in ELEMENTARY if dimension in held])


# -- why not ----------------------------------------------------------------------------------------------


def _why_not_card(s: State, card: str, here: int) -> Refusal:
    if card in s.ready[s.active]:
        return Refusal("wrong-dimension", "CENTRI-03", (("card", card), ("era", here)))
    if card in s.spent[s.active]:
        return Refusal("card-exhausted", "ACT-08", (("card", card),))
    return Refusal("card-not-in-hand", "ACT-08", (("card", card),))


def _why_not_loop(s: State, dimension: str, here: int) -> Refusal:
    if dimension not in ELEMENTARY:
        return Refusal("black-hole", "LOOP-04", (("dimension", dimension),))
    if s.setting.mode.energy_at(s, here) <= s.loops:
        return Refusal("loop-too-dear", "LOOP-03", (("price", s.loops + 1), ("era", here)))
    if dimension not in loopable(s, s.active):
        return Refusal("dimension-not-in-hand", "LOOP-09", (("dimension", dimension),))
    return Refusal("wrong-dimension", "CENTRI-04", (("dimension", dimension), ("era", here)))


# -- carrying an action out -------------------------------------------------------------------------------


@slotted
class EndAction(Step, name="end-action"):
    def do(self, s: State, out: Out) -> None:
        s.acting = False
        BOUNDARY.do(s, out)


END_ACTION = EndAction()


def _move(s: State, out: Out, given: Move) -> None:
    """The energy is paid on the era you leave [ACT-05]."""
    pay(s, out, 1)
    move_agent(s, out, s.active, given.to)


def _free_move(s: State, out: Out, given: FreeMove) -> None:
    s.full[s.active] = False
    out.append(BatteriesTurned(s.active, False))
    move_agent(s, out, s.active, given.to)


def _use_card(s: State, out: Out, given: UseCard) -> None:
    """Exhaust it first, then apply its effect [ACT-08]."""
    agent, card = s.active, given.card
    s.ready[agent] = without(s.ready[agent], card)
    s.spent[agent] += (card,)
    out.append(CardUsed(agent, card))
    effects.apply_card(s, agent, card)


@slotted
class TellEffect(Ask[Any], name="tell-effect"):
    """A real card of which nobody has entered the text: what it did is told, so that missions count."""

    card: str

    def ask(self, s: State) -> tuple[Question, ...]:
        text = s.setting.box.cards[self.card].text
        nothing = (PICKS["option"](0),)
        about = (("card", self.card), ("printed", self.card if text else ""))
        return (Question("tell-effect", seat_of(s, s.actor), nothing, about=about, open=True),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        if type(given) is PlayEffect:
            return _unsound(given)
        if type(given) is HandsDid:
            return hands.unsound(s, given)
        return Refusal("not-an-answer", "ACT-08", (("question", "tell-effect"),))

    def answer(self, s: State, out: Out, given: Any) -> None:
        if type(given) is PlayEffect:
            s.agenda.append(self)  # there may be more
            effects.apply_effect(s, s.actor, self.card, compile_effect(list(given.effect)))
        elif type(given) is HandsDid:
            s.agenda.append(self)
            hands.did(s, out, given)


def _play_effect(s: State, out: Out, given: PlayEffect) -> None:
    effects.apply_effect(s, s.active, "", compile_effect(list(given.effect)))


def _loop(s: State, out: Out, given: Loop) -> None:
    """Pay the rising price on your era and ready your cards of that dimension [LOOP-01 … LOOP-08]."""
    agent, here, dimension = s.active, s.pawns[s.active], given.dimension
    s.loops += 1
    out.append(LoopDone(agent, here, dimension, s.loops))
    pay(s, out, s.loops)
    if s.setting.tracks_hands:
        cards = s.setting.box.cards
        woken = tuple([card for card in s.spent[agent] if cards[card].dimension == dimension])
        if woken:
            s.spent[agent] = tuple([card for card in s.spent[agent] if card not in woken])
            s.ready[agent] += woken
            out.append(CardsReadied(agent, woken))
    else:
        out.append(LeftToPlayers("loop"))
    missions.loop_done(s, out, here)
    s.setting.mode.loop_done(s, out, here)


def _use_ability(s: State, out: Out, given: UseAbility) -> None:
    agent = s.setting.abilities[s.active]
    if agent.once:
        s.marks += ("ability",)
    out.append(AbilityUsed(s.active))
    effects.apply_effect(s, s.active, "", agent.effect)


def _claim_clean_era(s: State, out: Out, given: Input) -> None:
    missions.claim_clean_era(s, out)


def pay(s: State, out: Out, price: int) -> None:
    here = s.pawns[s.active]
    out.append(EnergySpent(here, s.setting.mode.pay(s, out, here, price)))


def move_agent(s: State, out: Out, agent: int, era: int) -> None:
    s.pawns[agent] = era
    out.append(AgentMoved(agent, era))


_ACTIONS: dict[type, Callable[[State, Out, Any], None]] = {
    Move: _move,
    FreeMove: _free_move,
    UseCard: _use_card,
    PlayEffect: _play_effect,
    HandsDid: hands.did,
    Loop: _loop,
    UseAbility: _use_ability,
    type(CLAIM_CLEAN_ERA): _claim_clean_era,
}
