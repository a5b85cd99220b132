"""What hands did to the board: one entry each, and missions, duplicates and vortexes follow from it."""

from random import Random

import pytest

from companion.engine import Applied, Refusal, from_plain, to_plain
from companion.games import load
from companion.games.the_loop.rules.inputs import INPUTS, HandsDid
from tests.referee import reports
from tests.tools.screenshots import FULL

GAME = load("the-loop")
REAL = {"hands": "table", "huge": "table", "agents": ["mr-time", "v-girl"]}
STANDS = {
    "foo": "industry",
    "agents": {"mr-time": "industry", "v-girl": "dawn-of-time"},
    "active": "mr-time",
    "energy": {"industry": 1, "medieval": 1},
    "tiles": {"industry": "hidden", "dawn-of-time": "m1", "medieval": "m2", "end-of-times": "none"},
}


def table(options=None, **given):
    return GAME.position({**REAL, **(options or {})}, {**STANDS, **given})


def did(state, *changes):
    made = GAME.apply(state, HandsDid(changes), "player")
    assert isinstance(made, Applied), made
    return made.state


def test_several_changes_are_one_entry_and_nothing_is_asked_after_them():
    s = table(rifts={"renaissance": 2, "medieval": 0}, duplicates={"1>5": "industry"})
    now = did(s, ("rift", 2, -2), ("energy", 1, 3), ("duplicate", "1>5", 4), ("agent", 1, 5))
    assert now.rifts[2] == 0
    assert now.energy[1] == s.energy[1] + 3
    assert (now.dups["1>5"], now.pawns[1]) == (4, 5)
    assert GAME.awaited(now)[0].main


def test_whatever_may_have_been_changed_as_the_table_lies_is_accepted():
    """One to four changes, in any order: none of those before it makes one impossible."""
    s = table(rifts={"renaissance": 2}, tiles={"medieval": "m6"}, duplicates={"1>5": "industry"})
    lies, options = GAME.describe(s), GAME.chosen(s)
    for number in range(2000):
        changes = reports.changes(lies, lies["active"], GAME.box, options, Random(number))
        did(s, *map(tuple, changes))


@pytest.mark.rule("MISSION-04")
def test_missions_follow_wherever_it_was_done():
    """m3: rifts that go from Dr Foo's era; two in one change are two cubes."""
    s = table(tiles={"industry": "m3"}, rifts={"industry": 3, "renaissance": 1})
    assert len(did(s, ("rift", 3, -2)).damage[3]) == 2
    assert did(s, ("rift", 2, -1)).damage[3] == ()


@pytest.mark.rule("DUP-02")
def test_a_duplicate_that_is_carried_home_goes_into_the_bag():
    s = table(duplicates={"1>5": "industry"})
    now = did(s, ("duplicate", "1>5", 5))
    assert "1>5" not in now.dups
    assert "1>5" in now.bag


def test_a_duplicate_appears_where_it_was_put():
    s = table(duplicates={"1>5": "bag"})
    now = did(s, ("duplicate", "1>5", 2))
    assert now.dups["1>5"] == 2
    assert "1>5" not in now.bag


@pytest.mark.rule("VORTEX-17")
def test_a_fourth_rift_by_hand_opens_a_vortex():
    s = table(rifts={"globalization": 3})
    assert did(s, ("rift", 4, 1)).vortex[4] == 1


def test_damage_is_put_on_a_tile_and_taken_back():
    s = table(tiles={"industry": "m5"})
    more = did(s, ("damage", 3, 1))
    assert len(more.damage[3]) == 1
    assert did(more, ("damage", 3, -1)).damage[3] == ()


