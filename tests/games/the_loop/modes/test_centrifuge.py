"""L.A.S.E.R Centrifuges: one dimension on their eras, LOOPs that damage them, a victory that needs both."""

from typing import Any

import pytest

from companion.engine import Applied, Plain
from tests.games.the_loop.playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    QUIET,
    RENAISSANCE,
    ROBO,
    ROBOTS,
    V_GIRL,
    Table,
    dropped,
    foo_phase,
    table,
    with_cards,
    with_probe,
)  # fmt: skip
from tests.games.the_loop.test_setup import set_up, started

STAR, SPIRAL, STRIPE = "bottled-comet", "shock-wave", "glow-worm-lamp"
HOLE = "meteorite"


def centrifuge(**options: Any) -> dict[str, Any]:
    return {"mode": "centrifuge", **options}


def at_industry(cubes: tuple[int, int] = (0, 0), **given: Plain) -> Table:
    """Cztwyzzek stands beside a centrifuge that shows Star."""
    options = given.pop("options", {})
    pieces = {"centrifuges": {INDUSTRY: "star"}, "centrifuge-damage": {INDUSTRY: list(cubes)}}
    given = {"agents": {CZ: INDUSTRY}, "energy": {INDUSTRY: 3}, "hand": {CZ: [STAR, SPIRAL]}, **given}
    return table(centrifuge(**options), extra={**pieces, **given.pop("extra", {})}, **given)


def shown(t: Table) -> dict[str, str]:
    return {era: side for era, side in t["extra"]["centrifuges"].items() if side}


def looped_away(**given: Plain) -> Table:
    """The third damage has just been done."""
    return at_industry((1, 1), **given).do("Loop", dimension="star")


# -- setup ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CENTRI-01")
@pytest.mark.parametrize("source", ["hand", "app"])
def test_what_was_set_right_in_mid_setup_leaves_something_to_draw(source: str) -> None:
    """Three lie there by a correction, and another is to be drawn: the table is right, ours are not."""
    t = started(mode="centrifuge", level=2, centrifuges=source).any_chance(until="draw-centrifuge")
    for era in (DAWN, MEDIEVAL, END):
        t.do("Correct", path=f"extra.centrifuges.{ERAS.index(era)}", value="spiral")
    drawn = t.game.awaited(t.state)[0].answers
    assert drawn
    assert all(isinstance(t.game.apply(t.state, one, source), Applied) for one in drawn)


@pytest.mark.rule("CENTRI-01")
@pytest.mark.parametrize("source", ["hand", "app"])
@pytest.mark.parametrize("level", [1, 3])
def test_no_more_are_drawn_than_a_level_has_whatever_was_set_right(level: int, source: str) -> None:
    t = started(mode="centrifuge", level=level, centrifuges=source).any_chance(until="draw-centrifuge")
    tokens = sorted(t.state.setting.box.centrifuges)[: 2 if level == 1 else 3]
    t.do("Correct", path="extra.centrifuges-used", value=tokens)
    while t.asked != "draw-duplicate":
        assert t.asked == "go-on"
        t.do(**t.answers[0])


@pytest.mark.rule("CENTRI-01", "DIFF-04", "SETUP-21")
@pytest.mark.parametrize(("level", "number"), [(1, 2), (2, 3), (3, 3)])
def test_one_more_foo_card_for_each_centrifuge(level: int, number: int) -> None:
    t = started(mode="centrifuge", level=level).any_chance(until="draw-centrifuge")
    eras = list(t["seen"])
    assert len(eras) == 3
    for drawn in range(number):
        assert t.asked == "draw-centrifuge"
        assert len(t.question.answers) == 2 * (3 - drawn)
        era = ERAS[dict(t.question.about)["era"]]
        assert era not in list(t["seen"])[:-1]
        t.do(**t.answers[1], source="app")
        assert t.happened("CentrifugePlaced") == [{"era": era, "dimension": t["extra"]["centrifuges"][era]}]
        eras.append(era)
        if drawn < number - 1:
            assert t.asked == "reveal-foo"
            t.do(**t.answers[-1], source="app")
    assert len(shown(t)) == number
    assert t.asked == "draw-duplicate"


