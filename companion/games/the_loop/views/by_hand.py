"""What hands did to the pieces on the ring, as inputs: one touch, or one drag, is one change and one entry.

May import: companion.engine, the rules of this game; never Kivy. Missions and vortexes follow from a change
by the rules. One that brings back the board from before the last change takes that one back instead of adding
to it; what was done before a LOOP can be done again the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine import Applied, Game, Input, Scene, Still
from companion.games.the_loop.rules.inputs import FreeMove, HandsDid, Move
from companion.games.the_loop.rules.state import State
from companion.table import Entry, Snapshot

GONE = -1
AGAIN = ("rift", "energy", "card")
"""What a card does once more on the same eras; where pieces stand that were moved, is another matter."""


def taken_away(era: int, cubes: int = 1) -> HandsDid:
    """Rifts go back to the pool."""
    return HandsDid((("rift", era, -cubes),))


def placed(era: int) -> HandsDid:
    """A rift comes out of the pool."""
    return HandsDid((("rift", era, 1),))


def energy(era: int, cubes: int) -> HandsDid:
    """Energy out of the pool, or back to it."""
    return HandsDid((("energy", era, cubes),))


def damage(era: int, cubes: int) -> HandsDid:
    """A cube on the sabotage tile of an era, or off it."""
    return HandsDid((("damage", era, cubes),))


def space(tile: int, era: int) -> HandsDid:
    """The space of an era on a tile that has one for each: a cube on it, or off it again."""
    return HandsDid((("space", tile, era),))


def shielded(rifts: int = 1) -> HandsDid:
    """A card that sends rifts back in the next drop was played."""
    return HandsDid((("shield", 0, rifts),))


def destroyed(token: str) -> HandsDid:
    """A duplicate goes back into the bag."""
    return HandsDid((("duplicate", token, GONE),))


def carried(token: str, to: int) -> HandsDid:
    """A duplicate stands on another era now."""
    return HandsDid((("duplicate", token, to),))


def laid(era: int, cards: int) -> HandsDid:
    """A card lies available on an era, or one fewer."""
    return HandsDid((("card", era, cards),))


def walked(agent: int, to: int) -> HandsDid:
    """An agent stands on another era now, by a card."""
    return HandsDid((("agent", agent, to),))


def moves(scene: Scene, agent: int, to: int) -> tuple[Input, ...]:
    """The ways in which this may have been a move of its own, paid by energy or batteries."""
    s: State = scene.state
    answers = s.asked[0].answers if s.asked else ()
    return tuple(one for one in (Move(to), FreeMove(to)) if one in answers) if agent == s.active else ()


def as_move(now: Snapshot) -> tuple[Input, ...]:
    """Right after a pawn was carried next door: the ways in which it may have walked there. A drag means a
    card, which costs nothing."""
    last = now.entries[-1] if now.entries else None
    if last is None or last.given.kind != "HandsDid" or last.after is not now.state:
        return ()
    (kind, agent, to), *more = last.given.changes
    return moves(Still(now.game, last.before), agent, to) if kind == "agent" and not more else ()


def takes_back(now: Snapshot, given: Input) -> bool:
    """Whether this only undoes the last change: a cube put back, a duplicate carried back."""
    last = now.entries[-1] if now.entries else None
    if last is None or last.given.kind != "HandsDid" or last.after is not now.state:
        return False
    made = now.game.apply(now.state, given, "player")
    if not isinstance(made, Applied) or _board(made.state) != _board(last.before):
        return False
    # damage that followed by itself does not go by itself; a cube put there by hand does
    marked = any(kind in ("damage", "space") for kind, _, _ in last.given.changes)
    return not marked or made.state.damage == last.before.damage


def _board(s: State) -> tuple[object, ...]:
    return s.rifts, s.energy, s.dups, s.pawns, s.available, s.shields


def last_effects(now: Snapshot, most: int = 3) -> tuple[Input, ...]:
    """What cards were said to do, the last one first: a card comes round again."""
    said = [entry.given for entry in reversed(now.entries) if entry.given.kind == "PlayEffect"]
    return tuple({repr(one): one for one in said}.values())[:most]


def last_values(now: Snapshot, verb: str) -> dict[str, Any]:
    """What was told of this verb the last time: how many, where, who."""
    steps = [step for said in last_effects(now, len(now.entries)) for step in reversed(said.effect)]
    return next((step for step in steps if verb in step), {})


# -- again ----


def again(now: Snapshot) -> tuple[Input, ...]:
    """Right after a LOOP: what was done before it, once more and in the same way, as far as that goes."""
    entries = now.entries
    if not entries or entries[-1].given.kind != "Loop" or not now.state.asked or not now.state.asked[0].main:
        return ()
    before = list(_since_loop(entries[:-1], now.state.turn))
    if now.game.chosen(now.state)["hands"] == "table":
        return _board_again(now, before)
    woken = {card for one in entries[-1].happenings if one.kind == "CardsReadied" for card in one.cards}
    return _cards_again(now.game, now.state, before, woken)


def _since_loop(entries: Sequence[Entry], turn: int) -> Iterator[Entry]:
    """What was given in this turn's actions since the last LOOP, in order."""
    found: list[Entry] = []
    for entry in reversed(entries):
        if entry.before.turn != turn or entry.before.phase != 2 or entry.given.kind == "Loop":
            break
        found.append(entry)
    yield from reversed(found)


def _board_again(now: Snapshot, before: list[Entry]) -> tuple[Input, ...]:
    done = [change for entry in before if entry.given.kind == "HandsDid" for change in entry.given.changes]
    state, changes = now.state, []
    for kind, era, by in done:
        if kind == "rift" and by < 0:
            by = -min(-by, state.rifts[era])
        change = (kind, era, by)
        made = now.game.apply(state, HandsDid((change,)), "player") if kind in AGAIN else None
        if isinstance(made, Applied) and made.state.asked and made.state.asked[0].main:
            changes.append(change)
            state = made.state
    return (HandsDid(tuple(changes)),) if changes else ()


def _cards_again(game: Game, state: State, before: list[Entry], woken: set[str]) -> tuple[Input, ...]:
    """Each card that is ready again, with the answers that it got; it ends where one no longer answers."""
    given: list[Input] = []
    replaying = False
    for entry in before:
        if entry.before.asked[0].main:
            replaying = entry.given.kind == "UseCard" and entry.given.card in woken
        if not replaying:
            continue
        if entry.source != "player" or not state.asked or entry.given not in state.asked[0].answers:
            break
        made = game.apply(state, entry.given, "player")
        if not isinstance(made, Applied):
            break
        given.append(entry.given)
        state = made.state
    return tuple(given)
