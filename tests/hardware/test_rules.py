"""tower.toml keeps its rules, and each rule notices the figure that breaks it."""

from typing import Any

import pytest

from hardware.checks import complaints, electronics_current, emitter_current
from hardware.layout import Layout
from hardware.tower import Tower

TOWER = Tower.load()


def test_the_tower_keeps_every_rule() -> None:
    assert complaints(TOWER) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"geometry__bore": 2.5, "geometry__roof": 14.0}, "no beam height sees every cube"),
        ({"geometry__beam_height": 7.06}, "misses cubes"),
        ({"geometry__beam_height": 6.94}, "misses cubes"),
        ({"geometry__roof": 14.2}, "no beam height"),
        ({"geometry__cube": 7.9, "geometry__roof": 14.0}, "no beam height"),
        ({"geometry__roof": 8.0, "geometry__beam_height": 4.0}, "does not fit under the roof"),
        ({"board__pins__servo": "D2"}, "is used 2 times (beam 0, servo)"),
        ({"board__pins__led": "A7"}, "led cannot hang on A7"),
        ({"board__pins__servo": "D10"}, "OC1A"),
        ({"pi__pins__emitters": 18}, "is used 2 times"),
        ({"pi__pins__servo": 22, "pi__pins__emitters": 18}, "hardware PWM"),
        ({"beams__min_gap_us": 5000}, "cubes are lost"),
        ({"beams__min_break_us": 6000}, "would be noise"),
        ({"beams__emitters_left": [True] * 7}, "7 pillars hold an emitter and a receiver"),
        ({"beams__broken_level": ["low"] * 6}, "every beam needs its level"),
        (
            {"set": [{"name": "all", "uses": ["position", "second beams"]}]},
            "position and second beams both want A0",
        ),
        ({"set": [{"name": "all", "uses": ["second beams", "lights"]}]}, "is impossible"),
        ({"set": [{"name": "all", "uses": ["magnets"]}]}, "magnets, which has no pins"),
        ({"board__more__lights": ["A6", "A7"]}, "uses A6, which the board does not have"),
        ({"fuse": [{"id": f"F{n}", "hold": 0.2} for n in range(1, 5)]}, "Nano and beams take"),
        ({"fuse": [{"id": f"F{n}", "hold": n} for n in range(1, 5)]}, "more than F1"),
        ({"servo__teeth": 36}, "the eras need 308.6°"),
        ({"servo__rising": "upwards"}, "clockwise or counter-clockwise"),
        ({"servo__overshoot": 200.0}, "leaves the servo's limits"),
        ({"position__codes": [1, 2, 3, 4, 5, 6, 6]}, "its own code"),
        ({"position__mark_half_angle": 13.0}, "no zero is left"),
        ({"position__mark_half_angle": 5.0}, "not good enough"),
        (
            {"position__track_radii": [25.0, 36.0, 47.0], "geometry__cradle_radius": 46.45},
            "the sensor carrier reaches",
        ),
        (
            {"position__track_radii": [25.0, 33.0, 44.0], "geometry__cradle_radius": 46.45},
            "do not fit under the tower's foot",
        ),
        ({"position__track_radii": [25.0, 30.0, 38.0]}, "do not fit beside each other"),
        ({"geometry__ring_depth": 20.0}, "the cable channel is"),
        ({"geometry__ring_radius": 66.0, "geometry__ring_outer_radius": 75.0}, "too near to the ring's edge"),
        ({"geometry__ring_radius": 54.0}, "the ring's inner wall"),
        ({"geometry__ring_radius": 58.0}, "between two beam parts"),
        ({"geometry__housing_length": 30.0, "geometry__ring_depth": 21.5}, "deeper than the cable channel"),
        ({"servo__body_width": 38.0}, "bearing's seat"),
        ({"servo__flange_length": 100.0, "geometry__ring_outer_radius": 75.0}, "does not fit into the base"),
        ({"geometry__pcb_length": 95.0, "geometry__pcb_x": -15.0}, "on the circuit board"),
        ({"geometry__ring_outer_radius": 72.0}, "circuit board's corners"),
        ({"emitter__series_ohms": 47}, "an emitter gets 70 mA"),
        ({"emitter__series_ohms": 560}, "an emitter gets 6 mA"),
        ({"loads__servo_stall": 3000}, "with the servo stalled the tower takes"),
        ({"supply__fuse_amps": 2}, "the fuse would open"),
        ({"loads__receiver": 60}, "too much for USB"),
    ],
)
def test_a_figure_that_breaks_a_rule_is_named(changes: dict[str, Any], words: str) -> None:
    found = complaints(TOWER.with_changes(**changes))
    assert any(words in sentence for sentence in found), found


def test_the_known_window_of_the_beam() -> None:
    """Roof 14, cube 8: bore 1.5 fits between 6.95 and 7.05 mm, bore 2.5 nowhere."""
    assert TOWER.beam_window == pytest.approx((6.95, 7.05))
    low, high = TOWER.with_changes(geometry__bore=2.5, geometry__roof=14.0).beam_window
    assert low > high


def test_a_lower_roof_widens_the_window() -> None:
    low, high = TOWER.with_changes(geometry__roof=12.0).beam_window
    assert high - low == pytest.approx(2.1)


def test_currents_by_ohms_law() -> None:
    assert emitter_current(TOWER) == pytest.approx((5.0 - 0.35 - 1.3 - 0.05) / 180 * 1000)
    assert electronics_current(TOWER) == pytest.approx(30 + 1 + 70 + 60 + 7 * emitter_current(TOWER))


@pytest.mark.parametrize("foot", [70.0, 84.0, 95.0])
def test_the_ring_follows_the_foot(foot: float) -> None:
    """Another printing of the tower: the gates open where its outlets are."""
    lay = Layout.of(TOWER.with_changes(geometry__foot_diameter=foot, geometry__body_diameter=foot))
    assert lay.r_inner > foot / 2 + TOWER.geometry["clearance"]
    assert lay.gate_half_width > foot / 2 * 0.2


def test_a_name_that_tower_toml_does_not_know_is_refused() -> None:
    with pytest.raises(KeyError, match=r"geometry\.rof"):
        TOWER.with_changes(geometry__rof=1)
