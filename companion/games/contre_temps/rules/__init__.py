"""The rules of Contre-Temps, pure. May import: companion.engine."""

from .game import ContreTemps
from .state import pieces_of

__all__ = ["ContreTemps", "pieces_of"]
