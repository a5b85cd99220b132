"""Solo: one player, two to four agents, one deck; whose turn it is follows from the cards."""

from typing import Any

import pytest

from companion.engine import Plain
from tests.games.the_loop.playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    RENAISSANCE,
    ROBO,
    ROBOTS,
    V_GIRL,
    Table,
    dropped,
    foo_phase,
    game,
    table,
    using,
)
from tests.games.the_loop.test_setup import refused, set_up, started

THREE = [V_GIRL, MR_TIME, ROBO]
MODES = ("sabotage", "supa", "centrifuge", "ultramachina")


def solo(agents: list[str] | None = None, **options: Any) -> dict[str, Any]:
    named = agents or THREE
    return {"solo": len(named), "agents": named, **options}


def cards_of(agent: str) -> list[str]:
    return list(started(agents=[agent, CZ if agent != CZ else V_GIRL])["draw"][agent])


def held(t: Table) -> dict[str, int]:
    return {agent: len(t["hand"][agent]) + len(t["exhausted"][agent]) for agent in t["agents"]}


def pile(t: Table) -> list[str]:
    """The one draw pile is told under the first agent."""
    (cards,) = t["draw"].values()
    return cards


def revealing(agents: list[str] | None = None, **options: Any) -> Table:
    """Setup up to the first card of the reveal."""
    t = started(**solo(agents, **options)).any_chance(until="reveal-hand-card")
    while t.asked != "reveal-hand-card":
        t.do(**t.answers[0], source="app" if t.question.owner == "chance" else "player")
    return t


def ending(**given: Plain) -> Table:
    """Phase V begins: the first agent has declined to archive."""
    options = given.pop("options", {})
    t = table(solo(**options), phase="archive", agents={V_GIRL: MEDIEVAL}, damage={MEDIEVAL: 6}, **given)
    return t.do("Archive", yes=False)


# -- setup ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-01", "SETUP-01")
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_one_player_controls_two_to_four_agents(agents: int) -> None:
    t = started(solo=agents)
    assert game().seats(t.state) == 1
    assert len(t["agents"]) == agents
    for wrong in (1, 5):
        assert refused("SOLO-01", solo=wrong).id == "bad-option"
    assert refused("SOLO-01", solo=agents, agents=[CZ]).id == "solo-agents"


@pytest.mark.rule("SOLO-02", "SETUP-15", "SETUP-16")
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_the_setup_is_that_of_one_player(agents: int) -> None:
    t = set_up(solo=agents)
    first = t.order.index("TurnBegan")
    assert t.order[:first].count("DuplicateGenerated") == 7
    assert t.order[:first].count("CardAvailable") == 2


@pytest.mark.rule("SOLO-02", "EDGE-86", "BONUS-01")
def test_a_bonus_is_two_cards_of_which_one_is_kept() -> None:
    t = table(solo(), phase="archive", agents={V_GIRL: MEDIEVAL}, damage={MEDIEVAL: 6})
    t.do("Archive", yes=True).any_chance(until="pick-card")
    kept, destroyed = t.offers("PickCard", "card")
    t.do("PickCard", card=kept)
    assert t["destroyed"] == [destroyed]
    assert t.happened("CardAdded") == [{"agent": V_GIRL, "card": kept}]


@pytest.mark.rule("SOLO-04", "SOLO-05")
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_one_deck_of_all_their_starting_cards(agents: int) -> None:
    t = started(solo=agents)
    assert len(t["draw"]) == len(t["discard"]) == len(t["top"]) == 1
    assert sorted(pile(t)) == sorted(card for agent in t["agents"] for card in cards_of(agent))
    assert len(pile(t)) == 6 * agents
    starts = game().pieces.agents
    assert t["agents"] == {agent: ERAS[starts[agent].start] for agent in t["agents"]}


# -- the reveal ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-06", "SOLO-07", "SOLO-09", "SOLO-10")
def test_starting_cards_go_to_their_own_agents_until_one_has_three() -> None:
    t = revealing()
    assert "first-player" not in [t.asked]
    girl, robo = cards_of(V_GIRL), cards_of(ROBO)
    for card in (robo[0], girl[0], robo[1], girl[1]):
        t.do("CardDrawn", card=card)
        assert t.asked == "reveal-hand-card"
    assert held(t) == {V_GIRL: 2, MR_TIME: 0, ROBO: 2}
    t.do("CardDrawn", card=robo[2])
    assert t.happened("AgentActive") == [{"agent": ROBO}]
    assert t.happened("TurnBegan") == [{"turn": 1, "agent": ROBO}]
    assert t["active"] == ROBO
    assert sorted(t["hand"][ROBO]) == sorted(robo[:3])


