"""Sabotage tiles: which are turned over, what damages them, and how far.

Longer than most: the ten missions share their positions, and side by side one sees how they differ.
"""

import pytest

from .playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    RENAISSANCE,
    ROBO,
    ROBOTS,
    Table,
    dropped,
    foo_phase,
    table,
    using,
    with_probe,
)

EMPTY = dict.fromkeys(ERAS, "none")


def tiles(**on: str) -> dict[str, str]:
    return {**EMPTY, **{era.replace("_", "-"): tile for era, tile in on.items()}}


def removing(cubes: int, place: str = "here", **given: object) -> Table:
    return using([{"remove-rift": cubes, "at": place}], **given)


# -- turning tiles over --------------------------------------------------------------------------------------


@pytest.mark.rule("MISSION-01", "MISSION-02", "ERA-02")
def test_the_next_hidden_tile_clockwise_from_dr_foo_is_turned() -> None:
    t = foo_phase(
        rifts={MEDIEVAL: 3},
        tiles=tiles(
            medieval="m3", industry="m9", renaissance="hidden", end_of_times="hidden", dawn_of_time="hidden"
        ),
    )
    dropped(t, INDUSTRY, industry=1, medieval=1)
    assert t.asked == "reveal-mission"
    assert t.question.owner == "chance"
    t.do("MissionRevealed", mission="m8", source="app")
    assert t["tiles"] == tiles(industry="m9", renaissance="hidden", end_of_times="m8", dawn_of_time="hidden")
    assert t.happened("MissionTurned") == [{"era": END, "mission": "m8"}]


@pytest.mark.rule("MISSION-02")
def test_the_tile_on_dr_foos_own_era_comes_first() -> None:
    t = foo_phase(
        rifts={MEDIEVAL: 3},
        tiles=tiles(medieval="m3", renaissance="m9", industry="hidden", globalization="hidden"),
    )
    dropped(t, INDUSTRY, industry=1, medieval=1)
    t.do("MissionRevealed", mission="m8", source="app")
    assert t["tiles"][INDUSTRY] == "m8"


@pytest.mark.rule("MISSION-02", "MISSION-01")
def test_both_lost_missions_are_replaced() -> None:
    t = foo_phase(
        rifts={INDUSTRY: 3, RENAISSANCE: 3},
        tiles=tiles(
            industry="m3", renaissance="m9", dawn_of_time="hidden", medieval="hidden", end_of_times="hidden"
        ),
    )
    dropped(t, INDUSTRY, industry=1, renaissance=1)
    t.do("MissionRevealed", mission="m8", source="app").do("MissionRevealed", mission="m7", source="app")
    assert t["tiles"] == tiles(end_of_times="m8", dawn_of_time="m7", medieval="hidden")
    assert t.asked == "act"


@pytest.mark.rule("MISSION-03")
@pytest.mark.parametrize("left", [0, 1])
def test_with_fewer_tiles_fewer_are_revealed_and_the_scan_ends(left: int) -> None:
    rest = {DAWN: "m9"} if left else {}
    t = foo_phase(rifts={INDUSTRY: 3}, tiles={**EMPTY, INDUSTRY: "m3", **rest})
    dropped(t, INDUSTRY, industry=1, medieval=1)
    assert t.asked == "act"
    assert t["tiles"] == {**EMPTY, **rest}


@pytest.mark.rule("MISSION-05")
def test_a_tile_still_face_down_takes_no_damage() -> None:
    t = removing(2, rifts={DAWN: 2}, tiles=tiles(dawn_of_time="hidden", medieval="m9", end_of_times="m10"))
    assert t.happened("DamageDone") == []


# -- damage --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MISSION-04", "TERM-25", "AMB-07")
def test_damage_is_a_cube_from_the_fuller_pool() -> None:
    t = removing(1, rifts={DAWN: 1}, energy={END: 3}, tiles=tiles(dawn_of_time="m3", medieval="m9"))
    assert t.happened("DamageDone") == [{"era": DAWN, "mission": "m3", "space": "none", "colour": "rift"}]
    assert t["pools"] == {"rifts": 29, "energy": 27}
    t = removing(1, rifts={DAWN: 3}, energy={END: 1}, tiles=tiles(dawn_of_time="m3", medieval="m9"))
    assert t.happened("DamageDone")[0]["colour"] == "energy"
    assert t["pools"] == {"rifts": 28, "energy": 28}


