"""The file: durable, locked, repaired where it is torn, refused where it is damaged."""

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from companion import games
from companion.engine import from_plain
from companion.table import (
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalNone,
    JournalTooNew,
    JournalUnreadable,
    JournalUnwritable,
    read,
    repair,
)
from companion.table.journal import Amend, Header, Journal, Kept, Undo
from companion.table.session import Session
from tests.raised import raises_saying
from tests.table.playing import begin, load, play

HEADER = Header("tiny", 1, {"players": 2}, "a seed", "0.1.0", {"cards": [1, 2, 3]})


def a_journal(path: Path, records: int = 3) -> bytes:
    journal = Journal.create(path, HEADER)
    for n in range(records):
        journal.append(Kept({"kind": "Rolled", "prize": n}, "hand", "die"))
    journal.close()
    return path.read_bytes()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "j", HEADER)
    one, two, three = (Kept({"kind": "Rolled", "prize": n}, "hand", "die") for n in (1, 2, 3))
    for record in (one, two, Undo(1), three, Amend(0, (two, one))):
        journal.append(record)
    contents = read(tmp_path / "j")
    assert contents.header == HEADER
    assert contents.live == [two, one]
    assert contents.lines == journal.position == 5


def test_every_line_is_readable_json(tmp_path: Path) -> None:
    lines = a_journal(tmp_path / "j").decode().splitlines()
    header, first = json.loads(lines[0]), json.loads(lines[1])
    assert (header["journal"], header["game"], header["seed"]) == (1, "tiny", "a seed")
    assert (first["n"], first["input"], first["source"]) == (1, {"kind": "Rolled", "prize": 0}, "hand")


def test_the_file_only_ever_grows(tmp_path: Path) -> None:
    path = tmp_path / "j"
    session = begin(path)
    before = path.read_bytes()
    for act in (
        lambda: play(session, 3),
        session.undo,
        lambda: play(session, 1),
        lambda: session.settle(session.amend(len(session.entries), None)),
    ):
        act()
        now = path.read_bytes()
        assert now.startswith(before)
        assert len(now) > len(before)
        before = now


def test_an_input_is_on_the_disk_before_anyone_sees_it(tmp_path: Path, mocker) -> None:
    path = tmp_path / "j"
    session = begin(path)
    sync = mocker.spy(os, "fsync")
    seen = []
    session.subscribe(lambda event: seen.append((sync.call_count, read(path).lines, len(session.entries))))
    play(session, 2)
    draws = 7  # six cards and the die: one commit
    assert seen[:draws] == [(1, draws, n) for n in range(1, draws + 1)]
    assert seen[draws:] == [(n - draws + 1, n, n) for n in range(draws + 1, len(seen) + 1)] != []
    assert len(seen) > 6


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_torn_last_line_is_repaired_with_a_message(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "j"
    whole = a_journal(path)
    path.write_bytes(whole[:-cut])
    last = len(whole.splitlines()[-1])
    journal, live = Journal.open(path)
    if cut == 1:  # nothing but the newline is missing: the line itself is whole
        assert (len(live), journal.message) == (3, None)
    else:
        assert len(live) == 2
        assert journal.message is not None
        assert dict(journal.message.about)["line"] == 4
        assert path.with_name("j.torn").read_bytes() == whole[-last - 1 : -cut] + b"\n"
    journal.append(Kept({"kind": "Rolled", "prize": 9}, "hand", "die"))
    assert read(path).live[-1].given["prize"] == 9


def test_a_last_line_of_rubbish_is_repaired_although_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "j"
    whole = a_journal(path)
    path.write_bytes(whole + b"\0\0\0\0\n")
    journal, live = Journal.open(path)
    assert len(live) == 3
    assert journal.message is not None
    assert path.read_bytes() == whole


def test_reading_repairs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    torn = a_journal(path)[:-5]
    path.write_bytes(torn)
    contents = read(path)
    assert (len(contents.live), contents.torn[:5]) == (2, b'{"n":')
    assert path.read_bytes() == torn


@pytest.mark.parametrize("line", [2, 3, 4])
def test_a_damaged_middle_is_refused_with_its_line_and_left_alone(tmp_path: Path, line: int) -> None:
    path = tmp_path / "j"
    lines = a_journal(path, records=4).splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"', b"'", 1)
    path.write_bytes(b"".join(lines))
    with raises_saying(JournalDamaged, match=f"line {line} cannot be read") as told:
        Journal.open(path)
    assert dict(told.value.about)["line"] == line
    assert path.read_bytes() == b"".join(lines)
    assert list(tmp_path.iterdir()) == [path]


def test_one_flipped_digit_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(a_journal(path).replace(b'"prize":1', b'"prize":3'))
    with raises_saying(JournalDamaged, match="line 3 "):
        read(path)


def test_a_missing_line_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "j"
    lines = a_journal(path).splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:] * 2))
    with raises_saying(JournalDamaged, match="line 3 "):
        read(path)


def test_an_undo_of_inputs_that_are_not_there_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = Journal.create(path, HEADER)
    journal.append(Undo(1))
    journal.append(Undo(0))
    with raises_saying(JournalDamaged, match="line 2 "):
        read(path)


