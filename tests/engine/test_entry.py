"""An entry of a box file as it is read: nonsense in it is left for the check, and never falls."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.box_files.entry import Entry, in_language

CARD = {"id": "a", "copies": 2, "name": {"en": "A"}, "era": "medieval", "effect": [{"draw": 1}]}


@pytest.mark.parametrize(
    ("more", "invented"),
    [
        ({}, set()),
        ({"source": "rulebook"}, set()),
        ({"source": "rulebook", "stand-in": ["era", "effect"]}, {"era", "effect"}),
        ({"source": "rulebook", "stand-in": ["era", 7]}, {"era"}),
        ({"source": "rulebook", "stand-in": "era"}, set()),
        ({"source": "stand-in"}, {"name", "era", "effect"}),
        ({"source": "stand-in", "stand-in": ["era"]}, {"name", "era", "effect"}),
    ],
)
def test_what_we_made_up_of_a_piece(more: dict[str, Any], invented: set[str]) -> None:
    entry = Entry.read({**CARD, **more})
    assert entry.invented == invented
    source = more.get("source", "owner")
    assert (entry.owned, entry.made_up) == (source == "owner", source == "stand-in")


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"id": 7, "copies": "two", "name": 3, "text": []}, ("", 1, {}, {})),
        ({"copies": 3, "name": "A", "text": {"en": "x", "fr": 3}}, ("", 3, {"": "A"}, {"en": "x"})),
        ({"name": {"en": "A", "fr": "B"}, "text": "x"}, ("", 1, {"en": "A", "fr": "B"}, {"": "x"})),
    ],
)  # fmt: skip
def test_what_is_no_word_or_number_is_none(told: dict[str, Any], read: tuple[Any, ...]) -> None:
    entry = Entry.read(told)
    assert (entry.id, entry.copies, dict(entry.names), dict(entry.texts)) == read
    assert entry.plain == told


def test_a_piece_without_some_keys_is_the_same_otherwise() -> None:
    entry = Entry.read({**CARD, "source": "rulebook", "stand-in": ["era"]})
    bare = entry.without("source", "stand-in")
    assert bare.plain == CARD
    assert (bare.id, bare.copies, bare.names) == (entry.id, entry.copies, entry.names)


@pytest.mark.parametrize(("lang", "said"), [("fr", "B"), ("en", "A"), ("de", "A")])
def test_a_text_is_said_in_this_language_or_in_any_that_there_is(lang: str, said: str) -> None:
    assert in_language({"en": "A", "fr": "B"}, lang) == said
    assert in_language({}, lang) == ""
