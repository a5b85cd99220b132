"""One idea for whatever is asked or happens, in every mode of every game; twice for each person."""

import json
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.advisor import RandomBot
from companion.engine import CHANCE, Applied
from companion.teacher import TIMES, Guide, Hints, Rulebook, Taught, taught_words
from companion.words import Words, languages
from companion.words.catalogue import entries
from tests.games.every import Way, ways

LONGEST = 25
PLACES = {"main", "asked", "next", "who", "steps", "machine"}
"""Where a table may be pointed at, whatever game lies on it."""
WAYS = [way for way in dict.fromkeys([*ways("players"), *ways("solo")]) if way.game in games.NAMES]


def hints(game: str) -> Hints:
    return Hints.of(games.GAMES[game])


def every(game: str) -> set:
    return {*hints(game).questions.values(), *hints(game).happenings.values()}


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_a_whole_game_meets_nothing_without_its_sentence(way: Way) -> None:
    game, known = games.load(way.game), hints(way.game)
    dice, bot, silent = Random(str(way)), RandomBot(3), set()
    state = game.start(dict(way.options))
    while asked := game.awaited(state):
        question = asked[0]
        silent |= {question.id for question in asked if known.asked(question) is None}
        if question.owner == CHANCE:
            given = dice.choices(question.answers, question.odds)[0]
        else:
            given = bot.choose(game, state, question)
        made = game.apply(state, given, "app")
        assert isinstance(made, Applied)
        silent |= {one.kind for one in made.happenings if known.happened(one) is None}
        state = made.state
    assert silent == set()


@pytest.mark.parametrize("game", games.NAMES)
def test_whatever_can_be_asked_or_happen_has_its_sentence(game: str) -> None:
    known, loaded = hints(game), games.load(game)
    said = entries(games.GAMES[game].folder.name, "en")
    questions = {key.removeprefix("question.") for key in said if key.startswith("question.")}
    assert sorted(questions - known.questions.keys()) == []
    assert sorted(loaded.happenings.keys() - known.happenings.keys()) == []
    strange = {name.partition(":")[0] for name in known.questions} - questions
    assert sorted(strange | known.happenings.keys() - loaded.happenings.keys()) == []
    steps = {name.partition(":")[2] for name in known.questions} - {""}
    assert sorted(step for step in steps if f"name.for.{step}" not in said) == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games.NAMES)
def test_an_idea_is_short_and_points_somewhere(game: str, lang: str) -> None:
    words, book = taught_words(Words, lang, games.GAMES[game]), Rulebook.of(games.GAMES[game])
    for hint in every(game):
        assert "‹" not in hint.text(words), hint
        assert len(hint.text(words).split()) <= LONGEST, hint
        assert hint.screen in PLACES, hint
        assert book.article(hint.rule) is not None, hint


@pytest.fixture
def taught(tmp_path: Path) -> Taught:
    return Taught(tmp_path / "taught.json")


def first(game: str):
    """A game that has begun, what happened so far and what is asked."""
    loaded = games.load(game)
    state, happened = loaded.start({}), []
    while (question := loaded.awaited(state)[0]).owner == CHANCE:
        made = loaded.apply(state, question.answers[0], "app")
        state, happened = made.state, [*happened, *made.happenings]
    return happened, question


def test_a_hint_comes_twice_and_is_then_silent(taught: Taught) -> None:
    guide = Guide(games.GAMES["example"], taught)
    happened, question = first("example")
    for _ in range(TIMES):
        due = guide.due(happened, question)
        assert [hint.id for hint in due][-1] == "watch"
        assert "weather" in {hint.id for hint in due}
        for hint in due:
            guide.shown(hint)
    assert guide.due(happened, question) == []
    assert guide.hints.asked(question) is not None  # and still there for whoever asks


def test_hints_come_back_for_another_person_and_are_kept(taught: Taught) -> None:
    guide = Guide(games.GAMES["example"], taught)
    happened, question = first("example")
    for hint in guide.due(happened, question) * TIMES:
        guide.shown(hint)
    taught.welcome()
    assert guide.due(happened, question)
    taught.save()
    again = Taught(taught.path)
    assert (again.person, again.people) == ("2", ("1", "2"))
    again.turn_to("1")
    assert Guide(games.GAMES["example"], again).due(happened, question) == []
    again.forget("example")
    assert Guide(games.GAMES["example"], again).due(happened, question)


STRANGE = {"people": {"1": {"x": {"y": "z"}}, "2": 3}, "person": 4}


@pytest.mark.parametrize("bytes_", [b"", b"[]", b"{", json.dumps(STRANGE).encode()])
def test_any_file_is_survived(tmp_path: Path, bytes_: bytes) -> None:
    path = tmp_path / "taught.json"
    path.write_bytes(bytes_)
    taught = Taught(path)
    assert taught.person == "1"
    assert taught.times("x", "y") == 0
    assert taught.people
