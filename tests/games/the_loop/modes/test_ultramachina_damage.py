"""Energy that players add damages Ultramachina cards; a destroyed one throws energy into the machine."""

import pytest

from companion.engine import Plain
from tests.games.the_loop.modes.test_ultramachina import (
    FOUR,
    THREE_SPACES,
    TWO_SPACES,
    lying,
    placed,
    ultra,
)
from tests.games.the_loop.playing import (
    CZ,
    DAWN,
    ERAS,
    GLOBALIZATION,
    INDUSTRY,
    MEDIEVAL,
    RENAISSANCE,
    ROBOTS,
    Table,
    table,
    using,
)


def adding(cubes: int = 1, **given: Plain) -> Table:
    """Cztwyzzek, on Industry, has just added energy there."""
    options = given.pop("options", {})
    given = {"agents": {CZ: INDUSTRY}, "extra": placed(industry=[TWO_SPACES]), **given}
    return using([{"add-energy": cubes}], ultra(**options), **given)


def damage(t: Table) -> dict[str, tuple[int, int]]:
    return {card: tuple(cubes) for card, cubes in t["extra"]["ultra-damage"]}


# -- energy damages them -------------------------------------------------------------------------------------


@pytest.mark.rule("ULTRA-10")
def test_added_energy_damages_a_card_there() -> None:
    t = adding()
    assert t.happened("UltraDamaged") == [{"ultra": TWO_SPACES, "damage": 1, "colour": "rift"}]
    assert t["pools"] == {"rifts": 29, "energy": 29}
    assert t["energy"][INDUSTRY] == 1
    assert damage(adding(extra=placed(globalization=[TWO_SPACES]))) == {}


@pytest.mark.rule("ULTRA-10", "ULTRA-12")
def test_red_and_green_cubes_count_alike() -> None:
    extra = placed(industry=["endless-assembly-line"]) | {"ultra-damage": [["endless-assembly-line", [1, 1]]]}
    t = adding(extra=extra)
    assert [told["damage"] for told in t.happened("UltraDamaged")] == [3]
    assert damage(t) == {"endless-assembly-line": (2, 1)}


@pytest.mark.rule("ULTRA-15", "EDGE-80")
def test_a_card_on_a_vortex_era_is_damaged_like_any_other() -> None:
    t = adding(vortexes={INDUSTRY: 1}, tiles={INDUSTRY: "none"})
    assert damage(t) == {TWO_SPACES: (1, 0)}


@pytest.mark.rule("ULTRA-10", "EDGE-79")
def test_you_choose_which_of_two_cards_is_damaged() -> None:
    t = adding(extra=placed(industry=[TWO_SPACES, "endless-assembly-line"]))
    assert t.asked == "pick-ultra"
    assert t.question.owner == 0
    t.do("PickUltra", ultra="endless-assembly-line")
    assert damage(t) == {"endless-assembly-line": (1, 0)}
    assert t.asked == "act"


@pytest.mark.rule("ULTRA-10")
def test_each_energy_damages_once() -> None:
    t = adding(2, extra=placed(industry=["endless-assembly-line"]))
    assert sum(damage(t)["endless-assembly-line"]) == 2


@pytest.mark.rule("ULTRA-10", "AMB-06")
def test_energy_that_the_pool_does_not_have_damages_nothing() -> None:
    assert damage(adding(2, energy={DAWN: 29}, extra=placed(industry=["endless-assembly-line"]))) == {
        "endless-assembly-line": (1, 0)
    }


@pytest.mark.rule("ULTRA-10", "AMB-11")
def test_ruled_otherwise_you_may_decline() -> None:
    t = adding(options={"auto-damage": False})
    assert t.offers("PickUltra", "ultra") == [TWO_SPACES, ""]
    assert damage(t.do("PickUltra", ultra="")) == {}
    t = adding(options={"auto-damage": False}).do("PickUltra", ultra=TWO_SPACES)
    assert damage(t) == {TWO_SPACES: (1, 0)}


