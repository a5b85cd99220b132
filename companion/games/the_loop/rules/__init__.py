"""The rules of The LOOP, pure. May import: companion.engine."""

from .game import TheLoop
from .vocabulary import compile_effect

__all__ = ["TheLoop", "compile_effect"]
