"""Contre-Temps on a phone: the time line for all, one's own hand for oneself.

May import: companion.engine, the phones' face, html, sight and svg, this game's views.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.engine import Question
from companion.games.contre_temps.views.timeline import (
    ROUNDS,
    CardView,
    PlaceView,
    SeatView,
    TimelinePresenter,
    TimelineView,
)
from companion.table import Asked
from companion.web.face import PhoneFace, answer_button, form
from companion.web.html import Html, joined, tag
from companion.web.sight import Sight
from companion.web.svg import dot, drawing, letters, shape

STYLES = (Path(__file__).parent / "timeline.css").read_text(encoding="utf-8")
INK = "#1D1529"
HAND = ("lead", "play", "bid")
"""Questions that are answered with a card of one's own."""


class Timeline(PhoneFace):
    styles = (STYLES,)

    # -- what all see

    def board(self, sight: Sight) -> Html:
        view = TimelinePresenter(sight.words).show(sight.now)
        say = sight.words.say
        round_ = say("timeline.round" if view.round else "timeline.setup", {"n": view.round, "of": ROUNDS})
        constant = card(view.constant) if view.constant else tag("em", say("timeline.unstable"))
        turned = view.constant or view.unstable
        known = tag("span", say("timeline.constant"), " ", constant) if turned else None
        head = tag("p", tag("strong", round_), known, class_="ct-head")
        places = (_place(sight, view, place) for place in view.places)
        seats = (_seat(sight, seat, view) for seat in view.seats)
        line = tag("ol", *places, class_="ct-line")
        return joined((head, line, _trick(sight, view), tag("ul", *seats, class_="ct-seats")))

    # -- what is one's own

    def own(self, sight: Sight) -> Html:
        if sight.seat is None or any(one.question.id in HAND for one in sight.mine):
            return Html()  # the hand stands where it is asked for
        view = TimelinePresenter(sight.words).show(sight.now, sight.seat)
        return tag("div", *map(card, view.seats[sight.seat].hand), class_="ct-hand")

    def title(self, sight: Sight, asked: Asked) -> str:
        question = asked.question
        if question.owner != sight.seat:
            return super().title(sight, asked)
        key = "travel" if question.id == "commit" else question.id
        return sight.speech.say(f"timeline.{key}", question.about)

    def ask(self, sight: Sight, asked: Asked) -> Html:
        question = asked.question
        if question.owner != sight.seat or sight.seat is None:
            return super().ask(sight, asked)
        if question.id in HAND:
            return form(asked, tag("div", *self._hand(sight, question, sight.seat), class_="ct-hand"))
        if question.id == "commit":
            shown = TimelinePresenter(sight.words).ask(sight.now, sight.seat, sight.seat)
            ways = (
                answer_button(way.answer, way.text, tag("small", way.under), class_="answer")
                for way in shown.ways
            )
            return form(asked, tag("div", *ways, class_="answers"))
        return super().ask(sight, asked)

    def _hand(self, sight: Sight, question: Question, seat: int) -> list[Html]:
        """One's own cards; those that the rules let be played are buttons."""
        legal = {answer.card: answer for answer in question.answers}
        hand = TimelinePresenter(sight.words).show(sight.now, seat).seats[seat].hand
        held = [
            answer_button(legal.pop(one.id), card(one), class_="ct-play")
            if one.id in legal
            else tag("span", card(one), class_="ct-not")
            for one in hand
        ]
        rest = (answer_button(one, sight.answer(question, one), class_="answer") for one in legal.values())
        return [*held, *rest]


@lru_cache(256)
def card(one: CardView) -> Html:
    """Its suit as a shape and a colour, and its value."""
    return drawing(
        44,
        60,
        tag("rect", x=1, y=1, width=42, height=58, rx=5, fill="#F8EBD0", stroke=INK, stroke_width=2),
        shape(one.suit.shape, 22, 20, 11, one.suit.colour, stroke=INK, stroke_width=2),
        letters(one.value, 22, 53, 22, INK, font_weight=800),
        label=f"{one.suit.name} {one.value}",
        class_="ct-card",
    )


def _place(sight: Sight, view: TimelineView, place: PlaceView) -> Html:
    held = view.seats[place.controller] if place.controller >= 0 else None
    names = " ".join(
        name for name, there in (("present", place.present), ("running", place.running)) if there
    )
    return tag(
        "li",
        tag("span", place.name, class_="ct-name"),
        card(place.lead) if place.lead else None,
        tag("span", card(place.standing), class_="ct-sideways") if place.standing else None,
        tag("small", sight.words.say("board.stale", {"letters": place.stale})) if place.stale else None,
        tag("span", dot(held.colour), sight.say("held-by", who=held.name), class_="ct-held")
        if held
        else None,
        tag("span", *(dot(view.seats[one].colour, view.seats[one].name) for one in place.pawns)),
        class_=names or None,
        aria_current="step" if place.present else None,
    )


def _holder(sight: Sight, held: SeatView) -> Html:
    return tag("span", dot(held.colour), sight.say("held-by", who=held.name), class_="ct-held")


def _trick(sight: Sight, view: TimelineView) -> Html | None:
    """What lies at the event that is being resolved."""
    if not view.played:
        return None
    played = (
        tag("li", card(one), tag("span", dot(view.seats[seat].colour), view.seats[seat].name))
        for seat, one in view.played
    )
    return tag("ul", *played, class_="ct-trick")


def _seat(sight: Sight, seat: SeatView, view: TimelineView) -> Html:
    say = sight.words.say
    marks = [key for key in ("turn", "leads", "wins", "marker") if getattr(seat, key)]
    marks += ["chosen"] if seat.chosen else []
    figures = {"energy": seat.energy, "cards": seat.cards, "discs": seat.discs}
    return tag(
        "li",
        tag("strong", dot(seat.colour), seat.name),
        tag("span", sight.say("ct-figures", **figures)),
        tag("em", ", ".join(say(f"timeline.{key}") for key in marks)) if marks else None,
        class_="turn-of" if seat.turn else None,
    )


FACE = Timeline()
