"""The rules of Contre-Temps, pure. May import: companion.engine."""

from .game import ContreTemps
from .pieces import drawn

__all__ = ["ContreTemps", "drawn"]
