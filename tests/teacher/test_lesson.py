"""Lessons: short, complete, the same every time; who follows ends them, who does not is never stuck."""

from random import Random

import pytest

from companion import games
from companion.teacher import Lesson, LessonRun, Rulebook, taught_words
from companion.teacher.lesson import MOST
from companion.words import Words, languages

LONGEST = 25


def lesson(game: str) -> Lesson:
    found = Lesson.of(games.GAMES[game])
    assert found is not None
    return found


def begun(game: str, at: int = 0) -> LessonRun:
    return LessonRun(games.load(game), lesson(game), at)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games.NAMES)
def test_steps_are_few_short_and_have_their_rule(game: str, lang: str) -> None:
    words, book = taught_words(Words, lang, games.GAMES[game]), Rulebook.of(games.GAMES[game])
    assert len(lesson(game).steps) <= MOST
    assert len({step.id for step in lesson(game).steps}) == len(lesson(game).steps)
    for step in lesson(game).steps:
        assert "‹" not in step.text(words), step
        assert len(step.text(words).split()) <= LONGEST, step
        assert book.article(step.rule) is not None, step


@pytest.mark.parametrize("game", games.NAMES)
def test_whoever_follows_ends_it_and_has_met_every_concept(game: str) -> None:
    run = begun(game)
    while not run.over:
        assert run.give(run.wanted)
    met = {name: set() for name in run.lesson.concepts}
    for at, happening in run.happened:
        for name, kinds in run.lesson.concepts.items():
            if happening.kind in kinds:
                met[name].add(at)
    for name, steps in met.items():
        taught = {at for at, step in enumerate(run.lesson.steps) if name in step.concepts}
        assert taught & steps, f"{name} is taught at {taught} and happens at {steps}"
    named = {name for step in run.lesson.steps for name in step.concepts}
    assert named == set(run.lesson.concepts)


def test_the_lesson_of_the_example_is_a_model_of_five_steps() -> None:
    assert len(lesson("example").steps) == 5


def test_the_lesson_of_the_loop_teaches_what_it_must() -> None:
    must = {"movement", "energy", "loop", "duplicates", "drop", "vortex", "mission", "archive", "cycle"}
    assert must <= set(lesson("the-loop").concepts)


@pytest.mark.parametrize("game", games.NAMES)
def test_whoever_does_anything_else_is_never_stuck(game: str) -> None:
    run, dice = begun(game), Random(4)
    for _ in range(MOST * 2):
        if run.over:
            break
        before = (run.at, run.game.dump(run.state))
        answers = run.question.answers if run.question else ()
        others = [*run.others(9), None] if run.wanted is not None else [*answers]
        for other in dice.sample(others, min(3, len(others))):
            assert not run.give(other)
            assert (run.at, run.game.dump(run.state)) == before
        run.show()
        assert run.at == before[0] + 1
    assert run.over


@pytest.mark.parametrize("game", games.NAMES)
def test_it_is_the_same_every_time_and_goes_on_where_it_was_left(game: str) -> None:
    whole = begun(game)
    while not whole.over:
        left = begun(game, whole.at)
        assert (left.at, left.game.dump(left.state)) == (whole.at, whole.game.dump(whole.state))
        whole.show()


def test_the_pages_of_the_lessons_are_what_is_taught() -> None:
    from tests.tools.learn import out_of_date

    assert out_of_date() == [], "make learn"
