"""A piece that no box has is told when a position is given or loaded, not when somebody looks it up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine import Applied, Plain, Refusal, State
from companion.games import load

LOOP: dict[str, Any] = {"agents": ["cztwyzzek", "mr-time"]}
ULTRA = {**LOOP, "mode": "ultramachina"}
CENTRI = {**LOOP, "mode": "centrifuge"}
SUPA = {**LOOP, "mode": "supa"}
FOUR: dict[str, Any] = {"players": 4}
ALONE: dict[str, Any] = {}

GIVEN: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("the-loop", LOOP, {"bag": ["0>2", "6>0"]}, "no-piece bag '6>0'"),
    ("the-loop", LOOP, {"bag": ["0>2", "0>2"]}, r"twice bag \['0>2', '0>2'\]"),
    ("the-loop", LOOP, {"bag": 7}, "value bag 7"),
    ("the-loop", LOOP, {"bag": [["0>2"]]}, r"value bag \[\['0>2'\]\]"),
    ("the-loop", LOOP, {"unseen": ["m5", "m99"]}, "no-piece unseen 'm99'"),
    ("the-loop", LOOP, {"unseen": ["hidden"]}, "no-piece unseen 'hidden'"),
    ("the-loop", LOOP, {"archived": ["m99"]}, "no-piece archived 'm99'"),
    ("the-loop", LOOP, {"lost": ["m99"]}, "no-piece lost 'm99'"),
    ("the-loop", LOOP, {"marks": ["m99"]}, "no-piece marks 'm99'"),
    ("the-loop", LOOP, {"available": ["?3"]}, r"no-piece available '\?3'"),
    ("the-loop", LOOP, {"agenda": [["reveal-card"]]}, r"other-step \['reveal-card'\]"),
    ("the-loop", ULTRA, {"extra": {"ultras": {"medieval": ["nobody"]}}}, r"value extra\.ultras\.1"),
    ("the-loop", ULTRA, {"extra": {"ultra-pile": ["nobody"]}}, r"value extra\.ultra-pile \['nobody'\]"),
    ("the-loop", ULTRA, {"extra": {"ultra-damage": [["nobody", [1, 0]]]}}, r"value extra\.ultra-damage"),
    ("the-loop", ULTRA, {"extra": {"ultras": ""}}, r"value extra\.ultras ''"),
    ("the-loop", CENTRI, {"extra": {"centrifuges": {"medieval": "cheese"}}}, r"value extra\.centrifuges\.1"),
    ("the-loop", CENTRI, {"extra": {"centrifuges-used": ["centrifuge-z"]}}, r"value extra\.centrifuges-used"),
    (
        "the-loop",
        CENTRI,
        {"extra": {"centrifuge-damage": {"medieval": [1]}}},
        r"value extra\.centrifuge-damage",
    ),
    ("the-loop", SUPA, {"extra": {"perpetual": [1, 2]}}, r"value extra\.perpetual \[1, 2\]"),
    ("contre-temps", FOUR, {"hands": {"P1": ["A77"]}}, r"value hand\.0 \['A77'\]"),
    ("contre-temps", FOUR, {"discards": ["A77"]}, r"value discards \['A77'\]"),
    ("contre-temps", FOUR, {"constant": "Z1"}, "value constant 'Z1'"),
    ("contre-temps", FOUR, {"hands": "A7"}, "value hands 'A7'"),
    ("contre-temps", FOUR, {"events": {"1": 3}}, r"value events \{'1': 3\}"),
    ("contre-temps", FOUR, {"energy": 3}, "value energy 3"),
    ("contre-temps", FOUR, {"phase": ["movement"]}, r"one-of \['movement'\]"),
    ("cyberion", ALONE, {"deck": ["bebe-cyclobot"]}, "written-like 'bebe-cyclobot'"),
    ("cyberion", ALONE, {"top": ["bebe-cyclobot"]}, r"value top \['bebe-cyclobot'\]"),
    ("cyberion", ALONE, {"battery": "full"}, "value battery 'full'"),
    ("cyberion", ALONE, {"levels": 3}, "value levels 3"),
    ("cyberion", ALONE, {"deck": [{}]}, r"value deck \[\{\}\]"),
    ("cyberion", ALONE, {"factory": {"1": "IV-2-planbot"}}, r"value machine\.0 'IV-2-planbot'"),
]


@pytest.mark.parametrize(("name", "options", "given", "said"), GIVEN)
def test_a_position_with_a_strange_piece_says_which(
    name: str, options: dict[str, Any], given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        load(name).position(options, given)


def test_a_card_known_by_its_era_alone_lies_only_where_cards_stay_on_the_table() -> None:
    game = load("the-loop")
    state = game.position({**LOOP, "hands": "table", "huge": "table"}, {"available": ["?3"]})
    assert not isinstance(state, Refusal)
    assert state.available[3] == ("?3",)


@pytest.mark.rule("CY-BEBE-01")
def test_a_bebebot_lies_in_the_deck_only_where_they_are_played_with() -> None:
    game = load("cyberion")
    for playing, accepted in ((True, True), (False, False)):
        state = game.position({"bebebots": playing}, {})
        made = game.apply(state, game.correction("top", ["bebe-cyclobot"]), "hand")
        assert isinstance(made, Applied) is accepted


LOADED: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    (
        "the-loop",
        LOOP,
        (
            *("bag", "tiles", "unseen", "huge", "destroyed", "available", "ready", "spent", "top", "draw"),
            *("discard", "archived", "lost", "marks", "revealed", "agenda"),
        ),
    ),
    ("the-loop", ULTRA, ("ultra-pile",)),
    ("the-loop", CENTRI, ("centrifuges",)),
    (
        "contre-temps",
        FOUR,
        ("deck", "hands", "lead", "standing", "constant", "discards", "bids", "phase", "voids"),
    ),
    (
        "cyberion",
        {"microbots": True},
        (
            *("rows", "discard", "top", "rest", "bottom", "looked", "factory", "unseen", "microbots", "pile"),
            *("limbots", "born", "support", "pool", "learned", "agenda"),
        ),
    ),
]


@pytest.mark.parametrize(
    ("name", "options", "field"),
    [(name, options, field) for name, options, fields in LOADED for field in fields],
)
def test_a_loaded_position_with_a_strange_piece_says_which(
    name: str, options: dict[str, Any], field: str
) -> None:
    game = load(name)
    state = game.position(options, {})
    assert not isinstance(state, Refusal)
    assert game.load(plain(game, state)) == state
    data = plain(game, state)
    held = data if field in data else data["extra"]
    held[field] = smuggled(held[field])
    with pytest.raises(ValueError, match="no-such-piece"):
        game.load(data)


def plain(game: Any, state: State) -> Plain:
    return json.loads(json.dumps(game.dump(state)))


def smuggled(value: Plain) -> Plain:
    """The same value with a piece in it that does not exist."""
    strange = "no-such-piece"
    if not isinstance(value, list):
        return strange
    if value and isinstance(value[0], list):
        return [smuggled(value[0]), *value[1:]]
    return [strange, *value[1:]] if value else [strange]
