"""What pieces and places are called: entries of the catalogue. May import: this game's data.

A machine is told by what it requires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Name

from .pieces import BEBEBOTS, CARDS, ROMAN, UNKNOWN, machine
from .setting import Setting

Models = Mapping[str, Name]
"""What the models are called, by their ids."""


def _card(setting: Setting, models: Models, value: Any) -> Name | str:
    if value in BEBEBOTS:
        return Name("piece.bebebot", (("model", BEBEBOTS[value]),))
    if value not in CARDS:
        return str(value) or "—"
    if value == UNKNOWN:
        return Name("piece.face-down")
    robot = CARDS[value]
    if robot.model and robot.size:
        return Name("piece.robot", (("model", robot.model), ("size", robot.size)))
    return Name("piece.multibot", (("free", value),))


def _free(setting: Setting, models: Models, value: Any) -> Name | str:
    """What a multibot shows: a size or a model."""
    robot = CARDS[value]
    return models[robot.model] if robot.model else str(robot.size)


def _shown(setting: Setting, models: Models, value: Any) -> Name | str:
    """What a gigantobot shows: as a robot, or as a multibot without its name."""
    robot = CARDS[value]
    return _card(setting, models, value) if robot.model and robot.size else _free(setting, models, value)


def _model(setting: Setting, models: Models, value: Any) -> Name | str:
    return models.get(value, str(value) or "—")


def _machine(setting: Setting, models: Models, value: Any) -> Name | str:
    if not value:
        return "—"
    about = (("roman", ROMAN[machine(value).tier]), ("requires", value))
    return Name("piece.machine", about, invented=value in setting.invented_machines)


def _requires(setting: Setting, models: Models, value: Any) -> Name | str:
    """What a machine requires, in our own words."""
    need = machine(value).requirement
    return Name(f"piece.requires.{need.kind.replace('_', '-')}", tuple(need._asdict().items()))


def _microbot(setting: Setting, models: Models, value: Any) -> Name | str:
    if not value:
        return "—"
    return models.get(value) or Name("piece.size", (("size", value),))


def _seat(setting: Setting, models: Models, value: Any) -> Name | str:
    if value not in setting.seats:
        return "—"
    return Name("piece.solo") if setting.players == 1 else Name("piece.player", (("n", value + 1),))


def _slot(setting: Setting, models: Models, value: Any) -> Name | str:
    return Name("piece.slot", (("n", value + 1),))


def _level(setting: Setting, models: Models, value: Any) -> Name | str:
    return ROMAN[value]


def _tier(setting: Setting, models: Models, value: Any) -> Name | str:
    return Name("piece.tier", (("roman", ROMAN[value]),))


def _below(setting: Setting, models: Models, value: Any) -> Name | str:
    return _tier(setting, models, value + 1)


def _gigantobot(setting: Setting, models: Models, value: Any) -> Name | str:
    about = (("n", value + 1), ("shown", setting.gigantobots[value].code))
    return Name("piece.gigantobot", about, invented=value in setting.invented_gigantobots)


_LABELS: dict[str, Callable[[Setting, Models, Any], Name | str]] = {
    "card": _card,
    "free": _free,
    "shown": _shown,
    "model": _model,
    "machine": _machine,
    "requires": _requires,
    "microbot": _microbot,
    "seat": _seat,
    "slot": _slot,
    "level": _level,
    "tier": _tier,
    "below": _below,
    "gigantobot": _gigantobot,
}


def label(setting: Setting, models: Models, field: str, value: Any) -> Name | str | None:
    known = _LABELS.get(field)
    return known(setting, models, value) if known else None
