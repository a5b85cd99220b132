"""Pieces that a mode adds can be set right like any other: every offered value is accepted."""

import pytest

from companion.app.screen_words import words_of
from companion.engine import Applied
from companion.games import load
from companion.games.the_loop.views.corrections import field
from companion.games.the_loop.views.sentences import field_value
from companion.words import Speech, languages

GAME = load("the-loop")


def with_pieces(mode):
    state = GAME.position({"mode": mode}, {"foo": "industry"})
    if mode == "ultramachina":
        for path, value in (
            ("extra.ultras.2", ["soot-chimney"]),
            ("extra.ultra-damage", [["soot-chimney", [1, 0]]]),
        ):
            state = GAME.apply(state, GAME.correction(path, value), "hand").state
    return state


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("mode", ["supa", "centrifuge", "ultramachina"])
def test_every_piece_of_a_mode_has_values_that_the_game_accepts(mode, lang):
    state = with_pieces(mode)
    speech = Speech(words_of(lang, "the-loop"), GAME, state)
    paths = [one.path for one in GAME.correctable(state) if one.path.startswith("extra.")]
    assert paths
    for path in paths:
        shown = field(speech, path)
        assert shown.choices, path
        for offer in shown.choices:
            assert "‹" not in field_value(speech, offer.label) + field_value(speech, shown.now)
            assert isinstance(GAME.apply(state, GAME.correction(path, offer.value), "hand"), Applied)


def test_one_cube_more_on_a_card_keeps_the_others():
    state = with_pieces("ultramachina")
    shown = field(Speech(words_of("en", "the-loop"), GAME, state), "extra.ultra-damage")
    value = next(one.value for one in shown.choices if one.label.cards[0][1:] == (1, 1))
    after = GAME.apply(state, GAME.correction("extra.ultra-damage", value), "hand").state
    assert GAME.view(after, None)["extra"]["ultra-damage"] == [["soot-chimney", [1, 1]]]


def test_the_sides_of_a_centrifuge_are_its_name():
    speech = Speech(words_of("en", "the-loop"), GAME, with_pieces("centrifuge"))
    texts = [field_value(speech, one.label) for one in field(speech, "extra.centrifuges-used").choices]
    assert texts == ["Spiral / Star", "Star / Stripe", "Stripe / Spiral"]
