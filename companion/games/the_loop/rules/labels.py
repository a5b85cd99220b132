"""What pieces and places are called: entries of the catalogue. May import: this game's data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine import Name

from .pieces import DIMENSIONS, Agent, Card, Era, Mission, Ultra
from .setting import Setting


def _piece(kind: str, found: Era | Agent | Card | Mission | Ultra, setting: Setting) -> Name:
    """An agent's name is printed in the rulebook, whatever else of it we made up: see `start` and ability."""
    ours = kind != "agent" and (kind, found.id) in setting.box.invented
    return Name.of(kind, found.id, found.name, found.source, ours)


def _era(setting: Setting, value: Any) -> Name | str:
    return _piece("era", setting.box.eras[value], setting) if value in range(7) else "—"


def _agent(setting: Setting, value: Any) -> Name | str:
    agent = setting.agents[value] if isinstance(value, int) else value
    return _piece("agent", setting.box.agents[agent], setting) if agent in setting.box.agents else str(value)


def _card(setting: Setting, value: Any) -> Name | str:
    if value[:1] == "?":
        return Name("piece.unknown-card", (("era", int(value[1])),))
    return _piece("card", setting.box.cards[value], setting) if value in setting.box.cards else str(value)


def _mission(setting: Setting, value: Any) -> Name | str:
    if value in setting.box.missions:
        return _piece("mission", setting.box.missions[value], setting)
    return Name("piece.hidden-mission") if value in ("", "hidden") else str(value)


def _ultra(setting: Setting, value: Any) -> Name | str:
    return (
        _piece("ultra", setting.box.ultras[value], setting) if value in setting.box.ultras else value or "—"
    )


def _dimension(setting: Setting, value: Any) -> Name | str:
    return Name(f"piece.dimension.{value}") if value in DIMENSIONS else str(value)


def _duplicate(setting: Setting, value: Any) -> Name | str:
    """A duplicate is told by where it dies: that is the side that lies face up."""
    if value in setting.box.supas:
        ours = ("supa", value) in setting.box.invented
        return Name("piece.supa", (("era", setting.box.supas[value]),), invented=ours)
    if value not in setting.box.tokens:
        return value or "—"
    ours = value in setting.box.invented_tokens
    return Name("piece.duplicate", (("era", setting.box.tokens[value][1]),), invented=ours)


def _side(setting: Setting, value: Any) -> Name | str:
    """The side of a centrifuge that lies up."""
    if value not in DIMENSIONS:
        return str(value) or "—"
    return Name(f"piece.dimension.{value}", invented=side_is_ours(setting, value))


def side_is_ours(setting: Setting, dimension: str) -> bool:
    """The dimensions are printed; who shows which is ours unless it was seen on a table."""
    box = setting.box
    tokens = [token for token, sides in box.centrifuges.items() if dimension in sides]
    return "centrifuges" not in setting.by_hand and any(("centrifuge", one) in box.invented for one in tokens)


def _centrifuge(setting: Setting, value: Any) -> Name | str:
    """A token by its two sides."""
    if value not in setting.box.centrifuges:
        return str(value) or "—"
    ours = ("centrifuge", value) in setting.box.invented
    return Name("piece.centrifuge", (("dimensions", setting.box.centrifuges[value]),), invented=ours)


def _pair(setting: Setting, value: Any) -> Name | str:
    """Which of several duplicates that die on the same era: the era where it was generated."""
    if value not in setting.box.tokens:
        return Name("piece.pair-none")
    _, _, copy = str(value).partition("#")
    about = (("era", setting.box.tokens[value][0]), *((("n", int(copy)),) if copy else ()))
    return Name("piece.pair-more" if copy else "piece.pair", about)


def _ultra_damage(setting: Setting, value: Any) -> Name | str:
    """A card and the cubes on it."""
    ultra, (red, green) = value
    return Name("piece.ultra-damage", (("ultra", ultra), ("red", red), ("green", green)))


def _printed(setting: Setting, value: Any) -> Name | str:
    """A card in its owner's own words."""
    return Name("", (), setting.box.cards[value].text)


_LABELS: dict[str, Callable[[Setting, Any], Name | str]] = {
    "era": _era,
    "outlet": _era,
    "to": _era,
    "space": _era,
    "agent": _agent,
    "seat": _agent,
    "card": _card,
    "printed": _printed,
    "mission": _mission,
    "ultra": _ultra,
    "dimension": _dimension,
    "duplicate": _duplicate,
    "token": _duplicate,
    "pair": _pair,
    "side": _side,
    "centrifuge": _centrifuge,
    "ultra-damage": _ultra_damage,
}


def label(setting: Setting, field: str, value: Any) -> Name | str | None:
    known = _LABELS.get(field)
    return known(setting, value) if known else None
