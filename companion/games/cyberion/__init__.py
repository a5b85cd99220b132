"""Cyberion: the rules of the repair crew, solo or for two, with its five expansions; pure."""

from .rules import Cyberion

__all__ = ["Cyberion"]
