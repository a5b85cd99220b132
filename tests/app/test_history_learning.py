"""An old entry may be a piece that no list has: learned where it was drawn, and amended with it."""

import pytest

from companion.app.presenters.history import HistoryPresenter
from companion.app.screen_words import words_of
from companion.engine import Refusal, Still
from companion.games import GAMES, load
from companion.games.the_loop.views import pieces
from companion.table import Evening, Settle
from tests.tools.evenings import do, play

GAME = load("the-loop")


@pytest.fixture
def evening(tmp_path):
    options = {"bag": "hand", "drop": "app", "foo": "app"}
    with Evening.begin(GAME, GAMES, options, tmp_path / "g", 5, inline=True) as made:
        play(made, lambda now, asked: asked.answers[-1] if now.state.turn < 2 else None)
        yield made


def drawn(now):
    return next(e for e in now.entries if e.given.kind == "DuplicateDrawn" and e.source == "hand")


def test_an_entry_is_amended_with_a_duplicate_that_the_box_does_not_have(evening):
    presenter, entry = HistoryPresenter(GAME, words_of("en", "the-loop"), GAMES), drawn(evening.now)
    question = presenter.teachable(evening.now, entry.number)
    *learn, given = pieces.duplicate(Still(GAME, entry.before), question, 1, 0)
    assert isinstance(evening.now.amend(entry.number, given), Refusal)  # nobody has ever seen such a token
    amendment = evening.now.amend(entry.number, given, learn=learn)
    assert not isinstance(amendment, Refusal)
    choices = dict(presenter.consequences(evening.now, amendment).choices)
    way = choices.get("keep", choices.get("keep-to-there", choices.get("keep-fitting")))
    do(evening, Settle(amendment, way))
    kinds = [one.given.kind for one in evening.now.entries[entry.number - 1 : entry.number + 1]]
    assert kinds == ["Learn", "DuplicateDrawn"]
    assert GAME.learned(evening.now.state)["duplicate"] == [{"id": given.token}]


def test_a_piece_that_cannot_be_is_refused_and_nothing_changes(evening):
    entry, before = drawn(evening.now), evening.now.position
    nonsense = GAME.inputs["Learn"]("duplicate", {"id": "9>9"})
    assert isinstance(evening.now.amend(entry.number, entry.given, learn=(nonsense,)), Refusal)
    assert evening.now.position == before


def test_every_entry_is_taught_by_the_question_that_it_answered(evening):
    presenter, now = HistoryPresenter(GAME, words_of("en", "the-loop"), GAMES), evening.now
    taught = [presenter.teachable(now, entry.number) for entry in now.entries]
    for entry, question in zip(now.entries, taught, strict=True):
        if question is not None:
            assert entry.given in question.answers
            assert question in GAME.awaited(entry.before)
    drawn = [entry.given.kind == "DuplicateDrawn" for entry in now.entries if entry.source == "hand"]
    assert sum(drawn) == sum(one is not None for one in taught) > 2


def test_what_the_app_decided_by_itself_is_not_taught(evening):
    presenter = HistoryPresenter(GAME, words_of("en", "the-loop"), GAMES)
    moves = [e.number for e in evening.now.entries if e.source == "player"]
    assert all(presenter.teachable(evening.now, number) is None for number in moves)