@pytest.mark.rule("CENTRI-01")
def test_either_side_may_lie_up() -> None:
    sides = {
        (told["token"], told["dimension"])
        for told in started(mode="centrifuge").any_chance(until="draw-centrifuge").answers
    }
    assert len(sides) == 6
    assert {dimension for _, dimension in sides} == {"spiral", "star", "stripe"}


@pytest.mark.rule("CENTRI-02", "SETUP-13", "SETUP-14")
def test_then_the_foo_cards_go_back_and_five_eras_get_energy() -> None:
    t = set_up(mode="centrifuge", level=2)
    rifts = [told["era"] for told in t.happened("RiftsPlaced")]
    assert len(rifts) == 2
    assert not set(rifts) & set(shown(t))
    assert t["energy"] == {era: int(era not in rifts) for era in ERAS}
    assert t["seen"] == []


@pytest.mark.rule("DIFF-04", "AMB-15")
def test_level_three_adds_a_rift_to_the_era_of_each_centrifuge() -> None:
    t = set_up(mode="centrifuge", level=3)
    assert sum(t["rifts"].values()) == 5
    assert all(t["rifts"][era] == 1 for era in shown(t))
    assert sum(set_up(mode="centrifuge", level=2)["rifts"].values()) == 2
    t = set_up(mode="centrifuge", level=3, **{"centrifuge-level-3": "nothing"})
    assert sum(t["rifts"].values()) == 2


# -- one dimension -------------------------------------------------------------------------------------------


@pytest.mark.rule("CENTRI-03", "EDGE-74")
def test_only_cards_of_the_dimension_shown_can_be_used_there() -> None:
    t = at_industry()
    assert t.offers("UseCard", "card") == [STAR]
    t.refuses("CENTRI-03", "UseCard", card=SPIRAL)
    assert SPIRAL in t["hand"][CZ]
    t.do("Move", to=GLOBALIZATION)
    assert t.offers("UseCard", "card") == [STAR, SPIRAL]


@pytest.mark.rule("CENTRI-03")
def test_a_real_card_whose_dimension_nobody_told_is_not_refused() -> None:
    played = with_cards({"half-told": {"dimension": None, "effect": [{"add-energy": 1}]}})
    state = played.position(
        centrifuge(agents=[CZ, MR_TIME]),
        {"hand": {CZ: ["half-told"]}, "agents": {CZ: INDUSTRY}, "extra": {"centrifuges": {INDUSTRY: "star"}}},
    )
    assert Table(played, state).offers("UseCard", "card") == ["half-told"]


@pytest.mark.rule("CENTRI-04")
def test_only_that_dimension_can_be_looped_there() -> None:
    t = at_industry()
    assert t.offers("Loop", "dimension") == ["star"]
    t.refuses("CENTRI-04", "Loop", dimension="spiral")


@pytest.mark.rule("CENTRI-10", "LOOP-09")
def test_a_loop_needs_a_card_of_the_dimension_ready_or_exhausted() -> None:
    t = at_industry(hand={CZ: [SPIRAL]})
    assert t.offers("Loop", "dimension") == []
    t.refuses("LOOP-09", "Loop", dimension="star")
    assert at_industry(hand={}, exhausted={CZ: [STAR]}).offers("Loop", "dimension") == ["star"]
    assert at_industry(hand={CZ: [STAR]}).offers("Loop", "dimension") == ["star"]


@pytest.mark.rule("CENTRI-12", "AMB-36")
def test_black_hole_cards_cannot_be_used_there() -> None:
    t = at_industry(hand={CZ: [HOLE]})
    assert t.state.setting.box.cards[HOLE].dimension == "black-hole"
    t.refuses("CENTRI-03", "UseCard", card=HOLE)
    sides = t.state.setting.box.centrifuges.values()
    assert "black-hole" not in {side for both in sides for side in both}


