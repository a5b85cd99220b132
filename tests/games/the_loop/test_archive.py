"""Phases III and IV: taking a card, archiving a tile, the attendance bonus."""

import pytest

from companion.words import Speech, Words

from .playing import CZ, DAWN, END, INDUSTRY, MEDIEVAL, MR_TIME, RENAISSANCE, ROBO, ROBOTS, Table, table

CARDS = ["spartan-shield", "war-horse", "holy-grail", "gutenbergs-wormhole", "matriochka", "double-joystick"]


def full_tile(options: dict[str, object] | None = None, **given: object) -> Table:
    """Phase IV, the active agent on a complete tile; the Huge Deck is the six cards above."""
    return table(
        options,
        **{
            "phase": "archive",
            "agents": {CZ: MEDIEVAL},
            "huge": CARDS,
            "tiles": {MEDIEVAL: "m10", DAWN: "m9"},
            "damage": {MEDIEVAL: 6},
            **given,
        },
    )


def revealing(t: Table, *cards: str) -> Table:
    for card in cards:
        t.do("CardRevealed", card=card, source="app")
    return t


# -- phase III -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ADD-01", "ADD-02", "CARD-13", "TERM-23")
def test_a_card_of_your_own_era_goes_on_top_of_your_draw_pile() -> None:
    t = table(phase="card", agents={CZ: MEDIEVAL}, available=["war-horse", "holy-grail", "matriochka"])
    assert t.offers("TakeCard", "card") == ["war-horse", "holy-grail", ""]
    t.do("TakeCard", card="holy-grail")
    assert t.happened("CardTaken") == [{"agent": CZ, "card": "holy-grail"}]
    assert t["hand"][CZ] == ["holy-grail"]  # drawn first at the end of the turn


@pytest.mark.rule("ADD-01")
def test_a_card_of_another_era_cannot_be_taken() -> None:
    t = table(phase="card", agents={CZ: MEDIEVAL}, available=["war-horse", "matriochka"])
    t.refuses("ADD-01", "TakeCard", card="matriochka")
    t.refuses("TURN-02", "EndActions")


@pytest.mark.rule("ADD-01", "TURN-04")
def test_taking_none_is_legal_and_with_none_there_the_phase_is_skipped() -> None:
    t = table(phase="card", agents={CZ: MEDIEVAL}, available=["war-horse"])
    t.do("TakeCard", card="")
    assert t["available"][MEDIEVAL] == ["war-horse"]
    assert t.happened("CardAdded") == []
    t = table(phase="card", agents={CZ: DAWN}, available=["war-horse"])
    assert t.asked == "draw-card"


@pytest.mark.rule("ADD-03", "ADD-05")
def test_one_card_and_no_more_the_others_stay() -> None:
    t = table(phase="card", agents={CZ: MEDIEVAL}, available=["war-horse", "holy-grail"])
    t.do("TakeCard", card="war-horse")
    assert t["available"][MEDIEVAL] == ["holy-grail"]
    assert t.asked != "take-card"
    t.any_chance(until="reveal-foo")
    assert t["available"][MEDIEVAL][0] == "holy-grail"  # it does not expire with the turn


@pytest.mark.rule("ADD-04", "CARD-18")
def test_the_taken_card_is_the_first_one_drawn() -> None:
    t = table(phase="card", agents={CZ: MEDIEVAL}, available=["war-horse"])
    t.do("TakeCard", card="war-horse")
    assert t.happened("CardDrew")[0] == {"agent": CZ, "card": "war-horse"}


# -- phase IV ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARCH-01", "ARCH-02", "TURN-04")
def test_the_complete_tile_of_your_era_may_be_archived() -> None:
    t = full_tile()
    assert t.answers == [{"kind": "Archive", "yes": True}, {"kind": "Archive", "yes": False}]
    t.do("Archive", yes=True)
    assert t["archived"] == ["m10"]
    assert t.happened("TileArchived") == [{"era": MEDIEVAL, "mission": "m10", "archived": 1}]


