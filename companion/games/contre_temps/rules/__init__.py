"""The rules of Contre-Temps, pure. May import: companion.engine."""

from .game import ContreTemps
from .knowing import Seen

__all__ = ["ContreTemps", "Seen"]
