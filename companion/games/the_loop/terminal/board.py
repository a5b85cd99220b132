"""The LOOP in text: the ring as seven lines, the hands below, and what every card and mission does.

May import: companion.engine and companion.words, the terminal. Draws from the views.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from companion.engine import Input, Question
from companion.engine.scene import chosen
from companion.engine.terms import OUTLET
from companion.games.the_loop.rules import compile_effect
from companion.games.the_loop.views import sentences
from companion.games.the_loop.views.effect_words import describe_effect
from companion.games.the_loop.views.table import (
    MOST_RIFTS,
    NO_LIMIT,
    VORTEX_TILES,
    AgentView,
    CardView,
    EraView,
    Hq,
    TableView,
    Tile,
    UltraView,
    card,
    mission,
    stands_on,
    table,
)
from companion.terminal.board import TextBoard
from companion.terminal.screen import Screen
from companion.terminal.speech import Speech

from . import pieces

NEIGHBOURS = (-1, 0, 1)
"""The three chutes as people name them: the era before Dr Foo's, his own, the one after."""
DROPS = ("drop", "drop-energy")
CARD_INPUTS = ("UseCard", "TakeCard", "PickCard", "CardRevealed", "CardDrawn")


class LoopBoard(TextBoard):
    """The board of The LOOP."""

    orders = pieces.ORDERS

    def owner(self, speech: Speech, question: Question) -> str:
        """One person decides for every agent in solo: then the agent whose turn it is is asked."""
        if isinstance(question.owner, int) and chosen(speech)["solo"]:
            return speech.name("agent", table(speech).agent.index)
        return speech.owner(question)

    def draw(self, speech: Speech, seat: int | None) -> list[str]:
        shown = table(speech)
        lines = [self._heading(shown.hq, speech)]
        for era in shown.eras:
            lines += self._era(shown, speech, era)
        return lines + [self._agent(shown, speech, agent) for agent in shown.agents]

    def answer(self, speech: Speech, question: Question | None, given: Input) -> str:
        said = speech.answer(question, given)
        if given.kind in CARD_INPUTS and given.card:
            return f"{said}{self._card(speech, card(speech, given.card))}"
        if given.kind == "MissionRevealed" and (tile := mission(speech, given.mission)):
            return f"{said} — {sentences.mission(speech, tile)}"
        if given.kind == "DuplicateDrawn":
            return f"{speech.name('era', int(given.token[0]))} {said}"
        if given.kind == "PickDuplicate" and given.token:
            at = stands_on(speech, given.token)
            return said if at is None else f"{said} ({speech.name('era', at)})"
        if given.kind == "Loop":
            return self._loop(speech, said, given.dimension)
        if given.kind == "UseAbility":
            agent = table(speech).agent
            return f"{said} — {sentences.ability(speech, agent)}"
        if question is not None and question.id == "pick-option":
            return self._option(speech, question, given.option)
        if given.kind == "HandsDid":
            return sentences.answer(speech, question, given)
        if given.kind == "PlayEffect":
            effect = describe_effect(speech.words, compile_effect(list(given.effect)))
            return speech.say("input.PlayEffect", {"effect": effect})
        return said

    def hint(self, speech: Speech, question: Question) -> str:
        if question.id not in DROPS:
            return ""
        front = dict(question.about)[OUTLET]
        names = {f"era{step + 2}": speech.name("era", (front + step) % 7) for step in NEIGHBOURS}
        return speech.say("hint.drop", names)

    def shorthand(self, question: Question, typed: str) -> tuple[Input, ...]:
        """A drop as three numbers, or as seven from the first era on; what is missing stayed inside."""
        numbers = [int(number) for number in re.findall(r"\d+", typed)]
        if question.id not in DROPS or re.search(r"[^\d\s,;+/-]", typed) or len(numbers) not in (3, 7):
            return ()
        example = question.answers[0]
        front = dict(question.about)[OUTLET]
        landed = numbers if len(numbers) == 7 else [0] * 7
        if len(numbers) == 3:
            for step, cubes in zip(NEIGHBOURS, numbers, strict=True):
                landed[(front + step) % 7] = cubes
        inside = sum(example.landed) + example.inside - sum(landed)
        return (example._replace(landed=tuple(landed), inside=max(inside, 0)),)

    def describe(self, screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
        describe = pieces.DESCRIBED.get(question.id)
        if describe is None:
            return super().describe(screen, speech, question)
        return describe(screen, speech, question)

    def _loop(self, speech: Speech, said: str, dimension: str) -> str:
        """What it costs and which cards it makes ready; one that readies nothing says so [LOOP-03]."""
        shown = table(speech)
        tired = [one.id for one in shown.agent.cards if one.dimension == dimension and not one.ready]
        names = speech.words.listed([speech.name("card", one) for one in tired])
        about = {"said": said, "price": shown.agent.price, "names": names}
        return speech.say("board.loop" if tired else "board.loop-idle", about)

    # -- lines ----

    def _heading(self, hq: Hq, speech: Speech) -> str:
        about = {
            "cycle": hq.cycle,
            "turn": hq.turn,
            "seen": sum(seen for _, seen in hq.foo),
            "archived": hq.archived,
            "goal": hq.goal,
            "vortexes": VORTEX_TILES - hq.vortexes_left,
            "most": VORTEX_TILES,
            "rifts": _pool(hq.count("rift-pool")),
            "energy": _pool(hq.count("energy-pool")),
        }
        cards = chosen(speech)["mode"] != "ultramachina"  # there are none there [ULTRA-06]
        kind = "heading" if cards else "heading-without-cards"
        return speech.say(speech.words.key_of("board", kind, about), about)

    def _era(self, view: TableView, speech: Speech, era: EraView) -> Iterator[str]:
        cubes = "●" * era.rifts + "·" * max(MOST_RIFTS - era.rifts, 0)
        vortex = speech.say("board.mega" if view.hq.mega else "board.vortex") if era.torn else ""
        foo = speech.say("board.foo") if era.front else ""
        here = [speech.name("agent", agent) for agent in era.agents]
        tokens = [speech.name("duplicate", token.id) for token in era.tokens]
        extra = self._extra(era, speech)
        parts = [foo, vortex, *here, _counted(tokens), *extra, self._tile(era.tile, speech)]
        energy = f"⚡{era.energy}" if era.energy else "  "
        rest = " · ".join(filter(None, parts))
        wide = max(17, *(len(speech.name("era", one)) for one in range(7)))
        yield f"{speech.name('era', era.index):<{wide}} {cubes:<4} {energy:<3} {rest}".rstrip()
        for lies in era.cards:
            yield f"{'':<{wide}} + {speech.name('card', lies.id)}{self._card(speech, lies)}"
        yield from (f"{'':<{wide}} {self._ultra(ultra, speech)}" for ultra in era.ultras)

    def _extra(self, era: EraView, speech: Speech) -> list[str]:
        """What the modes put on an era: perpetual energy, a centrifuge."""
        found = []
        if era.perpetual:
            found.append(speech.say("board.perpetual", {"n": era.perpetual}))
        if era.centrifuge:
            about = {"dimension": era.centrifuge, "damage": era.centrifuge_damage}
            found.append(speech.say("board.centrifuge", about))
        return found

    def _ultra(self, ultra: UltraView, speech: Speech) -> str:
        about = {
            "ultra": ultra.id,
            "damage": ultra.damage,
            "spaces": ultra.spaces,
            "effect": describe_effect(speech.words, ultra.effect),
        }
        return speech.say("board.ultra", about)

    def _tile(self, tile: Tile, speech: Speech) -> str:
        if tile.mission is None:
            return "▢" if tile.kind == "hidden" else ""
        spaces = f" ({speech.name('eras', tile.spaces)})" if tile.spaces else ""
        return f"■ {speech.name('mission', tile.mission.id)} {tile.done}/{tile.goal}{spaces}"

    def _agent(self, view: TableView, speech: Speech, agent: AgentView) -> str:
        about = {
            "agent": agent.index,
            "era": agent.era,
            "full": agent.full,
            "ready": [speech.name("card", card.id) for card in agent.cards if card.ready],
            "spent": [speech.name("card", card.id) for card in agent.cards if not card.ready],
        }
        mark = "▶" if agent is view.agent and view.hq.turn else " "
        return f"{mark} {speech.say('board.agent' if agent.tracked else 'board.agent-bare', about)}"

    # -- what pieces do ----

    def _card(self, speech: Speech, shown: CardView) -> str:
        if shown.id.startswith("?"):
            return ""
        kind = f" [{speech.name('dimension', shown.dimension)}]" if shown.dimension else ""
        said = sentences.card(speech, shown) or describe_effect(speech.words, ())
        return f"{kind} — {said}"

    def _option(self, speech: Speech, question: Question, option: int) -> str:
        """One side of an "or", or whether to do what one can."""
        match dict(question.about):
            case {"for": "chosen", "effect": options}:
                return describe_effect(speech.words, options[option])
            case {"for": "if-wanted", "effect": effect}:
                return describe_effect(speech.words, effect) if option else speech.say("prompt.no")
        return speech.say("prompt.yes" if option else "prompt.no")


def _counted(names: list[str]) -> str:
    """Equal names once, with their number."""
    counts = Counter(names)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())


def _pool(cubes: int | None) -> int | str:
    return "∞" if cubes is None or cubes > NO_LIMIT else cubes


BOARD = LoopBoard
