"""Sounds."""

from kivy.event import EventDispatcher

class Sound(EventDispatcher):
    loop: bool
    def play(self) -> None: ...
    def stop(self) -> None: ...

class SoundLoader:
    @staticmethod
    def load(filename: str) -> Sound | None: ...
