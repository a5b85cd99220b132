"""Ultramachina: Dr Foo walks round the ring, cards strike where he arrives, added energy damages them."""

from typing import Any

import pytest

from companion.engine import Plain
from tests.games.the_loop.playing import (
    CZ,
    DAWN,
    END,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    RENAISSANCE,
    ROBOTS,
    TWO,
    Table,
    landing,
    table,
)
from tests.games.the_loop.test_setup import set_up, started

TWO_SPACES, THREE_SPACES = "soot-chimney", "tar-pit-turbine"
FOUR = ["m3", "m4", "m5", "m6"]


def ultra(**options: Any) -> dict[str, Any]:
    return {"mode": "ultramachina", **options}


def lying(t: Table) -> dict[str, tuple[str, ...]]:
    return {era: tuple(cards) for era, cards in t["extra"]["ultras"].items() if cards}


def placed(**cards: list[str]) -> dict[str, Plain]:
    """Cards on eras, out of the pile."""
    out = [card for there in cards.values() for card in there]
    pile = [card for card in started(mode="ultramachina")["extra"]["ultra-pile"] if card not in out]
    return {"ultras": {era.replace("_", "-"): there for era, there in cards.items()}, "ultra-pile": pile}


def arriving(at: str, options: dict[str, Any] | None = None, **given: Plain) -> Table:
    """Phase I: a duplicate was drawn (it lies on Dawn of Time), Dr Foo has arrived at this era."""
    before = ERAS[(ERAS.index(at) + 6) % 7]
    given = {"bag": ["0>2", "0>3"], "huge": [], **given}
    t = table(ultra(**(options or {})), phase="foo", foo=before, **given)
    return t.do("DuplicateDrawn", token="0>2")


# -- setup ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ULTRA-02", "ULTRA-03", "DIFF-05")
@pytest.mark.parametrize(("level", "number"), [(1, 4), (2, 5), (3, 7)])
def test_cards_are_drawn_out_of_fourteen_and_lie_at_the_eras_beside_their_titles(
    level: int, number: int
) -> None:
    t = started(mode="ultramachina", level=level).any_chance(until="reveal-ultra")
    for drawn in range(number):
        assert t.asked == "reveal-ultra"
        assert len(t.question.answers) == 14 - drawn
        t.do(**t.answers[-1], source="app")
    assert t.asked != "reveal-ultra"
    ultras = t.state.setting.box.ultras
    assert sum(map(len, lying(t).values())) == number
    assert all(ERAS[ultras[card].era] == era for era, cards in lying(t).items() for card in cards)
    assert len(t["extra"]["ultra-pile"]) == 14 - number


@pytest.mark.rule("ULTRA-03")
def test_several_cards_may_lie_on_one_era() -> None:
    t = started(mode="ultramachina").any_chance(until="reveal-ultra")
    t.do("UltraRevealed", ultra="soot-chimney").do("UltraRevealed", ultra="endless-assembly-line")
    assert lying(t) == {INDUSTRY: ("soot-chimney", "endless-assembly-line")}


@pytest.mark.rule("ULTRA-04", "ERA-07", "SETUP-20")
def test_the_machine_starts_facing_the_end_of_times() -> None:
    assert started(mode="ultramachina")["foo"] == END


@pytest.mark.rule("ULTRA-01", "AMB-18", "SETUP-12")
def test_foo_cards_serve_the_setup_and_are_not_seen_again() -> None:
    t = started(mode="ultramachina")
    assert t.asked == "reveal-foo"
    t = set_up(mode="ultramachina")
    assert sum(t["rifts"].values()) == 2
    assert t["seen"] == []
    for _ in range(40):
        assert t.asked != "reveal-foo"
        t.do(**t.answers[0], source="app" if t.question.owner == "chance" else "player")
    assert t["seen"] == []


@pytest.mark.rule("ULTRA-05", "EDGE-83", "BONUS-01")
def test_a_bonus_before_the_hands_are_drawn() -> None:
    t = started(mode="ultramachina", agents=TWO).any_chance(until="pick-card")
    assert t["archived"] == []
    assert t["hand"] == {CZ: [], MR_TIME: []}
    assert len(t.offers("PickCard", "card")) == 3
    own, other = t.offers("PickCard", "card")[:2]
    t.do("PickCard", card=own).do("PickCard", card=other)
    t.any_chance(until="first-player")
    assert len(t["destroyed"]) == 1
    cards = t.state.setting.box.cards
    for agent, bonus in ((CZ, own), (MR_TIME, other)):
        assert bonus in t["hand"][agent]
        assert [cards[card].agent for card in t["hand"][agent]].count(agent) == 2
        assert len(t["hand"][agent]) == 3


