"""Every `companion …` that a document tells people to type is understood by the program, in its own words."""

import re
import shlex
from argparse import ArgumentParser
from pathlib import Path

import pytest

from companion import games, parsers
from companion.words import Words
from tests.house.test_docs import PAGES, ROOT, name
from tests.house.test_installed import without

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


# -- and those that need neither hands nor a tower on the desk are run ---------------------------------------

WAITS = re.compile(
    r"companion (app|serve|resume|tower (calibrate|count-trace|emulate|flash|record|share|watch|list))\b"
    r"|--resume|--repair|box import|--fingers|--port|--plot|\ball\b|\["
)
"""Lines that wait for people, a board or a window, take minutes, or need a file that nobody has: other tests
play them."""
ALONE = {
    "play": ["--seed", "3", "--auto"],
    "simulate": ["--games", "1", "--bot", "greedy", "--workers", "1"],
    "doctor": ["--simulated"],
    "tower": ["--simulated", "--speed", "0"],
}
"""What makes a command end by itself, and soon."""
MADE = {"DIR": "my-box", "FILE": "kept.jsonl", "GAME": "the-loop", "N": "3"}
BOX = """game = "the-loop"

[[card]]
id = "a-sword"
name = { en = "A Sword" }
dimension = "star"
era = "medieval"
effect = [{ push = 2 }]
"""


def alone(line: str) -> list[str]:
    words = [MADE.get(word, word) for word in shlex.split(line)[1:]]
    if words == ["play"]:
        words += ["the-loop"]
    if words in (["tower"], ["box", "check"], ["box", "export"], ["replay"]) or words[-1] == "--help":
        return [*words, "--help"] if words[-1] != "--help" else words
    more = ALONE.get(words[0], []) if "learned" not in words else []
    return words + (more if "--simulated" not in words else more[1:])


@pytest.mark.slow
def test_what_can_be_run_alone_runs(tmp_path: Path) -> None:
    """In one program, in the order of the pages, with a box and a game of its own."""
    pages = {name(page): typed(page) for page in PEOPLE}
    lines = dict.fromkeys(line for told in pages.values() for line in told)
    asked = [line for line in lines if not WAITS.search(line)]
    (tmp_path / "my-box").mkdir()
    (tmp_path / "my-box" / "cards.toml").write_text(BOX)
    scenarios = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (tmp_path / "vortex.toml").write_text(re.findall(r"```toml\n(.*?)```", scenarios, re.DOTALL)[0])
    game = ("play", "example", "--seed", "3", "--auto", "--journal", "kept.jsonl")
    own_box = ("box", "import", "my-box/cards.toml")
    ran = without((), tmp_path, game, own_box, *(tuple(alone(line)) for line in asked))
    wrong = [
        (line, code, err[-300:])
        for line, (code, _, err) in zip(asked, ran[2:], strict=True)
        if code not in ((0, 1) if "doctor" in line else (0,)) or "Traceback" in err
    ]
    assert not wrong, "\n".join(map(str, wrong))
    assert len(asked) > 25
