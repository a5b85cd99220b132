"""Cyberion on a phone: robots in their rows, machines to repair, what each model can do.

May import: companion.engine, the phones' face, html, sight and svg, this game's views.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.games.cyberion.views.workshop import (
    MachineView,
    ModelView,
    PileView,
    RobotView,
    WorkshopPresenter,
)
from companion.table import Asked
from companion.web.face import PhoneFace, answer_button, form
from companion.web.html import Html, joined, tag
from companion.web.sight import Sight
from companion.web.svg import drawing, letters, shape

STYLES = (Path(__file__).parent / "workshop.css").read_text(encoding="utf-8")
INK = "#1D1529"


class Workshop(PhoneFace):
    styles = (STYLES,)

    def board(self, sight: Sight) -> Html:
        view = WorkshopPresenter(sight.words).show(sight.now)
        piles = tag("p", " · ".join(f"{name} {count}" for name, count in (*view.piles, *view.extras)))
        machines = (_machine(slot) for slot in view.factory if slot is not None)
        rows = [
            joined((tag("h3", name), tag("div", *map(_robot, cards), class_="cy-row")))
            for _, name, cards in view.rows
            if cards
        ]
        piles_open = tag(
            "details", tag("summary", sight.words.say("workshop.open.title")), *map(_pile, view.open)
        )
        models = tag("ul", *map(_model, view.models), class_="cy-models")
        return joined((piles, piles_open, tag("ul", *machines, class_="cy-factory"), *rows, models))

    def ask(self, sight: Sight, asked: Asked) -> Html:
        """Each answer with the robots that it takes."""
        if sight.now.asked[0] is not asked:
            return super().ask(sight, asked)
        shown = WorkshopPresenter(sight.words).ask(sight.now)
        known = {id(one): one for one in shown.options}
        if len(known) != len(asked.question.answers):
            return super().ask(sight, asked)
        ways = (
            answer_button(
                way.answer,
                way.text,
                tag("small", way.under) if way.under else None,
                tag("span", *map(_robot, way.cards), class_="cy-row") if way.cards else None,
                class_="answer",
            )
            for way in shown.options
        )
        return form(asked, tag("div", *ways, class_="answers"))


@lru_cache(256)
def _robot(one: RobotView) -> Html:
    return drawing(
        44,
        60,
        tag("rect", x=1, y=1, width=42, height=58, rx=8, fill="#F8EBD0", stroke=INK, stroke_width=2),
        shape(one.shape, 22, 20, 11, one.colour, stroke=INK, stroke_width=2),
        letters(one.size, 22, 53, 22, INK, font_weight=800),
        label=one.name,
        class_="cy-robot",
    )


def _pile(one: PileView) -> Html:
    robots = tag("div", *map(_robot, one.robots), class_="cy-row") if one.robots else None
    return joined((tag("h3", one.name), robots or tag("p", one.said or "–")))


def _machine(one: MachineView) -> Html:
    whose = tag("small", one.whose) if one.whose else None
    ready = "ready" if one.ready else None
    return tag("li", tag("strong", one.name), tag("span", one.text), whose, class_=ready)


def _model(one: ModelView) -> Html:
    sign = drawing(
        24, 24, shape(one.shape, 12, 12, 9, one.colour, stroke=INK, stroke_width=1), class_="cy-sign"
    )
    return tag("li", tag("strong", sign, f"{one.name} {one.level}"), tag("span", one.does))


FACE = Workshop()
