"""Correcting a count: one wrong cube takes one touch, and other counts are told by what differs."""

from itertools import product
from random import Random
from types import SimpleNamespace

import pytest

from companion.app.screen_words import words_of
from companion.games import load
from companion.games.the_loop.views.drop_corrections import one_more, shown
from companion.games.the_loop.views.sentences import other_count, why_asked
from companion.table import RunningDrop
from companion.words import Speech, languages

GAME = load("the-loop")
STATE = GAME.position(
    {"drop": "hand"}, {"foo": "industry", "phase": "foo", "seen": [], "duplicates": {"1>3": "industry"}}
)


def drop_with(landed, others=(), reasons=()):
    state = STATE
    while (question := GAME.awaited(state)[0]).stream != "drop":
        state = GAME.apply(state, question.answers[0], "app").state
    made = RunningDrop.of(question, "unsure", tuple(landed))._replace(reasons=reasons)
    answer = question.answers[0]
    counts = (answer._replace(landed=tuple(one), inside=made.total - sum(one)) for one in others)
    return made._replace(others=tuple(counts))


def touch(drop, era):
    for place, by in one_more(drop, era):
        drop = drop.changed(place, by)
    return drop


def test_a_cube_from_inside_is_placed_first():
    drop = drop_with([0] * 7)
    drop = touch(drop, 3)
    assert drop.landed[3] == 1
    assert drop.inside == drop.total - 1


def test_with_none_left_it_is_taken_where_the_tower_thinks_it_was_miscounted():
    total = drop_with([0] * 7).total
    landed = [0, 0, 1, total - 1, 0, 0, 0]
    drop = drop_with(landed, others=[[0, 0, 0, total - 1, 1, 0, 0]])
    drop = touch(drop, 4)
    assert drop.landed == (0, 0, 0, total - 1, 1, 0, 0)
    assert drop.inside == 0


def test_or_from_the_era_with_the_most():
    total = drop_with([0] * 7).total
    drop = drop_with([0, 0, 1, total - 1, 0, 0, 0])
    drop = touch(drop, 4)
    assert drop.landed == (0, 0, 1, total - 2, 1, 0, 0)
    assert drop.inside == 0


def test_there_is_no_more_than_all_of_them():
    total = drop_with([0] * 7).total
    assert one_more(drop_with([0, 0, 0, total, 0, 0, 0]), 3) == ()


def test_the_eras_stand_as_the_chutes_do_and_any_other_with_a_cube_follows():
    drop = drop_with([1, 0, 0, 0, 0, 0, 0])
    front = drop.front
    assert shown(drop)[:3] == ((front - 1) % 7, front, (front + 1) % 7)
    assert 0 in shown(drop)


@pytest.mark.parametrize("lang", languages())
def test_another_count_is_told_by_what_differs(lang):
    drop = drop_with([0, 0, 1, 1, 0, 0, 0], others=[[0, 0, 1, 2, 0, 0, 0], [0, 0, 1, 0, 1, 0, 0]])
    speech = Speech(words_of(lang, "the-loop"), GAME, STATE)
    nearer, same_inside = (other_count(speech, drop, other) for other in drop.others)
    assert speech.name("era", 3) in nearer
    assert speech.name("era", 2) not in nearer
    assert str(drop.others[0].inside) in nearer
    assert "·" not in same_inside
    assert "‹" not in nearer + same_inside


@pytest.mark.parametrize("lang", languages())
def test_why_it_is_asked_is_told_in_few_words(lang):
    speech = Speech(words_of(lang, "the-loop"), GAME, STATE)
    said = why_asked(speech, drop_with([0] * 7, reasons=("still_inside", "unsure")))
    assert said[0].isupper()
    assert len(said.split()) < 10
    assert "‹" not in said


@pytest.mark.parametrize("seed", range(60))
def test_wherever_is_touched_one_cube_more_lies_there_and_none_is_lost(seed):
    dice = Random(seed)
    total = drop_with([0] * 7).total
    counts = []
    for _ in range(4):
        landed = [0] * 7
        for _ in range(total if dice.random() < 0.7 else dice.randrange(total + 1)):
            landed[dice.choice((0, 2, 3, 4, 6))] += 1
        counts.append(landed)
    drop = drop_with(counts[0], others=counts[1:])
    for era in range(7):
        after, changes = touch(drop, era), one_more(drop, era)
        if not changes:  # all of them lie there already
            assert drop.landed[era] == total
            continue
        assert after.landed[era] == drop.landed[era] + 1
        assert sum(after.landed) + after.inside == total
        assert min(after.landed) >= 0
        if drop.inside:
            assert changes == ((era, 1),)
            continue
        signs = [by > 0 for _, by in changes]
        assert signs == sorted(signs)  # taken before it is put
        likely = [tuple(one) for one in counts[1:] if sum(one) == total and one[era] == drop.landed[era] + 1]
        if likely:
            assert after.landed == likely[0]
            continue
        given = [place for place in range(7) if drop.landed[place] > after.landed[place]]
        assert [drop.landed[place] for place in given] == [
            max(cubes for place, cubes in enumerate(drop.landed) if place != era)
        ]


@pytest.mark.parametrize("front", range(7))
def test_an_era_has_one_line_and_only_where_a_cube_may_be(front):
    for cubes in product((0, 1), repeat=7):
        drop = SimpleNamespace(front=front, landed=cubes)
        reached = [(front + 6) % 7, front, (front + 1) % 7]
        others = [era for era in range(7) if cubes[era] and era not in reached]
        assert list(shown(drop)) == [*reached, *others]
