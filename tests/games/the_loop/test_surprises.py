"""What a surprise in the middle of something leaves to be done, and what the check says meanwhile."""

import pytest

from companion.games.the_loop.rules.decks import DestroyCards, SweepVortexes
from companion.games.the_loop.rules.effects.moves import Bring

from .playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    RENAISSANCE,
    ROBOTS,
    Table,
    game,
    table,
    using,
)


def found(t: Table) -> list[str]:
    return [finding.id for finding in t.game.check(t.state)]


def begun(**options: object) -> Table:
    return Table(game(), game().start({"agents": [CZ, MR_TIME], **options}))


def revealed(t: Table) -> int:
    return sum(tile not in ("hidden", "none") for tile in t["tiles"].values())


@pytest.mark.rule("MISSION-01", "MISSION-02")
@pytest.mark.parametrize("mode", ["sabotage", "ultramachina"])
def test_a_mission_turned_back_during_the_setup_is_turned_when_dr_foo_is_there(mode: str) -> None:
    t = begun(mode=mode)
    for era, mission in ((DAWN, "m1"), (MEDIEVAL, "m2")):
        t.do("FooRevealed", era=era).do("MissionRevealed", mission=mission)
        if era == DAWN:
            t.do("Correct", path="tile.0", value="hidden")
    if mode == "ultramachina":  # he stands on the last era from the beginning [ULTRA-04]
        assert (t.asked, dict(t.question.about)) == ("reveal-mission", {"era": 6})
        t.do("MissionRevealed", mission="m3")
    while not t["turn"] or t.asked != "drop":
        assert found(t) == []
        if t.asked == "reveal-mission":
            assert t["foo"] != "none"
        t.do(**t.answers[0], source="app")
    assert (revealed(t), found(t)) == (2, [])


@pytest.mark.rule("MISSION-02", "SETUP-12")
def test_one_foo_card_seen_twice_in_the_setup_turns_a_second_mission_later() -> None:
    t = begun().do("FooRevealed", era=DAWN).do("MissionRevealed", mission="m1")
    t.do("Correct", path="seen", value=[]).do("FooRevealed", era=DAWN)
    while not t["turn"] or t.asked != "drop":
        t.do(**t.answers[0], source="app")
    assert (revealed(t), found(t)) == (2, [])


@pytest.mark.rule("VORTEX-07", "MISSION-02")
def test_while_dr_foo_is_nowhere_no_mission_can_be_counted_from_him() -> None:
    t = begun().do("FooRevealed", era=DAWN).do("MissionRevealed", mission="m1")
    t.do("FooRevealed", era=END).do("MissionRevealed", mission="m2")
    t.do("Correct", path="rifts.0", value=3).do("Correct", path="inside", value=1)
    t.do("LateRifts", source="hand", landed={DAWN: 1})
    assert (t["vortexes"][DAWN], t["lost"], revealed(t)) == (1, ["m1"], 1)
    assert t.asked != "reveal-mission"


@pytest.mark.rule("VORTEX-01", "VORTEX-17")
def test_a_first_rift_that_is_the_fourth_breaks_its_era() -> None:
    t = begun().do("Correct", path="rifts.0", value=3).do("FooRevealed", era=DAWN)
    t.do("MissionRevealed", mission="m1")
    assert (t["vortexes"][DAWN], t["rifts"][DAWN], t["lost"]) == (1, 0, ["m1"])
    t = begun(mode="centrifuge", level=3)
    for era, mission in ((DAWN, "m1"), (MEDIEVAL, "m2")):
        t.do("FooRevealed", era=era).do("MissionRevealed", mission=mission)
    t.do("Correct", path="rifts.3", value=3).do("FooRevealed", era=INDUSTRY)
    t.do(**t.answers[0], source="app")
    assert (t["vortexes"][INDUSTRY], t["rifts"][INDUSTRY], t["lost"]) == (1, 0, ["hidden"])


