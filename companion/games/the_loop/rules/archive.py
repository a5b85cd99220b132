"""Phases III and IV: take one card, archive one tile, share the attendance bonus [ADD, ARCH, BONUS].

May import: the contract and this game.
"""

from __future__ import annotations

from companion.engine.game import TEAM, Input, Question, Refusal, Source

from . import missions
from .agenda import Out, accepts, answers, asks, does, pick, seat_of, win
from .decks import add_to_deck, destroy, rebuild_if_empty, without
from .happenings import BonusRevealed, CardTaken, LeftToPlayers, TileArchived
from .inputs import YES_OR_NO, Archive, TakeCard, take_card
from .state import NO_TILE, State


@asks("take-card")
def _take_card(s: State) -> Question:
    """You may take one card from your own era [ADD-01]; none there: the phase is skipped."""
    cards = tuple(dict.fromkeys(s.available[s.pawns[s.active]]))
    return Question(
        "take-card", seat_of(s, s.active), (*map(take_card, cards), take_card("")) if cards else ()
    )


@accepts("take-card")
def _not_there(s: State, given: Input, source: Source) -> Refusal | None:
    if type(given) is TakeCard:
        return Refusal("card-not-here", "ADD-01", (("card", given.card),))
    return Refusal("not-an-answer", "TURN-02", (("question", "take-card"),))


@answers("take-card")
def _taken(s: State, out: Out, given: Input) -> None:
    """One card and no more [ADD-03]; the others stay [ADD-05]."""
    if given.card:
        here = s.pawns[s.active]
        s.available[here] = without(s.available[here], given.card)
        out.append(CardTaken(s.active, given.card))
        add_to_deck(s, out, s.active, given.card)  # ADD-02


@asks("archive")
def _archive(s: State) -> Question:
    """The complete tile of your era may be archived [ARCH-01]; you need not [AMB-44]."""
    here = s.pawns[s.active]
    return Question(
        "archive",
        seat_of(s, s.active),
        YES_OR_NO if missions.is_complete(s, here) else (),
        about=(("mission", s.tiles[here]),),
    )


@accepts("archive")
def _not_complete(s: State, given: Input, source: Source) -> Refusal | None:
    return Refusal(
        "not-an-answer", "TURN-02" if type(given) is not Archive else "ARCH-01", (("question", "archive"),)
    )


@answers("archive")
def _archived(s: State, out: Out, given: Input) -> None:
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
    s.agenda += (("bonus",), ("reveal-missions",))


# -- the attendance bonus ---------------------------------------------------------------------------------


@does("bonus")
def bonus(s: State, out: Out) -> None:
    """One card more than players is revealed [BONUS-01]; nobody's era matters [BONUS-03, VORTEX-18]."""
    if not s.setting.tracks_huge:
        out.append(LeftToPlayers("bonus"))
        return
    s.agenda += (("share-bonus",), ("reveal-bonus", s.setting.players + 1))


@does("reveal-bonus")
def reveal_bonus(s: State, out: Out, cards: int) -> None:
    if cards:
        s.agenda += (("reveal-bonus", cards - 1), ("reveal-card", "bonus", True))
        rebuild_if_empty(s, out)


@does("share-bonus")
def share_bonus(s: State, out: Out) -> None:
    """Every player gets one, from the active player on; the team agrees which [BONUS-02, AMB-33]."""
    out.append(BonusRevealed(s.revealed))
    players, first = s.setting.players, s.active
    s.agenda.append(("destroy-rest",))
    for turn in reversed(range(players)):
        s.agenda.append(("pick-bonus", first if s.setting.solo else (first + turn) % players))


@does("pick-bonus")
def pick_bonus(s: State, out: Out, agent: int) -> None:
    pick(s, "card", s.revealed, ("give-bonus", agent), TEAM)


@does("give-bonus")
def give_bonus(s: State, out: Out, agent: int, card: str) -> None:
    s.revealed = without(s.revealed, card)
    add_to_deck(s, out, agent, card)


@does("destroy-rest")
def destroy_rest(s: State, out: Out) -> None:
    rest, s.revealed = s.revealed, ()
    for card in rest:
        destroy(s, out, card)
