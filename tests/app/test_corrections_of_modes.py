"""Pieces that a mode adds can be set right like any other: every offered value is accepted."""

import pytest

from companion.app.screen_words import words_of
from companion.engine import Applied
from companion.games import load
from companion.games.the_loop.views.corrections import CorrectionsPresenter
from companion.words import languages

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
    state, presenter = with_pieces(mode), CorrectionsPresenter(GAME, words_of(lang, "the-loop"))
    fields = [field for field in GAME.correctable(state) if field.path.startswith("extra.")]
    assert fields
    for field in fields:
        shown = presenter.field(state, field.path)
        assert shown.choices, field.path
        for text, value, _ in shown.choices:
            assert "‹" not in text + shown.name + shown.now
            assert isinstance(GAME.apply(state, GAME.correction(field.path, value), "hand"), Applied)


def test_one_cube_more_on_a_card_keeps_the_others():
    state, presenter = with_pieces("ultramachina"), CorrectionsPresenter(GAME, words_of("en", "the-loop"))
    shown = presenter.field(state, "extra.ultra-damage")
    value = next(value for text, value, _ in shown.choices if text.endswith("1 red, 1 green"))
    after = GAME.apply(state, GAME.correction("extra.ultra-damage", value), "hand").state
    assert GAME.view(after, None)["extra"]["ultra-damage"] == [["soot-chimney", [1, 1]]]


def test_the_sides_of_a_centrifuge_are_its_name():
    state, presenter = with_pieces("centrifuge"), CorrectionsPresenter(GAME, words_of("en", "the-loop"))
    texts = [text for text, _, _ in presenter.field(state, "extra.centrifuges-used").choices]
    assert texts == ["Spiral / Star", "Star / Stripe", "Stripe / Spiral"]
