"""An old entry may be a piece that no list has: learned where it was drawn, and amended with it."""

import pytest

from companion.app.night import Night
from companion.app.playing import words_of
from companion.app.presenters.history import HistoryPresenter
from companion.engine import Refusal
from companion.games import GAMES, load
from companion.games.the_loop.views import pieces
from companion.table import Session

GAME = load("the-loop")


@pytest.fixture
def session(tmp_path):
    made = Session.begin(GAME, {"bag": "hand", "drop": "app", "foo": "app"}, tmp_path / "g", 5)
    night = Night(made, lambda: None)
    while made.state.turn < 2:
        night.submit(made.asked()[0].question.answers[-1])
    yield made
    night.close()


def drawn(session):
    return next(e for e in session.entries if e.given.kind == "DuplicateDrawn" and e.source == "hand")


def test_an_entry_is_amended_with_a_duplicate_that_the_box_does_not_have(session):
    presenter, entry = HistoryPresenter(GAME, words_of("en", "the-loop"), GAMES), drawn(session)
    question = presenter.teachable(session, entry.number)
    *learn, given = pieces.duplicate(GAME, entry.before, question, 1, 0)
    assert isinstance(session.amend(entry.number, given), Refusal)  # nobody has ever seen such a token
    amendment = session.amend(entry.number, given, learn=learn)
    assert not isinstance(amendment, Refusal)
    choices = dict(presenter.consequences(session, amendment).choices)
    way = choices.get("keep", choices.get("keep-to-there", choices.get("keep-fitting")))
    session.settle(amendment, way)
    kinds = [one.given.kind for one in session.entries[entry.number - 1 : entry.number + 1]]
    assert kinds == ["Learn", "DuplicateDrawn"]
    assert GAME.learned(session.state)["duplicate"] == [{"id": given.token}]


def test_a_piece_that_cannot_be_is_refused_and_nothing_changes(session):
    entry, before = drawn(session), session.position
    nonsense = GAME.inputs["Learn"]("duplicate", {"id": "9>9"})
    assert isinstance(session.amend(entry.number, entry.given, learn=(nonsense,)), Refusal)
    assert session.position == before


def test_what_the_app_decided_by_itself_is_not_taught(session):
    presenter = HistoryPresenter(GAME, words_of("en", "the-loop"), GAMES)
    moves = [e.number for e in session.entries if e.source == "player"]
    assert all(presenter.teachable(session, number) is None for number in moves)
