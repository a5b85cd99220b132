"""Whole pages: the table of a device, the door, what went wrong. May import: companion.words, this room."""

from __future__ import annotations

from companion.words import Words, languages, own_name

from .guests import Link
from .html import Html, joined, tag

PARTS = ("turn", "guests", "proposal", "ask", "undo", "own", "board", "seats", "codes", "log")
"""As they stand on a page, from top to bottom."""


def document(words: Words, title: str, *inside: object, head: object = None, body: str = "") -> str:
    made = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
            tag("meta", name="color-scheme", content="dark"),
            tag("title", title),
            tag("link", rel="stylesheet", href="/static/phone.css"),
            tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
            head,
        ),
        tag("body", *inside, class_=body or None),
        lang=words.lang,
    )
    return f"<!doctype html>{made}"


def table_page(words: Words, title: str, parts: dict[str, Html], seen: str, note: str, watching: bool) -> str:
    """The page of a device that was let in. It works without the script: every touch is a form."""
    heading = {"own": "own", "board": "board", "seats": "seats", "log": "lately"}
    found = []
    for name in PARTS:
        live = "polite" if name in ("guests", "proposal") else None
        inside = tag("div", parts.get(name, Html()), id=name, data_part=name, aria_live=live)
        if name in heading:
            label = tag("h2", words.say(f"phone.{heading[name]}"), id=f"{name}-name")
            inside = tag("section", label, inside, class_=f"part {name}", aria_labelledby=f"{name}-name")
        found.append(inside)
    return document(
        words,
        title,
        tag("p", words.say("phone.lost"), id="lost", role="status", hidden=True),
        tag("p", note, id="note", role="alert", hidden=not note),
        tag("main", *found),
        tag("div", id="said", class_="heard", aria_live="polite", role="log"),
        _foot(words, not watching),
        head=joined(
            (
                tag("link", rel="stylesheet", href="/static/game.css"),
                tag("script", src="/static/phone.js", defer=True),
                tag("meta", name="seen", content=seen),
            )
        ),
        body="watching" if watching else "",
    )


def _foot(words: Words, plays: bool) -> Html:
    buttons = (
        tag(
            "button",
            own_name(lang),
            type="submit",
            name="lang",
            value=lang,
            lang=lang,
            disabled=lang == words.lang,
        )
        for lang in languages()
    )
    box = tag("p", tag("a", words.say("phone.box"), href="/box")) if plays else None
    rules = tag("p", tag("a", words.say("teach.rules"), href="/rules"))
    bell = tag("label", tag("input", type="checkbox", id="bell", checked=True), words.say("phone.bell"))
    sign = tag("p", words.say("phone.sign"), class_="small")
    form = tag("form", *buttons, method="post", action="/language", class_="small")
    return tag("footer", form, bell, rules, box, sign)


def chronicle_page(words: Words, title: str) -> str:
    """The evening in one picture, to look at and to keep."""
    said = words.say("phone.picture")
    return document(
        words,
        title,
        tag(
            "main",
            tag("h1", said),
            tag("p", tag("a", words.say("phone.box-back"), href="/")),
            tag("p", tag("img", src="/chronicle.svg", alt=said, class_="poster")),
            tag("p", tag("a", words.say("phone.keep-picture"), href="/chronicle.svg", download=True)),
        ),
    )


def join_page(words: Words, link: Link, seat: str) -> str:
    """The door: nothing is exchanged until somebody touches the button, so that a preview of the link, which
    some programs fetch by themselves, does not use it up."""
    said = words.say(f"phone.join-{link.kind}", {"who": seat})
    button = tag("button", words.say("phone.come-in"), type="submit", class_="answer end")
    return document(
        words,
        words.say("phone.title"),
        tag("main", tag("h1", words.say("phone.title")), tag("p", said), tag("form", button, method="post")),
    )


def message_page(words: Words, key: str) -> str:
    title = words.say("phone.title")
    said = tag("p", words.say(f"phone.{key}"))
    return document(words, title, tag("main", tag("h1", title), said))
