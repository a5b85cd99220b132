"""What pieces and places are called: entries of the catalogue. May import: this game's data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine import Name

from .pieces import CARDS
from .setting import Setting


def _seat(setting: Setting, value: Any) -> Name | str:
    return _colour(setting, setting.colours[value]) if value in setting.seats else "—"


def _suit(setting: Setting, value: Any) -> Name | str:
    if value not in setting.pieces.suits:
        return str(value) or "—"
    return Name("piece.lettered-suit", (("letter", value), ("suit_name", value)))


def _suit_name(setting: Setting, value: Any) -> Name | str:
    return setting.pieces.suits[value].name


def _card(setting: Setting, value: Any) -> Name | str:
    if value not in CARDS:
        return Name("piece.face-down") if value == "?" else "—"
    return Name("piece.card", (("suit", value[0]), ("number", value[1:])))


def _token(setting: Setting, value: Any) -> Name | str:
    return Name("piece.event", (("n", value),)) if value else Name("piece.constant")


def _colour(setting: Setting, value: Any) -> Name | str:
    """Somebody is called so: the sign stands where colours are chosen."""
    known = setting.pieces.colours.get(value)
    return known.name._replace(invented=False) if known else str(value)


_LABELS: dict[str, Callable[[Setting, Any], Name | str]] = {
    "seat": _seat,
    "suit": _suit,
    "suit_name": _suit_name,
    "card": _card,
    "token": _token,
    "colour": _colour,
}


def label(setting: Setting, field: str, value: Any) -> Name | str | None:
    known = _LABELS.get(field)
    return known(setting, value) if known else None
