"""Where a tower may be: ports with a known USB id, and ports that a person named or used before.

May import: pyserial. Opening a stranger's port may reset a printer in mid-print, so nothing else is probed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.tower.backends.serial_line import LineBroken, greet, open_line
from companion.tower.contract import Identity
from companion.tower.errors import TowerError
from companion.tower.recorder import Recorder

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

# USB vendor and product of the serial chips on boards that a tower may have, and their clones.
CH340 = frozenset({(0x1A86, 0x7523), (0x1A86, 0x5523)})
KNOWN = CH340 | frozenset(
    {
        (0x1A86, 0x55D4),  # CH9102
        (0x1A86, 0x55D3),  # CH343
        (0x0403, 0x6001),  # FT232R
        (0x0403, 0x6015),  # FT231X
        (0x2341, 0x0058),  # Nano Every
        (0x2341, 0x0069),  # Uno R4 Minima
        (0x2341, 0x1002),  # Uno R4 WiFi
        (0x2E8A, 0x0005),  # Pico, MicroPython
        (0x2E8A, 0x000A),  # Pico, C
        (0x2E8A, 0x00C0),  # Pico, Arduino
        (0x303A, 0x1001),  # ESP32-S3 and C3, their own USB
        (0x303A, 0x4001),  # ESP32-S2
        (0x10C4, 0xEA60),  # CP2102
        (0x2341, 0x0043),  # Uno R3
        (0x2341, 0x0001),  # Uno
        (0x2341, 0x0243),  # Uno R3, later
        (0x2A03, 0x0043),  # Uno R3, arduino.org
    }
)


@dataclass(frozen=True)
class FoundPort:
    """One port: asked (a tower, or why not) or left alone."""

    port: str
    description: str
    identity: Identity | None = None
    fault: TowerError | None = None


def _comports() -> Iterable[ListPortInfo]:
    from serial.tools import list_ports  # only here: the simulated tower's link needs no pyserial

    return list_ports.comports()


def every_port() -> list[str]:
    """All ports of this computer; none is opened."""
    return [port.device for port in _comports()]


def ch340_on_usb(devices: Path = Path("/sys/bus/usb/devices")) -> bool:
    """Whether a CH340 is plugged in, even if it has no port: Linux only."""
    for product in devices.glob("*/idProduct"):
        try:
            pair = (product.with_name("idVendor").read_text().strip(), product.read_text().strip())
            if (int(pair[0], 16), int(pair[1], 16)) in CH340:
                return True
        except (OSError, ValueError):
            continue
    return False


def candidates() -> list[str]:
    """Ports that may be probed unasked."""
    return [port.device for port in _comports() if (port.vid, port.pid) in KNOWN]


def find_towers(named: Iterable[str] = ()) -> list[FoundPort]:
    """Every port of this computer; those with a known id, and the named ones, are asked who they are."""
    described = {port.device: port.description or "" for port in _comports()}
    may_probe: dict[str, str] = {}
    for port in (*named, *candidates()):
        may_probe.setdefault(os.path.realpath(port), port)  # one port may have several names
    found = [probe(port, described.get(real, "")) for real, port in may_probe.items()]
    left = [port for port in described if os.path.realpath(port) not in may_probe]
    return found + [FoundPort(port, described[port]) for port in left]


def probe(port: str, description: str = "") -> FoundPort:
    """Opens this port and asks who is there."""
    try:
        line = open_line(port, Recorder())
        try:
            hello, boot = greet(line, port)
        finally:
            line.close()
    except TowerError as fault:
        return FoundPort(port, description, fault=fault)
    except LineBroken as fault:
        return FoundPort(port, description, fault=TowerError(str(fault)))
    serial = hello.serial.rstrip(b"\0").decode("ascii", "replace")
    firmware = ".".join(map(str, hello.firmware))
    return FoundPort(port, description, Identity("serial", port, serial, firmware, boot))
