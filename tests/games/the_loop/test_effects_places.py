"""Where an effect acts: here, next door, on a Vortex, on an agent's era [TERM, EFF]."""

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
    RENAISSANCE,
    ROBO,
    ROBOTS,
    Table,
    using,
)


def lit(t: Table) -> dict[str, int]:
    return {era: cubes for era, cubes in t["energy"].items() if cubes}


def adding(place: str, **given: object) -> Table:
    return using([{"add-energy": 1, "at": place}], **given)


@pytest.mark.rule("TERM-06")
def test_here_is_the_era_of_your_pawn() -> None:
    assert lit(adding("here", agents={CZ: INDUSTRY})) == {INDUSTRY: 1}


@pytest.mark.rule("TERM-07", "TERM-08", "ERA-03")
def test_previous_next_and_adjacent_are_seen_from_your_pawn() -> None:
    assert lit(adding("previous")) == {END: 1}
    assert lit(adding("next")) == {MEDIEVAL: 1}
    t = adding("adjacent")
    assert t.offers("PickEra", "era") == [END, MEDIEVAL]
    assert lit(t.do("PickEra", era=END)) == {END: 1}
    assert lit(adding("each-adjacent")) == {END: 1, MEDIEVAL: 1}


@pytest.mark.rule("TERM-12")
def test_anywhere_is_any_of_the_seven() -> None:
    t = adding("anywhere")
    assert t.offers("PickEra", "era") == list(ERAS)
    assert lit(t.do("PickEra", era=ROBOTS)) == {ROBOTS: 1}


@pytest.mark.rule("TERM-13")
def test_on_a_vortex_is_any_era_that_carries_one() -> None:
    none = {INDUSTRY: "none", END: "none"}
    t = adding("a-vortex", vortexes={INDUSTRY: 1, END: 1}, tiles=none)
    assert t.offers("PickEra", "era") == [INDUSTRY, END]
    assert lit(t.do("PickEra", era=END)) == {END: 1}
    assert lit(adding("a-vortex", vortexes={INDUSTRY: 1}, tiles=none)) == {INDUSTRY: 1}
    assert lit(adding("a-vortex")) == {}
    t = adding("every-vortex", vortexes={INDUSTRY: 1, END: 1}, tiles=none)
    assert lit(t) == {INDUSTRY: 1, END: 1}


@pytest.mark.rule("TERM-13", "MEGA-02")
def test_a_mega_vortex_is_a_vortex_for_effects() -> None:
    level_2 = {"level": 2, "agents": [CZ, MR_TIME]}
    assert lit(adding("a-vortex", options=level_2, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})) == {
        INDUSTRY: 1
    }


@pytest.mark.rule("TERM-14", "ERA-07")
def test_on_dr_foos_era_is_where_the_machine_faces() -> None:
    assert lit(adding("foo", foo=GLOBALIZATION)) == {GLOBALIZATION: 1}


@pytest.mark.rule("TERM-05", "EFF-07")
def test_another_agents_era_may_be_your_own_and_yours_alone_is_not_among_them() -> None:
    three = {"agents": [CZ, MR_TIME, ROBO]}
    t = adding("another-agent", options=three, agents={CZ: DAWN, MR_TIME: MEDIEVAL, ROBO: END})
    assert t.offers("PickEra", "era") == [MEDIEVAL, END]
    assert lit(adding("another-agent", agents={CZ: DAWN, MR_TIME: DAWN})) == {DAWN: 1}


@pytest.mark.rule("TERM-04")
def test_any_agents_era_includes_yours() -> None:
    t = adding("any-agent", agents={CZ: DAWN, MR_TIME: MEDIEVAL})
    assert t.offers("PickEra", "era") == [DAWN, MEDIEVAL]


@pytest.mark.rule("EFF-10")
@pytest.mark.parametrize("option", [0, 1])
def test_on_a_vortex_your_era_or_every_vortex_gives_your_era_one_energy(option: int) -> None:
    effect = [{"choose": [[{"add-energy": 1}], [{"add-energy": 1, "at": "every-vortex"}]]}]
    t = using(effect, vortexes={DAWN: 1, END: 1}, tiles={DAWN: "none", END: "none"}).do(
        "PickOption", option=option
    )
    assert t["energy"][DAWN] == 1
    assert t["energy"][END] == option


@pytest.mark.rule("EFF-14")
def test_where_you_sent_a_duplicate_follows_the_push_even_if_it_destroyed_it() -> None:
    effect = [{"push": 1}, {"add-energy": 1, "at": "sent"}]
    t = using(effect, duplicates={"3>1": DAWN}).do("PickEra", era=MEDIEVAL)
    assert t["duplicates"] == {}
    assert lit(t) == {MEDIEVAL: 1}
    t = using(effect, duplicates={"3>1": DAWN}).do("PickEra", era=END)
    assert lit(t) == {END: 1}
    t = using([{"push": 1, "at": "next"}, effect[1]], duplicates={"3>6": MEDIEVAL}).do("PickEra", era=DAWN)
    assert lit(t) == {DAWN: 1}
    assert lit(using(effect)) == {}  # no push, nothing follows


