"""The table is right: whatever the companion believes can be set by hand, at any moment [Correct, Settle,
Learn].

May import: the contract and this game. A correction triggers no rule; the check then offers what follows
from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine import steps as engine_steps
from companion.engine.box_files.entry import Entry
from companion.engine.corrections import Setter, each, one, set_right, whole
from companion.engine.game import Applied, Field, Input, Plain, Refusal, freeze, thaw
from companion.engine.phrases import reason_of
from companion.engine.steps import slotted

from . import decks, duplicates, foo, missions, steps, vortexes
from .actions import Act
from .decks import SweepVortexes
from .effects.tokens import DestroyIt
from .eras import ERAS
from .happenings import Corrected, EnergyInside, PieceLearned, RiftsInside
from .inputs import Correct, LateEnergy, LateRifts, Learn, Settle, Thrown
from .missions import RevealMissions
from .mode_pieces import on_era
from .state import HIDDEN, NO_TILE, State, deck_of, mode_pieces
from .steps import Out, Step
from .turn import rest_of_turn
from .vortexes import OpenVortex


def correct(state: State, given: Correct) -> Applied | Refusal:
    new = set_right(state, given.path, given.value, _SETTERS, over="TURN-03")
    if isinstance(new, Refusal):
        return new
    out: Out = [Corrected(given.path, given.value)]
    steps.ask_again(new, out)
    return Applied(new, tuple(out))


def learn(state: State, given: Learn) -> Applied | Refusal:
    """A piece that the box does not know; it may then be tapped in like any other."""
    if state.outcome is not None:
        return Refusal("game-over", "TURN-03")
    new = state.copy()
    try:
        new.setting = state.setting.with_piece(given.piece, dict(given.entry))
    except (ValueError, TypeError, KeyError) as wrong:
        return Refusal("bad-piece", "", (("piece", given.piece), ("reason", reason_of(wrong))))
    out: Out = [PieceLearned(given.piece, Entry.read(given.entry).id)]
    steps.ask_again(new, out)
    return Applied(new, tuple(out))


def settle(state: State, given: Settle) -> Applied | Refusal:
    """Carries out, on top of whatever is being resolved, what the check offered."""
    from .check import check

    if state.outcome is not None:
        return Refusal("game-over", "TURN-03")
    if not any(given in finding.offers for finding in check(state)):
        return Refusal("nothing-to-settle", "", (("what", given.what),))
    new = state.copy()
    out: Out = []
    _set_aside(new)
    new.agenda.extend(_SETTLE[given.what](given.where))
    engine_steps.advance(new, out)
    return Applied(new, tuple(out))


def _set_aside(s: State) -> None:
    """What is being resolved waits, and looks at the table again when the surprise is over; between two
    actions a mission that was turned over meanwhile is tested at once [MISSION-10, AMB-13]."""
    if s.setting.rules >= 2:
        if isinstance(s.agenda[-1], Act):
            s.agenda.append(missions.BOUNDARY)
        s.agenda.append(steps.AskAnew())


_SETTLE: dict[str, Callable[[Any], tuple[Step, ...]]] = {
    "vortex": lambda era: (OpenVortex(era),),
    "missions": lambda _: (RevealMissions(),),
    "duplicate": lambda token: (DestroyIt(token),),
    "remove-tile": lambda era: (RevealMissions(), RemoveTile(era)),
    "sweep": lambda _: (SweepVortexes(),),
}


@slotted
class RemoveTile(Step, name="remove-tile"):
    era: int

    def do(self, s: State, out: Out) -> None:
        missions.return_damage(s, out, self.era)
        s.lost += (s.tiles[self.era],)
        s.tiles[self.era] = NO_TILE


def late_rifts(state: State, given: LateRifts) -> Applied | Refusal:
    """Cubes that stayed inside fall out later: they are placed where they land [AMB-04, VORTEX-17]."""
    if state.outcome is not None:
        return Refusal("game-over", "TURN-03")
    fallen = foo.count(given.landed, 0)
    if not 0 < fallen <= state.inside:
        return _more_than_inside(state.inside, fallen)
    new = state.copy()
    new.inside -= fallen
    out: Out = [RiftsInside(new.inside)]
    _set_aside(new)
    vortexes.place_rifts(new, out, given.landed)
    engine_steps.advance(new, out)
    return Applied(new, tuple(out))


def _more_than_inside(inside: int, claimed: int) -> Refusal:
    if not inside:
        return Refusal("none-inside", "TOWER-06")
    return Refusal("cubes-do-not-add-up", "TOWER-06", (("cubes", inside), ("told", max(claimed, 0))))


def late_energy(state: State, given: LateEnergy) -> Applied | Refusal:
    """The same for energy [TOWER-09]; it is placed and not added [ULTRA-14]."""
    from .modes.ultramachina import place_energy

    inside = state.extra.energy_inside
    if state.outcome is not None:
        return Refusal("game-over", "TURN-03")
    fallen = foo.count(given.landed, 0)
    if not 0 < fallen <= inside:
        return _more_than_inside(inside, fallen)
    new = state.copy()
    new.extra = state.extra._replace(energy_inside=inside - fallen)
    out: Out = [EnergyInside(inside - fallen)]
    place_energy(new, out, given.landed)
    steps.ask_again(new, out)
    return Applied(new, tuple(out))


def thrown(state: State, given: Thrown) -> Applied | Refusal:
    """More or fewer were thrown than was asked for: they come from the pool, or lie there still. No cube is
    made or lost by it [TOWER-06, SETUP-04]."""
    step = state.agenda[-1] if state.agenda and state.outcome is None else None
    if not isinstance(step, foo.Landing):
        return Refusal("nothing-flies", "TOWER-06")
    most = step.most(state)
    if type(given.cubes) is not int or not 0 < given.cubes <= most:
        number = given.cubes if type(given.cubes) is int else 0
        return Refusal("not-so-many", "SETUP-04", (("told", number), ("most", most)))
    new = state.copy()
    out: Out = []
    step.throw(new, out, given.cubes)
    steps.ask_again(new, out)
    return Applied(new, tuple(out))


ANYTIME: dict[type, Callable[[State, Input], Applied | Refusal]] = {
    Correct: correct,
    Learn: learn,
    Settle: settle,
    LateRifts: late_rifts,
    LateEnergy: late_energy,
    Thrown: thrown,
}


# -- setting one thing ------------------------------------------------------------------------------------


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def _era(value: Any) -> int:
    if value not in ERAS:
        raise ValueError(value)
    return int(value)


def _vortex(s: State, key: str, value: Any) -> bool:
    s.vortex[_era(int(key))] = int(bool(value))
    return True


def _foo(s: State, key: str, value: Any) -> bool:
    s.foo = _era(value)
    return True


def _seen(s: State, key: str, value: Any) -> bool:
    s.seen = tuple(map(_era, value))
    return len(set(s.seen)) == len(s.seen)


def _marks(s: State, key: str, value: Any) -> bool:
    s.marks = tuple(value)
    return all(mark == "ability" or mark in s.setting.box.missions for mark in s.marks)


def _agent(s: State, key: str, value: Any) -> bool:
    s.pawns[_index(s, key)] = _era(value)
    return True


def _batteries(s: State, key: str, value: Any) -> bool:
    s.full[_index(s, key)] = bool(value)
    return True


def _index(s: State, key: Any) -> int:
    index = int(key)
    if not 0 <= index < len(s.pawns):
        raise ValueError(key)
    return index


def _active(s: State, key: str, value: Any) -> bool:
    s.active = s.actor = whole(value, range(len(s.pawns)))
    return True


def _phase(s: State, key: str, value: Any) -> bool:
    """The turn goes on from the beginning of that phase; whatever was being resolved is dropped."""
    if value not in range(1, 6):
        return False
    s.phase = value
    s.acting, s.running, s.actor = False, (), s.active
    _put_away(s)
    s.agenda = list(reversed(rest_of_turn(s, value)))
    if value == 2:
        s.agenda[-1] = Act()  # without the moment before the first action: no mission is damaged by this
    elif value in (3, 4):
        s.agenda.pop()
    return True


def _put_away(s: State) -> None:
    """Cubes in the air go to their pools. Cards in the air go where they can be found again: a starting card
    to its agent's discard pile, any other into the Huge Deck."""
    s.landed, s.flying = (), 0
    s.extra = s.extra._replace(energy_flying=0)
    for card in s.revealed:
        owner = s.setting.box.cards[card].agent
        if owner in s.setting.agents:
            s.discard[deck_of(s, s.setting.agents.index(owner))] += (card,)
        else:
            s.huge = tuple(sorted((*s.huge, card)))
    s.revealed = ()


