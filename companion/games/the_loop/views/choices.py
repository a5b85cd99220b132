"""The agents, for those who choose one: what each can do. May import: companion.words, the rules."""

from __future__ import annotations

from companion.games.the_loop.rules.vocabulary import compile_effect
from companion.words import Speech, describe_effect


def agents(speech: Speech) -> tuple[tuple[str, str], ...]:
    """Each by name, with the ability that its tile has."""
    abilities = [(agent["id"], agent.get("ability", {})) for agent in speech.game.box["agent"]]
    return tuple(
        (speech.name("agent", name), describe_effect(speech.words, compile_effect(ability["effect"])))
        for name, ability in abilities
        if ability.get("effect")
    )