@pytest.mark.rule("CENTRI-05")
def test_moves_free_move_and_abilities_are_free() -> None:
    t = at_industry(hand={})
    assert {told["kind"] for told in t.answers} == {"Move", "FreeMove", "UseAbility", "EndActions"}


@pytest.mark.rule("CENTRI-06", "EDGE-75")
def test_an_ability_that_applies_a_card_from_outside_the_hand_need_not_match() -> None:
    t = at_industry(
        options={"agents": [V_GIRL, CZ]}, agents={V_GIRL: INDUSTRY}, hand={}, available=["factory-whistle"]
    )
    assert t.state.setting.box.cards["factory-whistle"].dimension == "black-hole"
    t.do("UseAbility")
    assert t.happened("CardUsed") == [{"agent": V_GIRL, "card": "factory-whistle"}]


@pytest.mark.rule("CENTRI-06")
@pytest.mark.parametrize("trigger", ["stonehenge-stones", "da-vincis-manuscript"])
def test_a_card_that_applies_another_must_match_itself_and_the_other_need_not(trigger: str) -> None:
    given: dict[str, Any] = {"destroyed": ["factory-whistle"]}
    if trigger == "da-vincis-manuscript":
        given = {"available": ["factory-whistle"]}
    t = at_industry(hand={CZ: [trigger]}, **given)
    t.do("UseCard", card=trigger)
    assert {told["card"] for told in t.happened("CardUsed")} == {trigger, "factory-whistle"}
    t = at_industry(hand={CZ: [trigger]}, extra={"centrifuges": {INDUSTRY: "stripe"}}, **given)
    t.refuses("CENTRI-03", "UseCard", card=trigger)


@pytest.mark.rule("CENTRI-13")
def test_moving_onto_a_centrifuge_does_not_stop_the_card_in_use() -> None:
    t = with_probe(
        [{"move": 1}, {"add-energy": 1}],
        centrifuge(),
        agents={CZ: RENAISSANCE},
        extra={"centrifuges": {INDUSTRY: "spiral"}},
    )
    t.do("UseCard", card="probe").do("PickEra", era=INDUSTRY)
    assert t["energy"][INDUSTRY] == 1
    assert t["exhausted"][CZ] == ["probe"]


# -- damage --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CENTRI-07")
def test_a_loop_there_damages_it() -> None:
    t = at_industry().do("Loop", dimension="star")
    assert t.happened("CentrifugeDamaged") == [{"era": INDUSTRY, "damage": 1, "colour": "rift"}]
    assert t["pools"]["rifts"] == 29
    assert (
        at_industry(agents={CZ: DAWN}, energy={DAWN: 1})
        .do("Loop", dimension="star")
        .happened("CentrifugeDamaged")
        == []
    )


@pytest.mark.rule("CENTRI-07", "AMB-11")
@pytest.mark.parametrize(("wanted", "damage"), [(1, [1, 0]), (0, [0, 0])])
def test_ruled_otherwise_you_are_asked(wanted: int, damage: list[int]) -> None:
    t = at_industry(options={"auto-damage": False}).do("Loop", dimension="star")
    assert t.asked == "pick-option"
    assert t.question.owner == 0
    t.do("PickOption", option=wanted)
    assert t["extra"]["centrifuge-damage"][INDUSTRY] == damage


@pytest.mark.rule("CENTRI-07", "AMB-07")
def test_a_damage_cube_comes_from_the_fuller_pool() -> None:
    t = at_industry(inside=10).do("Loop", dimension="star")
    assert t["extra"]["centrifuge-damage"][INDUSTRY] == [0, 1]
    given: dict[str, Any] = {"inside": 30, "energy": {INDUSTRY: 30}}
    t = at_industry(**given).do("Loop", dimension="star")  # the price went to the pool first
    assert t["extra"]["centrifuge-damage"][INDUSTRY] == [0, 1]


