"""The tower: turns the servo, hears the beams, counts the cubes; knows no rules.

May import: nothing of ours; pyserial and gpiozero only in `backends`, which only this room enters.

    from companion.tower import Choice, open_tower

    with open_tower(Choice("simulated", speed=None)) as tower:
        tower.face(3)
        count = tower.drop(thrown=4, colour="red", tell=print)
        count.best.passed, count.best.inside, count.asked, count.reasons

Calls block; run them in a thread of your own. `tower.stop()` and `tower.end_drop()` may come from any thread.
After an answer that players gave or changed, tell it: `tower.inside = Inside(cubes, colour)`.
"""

from companion.tower.belief import Belief, believable
from companion.tower.calibration import Calibration
from companion.tower.contract import BeamCheck, Identity, TowerBoard
from companion.tower.counting import MIXED, Answer, Count, Doubt, Drop, Inside, count_drop, edge_count
from companion.tower.drop_watch import Watching
from companion.tower.errors import (
    BadCalibration,
    BeamBlocked,
    FlashFailed,
    HandsOnTower,
    LinkDown,
    NobodyAnswers,
    NotCalibrated,
    OutOfLimits,
    PlaceUnknown,
    PortBusy,
    PortForbidden,
    Refused,
    ServoTooCoarse,
    SeveralTowers,
    TowerBusy,
    TowerError,
    TowerJammed,
    TowerNotFound,
    TowerSilent,
    TowerStalled,
    TowerStopped,
    UnknownFault,
    WrongBoard,
    WrongDevice,
    WrongFirmware,
)
from companion.tower.examination import look_at_tower, older_than_ours, tell_learned
from companion.tower.faults import FAULTS, Fault, FaultKind, Faults, parse_fault
from companion.tower.health import Health
from companion.tower.lights import DARK, Colour, Lights, LightStrip
from companion.tower.procedures import (
    Guide,
    calibrate_beams,
    calibrate_cubes,
    calibrate_servo,
    finger_test,
    new_serial,
)
from companion.tower.pulses import Pulses
from companion.tower.readings import (
    Arrived,
    BeamBroken,
    BeamClear,
    BeamDark,
    BeamsChecked,
    CountsLost,
    Faced,
    LinkBack,
    LinkLost,
    Moved,
    OutsideDrop,
    Reading,
    Shaking,
    StillWaiting,
    ThrownEarly,
    ThrowNow,
    Turning,
)
from companion.tower.recorder import Recorder
from companion.tower.servo_fit import Drive, Fit, Trouble, as_calibrated, fit
from companion.tower.tower import Tower
from companion.tower.tower_choice import Choice, home, open_tower, read_mirror, write_mirror
from companion.tower.upkeep import flash_port
from companion.tower.wire_table import OUTLETS

__all__ = [
    # opening
    "Choice",
    "open_tower",
    "read_mirror",
    "write_mirror",
    "home",
    "Tower",
    "Health",
    "DARK",
    "Colour",
    "Lights",
    "LightStrip",
    "OUTLETS",
    "Identity",
    "TowerBoard",
    "Watching",
    "Recorder",
    # readings
    "Reading",
    "Turning",
    "Arrived",
    "Faced",
    "Moved",
    "BeamsChecked",
    "ThrowNow",
    "BeamBroken",
    "BeamDark",
    "BeamClear",
    "StillWaiting",
    "ThrownEarly",
    "Shaking",
    "OutsideDrop",
    "LinkLost",
    "LinkBack",
    "CountsLost",
    "BeamCheck",
    # counting
    "count_drop",
    "edge_count",
    "Drop",
    "Inside",
    "Belief",
    "believable",
    "MIXED",
    "Count",
    "Answer",
    "Doubt",
    "Pulses",
    # calibration and tests, guided
    "Calibration",
    "Guide",
    "finger_test",
    "calibrate_beams",
    "calibrate_servo",
    "calibrate_cubes",
    "new_serial",
    # looking after it
    "look_at_tower",
    "older_than_ours",
    "tell_learned",
    "flash_port",
    "Drive",
    "Fit",
    "Trouble",
    "as_calibrated",
    "fit",
    # errors
    "TowerError",
    "TowerNotFound",
    "SeveralTowers",
    "TowerSilent",
    "TowerStopped",
    "TowerJammed",
    "TowerBusy",
    "BeamBlocked",
    "WrongFirmware",
    "UnknownFault",
    "FAULTS",
    "Fault",
    "FaultKind",
    "Faults",
    "parse_fault",
    "WrongDevice",
    "WrongBoard",
    "FlashFailed",
    "HandsOnTower",
    "PlaceUnknown",
    "TowerStalled",
    "PortBusy",
    "PortForbidden",
    "LinkDown",
    "OutOfLimits",
    "NotCalibrated",
    "BadCalibration",
    "NobodyAnswers",
    "ServoTooCoarse",
    "Refused",
]
