"""What can go wrong with the tower, each named for what a person can do next. Imports nothing of ours.

`advice` is the id of the sentence that tells what to do, `detail` that of the reason in its brackets, or what
another program said, as it said it; `companion/words` says both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class TowerError(Exception):
    """Root of everything this room raises. `params` fill the sentence that the id names."""

    advice = "tower.error.plain"
    recording = ""  # where the flight recorder wrote down what led to it
    seen: tuple[tuple[str, str], ...] = ()  # ports that were looked at, and the detail of each

    def __init__(self, detail: str = "", **params: str | int | float) -> None:
        self.params: dict[str, str | int | float] = {"detail": detail, **params}
        super().__init__(detail or type(self).__name__)

    def about(self, say: Callable[[str, Mapping[str, Any]], str]) -> dict[str, Any]:
        """All that its sentence may name, whichever sentence it is."""
        found = ", ".join(say("tower.seen", {"port": port, "detail": detail}) for port, detail in self.seen)
        return {"port": "", "found": found or "–", **self.params, "detail": str(self)}


class TowerNotFound(TowerError, LookupError):
    """No tower was chosen and none was found, or the chosen one is not there."""

    advice = "tower.error.not_found"


class SeveralTowers(TowerError, LookupError):
    """None was chosen, and more than one is there."""

    advice = "tower.error.several"


class PortBusy(TowerError, BlockingIOError):
    """Another program holds the port."""

    advice = "tower.error.port_busy"


class PortForbidden(TowerError, PermissionError):
    """This user may not open the port."""

    advice = "tower.error.port_forbidden"


class WrongDevice(TowerError, ValueError):
    """Something answers on the port, but it is no tower."""

    advice = "tower.error.wrong_device"


class TowerSilent(TowerError, TimeoutError):
    """The port is open and nothing answers."""

    advice = "tower.error.silent"


class WrongFirmware(TowerError, RuntimeError):
    """The board speaks an older or newer protocol."""

    advice = "tower.error.wrong_firmware"


class LinkDown(TowerError, ConnectionError):
    """The cable was pulled or the board stopped answering; the driver tries again by itself."""

    advice = "tower.error.link_down"


class TowerJammed(TowerError, RuntimeError):
    """The tower did not arrive, or stayed busy for too long."""

    advice = "tower.error.jammed"


class TowerStopped(TowerError, RuntimeError):
    """Somebody stopped it on its way: it stands between two outlets, and nothing may be thrown."""

    advice = "tower.error.stopped"


class HandsOnTower(TowerError, RuntimeError):
    """Nobody knows where the tower stands, or a hand has turned it: hands away, then ask for the turn again.

    The next order is the confirmation: nothing moves before somebody has touched something.
    """

    advice = "tower.error.hands_on"


class PlaceUnknown(TowerError, LookupError):
    """Nothing can see where it stands: people turn it to the outlet that is wanted, then ask again."""

    advice = "tower.error.place_unknown"


class TowerStalled(TowerError, RuntimeError):
    """It was turned, and the ring does not see it there: nothing may be thrown."""

    advice = "tower.error.stalled"


class TowerBusy(TowerError, RuntimeError):
    """The tower is turning or in a drop and refuses this command now."""

    advice = "tower.error.busy"


class BeamBlocked(TowerError, RuntimeError):
    """Something stands in a beam, or the beam is out of order."""

    advice = "tower.error.beam_blocked"


class OutOfLimits(TowerError, ValueError):
    """A pulse width outside the calibrated limits."""

    advice = "tower.error.out_of_limits"


class NotCalibrated(TowerError, LookupError):
    """The board does not know where its outlets are."""

    advice = "tower.error.not_calibrated"


class BadCalibration(TowerError, ValueError):
    """Settings that contradict themselves, or a file that holds none."""

    advice = "tower.error.bad_calibration"


class NobodyAnswers(TowerError, EOFError):
    """A question to a person, and no keyboard to answer it."""

    advice = "tower.error.nobody_answers"


class ServoTooCoarse(TowerError, RuntimeError):
    """This computer cannot place the servo precisely enough for seven outlets."""

    advice = "tower.error.servo_too_coarse"


class Refused(TowerError, RuntimeError):
    """The board refused a command for a reason that has no name of its own here."""

    advice = "tower.error.refused"


class WrongBoard(TowerError, ValueError):
    """What is to be flashed has another chip, or no bootloader that answers; nothing was written."""

    advice = "tower.error.wrong_board"


class FlashFailed(TowerError, RuntimeError):
    """The firmware was not written, or not wholly: the board stands still until it is flashed again."""

    advice = "tower.error.flash_failed"


class UnknownFault(TowerError, ValueError):
    """A simulated tower was told to have a fault that there is not."""

    advice = "tower.error.unknown_fault"
