"""Everything that people read of a game, as it would be read aloud: for tests of how it sounds.

The golden playthroughs are played again; at some positions the terminal, the tablet's views and the phones
say all that they have to say. Imports games, words.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any, NamedTuple

from companion.app.presenters.hand_steps import HandStepsPresenter
from companion.games import GAMES
from companion.games.contre_temps.views.timeline import TimelinePresenter
from companion.games.cyberion.views.workshop import WorkshopPresenter
from companion.games.the_loop.views import sentences, story
from companion.table import Todo
from companion.terminal import Speech, board_of
from companion.web.html import Html
from companion.web.sight import Sight
from companion.words import Words
from tests.tools import playthroughs
from tests.tools.shown import scenes

AREAS = ("tower", "app", "app_screens", "phone")
VIEWS: dict[str, Any] = {"cyberion": WorkshopPresenter, "contre-temps": TimelinePresenter}


class Read(NamedTuple):
    """A text, and where it stands: `line` when it is one of its own, else a `part` of something."""

    where: str
    text: str


def playthrough(name: str, looks: int) -> list[Any]:
    """Positions of a golden game, evenly through it, its first and last among them."""
    found = scenes((playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    places = {round(place * (len(found) - 1) / (looks - 1)) for place in range(looks)}
    return [found[place] for place in sorted(places)]


def read(now: Any, lang: str) -> Iterator[Read]:
    """All that is said in this position, and of what led to it."""
    game, state = now.game, now.state
    words = Words(lang, [*AREAS, game.name.replace("-", "_")])
    speech = Speech(words, game, state)
    board = board_of(GAMES, game.name)
    for seat in (None, 0):
        yield from (Read("board", text) for text in board.draw(speech, seat))
    for question in game.awaited(state):
        yield Read("question", speech.question(question))
        yield Read("hint", board.hint(speech, question))
        for given in question.answers:
            yield Read("answer", board.answer(speech, question, given))
            yield Read("answer", speech.answer(question, given))
            if game.name == "the-loop":
                yield Read("answer", sentences.answer(speech, question, given))
    entries = now.entries[-12:]
    for entry in entries:
        later = speech.at(entry.after)
        yield from (Read("happening", later.happening(one)) for one in entry.happenings)
        undone = game.differences(entry.after, entry.before)
        yield from (Read("phrase", speech.at(entry.before).phrase(one)) for one in undone)
        todo = tuple(Todo(one, entry.after) for one in entry.happenings)
        steps = HandStepsPresenter(game, words, GAMES[game.name], ()).show(todo)
        yield from (Read("step", one.text) for one in steps)
    for field in game.correctable(state):
        yield Read("field", speech.name("path", field.path))
        yield from (Read("value", speech.value(field.path, one)) for one in (field.value, *field.choices))
    if (outcome := game.outcome(state)) is not None:
        yield from (Read("outcome", text) for text in speech.outcome(outcome))
        if game.name == "the-loop":
            yield from (Read("story", one) for one in story.story(speech, GAMES[game.name], now.entries))
    if game.name in VIEWS:
        shows = VIEWS[game.name](words)
        yield from (Read("view", text) for text in _texts(shows.show(now)))
        yield from (Read("view", text) for text in _texts(shows.ask(now)))
        machines = [one for one in getattr(shows.show(now), "factory", ()) if one is not None]
        yield from (Read("answer", text) for one in machines for text in (one.text, one.microbot))
    face = GAMES.face(game.name, "phone")
    if face is not None:
        now.older, now.asked = None, ()
        yield from (Read("phone", text) for text in _of_page(face.board(Sight(now, None, words, GAMES))))
        yield from (Read("phone", text) for text in _of_page(face.own(Sight(now, 0, words, GAMES))))


def _texts(view: object) -> Iterator[str]:
    if isinstance(view, str):
        if " " in view:
            yield view
    elif is_dataclass(view):
        for field in fields(view):
            yield from _texts(getattr(view, field.name))
    elif isinstance(view, tuple) and not hasattr(view, "kind"):
        for one in view:
            yield from _texts(one)


def _of_page(page: Html) -> Iterator[str]:
    yield from (unescape(text).strip() for text in re.split(r"<[^>]*>", str(page)) if text.strip())
