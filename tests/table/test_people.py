"""Names of those who play: in one file, everywhere at once, in no copy, log or incident unless chosen."""

import io
import json
import threading
from pathlib import Path

import pytest

from companion import store
from companion.__main__ import main
from companion.games import GAMES, load
from companion.table import (
    CallAnew,
    Career,
    Evening,
    NameRefused,
    People,
    career_file,
    export,
    identity,
    keep_incident,
    look_at,
    names_in,
    people_file,
    read,
    take_in,
)
from companion.table.incidents import kept_mistake
from companion.table.journal import decode, encode
from companion.table.people import Person
from companion.words import Speech, Words
from tests.table.playing import play_on


@pytest.fixture
def people(tmp_path, monkeypatch) -> People:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "here"))
    return People(people_file())


def evening_of(people: People, *names: str, game: str = "contre-temps", **options) -> Evening:
    path = store.make_folder(store.home() / "journals") / "game.jsonl"
    seated = people.sit_down(names)
    return Evening.begin(load(game), GAMES, options, path, 4, inline=True, people=seated)


def words(game: str = "contre_temps") -> Words:
    return Words("en", [game])


def test_nobody_needs_a_name(people):
    with evening_of(people) as evening:
        assert (evening.now.seated, evening.now.people) == ((), ())
    assert not people.path.exists()
    first = store.read(store.home() / "journals" / "game.jsonl").split(b"\n")[0]
    assert b"people" not in first  # as every journal before


def test_a_name_is_said_wherever_the_seat_is(people):
    with evening_of(people, "Anna", "", "Zoë", players=3) as evening:
        speech = Speech.of(words(), evening.now)
        colours = [Speech(words(), speech.game, speech.state).name("seat", seat) for seat in range(3)]
        assert speech.name("seat", 0) == f"Anna ({colours[0]})"
        assert speech.name("seat", 1) == colours[1]
        assert speech.name("seats", (0, 2)) == f"Anna ({colours[0]}) and Zoë ({colours[2]})"
        assert speech.at(evening.now.start).name("seat", 2).startswith("Zoë")
        play_on(evening, 8)
        happened = [(one.after, said) for one in evening.now.entries for said in one.happenings]
        told = [speech.at(after).happening(said) for after, said in happened]
        assert any("Anna" in line for line in told)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_calls_its_seats_by_name(people, game):
    with evening_of(people, "Anna", game=game) as evening:
        speech = Speech.of(words(game.replace("-", "_")), evening.now)
        assert "Anna" in speech.name("seat", 0)


def test_the_journal_and_the_career_have_words_and_no_names(people):
    with evening_of(people, "Anna", "Ben", game="example", players=2) as evening:
        Career(career_file()).follow(evening)
        play_on(evening)
        assert evening.now.outcome is not None
    (played,) = Career(career_file()).games()
    assert people.names(played.people) == ("Anna", "Ben")
    for path in store.home().rglob("*"):
        if path.is_file() and path != people.path:
            assert b"Anna" not in path.read_bytes(), path
    assert people.path.stat().st_mode & 0o077 == 0


def test_renamed_and_removed_everywhere_at_once(people):
    with evening_of(people, "Anna", "Ben") as evening:
        path = evening.now.path
        before = identity(path), path.read_bytes()
        people.rename("anna", "Änne")
        assert evening.now.people[0] == "Anna"
        evening.post(CallAnew()).result()
        assert evening.now.people[:2] == ("Änne", "Ben")
        people.remove("Ben")
        evening.post(CallAnew()).result()
        assert evening.now.people[:2] == ("Änne", "")
        assert (identity(path), path.read_bytes()) == before
    assert [one.name for one in people.guests()] == ["Änne"]
    assert people.last()[:2] == ("Änne", "")
    assert look_at(path, GAMES).people[:2] == ("Änne", "")
    with Evening.resume(path, GAMES, inline=True) as evening:
        assert evening.now.people[0] == "Änne"


def test_the_latest_come_first_and_a_guest_is_the_same_person_again(people):
    first = people.sit_down(("Anna", "Ben"))
    again = people.sit_down(("Zoë", "  ben "))
    assert again[1] == first[1]
    assert [one.name for one in people.guests()] == ["Zoë", "Ben", "Anna"]


@pytest.mark.parametrize("name", ["x" * 21, "\x1b", "\u202e", " \n "])
def test_a_name_that_cannot_be_shown_is_refused(people, name):
    with pytest.raises(NameRefused):
        people.remember(name)
    assert people.guests() == ()


def test_what_no_font_shows_is_taken_out_of_a_name(people):
    assert people.remember(" An\x1bna \n  B. ").name == "An na B."


