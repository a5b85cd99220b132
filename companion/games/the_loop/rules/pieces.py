"""The pieces of a box, compiled for the engine: eras as numbers, effects as tuples.

May import: vocabulary.

`Box.plain` is the same box as JSON data, in the words of the box files; a journal keeps it in its header.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from companion.engine.box_files.entry import Entry
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
PLAYERS = (1, 2, 3, 4)
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

    entries: dict[str, dict[str, Entry]]
    """Every piece as it was told, by kind and id."""
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
            entries = {kind: _entries(plain[kind]) for kind in ("era", *LEARNED[:4])}
            entries |= {kind: _entries(plain.get(kind, [])) for kind in LEARNED[4:]}
            cards = {card.id: card for card in map(_card, entries["card"].values())}
            agents = {agent.id: agent for agent in map(_agent, entries["agent"].values())}
            missions = {mission.id: mission for mission in map(_mission, entries["mission"].values())}
            cycles, setup = plain["hq"]["cycles"], plain["hq"]["setup"]
            return cls(
                entries=entries,
                eras=tuple(map(_era, entries["era"].values())),
                cards=cards,
                huge=tuple(sorted(card.id for card in cards.values() if card.agent is None)),
                starting={
                    agent: tuple(sorted(card.id for card in cards.values() if card.agent == agent))
                    for agent in agents
                },
                agents=agents,
                missions=missions,
                tokens={token: token_eras(token) for token in entries["duplicate"]},
                invented_tokens=frozenset(
                    token for token, entry in entries["duplicate"].items() if entry.made_up
                ),
                supas={supa: ERA_IDS.index(entry.plain["era"]) for supa, entry in entries["supa"].items()},
                centrifuges={
                    token: tuple(entry.plain["sides"]) for token, entry in entries["centrifuge"].items()
                },
                ultras={ultra.id: ultra for ultra in map(_ultra, entries["ultra"].values())},
                duplicates_per_cycle=tuple(cycles["duplicates"]),
                cards_per_cycle=tuple(cycles["cards"]),
                setup_duplicates={players: setup["duplicates"][str(players)] for players in PLAYERS},
                setup_cards={players: setup["cards"][str(players)] for players in PLAYERS},
                plain=plain,
                invented=frozenset(
                    (kind, entry.id)
                    for kind in LEARNED
                    for entry in entries[kind].values()
                    if entry.invented or entry.made_up
                ),
            )
        except (KeyError, TypeError, AttributeError) as wrong:
            raise Unreadable("box-damaged", wrong) from wrong

    def invented_of(self, kind: str, piece: str) -> frozenset[str]:
        """What of a piece we made up."""
        found = self.entries[kind].get(piece)
        return found.invented if found else frozenset()

    def with_piece(self, kind: str, entry: Plain) -> Box:
        """The box that also knows this piece, as it turned up on a table; one with the same id is replaced.

        What an entry leaves open stays open: a card may lack dimension and effect, a mission its trigger. An
        agent keeps what the entry does not tell, because a start can be learned without the ability.
        """
        if kind not in LEARNED:
            raise Unreadable("one-of", repr(kind), ", ".join(LEARNED))
        new = as_entry(entry)
        before = self.entries[kind].get(new.id)
        if kind == "agent" and before is not None:
            invented = before.invented - set(new.plain)
            merged = Entry.read({**before.plain, **new.plain}).without("stand-in").plain
            new = Entry.read({**merged, "stand-in": sorted(invented)} if invented else merged)
        pieces = {**self.entries[kind], new.id: new}
        return Box.from_plain({**self.plain, kind: [piece.plain for piece in pieces.values()]})


def as_entry(given: Plain) -> Entry:
    """A piece as a box file tells it: eras by their ids, nothing that is not known, a source in any case."""
    entry = {key: value for key, value in given.items() if value is not None}
    for key in ("era", "start"):
        if isinstance(entry.get(key), int):
            entry[key] = ERA_IDS[entry[key]]
    entry.setdefault("source", "owner")
    return Entry.read(entry)


def era_of(entry: Entry) -> int | None:
    """The era that a piece shows; None where it shows none."""
    era = entry.plain.get("era")
    return ERA_IDS.index(era) if era in ERA_IDS else None


def token_eras(token: str) -> tuple[int, int]:
    """The eras of a Duplicate: "0>2" comes in on era 0 and is destroyed on era 2; "0>2#2" is its twin."""
    generation, _, destruction = token.partition("#")[0].partition(">")
    if not (generation in _DIGITS and destruction in _DIGITS):
        raise Unreadable("written-like", repr(token), "0>2")
    return int(generation), int(destruction)


_DIGITS = tuple("0123456")


def _entries(pieces: Plain) -> dict[str, Entry]:
    found = {entry.id: entry for entry in map(Entry.read, pieces)}
    if "" in found:
        raise KeyError("id")
    return found


def _era(entry: Entry) -> Era:
    return Era(entry.id, entry.names, entry.plain["colour"], entry.plain["shape"], entry.source)


def _card(entry: Entry) -> Card:
    plain = entry.plain
    return Card(
        entry.id,
        entry.names,
        plain.get("dimension"),
        ERA_IDS.index(plain["era"]),
        plain.get("agent"),
        compile_effect(plain.get("effect", [])),
        entry.source,
        entry.texts,
    )


def _agent(entry: Entry) -> Agent:
    ability = entry.plain.get("ability", {})
    return Agent(
        entry.id,
        entry.names,
        ERA_IDS.index(entry.plain["start"]),
        ability.get("when", "action"),
        ability.get("once-per-turn", True),
        compile_effect(ability.get("effect", [])),
        entry.source,
    )


def _ultra(entry: Entry) -> Ultra:
    plain = entry.plain
    return Ultra(
        entry.id,
        entry.names,
        ERA_IDS.index(plain["era"]),
        plain["spaces"],
        compile_effect(plain.get("effect", [])),
        entry.source,
    )


def _mission(entry: Entry) -> Mission:
    plain = entry.plain
    return Mission(
        entry.id,
        entry.names,
        plain.get("trigger", BY_HAND),
        plain.get("place", "any"),
        plain.get("spaces", "free"),
        plain["threshold"],
        plain.get("once-per-turn", False),
        plain.get("all-powered", False),
        entry.source,
    )