@pytest.mark.rule("ULTRA-11", "MISSION-19", "MISSION-20")
def test_the_same_energy_also_damages_missions() -> None:
    t = adding(extra=placed(industry=[TWO_SPACES, "endless-assembly-line"]),
               tiles={INDUSTRY: "m10", DAWN: "m9", MEDIEVAL: "hidden"})  # fmt: skip
    t.do("PickUltra", ultra=TWO_SPACES)
    assert t["damage"][INDUSTRY] == 1
    assert damage(t) == {TWO_SPACES: (1, 0)}


# -- what a destroyed card leaves ----------------------------------------------------------------------------


def last_damage(**given: Plain) -> Table:
    """The last space of a card on Industry has just been filled; Dr Foo stands on Globalization."""
    extra = placed(industry=[TWO_SPACES]) | {"ultra-damage": [[TWO_SPACES, [1, 0]]]}
    return adding(foo=GLOBALIZATION, extra=extra | given.pop("extra", {}), **given)


@pytest.mark.rule("ULTRA-12")
def test_a_card_whose_spaces_are_filled_is_destroyed_and_its_cubes_return() -> None:
    t = last_damage()
    assert t.happened("UltraDestroyed") == [{"ultra": TWO_SPACES, "rifts": 2, "energy": 0}]
    assert lying(t) == {}
    assert damage(t) == {}
    assert TWO_SPACES not in t["extra"]["ultra-pile"]
    assert t["pools"]["rifts"] == 30


@pytest.mark.rule("ULTRA-12")
@pytest.mark.parametrize(("card", "spaces"), [(TWO_SPACES, 2), (THREE_SPACES, 3), ("entropy-engine", 4)])
def test_every_card_has_its_own_number_of_spaces(card: str, spaces: int) -> None:
    for cubes in range(1, spaces + 1):
        t = adding(cubes, extra={**placed(industry=[card])})
        assert bool(t.happened("UltraDestroyed")) is (cubes == spaces)


@pytest.mark.rule("ULTRA-13", "TOWER-09")
def test_one_energy_is_thrown_and_the_machine_does_not_turn() -> None:
    t = last_damage()
    assert t.happened("EnergyThrown") == [{"cubes": 1}]
    assert t.asked == "drop-energy"
    about = dict(t.question.about)
    assert (about["cubes"], about["outlet"]) == (1, ERAS.index(GLOBALIZATION))
    assert t["foo"] == GLOBALIZATION
    assert [told["landed"] for told in t.answers] == [{ROBOTS: 1}, {GLOBALIZATION: 1}, {INDUSTRY: 1}]
    assert not t.question.open
    t.do("EnergyLanded", landed={ROBOTS: 1})
    assert t.happened("EnergyPlaced") == [{"era": ROBOTS, "cubes": 1}]
    assert t["energy"][ROBOTS] == 1
    assert t["pools"]["energy"] == 28
    assert t.asked == "act"


@pytest.mark.rule("ULTRA-13", "TOWER-09", "AMB-06")
def test_an_empty_pool_throws_nothing() -> None:
    t = last_damage(energy={DAWN: 29})
    assert t.happened("UltraDestroyed")
    assert t["pools"]["energy"] == 0
    assert "EnergyThrown" not in t.order
    assert t.asked == "act"
    last = last_damage(energy={DAWN: 28})
    assert last.happened("EnergyThrown") == [{"cubes": 1}]
    assert last["pools"]["energy"] == 0


@pytest.mark.rule("ULTRA-14", "TOWER-09", "EDGE-78")
def test_thrown_energy_is_energy_but_it_was_not_added() -> None:
    t = last_damage(extra=placed(industry=[TWO_SPACES], globalization=["android-nursery"])
                    | {"ultra-damage": [[TWO_SPACES, [1, 0]]]},
                    tiles={GLOBALIZATION: "m10", DAWN: "m9", MEDIEVAL: "hidden"})  # fmt: skip
    t.do("EnergyLanded", landed={GLOBALIZATION: 1})
    assert t["energy"][GLOBALIZATION] == 1
    assert t["damage"][GLOBALIZATION] == 0
    assert damage(t) == {}
    t.do("Move", to=GLOBALIZATION).do("Move", to=ROBOTS)
    assert t["energy"][GLOBALIZATION] == 0