@pytest.mark.rule("ARCH-01", "AMB-44")
def test_archiving_may_be_declined() -> None:
    t = full_tile()
    t.do("Archive", yes=False)
    assert t["archived"] == []
    assert t["damage"][MEDIEVAL] == 6
    assert t["tiles"][MEDIEVAL] == "m10"


@pytest.mark.rule("ARCH-01")
@pytest.mark.parametrize(
    "given",
    [{"agents": {CZ: DAWN}}, {"damage": {MEDIEVAL: 5}}, {"tiles": {MEDIEVAL: "hidden"}, "damage": {}}],
)
def test_a_tile_elsewhere_or_unfinished_or_unknown_cannot_be_archived(given: dict[str, object]) -> None:
    t = full_tile(**given)
    assert t.asked == "draw-card"
    assert t["archived"] == []


@pytest.mark.rule("ARCH-03", "MISSION-02")
def test_its_cubes_return_and_a_new_mission_is_turned_before_the_bonus() -> None:
    t = full_tile(foo=ROBOTS)
    t.do("Archive", yes=True)
    assert t.happened("DamageReturned") == [{"era": MEDIEVAL, "rifts": 0, "energy": 6}]
    assert t["pools"]["energy"] == 30
    assert t.asked == "reveal-mission"
    t.do("MissionRevealed", mission="m3", source="app")
    assert t["tiles"][ROBOTS] == "m3"
    assert t.asked == "reveal-card"


@pytest.mark.rule("ARCH-03", "MISSION-03")
def test_without_a_hidden_tile_none_is_turned() -> None:
    none = dict.fromkeys((RENAISSANCE, INDUSTRY, "globalization", ROBOTS, END), "none")
    t = full_tile(tiles={MEDIEVAL: "m10", DAWN: "m9", **none})
    t.do("Archive", yes=True)
    assert t.asked == "reveal-card"


@pytest.mark.rule("ARCH-05")
def test_cards_on_the_era_stay_and_the_spot_stays_empty() -> None:
    t = full_tile(available=["war-horse"], huge=CARDS[2:])
    t.do("Archive", yes=True)
    assert t["tiles"][MEDIEVAL] == "none"
    assert t["available"][MEDIEVAL] == ["war-horse"]


@pytest.mark.rule("ARCH-06")
def test_one_tile_per_turn() -> None:
    t = full_tile(damage={MEDIEVAL: 6, DAWN: 3})
    t.do("Archive", yes=True).any_chance(until="pick-card")
    t.do(**t.answers[0]).do(**t.answers[0])
    assert t["archived"] == ["m10"]
    assert t["active"] == CZ
    assert t.asked == "draw-card"


@pytest.mark.rule("ARCH-07", "TURN-02")
def test_a_card_is_taken_before_the_tile_is_archived() -> None:
    t = full_tile(phase="card", available=["war-horse"])
    assert t.asked == "take-card"
    t.refuses("TURN-02", "Archive", yes=True)
    t.do("TakeCard", card="")
    assert t.asked == "archive"
    t.refuses("TURN-02", "TakeCard", card="war-horse")


# -- the attendance bonus ------------------------------------------------------------------------------------


@pytest.mark.rule("ARCH-04", "BONUS-01")
def test_one_card_more_than_players_is_revealed_each_gets_one_and_the_last_is_destroyed() -> None:
    t = full_tile().do("Archive", yes=True).do("MissionRevealed", mission="m3", source="app")
    revealing(t, "matriochka", "holy-grail", "war-horse")
    assert t.happened("BonusRevealed") == [{"cards": ["matriochka", "holy-grail", "war-horse"]}]
    t.do("PickCard", card="war-horse")
    assert t.happened("CardAdded") == [{"agent": CZ, "card": "war-horse"}]
    t.do("PickCard", card="matriochka")
    assert t["top"][MR_TIME] == ["matriochka"]
    assert t["destroyed"] == ["holy-grail"]
    assert t["revealed"] == []


