"""The consistency check: what cannot be so is named, and what a rule would do is offered, never done."""

import pytest

from companion.engine import Finding

from .playing import CZ, DAWN, ERAS, INDUSTRY, MEDIEVAL, RENAISSANCE, Table, foo_phase, table, using


def findings(t: Table) -> dict[str, Finding]:
    return {finding.id: finding for finding in t.game.check(t.state)}


def after(path: str, value: object, **given: object) -> Table:
    return table(**given).do("Correct", path=path, value=value)


def settle(t: Table, finding: str) -> Table:
    (offer,) = findings(t)[finding].offers
    return t.do(**t.game.write(t.state, offer))


def test_a_sound_table_has_no_findings() -> None:
    assert table().game.check(table().state) == ()


@pytest.mark.rule("VORTEX-01", "VORTEX-17")
def test_four_rifts_offer_the_vortex() -> None:
    t = after("rifts.3", 4)
    found = findings(t)["rifts-overflow"]
    assert found.rule == "VORTEX-01"
    assert found.about == (("era", 3), ("cubes", 4))
    settle(t, "rifts-overflow")
    assert t["vortexes"][INDUSTRY] == 1
    assert t["rifts"][INDUSTRY] == 0
    assert findings(t) == {}
    assert t.asked == "act"


@pytest.mark.rule("LOSE-01")
def test_settling_may_lose_the_game() -> None:
    t = after("rifts.3", 4, vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})
    assert settle(t, "rifts-overflow").outcome == ("lost", "LOSE-01")
    assert t.game.check(t.state) == ()


@pytest.mark.rule("DUP-02")
def test_a_duplicate_at_home_offers_its_end() -> None:
    t = after("duplicate.0>2", 2)
    assert findings(t)["duplicate-at-home"].rule == "DUP-02"
    assert settle(t, "duplicate-at-home")["duplicates"] == {}


@pytest.mark.rule("MISSION-02")
def test_a_missing_mission_offers_to_be_turned() -> None:
    t = after("tile.1", "")
    assert findings(t)["mission-due"].rule == "MISSION-02"
    settle(t, "mission-due")
    assert t.asked == "reveal-mission"
    assert findings(t) == {}


@pytest.mark.rule("ERA-06")
def test_a_tile_beside_a_vortex_offers_to_be_removed() -> None:
    t = after("vortex.1", 1, damage={MEDIEVAL: 2})
    assert findings(t)["vortex-and-tile"].rule == "ERA-06"
    settle(t, "vortex-and-tile")
    assert t["tiles"][MEDIEVAL] == "none"
    assert t["lost"] == ["m10"]
    assert t["pools"]["energy"] == 30


@pytest.mark.rule("VORTEX-11")
def test_cards_on_a_vortex_offer_to_be_destroyed() -> None:
    t = after(
        "vortex.1", 1, available=["war-horse"], tiles={DAWN: "m9", MEDIEVAL: "none", RENAISSANCE: "m10"}
    )
    assert findings(t)["cards-on-vortex"].rule == "VORTEX-11"
    assert settle(t, "cards-on-vortex")["destroyed"] == ["war-horse"]
    assert findings(t) == {}


@pytest.mark.rule("VORTEX-12")
@pytest.mark.parametrize("hands", ["app", "table"])
def test_a_card_that_a_running_effect_turned_over_on_a_vortex_is_no_finding(hands: str) -> None:
    effect = [{"make-available": 1}, {"optional": [{"add-energy": 1}]}]
    given = {"vortexes": {INDUSTRY: 1}, "tiles": {INDUSTRY: "none"}}
    if hands == "app":
        t = using(effect, **given)
    else:
        t = table({"hands": "table"}, **given).do("PlayEffect", effect=effect)
    t.do("CardRevealed", card="matriochka", source="app")
    assert t.asked == "pick-option"
    assert findings(t) == {}


@pytest.mark.rule("SETUP-04", "INV-01", "INV-02")
def test_more_cubes_than_there_are_is_named() -> None:
    assert findings(after("rifts.3", 31))["too-many-rifts"].about == (("cubes", 1),)
    assert findings(after("energy.3", 32))["too-much-energy"].about == (("cubes", 2),)
    assert "too-many-rifts" not in findings(after("rifts.3", 30))
    assert "too-much-energy" not in findings(after("energy.3", 30))
    assert "impossible-count" in findings(after("energy.3", 10**6))


@pytest.mark.rule("SETUP-05", "INV-07")
def test_a_fourth_vortex_tile_is_named() -> None:
    none = dict.fromkeys(ERAS, "none")
    assert "too-many-vortexes" in findings(
        after("vortex.6", 1, vortexes=dict.fromkeys(ERAS[:3], 1), tiles=none)
    )
    assert "too-many-vortexes" not in findings(
        after("vortex.6", 1, vortexes=dict.fromkeys(ERAS[:2], 1), tiles=none)
    )


@pytest.mark.rule("SETUP-03", "INV-05")
def test_an_eighth_tile_is_named() -> None:
    t = after("lost", ["hidden"])
    assert findings(t)["too-many-tiles"].about == (("count", 8),)


@pytest.mark.rule("CARD-15", "INV-09")
def test_a_card_in_two_places_is_named() -> None:
    t = table(hand={CZ: ["holy-grail"]})
    t.state = t.state.copy()
    t.state.destroyed = ("holy-grail",)
    assert findings(t)["card-twice"].about == (("card", "holy-grail"),)


@pytest.mark.rule("SETUP-03")
def test_a_mission_in_two_places_is_named() -> None:
    t = table()
    t.state = t.state.copy()
    t.state.tiles[4] = "m10"
    assert findings(t)["mission-twice"].about == (("mission", "m10"),)


@pytest.mark.rule("CYCLE-01", "INV-10")
def test_an_impossible_cycle_is_named() -> None:
    t = table()
    t.state = t.state.copy()
    t.state.seen = (1, 1)
    assert "impossible-cycle" in findings(t)
    for cycle, possible in ((0, False), (1, True), (3, True), (4, False)):
        t.state = table().state.copy()
        t.state.cycle = cycle
        assert ("impossible-cycle" not in findings(t)) is possible


def test_only_what_was_offered_is_settled() -> None:
    t = after("rifts.3", 4)
    assert t.refuses("", "Settle", what="vortex", where=2).id == "nothing-to-settle"
    assert t.refuses("", "Settle", what="party", where=3).id == "nothing-to-settle"


def test_what_is_being_resolved_is_no_finding() -> None:
    t = foo_phase({"vortex-order": "chosen"}, rifts={INDUSTRY: 3, RENAISSANCE: 3})
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.do("RiftsLanded", landed={INDUSTRY: 1, RENAISSANCE: 1}, source="hand")
    assert t.asked == "pick-era"
    assert findings(t) == {}
