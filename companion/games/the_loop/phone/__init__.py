"""The LOOP on a phone: the ring of eras, and one's own cards with what they do.

May import: companion.engine, the phones' face, html, sight and svg, this game's views.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

from companion.engine import Input, Question
from companion.engine.scene import chosen
from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.table import AgentView, EraView, TableView, table
from companion.table import Asked
from companion.web.face import PhoneFace, answer_button, form
from companion.web.html import Html, joined, tag
from companion.web.sight import Sight
from companion.web.svg import drawing, letters, shape, wedge

STYLES = (Path(__file__).parent / "ring.css").read_text(encoding="utf-8")
INK, PAPER, HOT, MINT, BRASS = "#1D1529", "#F8EBD0", "#FF4B2B", "#5FD6A2", "#FFC440"
AGENTS = ("#7FE0FF", "#FFA98A", "#F7A8E0", "#D7F26B")
MIDDLE, OUTER, INNER = 200, 196, 84


class LoopPhoneFace(PhoneFace):
    styles = (STYLES,)

    def board(self, sight: Sight) -> Html:
        view = table(sight.now)
        eras = (_era(sight, view, era) for era in view.eras)
        ring = drawing(400, 400, *eras, _machine(view), label=sight.say("board"), class_="lp-ring")
        spoken = tag("ul", *(tag("li", _spoken(sight, view, era)) for era in view.eras), class_="heard")
        return joined((_hq(sight, view), ring, spoken, _beside(sight, view)))

    def own(self, sight: Sight) -> Html:
        if sight.seat is None:
            return Html()
        view = table(sight.now)
        agent = next((one for one in view.agents if one.index == sight.seat), None)
        return _cards(sight, agent) if agent else Html()

    def button(self, sight: Sight, question: Question, given: Input, place: int) -> Html:
        """With what a card does below its name."""
        found = getattr(given, "card", None)
        if not isinstance(found, str):
            return super().button(sight, question, given, place)
        agents = table(sight.now).agents
        card = next((one for agent in agents for one in agent.cards if one.id == found), None)
        does = sentences.card(sight.speech, card) if card else ""
        return answer_button(
            given, sight.answer(question, given), tag("small", does) if does else None, class_="answer"
        )

    def ask(self, sight: Sight, asked: Asked) -> Html:
        """Ways to go stand beside each other, everything else below each other."""
        question = asked.question
        if not question.main:
            return super().ask(sight, asked)
        moves: list[Html] = []
        rest: list[Html] = []
        for place, one in enumerate(question.answers):
            button = self.button(sight, question, one, place)
            (moves if hasattr(one, "to") and not hasattr(one, "card") else rest).append(button)
        two = tag("div", *moves, class_="lp-moves") if moves else None
        return form(asked, tag("div", *rest[:-1], two, rest[-1] if rest else None, class_="answers"))


def _hq(sight: Sight, view: TableView) -> Html:
    hq = view.hq
    about = {"turn": hq.turn, "turns": hq.turns, "cycle": hq.cycle, "done": hq.archived, "goal": hq.goal}
    said = sight.say("lp-hq" if hq.turn else "lp-hq-setup", **about, left=hq.vortexes_left)
    return tag("p", said, class_="lp-hq")


def _era(sight: Sight, view: TableView, era: EraView) -> Html:
    """One part of the ring, with all that lies on it."""
    begins, ends = (era.index - 0.5) * 360 / 7, (era.index + 0.5) * 360 / 7
    edge = HOT if era.full or era.torn else INK
    ground = tag(
        "path",
        d=wedge(MIDDLE, MIDDLE, INNER, OUTER, begins, ends),
        fill=HOT if era.torn else era.colour,
        stroke=BRASS if era.front else edge,
        stroke_width=7 if era.front else 5 if era.full else 2,
    )
    inside: list[object] = [ground, shape(era.shape, *_at(era, 182), 9, INK)]
    for k in range(era.rifts):
        x, y = _at(era, 100, (k - (era.rifts - 1) / 2) * 12)
        cube = {"x": f"{x - 7:.1f}", "y": f"{y - 7:.1f}", "width": 14, "height": 14}
        inside.append(tag("rect", **cube, fill=HOT, stroke=INK, stroke_width=2))
    if era.energy:
        x, y = _at(era, 156, -11)
        inside += [
            shape("hexagon", x, y, 12, MINT, stroke=INK, stroke_width=2),
            letters(era.energy, x, y + 6, 16, INK),
        ]
    for k, token in enumerate(era.tokens):
        x, y = _at(era, 128, (k - (len(era.tokens) - 1) / 2) * 11)
        home = view.eras[token.home]
        inside += [
            shape("circle", x, y, 10, BRASS if token.supa else PAPER, stroke=INK, stroke_width=2),
            shape(home.shape, x, y, 5.5, home.colour, stroke=INK, stroke_width=1),
        ]
    for k, agent in enumerate(era.agents):
        x, y = _at(era, 156, 10 + 8 * k)
        inside += [
            tag(
                "circle",
                cx=f"{x:.1f}",
                cy=f"{y:.1f}",
                r=11,
                fill=AGENTS[agent % 4],
                stroke=INK,
                stroke_width=2,
            ),
            letters(_pawn(sight, agent)[:1], x, y + 5, 14, INK, font_weight=800),
        ]
    return tag("g", *inside)


def _at(era: EraView, r: float, aside: float = 0) -> tuple[float, float]:
    angle = (era.index * 360 / 7 + aside) * pi / 180
    return MIDDLE + r * sin(angle), MIDDLE - r * cos(angle)


def _machine(view: TableView) -> Html:
    """The tower, with its beak to Dr Foo's era."""
    inside: list[object] = [
        tag("circle", cx=MIDDLE, cy=MIDDLE, r=70, fill="#41314F", stroke=BRASS, stroke_width=4)
    ]
    if view.foo is not None:
        turned = f"rotate({view.foo * 360 / 7:.1f} {MIDDLE} {MIDDLE})"
        inside.append(tag("path", d="M200 118L184 146L216 146Z", fill=BRASS, transform=turned))
    inside += [
        tag("circle", cx=182, cy=196, r=11, fill=PAPER),
        tag("circle", cx=218, cy=196, r=11, fill=PAPER),
        tag("circle", cx=182, cy=196, r=4, fill=INK),
        tag("circle", cx=218, cy=196, r=4, fill=INK),
        tag("rect", x=180, y=219, width=40, height=9, fill=HOT),
    ]
    return tag("g", *inside)


