"""Pieces that lie on the table and that no list has: told once, and known from then on.

May import: companion.engine, the rules of this game; never Kivy. The table is right: what is told here
becomes a `Learn` input and the answer itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from zlib import crc32

from companion.engine import Input, Plain, Question, Scene
from companion.engine.box_files.entry import Entry
from companion.games.the_loop.rules.inputs import Learn
from companion.games.the_loop.rules.pieces import ERA_IDS

ASKED = {
    "draw-duplicate": "duplicate",
    "reveal-card": "card",
    "draw-card": "card",
    "reveal-mission": "mission",
    "reveal-ultra": "ultra",
    "draw-supa": "supa",
}
"""Which piece a question is about, for those that may be answered with one that is not listed."""
GOALS = tuple(range(1, 8))


def slug(name: str, kind: str) -> str:
    """An id made of the printed name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or f"{kind}-{crc32(name.encode()):08x}"


def is_known(scene: Scene, kind: str, piece: str) -> bool:
    """Whether the box that is played with has this piece."""
    return piece in scene.state.setting.box.entries[kind]


def duplicate(scene: Scene, question: Question, born: int, dies: int) -> tuple[Input, ...]:
    """A token with a pair of eras that is not listed; a twin of one that lies on the board. One of ours that
    had given way to another comes back under its own name, and is the owner's from now on."""
    pair = f"{born}>{dies}"
    token, copy = pair, 1
    while token in scene.state.dups:
        copy += 1
        token = f"{pair}#{copy}"
    answer = question.answers[0]._replace(token=token)
    return (answer,) if token in scene.state.bag else (Learn("duplicate", {"id": token}), answer)


def card(scene: Scene, question: Question, name: str, lang: str, era: int) -> tuple[Input, ...]:
    """A card of the owner's box, by its printed name; its effect stays unknown until somebody tells it."""
    made = slug(name, "card")
    answer = question.answers[0]._replace(card=made)
    if made in scene.state.setting.box.cards:
        return (answer,)
    return (Learn("card", {"id": made, "name": {lang: name}, "era": era}), answer)


def mission(scene: Scene, question: Question, name: str, lang: str, goal: int) -> tuple[Input, ...]:
    """A sabotage tile that the box does not have: its damage is kept by hand."""
    made = slug(name, "mission")
    answer = question.answers[0]._replace(mission=made)
    if made in scene.state.setting.box.missions:
        return (answer,)
    return (Learn("mission", {"id": made, "name": {lang: name}, "threshold": goal}), answer)


def entered(scene: Scene, question: Question, kind: str, entry: Entry) -> tuple[Input, ...]:
    """A piece that was entered whole: learned, and the answer."""
    field = {"duplicate": "token", "supa": "token"}.get(kind, kind)
    answer = question.answers[0]._replace(**{field: entry.id})
    return (answer,) if is_known(scene, kind, entry.id) else (Learn(kind, dict(entry.plain)), answer)


def shown(
    scene: Scene, question: Question, kind: str, era: int, more: Mapping[str, Plain] | None = None
) -> tuple[Input, ...]:
    """A piece without a name that shows an era: one more of these."""
    known = scene.state.setting.box.entries[kind]
    name, copy = f"{kind}-{ERA_IDS[era]}", 1
    while name in known:
        copy += 1
        name = f"{kind}-{ERA_IDS[era]}-{copy}"
    made = {"id": name, "era": ERA_IDS[era], **(more or {})}
    return entered(scene, question, kind, Entry.read(made))
