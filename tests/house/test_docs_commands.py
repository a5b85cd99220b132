"""Every `companion …` that a document tells people to type is understood by the program, in its own words."""

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

from companion import games, parsers
from companion.words import Words
from tests.house.test_docs import PAGES, name

WORDS = Words("en", ["help"])
BLOCK = re.compile(r"```[a-z]*\n(.*?)```", re.DOTALL)
INLINE = re.compile(r"`(companion [^`\n]+)`")
PLACEHOLDERS = {"GAME": "the-loop", "N": "3", "PATH": "/dev/null", "NAME": "table.local"}
OF_A_GAME = {
    "play": parsers.play_parser,
    "serve": parsers.serve_parser,
    "simulate": parsers.simulate_parser,
}
LEFT_OUT = re.compile(r"…|\.\.\.|\$|<|\*")
"""A line that says itself that something is left out."""


def typed(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    lines = [line.strip() for block in BLOCK.findall(text) for line in block.splitlines()]
    lines = [line.removeprefix("$ ") for line in lines] + INLINE.findall(text)
    found = [line.partition("  #")[0].partition(" | ")[0].partition(" >")[0] for line in lines]
    return [line for line in found if line.startswith("companion ") and not LEFT_OUT.search(line)]


PEOPLE = [page for page in PAGES if typed(page) and page.name != "CONTRIBUTING.md"]
"""The recipes of CONTRIBUTING.md are run as they stand, by test_recipes.py."""


def understood(line: str) -> bool:
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(line)[1:]]
    command = words[0] if words else ""
    named = next((word for word in words if word in games.NAMES), games.NAMES[0])
    if command in OF_A_GAME:
        parser, words = OF_A_GAME[command](games.load(named), WORDS), words[1:]
    elif command in ("tower", "doctor"):
        parser, words = parsers.own_parser(command, WORDS), words[1:]
    else:
        parser = parsers.build_parser(WORDS)
    bare = not any(word.startswith("-") for word in words)  # a command that is only named
    return _ends_well(parser, words) or (bare and _ends_well(parser, [*words, "--help"]))


def _ends_well(parser: ArgumentParser, words: list[str]) -> bool:
    try:
        parser.parse_args(words)
    except SystemExit as ended:
        return not ended.code  # --help and --version end well
    return True


@pytest.mark.parametrize("page", PEOPLE, ids=name)
def test_what_people_are_told_to_type_is_understood(page: Path, capsys) -> None:
    assert [line for line in typed(page) if not understood(line)] == []


def test_a_command_that_is_none_is_noticed(capsys) -> None:
    assert not understood("companion play the-loop --no-such-flag")
    assert not understood("companion dance")
    assert sum(len(typed(page)) for page in PAGES) > 60
