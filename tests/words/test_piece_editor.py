"""A piece that is being entered, as its owner reads it: questions, steps, sentence, what is wrong."""

from typing import Any

import pytest

from companion.app.screen_words import words_of
from companion.engine.box_editor import Draft, Entry
from companion.engine.box_files.faults import Fault
from companion.games import GAMES
from companion.words import PieceView, called, invented_pieces, shown_piece, step_questions, value_name
from companion.words.piece_editor import problem

CLAUSE = GAMES.view("the-loop", "effect")
HERE = {"name": {"en": "Bell"}, "era": "medieval"}


def draft(kind: str, game: str = "the-loop", **told: Any) -> Draft:
    return Draft(GAMES.boxes(game).shelf(), kind, told)


def shown(kind: str, game: str = "the-loop", clause: Any = CLAUSE, **told: Any) -> PieceView:
    return shown_piece(words_of("en", game), draft(kind, game, **told), clause)


def effect(*steps: dict[str, Any], clause: Any = CLAUSE) -> PieceView:
    return shown("card", clause=clause, **HERE, effect=list(steps))


def asks(view: PieceView) -> list[str]:
    return [one.text for one in view.questions]


# -- what is asked


def test_what_is_needed_is_asked_first_and_whose_it_is_last() -> None:
    assert asks(shown("card")) == ["Era", "Name", "Dimension", "Its words", "Agent's starting card"]
    assert asks(shown("mission"))[:2] == ["Cubes to complete it", "Name"]


def test_what_was_told_is_chosen_and_nothing_else() -> None:
    view = shown("card", era="medieval", name={"en": "Bell"})
    for question in view.questions:
        chosen = [one.value for one in question.answers if one.chosen]
        assert chosen == {("era",): ["medieval"], ("agent",): [None]}.get(question.path, [])
    assert [one.now for one in view.questions] == ["medieval", {"en": "Bell"}, None, None, None]


def test_a_text_is_typed_a_word_is_picked_and_a_card_may_be_nobody_s() -> None:
    names = {"agent": ["mr-time", "zoe"]}
    view = shown_piece(words_of("en", "the-loop"), draft("card", agent="zoe"), CLAUSE, (), names)
    assert {one.text: (one.how, len(one.answers)) for one in view.questions} == {
        "Era": ("choice", 7), "Name": ("text", 0), "Dimension": ("choice", 4), "Its words": ("long-text", 0),
        "Agent's starting card": ("choice", 3),
    }  # fmt: skip
    agents = view.questions[-1].answers
    assert [(one.value, one.text, one.chosen) for one in agents] == [
        (None, "None: huge deck", False), ("mr-time", "Mr Time", False), ("zoe", "Zoe", True),
    ]  # fmt: skip


def test_several_alike_are_numbered_from_one() -> None:
    assert asks(shown("centrifuge")) == ["A side shows 1", "A side shows 2", "Name"]
    assert asks(shown("duplicate")) == ["Appears on", "Is destroyed on"]


def test_beside_each_question_stands_what_is_wrong_with_it_alone() -> None:
    def wrong(view: PieceView) -> dict[str, str]:
        return {one.text: one.problem for one in view.questions if one.problem}

    assert wrong(shown("card")) == {"Era": "Still to say: Era"}
    assert wrong(shown("card", era="mediaval")) == {"Era": 'era cannot be "mediaval".'}
    assert wrong(shown("card", era="medieval")) == {}
    assert wrong(shown("mission", trigger="x", threshold=99)) == {
        "Cubes to complete it": "threshold cannot be 99.",
        "Counts": 'trigger cannot be "x".',
    }
    assert wrong(shown("duplicate")) == {
        "Appears on": "Still to say: Appears on",
        "Is destroyed on": "Still to say: Is destroyed on",
    }


def test_of_a_step_its_number_and_its_words_are_asked() -> None:
    step = step_questions(
        words_of("en", "the-loop"), draft("card", effect=[{"push": 9}, {"move": 2}]), ("effect", 0)
    )
    assert [(one.text, one.how, one.now) for one in step] == [
        ("Push duplicates", "number", 9),
        ("Where?", "choice", "here"),
    ]
    assert [one.problem for one in step] == ["push cannot be 9.", ""]
    assert [one.value for one in step[0].answers] == [1, 2, 3, 4, 5, 6, 7]


# -- the sentence


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([{"push": 2, "at": "previous"}], "Push 2 duplicates on the previous era."),
        ([{"push": 1}, {"draw": 1}], "Push 1 duplicate on your era, then draw 1 card."),
        ([{"swap": ""}], "Swap …"),
        ([{"swap": ""}, {"push": 1}], "Swap …, then push 1 duplicate on your era."),
        ([{"optional": []}], "You can …"),
        ([{"optional": [{"push": 1}]}], "You can push 1 duplicate on your era."),
        ([{"optional": [{"push": 1}, {"swap": ""}]}], "You can push 1 duplicate on your era, then swap …"),
        ([{"choose": [[{"push": 2}], []]}], "Either push 2 duplicates on your era, or …"),
        ([{"choose": [[], [{"draw": 1}]]}], "Either …, or draw 1 card."),
        ([{"if-agent": [{"swap": ""}]}], "If another agent is on your era, swap …"),
        ([{"if-agent": [{"swap": ""}], "at": "next"}], "If another agent is on the next era, swap …"),
    ],
)
def test_the_card_says_what_was_put_together_and_dots_for_the_rest(steps, said) -> None:
    assert effect(*steps).sentence == said


