"""The library of games: all that is kept is listed, whatever state it is in, and looking changes nothing."""

import errno
import json
import os
import random
from contextlib import nullcontext
from pathlib import Path

import pytest

from companion import games, store
from companion.__main__ import main
from companion.advisor import RandomBot
from companion.table import (
    Answer,
    Career,
    Evening,
    HandsHidden,
    JournalBusy,
    JournalExists,
    export,
    exported,
    games_kept,
    lay_again,
    put_back,
    read,
    repair,
    set_aside,
    take_in,
)
from companion.table.journal import decode, encode
from companion.table.library import look_at
from tests.games.tiny import TINY, Tiny
from tests.table.playing import play_on


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store.make_folder(tmp_path / "loop-companion" / "journals")
    return tmp_path / "loop-companion"


def a_game(home: Path, name: str, game: str, answers: int = 8, seed: int = 3) -> Path:
    path = home / "journals" / f"{name}.jsonl"
    with Evening.begin(games.load(game), games.GAMES, {}, path, seed, inline=True) as evening:
        bot = RandomBot(seed)
        for _ in range(answers):
            now = evening.now
            if not now.asked:
                break
            given = bot.choose(now.game, now.state, now.asked[0].question)
            evening.post(Answer((given,), now.asked[0].question.owner, now.asked[0].since)).result()
    return path


