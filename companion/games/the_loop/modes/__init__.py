"""The four modes: each file says what its mode changes, and nothing else does [MODE-01, MODE-02]."""

from .mode import Mode
from .sabotage import Sabotage

MODES: dict[str, Mode] = {mode.id: mode for mode in (Sabotage(),)}

__all__ = ["MODES", "Mode"]
