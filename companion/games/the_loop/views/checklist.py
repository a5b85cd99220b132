"""Setting the table of The LOOP, step by step and in the order of the rules.

May import: companion.words; never Kivy.
"""

from __future__ import annotations

from typing import Any

from companion.words import Speech


def piece_by_piece(speech: Speech, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """What the players set up by themselves, then what the app drew, then what is still asked."""
    game, state = speech.game, speech.state
    chosen, shown = game.chosen(state), game.view(state, None)
    agents = range(len(chosen["agents"]))

    def do(step: str, **about: Any) -> str:
        return speech.say(f"screen-checklist.do.{step}", about)

    steps = [do("board"), do("pools"), do("vortexes", mega=chosen["level"] > 1), do("tiles"), do("bag")]
    if chosen["huge"] != "app":
        steps.append(do("huge"))
    if chosen["foo"] != "app":
        steps.append(do("foo"))
    steps.append(do("agents", agents=speech.words.listed([speech.name("agent", agent) for agent in agents])))
    steps += [do("pawns", agent=agent, era=shown["pawns"][agent]) for agent in agents]
    if chosen["hands"] != "app":
        steps.append(do("hands"))
    steps += drawn
    if game.awaited(state) and shown["turn"] == 0:
        steps.append(do("asked"))
    return tuple(steps)
