"""Multibots: ten robots of which a half is free, and machines of tier III. May import: this game.

What a Multibot may not do is told where it would be done: it triggers nothing, is not recovered, is neither
parent nor pilot [CY-MULTI-07 … -09]. What it may be in a repair, `repair` knows [CY-MULTI-05, CY-MULTI-06].
"""

from __future__ import annotations

from .expansion import Expansion


class Multibots(Expansion):
    """Its ten cards and its machines are part of the decks from the beginning [CY-MULTI-02, CY-MULTI-04]: the
    setting knows them. All that is left to say is that it brings a valve [CY-MULTI-01]."""
