"""From one board to another by corrections alone: what "keep today's board" means.

May import: companion.engine, its own room, the standard library.
"""

from __future__ import annotations

from companion.engine import Game, Plain, Refusal, State

from .live_line import LiveLine

ROUNDS = 4
"""A correction may only be possible after another, or be disturbed by it."""


def corrected(line: LiveLine, wanted: State) -> LiveLine | Refusal:
    """The line with the corrections that make its table look as wanted; refused when none can.

    Some fields are places in the turn: entering one may move other things. They are set first, and not any
    more in the last round, because the pieces on the table count.
    """
    game, goal = line.game, fields(line.game, wanted)
    running = game.outcome(wanted) is None
    moving: dict[str, None] = {}
    for rounds_left in reversed(range(ROUNDS)):
        now = fields(game, line.state)
        for path in [*moving, *(path for path in goal if path not in moving)]:
            if _right(path, now, goal) or (path in moving and not rounds_left):
                continue
            attempted = line.attempt(game.correction(path, goal[path]), "hand")
            if isinstance(attempted, Refusal) or (running and game.outcome(attempted.after) is not None):
                continue  # perhaps after others
            line.push(attempted)
            before, now = now, fields(game, line.state)
            if any(_right(other, before, goal) and not _right(other, now, goal) for other in goal):
                moving[path] = None
    if game.differences(line.state, wanted) or game.differences(wanted, line.state):  # seen from either side
        now = fields(game, line.state)
        wrong = tuple(path for path in {**goal, **now} if now.get(path) != goal.get(path))
        return Refusal("board-out-of-reach", "", (("fields", wrong),))
    return line


def fields(game: Game, state: State) -> dict[str, Plain]:
    return {field.path: field.value for field in game.correctable(state)}


def _right(path: str, now: dict[str, Plain], goal: dict[str, Plain]) -> bool:
    return path in now and now[path] == goal[path]
