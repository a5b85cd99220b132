"""Positions, inputs and happenings in the words of a player: eras and agents by their names, not by numbers.

May import: the contract and this game. `position` builds the table that a scenario gives, `describe` tells
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from companion.engine.game import Plain, Refusal, freeze, from_plain, thaw, to_plain
from companion.engine.phrases import Unreadable
from companion.engine.steps import advance

from . import check, corrections
from .decks import UNKNOWN
from .happenings import Happening
from .inputs import INPUTS, Correct, Input
from .pieces import ERA_IDS as ERAS
from .setting import Setting
from .state import HIDDEN, State, empty, energy_pool, mode_pieces, rift_pool
from .steps import Step
from .turn import rest_of_turn

NO_TILE = "none"
PHASES = {1: "foo", 2: "actions", 3: "card", 4: "archive", 5: "end"}


# -- names ------------------------------------------------------------------------------------------------


def _named(what: str, name: Any, names: Iterable[str]) -> int:
    """The number behind a name; numbers are taken as they are."""
    names = tuple(names)
    if isinstance(name, int) and -1 <= name < len(names):
        return name
    if name == "none":
        return -1
    if name not in names:
        near = get_close_matches(str(name), names, 1)
        raise Unreadable("nearly" if near else "one-of", repr(name), near[0] if near else ", ".join(names))
    return names.index(name)


def _era(name: Any) -> int:
    return _named("era", name, ERAS)


def _era_name(era: int) -> str:
    return ERAS[era] if era >= 0 else "none"


# -- giving a position ------------------------------------------------------------------------------------


def bare(setting: Setting) -> State:
    """The turn of the first agent, Dr Foo on Dawn of Time: seven tiles, two of them turned; empty hands,
    nothing else."""
    s = empty(setting)
    first, second = sorted(setting.box.missions, key=_mission_order)[:2]
    s.tiles = [first, second, *[HIDDEN] * 5]
    s.unseen = tuple([mission for mission in s.unseen if mission not in (first, second)])
    s.turn, s.foo, s.seen = 1, 0, (0,)
    setting.mode.start_pieces(s)
    return s


def _mission_order(mission: str) -> tuple[int, str]:
    return (len(mission), mission)


def position(setting: Setting, given: Mapping[str, Any]) -> State:
    """A bare table changed as given. Pieces come from wherever they lay."""
    s = bare(setting)
    words = dict(given)
    phase = words.pop("phase", "actions")
    steps = words.pop("agenda", None)
    if steps is not None and not isinstance(steps, list):
        raise Unreadable("no-steps", repr(steps))
    if "phase" in given and phase not in (*PHASES, *PHASES.values()):
        raise Unreadable("one-of", repr(phase), ", ".join(PHASES.values()))
    for name, value in words.items():
        if name not in _GIVEN:
            near = get_close_matches(name, _GIVEN, 1)
            raise Unreadable("nearly-part" if near else "no-part", name, *near)
        try:
            _GIVEN[name](s, value)
            check.must_be_known(s)
        except (AttributeError, TypeError, IndexError):  # a number for a table, a table for a number
            raise Unreadable("value", name, repr(value)) from None
    s.phase = phase if isinstance(phase, int) else next(n for n, word in PHASES.items() if word == phase)
    if steps is not None:
        if not all(isinstance(step, list) and step and step[0] in Step.kinds for step in steps):
            raise Unreadable("no-steps", repr(steps))
        s.agenda = [Step.read(step) for step in reversed(steps)]
    else:
        s.agenda = list(reversed(rest_of_turn(s, s.phase)))
    s.actor = s.active
    try:
        advance(s, [])
    except (AttributeError, TypeError, LookupError):
        raise Unreadable("other-step", repr(steps)) from None
    return s


def _correct(s: State, path: str, value: Any) -> None:
    """Sets one thing as a correction would."""
    made = corrections.correct(s, Correct(path, value))
    if isinstance(made, Refusal):
        raise Unreadable("value", path, repr(value))
    for name in State.__slots__:
        setattr(s, name, getattr(made.state, name))
    s.asked = ()


def _per_era(path: str, value_of: Callable[[Any], Any] = lambda value: value) -> Callable[[State, Any], None]:
    def give(s: State, written: Any) -> None:
        pairs = (
            enumerate(written)
            if isinstance(written, list)
            else ((_era(era), n) for era, n in written.items())
        )
        for era, value in pairs:
            _correct(s, f"{path}.{era}", value_of(value))

    return give


def _per_agent(path: str, value_of: Callable[[Any], Any]) -> Callable[[State, Any], None]:
    def give(s: State, written: Any) -> None:
        for agent, value in written.items():
            _correct(s, f"{path}.{_named('agent', agent, s.setting.agents)}", value_of(value))

    return give


def _cards(place: str) -> Callable[[State, Any], None]:
    """Cards of each agent's pile, bottom first."""

    def give(s: State, written: Any) -> None:
        for agent, cards in written.items():
            for card in cards:
                _correct(s, f"card.{card}", f"{place}.{_named('agent', agent, s.setting.agents)}")

    return give


