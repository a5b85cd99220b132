"""Finished games are kept once, follow their journal, and survive whatever happens to the process."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.table import Career, Finished, Session, seconds_at_the_table, victories
from tests.games.tiny import Tiny
from tests.table.playing import load, play


def clock(step: int = 10, start: int = 1_000) -> Callable[[], float]:
    ticks: Iterator[int] = count(start, step)
    return lambda: next(ticks)


def begin(path: Path, seed: int = 1, **more: object) -> Session:
    return Session.begin(Tiny(), {}, path, seed, **{"clock": clock(), **more})  # type: ignore[arg-type]


@pytest.fixture
def career(tmp_path: Path) -> Career:
    return Career(tmp_path / "data" / "career.jsonl")


def a_game(folder: Path, career: Career, name: str = "j", seed: int = 1) -> Session:
    session = begin(folder / name, seed)
    career.follow(session)
    play(session)
    assert session.outcome is not None
    return session


# -- keeping -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAREER-05")
def test_a_game_that_ends_is_kept_with_all_that_it_tells(tmp_path: Path, career: Career) -> None:
    session = a_game(tmp_path, career)
    (kept,) = career.games()
    assert kept.journal == str(tmp_path / "j")
    assert kept.game == "tiny"
    assert kept.summary == session.game.summary(session.state)
    assert kept.ended == session.times[-1]
    assert kept.seconds == session.times[-1] - session.times[0] > 0  # no pause among them
    told = [happening.kind for entry in session.entries for happening in entry.happenings]
    assert kept.happened == {kind: told.count(kind) for kind in told}
    assert career.games("tiny") == [kept]
    assert career.games("the-loop") == []


def test_a_running_game_is_not_kept(tmp_path: Path, career: Career) -> None:
    session = begin(tmp_path / "j")
    career.follow(session)
    play(session, 3)
    assert session.outcome is None
    assert career.games() == []


def test_a_game_ends_once_however_often_it_is_resumed(tmp_path: Path, career: Career) -> None:
    a_game(tmp_path, career).close()
    before = career.path.read_bytes()
    for _ in range(3):
        with Session.resume(tmp_path / "j", load) as session:
            career.follow(session)
    assert career.path.read_bytes() == before


def test_a_game_undone_past_its_end_is_withdrawn_and_its_new_end_replaces_the_old(
    tmp_path: Path, career: Career
) -> None:
    session = a_game(tmp_path, career)
    (before,) = career.games()
    session.undo()
    assert career.games() == []
    play(session)
    (after,) = career.games()
    assert after.journal == before.journal
    assert after.ended > before.ended


def test_an_amended_end_replaces_the_old(tmp_path: Path, career: Career) -> None:
    session = a_game(tmp_path, career)
    number = next(entry.number for entry in reversed(session.entries) if entry.given.kind == "Rolled")
    old = session.entries[number - 1].given
    (question,) = session.game.awaited(session.entries[number - 1].before)
    other = next(answer for answer in question.answers if answer != old)
    session.settle(session.amend(number, other))  # type: ignore[union-attr]
    play(session)
    assert [one.summary for one in career.games()] == [session.game.summary(session.state)]


def test_every_journal_has_its_own_record_the_earliest_first(tmp_path: Path, career: Career) -> None:
    for number in (3, 1, 2):
        session = begin(tmp_path / str(number), number, clock=clock(1, 1_000 * number))
        career.follow(session)
        play(session)
    assert [Path(one.journal).name for one in career.games()] == ["1", "2", "3"]


def test_games_of_bots_are_nobodys_career(tmp_path: Path, career: Career) -> None:
    session = begin(tmp_path / "j", clock=None)
    play(session)
    session.close()
    assert session.times == ()
    with Session.resume(tmp_path / "j", load) as again:
        career.follow(again)
    assert career.games() == []


def test_a_game_without_a_journal_is_not_kept(career: Career) -> None:
    session = Session.begin(Tiny(), {})
    career.follow(session)
    play(session)
    assert not career.path.exists()


# -- time at the table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "seconds"),
    [
        ((), 0),
        ((5,), 0),
        ((0, 60, 120), 120),
        ((0, 900), 900),
        ((0, 901), 0),
        ((0, 60, 60 + 86_400, 180 + 86_400), 180),
        ((100, 40, 50), 10),
    ],
)
def test_pauses_are_no_time_at_the_table(times: tuple[int, ...], seconds: int) -> None:
    """A clock that was set back counts for nothing either."""
    assert seconds_at_the_table(times) == seconds


def test_a_journal_tells_its_times_and_goes_on_after_a_resume(tmp_path: Path) -> None:
    session = begin(tmp_path / "j")
    play(session, 2)
    before = session.times
    assert sorted(set(before)) == list(range(1_000, before[-1] + 1, 10))  # what is written together has one
    assert list(before) == sorted(before)
    session.undo()
    session.close()
    with Session.resume(tmp_path / "j", load) as again:
        assert again.times[: len(before)] == before
        assert len(again.times) == again.position == len(before) + 1
        play(again, 1)
        assert len(again.times) == again.position


def test_a_journal_of_an_older_companion_has_no_times_and_opens(tmp_path: Path) -> None:
    session = begin(tmp_path / "j", clock=None)
    play(session, 3)
    assert b'"at"' not in (tmp_path / "j").read_bytes()
    session.close()
    with Session.resume(tmp_path / "j", load) as again:
        assert again.entries == session.entries
        assert again.times == ()


# -- whatever happens to the file ----------------------------------------------------------------------------


def test_a_torn_last_line_costs_nothing_else(tmp_path: Path, career: Career) -> None:
    a_game(tmp_path, career, "one", 1).close()
    first = career.path.read_bytes()
    a_game(tmp_path, career, "two", 2).close()
    whole = career.path.read_bytes()
    for cut in range(2, len(whole) - len(first), 7):
        career.path.write_bytes(whole[:-cut])
        assert [Path(one.journal).name for one in career.games()] == ["one"]
    with Session.resume(tmp_path / "two", load) as session:  # what was torn is written again
        career.follow(session)
    assert [Path(one.journal).name for one in career.games()] == ["one", "two"]


def test_a_damaged_line_says_nothing_and_the_others_still_do(tmp_path: Path, career: Career) -> None:
    for name in ("one", "two", "three"):
        a_game(tmp_path, career, name).close()
    lines = career.path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"game":"tiny"', b'"game":"tinz"')
    career.path.write_bytes(b"".join(lines))
    assert [Path(one.journal).name for one in career.games()] == ["one", "three"]


KILLED = """
import os, sys
from pathlib import Path
from companion.table import Career, Session
from tests.games.tiny import Tiny
from tests.table.playing import play
path, kill = Path(sys.argv[1]), sys.argv[2]
session = Session.begin(Tiny(), {}, path / "j", 1)
career = Career(path / "career.jsonl")
if kill == "after":
    career.follow(session)
