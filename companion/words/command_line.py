"""argparse in the language of the catalogue, and a mistake as one line. May import: its own room, argparse.

argparse looks every word of its own up by a function `_`, as gettext would; here the catalogue stands in for
gettext. A Python that says something new says it in English, and a test tells.
"""

from __future__ import annotations

import argparse
import re
from typing import Any

from .catalogue import Words

OWN = {
    "usage: ": "usage",
    "options": "options",
    "positional arguments": "arguments",
    "show this help message and exit": "help",
    "argument %(argument_name)s: %(message)s": "argument",
    "%(prog)s: error: %(message)s\n": "error",
    "unrecognized arguments: %s": "unknown",
    "ambiguous option: %(option)s could match %(matches)s": "ambiguous",
    "invalid choice: %(value)r (choose from %(choices)s)": "choice",
    "unknown parser %(parser_name)r (choices: %(choices)s)": "command",
    "invalid %(type)s value: %(value)r": "value",
    "expected one argument": "one",
    "expected at most one argument": "at-most-one",
    "expected at least one argument": "at-least-one",
    "expected %s argument": "expected-one",
    "expected %s arguments": "expected-many",
    "the following arguments are required: %s": "required",
    "one of the arguments %s is required": "one-of",
    "not allowed with argument %s": "not-with",
    "ignored explicit argument %r": "ignored",
    "unexpected option string: %s": "unexpected",
}
"""What argparse says to people, and its key; all else it says to whoever writes a parser."""
LONG_WORD = re.compile(r"\S{161,}")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LONGEST = 1000


def one_line(said: str) -> str:
    """A mistake, whatever was typed: of a word without end both ends, and no sign that steers a terminal."""
    flat = CONTROL.sub(lambda sign: sign[0].encode("unicode_escape").decode(), said)
    line = LONG_WORD.sub(lambda word: f"{word[0][:60]}…{word[0][-20:]}", flat)
    return line if len(line) <= LONGEST else f"{line[:700]} … {line[-200:]}"


class _Line(str):
    """What argparse fills in with a mistake, in its own parsers and in all others."""

    def __mod__(self, filled: Any) -> str:
        return super().__mod__({name: one_line(text) for name, text in filled.items()})


class Parser(argparse.ArgumentParser):
    """argparse with one line for a mistake instead of a page of usage."""

    def print_usage(self, file: Any = None) -> None:
        pass


def speak(words: Words) -> None:
    """From now on argparse speaks this language."""

    def said(text: str) -> str:
        ours = words.say(f"argparse.{OWN[text]}") if text in OWN else text
        return _Line(ours) if OWN.get(text) == "error" else ours

    def counted(one: str, many: str, number: int) -> str:
        return said(one if number == 1 else many)

    for name, function in (("_", said), ("ngettext", counted)):
        setattr(argparse, name, function)


def helped(words: Words, key: str, about: dict[str, Any] | None = None) -> str:
    """A line of `--help`, in which argparse takes a percent sign for its own."""
    return words.say(f"help.{key}", about or {}).replace("%", "%%")
