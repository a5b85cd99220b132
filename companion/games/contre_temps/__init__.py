"""Contre-Temps: the rules of the trick-taking race along a time line, pure."""

from .rules import ContreTemps

__all__ = ["ContreTemps"]
