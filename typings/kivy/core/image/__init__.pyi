"""Pictures."""

from io import BytesIO

from kivy.event import EventDispatcher
from kivy.graphics.texture import Texture

class Image(EventDispatcher):
    def __init__(self, arg: Texture) -> None: ...
    def save(self, filename: str | BytesIO, flipped: bool = False, fmt: str | None = None) -> bool: ...