@pytest.mark.rule("BONUS-01")
@pytest.mark.parametrize("agents", [[CZ, MR_TIME, ROBO], [CZ, MR_TIME, ROBO, "v-girl"]])
def test_the_bonus_grows_with_the_players(agents: list[str]) -> None:
    t = (
        full_tile({"agents": agents})
        .do("Archive", yes=True)
        .do("MissionRevealed", mission="m3", source="app")
    )
    t.any_chance(until="pick-card")
    assert len(t["revealed"]) == len(agents) + 1


@pytest.mark.rule("BONUS-02")
def test_the_team_shares_out_in_turn_order_from_the_active_player() -> None:
    agents = [CZ, MR_TIME, ROBO]
    t = full_tile({"agents": agents}, active=MR_TIME, agents={MR_TIME: MEDIEVAL})
    t.do("Archive", yes=True).do("MissionRevealed", mission="m3", source="app").any_chance(until="pick-card")
    got = []
    for _ in agents:
        assert t.question.owner == "team"
        t.do(**t.answers[0])
        got += [told["agent"] for told in t.happened("CardAdded")]
    assert got == [MR_TIME, ROBO, CZ]


@pytest.mark.rule("BONUS-01", "AMB-33", "CARD-14")
def test_a_short_huge_deck_gives_what_it_has_from_the_active_player_on() -> None:
    t = full_tile(huge=["matriochka"]).do("Archive", yes=True)
    t.do("MissionRevealed", mission="m3", source="app")
    assert t.happened("CardAdded") == [{"agent": CZ, "card": "matriochka"}]
    assert t["destroyed"] == []
    t = full_tile(huge=[]).do("Archive", yes=True).do("MissionRevealed", mission="m3", source="app")
    assert t.happened("CardAdded") == []
    assert t.asked == "draw-card"


@pytest.mark.rule("CARD-14", "AMB-33", "BONUS-01")
def test_a_huge_deck_that_runs_out_in_the_middle_is_rebuilt_without_what_is_revealed() -> None:
    t = full_tile(huge=["matriochka"], destroyed=["war-horse", "holy-grail", "spartan-shield"])
    t.do("Archive", yes=True).do("MissionRevealed", mission="m3", source="app")
    assert t["revealed"] == ["matriochka"]
    assert t.offers("CardRevealed", "card") == ["holy-grail", "spartan-shield", "war-horse"]


@pytest.mark.rule("BONUS-03")
def test_no_era_is_looked_at_for_the_bonus() -> None:
    t = full_tile(agents={CZ: MEDIEVAL, MR_TIME: MEDIEVAL}).do("Archive", yes=True)
    t.do("MissionRevealed", mission="m3", source="app")
    revealing(t, "matriochka", "spartan-shield", "double-joystick")  # none of them of Medieval
    assert t.offers("PickCard", "card") == ["matriochka", "spartan-shield", "double-joystick"]
    assert all(cards == [] for cards in t["available"].values())


@pytest.mark.rule("BONUS-04", "ADD-04")
def test_the_bonus_card_lies_above_the_card_of_phase_three() -> None:
    t = full_tile(phase="card", available=["war-horse"], huge=CARDS[3:], top={CZ: ["spartan-shield"]})
    t.do("TakeCard", card="war-horse").do("Archive", yes=True).any_chance(until="pick-card")
    t.do("PickCard", card="matriochka").do("PickCard", card="double-joystick")
    assert [told["card"] for told in t.happened("CardDrew")][:3] == [
        "matriochka",
        "war-horse",
        "spartan-shield",
    ]


@pytest.mark.rule("BONUS-02")
@pytest.mark.parametrize(("lang", "said"), [("en", "bonus"), ("fr", "Prime"), ("de", "prämie")])
def test_the_bonus_is_asked_with_its_name_and_for_whom(lang: str, said: str) -> None:
    t = full_tile().do("Archive", yes=True)
    while t.asked != "pick-card":
        t.do(**t.game.write(t.state, t.question.answers[0]), source="app")
    first = Speech(Words(lang, ["the_loop"]), t.game, t.state).question(t.question)
    t.do("PickCard", card=t.offers("PickCard", "card")[0])
    second = Speech(Words(lang, ["the_loop"]), t.game, t.state).question(t.question)
    assert said in first
    assert first != second  # the other agent
