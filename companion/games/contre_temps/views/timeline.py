"""The time line of Contre-Temps: everything that a glance must find, and what is asked now.

May import: companion.engine, companion.words; never Kivy. What is shown is worked out of what that seat may
see and nothing else; None is everybody: no hand, no secret choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine import CHANCE, Input, Question, Scene
from companion.games.contre_temps.rules import pieces, pieces_of
from companion.words import Speech, Words

from .seen import Seen, look

ROUNDS, DISCS, HIGHEST, NOBODY = pieces.ROUNDS, pieces.DISCS, pieces.HIGHEST, pieces.NOBODY
UNSEEN = "?"
CARDS = ("lead", "play", "bid", "constant", "deal")
"""Questions that are answered with a card."""
PHASES = {"play": 1, "bid": 2, "move": 3, "token": 3}


@dataclass(frozen=True, slots=True)
class Suit:
    id: str
    name: str
    colour: str
    shape: str


@dataclass(frozen=True, slots=True)
class CardView:
    id: str
    suit: Suit
    value: int


@dataclass(frozen=True, slots=True)
class PlaceView:
    """The constant (token 0) or an event."""

    token: int
    name: str
    present: bool
    running: bool
    lead: CardView | None
    standing: CardView | None
    """Lies sideways; None where the lead card has both roles."""
    controller: int
    pawns: tuple[int, ...]
    stale: str = ""
    """Suits of which any card takes a winner that was trump under an older constant [CT-TRICK-09]."""
    any_wins: str = ""
    """The same in three words."""


@dataclass(frozen=True, slots=True)
class SeatView:
    index: int
    name: str
    colour: str
    energy: int
    cards: int
    discs: int
    """Still on its card; the others lie on the line."""
    marker: bool
    turn: bool
    """Something is asked of this player now."""
    leads: bool
    wins: bool
    chosen: bool
    """Has made a secret choice, or is not asked for one."""
    voids: tuple[Suit, ...]
    """Suits that were seen not to be followed."""
    hand: tuple[CardView, ...]
    """Its cards, as far as whoever looks may see them."""


@dataclass(frozen=True, slots=True)
class TimelineView:
    round: int
    phase: int
    """1 events, 2 constant, 3 time and travel; 0 in the setup and at the end."""
    constant: CardView | None
    unstable: bool
    suits: tuple[Suit, ...]
    values: tuple[int, ...]
    """Of the cards that are in this game."""
    places: tuple[PlaceView, ...]
    seats: tuple[SeatView, ...]
    played: tuple[tuple[int, CardView], ...]
    follow: Suit | None
    running: int
    """The event that is being resolved, or 0."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One answer that can be touched."""

    text: str
    under: str
    answer: Input
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What is asked now. `kind`: `cards` (suit, then value), `hand`, `ways`, `cover` or `over`."""

    kind: str
    seat: int | None
    who: str
    title: str
    explain: str = ""
    ways: tuple[AnswerOption, ...] = ()
    hand: tuple[tuple[CardView, bool], ...] = ()
    """Own cards, and whether the rules let them be played now."""
    cards: frozenset[str] = frozenset()
    """Cards that may lie there, to be told by suit and value."""
    likely: str = ""
    """The suit that is most likely touched first."""
    confirm: bool = False
    """A secret is given with the large button, so that a slip of the finger gives nothing away."""
    others: tuple[int, ...] = ()
    """Seats that could answer first instead."""


class TimelinePresenter:
    """In one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # -- what that seat sees

    def show(self, scene: Scene, seat: int | None = None) -> TimelineView:
        view, speech = look(scene, seat), Speech.of(self.words, scene)
        running = view.queue[0] if view.phase == "play" and view.queue else 0
        follow = view.lead[running][:1] if running else ""
        suits = self._suits(speech)
        return TimelineView(
            view.round,
            PHASES.get(view.phase, 0),
            self._card(suits, view.constant),
            not view.constant and view.round > 0,
            tuple(suits.values()),
            tuple(range(view.lowest, HIGHEST + 1)),
            tuple(self._place(view, speech, suits, token, running) for token in (0, *view.line)),
            tuple(self._seat(view, speech, suits, one) for one in range(len(view.pawns))),
            tuple((one, self._known(suits, card)) for one, card in view.played),
            suits.get(follow),
            running,
        )

    def _suits(self, speech: Speech) -> dict[str, Suit]:
        """As the box names and draws them."""
        return {
            one.id: Suit(one.id, speech.name("suit_name", one.id), one.colour, one.shape)
            for one in pieces_of(speech.state).suits.values()
        }

    def _card(self, suits: dict[str, Suit], card: str) -> CardView | None:
        return self._known(suits, card) if card else None

    def _known(self, suits: dict[str, Suit], card: str) -> CardView:
        return CardView(card, suits[card[0]], int(card[1:]))

    def _place(
        self, view: Seen, speech: Speech, suits: dict[str, Suit], token: int, running: int
    ) -> PlaceView:
        lead, standing = (self._card(suits, cards[token]) for cards in (view.lead, view.standing))
        letters = stale(view, token)
        return PlaceView(
            token,
            speech.name("token", token),
            token == view.present > 0,
            running == token > 0 or (token == 0 and view.phase == "bid"),
            lead,
            standing if standing != lead else None,
            view.control[token],
            tuple(seat for seat, at in enumerate(view.pawns) if at == token and view.line),
            letters,
            self.words.say("timeline.any-wins", {"letters": letters}) if letters else "",
        )

    def _seat(self, view: Seen, speech: Speech, suits: dict[str, Suit], seat: int) -> SeatView:
        hand, playing = view.hands[seat], view.phase == "play"
        secret = view.phase in ("bid", "move")
        asked = view.order[:1] == [seat] if playing else secret and seat in view.order
        first = view.played[0][0] if view.played else view.order[0] if playing else NOBODY
        choice = view.bids[seat] if view.phase == "bid" else view.commits[seat]
        return SeatView(
            seat,
            speech.name("seat", seat),
            pieces_of(speech.state).colours[view.colours[seat]].colour,
            view.energy[seat],
            hand if isinstance(hand, int) else len(hand),
            view.discs[seat],
            view.marker == seat,
            asked,
            playing and first == seat,
            playing and bool(view.played) and view.winning == seat,
            secret and bool(choice),
            tuple(suits[suit] for suit in view.voids[seat]),
            tuple(self._known(suits, card) for card in _held(hand)),
        )

    # -- what is asked

    def ask(self, scene: Scene, seat: int | None = None, wanted: int | None = None) -> QuestionView:
        """What is asked, of the wanted seat if it can answer now. `seat` looks: what is secret is shown to
        its owner alone, and None is everybody."""
        asked, speech = scene.game.awaited(scene.state), Speech.of(self.words, scene)
        wanted = seat if wanted is None else wanted
        if not asked:
            outcome = scene.game.outcome(scene.state)
            seats = outcome.ranking[0] if outcome else ()
            won = self.words.say("timeline.won", {"who": speech.name("seats", seats)})
            said = speech.say(f"reason.{outcome.reason}") if outcome else ""
            return QuestionView("over", None, won, said)
        question = next((one for one in asked if one.owner == wanted), asked[0])
        others = tuple(one.owner for one in asked if one is not question and isinstance(one.owner, int))
        if question.owner == CHANCE or not isinstance(question.owner, int):
            return self._chance(speech, question)
        private = look(scene, question.owner) != look(scene, None)
        if private and question.owner != seat:
            who = speech.name("seat", question.owner)
            title, said = (self.words.say(f"cover.{key}", {"who": who}) for key in ("give", "alone"))
            about = self.words.say(f"timeline.for-{question.id}")
            return QuestionView("cover", question.owner, about, title, said, others=others)
        return self._of_seat(speech, question, question.owner, private, others)

    def _chance(self, speech: Speech, question: Question) -> QuestionView:
        who, title = self.words.say("prompt.table"), speech.question(question)
        if question.id in CARDS:
            cards = frozenset(answer.card for answer in question.answers)
            return QuestionView("cards", None, who, title, cards=cards)
        return QuestionView("ways", None, who, title, ways=self._ways(speech, question))

    def _of_seat(
        self, speech: Speech, question: Question, seat: int, private: bool, others: tuple[int, ...]
    ) -> QuestionView:
        who, about = speech.name("seat", seat), dict(question.about)
        if question.id == "commit":
            title = self.words.say("timeline.travel", about)
            ways = self._ways(speech, question)
            return QuestionView("ways", seat, who, title, ways=ways, confirm=private, others=others)
        title = speech.say(f"timeline.{question.id}", about)
        hand = look(speech, seat).hands[seat] if private else 0
        if private and isinstance(hand, list) and UNSEEN not in hand:
            suits, legal = self._suits(speech), {answer.card for answer in question.answers}
            held = tuple((self._known(suits, card), card in legal) for card in hand)
            return QuestionView(
                "hand", seat, who, title, hand=held, confirm=question.id == "bid", others=others
            )
        cards = frozenset(answer.card for answer in question.answers)
        led = about.get("suit", "")
        return QuestionView(
            "cards", seat, who, title, cards=cards, likely=led, confirm=private, others=others
        )

    def _ways(self, speech: Speech, question: Question) -> tuple[AnswerOption, ...]:
        """The answers; where more crystals than steps may have been revealed, these too [CT-AMB-02]."""
        answers, about = list(question.answers), dict(question.about)
        if question.open:
            more = range(about["back"] + 1, about["energy"] + 1)
            answers += [question.answers[0]._replace(back=crystals) for crystals in more]
        return tuple(self._way(speech, question, answer) for answer in answers)

    def _way(self, speech: Speech, question: Question, answer: Input) -> AnswerOption:
        if answer.kind != "Commit":
            return AnswerOption(speech.answer(question, answer), "", answer, getattr(answer, "seat", None))
        if not answer.back and not answer.forward:
            return AnswerOption(self.words.say("timeline.stay"), "", answer)
        key = "timeline.back" if answer.back else "timeline.forward"
        steps = answer.back or answer.forward
        place = speech.name("token", destination(speech, answer))
        return AnswerOption(self.words.say(key, {"n": steps}), place, answer)


def destination(scene: Scene, answer: Any) -> int:
    """Where the crystals lead: a step is a token on the line, and the constant is as far as one gets."""
    view = look(scene, None)
    places = [0, *view.line]
    at: int = places.index(view.present) - answer.back + answer.forward
    return places[min(max(at, 0), len(places) - 1)]


def stale(view: Seen, token: int) -> str:
    """The suits whose cards beat the sideways card now, "A / D"; "" where it is of the led suit or trump."""
    standing, led = view.standing[token][:1], view.lead[token][:1]
    trump = view.constant[:1]
    if not token or not standing or standing in (led, trump):
        return ""
    keeps_rank = view.options["stale-trump"] == "keeps-rank"
    return " / ".join(one for one in dict.fromkeys(("" if keeps_rank else led, trump)) if one)


def _held(hand: list[str] | int) -> list[str]:
    return [card for card in hand if card != UNSEEN] if isinstance(hand, list) else []


def hues(scene: Scene) -> tuple[str, ...]:
    """In which colour each seat plays."""
    return tuple([pieces_of(scene.state).colours[colour].colour for colour in look(scene, None).colours])