def _draw(s: State, written: Any) -> None:
    """All that is in a draw pile, in no order; the agent's other cards leave the game."""
    for agent, cards in written.items():
        s.draw[_named("agent", agent, s.setting.agents)] = ()
        _cards("draw")(s, {agent: cards})


def _pile(place: str) -> Callable[[State, Any], None]:
    def give(s: State, written: Any) -> None:
        setattr(s, place, ())
        for card in written:
            _correct(s, f"card.{card}", place)

    return give


def _available(s: State, written: Any) -> None:
    cards = written if isinstance(written, list) else [card for cards in written.values() for card in cards]
    for card in cards:
        if card in UNKNOWN:
            s.available[UNKNOWN.index(card)] += (card,)
        else:
            _correct(s, f"card.{card}", "available")


def _duplicates(s: State, written: Any) -> None:
    for token, era in written.items():
        _correct(s, f"duplicate.{token}", "bag" if era == "bag" else _era(era))


def _bag(s: State, written: Any) -> None:
    """Exactly these tokens; the others are out of the way."""
    s.bag = tuple(sorted(written))
    if len(set(s.bag)) < len(s.bag):
        raise Unreadable("twice", "bag", repr(written))


def _field(path: str, value_of: Callable[[State, Any], Any]) -> Callable[[State, Any], None]:
    return lambda s, written: _correct(s, path, value_of(s, written))


def _as_written(path: str) -> Callable[[State, Any], None]:
    return _field(path, lambda s, written: written)


def _plain(name: str) -> Callable[[State, Any], None]:
    def give(s: State, written: Any) -> None:
        like = getattr(s, name)
        value = freeze(written)
        if isinstance(like, int) and (type(value) is not int or value < 0):
            raise Unreadable("no-number", name, repr(written))
        if isinstance(like, tuple | list) and not isinstance(value, tuple):
            raise Unreadable("no-list", name, repr(written))
        setattr(s, name, list(value) if isinstance(like, list) else value)

    return give


def _foo(s: State, written: Any) -> None:
    s.foo = _era(written)
    if s.foo >= 0 and s.foo not in s.seen:
        s.seen = (s.foo,)


def _damage(value: Any) -> Any:
    return [_era(era) for era in value] if isinstance(value, list) else value


def _extra(s: State, written: Any) -> None:
    """What a mode adds; of a piece that lies on eras, the eras named."""
    for name, value in written.items():
        if name not in s.setting.mode.own:
            raise Unreadable("one-of", repr(name), ", ".join(s.setting.mode.own) or "–")
        if name in s.setting.mode.by_era and isinstance(value, dict):
            for era, piece in value.items():
                _correct(s, f"extra.{name}.{_era(era)}", piece)
        else:
            _correct(s, f"extra.{name}", value)


