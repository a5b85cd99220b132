"""The loop that draws and hands out touches."""

from kivy.event import EventDispatcher
from kivy.uix.widget import Widget

class EventLoopBase(EventDispatcher):
    def __init__(self) -> None: ...
    def idle(self) -> bool: ...

EventLoop: EventLoopBase

class ExceptionHandler:
    def handle_exception(self, exception: BaseException) -> int: ...

class ExceptionManagerBase:
    RAISE: int
    PASS: int
    def add_handler(self, cls: ExceptionHandler) -> None: ...
    def remove_handler(self, cls: ExceptionHandler) -> None: ...
    def handle_exception(self, inst: BaseException) -> int: ...

ExceptionManager: ExceptionManagerBase

def runTouchApp(widget: Widget | None = None, embedded: bool = False) -> None: ...  # noqa: N802
def stopTouchApp() -> None: ...  # noqa: N802
