"""The names of pieces and places, as the box gives them. May import: this game's data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .setting import Setting

DIMENSIONS = {
    "spiral": {"en": "Spiral", "fr": "Spirale"},
    "star": {"en": "Star", "fr": "Étoile"},
    "stripe": {"en": "Stripe", "fr": "Bandes"},
    "black-hole": {"en": "Black Hole", "fr": "Trou Noir"},
}
HIDDEN = {"en": "a tile still face down", "fr": "une tuile encore face cachée"}
UNKNOWN = {"en": "a card of {era}", "fr": "une carte de l'époque {era}"}


def _era(setting: Setting, value: Any, lang: str) -> str:
    return setting.box.eras[value].name[lang] if value in range(7) else "—"


def _agent(setting: Setting, value: Any, lang: str) -> str:
    agent = setting.agents[value] if isinstance(value, int) else value
    return setting.box.agents[agent].name[lang] if agent in setting.box.agents else str(value)


def _card(setting: Setting, value: Any, lang: str) -> str:
    if value[:1] == "?":
        return UNKNOWN[lang].format(era=_era(setting, int(value[1]), lang))
    return setting.box.cards[value].name[lang] if value in setting.box.cards else value


def _mission(setting: Setting, value: Any, lang: str) -> str:
    if value in setting.box.missions:
        return setting.box.missions[value].name[lang]
    return HIDDEN[lang] if value in ("", "hidden") else value


def _ultra(setting: Setting, value: Any, lang: str) -> str:
    return setting.box.ultras[value].name[lang] if value in setting.box.ultras else value or "—"


def _dimension(setting: Setting, value: Any, lang: str) -> str:
    return DIMENSIONS[value][lang] if value in DIMENSIONS else value


def _duplicate(setting: Setting, value: Any, lang: str) -> str:
    """A duplicate is told by where it dies: that is the side that lies face up."""
    if value in setting.box.supas:
        return f"Supa → {_era(setting, setting.box.supas[value], lang)}"
    if value not in setting.box.tokens:
        return value or "—"
    return f"→ {_era(setting, setting.box.tokens[value][1], lang)}"


def _cards(setting: Setting, value: Any, lang: str) -> str:
    return ", ".join(_card(setting, card, lang) for card in value)


_LABELS: dict[str, Callable[[Setting, Any, str], str]] = {
    "era": _era,
    "to": _era,
    "space": _era,
    "agent": _agent,
    "card": _card,
    "cards": _cards,
    "mission": _mission,
    "ultra": _ultra,
    "dimension": _dimension,
    "duplicate": _duplicate,
    "token": _duplicate,
}


def label(setting: Setting, field: str, value: Any, lang: str) -> str | None:
    known = _LABELS.get(field)
    return known(setting, value, lang) if known else None