_GIVEN: dict[str, Callable[[State, Any], None]] = {
    "rifts": _per_era("rifts"),
    "energy": _per_era("energy"),
    "vortexes": _per_era("vortex"),
    "tiles": _per_era("tile", lambda tile: "" if tile == NO_TILE else tile),
    "damage": _per_era("damage", _damage),
    "duplicates": _duplicates,
    "bag": _bag,
    "agents": _per_agent("agent", _era),
    "batteries": _per_agent("batteries", lambda side: side in (True, "full")),
    "hand": _cards("ready"),
    "exhausted": _cards("exhausted"),
    "top": _cards("top"),
    "draw": _draw,
    "discard": _cards("discard"),
    "available": _available,
    "destroyed": _pile("destroyed"),
    "huge": _pile("huge"),
    "foo": _foo,
    "seen": _field("seen", lambda s, written: [_era(era) for era in written]),
    "active": _field("active", lambda s, written: _named("agent", written, s.setting.agents)),
    "cycle": _as_written("cycle"),
    "turn": _as_written("turn"),
    "loops": _as_written("loops"),
    "marks": _plain("marks"),
    "inside": _as_written("inside"),
    "archived": _plain("archived"),
    "lost": _plain("lost"),
    "unseen": _plain("unseen"),
    "shields": _plain("shields"),
    "extra": _extra,
}


# -- describing a position -----------------------------------------------------------------------------------


def describe(s: State) -> dict[str, Plain]:
    agents, missions = s.setting.agents, s.setting.box.missions
    decks = range(len(s.draw))

    def by_era(values: Iterable[Any]) -> dict[str, Any]:
        return dict(zip(ERAS, values, strict=True))

    def by_agent(values: Iterable[Any]) -> dict[str, Any]:
        return dict(zip(agents, values, strict=False))

    return {
        "phase": PHASES.get(s.phase, "setup"),
        "turn": s.turn,
        "cycle": s.cycle,
        "active": agents[s.active],
        "loops": s.loops,
        "marks": list(s.marks),
        "foo": _era_name(s.foo),
        "seen": [_era_name(era) for era in s.seen],
        "rifts": by_era(s.rifts),
        "energy": by_era(s.energy),
        "vortexes": by_era(s.vortex),
        "tiles": by_era(tile or NO_TILE for tile in s.tiles),
        "damage": by_era(
            [_era_name(space) for space in s.damage[era]]
            if s.tiles[era] in missions and missions[s.tiles[era]].spaces == "per-era"
            else len(s.damage[era])
            for era in range(7)
        ),
        "inside": s.inside,
        "duplicates": {token: _era_name(era) for token, era in s.dups.items()},
        "bag": list(s.bag),
        "agents": by_agent(_era_name(era) for era in s.pawns),
        "batteries": by_agent("full" if full else "low" for full in s.full),
        "hand": by_agent(sorted(cards) for cards in s.ready),
        "exhausted": by_agent(sorted(cards) for cards in s.spent),
        "top": by_agent(list(s.top[deck]) for deck in decks),
        "draw": by_agent(list(s.draw[deck]) for deck in decks),
        "discard": by_agent(list(s.discard[deck]) for deck in decks),
        "available": by_era(list(cards) for cards in s.available),
        "destroyed": list(s.destroyed),
        "huge": list(s.huge),
        "revealed": list(s.revealed),
        "archived": list(s.archived),
        "lost": list(s.lost),
        "unseen": list(s.unseen),
        "shields": s.shields,
        "pools": {"rifts": rift_pool(s), "energy": energy_pool(s)},
        "extra": {
            name: by_era(map(thaw, value)) if name in s.setting.mode.by_era else thaw(value)
            for name, value in mode_pieces(s).items()
        },
        "question": s.asked[0].id if s.asked else "none",
    }


# -- inputs and happenings --------------------------------------------------------------------------------

_ERA_FIELDS = ("era", "to", "space")


def read(setting: Setting, words: Mapping[str, Plain]) -> Input:
    fields = dict(words)
    for name, value in words.items():
        if name in _ERA_FIELDS:
            fields[name] = _era(value)
        elif name == "agent":
            fields[name] = _named("agent", value, setting.agents)
        elif name == "landed" and isinstance(value, dict):
            at = {_era(era): cubes for era, cubes in value.items()}
            fields[name] = [at.get(era, 0) for era in range(7)]
    given: Input = from_plain(INPUTS, fields)
    return given


def write(setting: Setting, said: Input | Happening) -> dict[str, Plain]:
    words = dict(to_plain(said))
    for name, value in words.items():
        if name in _ERA_FIELDS and isinstance(value, int):
            words[name] = _era_name(value)
        elif name == "agent":
            words[name] = setting.agents[value]
        elif name == "landed":
            words[name] = {ERAS[era]: cubes for era, cubes in enumerate(value) if cubes}
    return words
