"""The rules of Cyberion, pure. May import: companion.engine."""

from .game import Cyberion

__all__ = ["Cyberion"]
