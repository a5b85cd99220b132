"""Files that may hold any bytes: what is not as it should be is set aside, told, and stops nobody.

May import: this room, the standard library.
"""

from __future__ import annotations

import json
import logging
import os
import tomllib
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from .files import read, sync_folder
from .shape import Shape, fits

LOG = logging.getLogger("companion.store")


class Aside(NamedTuple):
    """A file that could not be used."""

    path: Path
    now: Path | None
    """Where its bytes are; None: it could not be moved."""


_notices: list[Aside] = []
_gate = Lock()


def notices() -> list[Aside]:
    """What was set aside since somebody last asked: to be told to people once."""
    with _gate:
        aside, _notices[:] = list(_notices), []
    return aside


def set_aside(path: Path) -> Aside:
    """Its bytes get another name, so that a new file can take the place; none is ever written over."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.unreadable-{number}")):
        number += 1
    try:
        os.replace(path, aside)  # noqa: PTH105  one of the calls that the fault lab knows
        sync_folder(path)
        notice = Aside(path, aside)
    except OSError:
        notice = Aside(path, None)
    with _gate:
        if notice not in _notices:
            _notices.append(notice)
            LOG.info("set-aside=%s", path.suffix)
    return notice


def parse_json(data: bytes | str) -> Any:
    """ValueError, whatever the bytes are."""
    try:
        return json.loads(data, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("too-many-brackets") from None


def parse_toml(data: bytes) -> dict[str, Any]:
    """ValueError, whatever the bytes are."""
    try:
        return tomllib.loads(data.decode())
    except RecursionError:
        raise ValueError("too-many-brackets") from None


def load_json(path: Path, shape: Shape) -> Any:
    """What a small file says. None: there is none, or it is no such file and was set aside."""
    try:
        found = parse_json(_read_twice(path))
        if fits(found, shape):
            return found
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        pass
    set_aside(path)
    return None


def _read_twice(path: Path) -> bytes:
    """What went wrong once with the disk says nothing of the file: a sound one must not be set aside."""
    try:
        return read(path)
    except FileNotFoundError:
        raise
    except OSError:
        return read(path)


def load_toml(path: Path) -> dict[str, Any]:
    """A file that a person may have written. OSError, ValueError: they hear of it, and it stays."""
    return parse_toml(read(path))


def _no_number(word: str) -> None:
    raise ValueError(word)
