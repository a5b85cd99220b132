"""The teacher: what a game explains to those who play it, out of the data in its folder `lessons/`.

May import: companion.engine, companion.words, companion.store. Knows no game by name: whoever has the
manifest of a game has its rulebook and its hints. Shells show what it finds.
"""

from .guide import Guide
from .hints import TIMES, Hint, Hints
from .rulebook import Article, Rulebook, taught_words
from .taught import Taught

__all__ = ["TIMES", "Article", "Guide", "Hint", "Hints", "Rulebook", "Taught", "taught_words"]
