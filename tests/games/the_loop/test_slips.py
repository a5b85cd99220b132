"""Slips that a round of deliberate mistakes got past the other tests: small, and each seen at a table."""

import pytest

from companion.engine import Applied, Question, Refusal
from companion.games.the_loop.rules import TheLoop
from companion.games.the_loop.rules.decks import MakeAvailable
from companion.games.the_loop.rules.duplicates import DrawDuplicates
from companion.games.the_loop.rules.pieces import ERA_IDS
from tests.games.names import called
from tests.raised import raises_saying

from .playing import (
    CZ,
    DAWN,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    ROBO,
    dropped,
    foo_phase,
    game,
    table,
    using,
)


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
        made = [step for step in s.agenda if isinstance(step, MakeAvailable)]
        asked = sum(step.cards for step in made) + (own.awaited(s)[0].id == "reveal-card")
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
    drawing = [step for step in s.agenda if isinstance(step, DrawDuplicates)]
    assert [step.tokens for step in drawing] == [duplicates]


def test_a_machine_can_be_said_to_be_empty() -> None:
    t = table(inside=2)
    t.do("Correct", path="inside", value=0)
    assert t["inside"] == 0


def test_nonsense_about_late_cubes_is_told_as_none() -> None:
    t = table(inside=2)
    refused = t.refuses("TOWER-06", "LateRifts", landed={INDUSTRY: -1})
    assert dict(refused.about)["told"] == 0


@pytest.mark.rule("TOWER-06")
def test_an_empty_machine_and_too_many_late_cubes_are_told_apart() -> None:
    more = {INDUSTRY: 3}
    assert table(inside=2).refuses("TOWER-06", "LateRifts", landed=more).id == "cubes-do-not-add-up"
    assert table(inside=0).refuses("TOWER-06", "LateRifts", landed=more).id == "none-inside"


@pytest.mark.parametrize(("told", "side"), [(True, "full"), ("full", "full"), (False, "low"), ("low", "low")])
def test_batteries_are_told_by_word_or_by_truth(told: bool | str, side: str) -> None:
    assert table(batteries={CZ: told})["batteries"][CZ] == side


@pytest.mark.rule("FOO-03")
def test_a_token_that_we_did_not_list_takes_the_place_of_the_last_one_in_the_bag() -> None:
    t = table({"bag": "hand"}, phase="foo", bag=["0>2"], huge=[])
    t.do("DuplicateDrawn", "hand", token="1>4")
    assert t["bag"] == []
    assert t["duplicates"] == {"1>4": MEDIEVAL}


def test_a_question_is_the_main_choice_of_a_turn_only_when_it_says_so() -> None:
    assert Question("pick-era", 0, ()).main is False


@pytest.mark.rule("ACT-06")
def test_a_free_move_turns_the_tile_to_its_low_side() -> None:
    t = table(agents={CZ: INDUSTRY}).do("FreeMove", to="renaissance")
    assert [told["full"] for told in t.happened("BatteriesTurned")] == [False]


@pytest.mark.rule("TOWER-09")
def test_energy_that_falls_out_in_part_leaves_the_rest_inside() -> None:
    g = game()
    s = g.position({"mode": "ultramachina"}, {})
    s.extra = s.extra._replace(energy_inside=3)
    made = g.apply(s, g.read(s, {"kind": "LateEnergy", "landed": {INDUSTRY: 1}}), "hand")
    assert isinstance(made, Applied)
    assert made.happenings[0].cubes == made.state.extra.energy_inside == 2


def test_a_supa_cannot_be_set_on_a_table_without_them() -> None:
    g = game()
    refused = g.apply(g.position({}, {}), g.correction("duplicate.supa-3", 2), "hand")
    assert isinstance(refused, Refusal)
    assert refused.id == "bad-correction"


def test_the_forecast_after_the_seventh_foo_card_is_that_of_the_next_cycle() -> None:
    g = game()
    given = {"rifts": {INDUSTRY: 3}, "bag": ["3>5", "3>6", "0>2"]}
    agents = {"agents": [CZ, MR_TIME]}  # neither cancels a rift
    over = g.position(agents, {**given, "seen": list(ERA_IDS), "cycle": 1})
    begun = g.position(agents, {**given, "seen": [], "cycle": 2, "phase": "foo", "foo": "none"})
    assert g.forecast(over, (1, 2, 1)) == g.forecast(begun, (1, 2, 1))


def test_no_ultramachina_card_is_told_as_a_dash() -> None:
    g = game()
    s = g.position({"mode": "ultramachina"}, {})
    assert (called(g, s, "ultra", ""), called(g, s, "ultra", "unheard-of")) == ("—", "unheard-of")


def test_the_standard_mode_has_no_pieces_of_its_own_to_set() -> None:
    assert not game().position({}, {}).setting.mode.fits(game().position({}, {}), "perpetual", 1)


@pytest.mark.rule("SETUP-01")
def test_two_players_unless_told_and_a_wrong_number_of_agents_names_the_right_ones() -> None:
    g = game()
    assert {option.id: option.default for option in g.options()}["players"] == 2
    refused = g.start({"agents": [CZ]})
    assert isinstance(refused, Refusal)
    assert dict(refused.about)["values"] == (2, 3, 4)


@pytest.mark.rule("FOO-18")
def test_nothing_of_the_setup_is_an_action() -> None:
    assert game().start({}).acting is False


def test_a_bare_position_is_the_first_turn() -> None:
    assert table()["turn"] == 1


