"""The files that people keep, and the only room that writes one: whole, on the disk, by one writer at a time.

May import: filelock, platformdirs, the standard library. Everybody may import it.

    data = store.read(path)                        # OSError: none, no plain file, too long
    found = store.load_json(path, {"size": float})     # None: there is none, or it was set aside
    store.replace(path, data)                      # the old one or the new one, whatever happens
    log = store.Log.create(path, first)            # FileExistsError; there is no file without its first bytes
    log, data = store.Log.open(path)               # Busy: another writes to it
    log.append(data)                               # on the disk when it returns, else OSError and as before
    store.set_aside(path)                          # what cannot be read keeps its bytes under another name
    store.notices()                                # what was set aside since the last time, for people
    store.home()                                   # where all of it lies
    with store.logbook() as path: ...              # what went on, for whoever looks for a mistake

Why it is a room: docs/adr/0015-one-room-writes-files.md.
"""

from .files import MOST, make_folder, move, read, remove, replace, rewrite, write_new
from .locking import Busy, held
from .log import Log
from .logbook import logbook
from .mending import Aside, load_json, load_toml, notices, parse_json, parse_toml, set_aside
from .places import home, log_file
from .shape import fits

__all__ = [
    "MOST",
    "Aside",
    "Busy",
    "Log",
    "fits",
    "held",
    "home",
    "load_json",
    "load_toml",
    "log_file",
    "logbook",
    "make_folder",
    "move",
    "notices",
    "parse_json",
    "parse_toml",
    "read",
    "remove",
    "replace",
    "rewrite",
    "set_aside",
    "write_new",
]
