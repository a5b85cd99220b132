"""Sounds."""

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty

class Sound(EventDispatcher):
    loop: BooleanProperty
    def play(self) -> None: ...
    def stop(self) -> None: ...

class SoundLoader:
    @staticmethod
    def load(filename: str) -> Sound | None: ...
