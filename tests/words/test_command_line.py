"""`--help` and mistakes of typing, in every language."""

import argparse
import ast
import inspect
import re

import pytest

from companion.__main__ import main
from companion.words import Words, languages
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
