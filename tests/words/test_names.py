"""What pieces are called: by the catalogue, by an owner's box, and in journals that still carry names."""

import pytest

from companion.engine import Name
from companion.games import load
from companion.games.the_loop.box.boxes import load_box
from companion.words import Words, languages
from tests.games.names import called

OLD = {"en": "War Horse", "fr": "Destrier de Combat"}
"""As the header of a journal of 0.1.0 has it, beside `source = "stand-in"`."""


def box_with(**changed):
    box = load_box()
    cards = [{**one, **changed} if one["id"] == "war-horse" else one for one in box["card"]]
    return load("the-loop", {**box, "card": cards})


def test_a_shipped_piece_is_called_as_the_catalogue_says():
    game = load("the-loop")
    names = [called(game, game.start({}), "card", "war-horse", lang) for lang in ("en", "fr")]
    assert names == ["War Horse*", "Destrier de Combat*"]
    assert "name" not in load_box()["card"][0]


def test_a_language_that_an_old_journal_does_not_have_is_found_by_id():
    game = box_with(name={"en": "as in the journal"})
    assert called(game, game.start({}), "card", "war-horse", "en") == "as in the journal*"
    assert called(game, game.start({}), "card", "war-horse", "fr") == OLD["fr"] + "*"


@pytest.mark.parametrize("lang", languages())
def test_the_name_that_an_owner_gives_counts_in_every_language(lang):
    game = box_with(name={"fr": "Cheval"}, source="owner", **{"stand-in": []})
    assert called(game, game.start({}), "card", "war-horse", lang) == "Cheval"


def test_an_owner_who_names_no_piece_keeps_our_names():
    game = box_with(source="owner", **{"stand-in": []})
    assert called(game, game.start({}), "card", "war-horse", "fr") == OLD["fr"]


def test_a_piece_that_nobody_named_shows_its_id():
    assert Words("en").called(Name("piece.card.odd-card")) == "odd-card"
    assert Words("en").called(Name("", (), {"xx": "Odd"})) == "Odd"
