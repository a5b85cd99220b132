"""The drawing of the ring's harness tells the wiring: which part in which pocket, which wire to which pin."""

import re

import pytest

from hardware import colours, ring_map
from hardware.board import legend
from hardware.board.nets import GND, LOGIC
from hardware.layout import bearing_of
from hardware.tower import Tower

TOWER = Tower.load()
DRAWING = ring_map.drawing(TOWER)


@pytest.mark.parametrize("era", range(TOWER.eras))
def test_from_below_left_and_right_have_changed_sides(era: int) -> None:
    """On the page, where y grows downwards, a part left of its gate as seen from the axis comes clockwise."""
    angles, middle = ring_map.parts(TOWER), bearing_of(TOWER, era)
    left = "E" if TOWER.beams["emitters_left"][era] else "R"
    right = {"E": "R", "R": "E"}[left]
    assert angles[f"{left}{era}"] > middle > angles[f"{right}{era}"]


def test_two_of_a_kind_stand_in_every_pillar_but_one() -> None:
    order = [name[0] for name, _ in sorted(ring_map.parts(TOWER).items(), key=lambda one: one[1])]
    pillars = list(zip(order[1::2], [*order[2::2], order[0]], strict=True))
    assert sum(a != b for a, b in pillars) == 1


def test_every_wire_has_its_colour_and_ends_at_its_pin() -> None:
    pins = legend.plugs(TOWER)["ring"].pins
    for n, net in enumerate(pins, start=1):
        ink = colours.INKS[colours.of_nets(TOWER)[net]]
        assert re.search(rf"stroke='{ink}'[^>]*><title>{re.escape(net)}</title>", DRAWING), net
        assert f">{net} · {n}</text>" in DRAWING
    inks = re.findall(r"stroke='(#\w+)' stroke-width='1.6'><title>([^<]+)</title>", DRAWING)
    assert {net for ink, net in inks if ink == colours.INKS["RD"]} == {LOGIC}
    assert {net for ink, net in inks if ink == colours.INKS["BK"]} == {GND}


def test_no_wire_runs_beyond_the_drawing() -> None:
    left, top, wide, high = ring_map.BOX
    points = re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", DRAWING)
    radii = [float(radius) for radius in re.findall(r"A([\d.]+),", DRAWING)]
    assert all(left < float(x) < left + wide and top < float(y) < top + high for x, y in points)
    assert max(radii) < min(-top, top + high, left + wide)
