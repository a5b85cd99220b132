"""Effects on cards: who draws, what is thrown away, and cards applied from outside the hand [TERM, EFF]."""

import pytest

from .playing import CZ, DAWN, END, INDUSTRY, MEDIEVAL, MR_TIME, RENAISSANCE, ROBO, using

ENERGY = {"theirs": [{"add-energy": 1}], "other": [{"add-energy": 1, "at": "next"}]}


@pytest.mark.rule("EFF-03")
def test_a_card_applied_from_outside_the_hand_is_used_by_you_with_your_pawn() -> None:
    t = using([{"apply-card": "discard"}], cards=ENERGY, discard={CZ: ["theirs"]}, agents={CZ: INDUSTRY})
    assert t["energy"][INDUSTRY] == 1
    assert t["discard"][CZ] == ["theirs"]
    assert t.happened("CardUsed")[1] == {"agent": CZ, "card": "theirs"}
    t = using([{"apply-card": "destroyed", "after": "keep"}], cards=ENERGY, destroyed=["other", "theirs"])
    assert t["energy"][DAWN] == 1  # the top of the pile
    assert t["destroyed"] == ["other", "theirs"]


@pytest.mark.rule("EFF-03")
@pytest.mark.parametrize(
    ("after", "destroyed", "discard"), [("destroy", ["theirs"], []), ("discard", [], ["theirs"])]
)
def test_what_becomes_of_an_applied_available_card(
    after: str, destroyed: list[str], discard: list[str]
) -> None:
    t = using([{"apply-card": "available", "after": after}], cards=ENERGY, available=["theirs"])
    assert t["energy"][DAWN] == 1
    assert t["available"][DAWN] == []
    assert (t["destroyed"], t["discard"][CZ]) == (destroyed, discard)


@pytest.mark.rule("EFF-04", "ACT-12")
def test_a_card_of_another_hand_is_applied_by_that_player_with_that_pawn() -> None:
    t = using(
        [{"apply-card": "hand-of-another"}], cards=ENERGY, hand={MR_TIME: ["other"]}, agents={MR_TIME: END}
    )
    assert t["energy"][DAWN] == 1  # next to Mr Time
    assert t.happened("CardUsed") == [{"agent": CZ, "card": "probe"}, {"agent": MR_TIME, "card": "other"}]
    assert t["exhausted"][MR_TIME] == ["other"]
    choosing = {"theirs": [{"choose": [[{"add-energy": 1}], [{"remove-rift": 1}]]}]}
    t = using(
        [{"apply-card": "hand-of-another"}, {"add-energy": 1}], cards=choosing, hand={MR_TIME: ["theirs"]}
    )
    assert t.question.owner == 1  # the one who applies it decides
    t.do("PickOption", option=0)
    assert t["energy"] | {RENAISSANCE: 0, DAWN: 0} == dict.fromkeys(t["energy"], 0)
    assert (t["energy"][RENAISSANCE], t["energy"][DAWN]) == (1, 1)  # then your pawn is the reference again


@pytest.mark.rule("EFF-04", "AMB-41")
def test_a_card_that_stays_in_their_hand_must_be_ready() -> None:
    given = {"cards": ENERGY, "exhausted": {MR_TIME: ["theirs"]}}
    assert using([{"apply-card": "hand-of-another"}], **given).order == ["CardUsed"]
    t = using([{"apply-card": "hand-of-another", "after": "discard"}], **given)
    assert t["energy"][RENAISSANCE] == 1
    assert t["discard"][MR_TIME] == ["theirs"]
    t = using([{"apply-card": "hand-of-another", "after": "destroy"}], **given)
    assert t["destroyed"] == ["theirs"]


@pytest.mark.rule("EFF-04", "TERM-05")
def test_whose_card_and_which_is_chosen() -> None:
    three = {"agents": [CZ, MR_TIME, ROBO]}
    hands = {MR_TIME: ["theirs", "other"], ROBO: ["holy-grail"]}
    t = using([{"apply-card": "hand-of-another"}], three, ENERGY, hand=hands)
    assert t.offers("PickAgent", "agent") == [MR_TIME, ROBO]
    t.do("PickAgent", agent=MR_TIME)
    assert t.offers("PickCard", "card") == ["theirs", "other"]
    assert t.question.owner == 0
    t.do("PickCard", card="theirs")
    assert t["energy"][RENAISSANCE] == 1


@pytest.mark.rule("ACT-02")
def test_no_card_is_applied_inside_itself() -> None:
    again = {"again": [{"apply-card": "discard"}, {"add-energy": 1}]}
    t = using([{"apply-card": "discard"}], cards=again, discard={CZ: ["again"]})
    assert t["energy"][DAWN] == 1
    assert t.asked == "act"


@pytest.mark.rule("EFF-08")
def test_several_players_draw_one_after_another_in_an_order_they_choose() -> None:
    three = {"agents": [CZ, MR_TIME, ROBO]}
    tops = {CZ: ["holy-grail"], MR_TIME: ["war-horse"], ROBO: ["matriochka"]}
    t = using([{"draw": 1, "who": "each-agent"}], three, top=tops)
    assert t.offers("PickAgent", "agent") == [CZ, MR_TIME, ROBO]
    t.do("PickAgent", agent=ROBO)
    assert t["hand"][ROBO] == ["matriochka"]  # seen before the next one decides
    assert t.offers("PickAgent", "agent") == [CZ, MR_TIME]
    t.do("PickAgent", agent=CZ)
    assert t["hand"] == {CZ: ["holy-grail"], MR_TIME: ["war-horse"], ROBO: ["matriochka"]}