@pytest.mark.rule("SOLO-08")
@pytest.mark.parametrize("agent", THREE)
def test_a_card_without_icon_goes_where_you_want_before_the_next_is_revealed(agent: str) -> None:
    t = ending(top={V_GIRL: ["war-horse"]})
    assert t.asked == "place-card"
    assert t.question.owner == 0
    assert dict(t.question.about)["card"] == "war-horse"
    assert t["revealed"] == ["war-horse"]
    assert t.offers("PickAgent", "agent") == THREE
    t.do("PickAgent", agent=agent)
    assert t["hand"][agent] == ["war-horse"]
    assert t["revealed"] == []
    assert t.asked == "reveal-hand-card"


@pytest.mark.rule("SOLO-20")
@pytest.mark.parametrize("agents", [[V_GIRL, CZ], THREE, [V_GIRL, CZ, ROBO, PROWLER]])
def test_a_reveal_takes_at_most_two_cards_each_and_one(agents: list[str]) -> None:
    t = revealing(agents)
    cards = [card for two in zip(*(cards_of(agent)[:2] for agent in agents), strict=True) for card in two]
    for card in cards:
        assert t.asked == "reveal-hand-card"
        t.do("CardDrawn", card=card)
    assert set(held(t).values()) == {2}
    t.do("CardDrawn", card=cards_of(agents[-1])[2])
    assert t["active"] == agents[-1]
    assert len(cards) + 1 == 2 * len(agents) + 1


@pytest.mark.rule("SOLO-12", "SOLO-14", "SOLO-15", "END-02")
def test_the_active_agents_cards_are_discarded_and_the_others_stay() -> None:
    girl, robo = cards_of(V_GIRL), cards_of(ROBO)
    t = ending(
        hand={V_GIRL: [girl[0], "war-horse"], ROBO: robo[:2]}, exhausted={V_GIRL: [girl[1]]}, turn=1
    )
    assert t.happened("HandDiscarded") == [{"agent": V_GIRL, "cards": [girl[0], "war-horse", girl[1]]}]
    assert held(t) == {V_GIRL: 0, MR_TIME: 0, ROBO: 2}
    for card in girl[3:6]:
        t.do("CardDrawn", card=card)
    assert t["active"] == V_GIRL
    assert t["turn"] == 2
    assert t["hand"][ROBO] == sorted(robo[:2])


@pytest.mark.rule("SOLO-16", "CARD-08")
def test_an_empty_draw_pile_is_made_of_the_discard_pile() -> None:
    girl = cards_of(V_GIRL)
    t = ending(hand={V_GIRL: girl[:3]}, draw={V_GIRL: []})
    assert "DeckShuffled" in t.order
    assert t.asked == "reveal-hand-card"
    assert sorted(pile(t)) == sorted(girl[:3])
    t.do("CardDrawn", card=girl[0]).do("CardDrawn", card=girl[1])
    assert t["active"] == V_GIRL


@pytest.mark.rule("SOLO-16", "AMB-38")
def test_when_nobody_can_get_three_the_fullest_hand_plays() -> None:
    girl, robo = cards_of(V_GIRL), cards_of(ROBO)
    t = ending(hand={V_GIRL: girl[:1], ROBO: robo[:2]}, draw={V_GIRL: []})
    assert t["active"] == ROBO
    t = ending(hand={V_GIRL: girl[:2], ROBO: robo[:2]}, draw={V_GIRL: []})
    t.do("CardDrawn", card=girl[0])
    assert t.asked == "pick-agent"
    assert t.offers("PickAgent", "agent") == [V_GIRL, ROBO]
    assert t.do("PickAgent", agent=V_GIRL)["active"] == V_GIRL


