"""What effects do: the vocabulary of the box, carried out step by step [TERM-01 … TERM-25, EFF-01 … EFF-18].

Each verb of the vocabulary is a doing step of the agenda. A verb that acts on places first finds them, lets
the player choose where the text leaves a choice, and then puts one inner step per era on the agenda. Parts
that cannot be done do not stop the others [ACT-09].
"""

from . import cards, choices, cubes, moves, tokens
from .apply import apply_card, apply_effect

VERBS = (cards, choices, cubes, moves, tokens)
"""Imported for the steps that they register."""

__all__ = ["VERBS", "apply_card", "apply_effect"]
