"""Setting the table of The LOOP, step by step and in the order of the rules.

May import: companion.words, the views; never Kivy.
"""

from __future__ import annotations

from typing import Any

from companion.words import Speech

from .table import table


def piece_by_piece(speech: Speech, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """What the players set up by themselves, then what the app drew, then what is still asked."""
    chosen, view = speech.game.chosen(speech.state), table(speech)

    def do(step: str, **about: Any) -> str:
        return speech.say(f"screen-checklist.do.{step}", about)

    steps = [do("board"), do("pools"), do("vortexes", mega=view.hq.mega), do("tiles"), do("bag")]
    if chosen["huge"] != "app":
        steps.append(do("huge"))
    if chosen["foo"] != "app":
        steps.append(do("foo"))
    names = [speech.name("agent", agent.index) for agent in view.agents]
    steps.append(do("agents", agents=speech.words.listed(names)))
    for agent in view.agents:
        sign = speech.words.invented if agent.start_invented else ""
        steps.append(do("pawns", agent=agent.index, era=agent.era) + sign)
    if chosen["hands"] != "app":
        steps.append(do("hands"))
    steps += drawn
    if speech.game.awaited(speech.state) and view.hq.turn == 0:
        steps.append(do("asked"))
    return tuple(steps)
