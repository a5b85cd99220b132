"""Repairs in which a half is free: what a Multibot or an untold card may be taken for, and never is twice."""

import pytest

from companion.games.cyberion.rules.pieces import Team, in_order, machine
from companion.games.cyberion.rules.repair import flaw, repairable

STOCKBOTS = machine("II-3-stockbot").requirement
THREE = ("stockbot-1", "stockbot-2", "stockbot-3")


def platform(*codes: str) -> Team:
    return in_order(codes), (), ()


@pytest.mark.rule("CY-MULTI-05")
@pytest.mark.parametrize(
    ("sizes", "manned"),
    [(("2", "2", "5"), True), (("2", "2", "2"), True), (("1", "2", "5"), False)],
)
def test_a_free_size_completes_the_second_pair(sizes: tuple[str, ...], manned: bool) -> None:
    robots = platform(*(f"sirenbot-{size}" for size in sizes), "planbot-any")
    assert repairable(machine("II-two-pairs").requirement, robots) == manned


def test_a_card_that_nobody_told_may_be_of_any_size_and_model() -> None:
    for size in range(1, 6):
        assert flaw(machine(f"I-2-size-{size}").requirement, platform("?", f"planbot-{size}")) == ""
    assert flaw(machine("I-2-planbot").requirement, platform("?", "planbot-1")) == ""


@pytest.mark.rule("CY-MULTI-06", "CY-COMBO-06")
@pytest.mark.parametrize(("card", "microbot"), [("stockbot-any", "4"), ("any-5", "stockbot")])
def test_a_multibot_alone_meets_the_microbot_with_its_free_half(card: str, microbot: str) -> None:
    """No robot there shows what is asked for; the Multibot is taken for it."""
    other = "stockbot-1" if card == "stockbot-any" else "planbot-5"
    need = machine("I-2-stockbot" if card == "stockbot-any" else "I-2-size-5").requirement
    assert repairable(need, platform(card, other), microbot=microbot)
    assert not repairable(need, platform(other, other), microbot=microbot)


@pytest.mark.rule("CY-MICRO-05", "CY-COMBO-06")
@pytest.mark.parametrize(
    ("card", "microbot", "found"),
    [
        ("planbot-any", "4", ""),
        ("any-5", "4", "microbot"),
        ("any-5", "planbot", ""),
        ("sirenbot-any", "planbot", "microbot"),
    ],
)
def test_a_multibot_beside_the_team_is_for_the_microbot_if_that_half_is_free(
    card: str, microbot: str, found: str
) -> None:
    assert flaw(STOCKBOTS, platform(*THREE, card), microbot=microbot) == found


@pytest.mark.rule("CY-MICRO-06", "CY-MULTI-06")
def test_no_size_above_five_continues_a_straight() -> None:
    """Beside a 5 the free size can only be the 4 that the microbot asks for: a second 4 is one too many."""
    need = machine("II-straight-2").requirement
    team = ("planbot-5", "planbot-any")
    assert flaw(need, platform(*team), microbot="4") == ""
    assert flaw(need, platform(*team, "sirenbot-4"), microbot="4") == "surplus"
    assert flaw(need, platform("planbot-3", "planbot-any", "sirenbot-4"), microbot="4") == ""