@pytest.mark.rule("CENTRI-11", "MISSION-13", "MISSION-16")
def test_the_same_loop_counts_for_the_missions() -> None:
    t = at_industry(tiles={DAWN: "m4", MEDIEVAL: "m7"}, foo=INDUSTRY).do("Loop", dimension="star")
    assert t["damage"][DAWN] == 1
    assert t["damage"][MEDIEVAL] == [INDUSTRY]
    assert t["extra"]["centrifuge-damage"][INDUSTRY] == [1, 0]


@pytest.mark.rule("CENTRI-08")
def test_the_third_damage_destroys_it_and_its_cubes_return() -> None:
    t = at_industry((1, 0), tiles={DAWN: "m9", MEDIEVAL: "hidden"}, damage={DAWN: 3}).do(
        "Loop", dimension="star"
    )
    assert shown(t) == {INDUSTRY: "star"}
    t = at_industry((1, 1), tiles={DAWN: "m9", MEDIEVAL: "hidden"}, damage={DAWN: 3})
    assert t["pools"] == {"rifts": 29, "energy": 23}
    t.do("Loop", dimension="star")
    assert shown(t) == {}
    assert t.happened("CentrifugeDestroyed") == [{"era": INDUSTRY, "rifts": 2, "energy": 1}]
    assert t["pools"] == {"rifts": 30, "energy": 25}


@pytest.mark.rule("CENTRI-14")
def test_a_destroyed_centrifuge_restricts_nobody() -> None:
    t = looped_away()
    assert t.asked == "act"
    assert t.offers("UseCard", "card") == [STAR, SPIRAL]


@pytest.mark.rule("CENTRI-09", "EDGE-76")
def test_destroying_one_damages_each_revealed_mission() -> None:
    t = looped_away(tiles={DAWN: "m3", MEDIEVAL: "m5"})
    assert (t["damage"][DAWN], t["damage"][MEDIEVAL]) == (1, 1)
    assert t.asked == "act"


@pytest.mark.rule("CENTRI-09")
def test_you_choose_the_free_space_on_a_tile_with_one_per_era() -> None:
    t = looped_away(tiles={DAWN: "m6", MEDIEVAL: "m9"}, damage={DAWN: [END, INDUSTRY]})
    assert t.asked == "centrifuge-bonus"
    assert t.question.owner == 0
    assert t.offers("PickEra", "era") == [DAWN, MEDIEVAL, RENAISSANCE, GLOBALIZATION, ROBOTS]
    t.do("PickEra", era=GLOBALIZATION)
    assert t["damage"][DAWN] == [END, INDUSTRY, GLOBALIZATION]
    assert t["damage"][MEDIEVAL] == 1


@pytest.mark.rule("CENTRI-09", "EDGE-76")
def test_a_full_tile_gets_nothing() -> None:
    t = looped_away(tiles={DAWN: "m9", MEDIEVAL: "m10"}, damage={DAWN: 3})
    assert (t["damage"][DAWN], t["damage"][MEDIEVAL]) == (3, 1)


@pytest.mark.rule("CENTRI-09", "EDGE-77")
def test_with_one_mission_there_is_one_damage() -> None:
    tiles = {**dict.fromkeys(ERAS, "none"), DAWN: "m9"}
    t = looped_away(tiles=tiles)
    assert len(t.happened("DamageDone")) == 1


@pytest.mark.rule("CENTRI-09", "AMB-11")
def test_ruled_otherwise_the_bonus_may_be_declined() -> None:
    t = looped_away(options={"auto-damage": False}, tiles={DAWN: "m3", MEDIEVAL: "m5"})
    t.do("PickOption", option=1)
    assert t.asked == "centrifuge-bonus"
    t.do("PickEra", era="none").do("PickEra", era=DAWN)
    assert (t["damage"][DAWN], t["damage"][MEDIEVAL]) == (0, 1)


