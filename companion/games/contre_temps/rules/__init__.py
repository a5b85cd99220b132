"""The rules of Contre-Temps, pure. May import: companion.engine."""

from .game import ContreTemps
from .knowledge import Seen

__all__ = ["ContreTemps", "Seen"]