@pytest.mark.rule("VORTEX-16")
def test_a_single_broken_era_is_no_choice_also_before_dr_foos() -> None:
    t = foo_phase({"vortex-order": "chosen"}, rifts={MEDIEVAL: 3})
    t.do("FooRevealed", "hand", era="renaissance")
    t.do("RiftsLanded", "hand", landed={MEDIEVAL: 2})
    assert t["vortexes"][MEDIEVAL] == 1
    assert t.asked != "pick-era"


@pytest.mark.rule("TERM-18")
def test_a_plain_jump_leaves_every_duplicate_where_it_stands() -> None:
    t = using([{"move": "anywhere"}], duplicates={"3>5": DAWN}).do("PickEra", era=INDUSTRY)
    assert (t.asked, t["duplicates"]) == ("act", {"3>5": DAWN})


@pytest.mark.rule("TOWER-06")
@pytest.mark.parametrize("mode", ["sabotage", "ultramachina"])
def test_no_energy_falls_late_out_of_a_machine_that_holds_none(mode: str) -> None:
    g = game()
    s = g.position({"mode": mode}, {})
    refused = g.apply(s, g.read(s, {"kind": "LateEnergy", "landed": {INDUSTRY: 1}}), "hand")
    assert isinstance(refused, Refusal)
    assert (refused.id, refused.rule) == ("none-inside", "TOWER-06")


@pytest.mark.rule("SETUP-04")
def test_a_pool_without_limit_outlasts_any_table() -> None:
    s = game().position({"rift-pool": 0, "energy-pool": 0}, {"energy": {INDUSTRY: 500}})
    assert game().check(s) == ()
    assert min(s.setting.rifts, s.setting.energy) > 1000


def test_an_era_is_told_by_name_or_number_and_none_by_minus_one() -> None:
    told = [table(foo=era)["foo"] for era in (INDUSTRY, 3, "none", -1)]
    assert told == [INDUSTRY, INDUSTRY, "none", "none"]


def test_the_phase_is_the_one_that_is_given_whatever_is_left_to_do() -> None:
    g = game()
    given = {"phase": "archive", "agenda": [["make-available", 1]]}
    assert g.position({}, given).phase == 4


@pytest.mark.rule("FOO-17")
def test_an_ability_used_at_the_drop_is_told() -> None:
    t = dropped(foo_phase({"agents": [PROWLER, MR_TIME]}), INDUSTRY, industry=2).do("PickEra", era=INDUSTRY)
    assert t.order[:2] == ["AbilityUsed", "RiftCancelled"]


def test_a_tile_lost_unseen_is_no_mission_when_it_comes_back() -> None:
    t = table(lost=["hidden"])
    t.do("Correct", path="lost", value=[])
    assert t["lost"] == []
    assert "hidden" not in t.state.unseen


def test_dr_foo_stands_on_the_last_card_seen_on_the_first_era_too() -> None:
    assert table(seen=[MEDIEVAL], foo=DAWN)["seen"] == [DAWN]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rifts": 3}, "rifts cannot be 3"),
        ({"hand": {CZ: 3}}, "hand cannot be"),
        ({"inside": "x"}, "inside cannot be 'x'"),
        ({"cycle": 77}, "cycle cannot be 77"),
        ({"marks": 3}, "marks is a list, not 3"),
        ({"shields": "x"}, "shields is a number, not 'x'"),
        ({"agenda": 3}, "agenda is a list of steps"),
        ({"agenda": [["dance"]]}, "begin with their name"),
    ],
)
def test_a_position_of_the_wrong_shape_says_what_is_wrong(given: dict[str, object], said: str) -> None:
    with raises_saying(ValueError, match=said):
        game().position({"agents": [CZ, MR_TIME]}, given)


@pytest.mark.rule("LOOP-02", "LOOP-03")
@pytest.mark.parametrize(("loops", "price"), [(0, 1), (2, 3)])
def test_a_loop_that_is_too_dear_names_its_price(loops: int, price: int) -> None:
    t = table(agents={CZ: INDUSTRY}, loops=loops, energy={INDUSTRY: loops})
    refused = t.refuses("LOOP-03", "Loop", dimension="star")
    assert (refused.id, dict(refused.about)["price"]) == ("loop-too-dear", price)


@pytest.mark.parametrize("path", ["loops", "turn"])
def test_a_count_of_turns_or_loops_has_two_figures_at_most(path: str) -> None:
    t = table()
    assert t.do("Correct", path=path, value=99)[path] == 99
    assert t.refuses("", "Correct", path=path, value=100).id == "bad-correction"


@pytest.mark.rule("CARD-01")
def test_a_card_that_we_did_not_list_takes_the_place_of_one_even_where_none_is_invented() -> None:
    real = ["stonehenge-stones", "spartan-shield", "war-horse"]
    t = table({"huge": "hand"}, phase="foo", bag=[], huge=real)
    assert {game().start({}).setting.box.cards[card].source for card in real} == {"rulebook"}
    t.do("CardRevealed", "hand", card="holy-grail")
    assert len(t["huge"]) == 2


def test_a_position_is_equal_to_its_copy_and_to_nothing_else() -> None:
    one = table().state
    assert one == one.copy()
    assert one != table(rifts={INDUSTRY: 1}).state
    assert one != "position"


@pytest.mark.parametrize("era", [-2, 7])
def test_a_number_that_is_no_era_is_refused_with_their_names(era: int) -> None:
    with raises_saying(ValueError, match=f"'?{era}'? is not known: one of {DAWN}"):
        table(foo=era)