# -- Dr Foo walks --------------------------------------------------------------------------------------------


@pytest.mark.rule("ULTRA-06", "EDGE-82", "ULTRA-01")
def test_dr_foo_goes_one_era_on_without_a_card() -> None:
    t = arriving(DAWN)
    assert t.happened("FooMoved") == [{"era": DAWN}]
    assert t["foo"] == DAWN
    assert t.asked == "drop"
    assert arriving(GLOBALIZATION)["foo"] == GLOBALIZATION


@pytest.mark.rule("ULTRA-16", "FOO-02", "FOO-05")
def test_step_a_is_as_ever() -> None:
    t = table(ultra(), phase="foo", cycle=2)
    told = []
    while t.asked != "drop":
        t.do(**t.answers[0], source="app")
        told += t.order
    assert told.count("DuplicateGenerated") == 2
    assert told.count("CardAvailable") == 1


@pytest.mark.rule("ULTRA-07")
def test_the_cards_on_his_new_era_strike_before_the_drop() -> None:
    t = arriving(INDUSTRY, extra=placed(industry=["soot-chimney"], globalization=["android-nursery"]),
                 energy={INDUSTRY: 4})  # fmt: skip
    assert t.order.index("FooMoved") < t.order.index("UltraApplied") < t.order.index("RiftsThrown")
    assert t.happened("UltraApplied") == [{"ultra": "soot-chimney"}]
    assert t["energy"][INDUSTRY] == 1
    assert lying(t)[INDUSTRY] == ("soot-chimney",)


@pytest.mark.rule("ULTRA-07", "AMB-19", "FOO-10")
def test_the_drop_is_counted_after_the_cards() -> None:
    t = arriving(ROBOTS, extra=placed(age_of_robots=["android-nursery"]), bag=["0>2", "0>3", "0>4"])
    t.do("DuplicateDrawn", token="0>3")
    assert t["duplicates"]["0>3"] == t["duplicates"]["0>4"] == ROBOTS
    assert t.happened("RiftsThrown") == [{"cubes": 4}]


@pytest.mark.rule("ULTRA-07", "AMB-19")
@pytest.mark.parametrize("order", [["soot-chimney", "endless-assembly-line"],
                                   ["endless-assembly-line", "soot-chimney"]])  # fmt: skip
def test_the_team_chooses_the_order_of_several(order: list[str]) -> None:
    t = arriving(INDUSTRY, extra=placed(industry=["soot-chimney", "endless-assembly-line"]))
    assert t.asked == "pick-ultra"
    assert t.question.owner == "team"
    t.do("PickUltra", ultra=order[0])
    assert [told["ultra"] for told in t.happened("UltraApplied")] == order
    assert t.asked == "drop"


@pytest.mark.rule("ULTRA-07", "EDGE-81", "VORTEX-17")
def test_a_fourth_rift_from_a_card_breaks_the_era_before_the_drop() -> None:
    t = arriving(DAWN, extra=placed(dawn_of_time=["tar-pit-turbine"]), rifts={DAWN: 3},
                 tiles={DAWN: "none", MEDIEVAL: "m10", RENAISSANCE: "m9"})  # fmt: skip
    assert t["vortexes"][DAWN] == 1
    assert t.order.index("VortexOpened") < t.order.index("RiftsThrown")
    assert t.asked == "drop"


@pytest.mark.rule("ULTRA-07", "FOO-18", "ULTRA-10")
def test_what_the_cards_do_damages_nothing() -> None:
    cards = {"ultra": [{"id": "gift", "name": {"en": "Gift", "fr": "Don"}, "era": DAWN, "spaces": 3,
                        "effect": [{"add-energy": 1, "at": "foo"}, {"remove-rift": 1, "at": "foo"}],
                        "source": "owner"}]}  # fmt: skip
    t = arriving(DAWN)
    played = type(t.game)({**t.game.box, "ultra": [*t.game.box["ultra"], *cards["ultra"]]})
    state = played.position(
        ultra(agents=TWO),
        {"phase": "foo", "foo": END, "bag": ["0>2", "0>3"], "huge": [], "rifts": {DAWN: 1},
         "tiles": {DAWN: "m10", MEDIEVAL: "m6"}, "extra": {"ultras": {DAWN: ["gift"]}}},
    )  # fmt: skip
    t = Table(played, state).do("DuplicateDrawn", token="0>2")
    assert t["energy"][DAWN] == 1
    assert t["rifts"][DAWN] == 0
    assert not {"DamageDone", "UltraDamaged"} & set(t.order)


