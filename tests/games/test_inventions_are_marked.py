"""Nothing that we made up passes for real: its name has the sign wherever people read it, in every face."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.advisor import RandomBot
from companion.engine import Applied, Game
from companion.engine.box_editor import entries_of, invented_keys
from companion.games import GAMES, load
from companion.words import Speech, Words, languages

KINDS = {"the-loop": ("card", "mission", "ultra"), "cyberion": ("machine",)}
"""Kinds that are called by names of their own; a token's and a gigantobot's sign has a test below."""


def texts(game: Game, state: Any, words: Words, happenings: tuple[Any, ...]) -> Iterator[str]:
    """Whatever terminal, tablet and phones make their sentences of."""
    speech = Speech(words, game, state)
    board = GAMES.face(game.name, "terminal")()
    yield from board.draw(speech, 0)
    for question in game.awaited(state):
        yield speech.question(question)
        yield from (board.answer(speech, question, one) for one in question.answers[:20])
        yield from (speech.answer(question, one) for one in question.answers[:20])
    yield from (speech.happening(one) for one in happenings)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", list(KINDS))
def test_an_invented_name_is_never_read_without_its_sign(name: str, lang: str) -> None:
    game = load(name)
    words = Words(lang, [name.replace("-", "_"), "app", "app_screens"])
    for options in ({}, {"mode": "ultramachina"}) if name == "the-loop" else ({},):
        state = game.start(options)
        speech = Speech(words, game, state)
        invented = [
            speech.name(kind, entry.id)
            for kind in KINDS[name]
            for entry in entries_of(game.box, kind)
            if invented_keys(entry)
        ]
        assert invented
        assert all(said.endswith(words.invented) for said in invented)
        bare = "|".join(re.escape(said.removesuffix(words.invented)) for said in invented)
        unmarked = re.compile(rf"(?:{bare})(?!\w|{re.escape(words.invented)})")
        bot, happenings, seen = RandomBot(3), (), 0
        for _ in range(150):
            for text in texts(game, state, words, happenings):
                assert not unmarked.search(text), text
                seen += words.invented in text
            asked = game.awaited(state)
            if not asked:
                break
            made = game.apply(state, bot.choose(game, state, asked[0]), "app")
            assert isinstance(made, Applied)
            state, happenings = made
        assert seen


def owned(box: Any, kinds: tuple[str, ...]) -> Any:
    """The same box, all its pieces of these kinds an owner's."""
    plain = {
        kind: [{**{k: v for k, v in one.items() if k != "stand-in"}, "source": "owner"} for one in box[kind]]
        for kind in kinds
    }
    return {**box, **plain}


def test_a_piece_is_marked_as_long_as_we_invented_something_of_it() -> None:
    game = load("the-loop")
    box, state = game.box, game.start({"mode": "supa"})
    mine = type(game)(owned(box, ("card", "duplicate", "supa", "agent", "ultra", "mission")))
    for kind, field in (
        ("card", "card"),
        ("mission", "mission"),
        ("ultra", "ultra"),
        ("duplicate", "duplicate"),
        ("supa", "duplicate"),
    ):
        marks = [game.label(state, field, one["id"]).invented for one in box[kind]]
        expected = [bool(invented_keys(entry)) for entry in entries_of(box, kind)]
        assert marks == expected, kind
        assert any(marks), kind
        yours = mine.start({"mode": "supa"})
        assert not any(mine.label(yours, field, one["id"]).invented for one in box[kind]), kind


def test_a_gigantobot_is_marked_as_long_as_we_invented_it() -> None:
    game = load("cyberion")
    mine = type(game)(owned(game.box, ("gigantobot",)))
    number = len(game.box["gigantobot"])
    for one, marked in ((game, True), (mine, False)):
        state = one.start({"gigantobots": True})
        assert {one.label(state, "gigantobot", value).invented for value in range(number)} == {marked}