@pytest.mark.rule("ULTRA-13", "TOWER-06", "AMB-04")
def test_energy_may_stay_in_the_machine_and_come_out_with_the_next() -> None:
    t = last_damage(options={"drop": "hand"})
    t.refuses("TOWER-06", "EnergyLanded", source="hand", landed={ROBOTS: 2})
    t.refuses("TOWER-03", "RiftsLanded", source="hand", landed={ROBOTS: 1})
    t.do("EnergyLanded", source="hand", landed={}, inside=1)
    assert t["extra"]["energy-inside"] == 1
    assert t["pools"]["energy"] == 28
    t = last_damage(options={"drop": "hand"}, extra={"energy-inside": 1})
    assert t.question.open
    assert {sum(answer.landed) for answer in t.question.answers} == {2}
    t.do("EnergyLanded", source="hand", landed={ROBOTS: 1, DAWN: 1})
    assert (t["energy"][ROBOTS], t["energy"][DAWN]) == (1, 1)
    assert t["extra"]["energy-inside"] == 0
    assert t.happened("EnergyInside") == [{"cubes": 0}]


@pytest.mark.rule("TOWER-09", "ULTRA-14", "AMB-04")
def test_energy_that_falls_out_later_is_placed_and_not_added() -> None:
    extra = placed(industry=[TWO_SPACES]) | {"energy-inside": 2}
    t = table(ultra(), extra=extra, agents={CZ: INDUSTRY})
    t.refuses("TOWER-06", "LateEnergy", source="hand", landed={INDUSTRY: 3})
    t.do("LateEnergy", source="hand", landed={INDUSTRY: 1})
    assert t["energy"][INDUSTRY] == 1
    assert t["extra"]["energy-inside"] == 1
    assert damage(t) == {}
    assert t.offers("Move", "to") == [RENAISSANCE, GLOBALIZATION]


@pytest.mark.rule("ULTRA-10", "ULTRA-13")
def test_the_second_energy_of_an_effect_waits_for_the_first_to_land() -> None:
    t = adding(2, foo=GLOBALIZATION,
               extra={**placed(industry=[TWO_SPACES, "endless-assembly-line"]),
                      "ultra-damage": [[TWO_SPACES, [1, 0]]]})  # fmt: skip
    t.do("PickUltra", ultra=TWO_SPACES)
    assert t.asked == "drop-energy"
    t.do("EnergyLanded", landed={ROBOTS: 1})
    assert damage(t) == {"endless-assembly-line": (1, 0)}


@pytest.mark.rule("ULTRA-12", "ULTRA-18")
def test_destroyed_cards_win_nothing() -> None:
    assert last_damage(archived=FOUR[:3]).outcome is None




def test_setting_the_phase_while_energy_flies_puts_it_back() -> None:
    t = last_damage()
    assert t.asked == "drop-energy"
    t.do("Correct", path="phase", value=3)
    assert t["pools"]["energy"] == 29
    assert t["extra"]["energy-flying"] == 0


@pytest.mark.rule("ULTRA-12")
def test_spaces_filled_with_both_colours_destroy_it_too() -> None:
    extra = placed(industry=[TWO_SPACES]) | {"ultra-damage": [[TWO_SPACES, [0, 1]]]}
    t = adding(extra=extra)
    assert t.happened("UltraDestroyed") == [{"ultra": TWO_SPACES, "rifts": 1, "energy": 1}]


@pytest.mark.rule("TOWER-06", "SETUP-04")
@pytest.mark.parametrize("cubes", [1, 2, 5])
def test_another_number_of_energy_was_thrown_than_one(cubes: int) -> None:
    t = last_damage(options={"drop": "hand"})
    pool = t["pools"]["energy"]
    t.do("Thrown", source="hand", cubes=cubes)
    assert t.happened("EnergyThrown") == [{"cubes": cubes}]
    assert t["pools"]["energy"] == pool + 1 - cubes
    assert dict(t.question.about)["cubes"] == cubes
    t.do("EnergyLanded", source="hand", landed={ROBOTS: 1}, inside=cubes - 1)
    assert (t["energy"][ROBOTS], t["extra"]["energy-inside"]) == (1, cubes - 1)
    t = last_damage(options={"drop": "hand"})
    t.refuses("SETUP-04", "Thrown", source="hand", cubes=pool + 2)
