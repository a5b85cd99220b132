"""The feed: what everybody may know, as JSON, for lights, streams and whatever people build.

May import: companion.engine, companion.table, its own room. Each happening is an item with a number that
only grows while the evening lasts; whoever was away asks for what came after the last one. Described in
docs/phones.md.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from companion.engine import Plain
from companion.words import Words

from .html import tag
from .page import document
from .sight import Sight

if TYPE_CHECKING:
    from .hub import Hub

FORMAT = 1
HEARTBEAT = 15.0


def page(hub: Hub, since: int, lang: str = "en") -> Plain:
    """Everything after item `since`, its sentences in this language."""
    return {
        "format": FORMAT,
        "game": hub.now.game.name,
        "at": len(hub.now.entries),
        "items": items(hub, since, lang),
    }


def items(hub: Hub, since: int, lang: str) -> list[Plain]:
    """One for each entry of the journal: its number, its happenings with a sentence, or that it is secret."""
    now, words = hub.now, hub.words(lang)
    sight = Sight(now, None, words, hub.games)
    entries: list[Plain] = []
    for line in sight.history(since):
        speech = sight.speech.at(now.entries[line.number - 1].after)
        happened = [
            {**now.game.write(now.entries[line.number - 1].after, one), "said": speech.happening(one).strip()}
            for one in line.happenings
        ]
        entries.append({"number": line.number, "secret": line.given is None, "happenings": happened})
    return entries


async def stream(hub: Hub, since: int, lang: str = "en") -> AsyncIterator[str]:
    fresh = asyncio.Event()
    hub.feeds.append(fresh)
    at = since
    try:
        while not hub.ended:
            fresh.clear()
            now = len(hub.now.entries)
            if now < at:
                yield f"id: {now}\nevent: undone\ndata: {json.dumps({'format': FORMAT, 'at': now})}\n\n"
            elif now > at:
                data = json.dumps(page(hub, at, lang), ensure_ascii=False)
                yield f"id: {now}\nevent: happened\ndata: {data}\n\n"
            at = now
            try:
                await asyncio.wait_for(fresh.wait(), HEARTBEAT)
            except TimeoutError:
                yield ":\n\n"
    finally:
        hub.feeds.remove(fresh)


def overlay(words: Words) -> str:
    """What happens, on a transparent ground, for a stream."""
    script = tag("script", src="/static/overlay.js", defer=True)
    title = words.say("phone.title")
    shown = tag("main", tag("h1", title, class_="heard"), tag("p", id="shown", aria_live="polite"))
    return document(words, title, shown, head=script, body="overlay")
