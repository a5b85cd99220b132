"""At a real table the ring is the input: each touch or drag is one change, and the rules follow it."""

import pytest

from companion.engine import Applied, Still
from companion.games import load
from companion.games.the_loop.views import by_hand
from tests.tools.screenshots import FULL, night_at

GAME = load("the-loop")
REAL = {"hands": "table", "huge": "table"}
STANDS = {name: value for name, value in FULL.items() if name not in ("hand", "exhausted", "available")}


def standing(**given) -> Still:
    options = {**REAL, "agents": ["mr-time", "v-girl"]}
    return Still(GAME, GAME.position(options, {**STANDS, **given}))


def after(scene: Still, inputs):
    state = scene.state
    for given in inputs:
        made = GAME.apply(state, given, "player")
        assert isinstance(made, Applied), made
        state = made.state
    return state


@pytest.mark.parametrize("era", [0, 2, 3, 4])
def test_a_rift_is_taken_away_where_it_is_touched(era):
    scene = standing()
    now = after(scene, by_hand.taken_away(scene, era))
    expected = [rifts - (at == era) for at, rifts in enumerate(scene.state.rifts)]
    assert now.rifts == expected
    assert GAME.awaited(now)[0].main, "nothing is left to ask"


@pytest.mark.parametrize("era", range(7))
def test_energy_is_added_where_it_is_touched(era):
    scene = standing(vortexes={})
    now = after(scene, by_hand.added(scene, era))
    assert [b - a for a, b in zip(scene.state.energy, now.energy, strict=True)] == [
        int(at == era) for at in range(7)
    ]
    assert GAME.awaited(now)[0].main


@pytest.mark.rule("MISSION-04")
def test_a_mission_follows_from_what_hands_did():
    """m3: a rift removed on Dr Foo's era; one that goes elsewhere does not count."""
    scene = standing(tiles={"industry": "m3"}, damage={}, foo="industry")
    elsewhere = after(scene, by_hand.taken_away(scene, 2))
    assert elsewhere.damage[3] == ()
    now = after(scene, by_hand.taken_away(scene, 3))
    assert len(now.damage[3]) == 1


def test_a_duplicate_that_is_put_into_the_machine_is_destroyed():
    scene = standing()
    token, era = next((token, era) for token, era in scene.state.dups.items() if era == 2)
    now = after(scene, by_hand.destroyed(scene, token, era))
    assert token not in now.dups
    assert len(now.dups) == len(scene.state.dups) - 1


def test_a_duplicate_is_pushed_to_where_it_is_dragged():
    scene = standing(duplicates={"1>5": "industry"})
    now = after(scene, by_hand.carried(scene, "1>5", 3, 4))
    assert now.dups["1>5"] == 4


def test_a_pawn_that_can_pay_in_two_ways_is_asked():
    scene = standing()
    assert by_hand.walked(scene, 0, 4) == ()


def test_another_agent_is_moved_by_a_card():
    scene = standing()
    now = after(scene, by_hand.walked(scene, 1, 5))
    assert now.pawns[1] == 5


# -- in a window


@pytest.fixture
def finger(run):
    from kivy.tests.common import UnitTestTouch

    return UnitTestTouch


def handled(app) -> None:
    app.theme.motion = False
    night_at(app, FULL, REAL)


def test_one_touch_on_the_ring_is_one_change(run):
    driver = run(prepare=handled)
    driver.frames(4)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    before = evening.now.state
    for kind, era in (("rift", 3), ("rift", 2), ("energy", 6)):
        spot = next(one for one in screen.ring.spots if (one.kind, one.era) == (kind, era))
        driver.touch_at(spot.x, spot.y)
        driver.frames(2)
    now = evening.now.state
    assert driver.touches == 3
    assert (now.rifts[3], now.rifts[2], now.energy[6]) == (
        before.rifts[3] - 1,
        before.rifts[2] - 1,
        before.energy[6] + 1,
    )
    assert evening.now.first.question.main


def test_a_duplicate_is_dragged_into_the_machine(run, finger):
    driver = run(prepare=handled)
    driver.frames(4)
    screen, evening = driver.app.manager.current_screen, driver.app.evening
    spot = next(one for one in screen.ring.spots if (one.kind, one.era) == ("duplicate", 2))
    touch = finger(spot.x, spot.y)
    touch.touch_down()
    touch.touch_move(*screen.ring.at(0, 0))
    touch.touch_up()
    driver.frames(3)
    assert spot.what not in evening.now.state.dups
