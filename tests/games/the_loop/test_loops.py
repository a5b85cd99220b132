"""LOOPs: the rising price, the dimension, and which cards wake up."""

import pytest

from .playing import CZ, DAWN, INDUSTRY, MEDIEVAL, MR_TIME, Table, table, with_cards

BOX = with_cards(
    {
        "spiral-1": {"dimension": "spiral"},
        "spiral-2": {"dimension": "spiral"},
        "spiral-3": {"dimension": "spiral"},
        "star-1": {"dimension": "star"},
        "stripe-1": {"dimension": "stripe"},
        "hole": {"dimension": "black-hole"},
        "blank": {"dimension": None},
    }
)


def looping(**given: object) -> Table:
    return table(on=BOX, **{"energy": {DAWN: 6}, "exhausted": {CZ: ["spiral-1", "star-1", "hole"]}, **given})


@pytest.mark.rule("LOOP-01", "LOOP-03")
def test_a_loop_takes_energy_of_your_era_and_readies_the_chosen_dimension() -> None:
    t = looping()
    pool = t["pools"]["energy"]
    t.do("Loop", dimension="spiral")
    assert t["hand"][CZ] == ["spiral-1"]
    assert t["exhausted"][CZ] == ["hole", "star-1"]
    assert t["energy"][DAWN] == 5
    assert t["pools"]["energy"] == pool + 1
    assert t.happened("LoopDone") == [{"agent": CZ, "era": DAWN, "dimension": "spiral", "price": 1}]
    assert t.happened("CardsReadied") == [{"agent": CZ, "cards": ["spiral-1"]}]


@pytest.mark.rule("LOOP-02", "LOOP-07")
def test_every_further_loop_of_the_turn_costs_one_more() -> None:
    t = looping()
    for left, dimension in ((5, "spiral"), (3, "star"), (0, "spiral")):
        t.do("Loop", dimension=dimension)
        assert t["energy"][DAWN] == left
    assert t["loops"] == 3


@pytest.mark.rule("LOOP-03")
def test_there_is_no_partial_payment() -> None:
    t = looping(energy={DAWN: 2})
    t.do("Loop", dimension="spiral")
    assert t["energy"][DAWN] == 1
    assert t.offers("Loop") == []
    t.refuses("LOOP-03", "Loop", dimension="spiral")


@pytest.mark.rule("LOOP-03", "ACT-07")
def test_energy_of_another_era_does_not_pay() -> None:
    t = looping(energy={MEDIEVAL: 6})
    t.refuses("LOOP-03", "Loop", dimension="spiral")


@pytest.mark.rule("LOOP-07", "LOOP-02")
def test_the_price_rises_over_all_eras() -> None:
    t = looping(energy={DAWN: 1, MEDIEVAL: 2})
    t.do("Loop", dimension="spiral").do("FreeMove", to=MEDIEVAL).do("Loop", dimension="star")
    assert t["energy"][MEDIEVAL] == 0


@pytest.mark.rule("LOOP-07", "END-06")
def test_the_price_starts_anew_in_the_next_turn() -> None:
    t = looping().do("Loop", dimension="spiral")
    t.end_turn().any_chance(until="reveal-foo")
    assert t["turn"] == 2
    assert t["loops"] == 0


@pytest.mark.rule("LOOP-04", "CARD-02")
def test_black_hole_cannot_be_looped() -> None:
    t = looping(exhausted={CZ: ["hole"]})
    assert t.offers("Loop") == []
    t.refuses("LOOP-04", "Loop", dimension="black-hole")


@pytest.mark.rule("LOOP-04", "LOOP-05")
def test_no_loop_wakes_a_black_hole_card_or_another_dimension() -> None:
    t = looping(
        exhausted={CZ: ["spiral-1", "spiral-2", "star-1", "stripe-1", "hole"]}, hand={CZ: ["spiral-3"]}
    )
    t.do("Loop", dimension="spiral")
    assert t["hand"][CZ] == ["spiral-1", "spiral-2", "spiral-3"]
    assert t["exhausted"][CZ] == ["hole", "star-1", "stripe-1"]


@pytest.mark.rule("LOOP-06")
def test_a_readied_card_can_be_used_again_and_again() -> None:
    t = looping(hand={CZ: ["spiral-2"]}, exhausted={})
    for _ in range(3):
        t.do("UseCard", card="spiral-2")
        t.do("Loop", dimension="spiral")
    assert t["hand"][CZ] == ["spiral-2"]


@pytest.mark.rule("LOOP-08")
def test_a_loop_touches_no_other_hand_and_no_pile() -> None:
    t = looping(exhausted={CZ: ["spiral-1"], MR_TIME: ["spiral-2"]}, discard={CZ: ["spiral-3"]})
    t.do("Loop", dimension="spiral")
    assert t["exhausted"][MR_TIME] == ["spiral-2"]
    assert t["discard"][CZ] == ["spiral-3"]
    assert t["hand"][CZ] == ["spiral-1"]


@pytest.mark.rule("LOOP-09", "AMB-14")
def test_a_loop_needs_a_card_of_its_dimension_in_your_hand() -> None:
    t = looping(exhausted={CZ: ["spiral-1"], MR_TIME: ["star-1"]})
    assert t.offers("Loop", "dimension") == ["spiral"]
    t.refuses("LOOP-09", "Loop", dimension="star")


@pytest.mark.rule("LOOP-09", "AMB-14")
def test_as_an_option_it_needs_none() -> None:
    t = table({"loop-needs-card": False}, BOX, energy={DAWN: 1})
    assert t.offers("Loop", "dimension") == ["spiral", "star", "stripe"]
    t.do("Loop", dimension="star")
    assert t["loops"] == 1
    assert t.happened("CardsReadied") == []


@pytest.mark.rule("LOOP-09")
def test_a_card_of_an_unknown_dimension_is_no_reason_to_loop() -> None:
    t = looping(exhausted={CZ: ["blank"]})
    assert t.offers("Loop") == []


@pytest.mark.rule("LOOP-11")
def test_a_loop_that_readies_nothing_is_legal() -> None:
    t = looping(hand={CZ: ["spiral-1"]}, exhausted={})
    t.do("Loop", dimension="spiral")
    assert t["loops"] == 1
    assert t.happened("CardsReadied") == []


@pytest.mark.rule("LOOP-10", "MISSION-13")
def test_the_loop_happens_where_your_pawn_is() -> None:
    t = looping(tiles={INDUSTRY: "m4", DAWN: "m7"}, foo=DAWN, agents={MR_TIME: INDUSTRY})
    t.do("Loop", dimension="spiral")
    assert t["damage"][INDUSTRY] == 1
    assert t["damage"][DAWN] == [DAWN]
    t = looping(tiles={INDUSTRY: "m4", DAWN: "m7"}, foo=INDUSTRY, agents={MR_TIME: INDUSTRY})
    t.do("Loop", dimension="spiral")
    assert t["damage"][INDUSTRY] == 0
