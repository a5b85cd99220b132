"""A piece that is being entered, as it is shown: questions, tiles, the sentence on the card, what is wrong.

May import: companion.engine, its own room. Knows no game by name and no screen: a tablet and a web page show
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from companion.engine import Manifest, Name, part
from companion.engine.box_editor import Asked, Draft, Entry, asked, in_language, inventions
from companion.engine.box_files.faults import Fault, Path
from companion.engine.box_files.reader import Flaw, Piece

from .boxes import describe_flaw
from .catalogue import Words

Clause: TypeAlias = Callable[[Words, Sequence[Any]], str]
"""How a game says steps of an effect as part of a sentence (`views["effect"]` of its manifest)."""

OPEN = ("missing-key", "missing-parameter", "empty-effect")
"""Faults of what is not told yet; the others are wrong."""


class AnswerView(NamedTuple):
    value: Any
    text: str
    chosen: bool


class PieceQuestion(NamedTuple):
    """One thing to tell about a piece, or about a step of its effect."""

    path: Path
    text: str
    how: str
    answers: tuple[AnswerView, ...]
    now: Any
    problem: str
    """Beside it: what is wrong with it, or that it is still to be told."""


class StepTile(NamedTuple):
    """A step of the effect."""

    path: Path
    text: str
    said: str
    depth: int
    problem: str
    holds: tuple[Path, ...]
    several: bool
    """It holds one of several effects: there may be one more."""


class PieceView(NamedTuple):
    """All that is shown of a piece that is being entered."""

    kind: str
    name: str
    """By which it is called, as far as that was told."""
    questions: tuple[PieceQuestion, ...]
    tiles: tuple[StepTile, ...]
    verbs: tuple[AnswerView, ...]
    """What a further step may do; nothing for a piece that does nothing."""
    sentence: str
    """What it says, as on a card."""
    problems: tuple[str, ...]
    """What keeps it from being kept."""


def shown_piece(
    words: Words,
    draft: Draft,
    clause: Clause | None,
    others: Sequence[Piece] = (),
    names: Mapping[str, Sequence[str]] | None = None,
) -> PieceView:
    """`clause`: the way in which the game says an effect; None: it has none. `others` are the owner's other
    pieces, `names` the ids that another kind's pieces have."""
    faults = draft.faults(list(others))
    problems = tuple(dict.fromkeys(problem(words, fault) for fault in faults))
    return PieceView(
        draft.kind,
        called(words, draft.kind, draft.so_far),
        tuple(
            _question(words, one, faults, names or {})
            for one in sorted(asked(draft), key=lambda one: (not one.needed, one.how == "other"))
        ),
        tuple(
            StepTile(
                tile.path,
                _capital(words.say(f"verb.{tile.verb}")),
                _capital(said_so_far(words, draft, clause, [draft.get(tile.path)], faults)),
                tile.depth,
                _problem_at(words, faults, tile.path, tile.holds),
                tile.holds,
                draft.grammar.verbs[tile.verb].value == "effects",
            )
            for tile in draft.tiles
        ),
        tuple(
            AnswerView(verb, _capital(words.say(f"verb.{verb}")), False)
            for verb in (draft.grammar.offered if draft.effect else ())
        ),
        sentence(words, draft, clause, faults),
        problems,
    )


def step_questions(words: Words, draft: Draft, tile: Path) -> tuple[PieceQuestion, ...]:
    """What is asked about one step."""
    faults = draft.faults()
    return tuple(_question(words, one, faults, {}) for one in asked(draft, tile))


def sentence(words: Words, draft: Draft, clause: Clause | None, faults: Sequence[Fault] = ()) -> str:
    """What the piece says: its effect, or what was told of it."""
    if draft.effect and (steps := draft.get(draft.effect)):
        said = said_so_far(words, draft, clause, steps, faults)
        return _capital(said) + ("" if said.endswith("…") else ".")
    known = [one for one in asked(draft) if one.now is not None and one.how not in ("text", "long-text")]
    return " · ".join(
        words.captioned(_key(words, one.key), value_name(words, one.key, one.now)) for one in known
    )


