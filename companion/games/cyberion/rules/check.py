"""What cannot be so on a real table. May import: the contract and this game.

Positions reached by the rules alone have no finding; corrections by hand can make some.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import saved_state
from companion.engine.game import Finding

from .inputs import END_TURN
from .pieces import ACQUIRED, CARDS, CREW, MICROBOTS, MODELS, ROBOTS, ROW_LIMIT, ROWS, UNKNOWN, machine
from .state import State, all_cards, deck_cards, in_factory, machines_left, seen, unknown


def check(s: State) -> tuple[Finding, ...]:
    if s.outcome is not None:
        return ()
    if not s.turn:
        return tuple(_robots(s))  # the rest still comes onto the table
    return (*_robots(s), *_rows(s), *_machines(s), *_tokens(s))


def _robots(s: State) -> Iterator[Finding]:
    cards = all_cards(s)
    for card, count in sorted(seen(s).items()):
        if card != UNKNOWN and count > cards.count(card):
            yield Finding("too-many-copies", "CY-INV-02", (("card", card), ("count", count)))
    if unknown(s) < 0:
        yield Finding("too-many-robots", "CY-INV-02", (("count", -unknown(s)),))


def _rows(s: State) -> Iterator[Finding]:
    for row, cards in zip(ROWS, s.rows, strict=True):
        if len(cards) > ROW_LIMIT:
            yield Finding("row-too-long", "CY-INV-01", (("row", row), ("count", len(cards))))
    counted = any(step.name == "crews" for step in s.agenda)  # as soon as both pilots are aboard
    for place, crew in enumerate(s.crews):
        if len(crew) >= CREW and (s.vacation[place] or not counted):
            yield Finding("crew-complete", "CY-GIGA-08", (("gigantobot", place), ("count", len(crew))))


def _machines(s: State) -> Iterator[Finding]:
    count = machines_left(s) + in_factory(s) + s.xp + s.removed
    wanted = sum(s.setting.tiers)
    if count != wanted:
        yield Finding("machines-differ", "CY-INV-03", (("count", count), ("machines", wanted)))
    if not machines_left(s) + in_factory(s) and not s.setting.ends_in_closing:
        acting = s.agenda[-1].name == "act"  # in the middle of an ability the turn cannot end yet
        yield Finding("nothing-left", "CY-END-01", (), (END_TURN,) if acting else ())


def _tokens(s: State) -> Iterator[Finding]:
    if len(s.acquired) > ACQUIRED:
        yield Finding("too-many-microbots", "CY-INV-07", (("count", len(s.acquired)),))
    if sum(s.interference) != len(s.pool):
        about = (("count", sum(s.interference)), ("tokens", len(s.pool)))
        yield Finding("interference-differs", "CY-COMP-16", about=about)


# -- pieces that no box has --------------------------------------------------------------------------------


def must_be_known(s: State) -> None:
    """Raises ValueError for a position with a piece that there is not."""
    saved_state.must_be_known(_pieces(s))
    for code in (*filter(None, s.factory), *s.learned, *(code for tier in s.unseen for code in tier)):
        machine(code)


def _pieces(s: State) -> Iterator[saved_state.Held]:
    yield "microbots", s.microbots, ("", *MICROBOTS)
    for row in (*s.rows, s.discard):
        yield "rows", row, CARDS
    for crew in s.crews:
        yield "crews", crew, ROBOTS
    for name in ("top", "rest", "bottom", "looked"):
        yield name, getattr(s, name), deck_cards(s)
    for name in ("limbots", "born", "support", "pool"):
        yield name, getattr(s, name), MODELS
    for name in ("pile", "spent", "acquired"):
        yield name, getattr(s, name), MICROBOTS