@pytest.mark.rule("TERM-05", "CARD-06")
def test_another_agent_draws() -> None:
    t = using([{"draw": 2, "who": "another-agent"}], top={MR_TIME: ["war-horse", "holy-grail"]})
    assert t["hand"][MR_TIME] == ["holy-grail", "war-horse"]


@pytest.mark.rule("EFF-11")
def test_the_card_in_use_may_be_discarded_and_its_effect_goes_on() -> None:
    t = using([{"discard": 1}, {"add-energy": 1}], hand={CZ: ["holy-grail"]}, exhausted={CZ: ["war-horse"]})
    assert sorted(t.offers("PickCard", "card")) == ["holy-grail", "probe", "war-horse"]
    t.do("PickCard", card="probe")
    assert t["discard"][CZ] == ["probe"]
    assert t["energy"][DAWN] == 1


@pytest.mark.rule("EFF-11", "CARD-11")
def test_the_card_in_use_may_be_destroyed_and_leaves_the_deck() -> None:
    t = using([{"destroy-card": 1, "from": "hand"}, {"add-energy": 1}])
    assert t["destroyed"] == ["probe"]
    assert t["exhausted"][CZ] == []
    assert t["energy"][DAWN] == 1


@pytest.mark.rule("ACT-09")
def test_more_cards_than_there_are_cannot_be_thrown_away() -> None:
    t = using([{"discard": 3}], hand={CZ: ["holy-grail"]})
    t.do("PickCard", card="holy-grail")
    assert t["discard"][CZ] == ["holy-grail", "probe"]
    assert t.asked == "act"


@pytest.mark.rule("TERM-21", "TERM-22")
def test_effects_on_available_cards_look_at_your_own_era() -> None:
    t = using(
        [{"destroy-card": 1, "from": "available"}],
        available=["war-horse", "matriochka"],
        agents={CZ: MEDIEVAL},
    )
    assert t["destroyed"] == ["war-horse"]
    assert t["available"][INDUSTRY] == ["matriochka"]


def test_a_card_that_was_moved_by_hand_while_it_was_being_chosen_is_left_where_it_is() -> None:
    t = using([{"add-to-deck": 1, "from": "available"}], available=["spartan-shield", "stonehenge-stones"])
    t.do("Correct", path="card.spartan-shield", value="discard.1")
    assert t.answers == [{"kind": "PickCard", "card": "stonehenge-stones"}]
    assert t["discard"][MR_TIME] == ["spartan-shield"]
    t = using([{"discard": 1}], hand={CZ: ["holy-grail"]})
    t.do("Correct", path="card.holy-grail", value="ready.1")
    assert {"kind": "PickCard", "card": "holy-grail"} not in t.answers
    assert t["hand"][MR_TIME] == ["holy-grail"]


# -- what the second referee found -----------------------------------------------------------------------


UNREAD = {"theirs": {"effect": [], "text": {"en": "Remove a rift."}, "era": DAWN}}


@pytest.mark.rule("ACT-08", "EFF-03")
@pytest.mark.parametrize(
    ("origin", "given"),
    [
        ("available", {"available": ["theirs"]}),
        ("discard", {"discard": {CZ: ["theirs"]}}),
        ("destroyed", {"destroyed": ["theirs"]}),
        ("hand-of-another", {"hand": {MR_TIME: ["theirs"]}}),
    ],
)
def test_a_card_that_only_people_can_read_is_told_wherever_it_is_applied_from(
    origin: str, given: dict[str, object]
) -> None:
    t = using([{"apply-card": origin, "after": "discard"}], cards=UNREAD, rifts={DAWN: 2}, **given)
    assert (t.question.id, dict(t.question.about)["card"]) == ("tell-effect", "theirs")
    t.do("HandsDid", changes=[["rift", 0, -1]])
    assert (t["rifts"][DAWN], t.question.id) == (1, "tell-effect")
    t.do("PickOption", option=0)
    assert t.question.id == "act"
    assert t["discard"][MR_TIME if origin == "hand-of-another" else CZ] == ["theirs"]  # only now


@pytest.mark.rule("EFF-14")
def test_where_a_card_was_discarded_is_what_this_effect_discarded() -> None:
    """Not what lies on the pile from before, and also when the pile is shuffled meanwhile."""
    there = {"theirs": {"effect": [], "era": INDUSTRY}, "other": {"effect": [], "era": MEDIEVAL}}
    nothing = {"cards": there, "discard": {CZ: ["theirs"]}}
    t = using(
        [{"destroy-card": 1, "from": "hand"}, {"discard": 1}, {"add-energy": 2, "at": "discarded"}], **nothing
    )
    assert not any(t["energy"].values())
    effect = [
        {"destroy-card": 1, "from": "hand"},
        {"discard": 1},
        {"draw": 1},
        {"add-energy": 2, "at": "discarded"},
    ]
    t = using(effect, cards=there, hand={CZ: ["other"]}, draw={CZ: []})
    t.do("PickCard", card="probe")
    assert t["discard"][CZ] == []
    assert t["energy"][MEDIEVAL] == 2


@pytest.mark.rule("EFF-03")
def test_an_applied_card_is_discarded_from_under_what_its_effect_has_destroyed() -> None:
    cards = {"theirs": [{"destroy-card": 1, "from": "hand"}], "other": [{"add-energy": 1}]}
    t = using(
        [{"apply-card": "destroyed", "after": "discard"}],
        cards=cards,
        destroyed=["theirs"],
        hand={CZ: ["other"]},
    )
    t.do("PickCard", card="other")
    assert t["destroyed"] == ["other"]
    assert t["discard"][CZ] == ["theirs"]
