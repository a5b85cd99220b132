"""Setting up: options, what is drawn in which order, and what lies there when the first turn begins."""

import pytest

from companion.engine import Refusal

from .playing import CZ, ERAS, MR_TIME, PROWLER, ROBO, V_GIRL, Table, game


def started(**options: object) -> Table:
    state = game().start(options)
    assert not isinstance(state, Refusal), state
    return Table(game(), state)


def set_up(**options: object) -> Table:
    """Everything drawn, the first of every answer; the first turn has just begun."""
    t = started(**options)
    told = []
    while t["phase"] == "setup":
        t.do(**t.answers[0], source="app")
        told += t.told
    t.told = told
    return t


def refused(rule: str, **options: object) -> Refusal:
    made = game().start(options)
    assert isinstance(made, Refusal)
    assert made.rule == rule
    return made


# -- options -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SETUP-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(players: int) -> None:
    t = started(players=players)
    assert game().seats(t.state) == len(t["agents"]) == players
    refused("SETUP-01", players=1)
    refused("SETUP-01", players=5)


@pytest.mark.rule("SETUP-01", "SETUP-08")
def test_the_agents_tell_how_many_play() -> None:
    assert game().seats(started(agents=[CZ, ROBO, V_GIRL]).state) == 3
    refused("SETUP-01", agents=[CZ])
    refused("SETUP-01", agents=[CZ, ROBO, V_GIRL, MR_TIME, PROWLER])
    assert refused("SETUP-08", players=2, agents=[CZ, ROBO, V_GIRL]).id == "agents-do-not-match"


@pytest.mark.rule("SETUP-02", "MODE-01", "DIFF-01")
def test_one_mode_and_one_of_three_levels_the_standard_ones_by_default() -> None:
    chosen = game().chosen(started().state)
    assert (chosen["mode"], chosen["level"]) == ("sabotage", 1)
    for level in (1, 2, 3):
        assert game().chosen(started(level=level).state)["level"] == level
    refused("DIFF-01", level=4)
    refused("DIFF-01", level=0)
    refused("MODE-01", mode="chaos")


@pytest.mark.rule("SETUP-08")
def test_every_player_has_another_agent() -> None:
    assert refused("SETUP-08", agents=[CZ, CZ]).id == "agent-twice"
    assert refused("SETUP-08", agents=[CZ, "james-bond"]).id == "unknown-agent"


def test_an_unknown_option_is_named() -> None:
    assert refused("", colour="green").about == (("option", "colour"),)
    refused("AMB-21", rebuild="sometimes")
    assert refused("", huge="table").id == "hands-need-huge"


# -- before anything is drawn --------------------------------------------------------------------------------


@pytest.mark.rule("SETUP-03", "SETUP-05", "SETUP-10", "SETUP-11", "SETUP-20", "ERA-07", "AMB-29")
def test_the_table_before_the_first_draw() -> None:
    t = started()
    assert list(t["tiles"].values()) == ["hidden"] * 7
    assert len(t["unseen"]) == 10
    assert list(t["vortexes"].values()) == [0] * 7
    assert set(t["batteries"].values()) == {"full"}
    assert len(t["bag"]) == 28
    assert t["foo"] == "none"
    assert t["seen"] == []


@pytest.mark.rule("SETUP-04")
def test_both_pools_hold_thirty_cubes() -> None:
    assert started()["pools"] == {"rifts": 30, "energy": 30}


@pytest.mark.rule("SETUP-06", "SETUP-08", "CARD-03")
def test_the_huge_deck_is_the_49_and_each_player_has_the_six_cards_of_the_agent() -> None:
    t = started(agents=[ROBO, V_GIRL])
    cards = t.state.setting.box.cards
    assert len(t["huge"]) == 49
    assert all(cards[card].agent is None for card in t["huge"])
    for agent in (ROBO, V_GIRL):
        assert len(t["draw"][agent]) == 6
        assert {cards[card].agent for card in t["draw"][agent]} == {agent}
    assert set(t["draw"]) == {ROBO, V_GIRL}


@pytest.mark.rule("SETUP-09", "CARD-01")
def test_each_pawn_starts_on_the_era_of_its_tile() -> None:
    t = started(agents=[PROWLER, CZ, ROBO, MR_TIME])
    agents = t.state.setting.box.agents
    assert t["agents"] == {agent: ERAS[agents[agent].start] for agent in (PROWLER, CZ, ROBO, MR_TIME)}


