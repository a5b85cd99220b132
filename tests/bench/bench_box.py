"""How long it takes to enter a whole box by touch: all pieces of an invented one, touch by touch.

The touches are those that `tests/app/box_entry.py` makes in a real window; a test compares the two.
"""

from collections.abc import Iterator
from typing import Any

from companion.engine.box_editor import Draft, asked
from companion.engine.box_files.reader import Shelf
from companion.games import GAMES
from companion.words import Words

TOUCH, LETTER = 1.5, 0.4
"""Seconds."""
NAVIGATION = 3
"""Touches to a kind of piece: its button, then the next unknown piece; one to come back."""


def touches(shelf: Shelf, kind: str, entry: dict[str, Any], begun: Draft | None = None) -> int:
    """To tell this piece, from an open editor, and to keep it."""
    wanted = Draft(shelf, kind, entry)
    draft = begun or Draft(shelf, kind, fixed=entry["id"] if kind in shelf.same else "")
    count = 1 + ("text" in entry)  # keep it; its words are typed on a page of their own
    if wanted.effect and draft.get(wanted.effect) != wanted.get(wanted.effect):
        count += _steps(draft, wanted, wanted.effect)
    for _ in range(2):
        for one in asked(draft):
            value = wanted.get(one.path)
            if value is not None and draft.get(one.path) != value and one.how not in ("text", "long-text"):
                draft.put(one.path, value)
                count += value if one.how == "number" and len(one.answers) > 9 else 1
    return count


def _steps(draft: Draft, wanted: Draft, path: Any) -> int:
    count = 0
    for step in wanted.get(path) or ():
        verb = draft.grammar.verb_of(step)
        at = draft.add(path, verb)
        count += 1
        for _ in range(2):
            for one in asked(draft, at):
                value = step.get(one.path[-1], one.now)
                if value != one.now and value != draft.get(one.path):
                    draft.put(one.path, value)
                    count += 1
        for _ in step[verb][2:] if draft.grammar.verbs[verb].value == "effects" else ():
            draft.another((*at, verb))
            count += 1
        holds = next(tile.holds for tile in draft.tiles if tile.path == at)
        for number, inner in enumerate(holds):
            count += _steps(draft, wanted, inner) + (number > 0)  # where the next tile goes
        count += bool(holds)  # and back
    return count


def bench_box() -> Iterator[dict[str, Any]]:
    """All pieces of the shipped boxes as if they were an owner's."""
    for game, title in (("the-loop", "loop"), ("cyberion", "cyberion"), ("contre-temps", "contre-temps")):
        shelf = GAMES.boxes(game).shelf()
        words = Words("en", [game.replace("-", "_")])
        seconds, most = 0.0, 0
        for kind in shelf.forms:
            pieces = [one for one in shelf.read(GAMES[game].folder / "box").pieces if one.kind == kind]
            seconds += NAVIGATION * TOUCH
            for piece in pieces:
                bare = piece.entry.without("source", "stand-in").plain
                name = f"piece.{kind}.{piece.entry.id}"
                letters = len(words.say(name)) if name in words and "name" in shelf.forms[kind] else 0
                count = touches(shelf, kind, bare) + (kind in shelf.same)  # it is picked out of a list
                seconds += count * TOUCH + letters * LETTER
                effect = bare.get("effect", [])
                if len(effect) == 1 and "agent" not in bare and kind == "card" and _plain(effect[0]):
                    most = max(most, count)
        yield _row(f"box.{title}", seconds / 60, "minutes", 60)
        if most:
            yield _row(f"box.{title}.one-step-card", most, "touches", 6)


def _plain(step: dict[str, Any]) -> bool:
    """It holds no other step."""
    return not any(isinstance(value, list) for value in step.values())


def _row(name: str, value: float, unit: str, target: float) -> dict[str, Any]:
    return {"name": name, "value": round(value, 1), "unit": unit, "target": target, "holds": value <= target}
