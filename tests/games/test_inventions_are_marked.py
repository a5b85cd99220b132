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
from tests.tools import playthroughs, read_aloud, shown

PLAYTHROUGHS = sorted(path.stem for path in playthroughs.FOLDER.glob("*.txt"))
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


SENTINEL = "Zqx"
"""Nobody else is called so."""
NAMED = {"the-loop": ("card", "mission", "ultra"), "contre-temps": ("suits",)}


def renamed(name: str) -> Any:
    """The shipped box, every invented piece that has a name called so."""
    box = load(name).box
    if name == "contre-temps":
        suits = {key: {**one, "name": SENTINEL} for key, one in box["suits"].items()}
        return {**box, "suits": suits}
    ours = {kind: {one.id for one in entries_of(box, kind) if invented_keys(one)} for kind in NAMED[name]}
    changed = {
        kind: [{**one, "name": SENTINEL} if one["id"] in ours[kind] else one for one in box[kind]]
        for kind in NAMED[name]
    }
    return {**box, **changed}


class Bare(Words):
    """Pieces are called as their box calls them, even ours."""

    def called(self, name: Any, label: Any = None) -> str:
        if not isinstance(name, str) and SENTINEL in name.brought.values():
            return SENTINEL + (self.invented if name.invented else "")
        return super().called(name, label)


PLAYED = [one for one in PLAYTHROUGHS if one.startswith(tuple(NAMED))]


@pytest.mark.parametrize("played", PLAYED)
def test_no_view_of_a_piece_that_we_invented_goes_without_the_sign(played: str, monkeypatch: Any) -> None:
    """Terminal, tablet and phone, from one end of a golden game to the other: whatever says the name of an
    invented piece says the sign. The names are found because we changed all of them; none is listed."""
    name = next(one for one in NAMED if played.startswith(one))
    monkeypatch.setattr(shown.games, "load", lambda _: load(name, renamed(name)))
    monkeypatch.setattr(read_aloud, "Words", Bare)
    seen = 0
    for now in read_aloud.playthrough(played, 8):
        for where, text in read_aloud.read(now, "en"):
            assert not re.search(rf"{SENTINEL}(?!{re.escape('*')})", text), (where, text)
            seen += SENTINEL in text
    assert seen > 50


def test_a_side_and_a_suit_are_marked_as_long_as_we_invented_them() -> None:
    game = load("the-loop")
    side = {"mode": "centrifuge"}
    for made, options, marked in (
        (game, side, True),
        (game, {**side, "centrifuges": "hand"}, False),  # it was seen on the table
        (type(game)(owned(game.box, ("centrifuge",))), side, False),
    ):
        state = made.start(options)
        assert {made.label(state, "side", one).invented for one in ("spiral", "star", "stripe")} == {marked}
        token = made.label(state, "centrifuge", "centrifuge-a").invented
        assert token == (made is game)
    rivals = load("contre-temps")
    mine = {key: {**one, "name": "Mine", "source": "owner"} for key, one in rivals.box["suits"].items()}
    for one, marked in ((rivals, True), (type(rivals)({**rivals.box, "suits": mine}), False)):
        assert one.label(one.start({}), "suit_name", "A").invented == marked


def test_a_gigantobot_is_marked_as_long_as_we_invented_it() -> None:
    game = load("cyberion")
    mine = type(game)(owned(game.box, ("gigantobot",)))
    number = len(game.box["gigantobot"])
    for one, marked in ((game, True), (mine, False)):
        state = one.start({"gigantobots": True})
        assert {one.label(state, "gigantobot", value).invented for value in range(number)} == {marked}