@pytest.mark.rule("AMB-07", "MISSION-04")
def test_as_an_option_damage_leaves_the_pools_alone() -> None:
    t = removing(1, options={"damage-uses-pool": False}, rifts={DAWN: 1}, tiles=tiles(dawn_of_time="m3"))
    assert t["damage"][DAWN] == 1
    assert t["pools"] == {"rifts": 30, "energy": 30}


@pytest.mark.rule("AMB-07", "AMB-06")
def test_with_both_pools_empty_there_is_no_cube_for_damage() -> None:
    given = {"rifts": dict.fromkeys(ERAS, 3), "inside": 9, "energy": {END: 30}}
    t = table(
        exhausted={CZ: ["holy-grail"]}, tiles=tiles(dawn_of_time="m4"), agents={CZ: END}, foo=END, **given
    )
    t.do("Loop", dimension="spiral")  # the price comes back to the pool and pays the damage
    assert t["damage"][DAWN] == 1
    t = using([{"destroy-duplicate": 1}], tiles=tiles(dawn_of_time="m8"), duplicates={"3>5": DAWN}, **given)
    assert t["damage"][DAWN] == []
    t = using(
        [{"destroy-duplicate": 1}],
        {"damage-uses-pool": False},
        tiles=tiles(dawn_of_time="m8"),
        duplicates={"3>5": DAWN},
        **given,
    )
    assert t["damage"][DAWN] == [DAWN]


@pytest.mark.rule("MISSION-06", "MISSION-07", "MISSION-21")
def test_one_action_damages_both_missions_and_one_of_them_twice() -> None:
    t = removing(2, rifts={DAWN: 2}, foo=DAWN, tiles=tiles(industry="m3", medieval="m6"))
    assert t["damage"][INDUSTRY] == 2
    assert t["damage"][MEDIEVAL] == [DAWN]


@pytest.mark.rule("MISSION-08")
def test_damage_needs_nobody_on_the_era_of_the_tile() -> None:
    t = removing(1, rifts={DAWN: 1}, foo=DAWN, tiles=tiles(industry="m3"))
    assert t["agents"] == {CZ: DAWN, MR_TIME: RENAISSANCE}
    assert t["damage"][INDUSTRY] == 1


@pytest.mark.rule("MISSION-09", "AMB-43")
def test_a_full_tile_waits_for_its_archive_and_takes_no_more() -> None:
    t = removing(
        2, rifts={DAWN: 2}, foo=DAWN, tiles=tiles(dawn_of_time="m3", medieval="m9"), damage={DAWN: 4}
    )
    assert t["damage"][DAWN] == 5
    assert t["tiles"][DAWN] == "m3"
    assert t["archived"] == []


@pytest.mark.rule("AMB-11", "MISSION-04")
def test_as_an_option_every_damage_is_asked_for() -> None:
    t = removing(2, options={"auto-damage": False}, rifts={DAWN: 2}, foo=DAWN, tiles=tiles(industry="m3"))
    assert t.asked == "may-damage"
    t.do("PickOption", option=0)
    assert t.asked == "may-damage"
    t.do("PickOption", option=1)
    assert t["damage"][INDUSTRY] == 1
    assert t.asked == "act"


@pytest.mark.rule("AMB-11", "MISSION-21")
def test_a_space_that_is_taken_is_not_asked_about() -> None:
    t = removing(2, options={"auto-damage": False}, rifts={DAWN: 2}, tiles=tiles(industry="m6"))
    t.do("PickOption", option=1)
    assert t.asked == "act"
    assert t["damage"][INDUSTRY] == [DAWN]


# -- M1: flank -----------------------------------------------------------------------------------------------

FLANK = {"foo": INDUSTRY, "tiles": tiles(dawn_of_time="m1", medieval="m9")}


@pytest.mark.rule("MISSION-10")
@pytest.mark.parametrize(("one", "other"), [(RENAISSANCE, GLOBALIZATION), (GLOBALIZATION, RENAISSANCE)])
def test_m1_two_agents_on_both_sides_of_dr_foo(one: str, other: str) -> None:
    t = table(agents={CZ: one, MR_TIME: other}, **FLANK)
    assert t["damage"][DAWN] == 1
    assert t["marks"] == ["m1"]