@pytest.mark.rule("ULTRA-19")
def test_a_card_strikes_each_time_he_arrives_as_long_as_it_is_there() -> None:
    t = arriving(INDUSTRY, extra=placed(industry=["soot-chimney"]))
    landing(t, industry=2)
    struck = 0
    for _ in range(400):
        if t["turn"] == 8:
            break
        t.do(**(t.answers[-1] if t.asked == "act" else t.answers[0]), source="hand")
        struck += "UltraApplied" in t.order and t["foo"] == INDUSTRY
        if t.outcome:
            break
        for era in range(7):  # nobody repairs anything in this test
            t.do("Correct", path=f"rifts.{era}", value=0)
    assert t["turn"] == 8
    assert struck == 1


@pytest.mark.rule("ULTRA-15", "EDGE-80", "VORTEX-14")
def test_a_vortex_leaves_the_cards_where_they_are_and_at_work() -> None:
    t = arriving(INDUSTRY, extra=placed(industry=["soot-chimney"]), rifts={INDUSTRY: 3}, energy={INDUSTRY: 1})
    landing(t, industry=2)
    assert t["vortexes"][INDUSTRY] == 1
    assert lying(t) == {INDUSTRY: ("soot-chimney",)}
    t = arriving(INDUSTRY, extra=placed(industry=["soot-chimney"]), vortexes={INDUSTRY: 1},
                 tiles={INDUSTRY: "none"}, energy={INDUSTRY: 4})  # fmt: skip
    assert t["energy"][INDUSTRY] == 1


# -- the end of a cycle --------------------------------------------------------------------------------------


def ending(at: str, cycle: int, **given: Plain) -> Table:
    """Phase V, hands full enough that nobody draws."""
    hands = {CZ: [], MR_TIME: ["sealing-wax", "pep-talk", "pocket-watch"]}
    top = {CZ: ["bottled-comet", "shock-wave", "sticky-slime"]}
    t = table(ultra(), phase="archive", foo=at, cycle=cycle, hand=hands, top=top,
              agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6}, turn=7 * cycle, **given)  # fmt: skip
    return t.do("Archive", yes=False)


@pytest.mark.rule("ULTRA-08")
@pytest.mark.parametrize("cycle", [1, 2])
def test_with_dr_foo_on_the_last_era_three_cards_come_and_the_pile_moves_on(cycle: int) -> None:
    t = ending(END, cycle)
    for _ in range(3):
        assert (t.asked, t["cycle"]) == ("reveal-ultra", cycle)  # the cards first, then the pile
        t.do(**t.answers[0], source="app")
    assert (t.asked, t["cycle"]) == ("draw-duplicate", cycle + 1)
    assert sum(map(len, lying(t).values())) == 3
    assert len(t["extra"]["ultra-pile"]) == 11


@pytest.mark.rule("ULTRA-08")
@pytest.mark.parametrize("at", ERAS[:6])
def test_before_the_last_era_no_cycle_ends(at: str) -> None:
    t = ending(at, 1)
    assert t["cycle"] == 1
    assert t.asked == "draw-duplicate"


@pytest.mark.rule("ULTRA-08", "LOSE-03", "AMB-20", "ULTRA-09")
def test_the_third_cycle_is_the_last() -> None:
    t = ending(END, 3)
    assert t.outcome == ("lost", "LOSE-03")
    assert lying(t) == {}
    assert t["turn"] == 21


@pytest.mark.rule("ULTRA-20")
def test_new_cards_on_the_first_era_strike_next_and_those_on_the_last_era_last() -> None:
    t = ending(END, 1)
    for card in ("tar-pit-turbine", "entropy-engine", "soot-chimney"):
        t.do("UltraRevealed", ultra=card)
    assert lying(t)[END] == ("entropy-engine",)
    told = list(t.told)
    while t.asked != "drop":
        t.do(**t.answers[0], source="app")
        told += t.told
    assert t["foo"] == DAWN
    assert [one["ultra"] for one in told if one["kind"] == "UltraApplied"] == ["tar-pit-turbine"]


@pytest.mark.rule("ULTRA-17")
def test_the_pile_never_runs_out() -> None:
    assert max((4, 5, 7)) + 3 + 3 < len(started(mode="ultramachina")["extra"]["ultra-pile"]) == 14


@pytest.mark.rule("ULTRA-17", "ULTRA-08")
def test_a_pile_of_fewer_cards_gives_what_it_has() -> None:
    t = ending(END, 2, extra={"ultra-pile": ["soot-chimney", "tar-pit-turbine"]})
    t.do("UltraRevealed", ultra="soot-chimney")
    assert t.asked == "draw-duplicate"
    assert len(lying(t)) == 2


# -- the two cards that are known ----------------------------------------------------------------------------


