"""The page of one device in parts, each sent again only when it looks different.

May import: companion.engine, companion.table, companion.words, its own room.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from companion.engine import Outcome
from companion.table import Asked
from companion.teacher import Hints, Rulebook

from .drop_form import drop_form, is_drop
from .face import PhoneFace
from .guests import Device
from .html import Html, joined, tag
from .rules_page import way
from .sight import Sight

LATELY = 16
"""Lines of the journal on a page."""


class Company(NamedTuple):
    """Who is at the table, for people to see."""

    seats: tuple[tuple[int, str, bool], ...]
    """Each seat, what is at it (`here`, `away`, `free`), and whether it is this device's own."""
    proposal: tuple[int | str, bool, bool, bool] | None = None
    """An undo that was asked for: by which seat (or by whom, a word), whether this device may agree, whether
    it has, and whether the last undo is to be done again instead."""
    alone: bool = False
    """Nobody else has to agree to an undo."""


def table_parts(sight: Sight, face: PhoneFace) -> dict[str, Html]:
    """What depends on the game and the seat alone."""
    return {
        "turn": _turn(sight),
        "ask": joined(_asked(sight, face, one) for one in sight.mine),
        "own": face.own(sight),
        "log": _log(sight),
    }


def public_parts(sight: Sight, face: PhoneFace) -> dict[str, Html]:
    """What all see alike."""
    return {"board": face.board(sight)}


def _turn(sight: Sight) -> Html:
    now = sight.now
    if now.outcome is not None:
        first, *more = outcome_lines(sight, now.outcome)
        under = (tag("p", line) for line in more)
        why = tag("p", tag("a", sight.words.say("teach.why"), href=way(now.outcome.rule)))
        picture = tag("p", tag("a", sight.words.say("phone.picture"), href="/chronicle"))
        return tag("div", tag("h1", first), *under, why, picture, class_="turn over")
    name = sight.seat_name(sight.seat) if sight.seat is not None else sight.say("watching")
    if sight.mine and sight.mine[0].question.owner == sight.seat:
        return tag(
            "div", tag("h1", sight.say("your-turn")), tag("p", name), class_="turn mine", data_mine="1"
        )
    if now.older is not None:
        return tag("div", tag("h1", sight.say("settle-at-tablet")), class_="turn")
    if sight.mine:
        return tag("div", tag("h1", sight.say("for-anybody")), tag("p", name), class_="turn anybody")
    if sight.waiting:
        seats = tuple(dict.fromkeys(sight.waiting))
        who = sight.words.listed([sight.seat_name(one) for one in seats])
        return tag(
            "div", tag("h1", sight.say("they-choose", who=who, n=len(seats))), tag("p", name), class_="turn"
        )
    return tag("div", tag("h1", sight.say("at-the-table")), tag("p", name), class_="turn")


def outcome_lines(sight: Sight, outcome: Outcome) -> list[str]:
    return sight.speech.outcome(outcome)


def _asked(sight: Sight, face: PhoneFace, asked: Asked) -> Html:
    drop = is_drop(asked.question)
    inside = drop_form(sight, asked, sight.now.drop) if drop else face.ask(sight, asked)
    return tag("section", tag("h2", face.title(sight, asked)), inside, _why(sight, asked), class_="ask")


def _why(sight: Sight, asked: Asked) -> Html:
    """What the question is about and the rule behind it, for whoever opens it."""
    manifest, words = sight.now.manifest, sight.words
    hint = Hints.of(manifest).asked(asked.question)
    article = Rulebook.of(manifest).article(hint.rule) if hint is not None else None
    if hint is None or article is None:
        return Html()
    rule = tag("p", tag("strong", article.title(words)), " ", article.text(words))
    opened, idea = tag("summary", words.say("teach.why")), tag("p", hint.text(words))
    chapter = tag("a", article.where(words), href=way(hint.rule))
    return tag("details", opened, idea, rule, chapter, class_="why")


def _log(sight: Sight) -> Html:
    """What happened, the newest first; a touch leads to the rule behind it."""
    hints = Hints.of(sight.now.manifest)
    lines = []
    for line in sight.history(max(0, len(sight.now.entries) - LATELY)):
        known = [hints.happened(one) for one in line.happenings] if line.given is not None else []
        rules = (hint.rule if hint is not None else "" for hint in known)
        lines += list(zip_longest(sight.sentences(line), rules, fillvalue=""))
    return tag("ol", *(_line(*one) for one in reversed(lines)), class_="lines")


@lru_cache(512)
def _line(said: str, rule: str) -> Html:
    return tag("li", tag("a", said, href=way(rule)) if rule else said)


def company_parts(sight: Sight, company: Company, device: Device) -> dict[str, Html]:
    """What depends on who is here."""
    plays = sight.seat is not None or sight.acts
    return {
        "proposal": _proposal(sight, company) if plays else Html(),
        "undo": _undo(sight, company) if plays else Html(),
        "seats": _seats(sight, company, device),
    }


def _proposal(sight: Sight, company: Company) -> Html:
    """What somebody would like to take back, before all that is asked: the others wait for it."""
    if company.proposal is None:
        return Html()
    by, may, has, again = company.proposal
    who = sight.seat_name(by) if isinstance(by, int) else sight.say(by)
    said = tag("p", sight.say("redo-asked" if again else "undo-asked", who=who))
    if not may:
        return joined((said, tag("p", sight.say("undo-waits" if has else "undo-for-others"), class_="faint")))
    return joined((said, *(_order(sight, f"undo-{one}", "/undo", one) for one in ("yes", "no"))))


def _undo(sight: Sight, company: Company) -> Html:
    if company.proposal is not None:
        return Html()
    undoable = any(entry.source in ("player", "hand") for entry in sight.now.entries)
    ways = (("undo", "ask", undoable), ("redo", "again", sight.now.redoable))
    return joined(
        _order(sight, said if company.alone else f"{said}-ask", "/undo", order, at=sight.now.position)
        for said, order, can in ways
        if can
    )


def _order(sight: Sight, said: str, action: str, order: str, **fields: object) -> Html:
    """A button that is a form of its own."""
    hidden = (tag("input", type="hidden", name=name, value=value) for name, value in fields.items())
    button = tag("button", sight.say(said), type="submit", name="order", value=order)
    return tag("form", *hidden, button, method="post", action=action, class_="small")


def _seats(sight: Sight, company: Company, device: Device) -> Html:
    """Who sits where, and how to sit down or get up."""
    rows = []
    for seat, how, own in company.seats:
        name = sight.seat_name(seat)
        button: Html | None = None
        if own and seat != device.at:
            button = _order(sight, "look-as", "/seat", "look", seat=seat)
        elif own:
            button = _order(sight, "leave", "/seat", "leave", seat=seat)
        elif device.wants == seat:
            button = tag("span", sight.say("waits", n=device.number), class_="faint")
        elif how == "free" or device.host:
            button = _order(sight, "sit-down", "/seat", "sit", seat=seat)
        rows.append(tag("li", tag("span", name), tag("span", sight.say(f"seat-{how}"), class_=how), button))
    return tag("ul", *rows, class_="places")