@pytest.mark.rule("MISSION-10", "AMB-07")
def test_m1_counts_for_this_turn_only_if_there_was_a_cube_to_put_there() -> None:
    empty = {"rifts": {END: 30}, "energy": {END: 30}}
    t = table(agents={CZ: RENAISSANCE, MR_TIME: GLOBALIZATION}, **FLANK, **empty)
    assert (t["damage"][DAWN], t["marks"]) == (0, [])
    full = table(agents={CZ: RENAISSANCE, MR_TIME: GLOBALIZATION}, damage={DAWN: 3}, **FLANK)
    assert (full["damage"][DAWN], full["marks"]) == (3, [])


@pytest.mark.rule("MISSION-10", "AMB-13")
def test_m1_is_tested_after_every_action_and_once_per_turn() -> None:
    t = table(agents={CZ: MEDIEVAL, MR_TIME: GLOBALIZATION}, energy=dict.fromkeys(ERAS, 2), **FLANK)
    assert t["damage"][DAWN] == 0
    t.do("FreeMove", to=RENAISSANCE)
    assert t["damage"][DAWN] == 1
    t.do("Move", to=MEDIEVAL).do("Move", to=RENAISSANCE)
    assert t["damage"][DAWN] == 1


@pytest.mark.rule("MISSION-10")
def test_m1_needs_you_as_one_of_the_two() -> None:
    three = {"agents": [ROBO, CZ, MR_TIME]}
    t = table(three, agents={ROBO: DAWN, CZ: RENAISSANCE, MR_TIME: GLOBALIZATION}, **FLANK)
    assert t["damage"][DAWN] == 0
    t = table(three, agents={ROBO: INDUSTRY, CZ: RENAISSANCE, MR_TIME: GLOBALIZATION}, **FLANK)
    assert t["damage"][DAWN] == 0


@pytest.mark.rule("MISSION-10")
def test_m1_needs_another_agent_on_the_other_side() -> None:
    for other in (RENAISSANCE, INDUSTRY, DAWN):
        assert table(agents={CZ: RENAISSANCE, MR_TIME: other}, **FLANK)["damage"][DAWN] == 0


@pytest.mark.rule("MISSION-10")
def test_m1_does_not_count_in_the_middle_of_an_action() -> None:
    t = using([{"move": 2}], agents={CZ: MEDIEVAL, MR_TIME: GLOBALIZATION}, **FLANK)
    t.do("PickEra", era=INDUSTRY)  # through Renaissance, opposite Mr Time
    assert t["damage"][DAWN] == 0


@pytest.mark.rule("MISSION-10", "ERA-01")
def test_m1_flanks_the_dawn_of_time_across_the_seam_of_the_ring() -> None:
    t = table(foo=DAWN, agents={CZ: END, MR_TIME: MEDIEVAL}, tiles=tiles(dawn_of_time="m1"))
    assert t["damage"][DAWN] == 1


@pytest.mark.rule("MISSION-10")
def test_m1_has_three_spaces() -> None:
    t = table(agents={CZ: RENAISSANCE, MR_TIME: GLOBALIZATION}, damage={DAWN: 3}, **FLANK)
    assert t["damage"][DAWN] == 3


@pytest.mark.rule("AMB-13", "MISSION-10")
def test_m1_is_not_tested_before_phase_two_or_after_it() -> None:
    t = foo_phase(agents={CZ: RENAISSANCE, MR_TIME: GLOBALIZATION}, tiles=tiles(dawn_of_time="m1"))
    t.do("FooRevealed", era=INDUSTRY, source="app")
    assert t["damage"][DAWN] == 0
    t.do(**t.answers[0], source="app")
    assert t["damage"][DAWN] == 1
    t = table(
        phase="card",
        agents={CZ: RENAISSANCE, MR_TIME: GLOBALIZATION},
        available=["gutenbergs-wormhole"],
        **FLANK,
    )
    assert t.asked == "take-card"
    assert t["damage"][DAWN] == 0


# -- M2: clean era -------------------------------------------------------------------------------------------

CLEAN = {"tiles": tiles(industry="m2", medieval="m9"), "energy": dict.fromkeys(ERAS, 1)}


@pytest.mark.rule("MISSION-11", "MISSION-23")
def test_m2_a_clean_era_is_claimed_once_per_turn_on_its_own_space() -> None:
    t = table(**CLEAN)
    t.do("ClaimCleanEra")
    assert t["damage"][INDUSTRY] == [DAWN]
    assert t["marks"] == ["m2"]
    t.do("Move", to=MEDIEVAL)
    t.refuses("MISSION-11", "ClaimCleanEra")
    t.end_turn().any_chance(until="reveal-foo")
    assert t["marks"] == []


