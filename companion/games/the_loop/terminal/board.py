"""The LOOP in text: the ring as seven lines, the hands below, and what every card and mission does.

May import: companion.engine and companion.words, the terminal. Draws from `game.view`, which is plain data.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.engine import Input, Plain, Question
from companion.games.the_loop.rules import Seen, compile_effect
from companion.games.the_loop.views.table import NO_LIMIT
from companion.terminal.board import TextBoard
from companion.terminal.error_words import Speech
from companion.terminal.screen import Screen
from companion.words import describe_effect, describe_mission

from . import pieces

MOST_RIFTS = 3
TILES_TO_WIN = 4
VORTEX_TILES = 3
NEIGHBOURS = (-1, 0, 1)
"""The three chutes as people name them: the era before Dr Foo's, his own, the one after."""
DROPS = ("drop", "drop-energy")
CARD_INPUTS = ("UseCard", "TakeCard", "PickCard", "CardRevealed", "CardDrawn")


class LoopBoard(TextBoard):
    """The board of The LOOP."""

    orders = pieces.ORDERS

    def owner(self, speech: Speech, question: Question) -> str:
        """One person decides for every agent in solo: then the agent whose turn it is is asked."""
        if isinstance(question.owner, int) and speech.game.chosen(speech.state)["solo"]:
            return speech.name("agent", speech.game.view(speech.state, None)["active"])
        return speech.owner(question)

    def draw(self, view: Seen, speech: Speech) -> list[str]:
        lines = [self._heading(view, speech)]
        for era in range(7):
            lines += self._era(view, speech, era)
        for agent in range(len(view["pawns"])):
            lines.append(self._agent(view, speech, agent))
        return lines

    def answer(self, speech: Speech, question: Question | None, given: Input) -> str:
        said = speech.answer(question, given)
        if given.kind in CARD_INPUTS and given.card:
            return f"{said}{self._card(speech, given.card)}"
        if given.kind == "MissionRevealed":
            return (
                f"{said} — {describe_mission(speech.words, pieces.entry(speech, 'mission', given.mission))}"
            )
        if given.kind == "DuplicateDrawn":
            return f"{speech.name('era', int(given.token[0]))} {said}"
        if given.kind == "PickDuplicate" and given.token:
            at = speech.game.view(speech.state, None)["dups"].get(given.token)
            return said if at is None else f"{said} ({speech.name('era', at)})"
        if given.kind == "UseAbility":
            view: Seen = speech.game.view(speech.state, None)
            ability = pieces.entry(speech, "agent", view["agents"][view["active"]]).get("ability", {})
            return f"{said} — {self._effect(speech, ability.get('effect', []))}"
        if question is not None and question.id == "pick-option":
            return self._option(speech, question, given.option)
        if given.kind == "PlayEffect":
            return speech.say("input.PlayEffect", {"effect": self._effect(speech, list(given.effect))})
        return said

    def hint(self, speech: Speech, question: Question) -> str:
        if question.id not in DROPS:
            return ""
        front = dict(question.about)["era"]
        names = {f"era{step + 2}": speech.name("era", (front + step) % 7) for step in NEIGHBOURS}
        return speech.say("hint.drop", names)

    def shorthand(self, question: Question, typed: str) -> Input | None:
        """A drop as three numbers, or as seven from the first era on; what is missing stayed inside."""
        numbers = [int(number) for number in re.findall(r"\d+", typed)]
        if question.id not in DROPS or re.search(r"[^\d\s,;+/-]", typed) or len(numbers) not in (3, 7):
            return None
        example = question.answers[0]
        front = dict(question.about)["era"]
        landed = numbers if len(numbers) == 7 else [0] * 7
        if len(numbers) == 3:
            for step, cubes in zip(NEIGHBOURS, numbers, strict=True):
                landed[(front + step) % 7] = cubes
        inside = sum(example.landed) + example.inside - sum(landed)
        return example._replace(landed=tuple(landed), inside=max(inside, 0))

    def describe(self, screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
        describe = pieces.DESCRIBED.get(question.id)
        if describe is None:
            return super().describe(screen, speech, question)
        return describe(screen, speech, question)

    # -- lines ----

    def _heading(self, view: Seen, speech: Speech) -> str:
        about = {
            "cycle": view["cycle"],
            "turn": view["turn"],
            "seen": len(view["seen"]),
            "archived": len(view["archived"]),
            "goal": TILES_TO_WIN,
            "vortexes": sum(view["vortex"]),
            "most": VORTEX_TILES,
            "rifts": _pool(view["pools"]["rifts"]),
            "energy": _pool(view["pools"]["energy"]),
        }
        return speech.say("board.heading", about)

    def _era(self, view: Seen, speech: Speech, era: int) -> Iterator[str]:
        rifts = view["rifts"][era]
        cubes = "●" * rifts + "·" * max(MOST_RIFTS - rifts, 0)
        vortex = speech.say("board.mega" if view["mega"] else "board.vortex") if view["vortex"][era] else ""
        foo = speech.say("board.foo") if view["foo"] == era else ""
        here = [speech.name("agent", agent) for agent, at in enumerate(view["pawns"]) if at == era]
        tokens = [speech.name("duplicate", token) for token, at in view["dups"].items() if at == era]
        extra = self._extra(view["extra"], speech, era)
        parts = [foo, vortex, *here, _counted(tokens), *extra, self._tile(view, speech, era)]
        energy = f"⚡{view['energy'][era]}" if view["energy"][era] else "  "
        rest = " · ".join(filter(None, parts))
        wide = max(17, *(len(speech.name("era", one)) for one in range(7)))
        yield f"{speech.name('era', era):<{wide}} {cubes:<4} {energy:<3} {rest}".rstrip()
        for card in view["available"][era]:
            yield f"{'':<{wide}} + {speech.name('card', card)}{self._card(speech, card)}"
        yield from (f"{'':<{wide}} {line}" for line in self._ultras(view["extra"], speech, era))

    def _extra(self, extra: Plain, speech: Speech, era: int) -> list[str]:
        """What the modes put on an era: perpetual energy, a centrifuge."""
        found = []
        if "perpetual" in extra and extra["perpetual"][era]:
            found.append(speech.say("board.perpetual", {"n": extra["perpetual"][era]}))
        if "centrifuges" in extra and extra["centrifuges"][era]:
            damage = sum(extra["centrifuge-damage"][era])
            about = {"dimension": extra["centrifuges"][era], "damage": damage}
            found.append(speech.say("board.centrifuge", about))
        return found

    def _ultras(self, extra: Plain, speech: Speech, era: int) -> Iterator[str]:
        for ultra in extra["ultras"][era] if "ultras" in extra else ():
            entry = pieces.entry(speech, "ultra", ultra)
            damage = dict(extra["ultra-damage"]).get(ultra, 0)
            about = {
                "ultra": ultra,
                "damage": damage if isinstance(damage, int) else sum(damage),
                "spaces": entry["spaces"],
                "effect": self._effect(speech, entry.get("effect", [])),
            }
            yield speech.say("board.ultra", about)

    def _tile(self, view: Seen, speech: Speech, era: int) -> str:
        tile = view["tiles"][era]
        if not tile or tile == "hidden":
            return "▢" if tile else ""
        mission = pieces.entry(speech, "mission", tile)
        done = view["damage"][era]
        spaces = f" ({speech.name('eras', done)})" if done and done[0] >= 0 else ""
        name = speech.name("mission", tile)
        return f"■ {name} {len(done)}/{mission['threshold']}{spaces}"

    def _agent(self, view: Seen, speech: Speech, agent: int) -> str:
        about = {
            "agent": agent,
            "era": view["pawns"][agent],
            "full": view["full"][agent],
            "ready": [speech.name("card", card) for card in view["ready"][agent]],
            "spent": [speech.name("card", card) for card in view["spent"][agent]],
        }
        mark = "▶" if agent == view["active"] and view["turn"] else " "
        return f"{mark} {speech.say('board.agent', about)}"

    # -- what pieces do ----

    def _card(self, speech: Speech, card: str) -> str:
        if card.startswith("?"):
            return ""
        entry = pieces.entry(speech, "card", card)
        dimension = entry.get("dimension")
        kind = f" [{speech.name('dimension', dimension)}]" if dimension else ""
        return f"{kind} — {self._effect(speech, entry.get('effect', []))}"

    def _effect(self, speech: Speech, steps: list[Any]) -> str:
        return describe_effect(speech.words, compile_effect(steps))

    def _option(self, speech: Speech, question: Question, option: int) -> str:
        """One side of an "or", or whether to do what one can."""
        match dict(question.about):
            case {"for": "chosen", "effect": options}:
                return describe_effect(speech.words, options[option])
            case {"for": "if-wanted", "effect": effect}:
                return describe_effect(speech.words, effect) if option else speech.say("name.false")
        return speech.say("name.true" if option else "name.false")


def _counted(names: list[str]) -> str:
    """Equal names once, with their number."""
    counts = Counter(names)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())


def _pool(cubes: int) -> int | str:
    return "∞" if cubes > NO_LIMIT else cubes


BOARD = LoopBoard
