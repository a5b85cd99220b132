"""What moves on The LOOP's own table, and how: a turn begins, the machine turns, a cube falls."""

import pytest

from companion.app.stage.script import DESIGN, Layer, pose
from tests.tools.rehearsal import Rehearsal, all_due, all_stages

STEP = 360 / 7


def rehearsed(run, moment: str, act: str) -> Rehearsal:
    due = next(one for one in all_due() if one.game == "the-loop" and str(one).endswith(f"{moment}-{act}"))
    played = Rehearsal(run(), due)
    played.begin()
    return played


def test_the_machine_goes_era_by_era_and_four_degrees_too_far(run):
    played = rehearsed(run, "arrives", "turning")
    act, ring = played.director.act, played.table.ring
    eras = abs(act.way)
    assert eras >= 1
    assert len(ring.children) == 1, "its light"
    gone = {}
    for ms in range(501):
        played.at(ms / 1000)
        gone[ms] = abs((ring.front - act.start + 3.5) % 7 - 3.5) * STEP
    for era in range(1, round(eras) + 1):
        assert gone[90 * era] == pytest.approx(era * STEP), "90 ms for each"
    assert max(gone.values()) == pytest.approx(eras * STEP + 4, abs=0.05)
    assert gone[500] == pytest.approx(eras * STEP)
    played.end()
    assert not ring.children


def test_the_banner_slides_in_and_the_outline_walks_to_the_era(run):
    played = rehearsed(run, "turn", "begins")
    act, ring, banner = played.director.act, played.table.ring, played.table.ids.banner
    before, after = act.screen.app.now.entries[-1].before, act.screen.app.now.entries[-1].after
    assert before.active != after.active
    played.at(0)
    assert banner.slide.x > banner.width, "out of sight"
    assert act.outline._turn.angle == pytest.approx((3 - before.pawns[before.active]) * STEP)
    played.at(0.24)
    assert banner.slide.x == 0
    assert ring._walking, "what walks is not printed as well"
    played.at(0.3)
    off = (3 - act.outline._turn.angle / STEP - after.pawns[after.active] + 3.5) % 7 - 3.5
    assert off == pytest.approx(0, abs=1e-4)
    played.end()
    played.driver.frames(3)
    assert not ring.children
    assert not ring._walking


def test_a_number_waits_for_its_cube(run):
    played = rehearsed(run, "note", "falling")
    played.driver.frames(2)
    ring = played.table.ring
    star = ring.stars[played.table.view.foo]
    for t, seen in ((0, 0), (0.32, 0), (0.39, 0), (0.56, 1)):
        played.at(t)
        assert star.x == pytest.approx(seen, abs=0.002), t
    played.at(0.5)
    assert star.x > 1, "it pops"
    played.at(0.36)
    assert played.director.act.cube._grow.x > played.director.act.cube._grow.y, "it is squashed"
    played.end()
    assert not ring.children


def at_rest(stage, drawing: str) -> list[tuple[Layer, float, float]]:
    """Layers of a drawing with their place and size once they have come to rest, before they go."""
    resting = stage.seconds - 0.16
    there = [(layer, pose(layer, resting)) for layer in stage.layers if layer.drawing == drawing]
    return [(layer, now.x, now.wide) for layer, now in there]


def test_no_title_leaves_the_window_or_lies_on_the_clock():
    """However long its words are in a language: they have this room and no more (`stage.drawings.title`)."""
    seen = 0
    for game, stage in all_stages():
        for layer, x, wide in at_rest(stage, "title"):
            left, right = x - layer.room * wide / 2, x + layer.room * wide / 2
            assert left >= 0, (game, stage.moment)
            assert right <= DESIGN[0], (game, stage.moment)
            for _, clock, grown in at_rest(stage, "clock"):
                assert left > clock + 186 * grown, (game, stage.moment)
            seen += 1
    assert seen > 8


def test_the_third_cube_falls_into_its_hole(run):
    """The card shows two cubes and a hole; the third one lands there."""
    stage = next(one for game, one in all_stages() if (game, one.moment) == ("the-loop", "full"))
    (_, card, grown), (cube, x, _) = *at_rest(stage, "card"), *at_rest(stage, "cube")
    run()
    from companion.games.the_loop.tablet.stage_drawings import LYING, SPACES

    high = next(layer.y for layer in stage.layers if layer.drawing == "card")
    assert x == pytest.approx(card + grown * SPACES[2], abs=1)
    assert cube.y == pytest.approx(high + grown * LYING, abs=1)