@pytest.mark.rule("MISSION-11", "TERM-03")
def test_m2_is_never_claimed_by_itself() -> None:
    t = table(**CLEAN)
    t.do("Move", to=MEDIEVAL)
    assert t["damage"][INDUSTRY] == []


@pytest.mark.rule("MISSION-11")
@pytest.mark.parametrize("dirt", [{"rifts": {DAWN: 1}}, {"duplicates": {"3>5": DAWN}}])
def test_m2_needs_an_era_without_rifts_and_duplicates(dirt: dict[str, object]) -> None:
    t = table(**CLEAN, **dirt)
    assert t.offers("ClaimCleanEra") == []
    t.refuses("MISSION-11", "ClaimCleanEra")
    t.do("Move", to=MEDIEVAL)  # dirt elsewhere does not matter
    t.do("ClaimCleanEra")


@pytest.mark.rule("MISSION-11", "AMB-54")
def test_m2_a_taken_space_gives_nothing_and_uses_nothing_up() -> None:
    t = table(damage={INDUSTRY: [DAWN]}, **CLEAN)
    t.refuses("MISSION-11", "ClaimCleanEra")
    t.do("Move", to=MEDIEVAL).do("ClaimCleanEra")
    assert t["damage"][INDUSTRY] == [DAWN, MEDIEVAL]


@pytest.mark.rule("MISSION-11", "MISSION-05")
def test_m2_must_be_revealed() -> None:
    t = table(tiles=tiles(medieval="m9"), energy=dict.fromkeys(ERAS, 1))
    t.refuses("MISSION-11", "ClaimCleanEra")


@pytest.mark.rule("AMB-12", "MISSION-11")
def test_m2_waits_for_the_end_of_a_running_action() -> None:
    t = using([{"optional": [{"add-energy": 1}]}], **CLEAN)
    t.refuses("ACT-02", "ClaimCleanEra")


@pytest.mark.rule("MISSION-11", "AMB-42")
@pytest.mark.parametrize(("mission", "threshold"), [("m2", 3), ("m6", 7), ("m7", 6), ("m8", 6)])
def test_tiles_with_a_space_per_era_are_complete_at_their_threshold(mission: str, threshold: int) -> None:
    for cubes in range(8):
        t = table(phase="archive", tiles=tiles(dawn_of_time=mission), damage={DAWN: list(ERAS[:cubes])})
        assert (t.asked == "archive") == (cubes >= threshold)


# -- M3 to M8: on Dr Foo's era, or once on every era ---------------------------------------------------------


@pytest.mark.rule("MISSION-12", "MISSION-22")
def test_m3_each_rift_removed_on_dr_foos_era() -> None:
    here = {"agents": {CZ: MEDIEVAL}, "tiles": tiles(end_of_times="m3"), "rifts": {MEDIEVAL: 3}}
    assert removing(2, foo=MEDIEVAL, **here)["damage"][END] == 2
    assert removing(2, foo=INDUSTRY, **here)["damage"][END] == 0


@pytest.mark.rule("MISSION-13")
def test_m4_each_loop_on_dr_foos_era() -> None:
    t = table(exhausted={CZ: ["holy-grail"]}, energy={DAWN: 3}, foo=DAWN, tiles=tiles(end_of_times="m4"))
    t.do("Loop", dimension="spiral").do("Loop", dimension="spiral")
    assert t["damage"][END] == 2


@pytest.mark.rule("MISSION-14")
def test_m5_each_duplicate_destroyed_on_dr_foos_era() -> None:
    given = {"tiles": tiles(end_of_times="m5"), "duplicates": {"3>5": DAWN, "3>6": DAWN}}
    t = using([{"destroy-duplicate": 2}], foo=DAWN, **given)
    t.do("PickDuplicate", token="3>5")
    assert t["damage"][END] == 2
    t = using([{"destroy-duplicate": 2}], foo=MEDIEVAL, **given)
    t.do("PickDuplicate", token="3>5")
    assert t["damage"][END] == 0


@pytest.mark.rule("MISSION-15", "MISSION-20", "MISSION-21")
def test_m6_each_rift_on_the_space_of_its_era() -> None:
    t = removing(2, "each-adjacent", rifts={END: 2, MEDIEVAL: 2}, tiles=tiles(industry="m6"))
    assert t["damage"][INDUSTRY] == [END, MEDIEVAL]


