"""Finding texts by words of them, without accents and capitals. May import: the standard library."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def plain(text: str) -> str:
    """Without accents and capitals, so that "epoque" finds "Époque"; keyboards have two apostrophes."""
    flat = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(c for c in flat if not unicodedata.combining(c))


def matching(texts: Sequence[str], typed: str) -> list[int]:
    """The places of the texts that have all the typed words, or parts of words."""
    words = plain(typed).split()
    return [place for place, text in enumerate(map(plain, texts)) if all(word in text for word in words)]
