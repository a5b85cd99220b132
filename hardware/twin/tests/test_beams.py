"""Lines through boxes, against answers from school geometry."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hardware.tower import Tower
from hardware.twin.beams import chords, dark_spans, united
from hardware.twin.model import matrices, quaternion
from hardware.twin.shape import Beam, beams, boxes, chute_half_width, floor_height, sector, solids
from hardware.twin.variants import BARE

BEAM = Beam((0.0, -12.0, 7.0), (0.0, 12.0, 7.0))
TOWER = Tower.load()


def passing(yaw: float = 0.0, height: float = 4.0, speed: float = 0.5) -> list[tuple[float, float]]:
    """A cube of 8 mm slides through the beam at so many m/s, sampled every half millisecond."""
    times = np.arange(0, 80, 0.5)
    middles = np.stack([speed * times - 20, np.full_like(times, 1.3), np.full_like(times, height)], axis=1)
    turns = matrices(np.tile(quaternion(yaw, 0, 0), (len(times), 1)))
    return dark_spans(times, chords(middles, turns, 4.0, BEAM))


def test_a_cube_is_in_the_beam_for_its_length_over_its_speed() -> None:
    """Its faces are parallel to the beam, the worst case: known to within a sample."""
    ((start, end),) = passing()
    assert end - start == pytest.approx(8 / 0.5, abs=0.5)
    assert start == pytest.approx((20 - 4) / 0.5, abs=0.5)
    ((start, end),) = passing(yaw=20)
    wide = 8 * (math.cos(math.radians(20)) + math.sin(math.radians(20)))
    assert end - start == pytest.approx(wide / 0.5, abs=0.1)


def test_across_its_diagonal_it_is_longer() -> None:
    ((start, end),) = passing(yaw=45)
    assert end - start == pytest.approx(8 * math.sqrt(2) / 0.5, abs=0.1)


def test_one_that_flies_over_it_is_not_seen() -> None:
    assert passing(height=11.1) == []
    assert passing(height=10.9) != []


def test_a_cube_beside_the_gate_is_not_seen() -> None:
    away = np.array([[0.0, 30.0, 7.0]])
    assert chords(away, np.eye(3)[None], 4.0, BEAM)[0] < 0


def test_overlaps_are_one_break_and_a_lag_swallows_short_gaps() -> None:
    assert united([(0, 10), (8, 20), (22, 30)]) == [(0, 20), (22, 30)]
    assert united([(0, 10), (8, 20), (22, 30)], lag=2.5) == [(0, 32.5)]


def test_the_beams_cross_the_middle_of_their_gates() -> None:
    for era, rows in enumerate(beams(TOWER)):
        first = rows[0]
        middle = [(a + b) / 2 for a, b in zip(first.start, first.end, strict=True)]
        assert math.hypot(middle[0], middle[1]) == pytest.approx(TOWER.geometry["ring_radius"])
        assert sector(TOWER, middle[0], middle[1]) == era


def test_no_wall_stands_in_a_beam() -> None:
    for offset in (-4.0, 0.0, 4.0):
        walls = boxes(TOWER, offset)
        middles = np.array([box.middle for box in walls])
        turns = matrices(np.array([quaternion(box.yaw, box.pitch, box.roll) for box in walls]))
        for row in beams(TOWER, offset):
            inset = Beam(
                *(tuple(0.98 * np.array(end) + 0.02 * np.array(other)) for end, other in _ends(row[0]))
            )
            for box, middle, turn in zip(walls, middles, turns, strict=True):
                scale = np.array(box.half) / 4.0  # chords knows cubes: the box is squeezed into one
                squeezed = [turn.T @ (np.array(end) - middle) / scale for end in (inset.start, inset.end)]
                line = Beam(tuple(squeezed[0]), tuple(squeezed[1]))
                assert chords(np.zeros((1, 3)), np.eye(3)[None], 4.0, line)[0] <= 0, box.name


def _ends(beam: Beam) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    return [(beam.start, beam.end), (beam.end, beam.start)]


def test_the_chutes_follow_the_figures() -> None:
    assert floor_height(TOWER, TOWER.geometry["body_diameter"] / 2) == TOWER.geometry["step"]
    wider = TOWER.with_changes(geometry__outlet_half_angle=14.0)
    assert chute_half_width(wider) > chute_half_width(TOWER)


def test_a_pier_leaves_both_its_chutes_as_wide_as_they_are() -> None:
    """Its nearest corner is the edge in which two walls meet, half a chute's width from either axis."""
    tower = BARE[0].tower()
    half, turn = chute_half_width(tower), math.radians(tower.era_angle)
    for side in (1, -1):
        for x, y, _ in solids(tower)[f"pier {side}"]:
            from_side_axis = abs(y * math.cos(turn) - side * x * math.sin(turn))
            assert abs(y) >= half - 1e-9
            assert from_side_axis >= half - 0.02
        edge = min(solids(tower)[f"pier {side}"])
        assert abs(edge[1]) == pytest.approx(half)
    walls = [box.name for box in boxes(tower) if "chute wall" in box.name]
    assert sorted(walls) == ["chute wall -1 of 1", "chute wall 1 of -1"]


def test_the_beams_of_a_bare_tower_cross_its_chutes_under_their_roofs() -> None:
    for variant in BARE:
        tower = variant.tower()
        radius = tower.geometry["ring_radius"]
        above = beams(tower)[0][0].start[2] - floor_height(tower, radius)
        square = above * math.cos(math.radians(tower.data["inside"]["lip_slope"]))
        assert radius < tower.geometry["body_diameter"] / 2
        # H − a ≤ h ≤ a: no cube passes over the beam or under it
        roof = tower.data["inside"]["outlet_height"] * math.cos(math.radians(tower.data["inside"]["slope"]))
        assert roof - tower.geometry["cube"] < square < tower.geometry["cube"]