def test_two_of_one_name_and_nobody_are_refused(people):
    people.sit_down(("Anna", "Ben"))
    for wrong in (
        lambda: people.sit_down(("Anna", "anna")),
        lambda: people.rename("Anna", "BEN"),
        lambda: people.rename("Zoë", "Eva"),
        lambda: people.remove("Zoë"),
    ):
        with pytest.raises(NameRefused) as told:
            wrong()
        assert f"error.{told.value.id}" in Words("en")
    assert [one.name for one in people.guests()] == ["Anna", "Ben"]


def test_a_copy_has_names_only_if_that_is_chosen(people, tmp_path, monkeypatch):
    with evening_of(people, "Anna", "Ben", game="example", players=2) as evening:
        play_on(evening, 3)
        path = evening.now.path
    saved = look_at(path, GAMES)
    bare, whole = tmp_path / "bare.jsonl", tmp_path / "whole.jsonl"
    export(saved, bare)
    export(saved, whole, named=True)
    assert {one.name for one in tmp_path.glob("*.people.json")} == {"whole.jsonl.people.json"}
    assert bare.read_bytes() == whole.read_bytes()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "there"))
    assert names_in(take_in(bare, GAMES)) == ("", "")
    there = People(people_file())
    there.sit_down(("Ben",))  # another Ben
    bare_again = store.home() / "journals" / "bare.jsonl"
    bare_again.unlink()
    assert names_in(take_in(whole, GAMES)) == ("Anna", "Ben 2")


def test_no_name_gets_into_an_incident_file(people):
    people.sit_down(("Anna", "Ben"))
    with evening_of(people, "Anna", "Ben") as evening:
        now = evening.now
        told = kept_mistake(now.game, now.state, now.first.question.answers[0], KeyError("no seat of Anna"))
    text = Path(dict(told.about)["file"]).read_text()
    assert "no seat of …" in json.loads(text)["traceback"]
    path = keep_incident(ValueError("BEN sat on Annabel"), screen="Anna")
    for thread in threading.enumerate():
        if thread.name == "incident":
            thread.join()
    kept = path.read_text()
    assert "… sat on Annabel" in kept
    assert json.loads(kept)["screen"] == "…"


def _dies(_args):
    raise RuntimeError("no room for Eva")


def test_no_name_gets_into_the_log(people, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "example", "--players", "2", "--names", "Anna,Ben", "-v"]) == 0
    assert main(["people", "rename", "Anna", "Eva", "-v"]) == 0
    monkeypatch.setattr("companion.__main__.people_command", _dies)
    assert main(["people"]) == 1
    log = (tmp_path / "state" / "loop-companion" / "companion.log").read_text()
    assert "no room for …" in log
    assert not any(name in log for name in ("Anna", "Ben", "Eva"))
    assert capsys.readouterr().err.count("Eva") == 0


def test_the_terminal_lists_renames_and_removes(people, capsys):
    people.sit_down(("Anna", "Ben"))
    assert main(["people", "rename", "Anna", "Eva"]) == 0
    capsys.readouterr()
    assert main(["people"]) == 0
    assert capsys.readouterr().out.split() == ["Eva", "Ben"]
    assert main(["people", "remove", "Anna"]) == 1
    assert "Nobody called Anna" in capsys.readouterr().err


def test_more_names_than_seats_are_a_mistake(people, capsys):
    assert main(["play", "example", "--players", "1", "--names", "Anna,Ben"]) == 2
    assert "only 1" in capsys.readouterr().err
    assert not people.path.exists()


def test_the_career_tells_who_played(people, capsys):
    with evening_of(people, "Anna", "Ben", game="example", players=2) as evening:
        Career(career_file()).follow(evening)
        play_on(evening)
    assert main(["career", "--game", "example", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "Anna: 1 game" in told
    assert "Anna and Ben" in told
    people.remove("Anna")
    assert main(["career", "--game", "example", "--lang", "en"]) == 0
    assert "Anna" not in capsys.readouterr().out


def test_a_header_that_tells_rubbish_of_people_opens(people):
    with evening_of(people, "Anna") as evening:
        path = evening.now.path
    first, rest = path.read_bytes().split(b"\n", 1)
    for rubbish in (7, ["x", 3], {"a": 1}):
        path.write_bytes(encode({**_bare(decode(first)), "people": rubbish}) + rest)
        assert read(path).header.people == ()


def _bare(line):
    return {name: value for name, value in line.items() if name != "crc"}


def test_two_hundred_guests_are_remembered_and_the_longest_away_is_forgotten(people):
    people.take_in([Person(f"id-{n}", f"Guest {n}") for n in range(205)])
    assert [one.name for one in people.guests()] == [f"Guest {n}" for n in range(200)]
    people.remember("Anna")
    people.sit_down(["Ben", "Anna"])
    assert [one.name for one in people.guests()[:3]] == ["Ben", "Anna", "Guest 0"]
    assert (len(people.guests()), people.guests()[-1].name) == (200, "Guest 197")