@pytest.mark.rule("AMB-10", "MISSION-15")
def test_m6_as_an_option_only_the_last_rift_of_the_era_counts() -> None:
    given = {"rifts": {DAWN: 2}, "tiles": tiles(industry="m6", medieval="m3"), "foo": DAWN}
    t = removing(1, options={"m6-last-rift-only": True}, **given)
    assert t["damage"][INDUSTRY] == []
    assert t["damage"][MEDIEVAL] == 1  # M3 counts every rift all the same
    assert removing(2, options={"m6-last-rift-only": True}, **given)["damage"][INDUSTRY] == [DAWN]
    assert removing(1, **given)["damage"][INDUSTRY] == [DAWN]


@pytest.mark.rule("MISSION-16", "MISSION-21")
def test_m7_each_loop_on_the_space_of_its_era() -> None:
    t = table(exhausted={CZ: ["holy-grail"]}, energy={DAWN: 3, MEDIEVAL: 3}, tiles=tiles(end_of_times="m7"))
    t.do("Loop", dimension="spiral").do("Loop", dimension="spiral").do("FreeMove", to=MEDIEVAL)
    assert t["damage"][END] == [DAWN]
    t.do("Loop", dimension="spiral")
    assert t["damage"][END] == [DAWN, MEDIEVAL]


@pytest.mark.rule("MISSION-17", "MISSION-20")
def test_m8_each_duplicate_on_the_space_of_its_era_wherever_you_stand() -> None:
    t = using([{"push": 1}], tiles=tiles(end_of_times="m8"), duplicates={"3>1": DAWN})
    t.do("PickEra", era=MEDIEVAL)  # its destruction era
    assert t["damage"][END] == [MEDIEVAL]
    t = using(
        [{"destroy-duplicate": 2}], tiles=tiles(end_of_times="m8"), duplicates={"3>5": DAWN, "3>6": DAWN}
    )
    t.do("PickDuplicate", token="3>5")
    assert t["damage"][END] == [DAWN]


@pytest.mark.rule("AMB-26", "MISSION-17", "DUP-06")
def test_a_duplicate_that_dies_as_it_is_generated_in_your_action_counts() -> None:
    t = using(
        [{"generate": 1, "at": "here"}], agents={CZ: RENAISSANCE}, bag=["0>2"], tiles=tiles(end_of_times="m8")
    )
    assert t["damage"][END] == [RENAISSANCE]


# -- M9 and M10: energy on the tile's own era ----------------------------------------------------------------

LIT = dict.fromkeys(ERAS, 1)


@pytest.mark.rule("MISSION-18")
def test_m9_each_energy_added_to_its_era_while_every_era_had_some() -> None:
    t = using([{"add-energy": 2}], energy=LIT, tiles=tiles(dawn_of_time="m9"))
    assert t["damage"][DAWN] == 2
    t = using([{"add-energy": 2}], energy=LIT, tiles=tiles(medieval="m9"))
    assert t["damage"][MEDIEVAL] == 0
    t = using([{"add-energy": 2, "at": "next"}], energy=LIT, tiles=tiles(medieval="m9"))
    assert t["damage"][MEDIEVAL] == 2


@pytest.mark.rule("MISSION-18")
@pytest.mark.parametrize("dark", [DAWN, INDUSTRY])
def test_m9_an_era_without_energy_at_the_start_of_the_action_spoils_it_all(dark: str) -> None:
    effect = [{"add-energy": 1, "at": "anywhere"}, {"add-energy": 2}]
    t = using(effect, energy={**LIT, dark: 0}, tiles=tiles(dawn_of_time="m9")).do("PickEra", era=dark)
    assert t["damage"][DAWN] == 0


@pytest.mark.rule("MISSION-18", "AMB-34")
def test_m9_is_tested_before_the_costs_of_the_action() -> None:
    t = table(energy=LIT, hand={CZ: ["holy-grail"]}, tiles=tiles(dawn_of_time="m9"))
    t.do("Loop", dimension="spiral")
    assert t.state.powered is True  # the snapshot was taken with the energy still there
    t.do("FreeMove", to=MEDIEVAL)
    assert t.state.powered is False


@pytest.mark.rule("MISSION-19")
def test_m10_each_energy_added_to_its_era() -> None:
    t = using([{"add-energy": 2}, {"add-energy": 1, "at": "next"}], tiles=tiles(dawn_of_time="m10"))
    assert t["damage"][DAWN] == 2


