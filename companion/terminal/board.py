"""The plain board: shows the view of any game as it is, and takes a piece field by field.

May import: companion.engine and the terminal. A game whose manifest names no board (`faces["terminal"]`) gets
this one, so a new game can be played in the terminal before anybody has drawn it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine import Games, Input, Plain, Question
from companion.terminal.screen import Screen
from companion.terminal.speech import Speech


class TextBoard:
    """What a game may say better than the generic terminal; every method serves any game as it is."""

    orders: Mapping[str, Callable[[Screen, Speech], tuple[Input, ...]]] = {}
    """Commands that this game adds (`order.<name>` in the catalogue), for what may happen at any moment."""

    def help(self, speech: Speech) -> list[str]:
        """Lines about the orders."""
        orders = ((speech.say(f"order.{name}"), speech.say(f"order-help.{name}")) for name in self.orders)
        return [f"  {speech.words.captioned(*order)}" for order in orders]

    def owner(self, speech: Speech, question: Question) -> str:
        """Who is asked."""
        return speech.owner(question)

    def draw(self, speech: Speech, seat: int | None) -> list[str]:
        """The position as that seat may see it, in a few lines."""
        return list(_outline(speech.game.view(speech.state, seat), speech))

    def answer(self, speech: Speech, question: Question | None, given: Input) -> str:
        """An answer in words, with what a player wants to know about it: what a card does, say."""
        return speech.answer(question, given)

    def hint(self, _speech: Speech, _question: Question) -> str:
        """How the answer may be typed without looking for its number; empty when it may not."""
        return ""

    def shorthand(self, _question: Question, _typed: str) -> tuple[Input, ...]:
        """The answer that was typed that way, or several in a row; none where it was typed otherwise."""
        return ()

    def describe(self, screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
        """Something seen on the table that the list does not have: the inputs that tell it. Raises Left."""
        kinds = sorted({answer.kind for answer in question.answers} or speech.game.inputs)
        kind = kinds[0]
        fields = {}
        for field in speech.game.inputs[kind]._fields[:-1]:  # type: ignore[attr-defined]
            typed = screen.ask(f"{speech.name('field', field)}:")
            try:
                fields[field] = _freeze(json.loads(typed))
            except ValueError:
                fields[field] = typed
        return (speech.game.inputs[kind](**fields),)


def board_of(games: Games, name: str) -> TextBoard:
    """The board of this game."""
    made: TextBoard = (games.face(name, "terminal") or TextBoard)()
    return made


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


def _outline(data: Plain, speech: Speech, indent: str = "") -> Iterator[str]:
    """Plain data as an indented outline, short lists on one line."""
    for name, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, (dict, list)) and any(isinstance(v, (dict, list)) for v in _members(value)):
            yield f"{indent}{speech.name('path', name)}:"
            yield from _outline(value, speech, indent + "  ")
        elif isinstance(value, dict):
            said = ", ".join(f"{key} {one}" for key, one in value.items())
            yield f"{indent}{speech.name('path', name)}: {said}"
        else:
            yield f"{indent}{speech.name('path', name)}: {speech.name(str(name), value)}"


def _members(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value
