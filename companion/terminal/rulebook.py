"""`companion rules`: the rulebook of a game as lines. May import: companion.teacher, companion.words."""

from __future__ import annotations

from textwrap import wrap

from companion.teacher import Article, Rulebook
from companion.words import Words

WIDTH = 90


def lines(words: Words, book: Rulebook, typed: str) -> list[str]:
    """What was looked for; the contents, when nothing was; no line where nothing is found."""
    if not typed.strip():
        return contents(words, book)
    return [line for article in book.search(words, typed) for line in entry(words, article)]


def contents(words: Words, book: Rulebook) -> list[str]:
    found = []
    for chapter in book.chapters:
        found.append(words.say(f"chapter.{chapter}"))
        found += [f"  {article.title(words)}" for article in book.within(chapter)]
    return found


def entry(words: Words, article: Article) -> list[str]:
    """An article with its chapter, and the ids by which refusals name it."""
    head = words.say("rulebook.head", {"title": article.title(words), "chapter": article.where(words)})
    text = wrap(article.text(words), WIDTH, initial_indent="  ", subsequent_indent="  ")
    ids = wrap(f"[{', '.join(article.rules)}]", WIDTH, initial_indent="  ", subsequent_indent="   ")
    return [head, *text, *ids, ""]