def _duplicate(s: State, key: str, value: Any) -> bool:
    supa = key in s.setting.box.supas
    if key not in s.setting.box.tokens and not (supa and "perpetual" in s.setting.mode.own):
        return False
    s.dups.pop(key, None)
    if supa:
        if value != "out":
            s.dups[key] = _era(value)
        return True
    s.bag = tuple([token for token in s.bag if token != key])
    if value == "bag":
        duplicates.back_to_bag(s, key)
    else:
        s.dups[key] = _era(value)
    return True


def _tile(s: State, key: str, value: Any) -> bool:
    """What lies on an era's outer spot; a mission comes from wherever the companion thought it was."""
    era = _era(int(key))
    if value not in (HIDDEN, NO_TILE) and value not in s.setting.box.missions:
        return False
    cubes = _lift(s, value)
    if s.tiles[era] in s.setting.box.missions:
        s.unseen = tuple(sorted((*s.unseen, s.tiles[era])))
    for name in ("unseen", "archived", "lost"):
        setattr(
            s, name, tuple([mission for mission in getattr(s, name) if mission != value or value == HIDDEN])
        )
    s.tiles[era] = value
    s.damage[era], s.red[era] = cubes
    return True


def _lift(s: State, mission: str) -> tuple[tuple[int, ...], int]:
    """Takes a mission off the board: the cubes that lay on it, and how many of them are red."""
    if mission in (HIDDEN, NO_TILE) or mission not in s.tiles:
        return (), 0
    era = s.tiles.index(mission)
    cubes = s.damage[era], s.red[era]
    s.tiles[era], s.damage[era], s.red[era] = NO_TILE, (), 0
    return cubes


