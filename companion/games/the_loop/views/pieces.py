"""Pieces that lie on the table and that no list has: told once, and known from then on.

May import: companion.engine; never Kivy. The table is right: what is told here becomes a `Learn` input and
the answer itself.
"""

from __future__ import annotations

import re
import unicodedata
from zlib import crc32

from companion.engine import Game, Input, Plain, Question, State

ASKED = {
    "draw-duplicate": "duplicate",
    "reveal-card": "card",
    "draw-card": "card",
    "reveal-mission": "mission",
}
"""Which piece a question is about, for those that may be answered with one that is not listed."""
GOALS = tuple(range(1, 8))


def slug(name: str, kind: str) -> str:
    """An id made of the printed name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or f"{kind}-{crc32(name.encode()):08x}"


def known(game: Game, state: State, kind: str) -> set[str]:
    pieces: list[Plain] = [*game.box[kind], *game.learned(state).get(kind, [])]
    return {piece["id"] for piece in pieces}


def duplicate(game: Game, state: State, question: Question, born: int, dies: int) -> tuple[Input, ...]:
    """A token with a pair of eras that the box does not have, or has on the board already."""
    pair = f"{born}>{dies}"
    token, copy = pair, 1
    while token in known(game, state, "duplicate"):
        copy += 1
        token = f"{pair}#{copy}"
    learn = game.inputs["Learn"]("duplicate", {"id": token})
    return (learn, question.answers[0]._replace(token=token))


def card(game: Game, state: State, question: Question, name: str, lang: str, era: int) -> tuple[Input, ...]:
    """A card of the owner's box, by its printed name; its effect stays unknown until somebody tells it."""
    made = slug(name, "card")
    told = question.answers[0]._replace(card=made)
    if made in known(game, state, "card"):
        return (told,)
    entry = {"id": made, "name": {lang: name}, "era": era}
    return (game.inputs["Learn"]("card", entry), told)


def mission(
    game: Game, state: State, question: Question, name: str, lang: str, goal: int
) -> tuple[Input, ...]:
    """A sabotage tile that the box does not have: its damage is kept by hand."""
    made = slug(name, "mission")
    told = question.answers[0]._replace(mission=made)
    if made in known(game, state, "mission"):
        return (told,)
    entry = {"id": made, "name": {lang: name}, "threshold": goal}
    return (game.inputs["Learn"]("mission", entry), told)
