"""`--help` and mistakes of typing, in every language."""

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.parsers import build_parser
from companion.words import Words, helped, languages, one_line, speak
from companion.words.command_line import OWN

FOR_PROGRAMMERS = {
    ".__call__() not defined",
    "'required' is an invalid argument for positionals",
    "mutually exclusive arguments must be optional",
    "%r is not callable",
    "cannot merge actions - two groups are named %r",
    "invalid option string %(option)r: must start with a character %(prefix_chars)r",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "cannot have multiple subparser arguments",
    "conflicting option string: %s",
    "conflicting option strings: %s",
    "conflicting subparser: %s",
    "conflicting subparser alias: %s",
    'argument "-" with mode %r',
    "can't open '%(filename)s': %(error)s",  # FileType, which we do not use
}
HOLES = re.compile(r"%(?:\(\w+\))?[sr]")


@pytest.fixture(autouse=True)
def english_again(monkeypatch):
    """argparse speaks one language at a time, and other tests begin with its own."""
    for name in ("_", "ngettext"):
        monkeypatch.setattr(argparse, name, getattr(argparse, name))


def test_every_word_of_argparse_has_its_key():
    said = set()
    for node in ast.walk(ast.parse(inspect.getsource(argparse))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
            said |= {one.value for one in node.args if isinstance(one, ast.Constant)}
    assert "usage: " in said
    assert said - set(OWN) - FOR_PROGRAMMERS == set()


@pytest.mark.parametrize("lang", languages())
def test_what_argparse_fills_in_has_its_place_in_every_language(lang):
    words = Words(lang, ["help"])
    for text, key in OWN.items():
        assert set(HOLES.findall(words.say(f"argparse.{key}"))) == set(HOLES.findall(text)), key


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["replay"], "companion replay : il manque : FICHIER. Voir companion replay --help"),
        (["replay", "x", "--to", "y"], "companion replay : argument --to : doit être int, pas 'y'."),
        (["career", "--game", "go"], "companion career : argument --game : choix inconnu : 'go' (possibles"),
        (["tower", "face", "9"], "argument SORTIE : doit être 0–6, pas '9'. Voir companion tower face"),
        (["doctor", "--gpio", "--simulated"], "argument --simulated : ne va pas avec --gpio"),
        (["simulate", "--games", "0"], "argument --games : doit être un nombre à partir de 1, pas '0'"),
    ],
)
def test_a_mistake_is_one_line_in_the_language_that_was_asked_for(typed, said, capsys):
    with pytest.raises(SystemExit) as left:
        main([*typed, "--lang", "fr"])
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(("number", "said"), [(0, "%s arguments"), (1, "%s argument"), (2, "%s arguments")])
def test_one_argument_is_one_and_all_others_are_several(number: int, said: str) -> None:
    speak(Words("en", ["help"]))
    counted = argparse.ngettext("expected %s argument", "expected %s arguments", number)
    assert counted == f"expected {said}"
    assert argparse._("said by another Python") == "said by another Python"


def test_a_line_of_help_keeps_its_parameters_and_its_percent_signs(monkeypatch) -> None:
    words = Words("en", ["help"])
    monkeypatch.setitem(words._entries, "help.half", "{n} % of it")
    assert helped(words, "half", {"n": 50}) == "50 %% of it"
    assert helped(words, "half") == "‹n› %% of it"


# -- whatever was typed, a mistake is one short line


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("x" * 160, "x" * 160),
        ("x" * 161, "x" * 60 + "…" + "x" * 20),
        ("a " * 500, "a " * 500),
        ("a " * 500 + "b", "a " * 350 + " … " + " a" * 99 + " b"),
        ("é\u00a0: \u202f\t\u2028", "é\u00a0: \u202f\\t\\u2028"),
    ],
)
def test_only_what_nobody_reads_is_shortened(said: str, line: str) -> None:
    assert one_line(said) == line


ENDLESS = ("7" * 5000, "no such " * 900, "a\nb\n" * 900, "\x1b[31m" + "x" * 5000)


def flags(parser: argparse.ArgumentParser, *path: str) -> Iterator[tuple[str, ...]]:
    """Every flag of every command whose value is looked at as soon as it is read."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from flags(inner, *path, name)
            continue
        valued = action.option_strings and action.nargs != 0
        if valued and (action.choices or action.type not in (None, str, Path)):
            yield (*path, action.option_strings[-1])


LOOKED_AT = sorted({*flags(build_parser(Words("en", ["help"]), whole=True))} - {("simulate", "--csv")})
LATER = [
    *(("play", "the-loop", flag) for flag in ("--level", "--players", "--agents", "--source", "--ruling")),
    *((one,) for one in ("play", "docs", "games", "resume", "replay", "scenario", "career --tick")),
    *(("people", "remove"), ("box", "check"), ("play", "example", "--auto", "--box"), ("no-such",), ()),
    *(("games", "--import"), ("tower", "info", "--port"), ("tower", "info", "--url"), ("tower", "learned")),
]
"""Where a command itself says what is wrong."""


def test_all_commands_are_walked() -> None:
    assert len(LOOKED_AT) > 80
    assert {("simulate", "--games"), ("tower", "list", "--seed"), ("doctor", "--step")} <= {*LOOKED_AT}


@pytest.mark.parametrize("word", ENDLESS, ids=["digits", "words", "lines", "signs"])
@pytest.mark.parametrize("typed", [*LOOKED_AT, *LATER], ids=" ".join)
def test_what_was_typed_without_end_is_not_said_back_whole(typed, word, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    try:
        code = main([*typed[:-1], f"{typed[-1]}={word}"] if typed in LOOKED_AT else [*typed, word])
    except SystemExit as left:
        code = left.code
    told = "".join(capsys.readouterr())
    assert code in (1, 2)
    assert "\x1b" not in told
    assert len(told.splitlines()) <= (3 if typed == ("scenario",) else 1)  # a file, what is wrong, how many
    assert len(told) <= 1200
