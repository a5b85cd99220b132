"""The words of the app while a game is played.

May import: companion.words; never Kivy. A game's own are `games/<game>/words/*.toml`.
"""

from __future__ import annotations

import re

from companion.words import About, Label, Words

TIGHT = re.compile(r"(?<=«) | (?=[?!:;»%])")
"""Spaces that a French line is never broken at."""


class ScreenWords(Words):
    """On a screen lines break by themselves: a French question mark must not begin the next one."""

    def say(self, key: str, about: About = (), label: Label | None = None) -> str:
        said = super().say(key, about, label)
        return TIGHT.sub("\u00a0", said) if self.lang == "fr" else said


def words_of(lang: str, game: str) -> Words:
    """Everything that can be said in the app while this game is played; what the game says of a page that all
    games share takes the place of what the page says itself."""
    return ScreenWords(lang, ("tower", "app", "app_screens", game.replace("-", "_")))
