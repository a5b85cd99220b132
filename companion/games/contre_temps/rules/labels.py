"""The names of pieces and places, as the box gives them. May import: this game's data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .pieces import CARDS
from .setting import Setting

CONSTANT = {"en": "the constant", "fr": "la constante"}
EVENT = {"en": "event {n}", "fr": "l'événement {n}"}
FACE_DOWN = {"en": "a card face down", "fr": "une carte face cachée"}


def _seat(setting: Setting, value: Any, lang: str) -> str:
    if value not in setting.seats:
        return "—"
    name: str = setting.box["colours"][setting.colours[value]][lang]
    return name


def _suit(setting: Setting, value: Any, lang: str) -> str:
    names = setting.box["suits"]
    return f"{value} {names[value][lang]}" if value in names else str(value) or "—"


def _card(setting: Setting, value: Any, lang: str) -> str:
    if value not in CARDS:
        return FACE_DOWN[lang] if value == "?" else "—"
    return f"{_suit(setting, value[0], lang)} {value[1:]}"


def _token(setting: Setting, value: Any, lang: str) -> str:
    return EVENT[lang].format(n=value) if value else CONSTANT[lang]


def _colour(setting: Setting, value: Any, lang: str) -> str:
    names = setting.box["colours"]
    return names[value][lang] if value in names else str(value)


_LABELS: dict[str, Callable[[Setting, Any, str], str]] = {
    "seat": _seat,
    "suit": _suit,
    "card": _card,
    "token": _token,
    "colour": _colour,
}


def label(setting: Setting, field: str, value: Any, lang: str) -> str | None:
    known = _LABELS.get(field)
    return known(setting, value, lang) if known else None
