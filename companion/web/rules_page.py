"""The rules of the game on a phone: the way from *why?* to a chapter, and a field to look for a word.

May import: companion.teacher, companion.words, its own room. Every link and the field are plain addresses:
`/rules?rule=EX-01`, `/rules?chapter=weather`, `/rules?find=oil`.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from companion.teacher import Article, Rulebook
from companion.words import Words

from .html import Html, tag
from .page import document

LONGEST = 80
"""Letters that are looked for."""


def way(rule: str) -> str:
    """The address of a rule."""
    return f"/rules?{urlencode({'rule': rule})}"


def rules_page(words: Words, title: str, book: Rulebook, asked: Mapping[str, str]) -> str:
    article, typed = book.article(asked.get("rule", "")), asked.get("find", "")[:LONGEST].strip()
    chapter = article.chapter if article is not None else asked.get("chapter", "")
    if typed:
        found, chapter = book.search(words, typed), ""
    else:
        chapter = chapter if chapter in book.chapters else (*book.chapters, "")[0]
        found = book.within(chapter)
    first = [one for one in found if one == article]
    articles = [_article(words, one) for one in (*first, *(one for one in found if one != article))]
    nothing = tag("p", words.say("rulebook.none", {"0": typed}), class_="faint")
    return document(
        words,
        title,
        tag(
            "main",
            tag("h1", f"{title} · {words.say(f'chapter.{chapter}')}" if chapter else title),
            tag("p", tag("a", words.say("phone.box-back"), href="/")),
            _search(words, typed),
            *(articles or [nothing]),
            tag("nav", tag("ul", *(_chapter(words, one, chapter) for one in book.chapters), class_="pieces")),
        ),
    )


def _article(words: Words, article: Article) -> Html:
    ids = tag("p", " ".join(article.rules), class_="faint")
    return tag("section", tag("h2", article.title(words)), tag("p", article.text(words)), ids, class_="part")


def _chapter(words: Words, chapter: str, open_: str) -> Html:
    here = "page" if chapter == open_ else None
    said = words.say(f"chapter.{chapter}")
    return tag("li", tag("a", said, href=f"/rules?{urlencode({'chapter': chapter})}", aria_current=here))


def _search(words: Words, typed: str) -> Html:
    said = words.say("teach.search")
    field = tag("input", type="search", name="find", value=typed, maxlength=LONGEST)
    label = tag("label", tag("span", said), field, class_="field")
    return tag("form", label, tag("button", said, type="submit"), action="/rules", class_="piece")
