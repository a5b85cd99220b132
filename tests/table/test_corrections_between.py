"""From one board to another by corrections alone: reached, or refused with what cannot be set."""

from copy import copy
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine import Refusal
from companion.games import load
from companion.table.corrections_between import corrected
from companion.table.live_line import LiveLine

GAME = load("the-loop")
AGENTS = {"agents": ["mr-time", "cztwyzzek"]}


def at(**given: object) -> LiveLine:
    return LiveLine(GAME, GAME.position(AGENTS, given), 1)


def test_another_board_is_reached_by_corrections() -> None:
    wanted = at(rifts={"industry": 2}, energy={"medieval": 1}).state
    reached = corrected(at(rifts={"dawn-of-time": 1}), wanted)
    assert isinstance(reached, LiveLine)
    assert not GAME.differences(reached.state, wanted)
    assert not GAME.differences(wanted, reached.state)


def test_a_board_on_which_dr_foo_is_not_yet_is_not_said_to_be_reached() -> None:
    """Nothing takes Dr Foo from the ring again: today's board is not kept, and he is named."""
    line = at(phase="foo", foo="industry")
    wanted = copy(line.state)
    wanted.foo = -1
    refused = corrected(line, wanted)
    assert isinstance(refused, Refusal)
    assert refused.id == "board-out-of-reach"
    assert dict(refused.about)["fields"] == ("foo",)


class Domino:
    """A game of numbers: to set one of them knocks others back to nought. Only some lie on the table."""

    def __init__(self, knocks: tuple[tuple[int, ...], ...], lying: tuple[int, ...]) -> None:
        self.knocks, self.lying = knocks, lying

    def outcome(self, state: tuple[int, ...]) -> None:
        return None

    def correctable(self, state: tuple[int, ...]) -> list[SimpleNamespace]:
        return [SimpleNamespace(path=str(place), value=value) for place, value in enumerate(state)]

    def correction(self, path: str, value: int) -> tuple[int, int]:
        return int(path), value

    def differences(self, one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
        return [place for place in self.lying if one[place] != other[place]]


class Sheet:
    def __init__(self, game: Domino, state: tuple[int, ...]) -> None:
        self.game, self.state = game, state

    def attempt(self, given: tuple[int, int], _: str) -> SimpleNamespace:
        place, value = given
        after = [0 if at in self.game.knocks[place] else one for at, one in enumerate(self.state)]
        after[place] = value
        return SimpleNamespace(after=tuple(after))

    def push(self, entry: SimpleNamespace) -> None:
        self.state = entry.after


@pytest.mark.parametrize(
    ("knocks", "lying", "start", "wanted", "reached"),
    [
        (((), ()), (0, 1), (1, 1), (2, 1), (2, 1)),
        (((), (0,)), (0, 1), (0, 0), (1, 1), (1, 1)),
        # each knocks the other: what lies on the table counts
        (((1,), (0,)), (0,), (0, 1), (1, 2), (1, 0)),
        # a row of them: it takes every round, and in the last one what stands firm is still set
        (((), (0,), (1,)), (0, 1, 2), (0, 0, 2), (1, 1, 1), (1, 1, 1)),
        (((2,), (0,), (1,)), (0, 2), (1, 2, 1), (1, 1, 2), (1, 0, 2)),
        (((1,), (0,)), (0, 1), (0, 0), (1, 1), None),
    ],
)
def test_what_a_correction_knocks_over_is_set_up_again(knocks, lying, start, wanted, reached) -> None:
    sheet: Any = Sheet(Domino(knocks, lying), start)
    found: Any = corrected(sheet, wanted)
    assert (None if isinstance(found, Refusal) else found.state) == reached