def _spoken(sight: Sight, view: TableView, era: EraView) -> str:
    """An era for who listens."""
    say = sight.speech.say
    cubes = {"rifts": era.rifts, "energy": era.energy, "perpetual": era.perpetual}
    lies = [say(f"peek.{what}", {"n": n}) for what, n in cubes.items() if n]
    lies += [say("peek.duplicate", {"duplicate": one.id}) for one in era.tokens]
    lies += [_pawn(sight, one) for one in era.agents]
    about = {"era": era.index, "what": ", ".join(lies), "foo": era.front, "torn": era.torn}
    return say("phone.lp-era" if lies else "phone.lp-era-bare", about)


def _pawn(sight: Sight, agent: int) -> str:
    """An agent by its name, or by whoever plays it; alone somebody plays all of them."""
    alone = chosen(sight.speech)["solo"]
    return sight.speech.name("agent", agent) if alone else sight.seat_name(agent)


def _beside(sight: Sight, view: TableView) -> Html:
    """What lies beside the eras: missions, cards that can be had, the pieces of the modes."""
    found = [(tag("strong", sight.speech.name("era", era.index)), _lines(sight, era)) for era in view.eras]
    return tag("ul", *(tag("li", name, *lines) for name, lines in found if lines), class_="lp-beside")


def _lines(sight: Sight, era: EraView) -> list[Html]:
    speech, tile = sight.speech, era.tile
    said: list[tuple[str, str]] = []
    if tile.mission is not None:
        said.append((f"{tile.done}/{tile.goal}", sentences.mission(speech, tile.mission)))
    if era.perpetual:
        said.append((speech.say("peek.perpetual", {"n": era.perpetual}), ""))
    said += [(speech.name("card", card.id), sentences.card(speech, card)) for card in era.cards]
    if era.centrifuge:
        said.append((speech.say("peek.centrifuge", {"dimension": era.centrifuge}), ""))
    for ultra in era.ultras:
        name = speech.say("peek.ultra", {"ultra": ultra.id})
        said.append((f"{name} {ultra.damage}/{ultra.spaces}", sentences.effect(speech, ultra.effect)))
    return [tag("span", tag("b", name), " ", does) for name, does in said]


def _cards(sight: Sight, agent: AgentView) -> Html:
    rows = []
    for card in agent.cards:
        name = tag("strong", sight.speech.name("card", card.id))
        where = sight.speech.name("era", card.era) if card.era >= 0 else ""
        kind = sight.speech.name("dimension", card.dimension) if card.dimension else ""
        under = " · ".join(one for one in (where, kind, "" if card.ready else sight.say("lp-used")) if one)
        does = tag("span", sentences.card(sight.speech, card))
        rows.append(tag("li", name, does, tag("small", under), class_=None if card.ready else "used"))
    return tag("ul", *rows, class_="lp-cards")


FACE = LoopPhoneFace()
