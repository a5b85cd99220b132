"""The loop that draws and hands out touches."""

from kivy.event import EventDispatcher
from kivy.uix.widget import Widget

class EventLoopBase(EventDispatcher):
    def __init__(self) -> None: ...
    def idle(self) -> bool: ...

EventLoop: EventLoopBase

def runTouchApp(widget: Widget | None = None, embedded: bool = False) -> None: ...  # noqa: N802
def stopTouchApp() -> None: ...  # noqa: N802