@pytest.mark.rule("EFF-15")
def test_the_original_era_of_the_drawn_card_drives_the_rest_and_the_card_arrives_ready() -> None:
    t = using([{"draw": 1}, {"add-energy": 1, "at": "drawn"}], draw={CZ: []}, top={CZ: ["matriochka"]})
    assert lit(t) == {INDUSTRY: 1}
    assert t["hand"][CZ] == ["matriochka"]
    t = using([{"draw": 1}, {"add-energy": 1, "at": "drawn"}], draw={CZ: []}, top={CZ: ["spartan-shield"]})
    assert lit(t) == {DAWN: 1}
    assert lit(using([{"draw": 1}, {"add-energy": 1, "at": "drawn"}], draw={CZ: []})) == {}


@pytest.mark.rule("EFF-14", "EFF-15", "EFF-03")
def test_what_an_inner_effect_sent_or_drew_is_not_the_outer_ones() -> None:
    effect = [{"push": 1, "at": "next"}, {"apply-card": "discard"}, {"add-energy": 1, "at": "sent"}]
    t = using(effect, cards={"inner": [{"push": 1}]}, discard={CZ: ["inner"]}, duplicates={"3>1": DAWN})
    t.do("PickEra", era=END)
    assert lit(t) == {}


@pytest.mark.rule("EFF-16", "ACT-09")
def test_until_equal_adds_only_what_is_missing() -> None:
    effect = [{"until-equal": "energy", "at": "next"}]
    assert lit(using(effect, rifts={MEDIEVAL: 3}, energy={MEDIEVAL: 1})) == {MEDIEVAL: 3}
    assert lit(using(effect, rifts={MEDIEVAL: 1}, energy={MEDIEVAL: 2})) == {MEDIEVAL: 2}
    assert lit(using(effect, rifts={MEDIEVAL: 2}, energy={MEDIEVAL: 2})) == {MEDIEVAL: 2}


@pytest.mark.rule("EFF-16")
def test_until_equal_removes_only_what_is_too_much() -> None:
    effect = [{"until-equal": "rifts"}]
    assert using(effect, rifts={DAWN: 3}, energy={DAWN: 1})["rifts"][DAWN] == 1
    assert using(effect, rifts={DAWN: 1}, energy={DAWN: 2})["rifts"][DAWN] == 1


@pytest.mark.rule("EFF-17")
def test_another_agent_present_is_enough_and_more_do_not_multiply() -> None:
    effect = [{"if-agent": [{"add-energy": 1}], "at": "here"}]
    three = {"agents": [CZ, MR_TIME, ROBO]}
    assert lit(using(effect, three, agents={CZ: DAWN, MR_TIME: DAWN, ROBO: DAWN})) == {DAWN: 1}
    assert lit(using(effect, three, agents={CZ: DAWN, MR_TIME: DAWN, ROBO: END})) == {DAWN: 1}
    assert lit(using(effect, three, agents={CZ: DAWN, MR_TIME: END, ROBO: END})) == {}
    effect = [{"if-agent": [{"add-energy": 1}], "at": "adjacent"}]
    assert lit(using(effect, three, agents={CZ: DAWN, MR_TIME: END, ROBO: ROBOTS})) == {DAWN: 1}


@pytest.mark.rule("TERM-02", "AMB-53")
def test_or_is_exactly_one_even_one_that_cannot_be_done() -> None:
    effect = [{"choose": [[{"remove-rift": 1}], [{"add-energy": 1}, {"add-energy": 1, "at": "next"}]]}]
    t = using(effect)
    assert t.offers("PickOption", "option") == [0, 1]
    t.do("PickOption", option=0)
    assert t.told == []
    assert lit(using(effect).do("PickOption", option=1)) == {DAWN: 1, MEDIEVAL: 1}


@pytest.mark.rule("TERM-03")
def test_you_can_is_optional_and_the_rest_goes_on() -> None:
    effect = [{"optional": [{"add-energy": 1}]}, {"add-energy": 1, "at": "next"}]
    assert lit(using(effect).do("PickOption", option=0)) == {MEDIEVAL: 1}
    assert lit(using(effect).do("PickOption", option=1)) == {DAWN: 1, MEDIEVAL: 1}


@pytest.mark.rule("TERM-01", "TERM-03")
def test_text_without_you_can_is_not_asked_about() -> None:
    t = using([{"remove-rift": 1}, {"add-energy": 1}], rifts={RENAISSANCE: 1, DAWN: 1})
    assert t.order == ["CardUsed", "RiftsRemoved", "EnergyAdded"]
    assert t.asked == "act"


@pytest.mark.rule("EFF-02", "FOO-17")
def test_a_card_held_ready_for_the_next_drop_cancels_a_landed_rift() -> None:
    t = using([{"cancel-rift": 1}])
    assert t["shields"] == 1
    t.end_turn().any_chance(until="drop")
    front = t["foo"]
    t.do("RiftsLanded", source="hand", landed={front: dict(t.question.about)["cubes"]})
    assert t.asked == "cancel-rift"
    before = t.state.landed
    t.do("PickEra", era=front)
    assert t.happened("RiftCancelled") == [{"era": front}]
    assert t["rifts"][front] == sum(before) - 1 or t["vortexes"][front] == 1
    assert t["shields"] == 0
    assert "ability" not in t["marks"]


@pytest.mark.rule("EFF-02")
def test_shields_do_not_outlast_the_drop() -> None:
    t = using([{"cancel-rift": 2}]).end_turn().any_chance(until="drop")
    t.do("RiftsLanded", source="hand", landed={t["foo"]: 1}, inside=dict(t.question.about)["cubes"] - 1)
    t.do("PickEra", era="none")
    assert t["shields"] == 0