@pytest.mark.rule("AMB-38", "SOLO-09")
def test_an_agent_who_has_three_already_plays_and_of_two_the_player_chooses() -> None:
    robo, time = cards_of(ROBO), cards_of(MR_TIME)
    t = ending(hand={ROBO: robo[:4]})
    assert t["active"] == ROBO
    assert len(t["hand"][ROBO]) == 4
    t = ending(hand={ROBO: robo[:3], MR_TIME: time[:3]})
    assert t.asked == "pick-agent"
    assert t.offers("PickAgent", "agent") == [MR_TIME, ROBO]
    assert t.do("PickAgent", agent=MR_TIME)["active"] == MR_TIME


@pytest.mark.rule("AMB-38", "END-05")
def test_the_reveal_comes_before_the_cycle_check() -> None:
    t = ending(hand={ROBO: cards_of(ROBO)[:3]}, seen=list(ERAS), turn=7)
    assert t.order.index("AgentActive") < t.order.index("CycleBegan")


@pytest.mark.rule("SOLO-17", "ADD-02")
def test_a_card_just_taken_is_the_first_one_revealed() -> None:
    t = table(solo(), phase="card", agents={V_GIRL: MEDIEVAL}, available=["war-horse"])
    t.do("TakeCard", card="war-horse")
    assert t.asked == "place-card"
    assert dict(t.question.about)["card"] == "war-horse"


@pytest.mark.rule("SOLO-22", "SOLO-07")
def test_a_starting_card_that_comes_back_is_bound_again() -> None:
    card = cards_of(ROBO)[0]
    t = ending(top={V_GIRL: [card]}, draw={V_GIRL: cards_of(V_GIRL)})
    assert t["hand"][ROBO] == [card]
    assert t.asked == "reveal-hand-card"


@pytest.mark.rule("SOLO-07")
def test_a_card_seen_on_the_table_is_taken_unless_it_lies_elsewhere() -> None:
    t = revealing(hands="hand", huge="hand")
    t.do("CardDrawn", source="hand", card="war-horse")
    assert t.asked == "place-card"
    t.do("PickAgent", agent=ROBO)
    t.refuses("CARD-15", "CardDrawn", source="hand", card="war-horse")
    t.refuses("CARD-06", "FooRevealed", source="hand", era=DAWN)


@pytest.mark.rule("SOLO-08")
def test_a_card_that_was_moved_by_hand_while_it_was_asked_for_is_not_there_twice() -> None:
    t = ending(top={V_GIRL: ["war-horse"]})
    t.do("Correct", path="card.war-horse", value="discard.0")
    t.do("PickAgent", agent=ROBO)
    assert t["hand"][ROBO] == []
    assert t.game.check(t.state) == ()


@pytest.mark.rule("SOLO-06", "SOLO-09")
def test_where_the_hands_stay_on_the_table_you_tell_who_plays() -> None:
    t = ending(options={"hands": "table"})
    assert t.happened("LeftToPlayers") == [{"what": "reveal"}]
    assert t.offers("PickAgent", "agent") == THREE
    assert t.do("PickAgent", agent=ROBO)["active"] == ROBO


# -- a turn --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-03", "TERM-05")
def test_another_agent_is_any_but_the_active_one() -> None:
    t = using([{"move": 1, "who": "another-agent"}], solo())
    assert t.offers("PickAgent", "agent") == [MR_TIME, ROBO]
    assert t.question.owner == 0


@pytest.mark.rule("SOLO-11", "EDGE-85", "EFF-04")
def test_an_effect_on_another_hand_uses_a_card_on_that_agents_tile() -> None:
    apply = [{"apply-card": "hand-of-another", "after": "discard"}]
    card = {"helping": [{"add-energy": 1}]}
    t = using(apply, solo(), card, hand={ROBO: ["helping"]}, agents={ROBO: END})
    assert t["energy"][END] == 1
    assert t["discard"] == {V_GIRL: ["helping"]}
    t = using(apply, solo())
    assert t.asked == "act"
    assert t["discard"] == {V_GIRL: []}


@pytest.mark.rule("SOLO-13", "EDGE-84")
def test_a_card_drawn_in_phase_two_goes_to_the_active_agent_whosever_it_is() -> None:
    robo = cards_of(ROBO)
    t = using([{"draw": 1}], solo()).do("CardDrawn", card=robo[0])
    assert t["hand"][V_GIRL] == [robo[0]]
    assert t["hand"][ROBO] == []


