"""The position of a game: every piece on the table, and the agenda of what is being resolved.

May import: the contract, and the modules of this game that hold data. A state is copied once per `apply`,
changed while the rules run, and never again once it is returned: lists are this state's own, everything
inside them is immutable and shared. Pools are not stored: they are what is left of the cubes (`rift_pool`,
`energy_pool`), so no count can disagree with the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.engine import saved_state
from companion.engine.game import Outcome, Plain, Question
from companion.engine.plain_data import freeze, thaw
from companion.engine.steps import Step

from .mode_pieces import ModePieces

if TYPE_CHECKING:
    from .setting import Setting

HIDDEN = "hidden"
"""A sabotage tile that lies Machine side up."""
NO_TILE = ""
NOWHERE = -1
NO_PIECES = ModePieces()
HAND = 3
"""Cards drawn at the start, and up to at the end of every turn [SETUP-17, END-03]."""
AT_ONCE = 30
"""Cubes that are thrown or laid at one time where the pool has no limit: as many as a box has. A drop lists
every way in which they can fall."""


class State:
    __slots__ = (
        "acting",
        "active",
        "actor",
        "agenda",
        "archived",
        "asked",
        "available",
        "bag",
        "cycle",
        "damage",
        "destroyed",
        "discard",
        "discarded",
        "draw",
        "drawn",
        "dups",
        "energy",
        "extra",
        "flying",
        "foo",
        "full",
        "huge",
        "inside",
        "landed",
        "loops",
        "lost",
        "marks",
        "outcome",
        "pawns",
        "phase",
        "powered",
        "ready",
        "red",
        "revealed",
        "rifts",
        "running",
        "seen",
        "sent",
        "setting",
        "shields",
        "spent",
        "tiles",
        "top",
        "turn",
        "unseen",
        "vortex",
    )

    setting: Setting
    turn: int
    cycle: int
    active: int
    """Index of the agent whose turn it is."""
    phase: int
    """0 setup, 1–5 the phases of a turn."""
    loops: int
    marks: tuple[str, ...]
    """What may be done once per turn and was: `ability`, `m1`…"""
    foo: int
    """Dr Foo's era, NOWHERE before the first Foo phase [AMB-29]."""
    seen: tuple[int, ...]
    """Foo cards revealed in this cycle, in order."""
    rifts: list[int]
    energy: list[int]
    vortex: list[int]
    inside: int
    """Rifts that stayed inside the machine [AMB-04]."""
    flying: int
    """Rifts thrown and not yet reported as landed."""
    landed: tuple[int, ...]
    """Rifts of the running drop that came to rest and are not yet placed; empty outside a drop."""
    shields: int
    """Rifts of the next drop that may be cancelled, by cards played for it."""
    dups: dict[str, int]
    """Duplicates on the board: token → era."""
    bag: tuple[str, ...]
    available: list[tuple[str, ...]]
    huge: tuple[str, ...]
    """The Huge Deck: its order is hidden, so it has none here."""
    destroyed: tuple[str, ...]
    """The Destroyed Cards pile, top last."""
    pawns: list[int]
    full: list[bool]
    """Agent tiles with full batteries."""
    ready: list[tuple[str, ...]]
    spent: list[tuple[str, ...]]
    """Each agent's hand: ready cards and exhausted ones."""
    top: list[tuple[str, ...]]
    """Each draw pile's known top cards, the topmost last; what lies below has no order."""
    draw: list[tuple[str, ...]]
    discard: list[tuple[str, ...]]
    tiles: list[str]
    """Per era: a mission id, HIDDEN or NO_TILE."""
    damage: list[tuple[int, ...]]
    """Cubes on each era's tile: the era's space on tiles with one per era, else -1."""
    red: list[int]
    """How many of them are red; the others are green [AMB-07]."""
    unseen: tuple[str, ...]
    """Missions not revealed yet; three of them are not in the game."""
    archived: tuple[str, ...]
    lost: tuple[str, ...]
    acting: bool
    """An action of phase II is being resolved: what it does counts for missions [FOO-18]."""
    powered: bool
    """Every era had energy when the action began [MISSION-18]."""
    actor: int
    """The agent whose pawn is the reference of the running effect [EFF-04]."""
    sent: int
    """Where the running effect sent a duplicate [EFF-14]."""
    drawn: int
    """Original era of the card that the running effect drew [EFF-15]."""
    discarded: int
    """Original era of the card that the running effect discarded."""
    running: tuple[str, ...]
    """Cards whose effect is being resolved; none is applied inside itself."""
    revealed: tuple[str, ...]
    """Cards of an attendance bonus, not yet given out."""
    extra: ModePieces
    """What a mode adds."""
    agenda: list[Any]
    """What is still to be resolved, the next step last."""
    outcome: Outcome | None
    asked: tuple[Question, ...]
    """Follows from the agenda; kept so that it is worked out once."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.setting = self.setting
        new.turn = self.turn
        new.cycle = self.cycle
        new.active = self.active
        new.phase = self.phase
        new.loops = self.loops
        new.marks = self.marks
        new.foo = self.foo
        new.seen = self.seen
        new.rifts = self.rifts[:]
        new.energy = self.energy[:]
        new.vortex = self.vortex[:]
        new.inside = self.inside
        new.flying = self.flying
        new.landed = self.landed
        new.shields = self.shields
        new.dups = self.dups.copy()
        new.bag = self.bag
        new.available = self.available[:]
        new.huge = self.huge
        new.destroyed = self.destroyed
        new.pawns = self.pawns[:]
        new.full = self.full[:]
        new.ready = self.ready[:]
        new.spent = self.spent[:]
        new.top = self.top[:]
        new.draw = self.draw[:]
        new.discard = self.discard[:]
        new.tiles = self.tiles[:]
        new.damage = self.damage[:]
        new.red = self.red[:]
        new.unseen = self.unseen
        new.archived = self.archived
        new.lost = self.lost
        new.acting = self.acting
        new.powered = self.powered
        new.actor = self.actor
        new.sent = self.sent
        new.drawn = self.drawn
        new.discarded = self.discarded
        new.running = self.running
        new.revealed = self.revealed
        new.extra = self.extra
        new.agenda = self.agenda[:]
        new.asked = self.asked
        new.outcome = self.outcome
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and dump(self) == dump(other)

    __hash__ = None  # type: ignore[assignment]  # a state holds lists; positions are compared, never looked up


def empty(setting: Setting) -> State:
    """The table before anything is placed: all pieces in the box, pools and bag."""
    box, agents = setting.box, len(setting.agents)
    decks = 1 if setting.solo else agents
    s = State.__new__(State)
    s.setting = setting
    s.turn, s.cycle, s.active, s.phase, s.loops, s.marks = 0, 1, 0, 0, 0, ()
    s.foo, s.seen = NOWHERE, ()
    s.rifts, s.energy, s.vortex = [0] * 7, [0] * 7, [0] * 7
    s.inside, s.flying, s.landed, s.shields = 0, 0, (), 0
    s.dups, s.bag = {}, tuple(sorted(box.tokens))
    s.available, s.destroyed = [()] * 7, ()
    s.huge = box.huge if setting.tracks_huge else ()
    s.pawns = [box.agents[agent].start for agent in setting.agents]
    s.full = [True] * agents
    s.ready, s.spent = [()] * agents, [()] * agents
    s.top, s.discard = [()] * decks, [()] * decks
    s.draw = [()] * decks
    if setting.tracks_hands:
        for index, agent in enumerate(setting.agents):
            deck = 0 if setting.solo else index
            s.draw[deck] = tuple(sorted(s.draw[deck] + box.starting[agent]))
    s.tiles, s.damage, s.red = [HIDDEN] * 7, [()] * 7, [0] * 7
    s.unseen, s.archived, s.lost = tuple(sorted(box.missions)), (), ()
    s.acting, s.powered, s.actor, s.sent, s.drawn = False, False, 0, NOWHERE, NOWHERE
    s.discarded, s.running, s.revealed = NOWHERE, (), ()
    s.extra = NO_PIECES
    s.agenda = []
    s.outcome, s.asked = None, ()
    return s


def rift_pool(s: State) -> int:
    """Rifts that are neither on the board nor on tiles nor in the machine [SETUP-04, AMB-07]."""
    pool = s.setting.rifts - sum(s.rifts) - s.inside - s.flying - sum(s.landed)
    return pool - sum(s.red) - s.setting.mode.damage_cubes(s)[0] if s.setting.damage_uses_pool else pool


def energy_pool(s: State) -> int:
    inside, flying = s.extra.energy_inside, s.extra.energy_flying
    pool = s.setting.energy - sum(s.energy) - inside - flying
    if not s.setting.damage_uses_pool:
        return pool
    return pool - sum(map(len, s.damage)) + sum(s.red) - s.setting.mode.damage_cubes(s)[1]


def mode_pieces(s: State) -> dict[str, Any]:
    """Those of this mode, for whoever walks through all of them by name."""
    return s.extra.named(s.setting.mode.own)


def duplicates_on(s: State, era: int) -> tuple[str, ...]:
    return tuple([token for token, at in s.dups.items() if at == era])


def revealed_tiles(s: State) -> list[int]:
    """Eras with a mission that can be damaged [MISSION-01]."""
    return [era for era, tile in enumerate(s.tiles) if tile and tile != HIDDEN]


def hand(s: State, agent: int) -> tuple[str, ...]:
    return s.ready[agent] + s.spent[agent]


def deck_of(s: State, agent: int) -> int:
    """In solo all agents share one deck [SOLO-05]."""
    return 0 if s.setting.solo else agent


def dump(s: State) -> dict[str, Plain]:
    return {**saved_state.dump(s), "extra": thaw(mode_pieces(s))}


def load(data: Plain, setting: Setting, step: type[Step[Any]]) -> State:
    """The position that `dump` wrote; what it asks is still to be worked out."""
    s = State.__new__(State)
    saved_state.load(s, {"discarded": NOWHERE, **data}, step)
    s.setting, s.asked = setting, ()
    s.extra = NO_PIECES.having({name: freeze(value) for name, value in data["extra"].items()})
    return s