@pytest.mark.rule("UMC-01", "ULTRA-07")
def test_karmic_rebirth_mixes_the_hands_and_deals_as_many_to_each() -> None:
    hands = {CZ: ["bottled-comet"], MR_TIME: ["sealing-wax", "pep-talk", "pocket-watch"]}
    t = arriving(DAWN, extra=placed(dawn_of_time=["karmic-rebirth"]), hand=hands)
    assert t.happened("HandsMixed") == [{"cards": 4}]
    assert t.asked == "deal-card"
    assert dict(t.question.about)["agent"] == 0
    for card in ("pep-talk", "sealing-wax", "bottled-comet"):
        t.do("CardDrawn", card=card)
    assert t["hand"] == {CZ: ["pep-talk"], MR_TIME: ["bottled-comet", "pocket-watch", "sealing-wax"]}
    assert t.asked == "drop"
    landing(t, dawn_of_time=3).end_turn()
    assert "pep-talk" in t["discard"][CZ] or "pep-talk" in t["draw"][CZ]


@pytest.mark.rule("UMC-01", "AMB-39")
def test_in_solo_it_mixes_the_cards_of_all_tiles_and_icons_do_not_bind() -> None:
    hands = {CZ: ["bottled-comet"], MR_TIME: ["sealing-wax"]}
    t = arriving(DAWN, {"solo": 2}, extra=placed(dawn_of_time=["karmic-rebirth"]), hand=hands)
    t.do("CardDrawn", card="sealing-wax")
    assert t["hand"] == {CZ: ["sealing-wax"], MR_TIME: ["bottled-comet"]}


@pytest.mark.rule("UMC-02", "ULTRA-07")
@pytest.mark.parametrize("victim", TWO)
def test_quantum_inquisition_strikes_the_player_whom_the_team_chooses(victim: str) -> None:
    hands = {CZ: ["bottled-comet"], MR_TIME: ["sealing-wax"]}
    t = arriving(MEDIEVAL, extra=placed(medieval=["quantum-inquisition"]), hand=hands)
    assert t.asked == "pick-agent"
    assert t.question.owner == "team"
    t.do("PickAgent", agent=victim)
    assert t["hand"] == {**hands, victim: []}


# -- victory -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ULTRA-18", "WIN-01", "WIN-05", "INV-14")
def test_four_tiles_win_whatever_cards_are_left() -> None:
    t = table(ultra(), phase="archive", foo=END, cycle=3, agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6},
              archived=FOUR[:3], extra=placed(industry=[TWO_SPACES]))  # fmt: skip
    assert t.do("Archive", yes=True).outcome == ("won", "WIN-01")


# -- the table is right --------------------------------------------------------------------------------------


def test_setting_the_phase_while_hands_are_dealt_loses_no_card() -> None:
    hands = {CZ: ["bottled-comet"], MR_TIME: ["sealing-wax", "war-horse"]}
    t = arriving(DAWN, extra=placed(dawn_of_time=["karmic-rebirth"]), hand=hands)
    t.do("Correct", path="phase", value=3)
    assert t["revealed"] == []
    assert t["discard"] == {CZ: ["bottled-comet"], MR_TIME: ["sealing-wax"]}
    assert "war-horse" in t["huge"]
    assert t.game.check(t.state) == ()


def test_a_card_put_on_the_board_by_hand_is_not_revealed_again() -> None:
    t = started(mode="ultramachina").any_chance(until="reveal-ultra")
    t.do("Correct", path="extra.ultras.3", value=["soot-chimney"])
    assert "soot-chimney" not in t.offers("UltraRevealed", "ultra")
    assert len(t.question.answers) == 13


@pytest.mark.rule("ULTRA-02")
def test_a_real_card_displaces_none_that_its_owner_has_entered() -> None:
    """Of a pile in which only the owner's cards are left, none gives way; else one of ours does."""
    t = started(mode="ultramachina", ultras="hand").any_chance(until="reveal-ultra")
    for card in ("mine", "another"):
        entry = {"id": card, "era": "industry", "spaces": 2, "source": "owner"}
        t.do("Learn", piece="ultra", entry=entry)
    t.do("Correct", path="extra.ultra-pile", value=["mine"])
    t.do("UltraRevealed", ultra="another", source="hand")
    assert t["extra"]["ultra-pile"] == ["mine"]
    t.do("Correct", path="extra.ultra-pile", value=["karmic-rebirth", "mine", "soot-chimney"])
    t.do("Correct", path="extra.ultras.3", value=[])
    t.do("UltraRevealed", ultra="another", source="hand")
    assert t["extra"]["ultra-pile"] == ["karmic-rebirth", "mine"]
