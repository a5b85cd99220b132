"""From a fresh card to a kiosk: what a Raspberry Pi still lacks to show nothing but the companion.

May import: this room, the standard library. Everything is looked at, nothing is changed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

UNIT = "loop-companion.service"
SYSTEMD = Path("/etc/systemd/system")
PROGRAMS = ("cage", "Xwayland")
GROUPS = ("dialout", "gpio", "input", "render", "video")
"""To the tower's port, the pins, the fingers and the screen."""


class Kiosk(NamedTuple):
    programs: frozenset[str]
    groups: frozenset[str]
    """Of the person whom this runs as."""
    known: frozenset[str]
    """Groups that this system has."""
    installed: bool
    """The unit is where systemd looks."""
    enabled: bool

    @classmethod
    def here(cls, systemd: Path = SYSTEMD) -> Kiosk:
        mine, known = _groups()
        return cls(
            programs=frozenset(one for one in PROGRAMS if shutil.which(one)),
            groups=mine,
            known=known,
            installed=(systemd / UNIT).exists(),
            enabled=(systemd / "multi-user.target.wants" / UNIT).exists(),
        )


def _groups() -> tuple[frozenset[str], frozenset[str]]:
    try:
        import grp
    except ImportError:  # no such thing here
        return frozenset(), frozenset()
    ids = {*os.getgroups(), os.getgid()}
    every = {one.gr_name: one.gr_gid for one in grp.getgrall()}
    return frozenset(name for name, number in every.items() if number in ids), frozenset(every)


def look_at_kiosk(kiosk: Kiosk) -> Iterator[tuple[str, bool, dict[str, str]]]:
    """Key, whether it is in order, and what its sentence needs; in the order in which it is set up."""
    missing = [one for one in PROGRAMS if one not in kiosk.programs]
    yield ("kiosk-programs-none", False, {"missing": ", ".join(missing)}) if missing else (
        "kiosk-programs-fine", True, {}
    )  # fmt: skip
    lacking = [one for one in GROUPS if one in kiosk.known and one not in kiosk.groups]
    yield ("kiosk-groups-none", False, {"groups": ",".join(lacking)}) if lacking else (
        "kiosk-groups-fine", True, {}
    )  # fmt: skip
    if not kiosk.installed:
        yield "kiosk-unit-none", False, {"unit": UNIT}
    elif not kiosk.enabled:
        yield "kiosk-unit-off", False, {"unit": UNIT}
    else:
        yield "kiosk-unit-fine", True, {"unit": UNIT}
