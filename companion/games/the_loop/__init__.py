"""The LOOP: the rules of the co-operative game, pure."""

from .rules import TheLoop
from .vocabulary import compile_effect

__all__ = ["TheLoop", "compile_effect"]
