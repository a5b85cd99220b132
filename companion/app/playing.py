"""Which games can be played in the app, and what of the app belongs to which: the one place that knows.

May import: companion.engine, companion.words; never Kivy. A game gets its table by one line here and a folder
in `screens`; its words are `games/<game>/words/*.toml`.
"""

from __future__ import annotations

import re

from companion.words import About, Label, Words

SCREENS = {"the-loop": "table", "contre-temps": "timeline", "cyberion": "workshop"}
"""The screen on which each game is played. `app.go("table")` leads to the one of the game that is on."""

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
