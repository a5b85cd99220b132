"""The teacher in the terminal: hints while people are led, and the rule behind whatever they ask about.

May import: companion.engine, companion.teacher, companion.words, the rulebook as lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from textwrap import wrap

from companion.engine import Happening, Manifest, Outcome, Question, Refusal
from companion.teacher import Guide, Hint, Hints, Rulebook, Taught
from companion.words import Words

from .rulebook import WIDTH, entry, lines


class Tutor:
    """Knows what happened since the last question, and what was refused."""

    def __init__(self, words: Words, manifest: Manifest, taught: Taught | None = None) -> None:
        self.words = words
        self.book, self.hints = Rulebook.of(manifest), Hints.of(manifest)
        self.guide = Guide(manifest, taught) if taught is not None else None
        self._happened: list[Happening] = []
        self._lately: list[Happening] = []
        """… before the question that is open."""
        self._refused: Refusal | None = None

    def heard(self, happenings: Iterable[Happening]) -> None:
        self._happened += happenings
        self._refused = None

    def refused(self, refusal: Refusal) -> None:
        self._refused = refusal

    def lead(self, question: Question) -> list[str]:
        """What is new of all that, as lines; nothing where nobody is led."""
        happened, self._happened = self._happened, []
        self._lately = happened or self._lately
        due = self.guide.due(happened, question) if self.guide is not None else []
        for hint in due:
            self._keep(hint)
        return [line for hint in due for line in self._idea(hint)]

    def why(self, question: Question | None, outcome: Outcome | None = None) -> list[str]:
        """The rule behind the last refusal or the end, else behind what is asked and what happened before."""
        ended = self._refused or outcome
        if ended is not None and (article := self.book.article(ended.rule)) is not None:
            return entry(self.words, article)
        return self.behind(question, self._lately) or [self.words.say("rulebook.nothing-asked")]

    def behind(self, question: Question | None, happenings: Iterable[Happening]) -> list[str]:
        """Ideas with their rules."""
        found = []
        for hint in self.hints.behind(question, happenings):
            article = self.book.article(hint.rule)
            found += [*self._idea(hint), "", *(entry(self.words, article) if article is not None else [])]
        return found

    def look_up(self, typed: str) -> list[str]:
        """What the rules say about a word."""
        return lines(self.words, self.book, typed) or [self.words.say("rulebook.none", {"0": typed})]

    def _idea(self, hint: Hint) -> list[str]:
        return wrap(hint.text(self.words), WIDTH, initial_indent="  ▸ ", subsequent_indent="    ")

    def _keep(self, hint: Hint) -> None:
        """A full disk does not disturb the evening: they are told again another time."""
        if self.guide is not None:
            self.guide.shown(hint)
            with suppress(OSError):
                self.guide.taught.save()
