"""The players' language, which can change while the app runs. May import: Kivy, companion.words.

kv writes `app.tr.say("home.continue")`: the property changes with the language, so every text that is bound
to it follows, on hidden screens too.
"""

from __future__ import annotations

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, StringProperty

from companion.words import Words

AREAS = ("the_loop", "tower", "app", "app_screens")


class Tongue(EventDispatcher):
    lang = StringProperty("en")
    say = ObjectProperty(None)
    words: Words

    def __init__(self, lang: str) -> None:
        super().__init__(lang=lang)
        self.on_lang()

    def on_lang(self, *_: object) -> None:
        self.words = Words(self.lang, AREAS)
        self.say = self.words.say
