"""Command-line flags made from a game's own options, and back: a new game needs no change here.

May import: companion.engine, companion.words, the standard library.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from companion.engine import Game, Option
from companion.words import Words, helped


class BadFlag(ValueError):
    """What was typed means nothing; `key` and `about` say why."""

    def __init__(self, key: str, **about: Any) -> None:
        super().__init__(f"{key} {about}")
        self.key, self.about = key, about


def add_flags(parser: argparse.ArgumentParser, game: Game, words: Words) -> None:
    """One flag for each thing that people agree on; `--source` and `--ruling` for the rest."""
    table = parser.add_argument_group(words.say("help.flag.agree"))
    for option in _group(game, "table"):
        table.add_argument(f"--{option.id}", metavar=option.id.upper(), help=_option_help(option, words))
    stream, ruling = (words.say(f"help.value.{key}") for key in ("stream-who", "id-value"))
    if sources := _group(game, "source"):
        drawn = parser.add_argument_group(words.say("help.flag.sources"))
        drawn.add_argument("--source", action="append", metavar=stream, help=_legal(sources))
        drawn.add_argument("--real-table", action="store_true", help=helped(words, "flag.real-table"))
    for group, key in (("ruling", "rulings"), ("house", "house-rules")):
        if options := _group(game, group):
            own = parser.add_argument_group(words.say(f"help.flag.{key}"))
            own.add_argument(f"--{group}", action="append", metavar=ruling, help=_legal(options))


def _option_help(option: Option, words: Words) -> str:
    help_text = ", ".join(map(written, option.values)) or words.say("help.flag.names")
    help_text = with_default(help_text, option, words)
    return helped(words, "flag.ruled", {"told": help_text, "rule": option.rule}) if option.rule else help_text


def with_default(legal: str, option: Option, words: Words) -> str:
    if not option.default:
        return legal
    return helped(words, "flag.default", {"legal": legal, "default": written(option.default)})


def refuse_clashes(game: Game, found: Mapping[str, Any]) -> None:
    """Two options of which one stands for the other, both typed."""
    for option in _group(game, "table"):
        if option.instead_of and found.get(option.id) and found.get(option.instead_of):
            raise BadFlag("clashing-flags", flag=option.id, other=option.instead_of)


def chosen(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    """The options that were typed, as values; whether they are legal, the game itself says."""
    found: dict[str, Any] = {}
    for option in _group(game, "table"):
        typed = getattr(args, option.id.replace("-", "_"))
        if typed is not None:
            found[option.id] = value_of(option, typed)
    refuse_clashes(game, found)
    if getattr(args, "real_table", False):
        for option in _group(game, "source"):
            if real := next((value for value in ("table", "hand") if value in option.values), None):
                found[option.id] = real
    for group in ("source", "ruling", "house"):
        known = {option.id: option for option in _group(game, group)}
        for pair in getattr(args, group, None) or ():
            name, equals, typed = pair.partition("=")
            if not equals or name not in known:
                raise BadFlag("bad-flag", flag=group, typed=pair, known=tuple(known))
            found[name] = value_of(known[name], typed)
    return found


def value_of(option: Option, typed: str) -> Any:
    """The legal value that is written like this; else what was typed, for the game to refuse."""
    if not option.values:
        return tuple(part.strip() for part in typed.split(",") if part.strip())
    return next((value for value in option.values if written(value) == typed), typed)


def written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _group(game: Game, group: str) -> list[Option]:
    return [option for option in game.options() if option.group == group]


def _legal(options: list[Option]) -> str:
    return "; ".join(f"{option.id}: {', '.join(map(written, option.values))}" for option in options)
