"""The agents, for those who choose one: what each can do. May import: companion.words, the rules."""

from __future__ import annotations

from companion.words import Speech

from .effect_words import describe_effect


def agents(speech: Speech) -> tuple[tuple[str, str], ...]:
    """Each by name, with the ability that its tile has."""
    return tuple(
        (speech.name("agent", agent.id), describe_effect(speech.words, agent.effect))
        for agent in speech.state.setting.box.agents.values()
        if agent.effect
    )
