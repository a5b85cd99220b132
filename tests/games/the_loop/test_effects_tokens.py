"""Effects on duplicates: push, pull, destroy, generate, carry and swap [TERM, EFF]."""

import pytest

from .playing import (
    CZ,
    DAWN,
    END,
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


@pytest.mark.rule("TERM-15", "DUP-05")
def test_push_moves_a_duplicate_of_the_stated_era_to_a_neighbour_of_its_own() -> None:
    t = using([{"push": 1, "at": "next"}], duplicates={"3>5": MEDIEVAL, "3>6": DAWN})
    assert t.offers("PickEra", "era") == [DAWN, RENAISSANCE]
    t.do("PickEra", era=RENAISSANCE)
    assert t["duplicates"] == {"3>5": RENAISSANCE, "3>6": DAWN}
    assert using([{"push": 1}], duplicates={"3>5": MEDIEVAL}).order == ["CardUsed"]


@pytest.mark.rule("EFF-06", "TERM-15")
def test_several_pushed_may_each_go_elsewhere() -> None:
    t = using([{"push": 2}], duplicates={"3>5": DAWN, "2>4": DAWN})
    t.do("PickDuplicate", token="3>5").do("PickEra", era=END).do("PickEra", era=MEDIEVAL)
    assert t["duplicates"] == {"3>5": END, "2>4": MEDIEVAL}


@pytest.mark.rule("TERM-16")
def test_pull_takes_one_from_a_neighbouring_era_to_yours() -> None:
    t = using([{"pull": 1}], duplicates={"3>5": MEDIEVAL, "3>6": END, "2>4": RENAISSANCE, "2>5": DAWN})
    assert sorted(t.offers("PickDuplicate", "token")) == ["3>5", "3>6"]
    t.do("PickDuplicate", token="3>6")
    assert t["duplicates"]["3>6"] == DAWN


@pytest.mark.rule("EFF-09", "TERM-16")
def test_several_pulled_may_come_from_different_eras() -> None:
    t = using([{"pull": 2}], duplicates={"3>5": MEDIEVAL, "3>6": END}).do("PickDuplicate", token="3>5")
    assert t["duplicates"] == {"3>5": DAWN, "3>6": DAWN}


@pytest.mark.rule("TERM-17", "DUP-02", "AMB-31")
def test_destroy_sends_a_duplicate_of_the_stated_era_into_the_bag() -> None:
    t = using([{"destroy-duplicate": 1, "at": "next"}], duplicates={"3>5": MEDIEVAL, "3>6": DAWN})
    assert t["duplicates"] == {"3>6": DAWN}
    assert "3>5" in t["bag"]
    assert using([{"destroy-duplicate": 1}], duplicates={"3>5": MEDIEVAL}).order == ["CardUsed"]


@pytest.mark.rule("TERM-24", "FOO-04")
def test_generate_draws_from_the_bag_onto_the_tokens_own_era_or_the_stated_one() -> None:
    assert using([{"generate": 1}], bag=["3>5"])["duplicates"] == {"3>5": INDUSTRY}
    assert using([{"generate": 1, "at": "here"}], bag=["3>5"])["duplicates"] == {"3>5": DAWN}
    assert using([{"generate": 3}], bag=["3>5"])["duplicates"] == {"3>5": INDUSTRY}
    assert using([{"generate": 1}], bag=[]).order == ["CardUsed"]


# -- moving --------------------------------------------------------------------------------------------------


@pytest.mark.rule("TERM-09", "TERM-10", "AMB-50")
def test_several_eras_are_exactly_that_many_in_one_direction() -> None:
    assert using([{"move": 1}]).offers("PickEra", "era") == [END, MEDIEVAL]
    t = using([{"move": 2}])
    assert t.offers("PickEra", "era") == [ROBOTS, RENAISSANCE]
    t.do("PickEra", era=ROBOTS)
    assert [told["era"] for told in t.happened("AgentMoved")] == [END, ROBOTS]


@pytest.mark.rule("TERM-10")
@pytest.mark.parametrize(
    ("n", "to", "way"),
    [
        (4, GLOBALIZATION, [MEDIEVAL, RENAISSANCE, INDUSTRY, GLOBALIZATION]),
        (5, RENAISSANCE, [END, ROBOTS, GLOBALIZATION, INDUSTRY, RENAISSANCE]),
    ],
)
def test_a_long_way_is_not_cut_short_round_the_back(n: int, to: str, way: list[str]) -> None:
    t = using([{"move": n}]).do("PickEra", era=to)
    assert [told["era"] for told in t.happened("AgentMoved")] == way


@pytest.mark.rule("TERM-10")
def test_up_to_includes_every_shorter_move_and_none() -> None:
    t = using([{"move": 2, "up-to": True}])
    assert set(t.offers("PickEra", "era")) == {DAWN, END, MEDIEVAL, ROBOTS, RENAISSANCE}
    assert t.do("PickEra", era=DAWN).happened("AgentMoved") == []
    t = using([{"move": 5, "up-to": True}]).do("PickEra", era=END)
    assert [told["era"] for told in t.happened("AgentMoved")] == [END]


@pytest.mark.rule("EFF-18", "TERM-12")
def test_wherever_you_want_may_be_where_you_are() -> None:
    t = using([{"move": "anywhere"}])
    assert DAWN in t.offers("PickEra", "era")
    assert len(t.offers("PickEra", "era")) == 7
    assert t.do("PickEra", era=INDUSTRY)["agents"][CZ] == INDUSTRY


@pytest.mark.rule("TERM-04", "TERM-05")
def test_another_agent_is_anyone_but_you_any_agent_is_you_too() -> None:
    three = {"agents": [CZ, MR_TIME, ROBO]}
    t = using([{"move": 1, "who": "another-agent"}], three)
    assert t.offers("PickAgent", "agent") == [MR_TIME, ROBO]
    t.do("PickAgent", agent=ROBO).do("PickEra", era=END)
    assert t["agents"][ROBO] == END
    assert using([{"move": 1, "who": "any-agent"}], three).offers("PickAgent", "agent") == [CZ, MR_TIME, ROBO]


# -- carrying ------------------------------------------------------------------------------------------------


def carrying(**given: object) -> Table:
    """Two eras from Medieval to Industry."""
    t = using([{"move": 2, "carry": "any"}], agents={CZ: MEDIEVAL}, **given)
    return t.do("PickEra", era=INDUSTRY)


@pytest.mark.rule("TERM-18", "EFF-12")
def test_a_duplicate_is_picked_up_on_the_first_era_and_put_down_on_the_last() -> None:
    t = carrying(duplicates={"0>5": MEDIEVAL})
    assert set(t.offers("PickDuplicate", "token")) == {"0>5", ""}
    t.do("PickDuplicate", token="0>5").do("PickOption", option=1)
    assert t["duplicates"] == {"0>5": INDUSTRY}
    assert t["agents"][CZ] == INDUSTRY


@pytest.mark.rule("TERM-18", "EFF-12")
def test_it_may_be_put_down_on_the_way() -> None:
    t = carrying(duplicates={"0>5": MEDIEVAL}).do("PickDuplicate", token="0>5").do("PickOption", option=0)
    assert t["duplicates"] == {"0>5": RENAISSANCE}
    assert t["agents"][CZ] == INDUSTRY


@pytest.mark.rule("TERM-18", "EFF-12")
def test_it_may_be_picked_up_on_the_way_but_not_on_the_last_era() -> None:
    t = carrying(duplicates={"0>5": RENAISSANCE})
    t.do("PickDuplicate", token="0>5")
    assert t["duplicates"] == {"0>5": INDUSTRY}
    t = carrying(duplicates={"0>5": INDUSTRY})
    assert t.asked == "act"


@pytest.mark.rule("TERM-18")
def test_carrying_is_optional_and_one_duplicate_at_most() -> None:
    t = carrying(duplicates={"0>5": MEDIEVAL, "0>4": RENAISSANCE})
    t.do("PickDuplicate", token="").do("PickDuplicate", token="")
    assert t["duplicates"] == {"0>5": MEDIEVAL, "0>4": RENAISSANCE}
    t = carrying(duplicates={"0>5": MEDIEVAL, "0>4": RENAISSANCE})
    t.do("PickDuplicate", token="0>5").do("PickOption", option=0)
    assert t["duplicates"] == {"0>5": RENAISSANCE, "0>4": RENAISSANCE}  # no second one after the first
    assert t.asked == "act"


@pytest.mark.rule("AMB-27", "DUP-02", "TERM-18")
def test_a_carried_duplicate_dies_on_entering_its_era_on_the_way_too() -> None:
    t = carrying(duplicates={"0>2": MEDIEVAL, "0>5": RENAISSANCE}).do("PickDuplicate", token="0>2")
    assert t.happened("DuplicateDestroyed") == [{"token": "0>2", "era": RENAISSANCE}]
    assert t["agents"][CZ] == INDUSTRY
    assert t["duplicates"] == {"0>5": RENAISSANCE}


@pytest.mark.rule("EFF-13", "TERM-18")
def test_some_carry_only_from_a_vortex() -> None:
    effect = [{"move": 2, "carry": "vortex"}]
    given = {"agents": {CZ: MEDIEVAL}, "duplicates": {"0>5": MEDIEVAL, "0>4": RENAISSANCE}}
    t = using(effect, vortexes={RENAISSANCE: 1}, tiles={RENAISSANCE: "none"}, **given).do(
        "PickEra", era=INDUSTRY
    )
    assert set(t.offers("PickDuplicate", "token")) == {"0>4", ""}
    t = using(effect, **given).do("PickEra", era=INDUSTRY)
    assert t.asked == "act"


@pytest.mark.rule("TERM-18", "TERM-12")
def test_a_jump_carries_from_where_it_starts() -> None:
    t = using([{"move": "anywhere", "carry": "any"}], duplicates={"3>5": DAWN}).do(
        "PickEra", era=GLOBALIZATION
    )
    t.do("PickDuplicate", token="3>5")
    assert t["duplicates"] == {"3>5": GLOBALIZATION}
    assert t.happened("AgentMoved") == [{"agent": CZ, "era": GLOBALIZATION}]
    t = using([{"move": "anywhere", "carry": "any"}], duplicates={"3>5": DAWN}).do("PickEra", era=DAWN)
    assert t.asked == "act"
    t = using([{"move": "anywhere", "carry": "vortex"}], duplicates={"3>5": DAWN}).do("PickEra", era=ROBOTS)
    assert t["duplicates"] == {"3>5": DAWN}
    broken = {"vortexes": {DAWN: 1}, "tiles": {DAWN: "none"}, "duplicates": {"3>5": DAWN}}
    t = using([{"move": "anywhere", "carry": "vortex"}], **broken).do("PickEra", era=END)
    t.do("PickDuplicate", token="3>5")
    assert t["duplicates"] == {"3>5": END}


# -- swapping ------------------------------------------------------------------------------------------------


@pytest.mark.rule("TERM-11")
def test_two_agents_change_places() -> None:
    t = using([{"swap": "agent"}], agents={CZ: DAWN, MR_TIME: INDUSTRY})
    assert t["agents"] == {CZ: INDUSTRY, MR_TIME: DAWN}


@pytest.mark.rule("TERM-11", "DUP-02")
def test_two_duplicates_change_places_and_one_dies_at_home() -> None:
    t = using(
        [{"swap": "duplicates", "at": "here", "with": "next"}], duplicates={"3>5": DAWN, "3>6": MEDIEVAL}
    )
    assert t["duplicates"] == {"3>5": MEDIEVAL, "3>6": DAWN}
    t = using(
        [{"swap": "duplicates", "at": "here", "with": "next"}], duplicates={"3>1": DAWN, "3>6": MEDIEVAL}
    )
    assert t["duplicates"] == {"3>6": DAWN}
    assert (
        using([{"swap": "duplicates", "at": "here", "with": "next"}], duplicates={"3>1": DAWN}).asked == "act"
    )


@pytest.mark.rule("TERM-11", "DUP-07")
def test_which_duplicates_are_swapped_is_chosen() -> None:
    tokens = {"3>5": DAWN, "2>5": DAWN, "3>6": MEDIEVAL, "2>6": MEDIEVAL}
    t = using([{"swap": "duplicates", "at": "here", "with": "next"}], duplicates=tokens)
    t.do("PickDuplicate", token="2>5")
    assert sorted(t.offers("PickDuplicate", "token")) == ["2>6", "3>6"]
    t.do("PickDuplicate", token="3>6")
    assert t["duplicates"] == {"3>5": DAWN, "2>5": MEDIEVAL, "3>6": DAWN, "2>6": MEDIEVAL}


@pytest.mark.rule("TERM-11")
def test_an_agent_and_a_duplicate_change_places() -> None:
    t = using([{"swap": "agent-duplicate", "at": "anywhere"}], duplicates={"3>5": GLOBALIZATION})
    assert t["agents"][CZ] == GLOBALIZATION
    assert t["duplicates"] == {"3>5": DAWN}
