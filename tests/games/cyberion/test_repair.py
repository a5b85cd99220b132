"""Repair against the ledger: its examples, and every way against trying everything [CY-REPAIR, CY-REQ]."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.cyberion.rules.pieces import (
    CARDS,
    MODELS,
    MULTIBOTS,
    ROBOTS,
    SIZES,
    Requirement,
    Robot,
    Row,
    Team,
    in_order,
    machine,
)  # fmt: skip
from companion.games.cyberion.rules.repair import flaw, repairable, ways

CYCLOBOTS = ("cyclobot-1", "cyclobot-2")
STOCKBOTS = machine("II-3-stockbot").requirement


def platform(*codes: str) -> Team:
    return in_order(codes), (), ()


def robots(*sizes: int, model: str = "planbot") -> Team:
    return platform(*(f"{model}-{size}" for size in sizes))


def mixed(*sizes: int) -> Team:
    """Robots of these sizes and of many models."""
    return platform(*(f"{MODELS[place % 5]}-{size}" for place, size in enumerate(sizes)))


# -- what the machines ask for ----------------------------------------------------------------------------


@pytest.mark.rule(
    "CY-SC-05", "CY-REQ-01", "CY-REQ-02", "CY-REQ-03", "CY-REQ-04", "CY-REQ-05", "CY-REQ-06", "CY-REQ-07",
    "CY-REQ-08", "CY-REQ-09", "CY-REQ-10", "CY-EDGE-22", "CY-EDGE-23",
)  # fmt: skip
@pytest.mark.parametrize(
    ("code", "good", "bad"),
    [
        ("II-3-cyclobot", [robots(1, 1, 5, model="cyclobot")], [platform(*CYCLOBOTS, "planbot-3")]),
        ("II-4-size-4", [mixed(4, 4, 4, 4)], [mixed(4, 4, 4, 5)]),
        ("II-3-sum-at-least-12", [mixed(5, 4, 3), mixed(5, 5, 5)], [mixed(5, 4, 2)]),
        ("II-straight-4", [mixed(1, 2, 3, 4), mixed(2, 3, 4, 5)], [mixed(1, 2, 3, 5), mixed(1, 1, 2, 3)]),
        ("II-4-sum-at-most-9", [mixed(1, 2, 3, 3), mixed(1, 1, 1, 1)], [mixed(1, 3, 3, 3)]),
        ("II-two-pairs", [mixed(2, 2, 5, 5), mixed(3, 3, 3, 3)], [mixed(2, 2, 5, 4), mixed(3, 3, 3, 4)]),
        ("III-identical-2", [robots(3, 3)], [robots(3, 4), platform("planbot-3", "sirenbot-3")]),
    ],
)  # fmt: skip
def test_the_seven_kinds_of_the_player_aid(code: str, good: list[Team], bad: list[Team]) -> None:
    need = machine(code).requirement
    assert [flaw(need, team) for team in good] == [""] * len(good)
    assert [flaw(need, team) for team in bad] == ["team"] * len(bad)


@pytest.mark.rule("CY-REPAIR-01", "CY-REPAIR-05")
def test_no_robot_too_many_and_none_too_few() -> None:
    assert flaw(STOCKBOTS, robots(1, 2, model="stockbot")) == "team"
    assert flaw(STOCKBOTS, robots(1, 2, 3, 4, model="stockbot")) == "team"
    assert flaw(STOCKBOTS, robots(1, 2, 3, model="stockbot")) == ""


@pytest.mark.rule("CY-ZONE-04")
def test_the_three_rows_mix() -> None:
    rows: Team = (("stockbot-1",), ("planbot-2", "stockbot-3"), ("stockbot-1",))
    assert ways(STOCKBOTS, rows) == ((("stockbot-1",), ("stockbot-3",), ("stockbot-1",)),)


def test_equal_robots_of_a_row_are_told_once_and_rows_are_told_apart() -> None:
    need = machine("I-2-stockbot").requirement
    rows: Team = (("stockbot-1", "stockbot-1", "stockbot-2"), (), ("stockbot-1",))
    assert ways(need, rows) == (
        (("stockbot-1",), (), ("stockbot-1",)),
        (("stockbot-2",), (), ("stockbot-1",)),
        (("stockbot-1", "stockbot-1"), (), ()),
        (("stockbot-1", "stockbot-2"), (), ()),
    )


def test_a_machine_that_only_the_players_can_judge_takes_any_robots() -> None:
    need = machine("III-other-2").requirement
    assert flaw(need, robots(1, 5)) == ""
    assert flaw(need, robots(1)) == "team"
    assert flaw(need, robots(1, 5), microbot="stockbot") == "microbot"


# -- multibots, the virtual robot, microbots --------------------------------------------------------------


@pytest.mark.rule("CY-SC-08", "CY-MULTI-05", "CY-MULTI-10", "CY-EDGE-24")
def test_multibots_take_one_model_and_one_size() -> None:
    identical = machine("III-identical-2").requirement
    assert flaw(identical, platform("any-4", "cyclobot-any")) == ""
    assert flaw(identical, platform("any-4", "any-3")) == "team"
    assert flaw(identical, platform("cyclobot-any", "cyclobot-any")) == ""
    assert flaw(identical, platform("cyclobot-any", "planbot-any")) == "team"
    assert flaw(STOCKBOTS, platform("any-1", "any-2", "any-3")) == ""


@pytest.mark.rule("CY-SC-32", "CY-MULTI-06", "CY-COMBO-06")
def test_a_multibot_in_the_team_is_not_of_another_model_for_the_microbot() -> None:
    team = platform("stockbot-1", "stockbot-2", "any-4")
    assert flaw(STOCKBOTS, team, microbot="planbot") == "microbot"
    assert flaw(STOCKBOTS, team, microbot="4") == ""


@pytest.mark.rule("CY-SC-02", "CY-MICRO-04", "CY-MICRO-06")
def test_a_robot_of_the_team_meets_the_microbot_and_another_is_surplus() -> None:
    assert flaw(STOCKBOTS, robots(1, 2, 3, model="stockbot"), microbot="stockbot") == ""
    assert flaw(STOCKBOTS, robots(1, 2, 3, 4, model="stockbot"), microbot="stockbot") == "surplus"


@pytest.mark.rule("CY-SC-03", "CY-SC-04", "CY-MICRO-03", "CY-MICRO-05")
def test_one_more_robot_may_be_there_only_for_the_microbot() -> None:
    three = ("stockbot-1", "stockbot-2", "stockbot-3")
    assert flaw(STOCKBOTS, platform("stockbot-1", "stockbot-2", "stockbot-4"), microbot="4") == ""
    assert flaw(STOCKBOTS, platform(*three, "planbot-4"), microbot="4") == ""
    assert flaw(STOCKBOTS, platform(*three), microbot="4") == "microbot"
    assert flaw(STOCKBOTS, platform(*three, "planbot-5"), microbot="4") == "microbot"
    assert flaw(STOCKBOTS, platform(*three, "planbot-5"), microbot="planbot") == ""


@pytest.mark.rule("CY-SC-31", "CY-MICRO-05")
def test_the_robot_for_the_microbot_is_outside_the_sum() -> None:
    need = machine("II-3-sum-at-least-12").requirement
    assert flaw(need, mixed(5, 4, 3, 1), microbot="1") == ""
    assert flaw(need, mixed(5, 4, 2, 1), microbot="1") == "team"


@pytest.mark.rule("CY-CMD-06", "CY-REPAIR-08", "CY-EDGE-21")
@pytest.mark.parametrize(
    ("code", "good", "bad"),
    [
        ("II-3-sum-at-least-12", [mixed(5, 2), mixed(4, 3)], [mixed(3, 3), mixed(5, 1)]),
        ("II-4-sum-at-most-9", [mixed(1, 2, 5)], [mixed(4, 4, 1)]),
        ("II-straight-4", [mixed(1, 2, 4), mixed(2, 4, 5)], [mixed(1, 2, 5), mixed(1, 1, 2)]),
        ("II-two-pairs", [mixed(2, 2, 5), mixed(3, 3, 3)], [mixed(1, 2, 3)]),
        ("III-identical-2", [mixed(1), mixed(5)], [mixed(1, 1)]),
        ("II-3-stockbot", [robots(1, 2, model="stockbot")], [mixed(1, 2), robots(1, 2, 3, model="stockbot")]),
        ("III-4-size-2", [mixed(2, 2, 2)], [mixed(2, 2, 3)]),
    ],
)
def test_a_prepared_machine_needs_one_robot_fewer(code: str, good: list[Team], bad: list[Team]) -> None:
    need = machine(code).requirement
    assert [flaw(need, team, prepared=True) for team in good] == [""] * len(good)
    assert [flaw(need, team, prepared=True) for team in bad] == ["team"] * len(bad)


@pytest.mark.rule("CY-COMBO-08")
def test_the_virtual_robot_and_the_microbot() -> None:
    """With the same model and size that it has in the team, or as the additional robot; strictly never."""
    two, three = robots(1, 2, model="stockbot"), robots(1, 2, 3, model="stockbot")
    assert flaw(STOCKBOTS, two, prepared=True, microbot="4") == ""
    assert flaw(STOCKBOTS, two, prepared=True, microbot="4", virtual_meets=False) == "microbot"
    assert flaw(STOCKBOTS, two, prepared=True, microbot="planbot") == "microbot"
    assert flaw(STOCKBOTS, three, prepared=True, microbot="planbot") == ""
    assert flaw(STOCKBOTS, three, prepared=True, microbot="planbot", virtual_meets=False) == "microbot"


@pytest.mark.rule("CY-COMBO-09")
def test_multibots_and_the_virtual_robot_in_one_team() -> None:
    need = machine("II-straight-4").requirement
    assert flaw(need, platform("planbot-any", "any-5", "sirenbot-2"), prepared=True) == ""
    assert flaw(need, platform("planbot-any", "any-5", "sirenbot-1"), prepared=True) == "team"


# -- trying everything ------------------------------------------------------------------------------------


def identities(card: Robot) -> list[Robot]:
    models = [card.model] if card.model else MODELS
    return [Robot(model, size) for model in models for size in ([card.size] if card.size else SIZES)]


def meets(microbot: str, robot: Robot) -> bool:
    return microbot in (robot.model, str(robot.size))


def plainly(need: Requirement, team: Sequence[Robot]) -> bool:
    """The requirement once more, as the ledger writes it."""
    if len(team) != need.n:
        return False
    sizes = sorted(robot.size for robot in team)
    return {
        "model_count": {robot.model for robot in team} <= {need.model},
        "size_count": set(sizes) <= {need.size},
        "sum_at_least": sum(sizes) >= need.total,
        "sum_at_most": sum(sizes) <= need.total,
        "straight": all(b - a == 1 for a, b in pairwise(sizes)),
        "two_pairs": all(sizes[place] == sizes[place + 1] for place in range(0, need.n - 1, 2)),
        "identical": len(set(team)) <= 1,
        "other": True,
    }[need.kind]


def by_trying(
    need: Requirement, cards: Sequence[str], prepared: bool, microbot: str, virtual_meets: bool
) -> bool:
    """The ledger's formal kernel: every identity of every robot."""
    real = [identities(CARDS[card]) for card in cards]
    virtual = [identities(Robot("", 0))] if prepared else []
    for team in product(*real, *virtual):
        if not microbot:
            if plainly(need, team):
                return True
            continue
        seen = team[: len(cards)] if prepared and not virtual_meets else team
        if plainly(need, team) and any(meets(microbot, robot) for robot in seen):
            return True
        for place, extra in enumerate(seen):
            rest = (*team[:place], *team[place + 1 :])
            others = (*seen[:place], *seen[place + 1 :])
            if meets(microbot, extra) and plainly(need, rest) and not any(meets(microbot, o) for o in others):
                return True
    return False


