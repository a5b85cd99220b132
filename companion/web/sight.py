"""What one device may see of an evening, and what it may answer.

May import: companion.engine, companion.table, companion.words. Everything that is sent to a device is made
from a `Sight`; nothing in it depends on what its seat may not know, unless a face looks at `now` itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias

from companion.engine import CHANCE, TEAM, Game, Games, Input, Owner, Plain, Question, Refusal, to_plain
from companion.engine.scene import open_to_all, seats, visible
from companion.table import Asked, Entry, Snapshot, VisibleEntry
from companion.teacher import Rulebook
from companion.words import Speech, Words

Book: TypeAlias = dict[int, tuple[Entry, tuple[str, ...]]]
Tell: TypeAlias = Callable[[Speech, Question | None, Input], str]


class Sight:
    def __init__(
        self,
        now: Snapshot,
        seat: int | None,
        words: Words,
        games: Games,
        acts: bool = False,
        book: Book | None = None,
    ) -> None:
        """`acts`: whether this device answers for the table, too, where nobody in particular is asked.
        `book`: what was said of entries before, in the same language."""
        self.now = now
        self.seat = seat
        self.words = words
        self.games = games
        self.acts = acts
        self._book = book if book is not None else {}
        self.game: Game = now.game
        self.speech = Speech.of(words, now)
        self._tell: Tell = games.view(now.game.name, "answer") or Speech.answer

    @cached_property
    def view(self) -> Plain:
        """The position as this seat may know it."""
        return visible(self.now, self.seat)

    @cached_property
    def mine(self) -> tuple[Asked, ...]:
        """What this device may answer, what is asked of its seat first."""
        if self.now.older is not None:
            return ()  # to be settled at the tablet first
        own = [one for one in self.now.asked if one.question.owner == self.seat]
        return (*own, *(one for one in self.now.asked if self._for_anybody(one)))

    def _for_anybody(self, asked: Asked) -> bool:
        question = asked.question
        if not self.acts or question.owner not in (TEAM, CHANCE) or asked.source == "app":
            return False
        # what is dealt in secret is told where nobody else looks on: at the tablet
        return open_to_all(self.now, question)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Other seats that are asked something."""
        owners = (one.question.owner for one in self.now.asked)
        return tuple(one for one in owners if isinstance(one, int) and one != self.seat)

    def history(self, since: int = 0) -> tuple[VisibleEntry, ...]:
        """The journal after entry `since`, as this seat may read it."""
        return self.now._replace(entries=self.now.entries[since:]).history(self.seat)

    def seat_name(self, seat: int) -> str:
        """Who plays alone is "you" to themselves alone."""
        if self.seat is None and not self.acts and seats(self.now) == 1 and not any(self.speech.people):
            return self.say("the-player")
        return self.speech.name("seat", seat)

    def refusal(self, refusal: Refusal) -> str:
        """What was refused, with the rule in our own words."""
        said = self.speech.refusal(refusal)
        article = Rulebook.of(self.now.manifest).article(refusal.rule)
        return f"{said} {article.text(self.words)}" if article is not None else said

    def answer(self, question: Question, given: Input) -> str:
        """An answer in words."""
        said = self._tell(self.speech, question, given)
        return said[:1].upper() + said[1:]

    def say(self, key: str, **about: object) -> str:
        return self.words.say(f"phone.{key}", about)

    def sentences(self, line: VisibleEntry) -> tuple[str, ...]:
        """One entry of the journal as sentences."""
        if line.given is None:
            return (self.words.say("table.secret-given").strip(),)
        entry = self.now.entries[line.number - 1]
        known = self._book.get(line.number)
        if known is None or known[0] is not entry:
            after = self.speech.at(entry.after)
            known = entry, tuple(after.happening(one).strip() for one in line.happenings)
            self._book[line.number] = known
        return known[1]


def key_of(given: Input) -> str:
    """Names an answer on a page, the same after every restart."""
    text = json.dumps(to_plain(given), sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def token_of(device: str, owner: Owner, since: int, key: str) -> str:
    """Of an answer: the same device, question and answer are the same token, so a repeat is known by it."""
    return f"{device}/{owner}/{since}/{key}"
