"""Kivy's settings, read before its window is opened."""

from abc import ABCMeta

class ConfigParser(metaclass=ABCMeta):
    def __init__(self, name: str = "", **kwargs: object) -> None: ...
    def set(self, section: str, option: str, value: object) -> None: ...

Config: ConfigParser
