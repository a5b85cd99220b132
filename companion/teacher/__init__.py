"""The teacher: what a game explains to those who play it, out of the data in its folder `lessons/`.

May import: companion.engine, companion.words, companion.store. Knows no game by name: whoever has the
manifest of a game has its rulebook. Shells show what it finds.
"""

from .rulebook import Article, Rulebook, taught_words

__all__ = ["Article", "Rulebook", "taught_words"]
