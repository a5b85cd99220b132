"""The rules of Cyberion, pure. May import: companion.engine."""

from .game import Cyberion
from .pieces import UNDRAWN
from .state import models_of

__all__ = ["UNDRAWN", "Cyberion", "models_of"]