def test_the_advice_for_a_damaged_middle_works(tmp_path: Path) -> None:
    path = tmp_path / "j"
    lines = a_journal(path).splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1] + b"rubbish\n" + lines[3])
    with raises_saying(JournalDamaged, match=f"companion games {path} --repair"):
        read(path)
    repair(path)
    assert len(read(path).live) == 1


@pytest.mark.parametrize("first", [b"", b"rubbish\n", b"{'"])
def test_without_its_first_line_it_holds_no_game_and_is_left_alone(tmp_path: Path, first: bytes) -> None:
    path = tmp_path / "j"
    data = first + a_journal(path).partition(b"\n")[2] if first else b""
    path.write_bytes(data)
    for look in (read, Journal.open, repair):
        with raises_saying(JournalNone, match="There is no game in .*first line"):
            look(path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    whole = a_journal(tmp_path / "j")
    with raises_saying(JournalExists, match="exists already"):
        begin(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == whole


def test_a_missing_journal_is_named(tmp_path: Path) -> None:
    for way in (read, Journal.open):
        with raises_saying(JournalMissing, match="nowhere"):
            way(tmp_path / "nowhere")


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    """What is looked at is not written: nobody is told to make room."""
    (tmp_path / "file").touch()
    (tmp_path / "round").symlink_to(tmp_path / "round")
    for way in (read, Journal.open):
        for path, why in (
            (tmp_path, "Is a directory"),
            (tmp_path / "file" / "j", "Not a directory"),
            (tmp_path / ("7" * 5000), "File name too long"),
            (tmp_path / "round", "symbolic links"),
        ):
            with raises_saying(JournalUnreadable, match=why):
                way(path)


def test_a_disk_that_gives_nothing_out_and_one_that_takes_nothing_are_told_apart(tmp_path, mocker) -> None:
    a_journal(tmp_path / "j")
    mocker.patch("companion.store.read", side_effect=OSError(5, "Input/output error"))
    with raises_saying(JournalUnreadable, match="Input/output error"):
        read(tmp_path / "j")
    mocker.patch("companion.store.Log.open", side_effect=OSError(30, "Read-only file system"))
    with raises_saying(JournalUnwritable, match="Read-only"):
        Journal.open(tmp_path / "j")


def test_a_journal_that_cannot_be_begun_leaves_no_file(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        with raises_saying(JournalUnwritable, match="File too large"):
            begin(tmp_path / "j")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []
    begin(tmp_path / "j").close()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with raises_saying(JournalUnwritable, match="No such file or directory"):
        begin(tmp_path / "nowhere" / "j")


def test_a_newer_format_is_left_to_a_newer_companion(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("companion.table.journal.FORMAT", 2)
    a_journal(tmp_path / "j")
    monkeypatch.undo()
    with raises_saying(JournalTooNew, match="newer companion"):
        Journal.open(tmp_path / "j")


def test_two_writers_cannot_share_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "j"
    first = begin(path)
    with raises_saying(JournalBusy, match="another window"):
        Session.resume(path, load)
    assert read(path).lines == 0  # looking is allowed
    first.close()
    Session.resume(path, load).close()


def test_a_refused_resume_gives_the_lock_back(tmp_path: Path) -> None:
    path = tmp_path / "j"
    begin(path).close()
    with pytest.raises(JournalTooNew, match="tiny"):
        Session.resume(path, lambda name, box: {}[name])
    Session.resume(path, load).close()


def test_a_full_disk_loses_nothing_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "j"
    session = begin(path, deals=40)
    play(session, 6)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size, entries, position = path.stat().st_size, session.entries, session.position
    answer = session.asked()[0].question.answers[0]
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, hard))  # room for a part of the next line only
    try:
        with raises_saying(JournalUnwritable, match="nothing is lost"):
            session.submit(answer)
        assert (path.stat().st_size, session.entries, session.position) == (size, entries, position)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    session.submit(answer)
    assert len(read(path).live) == len(entries) + 1


def test_a_killed_process_loses_nothing_that_was_seen(tmp_path: Path) -> None:
    """A real process, killed in the middle of a game: every input it told of is in the journal."""
    path = tmp_path / "j"
    program = (
        "import sys; from pathlib import Path\n"
        "from tests.table.playing import begin, play\n"
        "session = begin(Path(sys.argv[1]), deals=100000)\n"
        "session.subscribe(lambda event: print(event.entry.number, flush=True))\n"
        "play(session, 10**9)\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        told = [child.stdout.readline() for _ in range(50)]
        child.kill()
        told += child.stdout.readlines()
    assert child.returncode == -9
    seen = max(int(line) for line in told if line.endswith("\n"))
    with Session.resume(path, load) as session:
        assert len(session.entries) >= seen
        assert session.amendment is None
        play(session, 3)
        assert len(read(path).live) == len(session.entries)


def test_the_example_in_the_documentation_is_a_journal(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "journal.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "j").write_text(example, encoding="utf-8")
    contents = read(tmp_path / "j")
    assert [kept.given["kind"] for kept in contents.live] == ["FooRevealed", "RiftsLanded", "FreeMove"]
    inputs = games.load(contents.header.game).inputs
    assert all(from_plain(inputs, kept.given) for kept in contents.live)
