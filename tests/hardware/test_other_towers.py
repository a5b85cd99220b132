"""It fits the tower people own: bodies, outlets and cubes on a grid come out whole and pass every check.

Where one does not, the complaint names a figure and a value, and with that value it passes.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from hardware.checks import complaints
from hardware.room import Complaint
from hardware.tower import Tower

TOWER = Tower.load()
BODIES = (80.0, 92.0, 105.0, 118.0, 130.0)
OUTLETS = (12.0, 16.0, 20.0, 25.0, 30.0)
CUBES = (7.0, 8.0, 9.0, 10.0)
GRID = [
    (body, outlet, cube)
    for body, outlet, cube in itertools.product(BODIES, OUTLETS, CUBES)
    if outlet >= 1.5 * cube
]
Changes = dict[str, Any]


def changes(body: float, outlet: float, cube: float) -> Changes:
    return {
        "geometry__foot_diameter": body,
        "geometry__body_diameter": body,
        "geometry__outlet_width": outlet,
        "geometry__cube": cube,
    }


def cure(found: list[str]) -> Changes:
    """The figure and the value that the first complaint names."""
    first = next((one for one in found if isinstance(one, Complaint) and one.figure), None)
    assert first is not None, found
    return {first.figure.replace(".", "__"): first.value}


def test_the_grid_is_the_one_that_was_asked_for() -> None:
    assert len(GRID) == 90


def test_at_least_seven_in_ten_pass_every_check() -> None:
    good = [one for one in GRID if not complaints(TOWER.with_changes(**changes(*one)))]
    assert len(good) / len(GRID) >= 0.7, f"{len(good)} of {len(GRID)}"


@pytest.mark.parametrize("one", GRID, ids=lambda one: "-".join(f"{n:g}" for n in one))
def test_what_does_not_pass_says_with_which_figure_it_would(one: tuple[float, float, float]) -> None:
    tower = TOWER.with_changes(**changes(*one))
    found = complaints(tower)
    assert not found or complaints(tower.with_changes(**cure(found))) == []


@pytest.mark.parametrize(
    ("changed", "figure"),
    [
        ({"geometry__outlet_width": 33.0, "geometry__rift_distance": 200.0}, "geometry.outlet_width"),
        ({"geometry__outlet_width": 11.0}, "geometry.outlet_width"),
        ({"geometry__outlet_height": 6.0}, "geometry.outlet_height"),
        ({"geometry__body_diameter": 80.0}, "geometry.body_diameter"),
        ({"geometry__rift_distance": 120.0}, "geometry.slide_slope"),
        ({"geometry__rift_distance": 90.0}, "geometry.rift_distance"),
        ({"geometry__board_hole": 95.0}, "geometry.board_hole"),
        ({"geometry__board_hole": 20.0}, "geometry.board_hole"),
        ({"geometry__foot_plug_diameter": 86.0}, "geometry.foot_plug_diameter"),
        ({"geometry__bed": 140.0}, "geometry.bed"),
    ],
)
def test_a_limit_names_its_figure_and_holds_with_the_value_it_names(changed: Changes, figure: str) -> None:
    tower = TOWER.with_changes(**changed)
    found = complaints(tower)
    assert [one.figure for one in found if isinstance(one, Complaint)] == [figure], found
    assert complaints(tower.with_changes(**cure(found))) == []


@pytest.mark.parametrize("one", GRID[::7], ids=str)
def test_roof_and_beam_follow_the_cube(one: tuple[float, float, float]) -> None:
    """H − a + d/2 + spare ≤ h ≤ a − d/2 − spare, whatever the cube."""
    g = TOWER.with_changes(**changes(*one)).geometry
    low, high = g["roof"] - g["cube"] + g["bore"] / 2 + g["spare"], g["cube"] - g["bore"] / 2 - g["spare"]
    assert low <= g["beam_height"] <= high


def test_a_figure_that_is_written_down_is_taken_as_it_stands() -> None:
    pinned = TOWER.with_changes(geometry__ring_radius=66.5)
    assert pinned.geometry["ring_radius"] == 66.5
    assert pinned.geometry["ring_outer_radius"] > TOWER.geometry["ring_outer_radius"]


def test_a_servo_that_turns_the_other_way_gets_the_pulses_in_the_other_order() -> None:
    other = TOWER.with_changes(servo__rising="clockwise")
    assert complaints(other) == []
    assert other.era_pulses == tuple(reversed(TOWER.era_pulses))
