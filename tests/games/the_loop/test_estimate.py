"""What bots steer by: no rule depends on it, but each thing counts by its own weight, and only those."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.the_loop.rules import estimate as weights
from companion.games.the_loop.rules.estimate import estimate
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
    foo_phase,
    table,
)  # fmt: skip

AWAY = {CZ: INDUSTRY, MR_TIME: INDUSTRY}
CARDS = ("meteorite", "matriochka", "modem", "magnetic-tweezers")


def worth(mode: str = "sabotage", **given: Any) -> float:
    return estimate(table({"mode": mode}, **{"agents": AWAY, **given}).state)


def gain(more: dict[str, Any], mode: str = "sabotage", **given: Any) -> float:
    """What this adds to a position."""
    return pytest.approx(worth(mode, **given, **more) - worth(mode, **given))


def test_an_end_outweighs_everything_and_a_late_defeat_is_better() -> None:
    at = [estimate(lost(turn).state) for turn in (1, 2, 9)]
    assert at == [-weights.END + 10, -weights.END + 20, -weights.END + 90]
    won = table(archived=["m1", "m2", "m3"], tiles={MEDIEVAL: "m5"}, damage={MEDIEVAL: 4}, phase="archive",
                agents={CZ: MEDIEVAL}).do("Archive", yes=True)  # fmt: skip
    assert won.outcome == ("won", "WIN-01")
    assert estimate(won.state) == weights.END


def lost(turn: int) -> Any:
    t = foo_phase(turn=turn, rifts={MEDIEVAL: 3}, vortexes={MEDIEVAL: 1}, duplicates={})
    t.do("FooRevealed", source="hand", era=MEDIEVAL)
    while t.asked == "drop":
        t.do("RiftsLanded", source="hand", landed={MEDIEVAL: t.state.flying}, inside=0)
    assert t.outcome is not None
    assert t.outcome[0] == "lost"
    return t


@pytest.mark.parametrize("archived", [1, 2, 3])
def test_an_archived_mission_counts_whole(archived: int) -> None:
    assert gain({"archived": ["m1", "m2", "m3"][:archived]}) == weights.ARCHIVED * archived


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("rifts", range(5))
def test_rifts_weigh_the_more_the_more_there_are(era: str, rifts: int) -> None:
    assert gain({"rifts": {era: rifts}}) == -weights.RIFTS[min(rifts, 3)]


@pytest.mark.parametrize("rifts", range(1, 4))
@pytest.mark.parametrize(
    ("open_at", "worn"),
    [
        ((END,), 1),
        ((INDUSTRY,), weights.WORN),
        ((END, GLOBALIZATION), 1),
        ((END, GLOBALIZATION, RENAISSANCE), weights.WORN),
        ((END, GLOBALIZATION, INDUSTRY), weights.WORN),
    ],
)
def test_rifts_weigh_most_where_the_next_vortex_would_lose(
    rifts: int, open_at: tuple[str, ...], worn: float
) -> None:
    vortexes = dict.fromkeys(open_at, 1)
    assert gain({"vortexes": vortexes}) == -weights.VORTEX * len(open_at)
    assert gain({"rifts": {INDUSTRY: rifts}}, vortexes=vortexes) == -worn * weights.RIFTS[rifts]


@pytest.mark.parametrize("damage", range(6))
def test_damage_is_progress_and_makes_rifts_on_its_era_worse(damage: int) -> None:
    share = damage / 6  # mission 10 has six spaces
    on = {"damage": {MEDIEVAL: damage}}
    assert gain(on) == weights.PROGRESS * (share + share**2) / 2
    for rifts in (1, 2, 3):
        assert gain({"rifts": {MEDIEVAL: rifts}}, **on) == -weights.RIFTS[rifts] * (1 + 2 * share)


@pytest.mark.parametrize("at", ERAS)
@pytest.mark.parametrize("of", ERAS)
def test_a_complete_mission_is_worth_more_the_nearer_the_nearest_agent_is(of: str, at: str) -> None:
    far = {CZ: at, MR_TIME: INDUSTRY}
    tiles = {MEDIEVAL: "hidden", DAWN: "hidden", of: "m9"}
    steps = min(
        min((ERAS.index(pawn) - ERAS.index(of)) % 7, (ERAS.index(of) - ERAS.index(pawn)) % 7)
        for pawn in far.values()
    )
    assert gain({"damage": {of: 3}}, agents=far, tiles=tiles) == weights.COMPLETE - 3 * steps


def test_of_two_complete_missions_the_nearer_one_counts_its_steps() -> None:
    one, both = {"damage": {DAWN: 3}}, {"damage": {MEDIEVAL: 6}}
    assert worth(damage={DAWN: 3, MEDIEVAL: 6}) - worth(**one) == pytest.approx(weights.COMPLETE + 3)
    assert worth(damage={DAWN: 3, MEDIEVAL: 6}) - worth(**both) == pytest.approx(weights.COMPLETE)


@pytest.mark.parametrize("energy", range(6))
def test_energy_counts_up_to_three_on_an_era(energy: int) -> None:
    assert gain({"energy": {ROBOTS: energy}}) == weights.ENERGY * min(energy, 3)


def test_a_duplicate_weighs_half_where_dr_foo_has_been() -> None:
    token, other = table().state.bag[:2]
    assert gain({"duplicates": {token: END}}, seen=[DAWN]) == -weights.DUPLICATE
    assert gain({"duplicates": {token: END}}, seen=[DAWN, END]) == -weights.DUPLICATE / 2
    assert gain({"duplicates": {token: END, other: END}}, seen=[DAWN]) == -2 * weights.DUPLICATE


@pytest.mark.parametrize("pile", ["top", "draw", "discard"])
def test_every_card_of_a_deck_counts_a_little(pile: str) -> None:
    bare = {"draw": {CZ: [], MR_TIME: []}}
    for agent in (CZ, MR_TIME):
        for cards in range(1, 4):
            more = {pile: {agent: list(CARDS[:cards])}}
            given = {**bare, **more} if pile != "draw" else {"draw": {**bare["draw"], **more["draw"]}}
            assert worth(**given) - worth(**bare) == pytest.approx(0.4 * cards)


def test_ready_cards_count_for_who_can_still_act() -> None:
    assert gain({"hand": {CZ: list(CARDS[:2])}}) == 2 * 0.5
    assert gain({"hand": {MR_TIME: list(CARDS[:2])}}) == 0
    assert gain({"hand": {MR_TIME: list(CARDS[:2])}}, active=MR_TIME) == 2 * 0.5
    assert gain({"exhausted": {CZ: list(CARDS[:2])}}) == 0
    archiving = {"phase": "archive", "damage": {MEDIEVAL: 6}, "agents": {CZ: MEDIEVAL}}
    assert gain({"hand": {CZ: list(CARDS[:2])}}, **archiving) == 0


@pytest.mark.parametrize("era", ERAS)
def test_a_supa_is_work_the_more_the_farther_it_stands_from_home(era: str) -> None:
    supas = table({"mode": "supa"}).state.setting.box.supas
    for token, home in supas.items():
        steps = min((home - ERAS.index(era)) % 7, (ERAS.index(era) - home) % 7)
        told = gain({"duplicates": {token: era}}, "supa", seen=[])
        assert told == -weights.DUPLICATE - 10 - 4 * steps


def test_a_centrifuge_is_work_less_so_the_more_it_is_damaged() -> None:
    none = {"extra": {"centrifuges": [""] * 7}}
    two = {"extra": {"centrifuges": ["star", "", "", "star", "", "", ""]}}
    hit = {"extra": {**two["extra"], "centrifuge-damage": [[1, 0], [0, 0], [0, 0], [1, 2], *[[0, 0]] * 3]}}
    assert worth("centrifuge", **two) - worth("centrifuge", **none) == pytest.approx(-80)
    assert worth("centrifuge", **hit) - worth("centrifuge", **two) == pytest.approx(4 * 12)


def test_an_ultramachina_card_strikes_until_its_spaces_are_full() -> None:
    ultras = table({"mode": "ultramachina"}).state.setting.box.ultras
    none = {"extra": {"ultras": [[]] * 7, "ultra-damage": []}}
    for card, piece in ultras.items():
        on = [[card] if era == piece.era else [] for era in range(7)]
        for hit in range(piece.spaces + 1):
            given = {"extra": {"ultras": on, "ultra-damage": [[card, [hit, 0]]] if hit else []}}
            told = worth("ultramachina", **given) - worth("ultramachina", **none)
            assert told == pytest.approx(12 * hit / piece.spaces - 16)
