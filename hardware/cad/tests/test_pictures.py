"""The guide's pictures: a label points at what it names, a screw comes from the side of its head."""

from __future__ import annotations

import pytest

from hardware import assembly
from hardware.cad import pictures, steps
from hardware.cad.scene import Picture, Thing
from hardware.cad.workshop import CORAL, Workshop
from hardware.tower import Tower

TOWER = Tower.load()
STEPS = list(assembly.by_step(TOWER))


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return Workshop(TOWER)


@pytest.mark.parametrize("name", [*pictures.DRAW, *STEPS])
def test_what_a_label_names_is_seen(workshop: Workshop, name: str) -> None:
    """`labels` looks for a place of each thing that nothing hides, and fails where there is none."""
    draw = {**pictures.DRAW, **steps.pictures(workshop)}[name]
    picture = draw(workshop)
    wanted = {thing.label for thing in picture.things} - {""}
    found = dict(picture.labels())
    assert set(found) == wanted
    for x, y in found.values():
        assert 0 <= x < picture.size[0]
        assert 0 <= y < picture.size[1]


@pytest.mark.parametrize("name", STEPS)
def test_every_thing_that_comes_is_named(workshop: Workshop, name: str) -> None:
    moments = assembly.by_step(TOWER)[name]
    drawn = steps.pictures(workshop)[name](workshop)
    labels = " ".join(thing.label for thing in drawn.things)
    for moment in moments:
        for part in moment.step.comes:
            if not steps.spare(workshop, part):
                head = assembly.FIRST.get(part.removeprefix("bench "), part)
                told = steps.words(steps.kind(head), 1)
                assert told in labels or f"the whole {part.removeprefix('bench ')}" in labels
        assert bool(moment.screws) == any(" M3x" in label for label in labels.split(","))


def test_what_is_hidden_cannot_be_named(workshop: Workshop) -> None:
    below, above = (Thing(workshop.placed(name), CORAL, name) for name in ("bearing", "turntable"))
    with pytest.raises(ValueError, match="nothing is seen of bearing"):
        Picture([below, above], camera=(0.0, -0.05, 1.0), size=(300, 200)).labels()


def test_the_horns_screws_come_through_the_gear(workshop: Workshop) -> None:
    """From the other side than the horn itself: their heads lie flush above."""
    drawn = steps.pictures(workshop)["horn"](workshop)
    gear, horn, *screws = [thing.mesh.GetBounds() for thing in drawn.things]
    assert len(screws) == 4
    assert horn[5] < gear[4], "drawn on its head, the horn comes from above"
    assert all(screw[4] > gear[5] for screw in screws)


def test_what_turns_stands_at_the_servos_middle(workshop: Workshop) -> None:
    """The first chapter left it there; a turntable put in as the picture shows faces era 3."""
    (moment,) = assembly.by_step(TOWER)["turntable"]
    fresh, drawn = workshop.placed("turntable"), steps.placed(workshop, "turntable", moment)
    assert fresh.GetPoint(0) != drawn.GetPoint(0)
    marks = dict(steps.pictures(workshop)["turntable"](workshop).marks)
    x, y, _ = marks["groove, towards era 3"]
    assert x < 0, "away from the servo"
    assert y < 0, "clockwise from it"
