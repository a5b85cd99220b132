"""What moves on The LOOP's own table, and how: a turn begins, the machine turns, a cube falls."""

import pytest

from tests.tools.rehearsal import Rehearsal, all_due

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
