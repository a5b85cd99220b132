"""The pieces of a box, compiled for the engine: eras as numbers, effects as tuples.

May import: vocabulary.

`Box.plain` is the same box as JSON data, in the words of the box files; a journal keeps it in its header.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from companion.engine.phrases import Unreadable

from .vocabulary import Effect, compile_effect

Plain: TypeAlias = Any
Names: TypeAlias = Mapping[str, str]
"""The names that an owner's box has for a piece, by language; those of our own box are in `words`."""

FORMAT = 1
"""Version of the plain form."""

ERA_IDS = (
    "dawn-of-time", "medieval", "renaissance", "industry", "globalization", "age-of-robots", "end-of-times",
)  # fmt: skip
DIMENSIONS = ("spiral", "star", "stripe", "black-hole")
LEARNED = ("card", "agent", "mission", "duplicate", "supa", "centrifuge", "ultra")
"""Pieces that the companion learns as they turn up on a table."""
BY_HAND = "by-hand"
"""The trigger of a mission that the box does not understand: the players set its damage themselves."""


class Era(NamedTuple):
    id: str
    name: Names
    colour: str
    shape: str
    source: str


class Card(NamedTuple):
    id: str
    name: Names
    dimension: str | None
    """None: nobody has told the app yet."""
    era: int
    agent: str | None
    """The agent whose starting card it is; None for the huge deck."""
    effect: Effect
    source: str
    text: Names = MappingProxyType({})
    """Its owner's words for what no word of the box says, by language."""


class Agent(NamedTuple):
    id: str
    name: Names
    start: int
    when: str
    """`action` (phase II) or `drop` (between landing and placing, AMB-09)."""
    once: bool
    effect: Effect
    source: str


class Mission(NamedTuple):
    id: str
    name: Names
    trigger: str
    place: str
    spaces: str
    threshold: int
    once: bool
    powered: bool
    """Counts only if every era had Energy when the action began (M9)."""
    source: str


class Ultra(NamedTuple):
    """A card of the Ultramachina mode."""

    id: str
    name: Names
    era: int
    spaces: int
    """Damage that destroys it."""
    effect: Effect
    source: str


@dataclass(frozen=True, slots=True)
class Box:
    """Everything printed on the pieces of one edition of the game. Treat it as frozen all the way down."""

    eras: tuple[Era, ...]
    cards: dict[str, Card]
    huge: tuple[str, ...]
    starting: dict[str, tuple[str, ...]]
    agents: dict[str, Agent]
    missions: dict[str, Mission]
    tokens: dict[str, tuple[int, int]]
    """Duplicate → (generation era, destruction era)."""
    invented_tokens: frozenset[str]
    """Those of which the pair of eras is ours."""
    supas: dict[str, int]
    """Supa Duplicate → the era it shows, which is its destruction era."""
    centrifuges: dict[str, tuple[str, str]]
    """Centrifuge → the dimensions on its two sides."""
    ultras: dict[str, Ultra]
    duplicates_per_cycle: tuple[int, ...]
    cards_per_cycle: tuple[int, ...]
    setup_duplicates: dict[int, int]
    setup_cards: dict[int, int]
    plain: Plain
    invented: frozenset[tuple[str, str]] = frozenset()
    """Kind and id of every piece of which we made something up."""
    version: int = FORMAT

    @classmethod
    def from_plain(cls, plain: Plain) -> Box:
        """Compile a box. Raises ValueError with the reason when the data is not one."""
        if not isinstance(plain, dict) or plain.get("version") != FORMAT:
            raise Unreadable("box-format", FORMAT)
        try:
            cards = {card.id: card for card in map(_card, plain["card"])}
            agents = {agent.id: agent for agent in map(_agent, plain["agent"])}
            missions = {mission.id: mission for mission in map(_mission, plain["mission"])}
            cycles, setup = plain["hq"]["cycles"], plain["hq"]["setup"]
            return cls(
                eras=tuple(_era(entry) for entry in plain["era"]),
                cards=cards,
                huge=tuple(sorted(card.id for card in cards.values() if card.agent is None)),
                starting={
                    agent: tuple(sorted(card.id for card in cards.values() if card.agent == agent))
                    for agent in agents
                },
                agents=agents,
                missions=missions,
                tokens={entry["id"]: token_eras(entry["id"]) for entry in plain["duplicate"]},
                invented_tokens=frozenset(
                    entry["id"] for entry in plain["duplicate"] if entry.get("source") == "stand-in"
                ),
                supas={entry["id"]: ERA_IDS.index(entry["era"]) for entry in plain.get("supa", [])},
                centrifuges={entry["id"]: tuple(entry["sides"]) for entry in plain.get("centrifuge", [])},
                ultras={ultra.id: ultra for ultra in map(_ultra, plain.get("ultra", []))},
                duplicates_per_cycle=tuple(cycles["duplicates"]),
                cards_per_cycle=tuple(cycles["cards"]),
                setup_duplicates={int(players): n for players, n in setup["duplicates"].items()},
                setup_cards={int(players): n for players, n in setup["cards"].items()},
                plain=plain,
                invented=frozenset(
                    (kind, entry["id"])
                    for kind in LEARNED
                    for entry in plain.get(kind, ())
                    if stand_ins(entry) or entry.get("source") == "stand-in"
                ),
            )
        except (KeyError, TypeError, AttributeError) as wrong:
            raise Unreadable("box-damaged", wrong) from wrong

    def invented_of(self, kind: str, piece: str) -> frozenset[str]:
        """What of a piece we made up."""
        found = next((entry for entry in self.plain.get(kind, ()) if entry["id"] == piece), None)
        return frozenset(stand_ins(found)) if found else frozenset()

    def with_piece(self, kind: str, entry: Plain) -> Box:
        """The box that also knows this piece, as it turned up on a table; one with the same id is replaced.

        What an entry leaves open stays open: a card may lack dimension and effect, a mission its trigger. An
        agent keeps what the entry does not tell, because a start can be learned without the ability.
        """
        if kind not in LEARNED:
            raise Unreadable("one-of", repr(kind), ", ".join(LEARNED))
        new = as_entry(entry)
        pieces = list(self.plain.get(kind, ()))
        at = next((index for index, piece in enumerate(pieces) if piece["id"] == new["id"]), len(pieces))
        if kind == "agent" and at < len(pieces):
            invented = stand_ins(pieces[at]) - set(new)
            new = {**pieces[at], **new}
            new.pop("stand-in", None)
            if invented:
                new["stand-in"] = sorted(invented)
        pieces[at : at + 1] = [new]
        return Box.from_plain({**self.plain, kind: pieces})


