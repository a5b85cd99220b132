"""What is agreed before a game and never changes in it. May import: the contract and the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Option, Refusal
from companion.engine.options import filled_in

from .pieces import Pieces, deck

MODES = ("classic", "paradox")
PLAYERS = (3, 4, 5, 6)
SOURCES: dict[str, tuple[str, ...]] = {
    "first": ("app", "hand"),
    "hands": ("app", "table"),
    "tokens": ("app", "hand"),
}
"""Who deals and draws. With `hands` at the `table` a real deck is dealt: the companion is told the constant
and every card that is put down, and knows no hand."""

RULINGS: dict[str, tuple[Any, tuple[Any, ...], str]] = {
    "overspend": ("refuse", ("refuse", "clamp"), "CT-AMB-02"),
    "stale-trump": ("current-constant", ("current-constant", "keeps-rank"), "CT-AMB-05"),
    "same-suit-constant": (True, (True, False), "CT-AMB-08"),
    "second-instability-ends": (False, (False, True), "CT-AMB-10"),
    "paradox-order": ("present-first", ("present-first", "line-end-first"), "CT-AMB-14"),
}
"""Disputed rules: default, choices and the ledger's entry."""


class Setting:
    """Built once per game from its options; immutable."""

    def __init__(self, pieces: Pieces, options: Mapping[str, Any]) -> None:
        self.pieces = pieces
        self.options = dict(options)
        self.rules: int = options["rules"]
        self.players: int = options["players"]
        self.colours: tuple[str, ...] = tuple(options["colours"])
        self.paradox = options["mode"] == "paradox"
        self.tracks_hands = options["hands"] == "app"
        self.secret_crystals = options["crystals"] == "secret"
        self.clamp = options["overspend"] == "clamp"
        self.stale_keeps_rank = options["stale-trump"] == "keeps-rank"
        self.same_suit: bool = options["same-suit-constant"]
        self.second_instability_ends: bool = options["second-instability-ends"]
        self.present_first = options["paradox-order"] == "present-first"
        self.deck = deck(self.players)
        self.seats = tuple(range(self.players))


def options() -> tuple[Option, ...]:
    return (
        Option("mode", MODES, "classic", rule="CT-PARADOX-18"),
        Option("players", PLAYERS, 4, rule="CT-SETUP-01"),
        Option("colours", (), (), rule="CT-SETUP-08", members="colours"),
        Option("crystals", ("secret", "revealed"), "secret", rule="CT-MOVE-02"),
        *(Option(stream, values, "app", "source") for stream, values in SOURCES.items()),
        *(Option(name, values, default, "ruling", rule) for name, (default, values, rule) in RULINGS.items()),
        Option("rules", (1, 2), 2, "version", before=1),
    )


def settle(pieces: Pieces, given: Mapping[str, Any]) -> Setting | Refusal:
    """The setting for these options, defaults filled in, or what is wrong with them and by which rule."""
    chosen = filled_in(options(), given)
    if isinstance(chosen, Refusal):
        return chosen
    players: int = chosen["players"]
    names = tuple(pieces.colours)
    listed = isinstance(chosen["colours"], list | tuple | str)
    colours = tuple(chosen["colours"] if listed else (chosen["colours"],)) or names[:players]
    for colour in colours:
        if colour not in names:
            return Refusal("unknown-colour", "CT-SETUP-08", (("colour", colour), ("values", names)))
    if len(set(colours)) != players or len(colours) != players:
        return Refusal("colours-do-not-match", "CT-SETUP-08", (("players", players),))
    chosen["colours"] = list(colours)
    return Setting(pieces, chosen)
