"""The LOOP: the rules of the co-operative game, pure."""

from .boxes import BoxMistakes, check_box, load_box, remember
from .rules import TheLoop
from .vocabulary import compile_effect

__all__ = ["BoxMistakes", "TheLoop", "check_box", "compile_effect", "load_box", "remember"]
