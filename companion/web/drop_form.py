"""The drop on a phone: how many cubes lie where, told by hand, or what the tower does.

May import: companion.table, its own room. The counts are typed on one device and given as one answer: what
two people type at the same time cannot mix.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Input, Question
from companion.engine.terms import OUTLET
from companion.table import Asked, RunningDrop

from .face import form
from .html import Html, tag
from .sight import Sight

ORDERS = {
    "waiting": ("throw", "by-hand"),
    "turning": ("by-hand",),
    "early": ("early-yes", "early-no", "by-hand"),
    "listening": ("all-thrown", "by-hand"),
    "shaking": ("end-drop", "by-hand"),
    "unheard": ("throw", "by-hand"),
    "lost": ("by-hand",),
}


def is_drop(question: Question) -> bool:
    first = question.answers[0] if question.answers else None
    return hasattr(first, "landed") and hasattr(first, "inside")


def drop_form(sight: Sight, asked: Asked, drop: RunningDrop | None) -> Html:
    if drop is not None and not drop.editable:
        waits = drop.stage == "listening" and drop.all_thrown
        orders = ORDERS["shaking" if waits else drop.stage]
        buttons = (tag("button", sight.say(one), type="submit", name="order", value=one) for one in orders)
        return tag("form", *buttons, method="post", action="/drop", class_="answers")
    first = asked.question.answers[0]
    likely = drop.landed if drop is not None else (0,) * len(first.landed)
    places = (
        tag(
            "label",
            tag("span", sight.speech.name(OUTLET, place)),
            tag(
                "input",
                type="number",
                name=f"landed.{place}",
                value=count,
                min=0,
                max=99,
                inputmode="numeric",
            ),
        )
        for place, count in enumerate(likely)
    )
    done = tag(
        "button", sight.say("drop-done"), type="submit", name="answer", value="drop", class_="answer end"
    )
    return form(asked, tag("div", *places, class_="counts"), done)


def landed_of(question: Question, typed: Mapping[str, str]) -> Input | None:
    """The answer that was typed; None: it is none."""
    first = question.answers[0]
    try:
        landed = tuple(int(typed[f"landed.{place}"]) for place in range(len(first.landed)))
    except (KeyError, ValueError):
        return None
    total = sum(first.landed) + first.inside
    if min(landed) < 0 or sum(landed) > total:
        return None
    return first._replace(landed=landed, inside=total - sum(landed))