@pytest.mark.rule("DUP-02", "TERM-11")
def test_of_two_supas_that_swap_the_second_waits_at_home_until_the_first_is_gone() -> None:
    swap = [{"swap": "duplicates", "at": "here", "with": "next"}]
    tokens = {"supa-1": DAWN, "supa-0": MEDIEVAL}
    given = {"agents": {CZ: DAWN}, "duplicates": tokens}
    t = using(swap, {"mode": "supa"}, **given)
    assert (t.asked, t["duplicates"], found(t)) == ("draw-duplicate", {"supa-0": DAWN}, [])
    t.do(**t.answers[0], source="app")
    assert not any(token.startswith("supa") for token in t["duplicates"])
    moved = using(swap, {"mode": "supa"}, **given).do("Correct", path="duplicate.supa-0", value=5)
    moved.do(**moved.answers[0], source="app")
    assert moved["duplicates"]["supa-0"] == ROBOTS  # where it was set meanwhile, not where the swap put it


@pytest.mark.rule("VORTEX-11", "CARD-12")
def test_cards_on_a_vortex_set_by_hand_are_told_while_others_are_being_destroyed() -> None:
    t = table(
        available=[*above(INDUSTRY)[:2], above(MEDIEVAL)[0]], rifts={INDUSTRY: 3}, foo=INDUSTRY, inside=1
    )
    t.do("LateRifts", source="hand", landed={INDUSTRY: 1})
    assert (t.asked, found(t)) == ("pick-card", [])
    t.do("Correct", path="vortex.1", value=1)
    assert "cards-on-vortex" in found(t)


@pytest.mark.rule("VORTEX-11", "CARD-12")
def test_unread_cards_on_a_vortex_are_told_copy_by_copy() -> None:
    t = table({"huge": "table", "hands": "table"}, rifts={INDUSTRY: 3}, foo=INDUSTRY, inside=1)
    t.do("Correct", path="available.3", value=["?3", "?3", above(INDUSTRY)[0]])
    t.do("LateRifts", source="hand", landed={INDUSTRY: 1})
    assert (t.asked, found(t)) == ("pick-card", [])
    t.do("Correct", path="available.3", value=["?3", "?3", "?3", above(INDUSTRY)[0]])
    assert "cards-on-vortex" in found(t)


