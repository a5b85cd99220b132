"""The hardware PWM of a Raspberry Pi, as Linux shows it: chip, channel, and an end with its program.

May import: the standard library. Chip numbers differ between models and kernels, so the chip is found by the
address of its hardware. Hardware PWM goes on when its program is killed: a small process stands by, and takes
the pulses off when the program is gone, whatever ended it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SYSFS = Path("/sys/class/pwm")
CHANNELS = {12: 0, 13: 1, 18: 0, 19: 1}
CHANNELS_PI5 = {12: 0, 13: 1, 18: 2, 19: 3}
HARDWARE = ("20c000.pwm",)  # Pi 3: 3f20c000, Pi 4: fe20c000
HARDWARE_PI5 = ("1f00098000.pwm",)
OVERLAY, OVERLAY_PI5 = "dtoverlay=pwm,pin=18,func=2", "dtoverlay=pwm-2chan"

GUARD = """
import sys
sys.stdin.buffer.read()
try:
    open(sys.argv[1], "w").write("0")
except OSError:
    pass
"""


def channel(gpio: int, pi5: bool) -> int:
    return (CHANNELS_PI5 if pi5 else CHANNELS)[gpio]


def chip(pi5: bool, sysfs: Path = SYSFS) -> int | None:
    """The number of the chip that drives the servo's pin; None: the overlay that makes it is missing."""
    wanted = HARDWARE_PI5 if pi5 else HARDWARE
    for found in sorted(sysfs.glob("pwmchip*")):
        if (found / "device").resolve().name.endswith(wanted):
            return int(found.name.removeprefix("pwmchip"))
    return None


class Guard:
    """Ends the pulses with this program: its other end of the pipe closes however the program ends."""

    def __init__(self, chip: int, channel: int, sysfs: Path = SYSFS) -> None:
        enable = sysfs / f"pwmchip{chip}" / f"pwm{channel}" / "enable"
        self._process = subprocess.Popen(
            [sys.executable, "-c", GUARD, str(enable)], stdin=subprocess.PIPE, start_new_session=True
        )

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=5)
