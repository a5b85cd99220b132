"""What hands did to the pieces on the ring, as inputs: one touch, or one drag, is one change.

May import: companion.engine, the rules of this game; never Kivy. A change is an effect of a card that nobody
has to name (`PlayEffect`) and the answers that the touch has given with it, so that missions, prices and
vortexes follow by the rules. What a touch leaves open is asked as usual.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Applied, Input, Scene
from companion.games.the_loop.rules.inputs import (
    FreeMove,
    Move,
    PickAgent,
    PickDuplicate,
    PickEra,
    PlayEffect,
)
from companion.games.the_loop.rules.state import State

MOST = 6
"""Questions that one change may answer."""


def taken_away(scene: Scene, era: int) -> tuple[Input, ...]:
    """A rift goes back to the pool."""
    return _played(scene, {"remove-rift": 1, **_at(scene, era)}, PickEra(era))


def added(scene: Scene, era: int) -> tuple[Input, ...]:
    """An energy cube comes out of the pool."""
    return _played(scene, {"add-energy": 1, **_at(scene, era)}, PickEra(era))


def destroyed(scene: Scene, token: str, era: int) -> tuple[Input, ...]:
    """A duplicate goes back into the bag."""
    return _played(scene, {"destroy-duplicate": 1, **_at(scene, era)}, PickEra(era), PickDuplicate(token))


def carried(scene: Scene, token: str, era: int, to: int) -> tuple[Input, ...]:
    """A duplicate goes to another era: pushed away from the agent, or pulled to it."""
    s: State = scene.state
    here = s.pawns[s.active]
    if to == here:
        return _played(scene, {"pull": 1}, PickDuplicate(token), PickEra(era), PickEra(to))
    return _played(scene, {"push": 1, **_at(scene, era)}, PickDuplicate(token), PickEra(to), PickEra(era))


def walked(scene: Scene, agent: int, to: int) -> tuple[Input, ...]:
    """An agent goes to another era. Nothing is given where it may be paid in two ways: that is asked."""
    s: State = scene.state
    answers = s.asked[0].answers if s.asked else ()
    ways = [one for one in (Move(to), FreeMove(to)) if one in answers] if agent == s.active else []
    if ways:
        return (ways[0],) if len(ways) == 1 else ()
    who = {} if agent == s.active else {"who": "another-agent"}
    return _played(scene, {"move": "anywhere", **who}, PickAgent(agent), PickEra(to))


def _at(scene: Scene, era: int) -> dict[str, str]:
    s: State = scene.state
    return {} if s.pawns[s.active] == era else {"at": "anywhere"}


def _played(scene: Scene, step: dict[str, int | str], *wishes: Input) -> tuple[Input, ...]:
    return tuple(_answers(scene, PlayEffect((step,)), wishes))


def _answers(scene: Scene, given: Input, wishes: tuple[Input, ...]) -> Iterator[Input]:
    """The effect, and those of the wishes that are asked for, in the order in which they are."""
    state, left = scene.state, list(wishes)
    for _ in range(MOST):
        yield given
        made = scene.game.apply(state, given, "player")
        if not isinstance(made, Applied):
            return
        state = made.state
        asked = scene.game.awaited(state)
        if not asked or asked[0].main:
            return
        wanted = next((wish for wish in left if wish in asked[0].answers), None)
        if wanted is None:
            return
        left.remove(wanted)
        given = wanted
