"""The first page tells where the last game stands, out of its journal alone."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.app.presenters.home import HomePresenter, set_aside_sentence, turn_of
from companion.app.screen_words import words_of
from companion.app.settings import Settings, choice_of, for_people, home
from companion.games import GAMES, load
from companion.store import Aside
from companion.table import Evening
from companion.words import Words, languages
from tests.games.tiny import TINY, Tiny


def words(lang="en") -> Words:
    return Words(lang, ["the_loop", "tower", "app", "app_screens"])


def begun(path, **options):
    chosen = {"agents": ["mr-time", "v-girl"], **options}
    return Evening.begin(load("the-loop"), GAMES, chosen, path, 3, inline=True)


def test_without_a_journal_there_is_nothing_to_continue():
    assert HomePresenter(words(), GAMES).last(None, datetime.now()) is None


def test_the_last_game_while_it_is_open_elsewhere(tmp_path):
    with begun(tmp_path / "game.jsonl"):
        last = HomePresenter(words(), GAMES).last(tmp_path / "game.jsonl", datetime.now())
    assert last.title == "Turn 1 of 21"
    assert last.under.startswith("Today, ")
    assert last.under.endswith("Mr Time and V-Girl · S.A.B.O.T.A.G.E")
    assert not last.over


def test_in_the_middle_of_the_setup_and_in_french(tmp_path):
    begun(tmp_path / "game.jsonl", foo="hand").close()
    last = HomePresenter(words("fr"), GAMES).last(tmp_path / "game.jsonl", datetime.now() + timedelta(days=1))
    assert last.title == "Au milieu de la mise en place"
    assert last.under.startswith("Hier, ")


def test_a_damaged_journal_is_offered_by_its_name(tmp_path):
    (tmp_path / "game.jsonl").write_text("nothing that anybody can read\n{}\n")
    last = HomePresenter(words(), GAMES).last(tmp_path / "game.jsonl", datetime.now())
    assert last.under == "game.jsonl"
    assert (last.over, last.falls) == (False, False)


@pytest.mark.parametrize(("name", "cubes"), [("the-loop", True), ("contre-temps", False), ("example", False)])
def test_the_first_game_needs_no_title_and_cubes_fall_where_there_is_a_drop(tmp_path, name, cubes):
    path = tmp_path / "game.jsonl"
    Evening.begin(load(name), GAMES, {}, path, 3, inline=True).close()
    last = HomePresenter(words_of("en", name), GAMES).last(path, datetime.now())
    assert (GAMES[name].title in last.under) == (name != GAMES.first)
    assert last.falls is cubes


def test_before_the_first_turn_no_turn_is_named(tmp_path):
    """Tiny counts no turns at all."""
    path = tmp_path / "game.jsonl"
    Evening.begin(Tiny(), TINY, {}, path, 3, inline=True).close()
    assert turn_of(Tiny(), Tiny().start({})) == 0
    assert HomePresenter(words(), TINY).last(path, datetime.now()).title == "In the middle of the setup"


@pytest.mark.parametrize("lang", languages())
def test_a_file_that_was_set_aside_is_told_with_its_new_name(lang):
    path, now = Path("/srv/settings.json"), Path("/srv/settings.json.unreadable-1")
    said = words(lang).say
    told = said("table.set-aside", {"file": str(path), "now": str(now)})
    assert set_aside_sentence(words(lang), Aside(path, now)) == told
    assert set_aside_sentence(words(lang), Aside(path, None)) == said(
        "table.not-set-aside", {"file": str(path), "now": ""}
    )
    assert "unreadable-1" in told


def test_settings_are_kept_and_a_damaged_file_is_the_same_as_none(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = Settings(lang="fr", text_size=1.25, tower="port:/dev/ttyUSB0")
    kept.write()
    assert Settings.read() == kept
    (home() / "settings.json").write_text("{")
    assert Settings.read() == Settings()


@pytest.mark.parametrize(
    "strange", [{"lang": "tlh"}, {"text_size": 0.0}, {"games": {"the-loop": [1]}}, {"motion": "no"}], ids=str
)
def test_what_no_settings_page_has_written_is_left_out(tmp_path, monkeypatch, strange):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    home().mkdir(parents=True)
    (home() / "settings.json").write_text(json.dumps({"spoken": True, **strange}))
    assert Settings.read() == Settings(spoken=True)


def test_a_path_is_told_as_people_write_it_and_a_long_one_without_its_middle():
    assert for_people(Path.home() / "box") == "~/box"
    assert for_people(Path("/srv/games/box")) == "/srv/games/box"
    long = for_people(Path.home() / "a-folder-that-is-deep" / "another-one-in-it" / "loop-companion" / "box")
    assert long == "~/…/another-one-in-it/loop-companion/box"
    assert for_people(Path("/", "x" * 60)) == "/" + "x" * 60, "a name is not cut"
    assert for_people(Path("/srv", "x" * 60)) == "/…/" + "x" * 60
    just = Path("/srv/games", "x" * 37)
    assert len(str(just)) == 48
    assert for_people(just) == str(just)
    assert for_people(Path("/srv/games", "x" * 38)) == "/…/games/" + "x" * 38


def test_the_settings_name_a_tower_or_none():
    assert choice_of("none") is None
    assert choice_of("port:/dev/ttyACM0").where == "/dev/ttyACM0"
    assert choice_of("url:socket://tower:3333").where == "socket://tower:3333"
    assert choice_of("simulated", 7).seed == 7
    assert choice_of("simulated").seed == 0
    assert choice_of("found").kind == "found"
