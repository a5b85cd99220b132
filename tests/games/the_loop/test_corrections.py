"""The table is right: anything can be set by hand at any moment, and no rule is triggered by it."""

import json

import pytest

from .playing import (
    CZ,
    DAWN,
    END,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    RENAISSANCE,
    ROBOTS,
    Table,
    foo_phase,
    game,
    table,
    using,
)


def corrected(t: Table, path: str, value: object) -> Table:
    t.do("Correct", path=path, value=value)
    assert t.happened("Corrected") == [{"path": path, "value": value}]
    return t


@pytest.mark.parametrize(
    ("path", "value", "name", "expected"),
    [
        ("rifts.3", 2, "rifts", {INDUSTRY: 2}),
        ("energy.3", 7, "energy", {INDUSTRY: 7}),
        ("vortex.3", 1, "vortexes", {INDUSTRY: 1}),
        ("tile.3", "m5", "tiles", {INDUSTRY: "m5"}),
        ("tile.3", "", "tiles", {INDUSTRY: "none"}),
        ("tile.1", "hidden", "tiles", {MEDIEVAL: "hidden"}),
        ("damage.1", 4, "damage", {MEDIEVAL: 4}),
        ("agent.1", 6, "agents", {MR_TIME: END}),
        ("batteries.0", False, "batteries", {CZ: "low"}),
        ("duplicate.0>2", 4, "duplicates", {"0>2": "globalization"}),
        ("card.holy-grail", "ready.1", "hand", {MR_TIME: ["holy-grail"]}),
        ("card.holy-grail", "exhausted.0", "exhausted", {CZ: ["holy-grail"]}),
        ("card.holy-grail", "top.0", "top", {CZ: ["holy-grail"]}),
        ("card.holy-grail", "discard.0", "discard", {CZ: ["holy-grail"]}),
        ("card.holy-grail", "available", "available", {MEDIEVAL: ["holy-grail"]}),
        ("available.1", ["holy-grail", "war-horse"], "available", {MEDIEVAL: ["holy-grail", "war-horse"]}),
    ],
)
def test_any_piece_can_be_set(path: str, value: object, name: str, expected: dict[str, object]) -> None:
    t = table()
    before = t[name]
    corrected(t, path, value)
    assert t[name] == {**before, **expected}


@pytest.mark.parametrize(
    ("path", "value", "name", "expected"),
    [
        ("inside", 3, "inside", 3),
        ("foo", 5, "foo", ROBOTS),
        ("seen", [5, 6], "seen", [ROBOTS, END]),
        ("cycle", 3, "cycle", 3),
        ("turn", 9, "turn", 9),
        ("loops", 2, "loops", 2),
        ("marks", ["ability", "m1"], "marks", ["ability", "m1"]),
        ("active", 1, "active", MR_TIME),
        ("archived", ["m4"], "archived", ["m4"]),
        ("lost", ["m4", "hidden"], "lost", ["m4", "hidden"]),
        ("card.holy-grail", "destroyed", "destroyed", ["holy-grail"]),
    ],
)
def test_everything_else_of_the_game_can_be_set(
    path: str, value: object, name: str, expected: object
) -> None:
    t = corrected(table(), path, value)
    assert t[name] == expected


def test_every_field_on_the_list_can_be_set_to_what_it_is_and_changes_nothing() -> None:
    t = table(
        hand={CZ: ["holy-grail"]},
        exhausted={MR_TIME: ["war-horse"]},
        duplicates={"0>2": DAWN},
        available=["matriochka"],
        tiles={DAWN: "m6", MEDIEVAL: "m10"},
        damage={DAWN: [INDUSTRY], MEDIEVAL: 2},
        destroyed=["double-joystick"],
        archived=["m1"],
        lost=["m2"],
        unseen=["m3", "m4", "m5", "m7", "m8", "m9"],
        top={CZ: ["spartan-shield"]},
    )
    before = t.game.describe(t.state)
    for field in t.game.correctable(t.state):
        if field.path == "phase" or field.path.startswith("card."):
            continue
        t.do("Correct", path=field.path, value=field.value)
        assert t.game.describe(t.state) == before, field.path


