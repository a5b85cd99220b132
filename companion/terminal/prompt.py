"""Asking a person to choose from a list: by number, by words, or by a command typed instead.

May import: companion.engine, companion.words, screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.engine import Input
from companion.words import Words, matching, plain

from .screen import Screen

LONG = 20
"""A list that does not fit on a screen."""
COMMANDS = ("undo", "redo", "history", "amend", "correct", "why", "board", "help", "quit")
SHORT = {"u": "undo", "h": "history", "?": "help", "q": "quit", "b": "board", "w": "why"}
SHORT |= {"save and quit": "quit"}


class Back(Exception):
    """The person typed a command in the middle of a description: leave it and ask the question again."""


class Command(NamedTuple):
    """Something typed that is no answer."""

    name: str
    about: str = ""


class Chosen(NamedTuple):
    """One of the texts, by its place in the list."""

    place: int


class Typed(NamedTuple):
    """Answers typed in the game's own shorthand: mostly one, or all that came one after the other."""

    given: tuple[Input, ...]


class Other(NamedTuple):
    """None of the texts."""


def command(words: Words, typed: str, orders: Iterable[str] = ()) -> Command | None:
    """The command that was typed, in English or in the language of the catalogue: `undo`, `amend 12`; or a
    game's own order, with what it asks for first on the same line: `fell industry`."""
    own = {words.say(f"command.{name}"): name for name in (*COMMANDS, "save-and-quit")}
    own |= {name: name for name in COMMANDS} | SHORT
    named = {words.say(key): name for name in orders for key in _names(words, name)}
    own |= named
    first, _, rest = typed.partition(" ")
    if typed in own:
        return Command(own[typed].replace("save-and-quit", "quit"))
    numbered = own.get(first) in ("amend", "history") and rest.strip().isdecimal()
    if numbered or own.get(first) == "correct" or (own.get(first) == "why" and len(first) > 1):
        return Command(own[first], rest.strip())
    for order, name in named.items():
        if typed.startswith(f"{order} "):
            return Command(name, typed.removeprefix(order).strip())
    return None


def _names(words: Words, order: str) -> Iterator[str]:
    """What an order of a game is called, and what else people call it."""
    yield f"order.{order}"
    if (also := f"order-also.{order}") in words:
        yield also


def choose(
    screen: Screen,
    words: Words,
    texts: Sequence[str],
    *,
    other: str = "",
    likely: int | None = None,
    shorthand: Callable[[str], tuple[Input, ...]] | None = None,
    hint: str = "",
    orders: Iterable[str] = (),
    typed: str = "",
) -> Chosen | Typed | Other | Command:
    """Lists the texts and waits for a choice. `other` stands as number 0 below them.

    Words narrow the list: when one text is left it is the answer. An empty line takes the likely answer, or
    lists all. With a hint how to type the answer, a long list waits until it is asked for by an empty line.
    `typed` is taken as the first line; `orders` are the game's own commands.
    """
    shown = list(range(len(texts)))
    listed = not (hint or typed) or len(texts) <= LONG
    while True:
        if not typed:
            if listed:
                screen.numbered(texts[index] for index in shown)
            if other:
                screen.show(f"  0. {other}")
            if hint:
                screen.show(screen.faint(hint))
            prompt = ">" if likely is None else f"[{texts[likely]}] >"
            typed = screen.ask(prompt)
        given, typed = typed, ""
        if not given:
            if likely is not None:
                return Chosen(likely)
            shown, listed = list(range(len(texts))), True
            continue
        if given == "0" and other:
            return Other()
        if shorthand and (answers := shorthand(given)):
            return Typed(answers)
        if given.isdecimal():
            if not listed:  # a number of a list that nobody has seen: show it first
                listed = True
                continue
            if 1 <= int(given) <= len(shown):
                return Chosen(shown[int(given) - 1])
            screen.show(words.say("table.no-such-number", {"n": int(given), "most": len(shown)}))
        elif (order := command(words, given, orders)) is not None:
            return order
        else:
            found = matching(texts, given)
            meant = [place for place in found if in_order(texts[place], given)]
            if len(meant) == 1:
                return Chosen(meant[0])
            if not found:
                screen.show(words.say("table.not-understood", {"typed": given}))
            shown, listed = found or shown, True


def in_order(text: str, typed: str) -> bool:
    """Whether the typed words follow each other so: who types "dawn industry" does not mean the way back."""
    at, flat = 0, plain(text)
    for word in plain(typed).split():
        found = flat.find(word, at)
        if found < 0:
            return False
        at = found + len(word)
    return True
