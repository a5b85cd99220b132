"""The players' language, which can change while the app runs. May import: Kivy, this room's list of games.

kv writes `app.tr.say("home.continue")`: the property changes with the language, so every text that is bound
to it follows, on hidden screens too. The words are those of the game that is on.
"""

from __future__ import annotations

from typing import Protocol

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from companion.words import About, Label, Words

from .screen_words import words_of


class Say(Protocol):
    """`Words.say`."""

    def __call__(self, key: str, about: About = (), label: Label | None = None) -> str: ...


class Tongue(EventDispatcher):
    lang = StringProperty("en")
    game = StringProperty()
    say: ObjectProperty[Say] = ObjectProperty(None)
    words: Words

    def __init__(self, lang: str, game: str) -> None:
        super().__init__(lang=lang, game=game)
        self.on_lang()

    def on_lang(self, *_: object) -> None:
        self.words = words_of(self.lang, self.game)
        self.say = self.words.say

    def on_game(self, *_: object) -> None:
        self.on_lang()

    def of(self, game: str) -> Words:
        """The words of another game, for a page that tells of all."""
        return self.words if game == self.game else words_of(self.lang, game)
