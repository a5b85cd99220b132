"""A piece as a box tells it. May import: the standard library.

What pieces of every kind may have are attributes. What only one game knows, a suit or an effect, its own
`rules/pieces.py` reads out of `plain` once, into a type of its own; nobody else looks a key up.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

OWNER, INVENTED = "owner", "stand-in"
NOTHING: Mapping[str, str] = MappingProxyType({})


class Entry(NamedTuple):
    """One piece. `read` makes it of anything that a file may hold; what makes no sense is left out."""

    id: str
    """"" where it has none yet."""
    source: str
    """Who says so; what does not tell is the owner's."""
    copies: int
    names: Mapping[str, str]
    """Its own, by language; "" is any language."""
    texts: Mapping[str, str]
    """Its owner's own words for what it does, by language."""
    invented: frozenset[str]
    """The keys of what we made up of it."""
    plain: Mapping[str, Any]
    """As it is written, for those who check, edit or write it key by key."""

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Entry:
        source = _text(plain.get("source")) or OWNER
        copies, keys = plain.get("copies"), plain.get("stand-in")
        invented = [key for key in keys if isinstance(key, str)] if isinstance(keys, list) else []
        if source == INVENTED:
            invented = [key for key in plain if key not in ("id", "source", "stand-in", "copies")]
        return cls(
            _text(plain.get("id")),
            source,
            copies if isinstance(copies, int) else 1,
            _by_language(plain.get("name")),
            _by_language(plain.get("text")),
            frozenset(invented),
            plain,
        )

    @property
    def owned(self) -> bool:
        """An owner told it."""
        return self.source == OWNER

    @property
    def made_up(self) -> bool:
        """All of it is ours."""
        return self.source == INVENTED

    def without(self, *keys: str) -> Entry:
        return Entry.read({key: value for key, value in self.plain.items() if key not in keys})


def in_language(texts: Mapping[str, str], lang: str) -> str:
    """A text in this language, or in any other that there is."""
    return texts.get(lang) or next(iter(texts.values()), "")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _by_language(value: Any) -> Mapping[str, str]:
    if isinstance(value, str) and value:
        return {"": value}
    if not isinstance(value, Mapping):
        return NOTHING
    return {lang: said for lang, said in value.items() if isinstance(said, str)}
