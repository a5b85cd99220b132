"""What is still to be done with hands: not what hands have just told.

May import: companion.engine, companion.table; never Kivy.
"""

from __future__ import annotations

from companion.table import Snapshot, Todo

TOLD_BY = {
    "DuplicateGenerated": "bag",
    "CardAvailable": "huge",
    "FooMoved": "foo",
    "MissionTurned": "missions",
    "CardDrew": "hands",
    "LeftToPlayers": "hands",
}
"""Happenings that only repeat what somebody had in hand, where the stream is not the app's."""


def left_to_do(now: Snapshot) -> tuple[Todo, ...]:
    """In order. Whoever draws a piece from a real bag and tells it knows where it goes; and once Dr Foo's
    phase has begun, the turn before is over."""
    chosen = now.game.chosen(now.state)
    fallen = now.state.phase == 1 and chosen["drop"] != "app"  # real cubes lie where they fell
    steps = [one for one in now.todo if chosen.get(TOLD_BY.get(_kind(one), ""), "app") == "app"]
    if fallen:
        steps = [one for one in steps if _kind(one) != "RiftsPlaced"]
    if chosen["hands"] == "table":
        begun = [number for number, one in enumerate(steps) if _kind(one) == "TurnBegan"]
        steps = steps[begun[-1] :] if begun else steps
    return tuple(steps)


def _kind(todo: Todo) -> str:
    return str(getattr(todo.said, "kind", ""))
