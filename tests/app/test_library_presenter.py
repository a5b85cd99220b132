"""The rows of the library, what can be done with each, and how to lay its table again: without a window."""

import re
from datetime import datetime
from pathlib import Path

import pytest

from companion.app.presenters.library import LibraryPresenter
from companion.app.presenters.pause import where_we_were
from companion.app.screen_words import words_of
from companion.games import GAMES
from companion.table import Evening, SavedGame, games_kept, lay_again, new_journal, position, turns
from companion.table.journal import Played
from companion.words import Speech, describe_saved, in_words, languages
from tests.table.playing import play_on
from tests.tools.shown import WORDS

SOUND = ("go-on", "look", "lay", "export", "aside")
WAYS = {
    "unfinished": ("empty", SOUND),
    "finished": ("done", SOUND),
    "damaged": ("wrong", ("repair", "aside")),
    "unknown": ("wrong", ("aside",)),
}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LibraryPresenter:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return LibraryPresenter(WORDS, GAMES)


def kept(name: str, answers: int, **options: object) -> SavedGame:
    path = new_journal(name, datetime.now())
    with Evening.begin(GAMES.load(name), GAMES, options, path, 5, inline=True) as evening:
        play_on(evening, answers)
    return next(one for one in games_kept(GAMES) if one.path == path)


@pytest.mark.parametrize("how", WAYS)
def test_each_row_has_its_sign_and_its_ways(shelf: LibraryPresenter, how: str) -> None:
    game = "example" if how in ("unfinished", "finished") else ""
    one = SavedGame(Path("a.jsonl"), how, Played(3, 0), game, {"players": 2, "turns": 4, "result": "won"})
    row = shelf.row(one)
    assert (row.glyph, row.ways) == WAYS[how]
    assert row.title == ("Lighthouse" if game else "a.jsonl")
    assert row.under.split(" · ") == describe_saved(WORDS, one, False)
    assert shelf.row(one._replace(aside=True)).ways == ("back",)


def test_a_row_says_when_it_was_played_where_the_journal_tells(shelf: LibraryPresenter) -> None:
    noon = int(datetime(2026, 3, 4, 12, 5).timestamp())
    one = SavedGame(Path("a.jsonl"), "unfinished", Played(3, noon), "example", {"players": 2})
    assert shelf.row(one).under.endswith(" · 2026-03-04 12:05")


@pytest.mark.parametrize("lang", languages())
def test_a_table_is_laid_to_the_end_of_every_turn(shelf: LibraryPresenter, lang: str) -> None:
    one, words = kept("example", 5), words_of(lang, "example")
    mine = LibraryPresenter(words, GAMES)
    *earlier, (last, now) = mine.turns(one)
    assert (last, now) == (None, words.say("screen-library.now"))
    told = list(turns(one.path, GAMES))[:-1]
    assert [entries for entries, _ in earlier] == [entries for _, entries in told]
    assert earlier[0][1] == words.say("screen-library.setup")
    assert [said for _, said in earlier[1:]] == [
        words.say("screen-library.turn", {"n": turn}) for turn, _ in told[1:]
    ]
    for entries in (*[entries for entries, _ in earlier], None):
        game, state = position(one.path, GAMES.load, entries)
        speech = Speech(words, game, state)
        assert mine.to_lay(one, entries) == [
            speech.phrase(phrase) for phrase in lay_again(one.path, GAMES, entries)
        ]


def test_what_is_asked_is_seen_first_and_only_where_nothing_is_hidden(shelf: LibraryPresenter) -> None:
    for name, hidden in (("example", False), ("contre-temps", True)):
        one = kept(name, 3)
        assert one.hidden is hidden
        game, state = position(one.path, GAMES.load)
        speech = Speech(words_of("en", name), game, state)
        (question, *_) = game.awaited(state)
        first = [] if hidden else [(speech.owner(question), speech.question(question))]
        rows = [(row.name, row.value) for row in in_words(speech, game.view(state, None))]
        assert LibraryPresenter(words_of("en", name), GAMES).seen(one) == [*first, *rows]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", ["the-loop", "contre-temps", "cyberion", "example"])
def test_what_is_seen_is_in_words_and_no_code_is(name: str, lang: str) -> None:
    one = kept(name, 40)
    rows = LibraryPresenter(words_of(lang, name), GAMES).seen(one)
    assert len(rows) > 3
    for called, value in rows:
        assert not re.match(r"[a-z_]+(\.|$)", called), called
        assert value not in ("", "–")
        assert not re.search(r"\d>\d|\bNone\b|\b[a-z]+(?:-[a-z]+)*-\d", value), value


# -- after a pause


@pytest.mark.parametrize("lang", languages())
def test_after_a_pause_the_open_question_is_the_third_line(lang: str) -> None:
    for name, key in (("the-loop", "drop"), ("example", "open")):
        words = words_of(lang, name)
        options = {"weather": "hand"} if name == "example" else {"drop": "hand"}
        now = Evening.begin(GAMES.load(name), GAMES, options, None, 5, inline=True).now
        speech, asked = Speech.of(words, now), now.first.question
        _, whose, what = where_we_were(words, GAMES, now)
        turn = speech.name("seat", now.state.active) if name == "the-loop" else words.say("table.team")
        assert whose == words.say("screen-pause.turn", {"who": turn})  # though chance is asked
        assert what == words.say(f"screen-pause.{key}", {"what": speech.question(asked)})


def test_what_only_one_may_know_is_not_told_after_a_pause() -> None:
    evening = Evening.begin(GAMES.load("contre-temps"), GAMES, {}, None, 5, inline=True)
    words = words_of("en", "contre-temps")
    while not evening.now.game.secret(evening.now.state, evening.now.first.question.answers[0], None):
        play_on(evening, 1)
    assert where_we_were(words, GAMES, evening.now)[2] == words.say("screen-pause.secret")
    assert len(evening.now.first.question.answers) > 1


def test_a_game_that_is_over_has_one_line(tmp_path: Path) -> None:
    evening = Evening.begin(GAMES.load("example"), GAMES, {}, None, 5, inline=True)
    play_on(evening)
    (line,) = where_we_were(words_of("en", "example"), GAMES, evening.now)
    assert line == "Hour 6 · Lighthouse · 2 keepers · Short night"
