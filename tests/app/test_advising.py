"""Forecast and coach behind the screen: off the screen's thread, for one position, learned from one tower."""

import threading

import pytest

from companion.advisor import Shares
from companion.app.background_advice import Advisor, OwnShares, shares_file
from companion.app.presenters import advice
from companion.app.screen_words import words_of
from companion.engine import CHANCE, Still
from companion.games import GAMES, load
from companion.games.the_loop.views import sentences
from companion.table import ChangeDrop, ConfirmDrop, Evening, Undo
from companion.tower import Choice, open_tower
from companion.words import Speech, languages
from tests.tools.evenings import do
from tests.tools.screenshots import FULL

GAME = load("the-loop")


class Waiting:
    """An advisor, and the thread that wants to know."""

    def __init__(self):
        self.woken = threading.Event()
        self.advisor = Advisor(self.woken.set)

    def ask(self, state, position, forecast=True, coach=False):
        question = GAME.awaited(state)[0]
        self.advisor.ask(Still(GAME, state), question, position, Shares(), forecast, coach)
        while not self.advisor.found.ready:
            assert self.woken.wait(30)
            self.woken.clear()
        return self.advisor.found


@pytest.fixture
def waiting():
    made = Waiting()
    yield made
    made.advisor.close()


@pytest.fixture
def state():
    return GAME.position({"agents": ["mr-time", "v-girl"]}, FULL)


def test_the_forecast_of_this_position_and_no_other(waiting, state):
    found = waiting.ask(state, 7)
    assert found.position == 7
    assert len(found.odds.places) == 7
    assert found.advice is None
    assert waiting.ask(state, 8).position == 8


def test_the_coach_answers_what_is_asked(waiting, state, monkeypatch):
    monkeypatch.setattr("companion.app.background_advice.SECONDS", 0.05)
    found = waiting.ask(state, 7, coach=True)
    assert found.advice.given in GAME.awaited(state)[0].answers
    assert found.odds is not None


def test_chance_is_not_advised(waiting):
    foo = GAME.position({"agents": ["mr-time", "v-girl"]}, {**FULL, "phase": "foo"})
    assert GAME.awaited(foo)[0].owner == CHANCE
    assert waiting.ask(foo, 1, coach=True).advice is None


def test_nothing_is_worked_out_for_who_wants_nothing(waiting, state):
    assert waiting.ask(state, 1, forecast=False).odds is None
    assert waiting.advisor._thread is None


def test_an_advice_for_a_position_that_is_gone_is_withdrawn(state):
    waiting = Waiting()
    question = GAME.awaited(state)[0]
    waiting.advisor.ask(Still(GAME, state), question, 1, Shares(), False, True)
    waiting.advisor.withdraw()
    waiting.advisor.close()  # the worker has ended: nothing more can come
    assert waiting.advisor.found.advice is None
    assert waiting.advisor.found.position == -1


@pytest.mark.parametrize("lang", languages())
def test_forecast_and_advice_in_words(waiting, state, lang, monkeypatch):
    monkeypatch.setattr("companion.app.background_advice.SECONDS", 0.05)
    found = waiting.ask(state, 1, coach=True)
    speech = Speech(words_of(lang, "the-loop"), GAME, state)
    told = advice.forecast(speech, found.odds, Shares().learn(3, (0, 0, 1, 2, 0, 0, 0)))
    assert len(told.sentences) == len(told.places) == 7
    proposal = advice.proposal(speech, GAME.awaited(state)[0], found.advice, sentences.answer)
    everything = " ".join((told.overall, *told.sentences, *told.details, proposal.what, proposal.why))
    assert "‹" not in everything
    assert "%" in told.overall
    assert proposal.why.endswith((".", "!", "…"))
    assert "‹" not in " ".join(advice.forecast(speech, found.odds, None).details)
    nothing = advice.forecast(speech, None, Shares())
    assert nothing.places == ()
    assert "‹" not in nothing.overall


def test_a_forecast_that_is_not_exact_says_so_at_a_glance_and_to_who_looks_closer(waiting, state):
    odds, speech = waiting.ask(state, 1).odds, Speech(words_of("en", "the-loop"), GAME, state)
    exact, other = (advice.forecast(speech, odds._replace(exact=exact), Shares()) for exact in (True, False))
    assert (exact.overall, other.overall) == (exact.overall.strip("≈ "), f"≈ {exact.overall}")
    assert set(other.details) - set(exact.details) == {"A choice that is still open is not foreseen."}


def test_the_share_of_each_outlet_is_told_with_its_limits():
    # 95 %: 1.96 standard deviations of Dirichlet's shares, here of 20, 60 and 20 cubes: 7.8, 9.6 and 7.8 %.
    told = advice.shares_sentence(words_of("en", "the-loop"), Shares(20.0, 60.0, 20.0))
    assert "20 % (±8) before the front, 60 % (±10) in front, 20 % (±8) after it" in told


def test_what_may_happen_is_never_told_as_impossible_or_certain():
    assert [advice.percent(chance) for chance in (0, 0.001, 0.18, 0.999, 1)] == [
        "0",
        "<1",
        "18",
        ">99",
        "100",
    ]


# -- shares of one's own tower


@pytest.fixture
def evening(tmp_path):
    options = {"agents": ["mr-time", "v-girl"], "drop": "hand"}
    with Evening.begin(GAME, GAMES, options, tmp_path / "g", 5, inline=True) as made:
        yield made


def follow(evening, folder):
    own = OwnShares(folder)
    own.follow(evening)
    return own


def throw(evening, era_of_front):
    do(evening, ChangeDrop(tuple((era, -cubes) for era, cubes in enumerate(evening.now.drop.landed))))
    for _ in range(evening.now.drop.total):
        do(evening, ChangeDrop(((era_of_front(evening.now.drop.front), 1),)))
    cubes = evening.now.drop.total
    do(evening, ConfirmDrop())
    return cubes


def test_shares_are_learned_from_the_drops_and_kept_for_the_next_game(evening, tmp_path):
    own = follow(evening, tmp_path)
    cubes = throw(evening, lambda front: front)
    assert own.learned.seen == cubes
    assert own.learned.front == Shares().front + cubes
    assert follow(evening, tmp_path).learned.seen == cubes
    evening.use(open_tower(Choice("simulated", seed=4, speed=None), kept=tmp_path)).result(60)
    assert own.learned.seen == 0  # another tower


def test_what_is_undone_is_unlearned(evening, tmp_path):
    own = follow(evening, tmp_path)
    throw(evening, lambda front: front)
    do(evening, Undo())
    assert own.learned.seen == 0
    assert follow(evening, tmp_path).learned.seen == 0


def test_a_full_disk_costs_nothing_but_what_was_learned(evening, tmp_path, mocker):
    own = follow(evening, tmp_path)
    mocker.patch("companion.app.background_advice.keep_shares", side_effect=OSError("full"))
    throw(evening, lambda front: front)
    assert own.learned.seen > 0
    assert not own.path.exists()


def test_a_serial_number_is_a_plain_file_name(tmp_path):
    assert shares_file("../../T 17", tmp_path) == tmp_path / "shares" / "T17.json"
