"""The command line as a program: what it prints, how it ends, and that no mistake ends in a traceback."""

import json
import os
import resource
import shutil
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from companion import store
from companion.__main__ import main
from companion.games import GAMES
from companion.typed import Mistake


def run(home: Path, *arguments: str | Path, typed: str = "", most: int | None = None, **more: str):
    """`companion …` as its own process; with `most`, no file may grow beyond that many bytes."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "LANG": "C.UTF-8",
    }

    def limited() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    done = subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        input=typed,
        env=environment | more,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=limited,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def companion(tmp_path):
    return partial(run, tmp_path)


BOTS = ("play", "the-loop", "--auto", "--seed", "11")


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """One game that bots played to its end: what was printed, and its journal."""
    home = tmp_path_factory.mktemp("finished")
    return run(home, *BOTS, "--journal", home / "game.jsonl"), home / "game.jsonl"


@pytest.fixture
def journal(finished, tmp_path):
    """A copy of that journal."""
    return Path(shutil.copy(finished[1], tmp_path / "game.jsonl"))


# -- playing by bots


def test_bots_play_to_an_outcome_with_its_reason(finished):
    done, _ = finished
    assert done.returncode == 0
    last = done.stdout.splitlines()[-1]
    assert last.startswith(("Won.", "Lost."))
    assert last.endswith("]")  # the rule


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game(companion, journal, tmp_path):
    again = tmp_path / "again.jsonl"
    companion(*BOTS, "--journal", again)
    assert companion("replay", again, "--json").stdout == companion("replay", journal, "--json").stdout


@pytest.mark.slow
def test_without_a_terminal_one_demonstration_game_is_played(companion):
    done = companion()
    assert done.returncode == 0
    assert done.stdout.startswith("There is no terminal to ask: bots play one demonstration game.")
    assert done.stdout.splitlines()[-1].startswith(("Won.", "Lost."))


def test_a_display_opens_the_app_with_or_without_a_terminal(monkeypatch, mocker):
    app = mocker.patch("companion.app.main", return_value=0)
    monkeypatch.setenv("DISPLAY", ":7")
    assert main(["--lang", "fr"]) == 0
    assert app.call_args.args[:2] == ("fr", GAMES)


@pytest.mark.slow
def test_a_display_that_does_not_answer_is_told_and_the_game_goes_on_in_text(companion):
    done = companion(DISPLAY="localhost:4711")
    assert done.returncode == 0
    assert done.stdout.startswith("The app cannot open its window: no display answers")
    assert done.stdout.splitlines()[-1].startswith(("Won.", "Lost."))
    assert done.stderr == ""


@pytest.mark.slow
def test_both_languages_tell_a_whole_game_without_a_gap(companion):
    for lang in ("en", "fr"):
        done = companion("play", "the-loop", "--auto", "--seed", "2", "--players", "4", "--lang", lang)
        assert "‹" not in done.stdout


# -- the language


def test_the_language_may_stand_before_the_command(monkeypatch, capsys, journal):
    def told(*words):
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    after = told("replay", journal, "--lang", "fr")
    assert told("--lang", "fr", "replay", journal) == after
    assert told("replay", journal) != after
    code, _, mistake = told("--lang", "fr", "play", "the-loop", "--players", "9")
    assert (code, mistake.startswith("companion: Joueurs : pas 9")) == (2, True)
    assert told("--lang", "fr", "box", "check", "nulle-part")[2].endswith("n'est pas un dossier.\n")


# -- mistakes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "the-loop", "--players", "9"), "Players: not 9, but one of 2, 3 and 4. [SETUP-01]"),
        (("play", "the-loop", "--level", "four"), "Level: not four, but one of 1, 2 and 3. [DIFF-01]"),
        (("play", "the-loop", "--agents", "dr-foo,mr-time"), "There is no agent dr-foo."),
        (("play", "the-loop", "--agents", "mr-time,mr-time"), "Every player takes a different agent."),
        (("play", "the-loop", "--players", "5"), "Players: not 5, but one of 2, 3 and 4. [SETUP-01]"),
        (("play", "the-loop", "--solo", "1"), "not 1, but one of 0, 2, 3 and 4. [SOLO-01]"),
        (("play", "the-loop", "--solo", "2", "--agents", "v-girl"), "1 is named. [SOLO-01]"),
        (("play", "the-loop", "--solo", "3", "--players", "2"), "--solo and --players do not go together"),
        (("simulate", "--solo", "3", "--players", "2"), "--solo and --players do not go together"),
        (("play", "the-loop", "--players", "3", "--agents", "v-girl"), "1 agent does not go with 3 players."),
        (("play", "the-loop", "--mode", "overtime"), "and ultramachina. [MODE-01]"),
        (("play", "the-loop", "--source", "foo"), "write NAME=VALUE"),
        (("play", "the-loop", "--source", "foo=nobody"), "Foo cards: not nobody, but one of app and hand."),
        (("play", "the-loop", "--ruling", "nothing=1"), "write NAME=VALUE"),
        (("play", "the-loop", "--what"), "--what"),
        (("play", "the-loop", "--lang", "tlh"), "--lang"),
        (("play", "the-loop", "--box", "nowhere"), "nowhere"),
        (("play", "chess"), "chess"),
        (("play",), "the-loop"),
        (("dance",), "dance"),
        (("resume",), "No game was saved yet"),
        (("replay",), "FILE"),
        (("box",), "COMMAND"),
        (("box", "check", "nowhere"), "nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_mistake_is_one_line_and_exit_code_2(monkeypatch, tmp_path, capsys, arguments, said):
    """In this very process: only how long it takes to start Python would be added."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = ended.code
    printed = capsys.readouterr()
    assert code == 2
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1
    assert printed.out == ""