def damage(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[-3] = lines[-3].replace(b'"', b"'", 1)
    path.write_bytes(b"".join(lines))


def test_every_game_is_listed_the_last_played_first(home: Path) -> None:
    a_game(home, "z-first", "the-loop")
    a_game(home, "a-second", "example", 400)
    damage(a_game(home, "m-third", "contre-temps"))
    (home / "journals" / "rubbish.jsonl").write_bytes(b"\0" * 99)
    (home / "journals" / "dangling.jsonl").symlink_to("nowhere")
    found = games_kept(games.GAMES)
    assert [(one.path.stem, one.how) for one in found] == [
        ("m-third", "damaged"),
        ("a-second", "finished"),
        ("z-first", "unfinished"),
        ("rubbish", "unknown"),
        ("dangling", "unknown"),
    ]
    assert (found[2].game, found[2].summary["players"], found[2].hidden) == ("the-loop", 2, False)
    assert (found[0].line, found[0].lost) == (len(found[0].path.read_bytes().splitlines()) - 2, 3)


def test_a_damaged_game_goes_on_from_what_precedes_the_damage(home: Path) -> None:
    path = a_game(home, "game", "example")
    before = read(path)
    damage(path)
    whole = path.read_bytes()
    told = repair(path)
    assert (told.kept, told.lost) == (before.lines - 3, 3)
    assert told.original.read_bytes() == whole
    assert read(path).live == before.live[: told.kept]
    Evening.resume(path, games.GAMES, inline=True).close().result()
    with pytest.raises(ValueError):
        repair(path)


def test_a_copy_from_elsewhere_is_taken_in_once(home: Path, tmp_path: Path) -> None:
    path = a_game(home, "game", "example", 400)
    (one,) = games_kept(games.GAMES)
    copy = export(one, tmp_path / "copy.jsonl")
    with pytest.raises(JournalExists):
        export(one, copy)
    assert take_in(copy, games.GAMES) == path
    career = Career(home / "career.jsonl")
    path.unlink()
    taken = take_in(copy, games.GAMES)
    for journal in (taken, copy):
        with Evening.resume(journal, games.GAMES, inline=True) as evening:
            career.follow(evening)
    assert len(career.games()) == 1  # wherever it lies, it is one game


def test_hidden_hands_leave_the_house_only_when_it_is_said(home: Path, tmp_path: Path) -> None:
    path = a_game(home, "game", "contre-temps")
    (one,) = games_kept(games.GAMES)
    assert one.hidden
    with pytest.raises(HandsHidden):
        export(one, tmp_path / "copy.jsonl")
    assert not (tmp_path / "copy.jsonl").exists()
    assert not exported(path)
    export(one, tmp_path / "copy.jsonl", revealed=True)
    assert exported(path)  # and the list says so


def test_a_damaged_game_of_rivals_leaves_the_house_only_when_it_is_said(home: Path, tmp_path: Path) -> None:
    """Nobody can follow it any more: hands may stand in it."""
    for name, sealed in (("contre-temps", True), ("the-loop", False)):
        damage(a_game(home, name, name))
        one = look_at(home / "journals" / f"{name}.jsonl", games.GAMES)
        assert (one.how, one.hidden) == ("damaged", sealed)
        with pytest.raises(HandsHidden) if sealed else nullcontext():
            export(one, tmp_path / f"{name}.jsonl")
    path = home / "journals" / "tiny.jsonl"  # a game of a newer companion
    with Evening.begin(Tiny(), TINY, {}, path, 1, inline=True) as evening:
        play_on(evening, 4)
    damage(path)
    assert (look_at(path, games.GAMES).how, look_at(path, games.GAMES).hidden) == ("damaged", True)


def test_a_game_that_goes_elsewhere_takes_along_that_hands_were_shown(home: Path, tmp_path: Path) -> None:
    path = a_game(home, "game", "contre-temps")
    export(look_at(path, games.GAMES), tmp_path / "copy.jsonl", revealed=True)
    aside = set_aside(path)
    assert (exported(path), exported(aside)) == (False, True)
    assert (put_back(aside), exported(path), exported(aside)) == (path, True, False)


def test_a_game_set_aside_is_out_of_the_list_and_comes_back(home: Path) -> None:
    path = a_game(home, "game", "example")
    with Evening.resume(path, games.GAMES, inline=True), pytest.raises(JournalBusy):
        set_aside(path)
    aside = set_aside(path)
    assert games_kept(games.GAMES) == []
    (one,) = games_kept(games.GAMES, aside=True)
    assert (one.path, one.aside) == (aside, True)
    assert put_back(aside) == path
    assert [one.path for one in games_kept(games.GAMES)] == [path]


def test_the_table_can_be_laid_again(home: Path) -> None:
    path = a_game(home, "game", "the-loop", 14)
    assert len(lay_again(path, games.GAMES)) > 3


def test_looking_writes_nothing(home: Path) -> None:
    for name in ("the-loop", "contre-temps"):
        damage(a_game(home, name, name)) if name == "the-loop" else a_game(home, name, name)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    games_kept(games.GAMES)
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_terminal_has_the_same(home: Path, tmp_path: Path, capsys, lang: str) -> None:
    def typed(*words: str) -> tuple[int, str]:
        code = main(["games", *words, "--lang", lang])
        told = capsys.readouterr()
        return code, told.out + told.err

    assert typed()[0] == 0
    a_game(home, "one", "the-loop", 14)
    damage(a_game(home, "two", "contre-temps"))
    code, told = typed()
    assert code == 0
    assert "one.jsonl" in told
    rows = [json.loads(line) for line in typed("--json")[1].splitlines()]
    assert [row["how"] for row in rows] == ["damaged", "unfinished"]
    assert typed("2", "--lay")[1].count("\n") > 3
    assert typed("1", "--repair")[0] == 0
    code, told = typed("1", "--export", str(tmp_path / "copy.jsonl"))
    assert (code, "--open-hands" in told) == (1, True)
    assert typed("1", "--export", str(tmp_path / "copy.jsonl"), "--open-hands")[0] == 0
    assert typed("1", "--aside")[0] == 0
    assert typed("1", "--back", "--set-aside")[0] == 0
    assert typed("--import", str(tmp_path / "copy.jsonl"))[0] == 0
    assert typed("7")[0] == 2
    assert typed("--import", str(tmp_path / "nowhere"))[0] == 1


@pytest.mark.parametrize("mode", ["classic", "paradox"])
def test_laying_the_table_again_depends_on_nothing_that_is_hidden(mode):
    """Whatever the others hold, the list is the same: whoever reads it aloud betrays nobody."""
    game, lot, bot = games.load("contre-temps"), random.Random(mode), RandomBot(5)
    hidden = 0
    with Evening.begin(game, games.GAMES, {"players": 4, "mode": mode}, None, 9, inline=True) as evening:
        while (now := evening.now).asked and len(now.entries) < 160:
            for seat in range(game.seats(now.state)):
                other = game.imagine(now.state, seat, lot.randrange)
                hidden += other != now.state
                assert game.differences(now.start, other) == game.differences(now.start, now.state)
            asked = now.asked[len(now.entries) % len(now.asked)]
            given = bot.choose(game, now.state, asked.question)
            evening.post(Answer((given,), asked.question.owner, asked.since)).result()
    assert hidden > 50


def test_no_repair_is_promised_that_is_not_there(home: Path, tmp_path: Path, capsys) -> None:
    """What each of them says: the command that is named does what it says, or there is none to name."""
    sound = a_game(home, "sound", "example")
    header, *rest = sound.read_bytes().splitlines(keepends=True)
    changed = {"options": {"mode": "nowhere"}, "game": "the-nim", "version": 99, "seed": []}
    files = {name: encode({**decode(header.rstrip()), name: value}) for name, value in changed.items()}
    files |= {"empty": b"", "rubbish": b"\0\xff" * 99, "prose": b"root:x:0\n" * 9, "cut": header[:-20]}
    for name, first in files.items():
        (home / "journals" / f"{name}.jsonl").write_bytes(first + b"".join(rest))
    (home / "journals" / "folder.jsonl").mkdir()
    unknown = [one for one in games_kept(games.GAMES) if one.how == "unknown"]
    assert len(unknown) == len(files) + 1
    for one in unknown:
        for way in ("--repair", "--lay"):
            assert main(["games", str(one.path), way, "--lang", "en"]) == 1
            said = capsys.readouterr().err
            assert one.path.name in said
            assert "--repair" not in said
            assert "should not" not in said
    assert main(["games", str(sound), "--repair", "--lang", "en"]) == 0
    assert "Nothing is wrong" in capsys.readouterr().out


def test_a_damaged_game_from_elsewhere_is_repaired_there_or_taken_in(
    home: Path, tmp_path: Path, capsys
) -> None:
    path = a_game(home, "game", "contre-temps")
    damage(path)
    copies = [tmp_path / name for name in ("here.jsonl", "brought.jsonl")]
    for copy in copies:
        copy.write_bytes(path.read_bytes())
    path.unlink()
    assert main(["resume", str(copies[0]), "--lang", "en"]) == 1
    assert f"companion games {copies[0]} --repair" in capsys.readouterr().err
    assert main(["games", str(copies[0]), "--repair"]) == 0
    assert look_at(copies[0], games.GAMES).how == "unfinished"
    assert main(["games", str(copies[1]), "--aside"]) == 2  # it is in no list, and leaves none
    capsys.readouterr()
    assert main(["games", "--import", str(copies[1]), "--lang", "en"]) == 0
    assert "Contre-Temps · damaged at line" in capsys.readouterr().out
    (one,) = games_kept(games.GAMES)
    assert (one.game, one.how, one.hidden) == ("contre-temps", "damaged", True)
    repair(one.path)
    assert look_at(one.path, games.GAMES).how == "unfinished"


def test_a_file_that_somebody_else_holds_is_said_to_be_in_use(home: Path, tmp_path: Path, capsys) -> None:
    a_game(home, "game", "example")
    target = tmp_path / "copy.jsonl"
    with store.held(target):
        assert main(["games", "1", "--export", str(target), "--lang", "en"]) == 1
    assert f"({os.strerror(errno.EBUSY)})" in capsys.readouterr().err