def test_the_place_of_every_card_on_the_list_is_where_it_lies() -> None:
    t = table(hand={CZ: ["holy-grail"]}, exhausted={MR_TIME: ["war-horse"]}, available=["matriochka"])
    where = {
        field.path: field.value for field in t.game.correctable(t.state) if field.path.startswith("card.")
    }
    assert where["card.holy-grail"] == "ready.0"
    assert where["card.war-horse"] == "exhausted.1"
    assert where["card.matriochka"] == "available"
    assert where["card.spartan-shield"] == "huge"
    assert where["card.bottled-comet"] == "draw.0"
    assert "card.neon-patch" not in where  # of an agent who does not play
    before = sorted(json.dumps(t.game.describe(t.state), sort_keys=True))
    for path, value in where.items():
        t.do("Correct", path=path, value=value)
    assert sorted(json.dumps(t.game.describe(t.state), sort_keys=True)) == before


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rifts.3", -1), ("rifts.3", "many"), ("rifts.7", 1), ("rifts", 1), ("rifts.", 1), ("energy.3", 1.5),
        ("tile.3", "m77"), ("damage.3", 2), ("damage.1", 2), ("damage.0", [1]), ("lost", ["m4", "m4"]),
        ("available.3", ["?3"]), ("available.3", 1),
        ("damage.1", [0, 0]), ("damage.1", -1), ("agent.5", 1), ("agent.0", 9),
        ("duplicate.9>9", 1), ("duplicate.0>2", 8), ("card.nonsense", "huge"), ("card.holy-grail", "ready.7"),
        ("card.holy-grail", "nowhere"), ("available.3", ["holy-grail"]), ("inside", 31), ("inside", True),
        ("foo", 7), ("foo", None), ("seen", [1, 1]), ("seen", 4), ("cycle", 4), ("cycle", 0), ("phase", 6),
        ("marks", ["luck"]), ("active", 2), ("archived", ["m77"]), ("nothing", 1), ("", 1),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_changes_nothing(path: str, value: object) -> None:
    t = table(tiles={DAWN: "m9", MEDIEVAL: "m6"})
    assert t.refuses("", "Correct", path=path, value=value).id == "bad-correction"


@pytest.mark.rule("VORTEX-01")
def test_a_correction_triggers_no_rule() -> None:
    t = corrected(table(), "rifts.3", 4)
    assert t["vortexes"][INDUSTRY] == 0
    assert t.order == ["Corrected"]
    t = corrected(table(), "duplicate.0>2", 2)
    assert t["duplicates"] == {"0>2": RENAISSANCE}
    t = corrected(table({"level": 2}), "vortex.0", 1)
    assert t.outcome is None


def test_a_correction_in_the_middle_of_an_effect_leaves_it_running() -> None:
    t = using([{"push": 1}, {"add-energy": 1}], duplicates={"3>5": DAWN, "3>6": DAWN})
    corrected(t, "energy.0", 3)
    assert t.asked == "pick-duplicate"
    corrected(t, "duplicate.3>6", "bag")
    assert t.offers("PickDuplicate", "token") == ["3>5"]
    t.do("PickDuplicate", token="3>5").do("PickEra", era=END)
    assert t["energy"][DAWN] == 4


def test_a_piece_that_is_gone_is_passed_over() -> None:
    t = using([{"push": 1}, {"add-energy": 1}], duplicates={"3>5": DAWN})
    assert t.asked == "pick-era"  # where to send it
    corrected(t, "duplicate.3>5", "bag")
    assert t.happened("ChoiceDropped")
    t.do("PickOption", option=1)  # play goes on
    assert t["duplicates"] == {}
    assert t["energy"][DAWN] == 1


def test_a_correction_of_the_drop_changes_what_can_land() -> None:
    t = foo_phase().do("FooRevealed", era=INDUSTRY, source="app")
    corrected(t, "inside", 1)
    assert {sum(answer["landed"].values()) for answer in t.answers} == {3}


@pytest.mark.parametrize(
    ("phase", "asked"),
    [(1, "draw-duplicate"), (2, "act"), (3, "take-card"), (4, "archive"), (5, "draw-card")],
)
def test_the_turn_goes_on_from_the_beginning_of_a_phase_that_is_set(phase: int, asked: str) -> None:
    t = using(
        [{"choose": [[{"add-energy": 1}], [{"remove-rift": 1}]]}],
        available=["spartan-shield"],
        tiles={DAWN: "m9"},
        damage={DAWN: 3},
    )
    corrected(t, "phase", phase)
    if phase in (1, 5):  # a correction triggers no rule: somebody says that play goes on
        assert t.asked == "go-on"
        t.do("PickOption", option=1)
    assert t.asked == asked
    assert t.state.running == ()
    assert t.state.acting is False


