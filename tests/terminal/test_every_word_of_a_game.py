"""Whole games, said aloud: every question, answer, happening and board, with no key showing through."""

import pytest

from companion import games
from companion.advisor import RandomBot
from companion.engine import Refusal
from companion.terminal import Speech, board_of
from companion.words import Words, languages

GAME = games.load("the-loop")
BOARD = board_of(games.GAMES, GAME.name)
MODES = next(option.values for option in GAME.options() if option.id == "mode")


def played(options, seed):
    """Every step of a random game: before, the question, the answer, what happened, after."""
    bot = RandomBot(seed)
    state = GAME.start(options)
    while questions := GAME.awaited(state):
        given = bot.choose(GAME, state, questions[0])
        applied = GAME.apply(state, given, "app" if questions[0].owner == "chance" else "player")
        yield state, questions[0], given, applied.happenings, applied.state
        state = applied.state


def said(lang, before, question, happenings, after):
    """Everything that the terminal would say about this step."""
    speech, later = (Speech(Words(lang, ["the_loop"]), GAME, state) for state in (before, after))
    yield from BOARD.draw(speech, None)
    yield BOARD.owner(speech, question)
    yield speech.question(question)
    yield BOARD.hint(speech, question)
    yield from (BOARD.answer(speech, question, answer) for answer in question.answers)
    yield from (later.happening(happening) for happening in happenings)
    yield from (speech.phrase(phrase) for phrase in GAME.differences(after, before))
    if outcome := GAME.outcome(after):
        yield from later.outcome(outcome)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("table", [{"players": 2}, {"solo": 3}], ids=["players", "solo"])
@pytest.mark.parametrize("mode", MODES)
def test_no_key_shows_through(mode, table, lang):
    for before, question, _, happenings, after in played({"mode": mode, "level": 3, **table}, seed=mode):
        for text in said(lang, before, question, happenings, after):
            assert "‹" not in text


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("mode", MODES)
def test_everything_that_can_be_corrected_has_a_name(mode, lang):
    *_, (_, _, _, _, state) = played({"mode": mode}, seed=1)
    speech = Speech(Words(lang, ["the_loop"]), GAME, state)
    for field in GAME.correctable(state):
        assert speech.name("path", field.path) != field.path
        assert "‹" not in speech.name("path", field.path)
        for value in (field.value, *field.choices):
            assert "‹" not in speech.value(field.path, value)


@pytest.mark.parametrize("lang", languages())
def test_refusals_are_told_with_their_rule(lang):
    words = Words(lang, ["the_loop"])
    for before, question, _, _, _ in played({"players": 2}, seed=4):
        for kind in ("Move", "FreeMove"):
            refused = GAME.apply(before, GAME.inputs[kind](9))
            if question.id == "act":
                assert isinstance(refused, Refusal)
                assert refused.rule in Speech(words, GAME, before).refusal(refused)
                assert "‹" not in Speech(words, GAME, before).refusal(refused)
