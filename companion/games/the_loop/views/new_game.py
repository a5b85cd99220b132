"""What is agreed before a game: who plays, which mode, and what stays on the real table.

May import: companion.engine, companion.words; never Kivy. Whatever is chosen here is legal: a choice that
would contradict another takes the other along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Game, Refusal
from companion.engine.box_editor import entries_of
from companion.games.the_loop.rules.setting import LIGHT_MODES

SOURCES = ("foo", "bag", "missions", "huge", "hands", "first", "supas", "centrifuges", "ultras")
MODE_PIECES = {"supas": "supa", "centrifuges": "centrifuge", "ultras": "ultramachina"}
"""Sources that only one mode asks for."""
PRESETS: dict[str, dict[str, str]] = {
    "all-digital": dict.fromkeys(SOURCES, "app"),
    "real-table": {**dict.fromkeys(SOURCES, "hand"), "huge": "table", "hands": "table"},
}
LIGHT = "lightly"
"""The preset that is offered first for a real table: its sources, and the score kept lightly."""
OFFERED = ("all-digital", LIGHT, "real-table")
SOLO = 1


class NewGame:
    """The choices as they stand; begins with those of the last game."""

    def __init__(self, game: Game, remembered: Mapping[str, Any], tower: str) -> None:
        self.game = game
        self.values = {option.id: option.values for option in game.options()}
        self.known = tuple(entry.id for entry in entries_of(game.box, "agent"))
        self._usual = defaults = {option.id: option.default for option in game.options()}
        kept = {name: value for name, value in remembered.items() if self._legal(name, value)}
        self.mode: str = kept.get("mode", defaults["mode"])
        self.level: int = kept.get("level", defaults["level"])
        self.solo: int = kept.get("solo", 0)
        agents = kept.get("agents", [])
        count = self.solo or len(agents) or defaults["players"]
        self.agents: list[str] = [*agents, *(one for one in self.known if one not in agents)][:count]
        self.count = count
        """How many agents take part."""
        self.sources = {name: kept.get(name, "app") for name in SOURCES}
        self.rulings = {
            option.id: kept.get(option.id, option.default)
            for option in game.options()
            if option.group in ("ruling", "house")
        }
        self.score: str = kept.get("score", defaults["score"])
        self.tower = tower
        if not kept and self.real:
            self.preset(LIGHT)

    def _legal(self, name: str, value: Any) -> bool:
        if name == "agents":
            named = set(map(str, value)) if isinstance(value, list) else set()
            return named <= set(self.known) and 2 <= len(named) <= 4 and len(named) == len(value)
        return value in self.values.get(name, ())

    # -- what stands

    @property
    def real(self) -> bool:
        """A tower of wood and wire."""
        return self.tower not in ("simulated", "none", "app")

    @property
    def people(self) -> int:
        return SOLO if self.solo else self.count

    @property
    def missing(self) -> int:
        """Agents still to choose."""
        return self.count - len(self.agents)

    @property
    def shown_sources(self) -> tuple[str, ...]:
        """What this table can be asked about."""
        return tuple(name for name in SOURCES if MODE_PIECES.get(name, self.mode) == self.mode)

    @property
    def chosen_preset(self) -> str:
        """`all-digital`, `lightly`, `real-table`, or empty for a mix."""
        if self.light:
            return LIGHT
        for name, preset in PRESETS.items():
            if all(self.sources[one] == preset[one] for one in self.shown_sources):
                return name
        return ""

    @property
    def light(self) -> bool:
        """A mode that turns on energy is kept fully, whatever was chosen."""
        return self.score == "lightly" and self.mode in LIGHT_MODES

    @property
    def physical(self) -> bool:
        """Something lies on a real table: it must be set up."""
        return self.chosen_preset != "all-digital"

    @property
    def options(self) -> dict[str, Any]:
        """As the game takes them."""
        drop = {"none": "hand", "app": "app"}.get(self.tower, "tower")
        chosen = {"mode": self.mode, "level": self.level, "agents": list(self.agents), "drop": drop}
        if self.light:
            chosen["score"] = self.score
        chosen |= self.sources | {name: one for name, one in self.rulings.items() if one != self._usual[name]}
        return chosen | ({"solo": self.solo} if self.solo else {"players": self.count})

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot begin like this."""
        start = self.game.start(self.options)
        return start if isinstance(start, Refusal) else None

    # -- what is touched

    def choose_people(self, people: int) -> None:
        if people == SOLO:
            self.choose_solo(self.solo or 3)
        else:
            self.solo = 0
            self._count(people)

    def choose_solo(self, agents: int) -> None:
        self.solo = agents
        self._count(agents)

    def _count(self, count: int) -> None:
        self.count = count
        self.agents = self.agents[:count]
        self.agents += [one for one in self.known if one not in self.agents][: count - len(self.agents)]

    def toggle(self, agent: str) -> None:
        """Takes an agent in or out; the one who was in longest makes room."""
        if agent in self.agents:
            self.agents.remove(agent)
        else:
            self.agents = [*self.agents, agent][-self.count :]

    def preset(self, name: str) -> None:
        self.score = "lightly" if name == LIGHT else "fully"
        self.sources = dict(PRESETS["real-table" if name == LIGHT else name])

    def choose_source(self, name: str, value: str) -> None:
        """Hands that are tracked need a huge deck that is tracked."""
        if name in ("huge", "hands") and value != "table":
            self.score = "fully"
        self.sources[name] = value
        if name == "huge" and value == "table":
            self.sources["hands"] = "table"
        elif name == "hands" and value != "table" and self.sources["huge"] == "table":
            self.sources["huge"] = value

    def choose_ruling(self, name: str, value: Any) -> None:
        self.rulings[name] = value

    def choose_tower(self, tower: str) -> None:
        """A real tower stands on a real table, unless somebody has mixed their own."""
        was_real, self.tower = self.real, tower
        if self.real and not was_real and self.chosen_preset == "all-digital":
            self.preset(LIGHT)
