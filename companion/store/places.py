"""Where a person's files lie: never inside the program.

May import: platformdirs, the standard library.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

NAME = "loop-companion"


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of everything that is kept: where XDG_DATA_HOME says; where earlier versions had it, if it
    is there; else where this system keeps such things."""
    given = environment.get("XDG_DATA_HOME", "")
    if given.startswith("/"):
        return Path(given) / NAME
    before = Path("~/.local/share", NAME).expanduser() if _at_home() else None
    if before is not None and before.is_dir():
        return before
    if before is None:  # nobody's home: a service without one, a container
        return Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid() if hasattr(os, 'getuid') else 0}"
    import platformdirs  # not for a start on a system whose folder is there already

    found = platformdirs.user_data_path(NAME, appauthor=False)
    return found if found.is_absolute() else before


def log_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the log is: as XDG_STATE_HOME says, else where this system keeps such things."""
    given = environment.get("XDG_STATE_HOME", "")
    if given.startswith("/"):
        return Path(given) / NAME / "companion.log"
    if not _at_home():
        return home(environment) / "companion.log"
    import platformdirs

    return platformdirs.user_log_path(NAME, appauthor=False) / "companion.log"


def _at_home() -> bool:
    try:
        return Path.home().is_absolute()
    except RuntimeError:  # nobody knows whose this is
        return False
