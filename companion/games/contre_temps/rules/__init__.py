"""The rules of Contre-Temps, pure. May import: companion.engine."""

from .game import ContreTemps

__all__ = ["ContreTemps"]