def _tiles_out(name: str) -> Setter[State]:
    """The archived or lost tiles, as a list of missions (or `hidden` for one lost unseen)."""

    def put(s: State, key: str, value: Any) -> bool:
        given = tuple(value)
        known = [mission for mission in given if mission != HIDDEN]
        if not set(known) <= set(s.setting.box.missions) or len(set(known)) < len(known):
            return False
        for mission in known:
            _lift(s, mission)
        other = "lost" if name == "archived" else "archived"
        setattr(s, other, tuple([mission for mission in getattr(s, other) if mission not in known]))
        freed = [mission for mission in getattr(s, name) if mission not in given and mission != HIDDEN]
        s.unseen = tuple(sorted({*s.unseen, *freed} - set(given)))
        setattr(s, name, given)
        return True

    return put


def _damage(s: State, key: str, value: Any) -> bool:
    """How many cubes lie on a tile; for a tile with a space per era, which eras have one."""
    era = _era(int(key))
    mission = s.setting.box.missions.get(s.tiles[era])
    if mission is None:
        return False
    per_era = mission.spaces == "per-era"
    spaces = tuple(map(_era, value)) if per_era else (-1,) * _count(value)
    if per_era and len(set(spaces)) < len(spaces):
        return False
    s.damage[era], s.red[era] = spaces, min(s.red[era], len(spaces))
    return True


def _available(s: State, key: str, value: Any) -> bool:
    """All cards above an era; where the Huge Deck stays on the table, simply how many."""
    era = _era(int(key))
    counted = isinstance(value, int)
    cards = (decks.UNKNOWN[era],) * _count(value) if counted else tuple(value)
    if any(decks.era_of(s, card) != era for card in cards):
        return False
    if s.setting.tracks_huge:
        if any(card in decks.UNKNOWN for card in cards):
            return False
        s.huge = tuple(sorted((*s.huge, *s.available[era])))
    for card in cards:
        _out_of_piles(s, card)
    s.available[era] = cards
    return True


def _card(s: State, key: str, value: Any) -> bool:
    """Where one card is: huge, destroyed, available, or ready, exhausted, top, draw or discard of an agent
    (`ready.0`)."""
    if key not in s.setting.box.cards:
        return False
    if value == "revealed":  # told of a card that is being shared out; none is put there by hand
        return key in s.revealed
    _out_of_piles(s, key)
    place, _, whose = str(value).partition(".")
    if place == "huge":
        s.huge = tuple(sorted((*s.huge, key)))
    elif place == "destroyed":
        s.destroyed += (key,)
    elif place == "available":
        s.available[decks.era_of(s, key)] += (key,)
    elif place in _PILES:
        agent = _index(s, whose)
        pile = getattr(s, _PILES[place])
        pile[agent if place in ("ready", "exhausted") else deck_of(s, agent)] += (key,)
        s.draw = [tuple(sorted(cards)) for cards in s.draw]
    else:
        return place == "out"
    return True


_PILES = {"ready": "ready", "exhausted": "spent", "top": "top", "draw": "draw", "discard": "discard"}


def _out_of_piles(s: State, card: str) -> None:
    for name in ("huge", "destroyed", "revealed"):
        setattr(s, name, decks.without(getattr(s, name), card))
    for name in ("available", "ready", "spent", "top", "draw", "discard"):
        setattr(s, name, [decks.without(pile, card) for pile in getattr(s, name)])


def _extra(s: State, key: str, value: Any) -> bool:
    """A piece that a mode adds: `extra.perpetual.3`, `extra.supas-destroyed`."""
    name, _, at = key.partition(".")
    before, new = mode_pieces(s)[name], freeze(value)
    if at:
        new = on_era(before, _era(int(at)), new)
    mode = s.setting.mode
    if type(new) is not type(before) or not mode.fits(s, name, new):
        return False
    if name in mode.by_era and list(map(type, new)) != list(map(type, before)):
        return False
    s.extra = s.extra.having({name: new})
    return True


