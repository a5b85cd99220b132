"""The rules of Cyberion, pure. May import: companion.engine."""

from .game import Cyberion
from .view import Seen

__all__ = ["Cyberion", "Seen"]
