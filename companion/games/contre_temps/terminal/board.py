"""Contre-Temps in text: the line of events from the constant on, and the players below it.

May import: companion.engine and companion.words, the terminal, the views of this game. Draws what a seat
sees (`views.seen`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.engine import Input, Question
from companion.games.contre_temps.views.seen import Seen, look
from companion.games.contre_temps.views.timeline import destination, stale
from companion.terminal.board import TextBoard
from companion.terminal.prompt import Back, Chosen, choose, command
from companion.terminal.screen import Screen
from companion.terminal.speech import Speech

CARD = re.compile(r"([A-Ea-e])\s*(\d{1,2})")
CARD_QUESTIONS = ("lead", "play", "bid", "constant", "deal")
MANY = 12
"""More cards than a hand holds: the companion does not see it, and typing the card is quicker."""


def revoke(screen: Screen, speech: Speech) -> tuple[Input, ...]:
    """Somebody is found not to have followed suit."""
    seats = range(len(look(speech, None).pawns))
    screen.show(speech.say("describe.who"))
    choice = choose(screen, speech.words, [speech.name("seat", seat) for seat in seats])
    if not isinstance(choice, Chosen):
        return ()
    return (speech.game.inputs["Revoke"](choice.place),)


class ContreTempsBoard(TextBoard):
    """The board of Contre-Temps."""

    def __init__(self) -> None:
        self.orders = {"revoke": revoke}

    def draw(self, speech: Speech, seat: int | None) -> list[str]:
        view = look(speech, seat)
        if not view.line:
            return []
        constant = "board.constant" if view.constant else "board.unstable"
        about = {
            "round": view.round,
            "trump": speech.say(constant, {"card": view.constant}),
            "present": view.present,
        }
        lines = [speech.say("board.heading", about)]
        lines += [self._place(view, speech, token) for token in (0, *view.line)]
        return [*lines, *self._seats(view, speech)]

    def _place(self, view: Seen, speech: Speech, token: int) -> str:
        parts = [_signs(view, token)]
        if token:
            parts.append(self._event(view, speech, token))
        if token and view.queue[:1] == [token] and view.played:
            cards = [card for _, card in view.played]
            parts.append(speech.say("board.playing", {"cards": cards}))
        here = [speech.name("seat", seat) for seat, at in enumerate(view.pawns) if at == token]
        parts.append(", ".join(here))
        name = speech.line("board.place", {"token": token})
        return f"{name:<16} {' · '.join(filter(None, parts))}".rstrip()

    def _event(self, view: Seen, speech: Speech, token: int) -> str:
        if view.control[token] < 0:
            return speech.say("board.empty")
        about = {
            "seat": view.control[token],
            "lead": speech.name("card", view.lead[token]),
            "standing": view.standing[token],
        }
        said = speech.say("board.event", about)
        letters = stale(view, token)
        return f"{said} · {speech.say('board.stale', {'letters': letters})}" if letters else said

    def _seats(self, view: Seen, speech: Speech) -> Iterator[str]:
        for seat, hand in enumerate(view.hands):
            known = [card for card in hand if card != "?"] if isinstance(hand, list) else []
            about = {
                "seat": seat,
                "energy": view.energy[seat],
                "discs": view.discs[seat],
                "cards": len(hand) if isinstance(hand, list) else hand,
                "hand": speech.say("board.hand", {"cards": known}) if known else "",
            }
            mark = "▶" if seat in view.order and view.phase != "deal" else " "
            yield f"{mark} {speech.say('board.seat', about)}"

    def answer(self, speech: Speech, question: Question | None, given: Input) -> str:
        if given.kind != "Commit":
            return speech.answer(question, given)
        if not given.back and not given.forward:
            return speech.say("board.stay")
        token = destination(speech, given)
        key = "board.back" if given.back else "board.forward"
        return speech.say(key, {"n": given.back or given.forward, "token": token})

    def hint(self, speech: Speech, question: Question) -> str:
        many = len(question.answers) > MANY and question.id in CARD_QUESTIONS
        return speech.say("hint.card") if many else ""

    def shorthand(self, question: Question, typed: str) -> tuple[Input, ...]:
        """A card as its suit and value: `A8`, `a 8`."""
        found = CARD.fullmatch(typed.strip())
        if found is None or question.id not in CARD_QUESTIONS:
            return ()
        example: Input = question.answers[0]
        return (example._replace(card=f"{found[1].upper()}{int(found[2])}"),)

    def describe(self, screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
        """More crystals than steps, where the table has already revealed them."""
        while True:
            typed = screen.ask(speech.say("describe.crystals"))
            if typed.isdecimal():
                return (question.answers[0]._replace(back=int(typed), forward=0),)
            if command(speech.words, typed) is not None:
                raise Back


def _signs(view: Seen, token: int) -> str:
    return "▸" if token == view.present else " "


BOARD = ContreTempsBoard
