"""Sentences of the catalogue by their ids, and errors that carry one. May import: the standard library."""

from __future__ import annotations

from typing import Any, NamedTuple


class Phrase(NamedTuple):
    """A sentence of the catalogue with its parameters, where there is no input or happening to carry them."""

    id: str
    about: tuple[tuple[str, Any], ...] = ()


class Unreadable(ValueError):
    """Something written that cannot be understood: the reason by its id (`unreadable.<id>` in the catalogue),
    and what was written, as it was written."""

    def __init__(self, reason: str, *written: object) -> None:
        super().__init__(" ".join(map(str, (reason, *written))))
        self.reason = Phrase(reason, tuple((str(n), one) for n, one in enumerate(written)))


def reason_of(error: Exception) -> Phrase | str:
    """Why, for a sentence that ends with it: ours by its id, another's in its own words."""
    return error.reason if isinstance(error, Unreadable) else str(error)
