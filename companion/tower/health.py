"""How a tower is, as far as it has said. May import: `errors`, `readings`, `recorder`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tower.errors import LinkDown, TowerError
from companion.tower.readings import BeamClear, BeamDark, LinkBack, LinkLost, Reading
from companion.tower.recorder import Recorder


@dataclass
class Health:
    """What a person would want to know before trusting the tower."""

    linked: bool = True
    blind: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    reboots: int = 0
    losses: int = 0
    last_fault: TowerError | None = None
    last_recording: str = ""  # what led to the last lost link

    @property
    def last_error(self) -> str:
        return "" if self.last_fault is None else str(self.last_fault)

    def hear(self, reading: Reading, recorder: Recorder) -> None:
        match reading:
            case BeamDark(outlet):
                self.blocked |= {outlet}
            case BeamClear(outlet):
                self.blocked -= {outlet}
            case LinkLost():
                self.linked = False
                self.losses += 1
                self.last_recording = str(recorder.write_on_error(LinkDown(reading.why)) or "")
            case LinkBack(rebooted=rebooted):
                self.linked = True
                self.reboots += rebooted
