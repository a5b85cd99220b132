"""What may be set right at The LOOP, as the faces offer it: every field, every value, one touch each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine import Still
from companion.games.the_loop.views import corrections
from tests.games.the_loop import playing
from tests.games.the_loop.playing import TWO, table


@pytest.mark.parametrize("mode", ["sabotage", "supa", "centrifuge", "ultramachina"])
def test_every_offer_of_every_field_is_taken_and_says_what_it_makes(mode: str) -> None:
    """A sweep: a touch on any offer gives the value that it shows; the one that is marked changes nothing."""
    t = table(
        {"mode": mode}, rifts={"industry": 2}, duplicates={"1>5": "medieval"}, available=["matriochka"],
        hand={TWO[0]: ["pep-talk"]}, energy={"medieval": 1},
    )  # fmt: skip
    scene = Still(t.game, t.state)
    every = {one.path: one for one in t.game.correctable(t.state)}
    met = {
        group: {one.path for era in range(7) for one in corrections.fields(scene, group, era)}
        for group in corrections.GROUPS
    }
    assert set().union(*met.values()) == set(every)
    for path, field in every.items():
        view = corrections.field(scene, path)
        assert view is not None
        assert view.several == (
            isinstance(field.value, list) and not path.startswith("extra.centrifuge-damage.")
        )
        assert view.choices or isinstance(field.value, list | str)
        if not view.several:
            assert [one.value for one in view.choices if one.now] == [field.value]
        for one in view.choices:
            if view.several and isinstance(one.label, corrections.Value):
                (member,) = one.label.value
                assert one.now == (member in field.value)
                assert (member in one.value) != one.now
                assert [other for other in one.value if other != member] == [
                    other for other in field.value if other != member
                ]
            elif isinstance(one.label, corrections.Value):
                assert one.label == corrections.Value(path, one.value)


def test_each_field_belongs_to_its_group_and_era() -> None:
    t = table(
        {"mode": "ultramachina"},
        duplicates={"1>5": "medieval"},
        available=["matriochka"],
        hand={TWO[0]: ["pep-talk"]},
    )
    scene = Still(t.game, t.state)

    def paths(group: str, era: int) -> set[str]:
        return {one.path for one in corrections.fields(scene, group, era)}

    assert "duplicate.1>5" in paths("duplicates", 0) & paths("duplicates", 4) & paths("era", 1)
    assert "duplicate.1>5" not in paths("era", 2)
    for era in range(7):
        assert {f"rifts.{era}", f"energy.{era}"} <= paths("era", era)
        assert not any(path.startswith(("agent.", "batteries.", "card.")) for path in paths("era", era))
        assert not {f"rifts.{other}" for other in range(7) if other != era} & paths("era", era)
        assert all(path.startswith("card.") for path in paths("cards", era))
        assert {"agent.0", "batteries.1"} <= paths("agents", era)
        assert paths("hq", era) == paths("hq", 0)
    assert "turn" in paths("hq", 0)
    mine = next(one["id"] for one in t.game.box["card"] if one.get("agent") == TWO[0])
    assert f"card.{mine}" in paths("agents", 0)
    matriochka = t.game.box["card"][[one["id"] for one in t.game.box["card"]].index("matriochka")]
    at = playing.ERAS.index(matriochka["era"]) if isinstance(matriochka["era"], str) else matriochka["era"]
    assert [era for era in range(7) if "card.matriochka" in paths("cards", era)] == [at]


def test_damage_of_ultra_cards_is_one_cube_more_or_fewer() -> None:
    box = playing.game().box["ultra"]
    here, there = box[0]["id"], box[1]["id"]
    t = table({"mode": "ultramachina"})
    t.state.extra = t.state.extra._replace(ultras=((here,), (there,), (), (), (), (), ()))
    field: Any = SimpleNamespace(path="extra.ultra-damage", value=[[here, [1, 0]]])
    view = corrections._ultra_damage(t.state, field)
    assert view.now == corrections.CardCubes(((here, 1, 0),))
    told = [(one.label.cards[0], one.value) for one in view.choices]
    assert told == [
        ((here, 2, 0), [[here, [2, 0]]]),
        ((here, 0, 0), []),
        ((here, 1, 1), [[here, [1, 1]]]),
        ((there, 1, 0), [[here, [1, 0]], [there, [1, 0]]]),
        ((there, 0, 1), [[here, [1, 0]], [there, [0, 1]]]),
    ]
    field.value = [[here, [3, 3]]]
    told = [one.label.cards[0][1:] for one in corrections._ultra_damage(t.state, field).choices[:4]]
    assert told == [(4, 3), (2, 3), (3, 4), (3, 2)]
