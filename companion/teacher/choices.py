"""What can be chosen before a game, explained: modes, levels, expansions, who plays, rulings.

May import: companion.engine, companion.words, its own room. A value or an option is explained by the words of
the lessons (`choice.<option>.<value>`, `choice.option.<option>`), a ruling by the article of its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.engine import Game, Games, Option
from companion.words import Speech, Words

from .rulebook import Rulebook

GROUPS = ("table", "ruling", "house")


class Explained(NamedTuple):
    title: str
    text: str


def explained(games: Games, game: Game, words: Words) -> tuple[Explained, ...]:
    """Everything that people choose, in the order in which it is offered."""
    book = Rulebook.of(games[game.name])
    options = [option for option in game.options() if option.group in GROUPS]
    options.sort(key=lambda option: GROUPS.index(option.group))
    found = [one for option in options for one in _option(option, words, book)]
    own: Callable[[Speech], tuple[tuple[str, str], ...]] | None = games.view(game.name, "choices")
    if own is not None:
        found += [Explained(*one) for one in own(Speech(words, game, game.start({})))]
    return tuple(found)


def _option(option: Option, words: Words, book: Rulebook) -> Iterator[Explained]:
    caption = _large(words.say(f"option.{option.id}"))
    values = [value for value in option.values if f"choice.{option.id}.{_plain(value)}" in words]
    for value in values:
        name = _large(_called(words, option.id, value))
        text = words.say(f"choice.{option.id}.{_plain(value)}")
        yield Explained(words.captioned(caption, name), text)
    if values:
        return
    if (key := f"choice.option.{option.id}") in words:
        yield Explained(caption, words.say(key))
    elif (article := book.article(option.rule)) is not None:
        yield Explained(caption, article.text(words))


def _called(words: Words, option: str, value: Any) -> str:
    key = f"career.{option}-{_plain(value)}"
    return words.say(key) if key in words else words.name(option, value)


def _plain(value: Any) -> str:
    return str(value).lower()


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]
