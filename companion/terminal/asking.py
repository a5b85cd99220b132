"""Asking a person to choose from a list: by number, by words, or by a command typed instead.

May import: companion.games, companion.words, screen.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games import Input
from companion.words import Words

from .screen import Screen

COMMANDS = ("undo", "history", "amend", "correct", "board", "help", "quit")
SHORT = {"u": "undo", "h": "history", "?": "help", "q": "quit", "b": "board", "save and quit": "quit"}


class Command(NamedTuple):
    """Something typed that is no answer."""

    name: str
    about: str = ""


class Chosen(NamedTuple):
    """One of the texts, by its place in the list."""

    place: int


class Typed(NamedTuple):
    """An answer typed in the game's own shorthand."""

    given: Input


class Other(NamedTuple):
    """None of the texts."""


def command(words: Words, typed: str) -> Command | None:
    """The command that was typed, in English or in the language of the catalogue: `undo`, `amend 12`."""
    own = {words.say(f"command.{name}"): name for name in (*COMMANDS, "save-and-quit")}
    own |= {name: name for name in COMMANDS} | SHORT
    first, _, rest = typed.partition(" ")
    if typed in own:
        return Command(own[typed].replace("save-and-quit", "quit"))
    if first in own and rest.strip().isdecimal():
        return Command(own[first], rest.strip())
    return None


def plain(text: str) -> str:
    """Without accents and capitals, so that "epoque" finds "Époque"."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def choose(
    screen: Screen,
    words: Words,
    texts: Sequence[str],
    *,
    other: str = "",
    likely: int | None = None,
    shorthand: Callable[[str], Input | None] | None = None,
    hint: str = "",
) -> Chosen | Typed | Other | Command:
    """Lists the texts and waits for a choice. `other` stands as number 0 below them.

    Words narrow the list: when one text is left it is the answer. An empty line takes the likely answer, or
    lists all. With a hint how to type the answer, a long list waits until it is asked for by an empty line.
    """
    shown = list(range(len(texts)))
    listed = not hint or len(texts) <= 20
    while True:
        if listed:
            screen.numbered(texts[index] for index in shown)
        if other:
            screen.show(f"  0. {other}")
        if hint:
            screen.show(screen.faint(hint))
        prompt = ">" if likely is None else f"[{texts[likely]}] >"
        typed = screen.ask(screen.strong(prompt))
        if not typed and likely is not None:
            return Chosen(likely)
        if typed == "0" and other:
            return Other()
        if shorthand and (given := shorthand(typed)) is not None:
            return Typed(given)
        if typed.isdecimal():
            if listed and 1 <= int(typed) <= len(shown):
                return Chosen(shown[int(typed) - 1])
            screen.show(words.say("table.no-such-number", {"n": int(typed), "most": len(shown)}))
        elif (order := command(words, typed)) is not None:
            return order
        else:
            found = [index for index in range(len(texts)) if plain(typed) in plain(texts[index])]
            if len(found) == 1:
                return Chosen(found[0])
            if not found:
                screen.show(words.say("table.not-understood", {"typed": typed}))
            shown, listed = found or shown, True
