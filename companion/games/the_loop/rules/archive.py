"""Phases III and IV: take one card, archive one tile, share the attendance bonus [ADD, ARCH, BONUS].

May import: the contract and this game.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import TEAM, Question, Refusal, Source
from companion.engine.steps import slotted

from . import missions
from .decks import RevealCard, add_to_deck, destroy, rebuild_if_empty, without
from .happenings import BonusRevealed, CardTaken, LeftToPlayers, TileArchived
from .inputs import YES_OR_NO, Archive, TakeCard, take_card
from .missions import RevealMissions
from .state import NO_TILE, State
from .steps import Ask, Out, Step, pick, seat_of, win


@slotted
class TakeOneCard(Ask[TakeCard], name="take-card"):
    def ask(self, s: State) -> tuple[Question, ...]:
        """You may take one card from your own era [ADD-01]; none there: the phase is skipped."""
        cards = tuple(dict.fromkeys(s.available[s.pawns[s.active]]))
        if not cards:
            return ()
        return (Question("take-card", seat_of(s, s.active), (*map(take_card, cards), take_card(""))),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        if type(given) is TakeCard:
            return Refusal("card-not-here", "ADD-01", (("card", given.card),))
        return Refusal("not-an-answer", "TURN-02", (("question", "take-card"),))

    def answer(self, s: State, out: Out, given: TakeCard) -> None:
        """One card and no more [ADD-03]; the others stay [ADD-05]."""
        if given.card:
            here = s.pawns[s.active]
            s.available[here] = without(s.available[here], given.card)
            out.append(CardTaken(s.active, given.card))
            add_to_deck(s, out, s.active, given.card)  # ADD-02


@slotted
class ArchiveTile(Ask[Archive], name="archive"):
    def ask(self, s: State) -> tuple[Question, ...]:
        """The complete tile of your era may be archived [ARCH-01]; you need not [AMB-44]."""
        here = s.pawns[s.active]
        if not missions.is_complete(s, here):
            return ()
        return (Question("archive", seat_of(s, s.active), YES_OR_NO, about=(("mission", s.tiles[here]),)),)

    def refuse(self, s: State, given: Any, source: Source) -> Refusal | None:
        return Refusal(
            "not-an-answer",
            "TURN-02" if type(given) is not Archive else "ARCH-01",
            (("question", "archive"),),
        )

    def answer(self, s: State, out: Out, given: Archive) -> None:
        """To the trophies; its cubes return, a new mission is turned, then the bonus [ARCH-02 … ARCH-04]."""
        if not given.yes:
            return
        here = s.pawns[s.active]
        mission = s.tiles[here]
        s.archived += (mission,)
        out.append(TileArchived(here, mission, len(s.archived)))
        missions.return_damage(s, out, here)
        s.tiles[here] = NO_TILE
        rule = s.setting.mode.is_won(s)
        if rule:
            win(s, out, rule)  # no bonus, no phase V
        s.agenda += (Bonus(), RevealMissions())


# -- the attendance bonus ---------------------------------------------------------------------------------


@slotted
class Bonus(Step, name="bonus"):
    """One card more than players is revealed [BONUS-01]; nobody's era matters [BONUS-03, VORTEX-18]."""

    def do(self, s: State, out: Out) -> None:
        if not s.setting.tracks_huge:
            out.append(LeftToPlayers("bonus"))
            return
        s.agenda += (ShareBonus(), RevealBonus(s.setting.players + 1))


@slotted
class RevealBonus(Step, name="reveal-bonus"):
    cards: int

    def do(self, s: State, out: Out) -> None:
        if self.cards:
            s.agenda += (RevealBonus(self.cards - 1), RevealCard("bonus", True))
            rebuild_if_empty(s, out)


@slotted
class ShareBonus(Step, name="share-bonus"):
    """Every player gets one, from the active player on; the team agrees which [BONUS-02, AMB-33]."""

    def do(self, s: State, out: Out) -> None:
        out.append(BonusRevealed(s.revealed))
        players, first = s.setting.players, s.active
        s.agenda.append(DestroyRest())
        for turn in reversed(range(players)):
            s.agenda.append(PickBonus(first if s.setting.solo else (first + turn) % players))


@slotted
class PickBonus(Step, name="pick-bonus"):
    agent: int

    def do(self, s: State, out: Out) -> None:
        pick(s, self, "card", s.revealed, GiveBonus(self.agent), TEAM)


@slotted
class GiveBonus(Step, name="give-bonus"):
    agent: int
    card: str = ""

    def do(self, s: State, out: Out) -> None:
        s.revealed = without(s.revealed, self.card)
        add_to_deck(s, out, self.agent, self.card)


@slotted
class DestroyRest(Step, name="destroy-rest"):
    def do(self, s: State, out: Out) -> None:
        rest, s.revealed = s.revealed, ()
        for card in rest:
            destroy(s, out, card)