@pytest.mark.rule("ACT-03")
@pytest.mark.parametrize(
    "change",
    [
        ("rift", 2, -9), ("rift", 2, 0), ("rift", 9, 1), ("energy", 3, -40), ("damage", 6, 1),
        ("card", 3, -1), ("damage", 1, 2), ("space", 0, 3), ("space", 3, 3), ("space", 1, 7), ("space", 9, 1),
        ("shield", 0, 0), ("shield", 0, -1), ("shield", 1, 1),
        ("agent", 0, 3), ("agent", 7, 3), ("duplicate", "9>9", 3), ("duplicate", "1>5", 12), ("vortex", 1, 1),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_and_changes_nothing(change):
    s = table()
    refused = GAME.apply(s, HandsDid((change,)), "player")
    assert isinstance(refused, Refusal)
    assert (refused.id, refused.rule) == ("cannot-have-changed", "ACT-03")


@pytest.mark.rule("ACT-03")
@pytest.mark.parametrize(
    "changes",
    [
        (("card", 2, -1), ("card", 2, -1)),
        (("rift", 2, -1), ("rift", 2, -1)),
        (("damage", 1, 1), ("damage", 1, 1)),  # one space per era
        (("duplicate", "1>5", -1), ("duplicate", "1>5", -1)),
    ],
)
def test_what_cannot_be_after_the_changes_before_it_is_refused(changes):
    s = table(rifts={"renaissance": 1}, duplicates={"1>5": "industry"}, available=["?2"])
    refused = GAME.apply(s, HandsDid(changes), "player")
    assert isinstance(refused, Refusal)
    assert refused.id == "cannot-have-changed"
    assert isinstance(GAME.apply(s, HandsDid(changes[:1]), "player"), Applied)


@pytest.mark.rule("VORTEX-10")
def test_a_card_that_a_vortex_took_meanwhile_is_not_taken_again():
    s = table(rifts={"globalization": 3}, available=["?4"])
    now = did(s, ("rift", 4, 1), ("card", 4, -1))
    assert now.available[4] == ()
    assert now.destroyed == ("?4",)


@pytest.mark.rule("MISSION-21")
def test_a_cube_that_is_taken_back_is_the_one_of_the_agents_era():
    s = table(damage={"medieval": ["industry", "renaissance"]})
    assert did(s, ("damage", 1, -1)).damage[1] == (2,)
    elsewhere = table(damage={"medieval": ["renaissance", "dawn-of-time"]})
    assert did(elsewhere, ("damage", 1, -1)).damage[1] == (2,)  # else the last that was laid


@pytest.mark.rule("MISSION-21")
def test_a_space_of_a_tile_is_told_by_its_era():
    """m2 counts an era that was clean for a while: nothing on the board tells of it afterwards."""
    s = table(damage={"medieval": ["renaissance"]})
    more = did(s, ("space", 1, 6))
    assert more.damage[1] == (2, 6)
    assert did(more, ("space", 1, 2)).damage[1] == (6,)


@pytest.mark.rule("MISSION-23")
@pytest.mark.parametrize("change", [("damage", 0, 1), ("damage", 1, 1), ("space", 1, 6)])
def test_a_cube_by_hand_counts_for_what_counts_once_per_turn(change):
    s = table()
    now = did(s, change)
    assert now.marks == (s.tiles[change[1]],)


@pytest.mark.rule("MISSION-10")
def test_a_flank_that_hands_have_counted_is_not_counted_again():
    s = did(table(), ("damage", 0, 1), ("agent", 0, 2), ("agent", 1, 4))
    assert len(s.damage[0]) == 1


@pytest.mark.rule("EFF-02")
def test_a_card_for_the_next_drop_is_told_beforehand():
    """Nothing on the board shows that it was played."""
    s = table()
    assert did(s, ("shield", 0, 2)).shields == 2
    assert did(did(s, ("shield", 0, 2)), ("shield", 0, -1)).shields == 1


def test_a_hand_that_is_known_is_played_by_its_cards():
    s = GAME.position({"agents": ["mr-time", "v-girl"]}, FULL)
    assert isinstance(GAME.apply(s, HandsDid((("rift", 3, -1),)), "player"), Refusal)


def test_it_is_kept_as_plain_data():
    given = HandsDid((("rift", 3, -2), ("duplicate", "1>5", 4)))
    assert from_plain(INPUTS, to_plain(given)) == given
    s = table()
    assert GAME.read(s, GAME.write(s, given)) == given


# -- the score is kept lightly -------------------------------------------------------------------------------


def test_lightly_asks_for_nothing_but_dr_foo_and_the_board():
    state, asked = GAME.start({"score": "lightly", "agents": ["mr-time", "v-girl"]}), set()
    while GAME.awaited(state) and state.turn < 9:
        question = GAME.awaited(state)[0]
        asked.add(question.id)
        state = GAME.apply(state, question.answers[-1], "app").state
    chance = {"reveal-foo", "reveal-mission", "draw-duplicate", "first-player", "drop"}
    assert asked <= chance | {"act", "archive"}
    assert not any(state.energy)
    assert not any(state.available)


def test_lightly_a_whole_turn_is_one_entry():
    s = table({"score": "lightly"}, rifts={"industry": 2, "medieval": 1}, energy={})
    now = did(s, ("rift", 3, -2), ("rift", 1, -1), ("agent", 0, 6))
    assert (now.rifts[3], now.rifts[1], now.pawns[0]) == (0, 0, 6)
    assert [one.kind for one in GAME.awaited(now)[0].answers] == ["ClaimCleanEra", "EndActions"]


@pytest.mark.rule("MODE-01")
def test_a_mode_that_turns_on_energy_is_not_kept_lightly():
    assert GAME.start({"score": "lightly", "mode": "centrifuge"}).id == "too-light"
    assert not isinstance(GAME.start({"score": "lightly", "mode": "supa"}), Refusal)


@pytest.mark.rule("ACT-03", "SETUP-04")
@pytest.mark.parametrize("huge", ["table", "app"])
def test_whatever_number_is_told_it_is_taken_exactly_where_there_are_so_many(huge):
    """All kinds, all eras and beyond, held against what lies there."""
    s = table(
        {"huge": huge},
        rifts={"renaissance": 2, "industry": 3},
        energy={"industry": 2, "medieval": 1},
        tiles={**STANDS["tiles"], "dawn-of-time": "m5", "medieval": "m2"},
        damage={"dawn-of-time": 3, "medieval": ["industry"]},
        duplicates={"1>5": "industry"},
        **({"available": ["?2"]} if huge == "table" else {}),
    )
    lie = GAME.describe(s)
    eras = list(lie["rifts"])
    for era in range(-1, 8):
        name = eras[era] if 0 <= era < 7 else ""
        for by in (*range(-8, 9), *range(20, 31)):
            rifts, energy = lie["rifts"].get(name, 0), lie["energy"].get(name, 0)
            there = bool(name) and by != 0
            cards = len(lie["available"].get(name, ()))
            # on m2 the agent's own space is taken
            here = {"dawn-of-time": (3, 4), "medieval": (1, 1)}.get(name)
            damage = here is not None and by != 0 and -here[0] <= by <= here[1] - here[0]
            fits = {
                "rift": there and -rifts <= by <= lie["pools"]["rifts"],
                "energy": there and -energy <= by <= lie["pools"]["energy"],
                "damage": damage,
                "card": bool(name) and huge == "table" and (by == 1 or (by == -1 and cards > 0)),
            }
            for kind, right in fits.items():
                made = GAME.apply(s, HandsDid(((kind, era, by),)), "player")
                assert isinstance(made, Applied) is right, (kind, era, by)
    for to in range(-3, 9):
        assert isinstance(GAME.apply(s, HandsDid((("agent", 0, to),)), "player"), Applied) is (
            0 <= to < 7 and to != 3
        )
        stands = isinstance(GAME.apply(s, HandsDid((("duplicate", "1>5", to),)), "player"), Applied)
        assert stands is (-1 <= to < 7 and to != 3)
        bag = isinstance(GAME.apply(s, HandsDid((("duplicate", "1>6", to),)), "player"), Applied)
        assert bag is (0 <= to < 7)


@pytest.mark.rule("AMB-05", "AMB-06")
@pytest.mark.parametrize("kind", ["rift", "energy"])
def test_out_of_a_pool_without_limit_comes_what_a_box_has(kind):
    s = table({"rift-pool": 0, "energy-pool": 0})
    assert isinstance(GAME.apply(s, HandsDid(((kind, 6, 30),)), "player"), Applied)
    for by in (31, 10**6):
        assert isinstance(GAME.apply(s, HandsDid(((kind, 6, by),)), "player"), Refusal)


@pytest.mark.rule("MISSION-04")
def test_more_cubes_than_a_tile_has_spaces_can_be_taken_off_again():
    s = table(tiles={**STANDS["tiles"], "dawn-of-time": "m5"}, damage={"dawn-of-time": 6})
    for by in (-1, -2, -6):
        assert len(did(s, ("damage", 0, by)).damage[0]) == 6 + by
    for by in (1, -7):
        assert isinstance(GAME.apply(s, HandsDid((("damage", 0, by),)), "player"), Refusal)


@pytest.mark.rule("DUP-02", "TERM-24")
@pytest.mark.parametrize("home", [True, False])
@pytest.mark.parametrize("lies", [True, False])
def test_a_duplicate_that_is_put_on_the_era_of_its_end_is_destroyed_there(home, lies):
    s = table(**({"duplicates": {"1>5": "industry"}} if lies else {}))
    now = did(s, ("duplicate", "1>5", 5 if home else 4))
    assert ("1>5" in now.dups, "1>5" in now.bag) == (not home, home)