def test_a_phase_set_in_the_middle_of_a_drop_takes_the_cubes_back() -> None:
    t = foo_phase().do("FooRevealed", era=INDUSTRY, source="app")
    assert t["pools"]["rifts"] == 28
    corrected(t, "phase", 2)
    assert t["pools"]["rifts"] == 30
    assert t.asked == "act"


def test_where_a_correction_leaves_nothing_to_ask_play_goes_on_only_when_told() -> None:
    t = table(phase="card", agents={CZ: MEDIEVAL}, available=["war-horse"])
    corrected(t, "available.1", [])
    assert t.asked == "go-on"
    assert (t["phase"], t["active"]) == ("card", CZ)
    loaded = t.game.load(t.game.dump(t.state))
    assert t.game.awaited(loaded) == t.game.awaited(t.state)
    t.do("PickOption", option=1)
    assert t.asked == "draw-card"


def test_the_active_player_can_be_changed() -> None:
    t = corrected(table(), "active", 1)
    assert t.question.owner == 1
    t.do("FreeMove", to=MEDIEVAL)
    assert t["agents"][MR_TIME] == MEDIEVAL


@pytest.mark.rule("INV-02", "INV-05")
def test_a_mission_that_turns_out_to_lie_elsewhere_leaves_no_cubes_behind() -> None:
    t = table(tiles={DAWN: "m9", MEDIEVAL: "m10"}, damage={MEDIEVAL: 4})
    assert t["pools"]["energy"] == 26
    corrected(t, "tile.4", "m10")
    assert t["tiles"][MEDIEVAL] == "none"
    assert t["damage"][MEDIEVAL] == 0
    assert t["pools"]["energy"] + sum(n for n in t["damage"].values() if isinstance(n, int)) == 30
    assert list(t["tiles"].values()).count("m10") == 1
    t = table(tiles={DAWN: "m9", MEDIEVAL: "m10"}, damage={MEDIEVAL: 4})
    corrected(t, "archived", ["m10"])
    assert t["tiles"][MEDIEVAL] == "none"
    assert t["pools"]["energy"] == 30


def test_a_mission_put_aside_can_turn_up_again() -> None:
    t = corrected(table(), "tile.1", "")
    assert "m10" in t["unseen"]
    corrected(t, "archived", ["m10"])
    assert "m10" not in t["unseen"]
    corrected(t, "archived", [])
    assert "m10" in t["unseen"]


@pytest.mark.rule("INV-09")
def test_cards_taken_off_an_era_by_hand_go_back_into_the_huge_deck() -> None:
    t = table(available=["holy-grail", "war-horse"])
    corrected(t, "available.1", ["war-horse"])
    assert t["available"][MEDIEVAL] == ["war-horse"]
    assert "holy-grail" in t["huge"]


def test_a_card_lies_in_one_place_only() -> None:
    t = table(hand={CZ: ["holy-grail"]})
    corrected(t, "card.holy-grail", "discard.1")
    assert t["hand"][CZ] == []
    assert t["discard"][MR_TIME] == ["holy-grail"]
    corrected(t, "card.holy-grail", "out")
    assert "holy-grail" not in json.dumps(t.game.describe(t.state))


def test_untracked_cards_above_an_era_are_simply_counted() -> None:
    t = table({"huge": "table", "hands": "table"})
    corrected(t, "available.3", 2)
    assert t["available"][INDUSTRY] == ["?3", "?3"]


def test_an_agent_that_plays_has_cards_to_correct_one_that_does_not_has_none() -> None:
    t = table({"agents": [PROWLER, CZ]})
    paths = {field.path for field in t.game.correctable(t.state)}
    assert "card.neon-patch" in paths
    assert set(game().inputs) >= {"Correct", "Settle", "Learn", "LateRifts"}


def test_the_list_names_the_likely_values_of_every_field() -> None:
    t = table(tiles={DAWN: "m6", MEDIEVAL: "m10"}, damage={DAWN: [3], MEDIEVAL: 2})
    likely = {field.path: field.choices for field in t.game.correctable(t.state)}
    eras = (0, 1, 2, 3, 4, 5, 6)
    assert likely["rifts.3"] == (0, 1, 2, 3, 4)
    assert likely["energy.3"] == (0, 1, 2, 3, 4, 5, 6, 7)
    assert likely["vortex.3"] == (0, 1)
    assert likely["tile.3"] == ("", "hidden", *(f"m{number}" for number in range(1, 11)))
    assert likely["damage.0"] == likely["seen"] == eras  # a space per era: a list of eras
    assert likely["damage.1"] == eras  # six spaces
    assert "damage.2" not in likely
    assert likely["agent.1"] == likely["foo"] == eras
    assert likely["batteries.1"] == (True, False)
    assert likely["duplicate.0>2"] == ("bag", *eras)
    assert likely["inside"] == eras
    assert likely["cycle"] == (1, 2, 3)
    assert likely["active"] == (0, 1)
    assert likely["phase"] == (1, 2, 3, 4, 5)
    assert likely["loops"] == (0, 1, 2, 3)
    places = [
        f"{pile}.{agent}" for agent in (0, 1) for pile in ("ready", "exhausted", "top", "draw", "discard")
    ]
    assert set(likely["card.holy-grail"]) == {"huge", "destroyed", "available", "out", *places}


