"""The LOOP: the rules of the co-operative game, pure. The public name is `TheLoop`."""

from .rules import TheLoop

__all__ = ["TheLoop"]