_SETTERS: dict[str, Setter[State]] = {
    "rifts": each("rifts", _count),
    "energy": each("energy", _count),
    "vortex": _vortex,
    "tile": _tile,
    "damage": _damage,
    "available": _available,
    "inside": one("inside", lambda value: whole(value, range(31))),
    "agent": _agent,
    "batteries": _batteries,
    "duplicate": _duplicate,
    "card": _card,
    "archived": _tiles_out("archived"),
    "lost": _tiles_out("lost"),
    "extra": _extra,
    "foo": _foo,
    "seen": _seen,
    "cycle": one("cycle", lambda value: whole(value, range(1, 4))),
    "turn": one("turn", lambda value: whole(value, range(100))),
    "active": _active,
    "phase": _phase,
    "loops": one("loops", lambda value: whole(value, range(100))),
    "marks": _marks,
}


# -- what can be set --------------------------------------------------------------------------------------


def correctable(s: State) -> Iterator[Field]:
    """Everything that can be set, with its present value and the likely ones."""
    box, eras, agents = s.setting.box, tuple(ERAS), tuple(range(len(s.pawns)))
    for era in ERAS:
        yield Field(f"rifts.{era}", s.rifts[era], (0, 1, 2, 3, 4))
        yield Field(f"energy.{era}", s.energy[era], tuple(range(8)))
        yield Field(f"vortex.{era}", s.vortex[era], (0, 1))
        yield Field(f"tile.{era}", s.tiles[era], (NO_TILE, HIDDEN, *box.missions))
        if s.tiles[era] in box.missions:
            yield _damage_field(s, era)
        yield Field(f"available.{era}", list(s.available[era]), ())
    for agent in agents:
        yield Field(f"agent.{agent}", s.pawns[agent], eras)
        yield Field(f"batteries.{agent}", s.full[agent], (True, False))
    for name, value in mode_pieces(s).items():
        if name in s.setting.mode.by_era:
            for era in ERAS:
                yield Field(f"extra.{name}.{era}", thaw(value[era]), ())
        else:
            yield Field(f"extra.{name}", thaw(value), ())
    for token in box.supas if "perpetual" in s.setting.mode.own else ():
        yield Field(f"duplicate.{token}", s.dups.get(token, "out"), ("out", *eras))
    for token in box.tokens:
        yield Field(f"duplicate.{token}", s.dups.get(token, "bag"), ("bag", *eras))
    yield from _card_fields(s)
    yield Field("inside", s.inside, tuple(range(7)))
    yield Field("archived", list(s.archived), tuple(box.missions))
    yield Field("lost", list(s.lost), (*box.missions, HIDDEN))
    if s.foo >= 0:
        yield Field("foo", s.foo, eras)
    yield Field("seen", list(s.seen), eras)
    yield Field("cycle", s.cycle, (1, 2, 3))
    yield Field("turn", s.turn, ())
    yield Field("active", s.active, agents)
    if s.phase:
        yield Field("phase", s.phase, (1, 2, 3, 4, 5))
    yield Field("loops", s.loops, (0, 1, 2, 3))
    yield Field("marks", list(s.marks), ("ability", *box.missions))


def _damage_field(s: State, era: int) -> Field:
    mission = s.setting.box.missions[s.tiles[era]]
    if mission.spaces == "per-era":
        return Field(f"damage.{era}", list(s.damage[era]), tuple(ERAS))
    return Field(f"damage.{era}", len(s.damage[era]), tuple(range(mission.threshold + 1)))


def _card_fields(s: State) -> Iterator[Field]:
    agents = range(len(s.pawns))
    choices: tuple[Plain, ...] = (
        "huge",
        "destroyed",
        "available",
        *(f"{place}.{agent}" for agent in agents for place in _PILES if s.setting.tracks_hands),
        "out",
    )
    where: dict[str, str] = {}
    for place, pile in (("huge", s.huge), ("destroyed", s.destroyed), ("revealed", s.revealed)):
        where.update(dict.fromkeys(pile, place))
    for cards in s.available:
        where.update(dict.fromkeys(cards, "available"))
    for place, name in _PILES.items():
        for index, pile in enumerate(getattr(s, name)):
            where.update(dict.fromkeys(pile, f"{place}.{index}"))
    for card in s.setting.box.cards:
        agent = s.setting.box.cards[card].agent
        if card in where or agent is None or agent in s.setting.agents:
            yield Field(f"card.{card}", where.get(card, "out"), choices)