@pytest.mark.rule("MISSION-18", "MISSION-19", "AMB-06")
def test_only_energy_that_is_really_added_counts() -> None:
    t = using(
        [{"add-energy": 3}], energy={DAWN: 22, **dict.fromkeys(ERAS[1:], 1)}, tiles=tiles(dawn_of_time="m10")
    )
    assert t["pools"]["energy"] == 0
    assert t["damage"][DAWN] == 2


@pytest.mark.rule("AMB-43")
@pytest.mark.parametrize(
    ("mission", "spaces"), [("m1", 3), ("m3", 5), ("m4", 4), ("m5", 4), ("m9", 3), ("m10", 6)]
)
def test_other_tiles_have_as_many_spaces_as_their_threshold(mission: str, spaces: int) -> None:
    t = table(phase="archive", tiles=tiles(dawn_of_time=mission), damage={DAWN: spaces - 1})
    assert t.asked != "archive"
    t = table(phase="archive", tiles=tiles(dawn_of_time=mission), damage={DAWN: spaces})
    assert t.asked == "archive"


@pytest.mark.rule("AMB-43", "MISSION-19")
def test_m10_takes_no_seventh_cube() -> None:
    t = using([{"add-energy": 7}], tiles=tiles(dawn_of_time="m10"))
    assert t["energy"][DAWN] == 7
    assert t["damage"][DAWN] == 6


# -- who and when --------------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-40", "EFF-04")
def test_what_another_agent_does_by_your_effect_counts_unless_the_players_rule_otherwise() -> None:
    given = {
        "effect": [{"apply-card": "hand-of-another"}],
        "cards": {"theirs": [{"remove-rift": 1}]},
        "hand": {MR_TIME: ["theirs"]},
        "rifts": {RENAISSANCE: 1},
        "tiles": tiles(industry="m6"),
    }
    assert using(**given)["damage"][INDUSTRY] == [RENAISSANCE]
    assert using(options={"credit-others": False}, **given)["damage"][INDUSTRY] == []


@pytest.mark.rule("AMB-40", "TURN-01")
def test_in_the_next_turn_it_is_the_next_player_who_acts() -> None:
    """Also where only what you do yourself counts."""
    given = {"tiles": tiles(industry="m7"), "energy": dict.fromkeys(ERAS, 1), "bag": [], "huge": []}
    t = table({"credit-others": False, "loop-needs-card": False}, **given, agents={MR_TIME: INDUSTRY})
    t.end_turn().any_chance()
    assert t["active"] == MR_TIME
    assert t.do("Loop", dimension="star")["damage"][INDUSTRY] == [INDUSTRY]


@pytest.mark.rule("MISSION-25")
def test_a_mission_revealed_in_the_middle_of_an_action_counts_only_from_then_on() -> None:
    effect = [{"remove-rift": 1}, {"place-rift": 1, "at": "next"}, {"remove-rift": 1}]
    t = with_probe(
        effect,
        rifts={DAWN: 3, MEDIEVAL: 3},
        tiles=tiles(medieval="m9", end_of_times="m10", globalization="hidden"),
        foo=DAWN,
    )
    t.do("UseCard", card="probe").do("MissionRevealed", mission="m3", source="app")
    assert t["rifts"][DAWN] == 1
    assert t["damage"][GLOBALIZATION] == 1


@pytest.mark.rule("MISSION-22", "MISSION-12")
def test_dr_foos_era_is_where_he_came_to_in_this_turn() -> None:
    t = foo_phase(
        tiles=tiles(end_of_times="m3"), agents={CZ: INDUSTRY}, hand={CZ: ["spartan-shield"]}, foo=ROBOTS
    )
    dropped(t, INDUSTRY, industry=2).do("UseCard", card="spartan-shield")
    assert t["damage"][END] == 2


@pytest.mark.rule("MISSION-24")
def test_three_vortexes_leave_four_tiles_and_so_a_way_to_win() -> None:
    t = foo_phase(rifts={INDUSTRY: 3, RENAISSANCE: 3, GLOBALIZATION: 3}, duplicates={"0>5": INDUSTRY}, bag=[])
    dropped(t, INDUSTRY, industry=1, renaissance=1, globalization=1)
    assert t.outcome is None
    assert sum(tile != "none" for tile in t["tiles"].values()) == 4


@pytest.mark.rule("MISSION-10", "SETUP-08")
def test_an_agent_outside_the_game_flanks_nobody() -> None:
    t = table({"agents": [CZ, PROWLER]}, agents={CZ: RENAISSANCE, PROWLER: ROBOTS}, **FLANK)
    assert t["damage"][DAWN] == 0
