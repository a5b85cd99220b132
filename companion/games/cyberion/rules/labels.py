"""What pieces and places are called. May import: this game's data.

Models are called as in the box; a machine is told by what it requires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .pieces import BEBEBOTS, CARDS, ROMAN, UNKNOWN, Requirement, machine
from .setting import Setting

Names = Mapping[str, str]
"""Of the models, as the box has them."""
WORDS = {
    "unknown": {"en": "a robot face down", "fr": "un Robot face cachée"},
    "size": {"en": "size {size}", "fr": "taille {size}"},
    "any-model": {"en": "Multibot {size}", "fr": "Multibot {size}"},
    "any-size": {"en": "Multibot {model}", "fr": "Multibot {model}"},
    "bebebot": {"en": "Bébébot {model}", "fr": "Bébébot {model}"},
    "player": {"en": "Player {n}", "fr": "Joueur {n}"},
    "solo": {"en": "You", "fr": "Vous"},
    "slot": {"en": "place {n}", "fr": "la place {n}"},
    "tier": {"en": "tier {tier}", "fr": "palier {tier}"},
    "gigantobot": {"en": "Gigantobot {n} ({card})", "fr": "Gigantobot {n} ({card})"},
    "model_count": {"en": "{n} {model}s", "fr": "{n} {model}s"},
    "size_count": {"en": "{n} robots of size {size}", "fr": "{n} Robots de taille {size}"},
    "sum_at_least": {
        "en": "{n} robots, sizes {total} or more in all",
        "fr": "{n} Robots, {total} ou plus en tout",
    },
    "sum_at_most": {
        "en": "{n} robots, sizes {total} or less in all",
        "fr": "{n} Robots, {total} ou moins en tout",
    },
    "straight": {"en": "{n} sizes in a row", "fr": "{n} tailles qui se suivent"},
    "two_pairs": {"en": "two pairs of equal size", "fr": "deux paires de même taille"},
    "identical": {"en": "{n} identical robots", "fr": "{n} Robots identiques"},
    "other": {"en": "{n} robots (see the card)", "fr": "{n} Robots (voir la carte)"},
}


def requirement(need: Requirement, names: Names, lang: str) -> str:
    """What a machine requires, in our own words."""
    about = {**need._asdict(), "model": names.get(need.model, "")}
    return WORDS[need.kind][lang].format(**about)


def _card(setting: Setting, names: Names, value: Any, lang: str) -> str:
    if value in BEBEBOTS:
        return WORDS["bebebot"][lang].format(model=names[BEBEBOTS[value]])
    if value not in CARDS:
        return str(value) or "—"
    robot = CARDS[value]
    if value == UNKNOWN:
        return WORDS["unknown"][lang]
    if not robot.model:
        return WORDS["any-model"][lang].format(size=robot.size)
    if not robot.size:
        return WORDS["any-size"][lang].format(model=names[robot.model])
    return f"{names[robot.model]} {robot.size}"


def _model(setting: Setting, names: Names, value: Any, lang: str) -> str:
    return names.get(value, str(value) or "—")


def _machine(setting: Setting, names: Names, value: Any, lang: str) -> str:
    if not value:
        return "—"
    found = machine(value)
    return f"{ROMAN[found.tier]} · {requirement(found.requirement, names, lang)}"


def _microbot(setting: Setting, names: Names, value: Any, lang: str) -> str:
    if not value:
        return "—"
    return names.get(value) or WORDS["size"][lang].format(size=value)


def _seat(setting: Setting, names: Names, value: Any, lang: str) -> str:
    if value not in setting.seats:
        return "—"
    return WORDS["solo" if setting.players == 1 else "player"][lang].format(n=value + 1)


def _slot(setting: Setting, names: Names, value: Any, lang: str) -> str:
    return WORDS["slot"][lang].format(n=value + 1)


def _level(setting: Setting, names: Names, value: Any, lang: str) -> str:
    return ROMAN[value]


def _tier(setting: Setting, names: Names, value: Any, lang: str) -> str:
    return WORDS["tier"][lang].format(tier=ROMAN[value])


def _left(setting: Setting, names: Names, value: Any, lang: str) -> str:
    return _tier(setting, names, value + 1, lang)


def _gigantobot(setting: Setting, names: Names, value: Any, lang: str) -> str:
    shown = _card(setting, names, setting.gigantobots[value].code, lang).replace("Multibot ", "")
    return WORDS["gigantobot"][lang].format(n=value + 1, card=shown)


_LABELS: dict[str, Callable[[Setting, Names, Any, str], str]] = {
    "card": _card,
    "model": _model,
    "machine": _machine,
    "microbot": _microbot,
    "seat": _seat,
    "slot": _slot,
    "level": _level,
    "tier": _tier,
    "below": _left,
    "gigantobot": _gigantobot,
}


def label(setting: Setting, names: Names, field: str, value: Any, lang: str) -> str | None:
    known = _LABELS.get(field)
    return known(setting, names, value, lang) if known else None