@pytest.mark.rule("VORTEX-12")
def test_an_unread_card_that_comes_onto_a_vortex_goes_when_another_one_lay_there() -> None:
    unread = {"huge": "table", "hands": "table"}
    s = table(unread, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"}).state.copy()
    s.available[3], s.agenda = ("?3", "?3"), []
    SweepVortexes(("?3",)).do(s, [])
    assert s.agenda == [DestroyCards(("?3",))]


def above(era: str) -> list[str]:
    """Cards of the Huge Deck that come in there."""
    return [card["id"] for card in game().box["card"] if card["era"] == era and not card.get("agent")]


@pytest.mark.rule("EFF-04", "EFF-11")
def test_another_agent_may_apply_an_exhausted_card_that_is_discarded_for_it() -> None:
    t = table(agents={CZ: DAWN, MR_TIME: INDUSTRY}, hand={CZ: ["edisons-bulb"], MR_TIME: ["sealing-wax"]},
              exhausted={MR_TIME: ["pep-talk"]})  # fmt: skip
    t.do("UseCard", card="edisons-bulb")
    assert sorted(t.offers("PickCard", "card")) == ["pep-talk", "sealing-wax"]
    t.do("PickCard", card="pep-talk")
    while t.asked != "act":
        t.do(**t.answers[0])
    assert (t["discard"][MR_TIME], t["hand"][MR_TIME]) == (["pep-talk"], ["sealing-wax"])


@pytest.mark.rule("AMB-04", "TOWER-06")
def test_a_late_cube_is_no_longer_inside() -> None:
    t = table(inside=2).do("LateRifts", source="hand", landed={INDUSTRY: 1})
    assert (t["inside"], t["rifts"][INDUSTRY]) == (1, 1)
    assert t.happened("RiftsInside") == [{"cubes": 1}]


def test_a_choice_that_is_still_there_is_not_told_to_be_gone() -> None:
    t = using([{"push": 1}], agents={CZ: DAWN}, duplicates={"3>5": DAWN, "3>6": DAWN})
    assert t.asked == "pick-duplicate"
    assert t.do("Correct", path="energy.5", value=2).happened("ChoiceDropped") == []
    t.do("Correct", path="agent.0", value=2)
    assert len(t.happened("ChoiceDropped")) == 1


def test_under_the_rules_of_the_first_version_the_applied_card_is_discarded_first() -> None:
    t = table({"rules": 1}, agents={CZ: DAWN, MR_TIME: INDUSTRY}, rifts={INDUSTRY: 1},
              hand={CZ: ["edisons-bulb"], MR_TIME: ["sealing-wax", "pep-talk"]})  # fmt: skip
    t.do("UseCard", card="edisons-bulb").do("PickCard", card="pep-talk")
    assert t["discard"][MR_TIME] == ["pep-talk"]
    assert t["exhausted"][MR_TIME] == []


def test_what_we_invented_is_known_by_its_source_or_by_its_fields() -> None:
    invented = game().start({}).setting.box.invented
    assert {("duplicate", "0>2"), ("card", "edisons-bulb")} <= invented
    assert not any(kind == "mission" and piece == "m6" for kind, piece in invented)


@pytest.mark.rule("ULTRA-08")
def test_a_pile_moved_on_by_hand_while_the_new_cards_come_does_not_leave_the_board() -> None:
    t = table({"mode": "ultramachina"}, foo=END, cycle=2, draw={CZ: [], MR_TIME: []}).do("EndActions")
    assert t.asked == "reveal-ultra"
    t.do("Correct", path="cycle", value=3)
    while t.asked == "reveal-ultra":
        t.do(**t.answers[0], source="app")
    assert (t["cycle"], t.outcome) == (3, None)


@pytest.mark.rule("TERM-15", "DUP-07")
def test_a_pawn_set_elsewhere_while_a_push_is_asked_pushes_what_is_there() -> None:
    given = {"agents": {CZ: ROBOTS}, "duplicates": {"5>0": ROBOTS, "3>6": INDUSTRY}}
    t = using([{"push": 1}], **given)
    assert t.offers("PickEra", "era") == ["globalization", END]
    t.do("Correct", path="agent.0", value=3)
    assert t.offers("PickEra", "era") == ["renaissance", "globalization"]
    t.do("PickEra", era="renaissance")
    assert t["duplicates"] == {"5>0": ROBOTS, "3>6": "renaissance"}
    two = using([{"push": 1}], **{**given, "duplicates": {"5>0": ROBOTS, "3>6": INDUSTRY, "2>6": INDUSTRY}})
    assert two.do("Correct", path="agent.0", value=3).asked == "pick-duplicate"


TWO_ON_EACH = {f"{home}>{era}": era for era in range(7) for home in [(era + 2) % 7, (era + 3) % 7]}


@pytest.mark.rule("ACT-12", "EFF-01")
@pytest.mark.parametrize(
    ("place", "path", "value", "asked_before", "asked_after"),
    [
        ("each-agent", "agent.1", 5, (0, 3), (0, 5)),  # an era that is still to come
        ("each-agent", "agent.0", 4, (0, 3), (4, 3)),  # the one that is asked about
        ("each-agent", "agent.1", 0, (0, 3), (0,)),
        ("each-adjacent", "agent.0", 4, (6, 1), (3, 5)),
        ("each-foo-neighbour", "foo", 4, (1, 3), (3, 5)),
        ("every-vortex", "vortex.6", 0, (4, 6), (4,)),
        ("every-vortex", "vortex.5", 1, (4, 6), (4, 5, 6)),
    ],
)
def test_of_several_eras_each_is_where_it_is_by_the_time_that_its_turn_comes(
    place: str, path: str, value: int, asked_before: tuple[int, ...], asked_after: tuple[int, ...]
) -> None:
    def eras(t: Table) -> list[int]:
        found = []
        while t.asked == "pick-duplicate":
            (here,) = {t.state.dups[given["token"]] for given in t.answers}
            found.append(here)
            t.do(**t.answers[0])
        return found

    names = list(ERAS)
    given = {
        "agents": {CZ: DAWN, MR_TIME: INDUSTRY}, "foo": names[2],
        "duplicates": {token: names[era] for token, era in TWO_ON_EACH.items()},
        "vortexes": {names[4]: 1, names[6]: 1}, "tiles": {names[4]: "none", names[6]: "none"},
    }  # fmt: skip
    effect = [{"destroy-duplicate": 1, "at": place}]
    assert eras(using(effect, **given)) == list(asked_before)
    assert eras(using(effect, **given).do("Correct", path=path, value=value)) == list(asked_after)


@pytest.mark.rule("AMB-56", "DUP-06")
def test_out_of_a_bag_that_has_only_what_was_just_destroyed_nothing_is_drawn() -> None:
    t = using([{"generate": 2, "at": "here"}], {"bag": "hand", "redraw-in-batch": False},
              agents={CZ: ROBOTS}, bag=["3>5"])  # fmt: skip
    assert t.asked == "draw-duplicate"
    t.do("DuplicateDrawn", token="3>5", source="hand")
    assert (t.asked, t["bag"]) == ("act", ["3>5"])


# -- the rules of the first version, which old journals go on with


@pytest.mark.parametrize("rules", [1, 2])
def test_a_card_that_is_applied_and_then_destroyed_is_destroyed_in_both_versions(rules: int) -> None:
    cards = {"other": [{"add-energy": 1}]}
    t = using([{"apply-card": "hand-of-another", "after": "destroy"}], {"rules": rules}, cards,
              hand={MR_TIME: ["other"]}, agents={CZ: DAWN, MR_TIME: INDUSTRY})  # fmt: skip
    assert t["destroyed"] == ["other"]
    assert (t["hand"][MR_TIME], t["exhausted"][MR_TIME], t["energy"][INDUSTRY]) == ([], [], 1)
    order = [kind for kind in t.order if kind in ("CardsDestroyed", "CardDestroyed", "EnergyAdded")]
    assert (order[0] == "EnergyAdded") is (rules == 2)


def test_under_the_first_rules_an_agent_set_elsewhere_still_goes_where_was_asked() -> None:
    t = using([{"move": 2}], {"rules": 1}, agents={CZ: DAWN})
    assert t.offers("PickEra", "era") == [ROBOTS, RENAISSANCE]
    t.do("Correct", path="agent.0", value=3)
    t.do("PickEra", era=ROBOTS)
    assert t["agents"][CZ] == ROBOTS


@pytest.mark.rule("MISSION-04")
@pytest.mark.parametrize("instead", ["", "hidden", "m9"])
def test_a_mission_that_is_gone_while_its_damage_is_asked_is_not_damaged(instead: str) -> None:
    t = using([{"add-energy": 1}], {"auto-damage": False}, agents={CZ: DAWN}, tiles={DAWN: "m10"})
    assert t.asked == "may-damage"
    t.do("Correct", path="tile.0", value=instead)
    if t.asked == "may-damage":  # another one lies there, and may be damaged by the same
        assert instead == "m9"
    else:
        assert t["damage"][DAWN] == 0


@pytest.mark.parametrize("mode", ["supa", "centrifuge", "ultramachina"])
@pytest.mark.parametrize("nonsense", [None, 5, -1, "x", [[1]], [5], {"a": 1}, [["x", [1]]], [[], []]])
def test_a_saved_game_with_nonsense_for_a_mode_s_piece_is_no_game(mode: str, nonsense: object) -> None:
    t = begun(mode=mode)
    saved = t.game.dump(t.state)
    for name, value in saved["extra"].items():
        if type(nonsense) is type(value) and nonsense == 5:
            continue  # five of something may be
        with pytest.raises(ValueError):
            t.game.load({**saved, "extra": {**saved["extra"], name: nonsense}})


@pytest.mark.parametrize("rules", [1, 2])
@pytest.mark.parametrize("stands", [INDUSTRY, DAWN, None])
def test_one_of_two_swapped_stays_where_it_was_set_meanwhile(rules: int, stands: str | None) -> None:
    t = table({"rules": rules}, duplicates={"0>2": stands} if stands else {})
    step = Bring(3, "0>2")
    assert step.anew(t.state) is (step if rules == 1 or stands == INDUSTRY else None)
