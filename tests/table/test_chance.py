"""Who supplies each random result, and that the app's draws are fair and repeatable."""

from collections import Counter

import pytest

from companion import games
from companion.engine import CHANCE, Question
from companion.table import Entry
from companion.table.chance import Sources, draw
from companion.table.session import Session
from tests.games.tiny import Dealt, Rolled, Tiny
from tests.table.playing import begin, play

DIE = Question("roll", CHANCE, (Rolled(1), Rolled(2), Rolled(3)), stream="die", odds=(3, 2, 1))


def test_a_draw_depends_on_seed_stream_and_number_alone() -> None:
    draws = [draw(5, "die", k, DIE) for k in range(1, 40)]
    assert draws == [draw(5, "die", k, DIE) for k in range(1, 40)]
    assert draws != [draw(6, "die", k, DIE) for k in range(1, 40)]
    assert draws != [draw(5, "bag", k, DIE) for k in range(1, 40)]


def test_draws_follow_the_odds() -> None:
    counts = Counter(draw("fair", "die", k, DIE).prize for k in range(6000))
    # Expected 3000, 2000, 1000; six standard deviations are at most 233.
    assert abs(counts[1] - 3000) < 233
    assert abs(counts[2] - 2000) < 220
    assert abs(counts[3] - 1000) < 174


def test_an_answer_without_odds_is_never_drawn() -> None:
    question = DIE._replace(odds=(0, 1, 0))
    assert {draw(seed, "die", 1, question) for seed in range(50)} == {Rolled(2)}


def test_a_question_that_leaves_nothing_to_draw_is_said_to_be_one() -> None:
    with pytest.raises(ValueError, match="roll"):
        draw(1, "die", 1, DIE._replace(answers=(), odds=None))


def test_the_options_of_the_game_name_the_sources() -> None:
    game = Tiny()
    sources = Sources(game, game.start({"die": "tower", "deal": "hand"}))
    assert (sources["die"], sources["deal"], sources["never-heard-of"]) == ("tower", "hand", "app")
    assert sources.with_source("die", "app")["die"] == "app"
    assert sources["die"] == "tower"


def test_the_app_draws_only_what_it_supplies() -> None:
    session = begin(die="hand")
    session.advance()
    assert {entry.stream for entry in session.entries} == {"deal"}
    (asked,) = session.asked()
    assert (asked.question.id, asked.source) == ("roll", "hand")


def test_changing_what_somebody_else_drew_leaves_the_draws_of_another_stream_alone() -> None:
    prizes = []
    for hand_deals in (False, True):
        session = begin(deals=3, deal="hand" if hand_deals else "app")
        play(session, seed=3)
        prizes.append([entry.given for entry in session.entries if entry.stream == "die"])
    assert prizes[0] == prizes[1]


def test_what_the_tower_answers_waits_for_it() -> None:
    session = begin(die="tower")
    session.advance()
    (asked,) = session.asked()
    assert (asked.question.id, asked.source) == ("roll", "tower")


def test_what_the_rules_did_not_expect_is_a_draw_of_its_stream_all_the_same() -> None:
    session = begin(deal="hand")
    session.submit(Dealt(0, 77), "hand")
    assert session.entries[-1].stream == "deal"
    night = Session.begin(games.load("the-loop"), {"drop": "tower"}, seed=1)
    night.advance()
    (asked,) = night.asked()
    assert (asked.question.id, asked.source) == ("drop", "tower")
    stuck = asked.question.answers[0]._replace(landed=(0,) * 7, inside=dict(asked.question.about)["cubes"])
    assert stuck not in asked.question.answers
    told = night.submit(stuck, "tower")
    assert isinstance(told, Entry)
    assert told.stream == "drop"
