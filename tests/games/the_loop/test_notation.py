"""Positions, inputs and happenings in a player's words, and what is said when a word is wrong."""

from typing import Any

import pytest

from companion.engine import Refusal
from companion.games.the_loop.rules.happenings import DamageDone, LoopDone, RiftsPlaced
from companion.games.the_loop.rules.inputs import FirstPlayer, Move, PickEra, RiftsLanded
from tests.games.names import called
from tests.raised import raises_saying

from .playing import CZ, DAWN, END, INDUSTRY, MEDIEVAL, MR_TIME, RENAISSANCE, game, table


def test_a_bare_table_is_phase_two_of_the_first_agent() -> None:
    state = game().position({"agents": [CZ, MR_TIME]}, {})
    told = game().describe(state)
    assert (told["phase"], told["turn"], told["cycle"], told["active"]) == ("actions", 1, 1, CZ)
    assert (told["foo"], told["seen"]) == (DAWN, [DAWN])
    assert list(told["tiles"].values()) == ["m1", "m2", *["hidden"] * 5]
    assert len(told["unseen"]) == 8
    assert (
        set(told["rifts"].values()) == set(told["energy"].values()) == set(told["vortexes"].values()) == {0}
    )
    assert told["hand"] == {CZ: [], MR_TIME: []}
    assert told["question"] == "act"
    assert (told["inside"], told["loops"], told["marks"], told["shields"]) == (0, 0, [], 0)
    assert told["pools"] == {"rifts": 30, "energy": 30}
    assert told["revealed"] == told["archived"] == told["lost"] == told["destroyed"] == []


GIVEN: dict[str, Any] = {
    "rifts": {INDUSTRY: 2, DAWN: 1}, "energy": {DAWN: 3}, "vortexes": {END: 1},
    "tiles": {DAWN: "m6", END: "none"},
    "damage": {DAWN: [INDUSTRY, END]}, "duplicates": {"0>5": INDUSTRY}, "agents": {MR_TIME: INDUSTRY},
    "batteries": {MR_TIME: "low"}, "hand": {CZ: ["holy-grail"]}, "exhausted": {CZ: ["war-horse"]},
    "top": {CZ: ["matriochka"]}, "draw": {MR_TIME: ["modem"]}, "discard": {MR_TIME: ["edisons-bulb"]},
    "available": {INDUSTRY: ["teslas-teleporter"]}, "destroyed": ["spartan-shield"], "foo": INDUSTRY,
    "seen": [INDUSTRY, DAWN], "active": MR_TIME, "cycle": 2, "turn": 9, "loops": 1, "marks": ["m2"],
    "inside": 2, "archived": ["m3"], "lost": ["m4", "hidden"], "unseen": ["m5"], "shields": 1, "bag": ["0>2"],
    "phase": "actions",
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
def test_what_is_given_is_what_is_told(name: str) -> None:
    told = game().describe(game().position({"agents": [CZ, MR_TIME]}, {**GIVEN}))[name]
    if isinstance(GIVEN[name], dict):
        assert {key: told[key] for key in GIVEN[name]} == GIVEN[name]
    else:
        assert told == GIVEN[name]


@pytest.mark.parametrize(
    ("phase", "asked"), [("foo", "draw-duplicate"), ("actions", "act"), ("end", "draw-card")]
)
def test_a_position_waits_at_the_beginning_of_its_phase(phase: str, asked: str) -> None:
    assert table(phase=phase).asked == asked


def test_numbers_and_lists_do_for_names() -> None:
    assert table(rifts=[0, 1, 2, 3, 0, 0, 0])["rifts"][RENAISSANCE] == 2
    assert table(agents={CZ: 3})["agents"][CZ] == INDUSTRY


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"rifts": {"industrie": 1}}, "did you mean industry"),
        ({"rift": {INDUSTRY: 1}}, "did you mean rifts"),
        ({"xyzzy": 1}, "has no xyzzy"),
        ({"phase": "lunch"}, "is not known"),
        ({"agents": {"v-girl": DAWN}}, "is not known"),
        ({"hand": {CZ: ["no-such-card"]}}, "card.no-such-card cannot be"),
        ({"rifts": {INDUSTRY: -1}}, "cannot be -1"),
        ({"tiles": {INDUSTRY: "m99"}}, "cannot be 'm99'"),
        ({"duplicates": {"9>9": INDUSTRY}}, "cannot be"),
    ],
)
def test_a_wrong_word_is_told_with_the_one_that_was_meant(given: dict[str, Any], hint: str) -> None:
    with raises_saying(ValueError, match=hint):
        game().position({"agents": [CZ, MR_TIME]}, given)