@pytest.mark.rule("CENTRI-09", "AMB-35", "MISSION-23")
def test_the_bonus_ignores_the_cap_of_a_turn_and_does_not_use_it_up() -> None:
    t = looped_away(tiles={DAWN: "m1", MEDIEVAL: "m10"}, marks=["m1"])
    assert t["damage"][DAWN] == 1
    assert looped_away(tiles={DAWN: "m1", MEDIEVAL: "m10"})["marks"] == []


@pytest.mark.rule("CENTRI-09", "AMB-35")
def test_ruled_otherwise_the_cap_holds_for_the_bonus_too() -> None:
    options = {"bonus-ignores-cap": False}
    t = looped_away(options=options, tiles={DAWN: "m1", MEDIEVAL: "m10"}, marks=["m1"])
    assert t["damage"][DAWN] == 0
    t = looped_away(options=options, tiles={DAWN: "m1", MEDIEVAL: "m10"})
    assert (t["damage"][DAWN], t["marks"]) == (1, ["m1"])


@pytest.mark.rule("CENTRI-15", "VORTEX-14", "FOO-10")
def test_a_centrifuge_is_no_duplicate_and_stays_when_its_era_breaks() -> None:
    t = foo_phase(
        centrifuge(), rifts={INDUSTRY: 3}, tiles=QUIET,
        extra={"centrifuges": {INDUSTRY: "star"}, "centrifuge-damage": {INDUSTRY: [1, 0]}},
    )  # fmt: skip
    dropped(t, INDUSTRY, industry=2)
    assert t["vortexes"][INDUSTRY] == 1
    assert shown(t) == {INDUSTRY: "star"}
    assert t["extra"]["centrifuge-damage"][INDUSTRY] == [1, 0]


# -- victory -------------------------------------------------------------------------------------------------

FOUR = ["m3", "m4", "m5", "m6"]


@pytest.mark.rule("WIN-03", "CENTRI-16", "TURN-03")
def test_the_last_centrifuge_wins_with_four_tiles_at_once() -> None:
    t = looped_away(archived=FOUR)
    assert t.outcome == ("won", "WIN-03")
    assert t["phase"] == "actions"
    assert "DamageDone" not in t.order


@pytest.mark.rule("WIN-03", "CENTRI-16")
def test_a_centrifuge_that_is_left_or_a_tile_that_is_missing_is_no_victory() -> None:
    assert looped_away(archived=FOUR, extra={"centrifuges": {INDUSTRY: "star", END: "star"}}).outcome is None
    assert looped_away(archived=FOUR[:3]).outcome is None


@pytest.mark.rule("WIN-03", "CENTRI-16", "WIN-04", "EDGE-70", "WIN-05")
def test_the_fourth_tile_wins_only_when_no_centrifuge_is_left() -> None:
    given: dict[str, Any] = {
        "phase": "archive", "agents": {CZ: MEDIEVAL}, "damage": {MEDIEVAL: 6}, "archived": FOUR[:3],
        "cycle": 3, "seen": list(ERAS),
    }  # fmt: skip
    assert table(centrifuge(), **given).do("Archive", yes=True).outcome == ("won", "WIN-03")
    t = table(centrifuge(), extra={"centrifuges": {END: "star"}}, **given).do("Archive", yes=True)
    assert t.outcome is None
    assert len(t["archived"]) == 4


@pytest.mark.rule("CENTRI-03", "ACT-08")
def test_the_centrifuge_binds_the_active_agent_alone() -> None:
    t = at_industry(options={"agents": [ROBO, CZ]}, agents={ROBO: DAWN, CZ: INDUSTRY}, hand={ROBO: [SPIRAL]})
    assert t.offers("UseCard", "card") == [SPIRAL]