def test_a_game_that_says_no_effects_names_the_steps() -> None:
    assert effect({"push": 2}, {"draw": 1}, clause=None).sentence == "Push duplicates …, then draw cards …"


def test_a_piece_without_steps_is_told_by_what_is_known_of_it_but_for_its_texts() -> None:
    assert shown("card").sentence == ""
    told = shown("card", era="medieval", name={"en": "Bell"}, text={"en": "Words of mine."})
    assert told.sentence == "Era: Medieval"
    assert (
        shown("mission", **{"threshold": 3, "once-per-turn": False}).sentence
        == "Cubes to complete it: 3 · Once per turn: No"
    )
    assert shown("weather", "example", None, oil=2).sentence == "Oil: 2"


# -- the steps


def test_every_step_is_a_tile_and_says_itself() -> None:
    view = effect({"choose": [[{"push": 2}], [{"swap": ""}]]}, {"optional": []})
    assert [(one.text, one.said, one.depth, one.several) for one in view.tiles] == [
        ("Choose one: or", "Either push 2 duplicates on your era, or swap …", 0, True),
        ("Push duplicates", "Push 2 duplicates on your era", 1, False),
        ("Swap", "Swap …", 1, False),
        ("You may", "You can …", 0, False),
    ]


def test_a_fault_stands_at_the_step_that_has_it_and_not_at_the_one_around_it() -> None:
    view = effect({"if-agent": [{"push": 1}, {"push": 9}]}, {"optional": []}, {"destroy-card": 1})
    assert [one.problem for one in view.tiles] == [
        "", "", "push cannot be 9.", "Still to say: what happens then?", "Still to say: From where?",
    ]  # fmt: skip
    assert view.problems == (
        "push cannot be 9.", "Still to say: From where?", "Still to say: what happens then?",
    )  # fmt: skip
    two = effect({"optional": [{"push": 9}]}, {"optional": []})
    assert [one.problem for one in two.tiles] == ["", "push cannot be 9.", "Still to say: what happens then?"]


def test_steps_are_offered_where_a_piece_does_something() -> None:
    offered = effect().verbs
    assert [one.value for one in offered] == list(draft("card").grammar.offered)
    assert ("push", "Push duplicates") in [(one.value, one.text) for one in offered]
    assert not any(one.chosen for one in offered)
    assert shown("era").verbs == ()


# -- what is wrong, and what it is called


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault("missing-key", ("era",), at=("era",)), "Still to say: Era"),
        (Fault("missing-parameter", ("from",), at=("effect", 0, "from")), "Still to say: From where?"),
        (Fault("unknown-word", ("swap", '""'), ("agent",), ("effect", 0, "swap")), "Still to say: Swap"),
        (Fault("unknown-word", ("swap", '"x"'), ("agent",), ("effect", 0, "swap")), 'swap cannot be "x".'),
        (Fault("unknown-word", ('""', '"x"'), ("agent",), ("effect", 0, "swap")), '"" cannot be "x".'),
        (Fault("bad-number", ("push", '""', 1, 7), at=("effect", 0, "push")), 'push cannot be "".'),
        (Fault("empty-effect", at=("effect", 0, "choose", 1)), "Still to say: what happens then?"),
    ],
)
def test_what_is_not_told_yet_is_no_mistake(fault: Fault, said: str) -> None:
    assert problem(words_of("en", "the-loop"), fault) == said


def test_a_piece_is_called_by_its_own_name_or_the_catalogue_s() -> None:
    words = words_of("fr", "the-loop")
    assert called(words, "era", Entry.read({"id": "medieval"})) == "Moyen Âge"
    assert called(words, "era", Entry.read({"id": "medieval", "name": {"fr": "À moi"}})) == "À moi"
    assert called(words, "era", Entry.read({})) == ""
    assert called(words, "card", Entry.read({"id": "no-such-card"})) == "No-such-card"


def test_a_value_is_called_as_a_piece_as_a_word_or_as_itself() -> None:
    words = words_of("en", "the-loop")
    said = [
        value_name(words, "era", "medieval"),
        value_name(words, "at", "next"),
        value_name(words, "push", 3),
    ]
    assert said == ["Medieval", "On the next era", "3"]


@pytest.mark.parametrize("game", GAMES)
def test_what_we_made_up_is_told_by_its_number_before_a_game(game: str) -> None:
    """Counted here by what stands in the box: each piece with its copies."""
    words, boxes = words_of("en", game), GAMES.boxes(game)
    box = boxes.load_box()
    count = 0
    for kind in boxes.shelf().forms:
        held = box.get(kind, box.get(f"{kind}s", ()))
        for one in held.values() if isinstance(held, dict) else held:
            count += one.get("copies", 1) if one.get("source") == "stand-in" or one.get("stand-in") else 0
    said = invented_pieces(words, GAMES[game], box)
    assert said == (words.say("table.invented", {"n": count}) if count else "")
    assert invented_pieces(words, GAMES[game]._replace(box=""), box) == "", "a game without boxes"
