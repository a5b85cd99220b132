"""Finished games are kept once, follow their journal, and survive whatever happens to the process."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.engine import Refusal
from companion.table import Career, Evening, Finished, Settle, Undo, seconds_at_the_table, victories
from companion.table.career import _counted
from tests.games.tiny import TINY, Tiny
from tests.table.playing import play_on


def clock(step: int = 10, start: int = 1_000) -> Callable[[], float]:
    ticks: Iterator[int] = count(start, step)
    return lambda: next(ticks)


def begin(path: Path, seed: int = 1, **more: object) -> Evening:
    given = {"clock": clock(), "inline": True, **more}
    return Evening.begin(Tiny(), TINY, {}, path, seed, **given)  # type: ignore[arg-type]


@pytest.fixture
def career(tmp_path: Path) -> Career:
    return Career(tmp_path / "data" / "career.jsonl")


def a_game(folder: Path, career: Career, name: str = "j", seed: int = 1) -> Evening:
    evening = begin(folder / name, seed)
    career.follow(evening)
    play_on(evening)
    assert evening.now.outcome is not None
    return evening


# -- keeping -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CAREER-05")
def test_a_game_that_ends_is_kept_with_all_that_it_tells(tmp_path: Path, career: Career) -> None:
    evening = a_game(tmp_path, career)
    (kept,) = career.games()
    assert kept.journal == str(tmp_path / "j")
    assert kept.game == "tiny"
    assert kept.summary == evening.now.game.summary(evening.now.state)
    assert kept.ended == evening.now.times[-1]
    assert kept.seconds == evening.now.times[-1] - evening.now.times[0] > 0  # no pause among them
    told = [happening.kind for entry in evening.now.entries for happening in entry.happenings]
    assert kept.happened == {kind: told.count(kind) for kind in told}
    assert career.games("tiny") == [kept]
    assert career.games("the-loop") == []


def test_a_running_game_is_not_kept(tmp_path: Path, career: Career) -> None:
    evening = begin(tmp_path / "j")
    career.follow(evening)
    play_on(evening, 3)
    assert evening.now.outcome is None
    assert career.games() == []


def test_a_game_ends_once_however_often_it_is_resumed(tmp_path: Path, career: Career) -> None:
    a_game(tmp_path, career).close()
    before = career.path.read_bytes()
    for _ in range(3):
        with Evening.resume(tmp_path / "j", TINY, inline=True) as evening:
            career.follow(evening)
    assert career.path.read_bytes() == before


def test_a_game_undone_past_its_end_is_withdrawn_and_its_new_end_replaces_the_old(
    tmp_path: Path, career: Career
) -> None:
    evening = a_game(tmp_path, career)
    (before,) = career.games()
    evening.post(Undo())
    assert career.games() == []
    play_on(evening)
    (after,) = career.games()
    assert after.journal == before.journal
    assert after.ended > before.ended


def test_an_amended_end_replaces_the_old(tmp_path: Path, career: Career) -> None:
    evening = a_game(tmp_path, career)
    number = next(entry.number for entry in reversed(evening.now.entries) if entry.given.kind == "Rolled")
    old = evening.now.entries[number - 1].given
    (question,) = evening.now.game.awaited(evening.now.entries[number - 1].before)
    other = next(answer for answer in question.answers if answer != old)
    amendment = evening.now.amend(number, other)
    assert not isinstance(amendment, Refusal)
    evening.post(Settle(amendment, "all"))
    play_on(evening)
    assert [one.summary for one in career.games()] == [evening.now.game.summary(evening.now.state)]


def test_every_journal_has_its_own_record_the_earliest_first(tmp_path: Path, career: Career) -> None:
    for number in (3, 1, 2):
        evening = begin(tmp_path / str(number), number, clock=clock(1, 1_000 * number))
        career.follow(evening)
        play_on(evening)
    assert [Path(one.journal).name for one in career.games()] == ["1", "2", "3"]


def test_games_of_bots_are_nobodys_career(tmp_path: Path, career: Career) -> None:
    evening = begin(tmp_path / "j", clock=None)
    play_on(evening)
    evening.close()
    assert evening.now.times == ()
    with Evening.resume(tmp_path / "j", TINY, inline=True) as again:
        career.follow(again)
    assert career.games() == []


def test_a_game_without_a_journal_is_not_kept(career: Career) -> None:
    evening = Evening.begin(Tiny(), TINY, {})
    career.follow(evening)
    play_on(evening)
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
    evening = begin(tmp_path / "j")
    play_on(evening, 2)
    before = evening.now.times
    assert sorted(set(before)) == list(range(1_000, before[-1] + 1, 10))  # what is written together has one
    assert list(before) == sorted(before)
    evening.post(Undo())
    evening.close()
    with Evening.resume(tmp_path / "j", TINY, inline=True) as again:
        assert again.now.times[: len(before)] == before
        assert len(again.now.times) == again.now.position == len(before) + 1
        play_on(again, 1)
        assert len(again.now.times) == again.now.position


def test_a_journal_of_an_older_companion_has_no_times_and_opens(tmp_path: Path) -> None:
    evening = begin(tmp_path / "j", clock=None)
    play_on(evening, 3)
    assert b'"at"' not in (tmp_path / "j").read_bytes()
    evening.close()
    with Evening.resume(tmp_path / "j", TINY, inline=True) as again:
        assert again.now.entries == evening.now.entries
        assert again.now.times == ()


# -- whatever happens to the file ----------------------------------------------------------------------------


def test_a_torn_last_line_costs_nothing_else(tmp_path: Path, career: Career) -> None:
    a_game(tmp_path, career, "one", 1).close()
    first = career.path.read_bytes()
    a_game(tmp_path, career, "two", 2).close()
    whole = career.path.read_bytes()
    for cut in range(2, len(whole) - len(first), 7):
        career.path.write_bytes(whole[:-cut])
        assert [Path(one.journal).name for one in career.games()] == ["one"]
    with Evening.resume(tmp_path / "two", TINY, inline=True) as evening:  # what was torn is written again
        career.follow(evening)
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
from companion.table import Career, Evening
from tests.games.tiny import TINY, Tiny
from tests.table.playing import play_on
path, kill = Path(sys.argv[1]), sys.argv[2]
evening = Evening.begin(Tiny(), TINY, {}, path / "j", 1)
career = Career(path / "career.jsonl")
if kill == "after":
    career.follow(evening)
evening.follow(lambda now: now.outcome and os.kill(os.getpid(), 9))
if kill == "before":
    career.follow(evening)
play_on(evening)
"""


