"""The machines of Cyberion as pictures: every kind has one of its own, and its tier is counted in lamps."""

from typing import get_args

import pytest

from companion.games.cyberion.rules.pieces import Kind
from tests.app.test_evening import still


@pytest.fixture
def machines(run):
    run(prepare=still)
    from companion.games.cyberion.tablet.workshop import machines

    return machines


def test_every_kind_of_machine_in_the_box_has_a_figure_of_its_own(machines) -> None:
    kinds = set(get_args(Kind)) - {"other"}
    assert set(machines.BY_KIND) == kinds
    assert len({one.figure for one in [*machines.BY_KIND.values(), machines.CRATE]}) == len(kinds) + 1


def pixels(machines, need, tier: str) -> bytes:
    from kivy.graphics import Fbo, Translate

    from companion.app.running import the_app

    sheet = Fbo(size=(340, 340))
    with sheet:
        Translate(170, 170, 0)
        machines.draw(need, tier, (), 1.0, the_app().theme)
    sheet.draw()
    return sheet.pixels


def test_two_machines_that_take_something_else_look_different(machines) -> None:
    from companion.games.cyberion.rules.pieces import Requirement

    needs = [Requirement(kind, 3, size=2, total=9) for kind in get_args(Kind)]
    drawn = [pixels(machines, need, "I") for need in needs]
    assert len(set(drawn)) == len(needs)
    assert drawn[-1] == pixels(machines, None, "I"), "what nobody has drawn is in a crate"
    assert len({pixels(machines, needs[0], tier) for tier in machines.TIERS}) == 3
