"""What every game stands on: contract, saving, corrections, boxes. May import: the standard library."""

from __future__ import annotations

from .game import (
    CHANCE,
    TEAM,
    Applied,
    Field,
    Finding,
    Forecast,
    Game,
    Happening,
    Input,
    Option,
    Outcome,
    Owner,
    Phrase,
    Plain,
    Question,
    Refusal,
    Source,
    State,
    from_plain,
    to_plain,
)
from .manifest import Boxes, Games, Learning, Manifest

__all__ = [
    "Game",
    "Question",
    "Option",
    "Field",
    "Finding",
    "Forecast",
    "Applied",
    "Refusal",
    "Outcome",
    "Phrase",
    "Input",
    "Happening",
    "State",
    "Plain",
    "Source",
    "Owner",
    "CHANCE",
    "TEAM",
    "from_plain",
    "to_plain",
    "Games",
    "Manifest",
    "Boxes",
    "Learning",
]
