"""After an undo: the steps that put the table back, each named once and nothing else."""

from typing import Any

import pytest

from .playing import (
    CZ,
    DAWN,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    Table,
    dropped,
    foo_phase,
    table,
)


def between(before: Table, after: Table) -> list[tuple[str, dict[str, Any]]]:
    return [(phrase.id, dict(phrase.about)) for phrase in before.game.differences(before.state, after.state)]


def test_the_same_table_needs_no_step() -> None:
    assert between(table(), table()) == []


@pytest.mark.parametrize(
    ("given", "steps"),
    [
        ({"rifts": {INDUSTRY: 2}}, [("set-rifts", {"era": 3, "cubes": 2})]),
        ({"energy": {INDUSTRY: 2}}, [("set-energy", {"era": 3, "cubes": 2})]),
        ({"inside": 2}, [("set-inside", {"cubes": 2})]),
        ({"cycle": 2}, [("set-cycle", {"cycle": 2})]),
        ({"foo": INDUSTRY, "seen": [DAWN]}, [("set-foo", {"era": 3})]),
        ({"seen": [DAWN, MEDIEVAL]}, [("set-seen", {"cards": 2})]),
        ({"vortexes": {INDUSTRY: 1}}, [("set-vortex", {"era": 3})]),
        ({"tiles": {DAWN: "m9", MEDIEVAL: "none"}}, [("set-no-tile", {"era": 1, "mission": ""})]),
        ({"tiles": {DAWN: "m9", MEDIEVAL: "hidden"}}, [("set-tile-hidden", {"era": 1, "mission": "hidden"})]),
        ({"tiles": {DAWN: "m9", MEDIEVAL: "m4"}}, [("set-tile", {"era": 1, "mission": "m4"})]),
        ({"damage": {MEDIEVAL: 3}}, [("set-damage", {"era": 1, "cubes": 3})]),
        ({"duplicates": {"0>5": INDUSTRY}}, [("set-duplicate", {"duplicate": "0>5", "era": 3})]),
        ({"agents": {MR_TIME: INDUSTRY}}, [("set-agent", {"agent": 1, "era": 3})]),
        ({"batteries": {MR_TIME: "low"}}, [("set-low", {"agent": 1})]),
        ({"hand": {CZ: ["holy-grail"]}}, [("set-card-ready", {"card": "holy-grail", "agent": 0})]),
        ({"exhausted": {CZ: ["holy-grail"]}}, [("set-card-exhausted", {"card": "holy-grail", "agent": 0})]),
        ({"discard": {MR_TIME: ["holy-grail"]}}, [("set-card-discard", {"card": "holy-grail", "agent": 1})]),
        ({"top": {CZ: ["holy-grail"]}}, [("set-card-draw-pile", {"card": "holy-grail", "agent": 0})]),
        ({"available": ["holy-grail"]}, [("set-card-available", {"card": "holy-grail", "era": 1})]),
        ({"destroyed": ["holy-grail"]}, [("set-card-destroyed", {"card": "holy-grail"})]),
    ],
)
def test_each_piece_that_lies_elsewhere_is_one_step_and_back_another(
    given: dict[str, Any], steps: list[tuple[str, dict[str, Any]]]
) -> None:
    assert between(table(), table(**given)) == steps
    assert len(between(table(**given), table())) == len(steps)


@pytest.mark.parametrize(
    ("given", "step"),
    [
        ({"vortexes": {INDUSTRY: 1}}, ("set-no-vortex", {"era": 3})),
        ({"duplicates": {"0>5": INDUSTRY}}, ("set-duplicate-in-bag", {"duplicate": "0>5"})),
        ({"batteries": {MR_TIME: "low"}}, ("set-full", {"agent": 1})),
        ({"destroyed": ["holy-grail"]}, ("set-card-huge-deck", {"card": "holy-grail"})),
        ({"hand": {CZ: ["bottled-comet"]}}, ("set-card-draw-pile", {"card": "bottled-comet", "agent": 0})),
    ],
)
def test_what_is_taken_back_is_said_in_words_of_its_own(given: dict[str, Any], step: object) -> None:
    assert between(table(**given), table()) == [step]


def test_an_undone_drop_is_told_piece_by_piece() -> None:
    given = {"rifts": {INDUSTRY: 3}, "available": ["matriochka"]}
    after = dropped(foo_phase(**given), INDUSTRY, industry=1, renaissance=1)
    before = foo_phase(**given)
    told = between(after, before)
    assert ("set-rifts", {"era": 3, "cubes": 3}) in told
    assert ("set-rifts", {"era": 2, "cubes": 0}) in told
    assert ("set-no-vortex", {"era": 3}) in told
    assert ("set-tile-hidden", {"era": 3, "mission": "hidden"}) in told
    assert ("set-card-available", {"card": "matriochka", "era": 3}) in told


def test_a_revealed_bonus_card_is_told_too() -> None:
    given = {"phase": "archive", "agents": {CZ: MEDIEVAL}, "damage": {MEDIEVAL: 6}}
    before = table(**given).do("Archive", yes=True).do("MissionRevealed", mission="m3", source="app")
    after = table(**given).do("Archive", yes=True).do("MissionRevealed", mission="m3", source="app")
    after.do("CardRevealed", card="holy-grail", source="app")
    assert between(before, after) == [("set-card-revealed", {"card": "holy-grail"})]


def test_pieces_of_a_mode_are_put_back_and_what_it_only_notes_is_not() -> None:
    supa = {"mode": "supa"}
    blue = table(supa, extra={"perpetual": {INDUSTRY: 1}})
    assert between(table(supa), blue) == [("set-extra-perpetual", {"value": (0, 0, 0, 1, 0, 0, 0)})]
    assert between(table(supa), table(supa, extra={"supas-destroyed": 1})) == []
