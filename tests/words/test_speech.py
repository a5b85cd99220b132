"""What a game says, made into sentences: who is meant, which words answer, where a rule is named."""

from collections import namedtuple
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine import CHANCE, TEAM, Finding, Name, Phrase, Question, Refusal
from companion.terminal import Speech as Typed
from companion.words import Speech, Words, matching, plain

SEATS = ("north", "south")
ENTRIES = {
    "piece.seat.north": "north side", "piece.seat.south": "south side", "person.at": "{0} ({1})",
    "table.team": "everybody", "table.chance": "the dice",
    "question.go": "where to, {seat}?", "answer.go.Walk": "walk {to} for {seat}", "input.Walk": "walk {to}",
    "input.Walk-no-to": "stay",
    "refusal.far": "{to} is too far", "finding.odd": "odd: {to}", "phrase.so": "so {to}",
    "happening.Walked": "went {to}", "happening.Walked-no-to": "stayed",
}  # fmt: skip
Walk = namedtuple("Walk", "kind to")


class Ours(Words):
    """A catalogue of these sentences alone."""

    def __init__(self) -> None:
        super().__init__("en")
        self._entries = dict(ENTRIES)


def label(state: Any, field: str, value: Any) -> Name | str | None:
    """Seats are sides; the hero's name depends on the position."""
    if field == "seat":
        return Name(f"piece.seat.{SEATS[value]}")
    return f"{state} {value}" if field == "hero" else None


GAME: Any = SimpleNamespace(label=label, cast="hero")


def speech(*people: str) -> Speech:
    return Speech(Ours(), GAME, "old", people)


def question(owner: Any = 0) -> Question:
    return Question("go", owner, (), about=(("seat", 1),))


def test_a_seat_is_called_by_its_side_and_by_who_sits_there() -> None:
    assert [speech().name("seat", one) for one in (0, 1)] == ["north side", "south side"]
    said = speech("Ada", "Bo")
    assert [said.name("seat", one) for one in (0, 1)] == ["Ada (north side)", "Bo (south side)"]
    assert speech("Ada").name("seat", 1) == "south side", "nobody is named there"
    assert speech("", "Bo").name("seat", 0) == "north side", "nor here"


@pytest.mark.parametrize(("seat", "who"), [(0, "Ada"), (1, "Bo"), (2, ""), (-1, ""), ("0", ""), (None, "")])
def test_only_who_sits_at_the_table_is_a_person(seat: Any, who: str) -> None:
    assert speech("Ada", "Bo").person(seat) == who


def test_a_person_at_a_place_without_a_name_is_named_all_the_same() -> None:
    nameless: Any = SimpleNamespace(label=lambda *_: None, cast="")
    assert Speech(Ours(), nameless, "old", ("Ada",)).label("seat", 0) == "Ada ()"


def test_other_pieces_are_called_as_the_position_has_them_and_by_nobody_s_name() -> None:
    said = speech("Ada", "Bo")
    assert said.name("hero", 1) == "old 1"
    later = said.at("new")
    assert (later.name("hero", 1), later.name("seat", 0)) == ("new 1", "Ada (north side)")
    scene: Any = SimpleNamespace(game=GAME, state="seen", people=("Cy",))
    assert Speech.of(Ours(), scene).name("seat", 0) == "Cy (north side)"
    assert Speech.of(Ours(), SimpleNamespace(game=GAME, state="seen")).name("hero", 2) == "seen 2"


@pytest.mark.parametrize(
    ("owner", "said"), [(0, "north side"), (1, "south side"), (TEAM, "everybody"), (CHANCE, "the dice")]
)
def test_who_answers_is_a_seat_everybody_or_chance(owner: Any, said: str) -> None:
    assert speech().owner(question(owner)) == said


def test_an_answer_is_said_in_the_light_of_its_question() -> None:
    said = speech()
    assert said.question(question()) == "Where to, south side?"
    assert said.answer(question(), Walk("Walk", 3)) == "Walk 3 for south side"
    assert said.answer(None, Walk("Walk", 3)) == "Walk 3"
    assert said.answer(None, Walk("Walk", 0)) == "Stay"
    assert said.answer(Question("stay", 0, ()), Walk("Walk", 3)) == "Walk 3", "no words for that question"


def test_a_happening_and_a_phrase_begin_with_a_capital() -> None:
    said = speech()
    assert [said.happening(Walk("Walked", to)) for to in (2, 0)] == ["Went 2", "Stayed"]
    assert said.phrase(Phrase("so", {"to": "x"})) == "So x"


def test_a_line_of_its_own_begins_with_a_capital_and_is_no_sentence() -> None:
    assert speech().line("phrase.so", {"to": "eNd"}) == "So eNd"
    assert speech().line("refusal.far", {"to": "x"}) == "X is too far"
    assert speech().line("refusal.far", {"to": ""}) == " is too far"


def test_the_code_of_a_rule_is_said_in_the_terminal_alone() -> None:
    """Elsewhere it stands behind *Why?*."""
    about, shown = (("to", "mars"),), speech()
    typed = Typed(shown.words, shown.game, shown.state)
    for said, code in ((shown, ""), (typed, " [MOV-01]"), (typed.at(shown.state), " [MOV-01]")):
        assert said.refusal(Refusal("far", "MOV-01", about)) == "Mars is too far" + code
        assert said.finding(Finding("odd", "MOV-01", about)) == "Odd: mars" + code
        assert said.refusal(Refusal("far", "", about)) == "Mars is too far"
        assert said.finding(Finding("odd", "", about)) == "Odd: mars"


def test_the_cast_is_named_where_a_game_has_one() -> None:
    assert speech().cast({"heros": (1, 2)}) == ["old 1", "old 2"]
    assert speech().cast({}) == []
    bare: Any = SimpleNamespace(label=label, cast="")
    assert Speech(Ours(), bare, "old").cast({"s": (1,), "heros": (1,)}) == []


# -- finding texts by words


def test_accents_capitals_and_apostrophes_do_not_matter() -> None:
    assert plain("Époque d’ÉTÉ") == "epoque d'ete"
    texts = ["L’Époque", "Le Vortex", "Époque du Vortex"]
    assert matching(texts, "epoque") == [0, 2]
    assert matching(texts, "VORTEX époque") == [2]
    assert matching(texts, "l'e") == [0]
    assert matching(texts, "") == [0, 1, 2]
    assert matching(texts, "x y") == []
