"""Cyberion in text: the factory, the rows below it, then the piles and what the expansions add.

May import: companion.engine and companion.words, the terminal, the views of this game. Draws what a seat
sees (`views.seen`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from companion.engine import CHANCE, Input, Question
from companion.games.cyberion.views.seen import Seen, look
from companion.terminal.board import TextBoard
from companion.terminal.prompt import Back, command
from companion.terminal.screen import Screen
from companion.terminal.speech import Speech

MODELS = ("sirenbot", "stockbot", "cyclobot", "planbot", "commandbot")
ROWS = ("platform", "flash", "stock")
CARD = re.compile(r"(\?)|(bebe-[a-z]+)|([a-z]+)[\s-]*([1-5]|any)")
MACHINE = re.compile(r"(i{1,3})(-[a-z0-9-]+)")
BETWEEN = re.compile(r"[\s,;]*")
KINDS = {"draw": "card", "which": "card", "machine": "machine"}
"""Questions whose answer is quicker typed than looked for, and what is typed."""


class CyberionBoard(TextBoard):
    """The board of Cyberion."""

    def draw(self, speech: Speech, seat: int | None) -> list[str]:
        view = look(speech, seat)
        if not view.turn:
            return []
        return [*self._head(view, speech), *self._rows(view, speech), *self._expansions(view, speech)]

    def _head(self, view: Seen, speech: Speech) -> Iterator[str]:
        about = {name: getattr(view, name) for name in ("turn", "seat", "valves", "xp", "battery")}
        yield speech.say("board.heading", about)
        levels = zip(MODELS, view.levels, strict=True)
        shown = [f"{speech.name('model', model)} {speech.name('level', level)}" for model, level in levels]
        yield speech.say("board.levels", {"levels": " · ".join(shown)})
        if view.warning:
            yield speech.say("board.warning", {"risk": view.warning})
        for slot, machine in enumerate(view.factory):
            marks = speech.say("board.prepared") if view.prepared[slot] else ""
            if view.microbots[slot]:
                marks += speech.say("board.microbot", {"microbot": view.microbots[slot]})
            if slot not in view.mine:
                marks += speech.say("board.partner")
            about = {"slot": slot, "machine": machine, "marks": marks}
            yield "  " + speech.line("board.slot", about)

    def _rows(self, view: Seen, speech: Speech) -> Iterator[str]:
        for row, cards in zip(ROWS, view.rows, strict=True):
            yield speech.say("board.row", {"row": row, "cards": cards})
        about = {
            "robots": view.robots_left,
            "discard": len(view.discard),
            "machines": view.machines_left,
        }
        yield speech.say("board.deck", about)
        if view.discard:
            yield "  " + speech.say("board.discard", {"cards": _counted(speech, view.discard)})
        for name, cards in (("top", view.top), ("looked", view.looked), ("bottom", view.bottom)):
            if cards:
                yield speech.say(f"board.{name}", {"cards": cards})
        if view.support:
            yield speech.say("board.support", {"models": view.support})

    def _expansions(self, view: Seen, speech: Speech) -> Iterator[str]:
        if "bebebots" in view.expansions:
            yield speech.say("board.limbots", {"models": view.limbots})
        for place, crew in enumerate(view.crews):
            key = "board.on-vacation" if view.vacation[place] else "board.giant"
            yield "  " + speech.say(key, {"gigantobot": place, "cards": crew})
        if view.crews:
            yield speech.say("board.damage", {"damage": view.damage})
        if "microbots" in view.expansions:
            yield speech.say("board.acquired", {"microbots": view.acquired})
        if any(view.interference):
            counts = zip(MODELS, view.interference, strict=True)
            models = [model for model, count in counts for _ in range(count)]
            yield speech.say("board.interference", {"models": models})

    def answer(self, speech: Speech, question: Question | None, given: Input) -> str:
        if given.kind == "Trigger" and not given.level and given.card != "?":
            at = look(speech, None).levels[MODELS.index(given.card.split("-")[0])]
            return speech.answer(question, given._replace(level=at))
        if given.kind in ("Repair", "MakeBebebot") and any(given[1:4]):
            cards = [
                speech.say("board.from-row", {"row": row, "cards": cards})
                for row, cards in zip(ROWS, given[1:4], strict=True)
                if cards
            ]
            team = speech.say("board.team", {"cards": ", ".join(cards)})
            if given.kind == "Repair":
                return team
            return speech.words.captioned(speech.answer(question, given), team)
        if given.kind in ("Repair", "Prepare"):
            machine = look(speech, None).factory[given.slot]
            return speech.words.captioned(speech.answer(question, given), speech.name("machine", machine))
        return speech.answer(question, given)

    def hint(self, speech: Speech, question: Question) -> str:
        if question.owner != CHANCE or question.id not in KINDS:
            return ""
        return speech.say(f"hint.{KINDS[question.id]}")

    def shorthand(self, question: Question, typed: str) -> tuple[Input, ...]:
        """Pieces as they lie in a row: robots by the beginning of their model and their size (`pl3 si1 st4`,
        `cyclobot 4, any 2`), machines as a box file writes them."""
        if question.owner != CHANCE or question.id not in KINDS or not question.answers:
            return ()
        written, example = typed.strip().lower(), question.answers[0]
        if question.id == "machine":
            return tuple([example._replace(machine=code) for code in _machines(written)])
        cards = _cards(written)
        known = question.open or "?" not in cards
        return tuple([example._replace(card=card) for card in cards]) if known else ()

    def describe(self, screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
        """A piece that the list does not have, as it is written."""
        if question.id not in KINDS:
            return super().describe(screen, speech, question)
        while True:
            typed = screen.ask(speech.say("describe.piece", {"hint": self.hint(speech, question)}))
            if given := self.shorthand(question, typed):
                return given
            if command(speech.words, typed) is not None:
                raise Back


def _counted(speech: Speech, cards: list[str]) -> str:
    """Each robot once, with how many there are of it."""
    names = [speech.name("card", card) for card in cards]
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in Counter(names).items())


def _row(piece: re.Pattern[str], typed: str) -> list[re.Match[str]]:
    """One piece after the other; nothing where anything else was typed among them."""
    found, at = [], 0
    while at < len(typed):
        if (one := piece.match(typed, at)) is None:
            return []
        found.append(one)
        between = BETWEEN.match(typed, one.end())
        at = between.end() if between else one.end()
    return found


def _machines(typed: str) -> list[str]:
    return [one[1].upper() + one[2] for one in _row(MACHINE, typed)]


def _cards(typed: str) -> list[str]:
    """Nothing where a model is not meant for certain."""
    cards = []
    for unknown, baby, begun, size in (one.groups() for one in _row(CARD, typed)):
        models = [model for model in (*MODELS, "any") if begun and model.startswith(begun)]
        if not (unknown or baby or len(models) == 1):
            return []
        cards.append(unknown or baby or f"{models[0]}-{size}")
    return cards


BOARD = CyberionBoard
