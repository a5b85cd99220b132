"""What went wrong inside the program, kept in a file for whoever can mend it.

May import: companion.engine, companion.store, its own room, the standard library. A mistake of ours is no
end of the evening: it is a refusal that names the file, and nothing of it is in the journal.
"""

from __future__ import annotations

import hashlib
import json
import traceback
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from companion import store
from companion.engine import Game, Refusal, State, to_plain

from .people import People, people_file


def incidents_folder() -> Path:
    return store.home() / "incidents"


def kept_mistake(game: Game, state: State, given: Any, error: Exception) -> Refusal:
    """The refusal that is told instead: where the position, the input and the traceback are."""
    trace = "".join(traceback.format_exception(error))
    about = {
        "game": game.name,
        "version": game.version,
        "given": _plain(lambda: to_plain(given), given),
        "position": _plain(lambda: game.dump(state), state),
        "box": game.box,
        "traceback": trace,
    }
    text = json.dumps(about, indent=1, ensure_ascii=False, default=repr)
    # the same mistake again is the same file
    name = hashlib.sha256(f"{trace}{about['given']}".encode("utf-8", "replace")).hexdigest()[:12]
    path = incidents_folder() / f"{game.name}-{name}.json"
    kept = ""
    with suppress(OSError):
        store.replace(path, _nameless(text))
        kept = str(path)
    return Refusal("incident", "", (("file", kept or "–"), ("error", repr(error))))


def keep_incident(error: Exception, **about: str) -> Path:
    """A mistake outside the rules, in a file that is written aside: nobody waits for it. The file that it
    goes to; it names no player and no person."""
    trace = "".join(traceback.format_exception(error))
    name = hashlib.sha256(trace.encode("utf-8", "replace")).hexdigest()[:12]
    path = incidents_folder() / f"app-{name}.json"
    text = json.dumps({**about, "traceback": trace}, indent=1, ensure_ascii=False)

    def write() -> None:
        with suppress(OSError):
            store.replace(path, _nameless(text))

    Thread(target=write, name="incident", daemon=True).start()
    return path


def _nameless(text: str) -> bytes:
    """Whoever reads it learns nobody's name."""
    return f"{People(people_file()).without_names(text)}\n".encode("utf-8", "replace")


def _plain(make: Any, instead: object) -> Any:
    """What broke may not even be written down in its own form."""
    try:
        return make()
    except Exception:  # noqa: BLE001  whatever it is, there was a mistake before it
        return repr(instead)