@pytest.mark.rule("SOLO-18", "END-01", "ACT-06")
def test_batteries_ability_and_place_are_those_of_the_active_agent() -> None:
    t = table(solo(), active=ROBO, agents={ROBO: INDUSTRY, V_GIRL: END}, batteries={V_GIRL: "low"})
    assert t.offers("FreeMove", "to") == [RENAISSANCE, "globalization"]
    t.do("FreeMove", to=RENAISSANCE)
    assert t["batteries"] == {V_GIRL: "low", MR_TIME: "full", ROBO: "low"}
    t.end_turn()
    assert t["batteries"] == {V_GIRL: "low", MR_TIME: "full", ROBO: "full"}


@pytest.mark.rule("SOLO-18", "EFF-02")
def test_an_ability_for_the_drop_is_there_only_when_its_agent_is_active() -> None:
    for active, asked in ((PROWLER, "cancel-rift"), (CZ, "act")):
        t = foo_phase(solo([PROWLER, CZ]), active=active)
        t.do("FooRevealed", source="hand", era=INDUSTRY)
        assert t.do("RiftsLanded", landed={INDUSTRY: 2}).asked == asked
    assert t.question.owner == 0


@pytest.mark.rule("SOLO-18", "MEGA-02", "MEGA-03")
def test_only_the_active_agent_is_tested_on_a_mega_vortex() -> None:
    given: dict[str, Any] = {"vortexes": {END: 1}, "tiles": {END: "none"}}
    t = table(solo(level=2), agents={V_GIRL: END}, **given).end_turn()
    assert t.outcome == ("lost", "LOSE-04")
    assert table(solo(level=2), agents={ROBO: END}, **given).end_turn().outcome is None


@pytest.mark.rule("SOLO-19", "MISSION-10")
def test_two_controlled_agents_flank_dr_foo_if_the_active_one_is_among_them() -> None:
    tiles = {DAWN: "m1", MEDIEVAL: "m10"}
    t = table(solo(), agents={V_GIRL: ROBOTS, ROBO: DAWN}, foo=END, tiles=tiles)
    assert t["damage"][DAWN] == 1
    t = table(solo(), agents={MR_TIME: ROBOTS, ROBO: DAWN, V_GIRL: INDUSTRY}, foo=END, tiles=tiles)
    assert t["damage"][DAWN] == 0


@pytest.mark.rule("SOLO-21", "FOO-10", "VORTEX-01")
def test_the_foo_phase_is_as_ever() -> None:
    t = foo_phase(solo(), duplicates={"0>5": INDUSTRY}, rifts={INDUSTRY: 3})
    dropped(t, INDUSTRY, industry=3)
    assert t["vortexes"][INDUSTRY] == 1


@pytest.mark.rule("SOLO-21", "SOLO-09")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_every_mode_can_be_begun_alone(mode: str, agents: int) -> None:
    t = started(mode=mode, level=3, solo=agents)
    for _ in range(300):
        if t.asked == "act":
            break
        t.do(**t.answers[0], source="app" if t.question.owner == "chance" else "player")
    assert t.asked == "act"
    assert t.question.owner == 0
    assert held(t)[t["active"]] == 3
    assert t["turn"] == 1


@pytest.mark.rule("SOLO-02", "ULTRA-05", "SOLO-17")
def test_the_bonus_before_the_first_turn_of_ultramachina_is_revealed_first() -> None:
    t = started(mode="ultramachina", **solo()).any_chance(until="pick-card")
    kept, _ = t.offers("PickCard", "card")
    t.do("PickCard", card=kept)
    assert t.asked == "place-card"
    assert dict(t.question.about)["card"] == kept


@pytest.mark.rule("SCN-10", "SOLO-04", "SOLO-12", "SOLO-14")
def test_matthieus_start() -> None:
    """The whole of SCN-10 is in tests/scenarios; here: nothing was lost on the way."""
    t = revealing()
    girl, robo = cards_of(V_GIRL), cards_of(ROBO)
    for card in (girl[0], robo[0], robo[1], robo[2]):
        t.do("CardDrawn", card=card)
    everything = [card for agent in THREE for card in cards_of(agent)]
    assert sorted([*pile(t), girl[0], *robo[:3]]) == sorted(everything)
