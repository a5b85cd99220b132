"""The words of the app while a game is played.

May import: companion.words; never Kivy. A game's own are `games/<game>/words/*.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.words import About, Label, Words


class ScreenWords(Words):
    """On a screen lines break by themselves: a French question mark must not begin the next one. Which signs
    hold on to the space before or after them, the language says (`language.toml`)."""

    def __init__(self, lang: str, areas: Iterable[str] = ()) -> None:
        super().__init__(lang, areas)
        before, after = super().say("language.tight-before"), super().say("language.tight-after")
        forms = ((before, " (?=[{}])"), (after, "(?<=[{}]) "))
        tight = [form.format(re.escape(signs)) for signs, form in forms if signs]
        self._tight = re.compile("|".join(tight)) if tight else None

    def say(self, key: str, about: About = (), label: Label | None = None) -> str:
        said = super().say(key, about, label)
        return self._tight.sub("\u00a0", said) if self._tight else said


def words_of(lang: str, game: str) -> Words:
    """Everything that can be said in the app while this game is played; what the game says of a page that all
    games share takes the place of what the page says itself."""
    return ScreenWords(lang, ("tower", "doctor", "app", "app_screens", "box", game.replace("-", "_")))
