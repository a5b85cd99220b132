"""In a language whose every letter has an accent, a letter without one was written in Python."""

import argparse
import contextlib
import io
import re

import pytest

from companion import games
from companion.__main__ import main
from companion.tower.console import build_parser
from companion.tower.examination import BuildStep
from companion.words import Words
from tests.pseudo import HOLE, LANG, LONGER, installed, pseudo

RULE = re.compile(r"\[[A-Z]+(-[A-Z]+)*-\d+\]")
ROMAN = re.compile(r"\b[IV]+\b")
TOWER = tuple(
    command
    for action in build_parser(Words("en", ["tower", "help"]).say)._actions
    if isinstance(action, argparse._SubParsersAction)
    for command in action.choices
)
KEEPERS = {"Ada", "Bo", "Cleo", "Dan"}
"""Names of people in the box of the example: the same in every language."""
COMMANDS = [
    [],
    *(["play", name] for name in games.NAMES),
    ["serve"],
    *([one] for one in ("completion", "resume", "games", "people", "docs")),
    *(["people", one] for one in ("list", "rename", "remove")),
    *([one] for one in ("replay", "career", "rules", "scenario", "box", "simulate", "tower", "doctor")),
    ["box", "check"],
    ["box", "export"],
    ["box", "import"],
    *(["tower", one] for one in TOWER),
]
EVENING = ["1", "?", "help", "board", "history", "correct", "1", "1", "undo", "1", "amend 1", "1", "quit"]


@pytest.fixture(autouse=True)
def spoken(tmp_path_factory, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("_", "ngettext"):  # argparse speaks its own words again afterwards
        monkeypatch.setattr(argparse, name, getattr(argparse, name))
    with installed(tmp_path_factory.mktemp("pseudo")):
        yield


def bare(text: str) -> list[str]:
    """Words of plain letters: no rule, no file, nothing that is typed after two hyphens or in a path."""
    told = re.sub(r"\S*/\S*|--[a-z-]+|companion( [a-z-]+)*", "", ROMAN.sub("", RULE.sub("", text)))
    return re.findall(r"[A-Za-z]{2,}", told)


def said(capsys, *argv: str) -> str:
    with contextlib.suppress(SystemExit):
        main([*argv, "--lang", LANG])
    done = capsys.readouterr()
    return done.out + done.err


def ids() -> set[str]:
    """What people type, in any language: games, options, their values, bots, faults, the doctor's steps."""
    words = {*games.NAMES, *(word for command in COMMANDS for word in command), "random", "greedy", "planner"}
    words |= {step.value for step in BuildStep}
    for name in games.NAMES:
        for option in games.load(name).options():
            words |= {option.id, option.id.upper(), *map(str, option.values)}
    return {part for word in words for part in re.findall(r"[A-Za-z]{2,}", word)}


def test_the_language_is_longer_and_keeps_its_holes():
    text = "Throw {n} {n:one=cube|other=cubes} in, then wait until it is over."
    plain, longer = (HOLE.sub("", one) for one in (text, pseudo(text)))
    assert len(longer) >= len(plain) * (1 + LONGER)
    assert "{n} {n:one=çúúúƀé|other=çúƀƀƀéš}" in pseudo(text)
    assert len(pseudo("Undo")) == 6
    assert Words(LANG).say("table.team") == pseudo(Words("en").say("table.team"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_comes_from_the_catalogue(command, capsys):
    told = said(capsys, *command, "--help")
    head = told.split("\n\n", 1)[1]  # after the line of usage
    allowed = ids() | {"en", "fr", "de", LANG, "yes", "no", "help", "URL", "US", "BOT", "png", "CY"}
    if command[:1] == ["tower"]:  # the faults by their names, after the last empty lines
        head = head.split("--fault", 1)[0]
    assert sorted(set(bare(head)) - allowed) == []


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_of_bots_comes_from_the_catalogue(name, capsys):
    assert set(bare(said(capsys, "play", name, "--auto", "--seed", "1"))) - KEEPERS == set()


@pytest.mark.parametrize("name", games.NAMES)
def test_an_evening_comes_from_the_catalogue(name, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(EVENING)))
    told = said(capsys, "play", name, "--seed", "3")
    assert len(told) > 1000
    assert set(bare(told)) - KEEPERS == set()


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        (["resume"], "the loop"),
        (["replay", "nowhere"], "nowhere"),
        (["replay", "{bad}"], ""),
        (["career"], "coffee round dice whisperer"),
        (["career", "--tick", "foo"], "foo coffee round dice whisperer"),
        (["box", "check", "nowhere"], "nowhere"),
        (["box", "check", "{box}"], "toml card id small letters and hyphens mine cord"),
        (["play"], "the loop contre temps cyberion example"),
        (["play", "the-loop", "--players", "9"], ""),
        (["play", "the-loop", "--agents", "bob"], "bob time prowler cztwyzzek robofinisher mr girl"),
        (["tower", "face", "3", "--simulated", "--speed", "0"], ""),
        (["tower", "selftest", "--simulated", "--speed", "0"], ""),
        (["tower", "count-trace", "{bad}"], ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_messages_come_from_the_catalogue(typed, named, capsys, tmp_path):
    bad, box = tmp_path / "bad.jsonl", tmp_path / "box"
    bad.write_text("{}\n", encoding="utf-8")
    box.mkdir()
    (box / "mine.toml").write_text('[[card]]\nid = "x y"\nera = "medieval"\n[[cord]]\n', encoding="utf-8")
    told = said(capsys, *(word.format(bad=bad, box=box) for word in typed))
    assert told
    assert sorted(set(bare(told)) - set(named.split())) == []