# -- the draws -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SETUP-12", "SETUP-13", "SETUP-14")
def test_two_foo_cards_bring_a_rift_and_a_mission_each_and_go_back() -> None:
    t = started()
    assert t.asked == "reveal-foo"
    t.do("FooRevealed", era="industry", source="app")
    assert t.happened("RiftsPlaced") == [{"era": "industry", "cubes": 1}]
    assert t.asked == "reveal-mission"
    t.do("MissionRevealed", mission="m4", source="app")
    assert t.offers("FooRevealed", "era") == [era for era in ERAS if era != "industry"]
    t.do("FooRevealed", era="medieval", source="app").do("MissionRevealed", mission="m8", source="app")
    lit = [era for era in ERAS if era not in ("industry", "medieval")]
    assert t.happened("EnergyAdded") == [{"era": era, "cubes": 1} for era in lit]
    assert t["rifts"] == {era: int(era in ("industry", "medieval")) for era in ERAS}
    assert t["energy"] == {era: int(era not in ("industry", "medieval")) for era in ERAS}
    assert {era: tile for era, tile in t["tiles"].items() if tile != "hidden"} == {
        "industry": "m4",
        "medieval": "m8",
    }
    assert t["seen"] == []
    assert t["foo"] == "none"


@pytest.mark.rule("SETUP-03")
def test_a_mission_is_only_once_in_the_game() -> None:
    t = (
        started()
        .do("FooRevealed", era="industry", source="app")
        .do("MissionRevealed", mission="m4", source="app")
    )
    t.do("FooRevealed", era="medieval", source="app")
    assert "m4" not in t.offers("MissionRevealed", "mission")
    t.refuses("SETUP-03", "MissionRevealed", mission="m4", source="hand")
    t.refuses("SETUP-03", "MissionRevealed", mission="m99", source="hand")


@pytest.mark.rule("SETUP-15", "SETUP-16", "SABO-03", "DIFF-02", "SABO-01", "MODE-02")
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(("players", "duplicates", "cards"), [(2, 7, 2), (3, 5, 3), (4, 4, 4)])
def test_duplicates_and_cards_by_number_of_players_and_level(
    players: int, duplicates: int, cards: int, level: int
) -> None:
    t = set_up(players=players, level=level)
    assert len(t["duplicates"]) == duplicates + (0, 0, 1, 3)[level]
    assert sum(map(len, t["available"].values())) == cards


@pytest.mark.rule("SETUP-16", "FOO-06")
def test_the_first_cards_lie_above_their_original_eras_several_on_one_if_so() -> None:
    t = set_up()
    cards = t.state.setting.box.cards
    for era, lying in t["available"].items():
        assert all(ERAS[cards[card].era] == era for card in lying)


@pytest.mark.rule("SETUP-17", "CARD-05", "END-03")
def test_every_player_draws_three_ready_cards() -> None:
    t = set_up(players=3)
    for agent in t["agents"]:
        assert len(t["hand"][agent]) == 3
        assert t["exhausted"][agent] == []
        assert len(t["draw"][agent]) == 3


@pytest.mark.rule("SETUP-18")
def test_the_first_player_is_drawn_last() -> None:
    t = started(players=3)
    while t.asked != "first-player":
        t.do(**t.answers[0], source="app")
    assert t.question.owner == "chance"
    assert len(t.answers) == 3
    t.do("FirstPlayer", agent=t.state.setting.agents[2], source="app")
    assert t["active"] == t.state.setting.agents[2]
    assert (t["turn"], t["phase"]) == (1, "foo")


@pytest.mark.rule("SETUP-19")
def test_after_a_standard_setup() -> None:
    t = set_up()
    tiles = list(t["tiles"].values())
    assert tiles.count("hidden") == 5
    assert len(set(tiles) - {"hidden"}) == 2
    assert sum(t["rifts"].values()) == 2
    assert sum(t["energy"].values()) == 5
    assert t["pools"] == {"rifts": 28, "energy": 25}
    assert sum(t["vortexes"].values()) == 0
    assert t["cycle"] == 1


@pytest.mark.rule("SETUP-07", "SETUP-13", "AMB-52")
def test_the_first_foo_card_of_the_game_may_be_any_of_the_seven() -> None:
    t = set_up().any_chance(until="reveal-foo")
    assert t.offers("FooRevealed", "era") == list(ERAS)


@pytest.mark.rule("SETUP-21")
def test_the_order_of_the_setup() -> None:
    t, asked = started(), []
    while t["phase"] == "setup":
        asked.append(t.asked)
        t.do(**t.answers[0], source="app")
    order = list(dict.fromkeys(asked))
    assert order == [
        "reveal-foo",
        "reveal-mission",
        "draw-duplicate",
        "reveal-card",
        "draw-card",
        "first-player",
    ]


@pytest.mark.rule("MEGA-01", "SETUP-05", "DIFF-06")
@pytest.mark.parametrize(("level", "mega"), [(1, False), (2, True), (3, True)])
def test_the_side_of_the_vortex_tiles_follows_the_level(level: int, mega: bool) -> None:
    assert game().view(started(level=level).state, None)["mega"] is mega