def every_team(rows: Team) -> Iterator[Team]:
    def some(row: Row) -> list[Row]:
        return [taken for many in range(len(row) + 1) for taken in dict.fromkeys(combinations(row, many))]

    yield from product(*map(some, rows))


KINDS = (
    "model_count", "size_count", "sum_at_least", "sum_at_most", "straight", "two_pairs", "identical", "other",
)  # fmt: skip


@st.composite
def needs(draw: st.DrawFn) -> Requirement:
    kind = draw(st.sampled_from(KINDS))
    n = draw(st.sampled_from((2, 4) if kind == "two_pairs" else (1, 2, 3, 4)))
    return Requirement(
        kind,
        n,
        model=draw(st.sampled_from(MODELS)) if kind == "model_count" else "",
        size=draw(st.sampled_from(SIZES)) if kind == "size_count" else 0,
        total=draw(st.integers(n, 5 * n)) if "sum" in kind else 0,
    )


@st.composite
def hands(draw: st.DrawFn) -> Team:
    """Few cards, few of them free: every identity of every one of them is tried."""
    cards = draw(st.lists(st.sampled_from(sorted(ROBOTS)), max_size=5))
    cards += draw(st.lists(st.sampled_from(sorted(MULTIBOTS)), max_size=2))
    rows: tuple[list[str], list[str], list[str]] = ([], [], [])
    for card in cards:
        rows[draw(st.integers(0, 2))].append(card)
    return in_order(rows[0]), in_order(rows[1]), in_order(rows[2])


