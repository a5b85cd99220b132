"""What is agreed before a game and never changes in it: agents, mode, level, sources, rulings and the box.

May import: the contract, the box and the modes of this game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Option, Plain, Refusal
from companion.engine.options import filled_in

from .modes import MODES, Mode
from .pieces import Box

STREAMS: dict[str, tuple[str, ...]] = {
    "foo": ("app", "hand"),
    "bag": ("app", "hand"),
    "missions": ("app", "hand"),
    "huge": ("app", "hand", "table"),
    "hands": ("app", "hand", "table"),
    "drop": ("app", "tower", "hand"),
    "first": ("app", "hand"),
    "supas": ("app", "hand"),
    "centrifuges": ("app", "hand"),
    "ultras": ("app", "hand"),
}
"""Who may supply each result of chance; `table` leaves the pile untracked."""

RULINGS: dict[str, tuple[Any, tuple[Any, ...], str]] = {
    "rift-pool": (30, (30, 0), "AMB-05"),
    "energy-pool": (30, (30, 0), "AMB-06"),
    "damage-uses-pool": (True, (True, False), "AMB-07"),
    "vortex-order": ("fixed", ("fixed", "chosen"), "AMB-08"),
    "m6-last-rift-only": (False, (False, True), "AMB-10"),
    "auto-damage": (True, (True, False), "AMB-11"),
    "loop-needs-card": (True, (True, False), "AMB-14"),
    "rebuild": ("lazy", ("lazy", "eager"), "AMB-21"),
    "credit-others": (True, (True, False), "AMB-40"),
    "centrifuge-level-3": ("rift", ("rift", "nothing"), "AMB-15"),
    "perpetual-is-add": (True, (True, False), "AMB-16"),
    "bonus-ignores-cap": (True, (True, False), "AMB-35"),
    "supa-destroy-anywhere": (True, (True, False), "AMB-55"),
    "redraw-in-batch": (True, (True, False), "AMB-56"),
    "solo-draws": ("active", ("active", "named"), "AMB-57"),
}
"""Disputed rules: default, choices and the ledger's entry. A pool of 0 is a pool without limit."""

BEFORE = {"solo-draws": "named"}
"""How it was played before there was a choice: a game that was begun then goes on so."""
UNLIMITED = 10**6
LEVELS = (1, 2, 3)
SCORES = ("fully", "lightly")
"""Lightly: Dr Foo, drops, rifts, duplicates, pawns and missions; energy and cards are the players' affair."""
LIGHT_MODES = ("sabotage", "supa")
"""The others turn on energy and LOOPs, which nobody tells where the score is kept lightly."""


class Setting:
    """Built once per game from its options; immutable."""

    def __init__(self, box: Box, options: Mapping[str, Any]) -> None:
        self.box = box
        self.options = dict(options)
        self.solo: int = options["solo"]
        self.agents: tuple[str, ...] = tuple(options["agents"])
        self.players = 1 if self.solo else len(self.agents)
        self.level: int = options["level"]
        self.mode: Mode = MODES[options["mode"]]
        self.mega = self.level > 1
        """Levels 2 and 3 turn all Vortex tiles to their Mega side [MEGA-01, DIFF-06]."""
        self.sources = {stream: options[stream] for stream in STREAMS}
        self.tracks_huge = self.sources["huge"] != "table"
        self.tracks_hands = self.sources["hands"] != "table"
        self.by_hand = frozenset(stream for stream, source in self.sources.items() if source != "app")
        self.rifts: int = options["rift-pool"] or UNLIMITED
        self.energy: int = options["energy-pool"] or UNLIMITED
        self.damage_uses_pool: bool = options["damage-uses-pool"]
        self.chosen_vortex_order: bool = options["vortex-order"] == "chosen"
        self.m6_last_rift_only: bool = options["m6-last-rift-only"]
        self.auto_damage: bool = options["auto-damage"]
        self.loop_needs_card: bool = options["loop-needs-card"]
        self.eager_rebuild: bool = options["rebuild"] == "eager"
        self.credit_others: bool = options["credit-others"]
        self.centrifuge_rift: bool = options["centrifuge-level-3"] == "rift"
        self.perpetual_is_add: bool = options["perpetual-is-add"]
        self.bonus_ignores_cap: bool = options["bonus-ignores-cap"]
        self.supa_destroy_anywhere: bool = options["supa-destroy-anywhere"]
        self.redraw_in_batch: bool = options["redraw-in-batch"]
        self.solo_draws_join_active: bool = bool(self.solo) and options["solo-draws"] == "active"
        self.rules: int = options["rules"]
        self.light: bool = options["score"] == "lightly"
        self.abilities = tuple(box.agents[agent] for agent in self.agents)
        self.learned: tuple[tuple[str, Plain], ...] = ()
        """Pieces that turned up in play: kind, and what was told."""

    def with_piece(self, piece: str, entry: Plain) -> Setting:
        new = Setting(self.box.with_piece(piece, entry), self.options)
        new.learned = (*self.learned, (piece, entry))
        return new


def options(box: Box) -> tuple[Option, ...]:
    return (
        Option("mode", tuple(MODES), "sabotage", rule="MODE-01"),
        Option("level", LEVELS, 1, rule="DIFF-01"),
        Option("players", (2, 3, 4), 2, rule="SETUP-01"),
        Option("solo", (0, 2, 3, 4), 0, rule="SOLO-01", instead_of="players"),
        Option("agents", (), (), rule="SETUP-08"),
        Option("score", SCORES, "fully"),
        *(Option(stream, values, "app", "source") for stream, values in STREAMS.items()),
        *(
            Option(name, values, default, "ruling", rule, before=BEFORE.get(name))
            for name, (default, values, rule) in RULINGS.items()
        ),
        Option("rules", (1, 2), 2, "version", before=1),
    )


def settle(box: Box, given: Mapping[str, Any]) -> Setting | Refusal:
    """The setting for these options, defaults filled in, or what is wrong with them and by which rule."""
    chosen = filled_in(options(box), given)
    if isinstance(chosen, Refusal):
        return chosen
    if chosen["score"] == "lightly":
        if chosen["mode"] not in LIGHT_MODES:
            return Refusal("too-light", "MODE-01", (("mode", chosen["mode"]),))
        chosen["huge"] = chosen["hands"] = "table"
    if chosen["huge"] == "table" and chosen["hands"] != "table":
        return Refusal("hands-need-huge", "", ())
    count = chosen["solo"] or chosen["players"]
    agents = tuple(chosen["agents"])
    for agent in agents:
        if agent not in box.agents:
            return Refusal("unknown-agent", "SETUP-08", (("agent", agent), ("values", tuple(box.agents))))
    if len(set(agents)) < len(agents):
        return Refusal("agent-twice", "SETUP-08", ())
    if not agents:
        agents = tuple(box.agents)[:count]
    elif "players" in given or chosen["solo"]:
        if chosen["solo"] and len(agents) != count:
            return Refusal("solo-agents", "SOLO-01", (("named", len(agents)), ("solo", count)))
        if len(agents) != count:
            return Refusal("agents-do-not-match", "SETUP-08", (("named", len(agents)), ("players", count)))
    elif not 2 <= len(agents) <= 4:
        return Refusal(
            "bad-option", "SETUP-01", (("option", "agents"), ("value", len(agents)), ("values", (2, 3, 4)))
        )
    chosen["agents"] = list(agents)
    if not chosen["solo"]:
        chosen["players"] = len(agents)
    return Setting(box, chosen)
