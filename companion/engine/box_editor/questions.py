"""What is asked about a piece, or about one step of its effect: fields with what may be answered.

May import: draft, the forms of box files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from companion.engine.box_files.faults import Path
from companion.engine.box_files.forms import (
    Colour,
    Each,
    Effect,
    Form,
    Holds,
    Names,
    Number,
    Other,
    Part,
    Pattern,
    Several,
    Word,
    Written,
    YesOrNo,
)
from companion.engine.box_files.grammar import Param, Verb

from .draft import HIDDEN, Draft

COLOURS = (
    "#FBC374", "#F28C38", "#BD715A", "#EA6698", "#FF4B2B", "#8A77DF", "#6C9BFF", "#97C7F3", "#57DBD0",
    "#5BD6A0", "#B0C28E", "#F8EBD0",
)  # fmt: skip
"""Out of which a colour is picked; a file may have any other."""


class Asked(NamedTuple):
    """One thing to tell about a piece."""

    path: Path
    key: str
    """What it is called: `box-key.<key>`."""
    how: Literal["choice", "number", "yes-or-no", "text", "long-text", "colour", "other"]
    answers: tuple[Any, ...]
    """What may be chosen."""
    now: Any
    """What was told; None: nothing yet."""
    needed: bool
    """The piece cannot be kept without it."""


def asked(draft: Draft, tile: Path = ()) -> tuple[Asked, ...]:
    """About the piece as a whole; or about that step of its effect."""
    if tile:
        return tuple(_of_step(draft, tile))
    return tuple(_of_form(draft, draft.form, ()))


def _of_form(draft: Draft, form: Form, path: Path) -> Iterator[Asked]:
    for key, (field, example) in form.items():
        if key in HIDDEN and not (key == "id" and not draft.fixed and not isinstance(field, Pattern)):
            continue
        yield from _of_field(draft, field, (*path, key), key, bool(example))


def _of_field(draft: Draft, field: Holds, path: Path, key: str, needed: bool) -> Iterator[Asked]:
    now = draft.get(path)
    match field:
        case Effect():
            return
        case Part():
            yield from _of_form(draft, field.form, path)
        case Written():
            known = draft.parts.get(key, {})
            for name, part in field.parts(known).items():
                yield from _of_field(draft, part, (*path, name), name, needed)
        case Several():
            for place in range(field.many):
                yield from _of_field(draft, field.of, (*path, place), key, needed)
        case Each():
            for name in field.keys:
                yield from _of_field(draft, field.of, (*path, name), key, needed)
        case Word():
            yield Asked(path, draft.kind if path == ("id",) else key, "choice", field.words, now, needed)
        case Number():
            yield Asked(path, key, "number", tuple(range(field.least, field.most + 1)), now, needed)
        case YesOrNo():
            yield Asked(path, key, "yes-or-no", (True, False), now, needed)
        case Names(long=long):
            yield Asked(path, key, "long-text" if long else "text", (), now, needed)
        case Colour():
            yield Asked(path, key, "colour", COLOURS, now, needed)
        case Other(kind=kind):
            yield Asked(path, key, "other", (kind,), now, needed)
        case Pattern():
            yield Asked(path, key, "text", (field,), now, needed)


def _of_step(draft: Draft, tile: Path) -> Iterator[Asked]:
    step = draft.get(tile)
    name = draft.grammar.verb_of(step)
    verb: Verb = draft.grammar.verbs[name]
    numbers = tuple(range(1, draft.grammar.most + 1))
    if verb.value == "number":
        yield Asked((*tile, name), name, "number", numbers, step[name], True)
    elif verb.value == "number-or-word":
        yield Asked((*tile, name), name, "number", (*numbers, *verb.words), step[name], True)
    elif verb.value == "word" and len(verb.words) > 1:
        yield Asked((*tile, name), name, "choice", verb.words, step[name] or None, True)
    for key, param in verb.params:
        if draft.grammar.takes(name, step, key):
            yield _param((*tile, key), key, param, step.get(key, param.default))


def _param(path: Path, key: str, param: Param, now: Any) -> Asked:
    if not param.words:
        return Asked(path, key, "yes-or-no", (True, False), now, False)
    none = () if param.required or param.default is not None else (None,)
    return Asked(path, key, "choice", (*none, *param.words), now, param.required)