def test_bad_options_of_a_position_are_refused() -> None:
    assert isinstance(game().position({"players": 9}, {}), Refusal)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"kind": "Move", "to": INDUSTRY}, Move(3)),
        ({"kind": "PickEra", "era": "none"}, PickEra(-1)),
        ({"kind": "FirstPlayer", "agent": MR_TIME}, FirstPlayer(1)),
        (
            {"kind": "RiftsLanded", "landed": {INDUSTRY: 2, END: 1}, "inside": 1},
            RiftsLanded((0, 0, 0, 2, 0, 0, 1), 1),
        ),
    ],
)
def test_inputs_are_read_and_written_in_words(words: dict[str, Any], said: Any) -> None:
    t = table()
    assert game().read(t.state, words) == said
    assert game().write(t.state, said) == words


def test_happenings_are_written_in_words() -> None:
    state = table().state
    assert game().write(state, RiftsPlaced(3, 2)) == {"kind": "RiftsPlaced", "era": INDUSTRY, "cubes": 2}
    assert game().write(state, LoopDone(1, 0, "star", 2))["agent"] == MR_TIME
    assert game().write(state, DamageDone(1, "m6", 3, "rift"))["space"] == INDUSTRY
    assert game().write(state, DamageDone(1, "m3", -1, "rift"))["space"] == "none"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ({"kind": "Move", "to": "industri"}, "did you mean industry"),
        ({"kind": "Fly", "to": INDUSTRY}, "no input of the kind"),
        ({"kind": "Move", "era": INDUSTRY}, "Move takes to"),
        ({"kind": "FirstPlayer", "agent": "v-girl"}, "is not known"),
    ],
)
def test_an_input_in_wrong_words_is_told(words: dict[str, Any], hint: str) -> None:
    with raises_saying(ValueError, match=hint):
        game().read(table().state, words)


def test_what_everybody_may_know_is_told_with_the_pools() -> None:
    t = table(rifts={MEDIEVAL: 2}, energy={MEDIEVAL: 4})
    view = game().view(t.state, 0)
    assert view["pools"] == {"rifts": 28, "energy": 26}
    assert (view["level"], view["mode"], view["agents"], view["question"]) == (
        1,
        "sabotage",
        [CZ, MR_TIME],
        "act",
    )
    assert view == game().view(t.state, None)
    assert game().secret(t.state, t.question.answers[0], 1) is False


@pytest.mark.parametrize(
    ("field", "value", "en", "fr"),
    [
        ("era", 3, "Industry", "Industrie"),
        ("to", 6, "End of Times", "Fin des Temps"),
        ("era", -1, "—", "—"),
        ("agent", 1, "Mr Time", "Mr Time"),
        ("agent", "time-prowler", "Time Prowler", "La Rôdeuse Temporelle"),
        ("card", "holy-grail", "Holy Grail*", "Saint Graal*"),
        ("card", "?3", "a card of Industry", "une carte de l'Époque Industrie"),
        ("card", "unheard-of", "unheard-of", "unheard-of"),
        ("cards", ("holy-grail", "no-card"), "Holy Grail* and no-card", "Saint Graal* et no-card"),
        ("mission", "m3", "Clog up Dr Foo's Machine!", "Colmatez le Dr Foo !"),
        ("mission", "hidden", "a tile still face down", "une tuile encore face cachée"),
        ("mission", "m99", "m99", "m99"),
        ("dimension", "star", "Star", "Étoile"),
        ("token", "0>5", "→ Age of Robots*", "→ Ère des Robots*"),
        ("duplicate", "", "—", "—"),
    ],
)
def test_pieces_and_places_have_names_in_both_languages(field: str, value: Any, en: str, fr: str) -> None:
    state = table().state
    assert called(game(), state, field, value, "en") == en
    assert called(game(), state, field, value, "fr") == fr


def test_a_field_that_names_no_piece_has_no_label() -> None:
    assert game().label(table().state, "cubes", 3) is None
