"""Opens the tower that was chosen, and no other: a simulation is chosen like any tower, never a fallback.

May import: this room, companion.store; the backends only inside the functions that need them, so that a
computer without their libraries can still count traces or simulate.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion import store
from companion.tower.calibration import Calibration, unreadable
from companion.tower.contract import Identity, TowerBoard
from companion.tower.drop_watch import Watching
from companion.tower.errors import BadCalibration, SeveralTowers, TowerNotFound, WrongFirmware
from companion.tower.faults import parse_fault
from companion.tower.learned_file import LearnedFiles
from companion.tower.recorder import Recorder
from companion.tower.tower import Tower

LONGEST = 4096  # signs of a port's name


@dataclass(frozen=True)
class Choice:
    """Which tower. `found`: the only one that is plugged in; anything but exactly one is an error."""

    kind: Literal["found", "port", "url", "gpio", "simulated"] = "found"
    where: str = ""
    seed: int = 0
    speed: float | None = 1.0  # of a simulation; None: as fast as it can
    faults: tuple[str, ...] = ()  # of a simulation, by name: see `faults`

    @classmethod
    def of(cls, port: str | None, url: str | None, gpio: bool, simulation: Choice | None) -> Choice:
        """What somebody typed: at most one of them is given."""
        if port:
            return cls("port", port)
        if url:
            return cls("url", url)
        return cls("gpio") if gpio else simulation or cls()


def home() -> Path:
    """Where recordings and the mirrors of calibrations are kept."""
    return store.home() / "tower"


def open_tower(choice: Choice, watching: Watching | None = None, kept: Path | None = None) -> Tower:
    """Connects; nothing moves. `kept` is where recordings and mirrors go (default: `home()`)."""
    folder = home() if kept is None else kept
    recorder = Recorder(folder / "recordings")
    tower = Tower(_board(choice, recorder, folder), watching, recorder, LearnedFiles(folder / "learned"))
    try:
        identity = tower.open()
    except BaseException:  # whatever it was, the port must not stay taken
        tower.close()
        raise
    if not identity.pretended:
        with suppress(OSError):  # a disk that is full or may not be written keeps nobody from playing
            tower.differences = mirror(tower.calibration, folder)
            if identity.kind == "serial" and "://" not in identity.where:
                remember(identity.where, folder)
    return tower


def _board(choice: Choice, recorder: Recorder, folder: Path) -> TowerBoard:
    if choice.kind == "simulated":
        from companion.tower.backends.simulated import SimulatedBoard

        faults = map(parse_fault, choice.faults)
        return SimulatedBoard(choice.seed, choice.speed, faults=faults, recorder=recorder)
    if choice.kind == "gpio":
        from companion.tower.backends.gpio import GpioBoard

        return GpioBoard(folder / "gpio.toml")
    from companion.tower.backends.serial import SerialBoard

    return SerialBoard(choice.where or the_only_tower(folder).where, recorder)


def the_only_tower(folder: Path | None = None, outdated: bool = False) -> Identity:
    """The one tower that is plugged in; TowerNotFound or SeveralTowers tells what was found instead.

    `outdated`: one that speaks another protocol is meant, too.
    """
    from companion.tower.backends.ports import find_towers

    found = find_towers(remembered(home() if folder is None else folder))
    towers = [one.identity for one in found if one.identity is not None]
    if outdated:
        towers += [Identity("serial", one.port) for one in found if isinstance(one.fault, WrongFirmware)]
    if len(towers) == 1:
        return towers[0]
    if towers:
        raise SeveralTowers(found=", ".join(f"{one.where} ({one.serial or '–'})" for one in towers))
    missing = TowerNotFound("no-tower")
    missing.seen = tuple((one.port, str(one.fault or one.description or "?")) for one in found)
    raise missing


# ------------------------------------------------------------------ kept from one evening to the next


def remember(port: str, folder: Path) -> None:
    store.replace(folder / "last-port", (port + "\n").encode("utf-8", "surrogateescape"))


def remembered(folder: Path) -> list[str]:
    """Ports that a person named before, if they are still there."""
    path = folder / "last-port"
    try:
        port = store.read(path).decode("utf-8", "surrogateescape").strip()
        if len(port) > LONGEST or not port.isprintable():
            raise ValueError(port)
        return [port] if port and Path(port).exists() else []
    except FileNotFoundError:
        return []
    except (OSError, ValueError):
        store.set_aside(path)
        return []


def mirror_path(serial: str, folder: Path) -> Path:
    plain = "".join(c for c in serial if c.isalnum() or c in "-_") or "unnamed"
    return folder / "calibrations" / f"{plain}.toml"


def mirror(calibration: Calibration, folder: Path) -> tuple[str, ...]:
    """Compares the board with the file of its serial number; the first time the file is written.

    Returns the names of the settings that differ: a person decides which to keep. A board without a serial
    number has no mirror.
    """
    if not calibration.serial:
        return ()
    path = mirror_path(calibration.serial, folder)
    try:
        return calibration.differences(_kept(path))
    except FileNotFoundError:
        write_mirror(calibration, folder)
        return ()
    except ValueError:
        return ("file",)


def read_mirror(serial: str, folder: Path) -> Calibration:
    """BadCalibration tells why there is none."""
    path = mirror_path(serial, folder)
    try:
        return _kept(path)
    except (OSError, ValueError) as fault:
        raise unreadable(BadCalibration, path, fault) from fault


def write_mirror(calibration: Calibration, folder: Path) -> None:
    store.replace(mirror_path(calibration.serial, folder), calibration.as_toml().encode())


def _kept(path: Path) -> Calibration:
    return Calibration.from_toml(store.read(path).decode())