session.subscribe(lambda event: session.outcome and os.kill(os.getpid(), 9))
if kill == "before":
    career.follow(session)
play(session)
"""


@pytest.mark.parametrize("kill", ["before", "after"])
def test_a_process_killed_at_the_end_of_the_game_loses_no_record(tmp_path: Path, kill: str) -> None:
    """Killed between the last input and the record, or right after the record."""
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path, kill], check=False, timeout=60)
    assert done.returncode == -9
    career = Career(tmp_path / "career.jsonl")
    assert len(career.games()) == (kill == "after")
    with Session.resume(tmp_path / "j", load) as session:
        career.follow(session)
    assert len(career.games()) == 1


def test_a_record_that_cannot_be_written_does_not_disturb_the_game(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    career = Career(tmp_path / "data" / "career.jsonl")
    session = a_game(tmp_path, career)
    assert isinstance(career.problem, OSError)
    (tmp_path / "data").unlink()
    career.follow(session)
    assert career.problem is None
    assert len(career.games()) == 1


# -- the Career Plan -----------------------------------------------------------------------------------------


def finished(result: str, mode: str, level: int) -> Finished:
    return Finished("j", "the-loop", 0, 0, {"result": result, "mode": mode, "level": level}, {}, {})


@pytest.mark.rule("CAREER-02")
def test_only_victories_tick_a_cell_of_the_plan() -> None:
    games = [finished("won", "supa", 1), finished("won", "supa", 1), finished("lost", "supa", 2)]
    plan = victories([*games, finished("won", "sabotage", 3)])
    assert plan == {("supa", 1): 2, ("sabotage", 3): 1}
    assert plan["supa", 2] == 0


@pytest.mark.rule("CAREER-01")
def test_a_career_changes_nothing_about_a_game(tmp_path: Path, career: Career) -> None:
    followed = a_game(tmp_path, career)
    alone = begin(tmp_path / "alone")
    play(alone)
    assert [entry.given for entry in followed.entries] == [entry.given for entry in alone.entries]
    assert (tmp_path / "j").read_bytes() == (tmp_path / "alone").read_bytes()


def test_reasons_are_ticked_by_hand_and_unticked(career: Career) -> None:
    assert career.ticked("tiny") == set()
    career.tick("tiny", "coffee")
    career.tick("other", "tea")
    assert career.ticked("tiny") == {"coffee"}
    career.tick("tiny", "coffee", on=False)
    assert career.ticked("tiny") == set()