def test_a_mistake_ends_the_program_with_its_exit_code(companion):
    done = companion("play", "the-loop", "--players", "9")
    assert (done.returncode, len(done.stderr.splitlines()), done.stdout) == (2, 1, "")


@pytest.mark.slow
def test_mistakes_are_told_in_french_too(companion):
    done = companion("play", "the-loop", "--players", "9", LANG="fr_FR.UTF-8")
    assert done.stderr == "companion: Joueurs : pas 9, mais une valeur parmi 2, 3 et 4. [SETUP-01]\n"


ENDS = (KeyboardInterrupt(), SystemExit(2), Mistake("typed"), OSError("full"), RuntimeError("ours"))


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
def test_a_file_that_was_set_aside_is_told_however_a_command_ends(monkeypatch, tmp_path, capsys, end):
    def finds_rubbish(_):
        (tmp_path / "people.json").write_text("rubbish")
        store.set_aside(tmp_path / "people.json")
        raise end

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("companion.__main__.run", finds_rubbish)
    with suppress(SystemExit):
        main(["people", "--lang", "fr"])
    last = capsys.readouterr().err.splitlines()[-1]
    assert str(tmp_path / "people.json.unreadable-1") in last
    assert "mis de côté" in last


def test_a_command_does_not_tell_what_another_set_aside(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "learned.json").write_text("rubbish")
    store.set_aside(tmp_path / "learned.json")
    assert main(["people"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("arguments", [("--help",), ("play", "--help"), ("play", "the-loop", "--help")])
def test_help_helps(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "the-loop" in capsys.readouterr().out


def test_the_flags_of_a_game_are_its_options(companion):
    told = companion("play", "the-loop", "--help").stdout
    for flag in ("--mode", "--level", "--players", "--agents", "--source", "--ruling", "--real-table"):
        assert flag in told


# -- journals


def test_replay_shows_the_table_after_any_input(companion, journal):
    first = json.loads(companion("replay", journal, "--to", "0", "--json").stdout)
    last = json.loads(companion("replay", journal, "--json").stdout)
    assert first["inputs"] == 0
    assert first["state"]["turn"] == 0
    assert first["outcome"] is None
    assert first["awaited"] == ["reveal-foo"]
    assert last["inputs"] == len(journal.read_text().splitlines()) - 1
    assert last["outcome"]["result"] in ("won", "lost")


@pytest.mark.slow
def test_replay_draws_the_board_for_people(companion, journal):
    assert "Dawn of Time" in companion("replay", journal).stdout
    assert "Aube des Temps" in companion("replay", journal, "--lang", "fr").stdout


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_journal_that_is_not_there(companion, tmp_path, command):
    done = companion(command, tmp_path / "none.jsonl")
    assert done.returncode == 1
    assert done.stderr == f"companion: There is no game in {tmp_path / 'none.jsonl'}.\n"


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_damaged_journal_is_named_with_its_line_and_left_alone(companion, journal, command):
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join([*lines[:5], "nonsense\n", *lines[6:]]))
    before = journal.read_bytes()
    done = companion(command, journal)
    assert done.returncode == 1
    assert "line 6 cannot be read" in done.stderr
    assert journal.read_bytes() == before


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_file_that_is_no_journal(tmp_path, capsys, command):
    for name, data in (("empty", b""), ("picture", b"\x89PNG\r\n\x1a\n\x00\xff"), ("text", b"hello\n")):
        (tmp_path / name).write_bytes(data)
        assert main([command, str(tmp_path / name)]) == 1, name
        assert len(capsys.readouterr().err.splitlines()) == 1, name
    assert main([command, str(tmp_path)]) == 1  # a directory


@pytest.mark.slow
def test_a_journal_is_never_written_over(companion, journal):
    before = journal.read_bytes()
    done = companion("play", "the-loop", "--auto", "--journal", journal)
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert journal.read_bytes() == before


def test_replaying_further_than_the_journal_goes(companion, journal):
    done = companion("replay", journal, "--to", "100000")
    assert done.returncode == 1
    assert "100000" in done.stderr


@pytest.mark.slow
def test_a_full_disk_ends_in_one_line_and_a_journal_that_still_opens(companion, journal, tmp_path):
    path = tmp_path / "full.jsonl"
    whole = journal.read_bytes()
    done = companion(*BOTS, "--journal", path, most=len(whole) - 500)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert whole.startswith(path.read_bytes())
    assert companion("replay", path).returncode == 0


@pytest.mark.slow
def test_a_full_disk_while_a_person_plays_loses_nothing(companion, tmp_path):
    path = tmp_path / "game.jsonl"
    begin = ("play", "the-loop", "--seed", "3", "--journal", path)
    companion(*begin, typed="")
    kept = path.read_bytes()
    done = companion("resume", path, typed="free move to medieval\n\n", most=len(kept) + 10)
    assert done.returncode == 0
    assert "cannot be written" in done.stdout
    assert path.read_bytes() == kept
    done = companion("resume", path, typed="free move to medieval\n")
    assert "moves to Medieval" in done.stdout


def test_a_reader_that_leaves_early_is_no_accident(companion, journal):
    command = f"{sys.executable} -m companion replay {journal} --json | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "{\n"
    assert done.stderr == ""


def test_closed_input_saves_and_leaves(companion, tmp_path):
    done = companion("play", "the-loop", "--seed", "3", "--journal", tmp_path / "game.jsonl", typed="")
    assert done.returncode == 0
    file = tmp_path / "game.jsonl"
    assert f"Saved in {file}. To go on: companion resume {file}\n" in done.stdout


@pytest.mark.slow
def test_resume_takes_the_last_game_that_was_played(companion, tmp_path):
    done = companion("play", "the-loop", "--seed", "3", typed="")
    assert done.stdout.endswith("To go on: companion resume\n")
    companion("play", "the-loop", "--seed", "3", "--players", "4", typed="")
    kept = list((tmp_path / "data" / "loop-companion" / "journals").glob("*.jsonl"))
    four = [path for path in kept if '"players":4' in path.read_text()]
    assert (len(kept), len(four)) == (2, 1)
    assert f"Saved in {four[0]}" in companion("resume", typed="").stdout


# -- other commands


@pytest.mark.slow
def test_an_owners_box_is_checked(companion, tmp_path):
    (tmp_path / "mine.toml").write_text('[[card]]\nid = "kettle"\nera = "industry"\n')
    done = companion("box", "check", tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}: this box can be played with.\n")
    (tmp_path / "mine.toml").write_text('[[card]]\nid = "kettle"\nera = "teatime"\n')
    done = companion("box", "check", tmp_path)
    assert done.returncode == 1
    assert "mine.toml" in done.stdout
    assert "kettle" in done.stdout
    assert companion("play", "the-loop", "--box", tmp_path, "--auto").returncode == 2


def test_a_box_says_its_game(companion, tmp_path):
    (tmp_path / "mine.toml").write_text('game = "contre-temps"\n')
    done = companion("box", "check", tmp_path, "--game", "the-loop")
    assert 'This file is for the game "contre-temps".' in done.stdout
    (tmp_path / "mine.toml").write_text('game = "cyberion"\n[[machine]]\nid = "II-straight-6"\n')
    assert '[[machine]] "II-straight-6"' in companion("box", "check", tmp_path).stdout
    (tmp_path / "mine.toml").write_text('game = "chess"\n')
    done = companion("box", "check", tmp_path)
    assert (done.returncode, "chess" in done.stderr) == (2, True)


def test_a_scenario_file_that_is_none(companion, tmp_path):
    (tmp_path / "wrong.toml").write_text("not toml at all")
    done = companion("scenario", tmp_path / "wrong.toml")
    assert done.returncode == 1


def test_a_tower_that_is_not_there_is_an_error_and_no_simulation(companion):
    done = companion("play", "the-loop", "--source", "drop=tower")
    assert done.returncode == 2
    assert "tower" in done.stderr


@pytest.mark.slow
def test_a_terminal_that_cannot_show_every_sign_shows_others(companion, journal):
    done = companion("replay", journal, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Dawn of Time" in done.stdout


ALWAYS_THE_FIRST = "1\n" * 3_000


@pytest.mark.slow
def test_a_finished_game_is_in_the_career_and_a_bots_game_is_not(companion, tmp_path):
    companion(*BOTS, "--journal", tmp_path / "bots.jsonl")
    companion("resume", tmp_path / "bots.jsonl", typed="1\n")
    assert "Career: 0 finished games" in companion("career").stdout
    played = companion("play", "the-loop", "--seed", "3", "--mode", "supa", typed=ALWAYS_THE_FIRST)
    assert played.returncode == 0
    assert "Lost." in played.stdout
    told = companion("career")
    assert told.returncode == 0
    assert "Career: 1 finished game, 0 won." in told.stdout
    assert "Sayan Supa Duplicates · Employee of the Month" in told.stdout
    companion("resume", typed="1\n")
    assert companion("career").stdout == told.stdout
    assert "Carrière : 1 partie terminée" in companion("career", "--lang", "fr").stdout


@pytest.mark.slow
def test_reasons_are_ticked_by_hand_and_an_unknown_one_is_one_line(companion, tmp_path):
    assert "[ ] Blamed the tower" in companion("career").stdout
    assert "[x] Blamed the tower" in companion("career", "--tick", "dice-whisperer").stdout
    assert "[ ] Blamed the tower" in companion("career", "--untick", "dice-whisperer").stdout
    wrong = companion("career", "--tick", "first-week")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1)
    own = tmp_path / "data" / "loop-companion" / "boxes" / "the-loop" / "career"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text("[[reason]]\n")
    wrong = companion("career")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (1, 1)
    assert "mine.toml" in wrong.stderr


def test_a_box_is_one_file_that_is_laid_beside_another(companion, tmp_path):
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    mine.mkdir()
    (mine / "cards.toml").write_text('[[card]]\nid = "sword"\nera = "medieval"\n', encoding="utf-8")
    file = tmp_path / "box.toml"
    assert "1 piece" in companion("box", "export", file, "--box", mine).stdout
    assert "new: Sword" in companion("box", "import", file, "--box", theirs).stdout
    assert not theirs.exists(), "it was only looked at"
    assert "1 taken" in companion("box", "import", file, "--box", theirs, "--take").stdout
    (mine / "cards.toml").write_text('[[card]]\nid = "sword"\nera = "industry"\n', encoding="utf-8")
    companion("box", "export", file, "--box", mine)
    done = companion("box", "import", file, "--box", theirs, "--take")
    assert "differs: Sword (card): era" in done.stdout
    assert "0 taken" in done.stdout
    file.write_text("version = 7\n", encoding="utf-8")
    done = companion("box", "import", file, "--box", theirs)
    assert done.returncode == 1
    assert "form 7" in done.stdout
