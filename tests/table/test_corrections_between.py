"""From one board to another by corrections alone: reached, or refused with what cannot be set."""

from copy import copy

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