def test_before_the_first_turn_there_is_no_phase_and_no_era_of_dr_foo_to_correct() -> None:
    start = game().start({"agents": [CZ, MR_TIME]})
    paths = {field.path for field in game().correctable(start)}
    assert not paths & {"phase", "foo"}


def test_with_cards_on_the_table_no_hand_is_a_place_to_put_one() -> None:
    t = table({"hands": "table"})
    likely = {field.path: field.choices for field in t.game.correctable(t.state)}
    assert set(likely["card.holy-grail"]) == {"huge", "destroyed", "available", "out"}


@pytest.mark.parametrize(("one", "other"), [("archived", "lost"), ("lost", "archived")])
def test_a_tile_is_either_archived_or_lost(one: str, other: str) -> None:
    t = corrected(table(), one, ["m4", "m5"])
    assert "m4" not in t["unseen"]
    corrected(t, other, ["m4"])
    assert (t[one], t[other]) == (["m5"], ["m4"])


@pytest.mark.rule("CARD-18")
def test_a_card_put_into_a_draw_pile_has_no_place_in_it() -> None:
    t = corrected(table(), "card.alchemists-crucible", "draw.0")
    assert t["draw"][CZ] == sorted(t["draw"][CZ])
    assert "alchemists-crucible" in t["draw"][CZ]
    corrected(t, "card.holy-grail", "out")
    corrected(t, "card.holy-grail", "huge")
    assert t["huge"] == sorted(t["huge"])


@pytest.mark.rule("TERM-10")
def test_a_pawn_set_by_hand_while_its_walk_is_chosen_goes_where_it_was_sent() -> None:
    t = using([{"move": 2}])
    corrected(t, "agent.0", 4)
    t.do("PickEra", era=RENAISSANCE)
    assert t["agents"][CZ] == RENAISSANCE


@pytest.mark.parametrize(
    ("mode", "path", "good", "bad"),
    [
        ("supa", "extra.perpetual.3", 1, -1),
        ("supa", "extra.perpetual", [0, 0, 0, 1, 0, 0, 0], [1]),
        ("supa", "extra.supas-destroyed", 2, [2]),
        ("centrifuge", "extra.centrifuges.3", "star", "plaid"),
        ("centrifuge", "extra.centrifuge-damage.3", [1, 1], [1]),
        ("centrifuge", "extra.centrifuges-used", [], ""),
        ("ultramachina", "extra.ultras.3", ["karmic-rebirth"], ["karma"]),
        ("ultramachina", "extra.ultra-pile", ["karmic-rebirth"], "karmic-rebirth"),
        ("ultramachina", "extra.ultra-damage", [["karmic-rebirth", [1, 0]]], [["karmic-rebirth", 1]]),
        ("ultramachina", "extra.energy-inside", 1, None),
    ],
)
def test_the_pieces_of_a_mode_are_set_to_what_they_can_be(
    mode: str, path: str, good: object, bad: object
) -> None:
    t = table({"mode": mode})
    t.refuses("", "Correct", path=path, value=bad)
    corrected(t, path, good)


@pytest.mark.parametrize(
    ("mode", "path"), [("ultramachina", "extra.energy-inside.1"), ("sabotage", "extra.perpetual.3")]
)
def test_a_piece_that_the_mode_does_not_have_cannot_be_set(mode: str, path: str) -> None:
    table({"mode": mode}).refuses("", "Correct", path=path, value=1)


def test_a_card_that_is_being_shared_out_may_stay_there_but_none_is_put_there() -> None:
    t = table(phase="archive", agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6}).do("Archive", yes=True)
    t.do("MissionRevealed", mission="m3", source="app").do("CardRevealed", card="holy-grail", source="app")
    corrected(t, "card.holy-grail", "revealed")
    assert t["revealed"] == ["holy-grail"]
    t.refuses("", "Correct", path="card.war-horse", value="revealed")