@pytest.mark.parametrize("kill", ["before", "after"])
def test_a_process_killed_at_the_end_of_the_game_loses_no_record(tmp_path: Path, kill: str) -> None:
    """Killed between the last input and the record, or right after the record."""
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path, kill], check=False, timeout=60)
    assert done.returncode == -9
    career = Career(tmp_path / "career.jsonl")
    assert len(career.games()) == (kill == "after")
    with Evening.resume(tmp_path / "j", TINY, inline=True) as evening:
        career.follow(evening)
    assert len(career.games()) == 1


def test_a_record_that_cannot_be_written_does_not_disturb_the_game(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    career = Career(tmp_path / "data" / "career.jsonl")
    evening = a_game(tmp_path, career)
    assert isinstance(career.problem, OSError)
    (tmp_path / "data").unlink()
    career.follow(evening)
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
def test_a_career_changes_nothing_about_a_game(tmp_path: Path, career: Career, mocker) -> None:
    mocker.patch("secrets.token_hex", return_value="the same game")
    followed = a_game(tmp_path, career)
    alone = begin(tmp_path / "alone")
    play_on(alone)
    assert [entry.given for entry in followed.now.entries] == [entry.given for entry in alone.now.entries]
    assert (tmp_path / "j").read_bytes() == (tmp_path / "alone").read_bytes()


def test_reasons_are_ticked_by_hand_and_unticked(career: Career) -> None:
    assert career.ticked("tiny") == set()
    career.tick("tiny", "coffee")
    career.tick("other", "tea")
    assert career.ticked("tiny") == {"coffee"}
    career.tick("tiny", "coffee", on=False)
    assert career.ticked("tiny") == set()


def test_what_happened_in_one_turn_is_counted_turn_by_turn() -> None:
    """The most of each in any one turn, whichever that was; a turn begins with what says so."""
    course = ["gift", "turn", "gift", "loop", "loop", "turn", "gift", "gift", "turn", "loop"]
    whole, most = _counted([SimpleNamespace(kind=kind) for kind in course], ("turn",))
    assert whole == {"gift": 4, "loop": 3, "turn": 3}
    assert most == {"gift": 2, "loop": 2, "turn": 1}
    assert _counted([], ("turn",)) == ({}, {})
