"""Slips that a round of deliberate mistakes got past the other tests: small, and each seen at a table."""

import pytest

from companion.games.the_loop import TheLoop

from .playing import CZ, INDUSTRY, MEDIEVAL, MR_TIME, ROBO, foo_phase, game, table


@pytest.mark.rule("END-03")
def test_hands_are_filled_from_the_active_player_on_clockwise() -> None:
    agents = [CZ, MR_TIME, ROBO]
    deck = {agent: list(game().start({"agents": agents}).setting.box.starting[agent]) for agent in agents}
    t = table({"agents": agents}, active=CZ, draw=deck, hand={}, bag=[], huge=[]).end_turn()
    drawn = t.happened("CardDrew") + t.any_chance("reveal-foo").happened("CardDrew")
    assert list(dict.fromkeys(card["agent"] for card in drawn)) == agents


@pytest.mark.rule("FOO-05")
def test_the_cards_of_a_cycle_are_those_of_its_place_on_the_hq_board() -> None:
    box = dict(game().box)
    box["hq"] = {**box["hq"], "cycles": {**box["hq"]["cycles"], "cards": [2, 1, 3]}}
    own = TheLoop(box)
    for cycle, cards in ((1, 2), (2, 1), (3, 3)):
        s = own.position({"agents": [CZ, MR_TIME]}, {"phase": "foo", "cycle": cycle, "bag": []})
        made = [step for step in s.agenda if step[0] == "make-available"]
        asked = sum(step[1] for step in made) + (own.awaited(s)[0].id == "reveal-card")
        assert asked == cards, cycle


@pytest.mark.rule("EFF-02")
def test_two_shields_cancel_two_rifts() -> None:
    t = foo_phase(shields=2, duplicates={"0>3": MEDIEVAL})
    t.do("FooRevealed", "hand", era=MEDIEVAL)
    t.do("RiftsLanded", "hand", landed={MEDIEVAL: 3})
    for _ in range(2):
        assert t.asked == "cancel-rift"
        t.do("PickEra", era=MEDIEVAL)
    assert (t.asked, t["rifts"][MEDIEVAL]) == ("act", 1)


@pytest.mark.rule("SETUP-15")
@pytest.mark.parametrize("mode", ["centrifuge", "ultramachina"])
@pytest.mark.parametrize(("players", "duplicates"), [(2, 7), (3, 5), (4, 4)])
def test_other_modes_add_no_duplicates_to_the_setup(mode: str, players: int, duplicates: int) -> None:
    s = game().start({"mode": mode, "players": players})
    drawing = [step for step in s.agenda if step[0] == "draw-duplicates"]
    assert [step[1] for step in drawing] == [duplicates]


def test_a_machine_can_be_said_to_be_empty() -> None:
    t = table(inside=2)
    t.do("Correct", path="inside", value=0)
    assert t["inside"] == 0


def test_nonsense_about_late_cubes_is_told_as_none() -> None:
    t = table(inside=2)
    refused = t.refuses("TOWER-06", "LateRifts", landed={INDUSTRY: -1})
    assert dict(refused.about)["told"] == 0


@pytest.mark.parametrize(("told", "side"), [(True, "full"), ("full", "full"), (False, "low"), ("low", "low")])
def test_batteries_are_told_by_word_or_by_truth(told: bool | str, side: str) -> None:
    assert table(batteries={CZ: told})["batteries"][CZ] == side


@pytest.mark.rule("FOO-03")
def test_a_token_that_we_did_not_list_takes_the_place_of_the_last_one_in_the_bag() -> None:
    t = table({"bag": "hand"}, phase="foo", bag=["0>2"], huge=[])
    t.do("DuplicateDrawn", "hand", token="1>4")
    assert t["bag"] == []
    assert t["duplicates"] == {"1>4": MEDIEVAL}
