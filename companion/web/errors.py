"""What can go wrong with phones. Imports nothing."""

from __future__ import annotations


class PhonesError(Exception):
    """Phones cannot be served; `id` and `about` find the sentence `error.<id>`."""

    def __init__(self, id: str, **about: object) -> None:  # noqa: A002 - as in every other room
        super().__init__(f"{id} {about}")
        self.id, self.about = id, about


class PortTaken(PhonesError, OSError):
    """Somebody else listens there."""
