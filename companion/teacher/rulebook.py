"""The rules of a game in our own words, by chapter and by the ids of its ledger.

May import: companion.engine, companion.words, companion.store.

`lessons/rules.toml` has the chapters in their order, in each the articles, and which rules of the ledger an
article tells; `lessons/<language>/rules.toml` has the texts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion import store
from companion.engine import Manifest
from companion.words import Words, matching, plain

PARTS = ("rules", "hints", "setup", "signs", "lesson")
"""The files of words that a folder of lessons may have in each language."""


class Article(NamedTuple):
    """What players ask of the rules, answered in a few lines."""

    id: str
    chapter: str
    rules: tuple[str, ...]
    """The ids of the ledger that it tells."""

    def title(self, words: Words) -> str:
        return words.say(f"rule.{self.id}.title")

    def text(self, words: Words) -> str:
        return words.say(f"rule.{self.id}.text")

    def where(self, words: Words) -> str:
        """The name of its chapter."""
        return words.say(f"chapter.{self.chapter}")


class Rulebook:
    """All articles of a game, in the order in which they are read."""

    def __init__(self, articles: tuple[Article, ...]) -> None:
        self.articles = articles
        self._by_rule = {rule: article for article in articles for rule in article.rules}
        self._by_id = {article.id: article for article in articles}

    @classmethod
    def of(cls, manifest: Manifest) -> Rulebook:
        """The rulebook of a game; an empty one where nobody has written it yet."""
        return _read(manifest.folder / "lessons" / "rules.toml")

    @property
    def chapters(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(article.chapter for article in self.articles))

    def within(self, chapter: str) -> tuple[Article, ...]:
        return tuple(article for article in self.articles if article.chapter == chapter)

    def article(self, rule: str) -> Article | None:
        """What tells this rule of the ledger, or the article of this name."""
        return self._by_rule.get(rule) or self._by_id.get(rule)

    def search(self, words: Words, typed: str) -> tuple[Article, ...]:
        """The articles that have all these words, or a rule of this number; titles before texts."""
        if (named := self._by_rule.get(typed.strip().upper())) is not None:
            return (named,)
        whole = [
            f"{one.title(words)} {one.text(words)} {one.where(words)} {' '.join(one.rules)}"
            for one in self.articles
        ]
        found = [self.articles[place] for place in matching(whole, typed)]
        wanted = plain(typed).split()

        def aside(article: Article) -> bool:
            return not all(word in plain(article.title(words)) for word in wanted)

        return tuple(sorted(found, key=aside))


@cache
def _read(path: Path) -> Rulebook:
    try:
        data = tomllib.loads(store.read(path).decode())
    except FileNotFoundError:
        return Rulebook(())
    return Rulebook(tuple(_articles(data)))


def _articles(data: dict[str, dict[str, list[str]]]) -> Iterator[Article]:
    for chapter, articles in data.items():
        for name, rules in articles.items():
            yield Article(name, chapter, tuple(rules))


def taught_words(words: type[Words], lang: str, manifest: Manifest, *areas: str) -> Words:
    """The words of a game with all that its lessons say, after those of a shell."""
    area = manifest.folder.name
    return words(lang, (*areas, area, *(f"{area}/{part}" for part in PARTS)))