def as_entry(given: Plain) -> dict[str, Any]:
    """A piece as a box file tells it: eras by their ids, nothing that is not known, a source in any case."""
    entry = {key: value for key, value in given.items() if value is not None}
    for key in ("era", "start"):
        if isinstance(entry.get(key), int):
            entry[key] = ERA_IDS[entry[key]]
    entry.setdefault("source", "owner")
    return entry


def stand_ins(entry: Plain) -> set[str]:
    """The keys of an entry that we invented."""
    if entry.get("source") == "stand-in":
        return set(entry) - {"id", "source", "stand-in"}
    return set(entry.get("stand-in", ()))


def token_eras(token: str) -> tuple[int, int]:
    """The eras of a Duplicate: "0>2" comes in on era 0 and is destroyed on era 2; "0>2#2" is its twin."""
    generation, _, destruction = token.partition("#")[0].partition(">")
    if not (generation in _DIGITS and destruction in _DIGITS):
        raise Unreadable("written-like", repr(token), "0>2")
    return int(generation), int(destruction)


_DIGITS = tuple("0123456")


def _names(entry: Plain) -> Names:
    return dict(entry.get("name") or {})


def _era(entry: Plain) -> Era:
    return Era(entry["id"], _names(entry), entry["colour"], entry["shape"], entry["source"])


def _card(entry: Plain) -> Card:
    return Card(
        entry["id"],
        _names(entry),
        entry.get("dimension"),
        ERA_IDS.index(entry["era"]),
        entry.get("agent"),
        compile_effect(entry.get("effect", [])),
        entry["source"],
        dict(entry.get("text") or {}),
    )


def _agent(entry: Plain) -> Agent:
    ability = entry.get("ability", {})
    return Agent(
        entry["id"],
        _names(entry),
        ERA_IDS.index(entry["start"]),
        ability.get("when", "action"),
        ability.get("once-per-turn", True),
        compile_effect(ability.get("effect", [])),
        entry["source"],
    )


def _ultra(entry: Plain) -> Ultra:
    return Ultra(
        entry["id"],
        _names(entry),
        ERA_IDS.index(entry["era"]),
        entry["spaces"],
        compile_effect(entry.get("effect", [])),
        entry["source"],
    )


def _mission(entry: Plain) -> Mission:
    return Mission(
        entry["id"],
        _names(entry),
        entry.get("trigger", BY_HAND),
        entry.get("place", "any"),
        entry.get("spaces", "free"),
        entry["threshold"],
        entry.get("once-per-turn", False),
        entry.get("all-powered", False),
        entry["source"],
    )
