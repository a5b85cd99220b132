"""The rules of The LOOP, pure. May import: companion.engine."""

from .game import TheLoop
from .view import Seen
from .vocabulary import compile_effect

__all__ = ["TheLoop", "Seen", "compile_effect"]