def said_so_far(
    words: Words,
    draft: Draft,
    clause: Clause | None,
    steps: Sequence[Mapping[str, Any]],
    faults: Sequence[Fault],
) -> str:
    """The effect as a sentence; a step that is not whole yet is told by its verb and dots."""
    grammar = draft.grammar
    parts = []
    for step in steps:
        verb = grammar.verb_of(step)
        at = next(tile.path for tile in draft.tiles if draft.get(tile.path) is step)
        wrong = any(fault.at[: len(at)] == at for fault in faults)
        holds = grammar.verbs[verb].holds
        if not wrong and clause is not None:
            parts.append(clause(words, grammar.compiled([step])))
        elif holds:
            inner = step[verb] if grammar.verbs[verb].value == "effects" else [step[verb]]
            said = [said_so_far(words, draft, clause, one, faults) or "…" for one in inner]
            about = {"options": words.say("effect.or").join(said), "effect": said[0]}
            place = step.get("at", dict(grammar.verbs[verb].params).get("at", ("", ""))[1])
            parts.append(words.say(f"effect.{verb}", {**about, "place": words.name("at", place)}))
        else:
            parts.append(words.say(f"verb.{verb}") + " …")
    return words.say("effect.then").join(parts)


def problem(words: Words, fault: Fault) -> str:
    """A fault as it is told beside what is wrong."""
    if fault.id == "empty-effect":
        return words.say("box-fault.empty-effect.problem")
    if fault.id in OPEN or (fault.id == "unknown-word" and fault.about[-1] == '""'):
        key = next(str(part) for part in reversed(fault.at) if not isinstance(part, int))
        return words.say("box-editor.still", {"what": _key(words, key)})
    return describe_flaw(words, Flaw("", "", fault)).problem


def invented_pieces(words: Words, manifest: Manifest, box: object) -> str:
    """What is said before a game about what we made up; "" where nothing is."""
    count = sum(inventions(part(manifest.box).shelf(), box).values()) if manifest.box else 0
    return words.say("table.invented", {"n": count}) if count else ""


def value_name(words: Words, key: str, value: Any) -> str:
    """What players call a value of this key."""

    def label(field: str, value: Any) -> Name | None:
        key = f"piece.{field}.{value}"
        return Name(key) if key in words else None

    same = f"box-same.{key}"
    return _capital(words.name(words.say(same) if same in words else key, value, label))


def _question(
    words: Words, one: Asked, faults: Sequence[Fault], names: Mapping[str, Sequence[str]]
) -> PieceQuestion:
    answers = tuple(names.get(one.answers[0], ())) if one.how == "other" else one.answers
    if one.how == "other":
        answers = (None, *answers)
    if one.how == "text":
        answers = ()
    wrong = next((problem(words, fault) for fault in faults if fault.at == one.path), "")
    if not wrong and one.needed and one.now is None:
        wrong = words.say("box-editor.still", {"what": _key(words, one.key)})
    number = f" {one.path[-1] + 1}" if isinstance(one.path[-1], int) else ""  # one of several alike
    return PieceQuestion(
        one.path,
        _key(words, one.key) + number,
        "choice" if one.how == "other" else one.how,
        tuple(AnswerView(value, value_name(words, one.key, value), value == one.now) for value in answers),
        one.now,
        wrong,
    )


def _problem_at(words: Words, faults: Sequence[Fault], path: Path, holds: Sequence[Path]) -> str:
    """What is wrong with this step itself, not with one inside it."""
    for fault in faults:
        inside = any(fault.at[: len(inner)] == inner and fault.at != inner for inner in holds)
        if fault.at[: len(path)] == path and not inside:
            return problem(words, fault)
    return ""


def called(words: Words, kind: str, entry: Entry) -> str:
    """What a piece is called: by its own name, by the catalogue's, or by what it shows."""
    own = in_language(entry.names, words.lang)
    return own or (value_name(words, kind, entry.id) if entry.id else "")


def _key(words: Words, key: str) -> str:
    """What a key of a box file is called; one without words is shown itself."""
    for name in (f"box-key.{key}", f"name.piece.{key}", f"describe.{key}", f"verb.{key}"):
        if name in words:
            return _capital(words.say(name))
    return _capital(key.replace("-", " "))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]
