"""Reads a directory of box files and says what is wrong with them; writes pieces learned at the table.

May import: box_check, box_words, pieces.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .box_check import FORMS, HQ_FORMS, entry_faults, hq_faults
from .box_words import Fault, shown
from .pieces import Plain, as_entry

LEARNED = "learned.toml"
"""Where the companion writes pieces that turned up at the table. What an owner typed in another file wins."""

REPLACES = "replaces-stand-ins"
"""At the top of a file: nothing that we shipped remains of the sorts of pieces in this file."""

TOP_LEVEL = (*FORMS, "hq", REPLACES)


class Piece(NamedTuple):
    file: str
    kind: str
    entry: dict[str, Any]

    @property
    def sort(self) -> str:
        """Counted together: a starting card cannot stand in for one of the huge deck."""
        agent = self.entry.get("agent") if self.kind == "card" else None
        return f'[[card]] agent = "{agent}"' if agent else f"[[{self.kind}]]"


class Flaw(NamedTuple):
    file: str
    entry: str
    fault: Fault


class Files(NamedTuple):
    """What a directory holds, and what is wrong with it. The pieces can be used only if nothing is."""

    pieces: list[Piece]
    hq: dict[str, Plain]
    replaced: set[str]
    """Sorts of pieces of which nothing shipped remains."""
    flaws: list[Flaw]


def read(directory: Path, agents: frozenset[str] = frozenset()) -> Files:
    """All box files of a directory; `agents` are those that starting cards may belong to besides its own."""
    files = Files([], {}, set(), [])
    if not directory.is_dir():
        files.flaws.append(Flaw(str(directory), "", Fault("no-directory")))
        return files
    paths = sorted(directory.glob("*.toml"), key=lambda path: (path.name != LEARNED, path.name))
    if not paths:
        files.flaws.append(Flaw(str(directory), "", Fault("no-files")))
    for path in paths:
        tables = _parse(path)
        if isinstance(tables, Fault):
            files.flaws.append(Flaw(path.name, "", tables))
        else:
            _sort_out(path.name, tables, files)
    own = {piece.entry.get("id") for piece in files.pieces if piece.kind == "agent"}
    _check_pieces(files, agents | {agent for agent in own if isinstance(agent, str)})
    return files


def _parse(path: Path) -> dict[str, Any] | Fault:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        return Fault("not-toml", (str(wrong),))
    except RecursionError:
        return Fault("not-toml", ("[[[[[[[[…",))
    except (OSError, UnicodeDecodeError) as wrong:
        return Fault("unreadable", (wrong.strerror if isinstance(wrong, OSError) else "UTF-8",))


def _sort_out(file: str, tables: dict[str, Any], files: Files) -> None:
    """Put the tables of one file where they belong; what belongs nowhere is a flaw."""
    pieces: list[Piece] = []
    for key, value in tables.items():
        if key in FORMS:
            if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
                pieces += (Piece(file, key, entry) for entry in value)
            else:
                files.flaws.append(Flaw(file, key, Fault("not-a-list-of-tables", (key,))))
        elif key == "hq":
            files.flaws.extend(Flaw(file, f"[hq.{part}]", fault) for part, fault in _hq(value, files.hq))
        elif key == REPLACES:
            if not isinstance(value, bool):
                files.flaws.append(Flaw(file, key, Fault("not-yes-or-no", (key, shown(value)))))
        else:
            files.flaws.append(Flaw(file, "", Fault("unknown-table", (key,), TOP_LEVEL)))
    files.pieces.extend(pieces)
    if tables.get(REPLACES) is True:
        files.replaced.update(piece.sort for piece in pieces)


def _hq(parts: Any, hq: dict[str, Plain]) -> Iterator[tuple[str, Fault]]:
    if not isinstance(parts, dict):
        yield "…", Fault("not-a-table", ("hq.cycles",))
        return
    for part, entry in parts.items():
        if part not in HQ_FORMS:
            yield part, Fault("unknown-table", (f"hq.{part}",), tuple(f"hq.{name}" for name in HQ_FORMS))
        elif not isinstance(entry, dict):
            yield part, Fault("not-a-table", (f"hq.{part}",))
        else:
            yield from ((part, fault) for fault in hq_faults(part, entry))
            hq[part] = entry


def _check_pieces(files: Files, agents: frozenset[str]) -> None:
    first: dict[tuple[str, str], Piece] = {}
    number: dict[tuple[str, str], int] = {}
    for piece in files.pieces:
        file, kind, entry = piece
        number[file, kind] = number.get((file, kind), 0) + 1
        named = isinstance(entry.get("id"), str)
        label = f"[[{kind}]] {shown(entry['id'])}" if named else f"[[{kind}]] n° {number[file, kind]}"
        files.flaws.extend(Flaw(file, label, fault) for fault in entry_faults(kind, entry, agents))
        before = first.setdefault((kind, entry["id"]), piece) if named else piece
        if before is not piece and (before.file != LEARNED or file == LEARNED):
            files.flaws.append(Flaw(file, label, Fault("id-twice", (before.file,))))


def remember(directory: Path, learned: Plain) -> Path:
    """Keep learned pieces (in the form of a box: kind → entries) in the owner's directory, for later games.

    Raises ValueError and changes nothing when what was learned before can no longer be read.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / LEARNED
    known: dict[str, Any] = {}
    if path.exists():
        tables = _parse(path)
        if isinstance(tables, Fault):
            raise ValueError(f"{path.name} is damaged; mend it or move it away")
        known = tables
    for kind in FORMS:
        entries = {entry["id"]: entry for entry in known.get(kind, [])}
        entries.update((entry["id"], as_entry(entry)) for entry in learned.get(kind, ()))
        known[kind] = list(entries.values())
    text = "# Written by the companion: pieces that turned up at your table. See docs/box.md.\n"
    text += "".join(_table(kind, entry) for kind in FORMS for entry in known[kind])
    fresh = path.with_suffix(".fresh")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return fresh.replace(path)


def _table(kind: str, entry: Plain) -> str:
    return f"\n[[{kind}]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in entry.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # A JSON string is a TOML string, but for one character that JSON leaves bare.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
