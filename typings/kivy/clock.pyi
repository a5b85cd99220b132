"""What happens later, in the thread of the window; a callback is told the seconds that passed."""

from collections.abc import Callable

class ClockEvent:
    def __call__(self, *largs: object) -> None: ...
    def cancel(self) -> None: ...

class CyClockBase:
    def create_trigger(
        self,
        callback: Callable[[float], object],
        timeout: float = 0,
        interval: bool = False,
        release_ref: bool = True,
    ) -> ClockEvent: ...
    def schedule_once(self, callback: Callable[[float], object], timeout: float = 0) -> ClockEvent: ...
    def schedule_interval(self, callback: Callable[[float], object], timeout: float) -> ClockEvent: ...

class ClockBase(CyClockBase):
    time: Callable[[], float]
    def get_time(self) -> float: ...

Clock: ClockBase
