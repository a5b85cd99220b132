"""Numbers that are told by hand: the greatest that can be is taken, one more or one fewer is a slip."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Applied, Refusal
from companion.games import GAMES, load
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.views.table import TURNS
from tests.games.contre_temps.playing import event

ROUND = {"round": 3, "line": [1, 2, 3], "events": {"1": event("A8", "P2", "A11"), "2": event("B8", "P4")}}
ALL = {"bebebots": True, "gigantobots": True, "microbots": True, "multibots": True, "rouage": True}


@pytest.mark.parametrize(
    ("path", "least", "most", "greatest"),
    [
        ("inside", 0, 30, 6),  # rifts in the box [SETUP-04]
        ("cycle", 1, 3, 3),
        ("turn", 0, 99, None),
        ("loops", 0, 99, 3),
        ("phase", 1, 5, 5),
        ("foo", 0, 6, 6),
        ("agent.0", 0, 6, 6),
        ("active", 0, 1, 1),
        ("rifts.3", 0, None, 4),
        ("energy.3", 0, None, 7),
        ("damage.1", 0, None, 6),  # the spaces of mission 10 [MISSION-09]
    ],
)
def test_the_loop(path: str, least: int, most: int | None, greatest: int | None) -> None:
    table = {"tiles": {"medieval": "m10"}, "phase": "actions"}
    _hold("the-loop", {}, table, path, least, most, greatest)


@pytest.mark.parametrize(
    ("path", "least", "most", "greatest"),
    [
        ("energy.1", 0, 999, 10),
        ("round", 1, 10, 10),
        ("marker", 0, 5, 3),
        ("controller.1", -1, 3, 3),
        ("pawn.0", 0, 3, 3),
        ("present", 1, 3, 3),
    ],
)
def test_contre_temps(path: str, least: int, most: int, greatest: int) -> None:
    _hold("contre-temps", {"players": 4}, ROUND, path, least, most, greatest)


@pytest.mark.parametrize(
    ("path", "least", "most", "greatest"),
    [
        ("valves", 0, 5, 5),  # [CY-COMP-09]
        ("damage", 0, 5, 5),
        ("level.planbot", 1, 5, 5),
        ("turn", 1, 999, None),
        ("xp", 0, 39, 10),
        ("gone", 0, 39, None),
        ("removed", 0, 39, None),
        ("seat", 0, 1, 1),
    ],
)
def test_cyberion(path: str, least: int, most: int, greatest: int | None) -> None:
    _hold("cyberion", {"players": 2, **ALL}, {}, path, least, most, greatest)


def _hold(
    name: str,
    options: dict[str, Any],
    given: dict[str, Any],
    path: str,
    least: int,
    most: int | None,
    greatest: int | None,
) -> None:
    """`greatest`: of those that are offered in one touch; None: not looked at."""
    game = load(name)
    state = game.position(options, given)

    def taken(value: object) -> bool:
        made = game.apply(state, game.correction(path, value), "hand")
        assert isinstance(made, Applied | Refusal)
        return isinstance(made, Applied)

    assert taken(least)
    assert not taken(least - 1)
    assert not taken(str(least))
    if most is not None:
        assert taken(most)
        assert not taken(most + 1)
    choices = next((field.choices for field in game.correctable(state) if field.path == path), ())
    if greatest is not None and choices:
        assert max(choices) == greatest
        assert min(choices) == least


def test_a_box_s_numbers_end_where_no_piece_goes_on() -> None:
    """Within, and one beyond either end."""
    ends = {
        ("the-loop", "mission", "threshold"): (1, 7),
        ("the-loop", "ultra", "spaces"): (1, 7),
        ("cyberion", "robot", "copies"): (1, 60),
        ("cyberion", "machine", "copies"): (1, 60),
        ("example", "weather", "oil"): (0, 6),
        ("example", "weather", "copies"): (1, 12),
    }
    for (name, kind, key), (least, most) in ends.items():
        field, _ = GAMES.boxes(name).shelf().forms[kind][key]
        within = [not list(field(key, value)) for value in (least - 1, least, most, most + 1)]
        assert within == [False, True, True, False], (name, kind, key)
        assert list(field(key, str(least)))
        assert list(field(key, True))


def test_the_loop_s_manifest_tells_what_its_rules_count() -> None:
    brought = GAMES["the-loop"]
    assert brought.facts["turns"] == TURNS == 3 * 7  # cycles of all eras [CYCLE-01]
    assert brought.first["players"] == len(brought.first["agents"])
    assert isinstance(load("the-loop").start(brought.first), State)


@pytest.mark.parametrize(
    ("name", "options", "given"),
    [
        ("the-loop", {"agents": ["cztwyzzek", "mr-time"]}, {}),
        ("the-loop", {"mode": "supa", "players": 4}, {}),
        ("contre-temps", {"players": 4}, ROUND),
        ("cyberion", {"players": 2, **ALL}, {}),
    ],
)
def test_a_place_beyond_the_last_or_before_the_first_is_none(
    name: str, options: dict[str, Any], given: dict[str, Any]
) -> None:
    """Eras, agents, seats, machines: whatever is told by its number."""
    game = load(name)
    state = game.position(options, given)
    fields = {field.path: field.value for field in game.correctable(state)}
    last: dict[str, int] = {}
    for path in fields:
        head, _, number = path.rpartition(".")
        if number.isdecimal():
            last[head] = max(int(number), last.get(head, 0))
    assert last
    for head, number in last.items():
        beyond = number + 1
        if head in ("controller", "lead", "standing"):  # a token that is not on the line yet
            beyond = 11
        for place in (beyond, -1):
            told = game.correction(f"{head}.{place}", fields[f"{head}.{number}"])
            assert isinstance(game.apply(state, told, "hand"), Refusal), f"{head}.{place}"