@pytest.mark.slow
@pytest.mark.rule("CY-REPAIR-01", "CY-REPAIR-05", "CY-MICRO-05", "CY-MICRO-06", "CY-MULTI-06", "CY-COMBO-08")
@settings(max_examples=300)
@given(
    need=needs(),
    rows=hands(),
    prepared=st.booleans(),
    microbot=st.sampled_from(("", "", *MODELS, "1", "2", "3", "4", "5")),
    virtual_meets=st.booleans(),
)
@example(Requirement("identical", 2), platform("?", "any-3", "planbot-3"), True, "3", False)
@example(Requirement("two_pairs", 4), platform("?", "any-3", "planbot-2", "planbot-1"), False, "5", True)
def test_every_way_is_found_and_nothing_else(
    need: Requirement, rows: Team, prepared: bool, microbot: str, virtual_meets: bool
) -> None:
    about = (prepared, microbot, virtual_meets)
    tried: dict[Row, bool] = {}
    expected = set()
    for team in every_team(rows):
        cards = in_order(card for row in team for card in row)
        if cards not in tried:
            tried[cards] = len(cards) <= need.n + 1 and by_trying(need, cards, *about)
        if tried[cards]:
            expected.add(team)
    found = ways(need, rows, *about)
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert repairable(need, rows, *about) == bool(expected)
    assert all((flaw(need, team, *about) == "") == (team in expected) for team in every_team(rows))
