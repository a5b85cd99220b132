"""Small parts of the table, each by itself: sheets of an amendment, counters, times of a journal."""

from __future__ import annotations

import json
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import store
from companion.engine import CHANCE, Outcome
from companion.table import Amended, Career, Evening, Undone, chronicle_of, scenario
from companion.table.career import _path_of
from companion.table.drop_control import DropControl
from companion.table.journal import Journal, Kept, Played, encode, last_played
from companion.table.library import SavedGame, look_at
from companion.table.people import People, people_file
from companion.table.tower_thread import Said
from companion.tower import LinkLost
from tests.games.tiny import TINY, Gift, Rolled, Tiny
from tests.table.playing import begin, play
from tests.table.test_amend import ROLL_1, SECOND_CHOICE, amend, told_by_hand
from tests.table.test_at_rest import drop
from tests.table.test_edges import Scale, entry
from tests.table.test_journal import HEADER
from tests.table.test_scenario import GIVEN, failing, load, only


@pytest.fixture(autouse=True)
def journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return store.make_folder(store.home() / "journals")


# -- amendments


def told(one: Any) -> tuple[Any, ...]:
    return one.asked, one.rest, one.waiting, one.misfits, list(one.line.entries), one.put_back, one.ways


def test_a_second_sheet_goes_its_own_way_and_leaves_the_first_as_it_was() -> None:
    session = told_by_hand()
    first = amend(session, ROLL_1, Rolled(3))
    second, third = first.copy(), first.copy()
    before = told(first)
    assert told(second) == before
    assert second.answer(Gift(1, 0)) is None
    third.set_aside()
    assert told(first) == before
    assert told(second) != before
    assert told(third) != before
    assert third.misfits
    assert not second.misfits
    assert first.answer(Gift(1, 0)) is None
    assert told(first) == told(second)


def test_a_sheet_that_waits_for_chance_has_a_copy_that_waits_too() -> None:
    session = told_by_hand()
    first = amend(session, ROLL_1, None)
    second = first.copy()
    assert [one.question.owner for one in second.asked] == [CHANCE]
    assert second.answer(Rolled(1), "hand") is None
    assert [one.question.owner for one in first.asked] == [CHANCE]
    assert first.answer(Rolled(1), "hand") is None
    assert told(first) == told(second)


def test_all_that_is_done_is_told_to_who_listens() -> None:
    session, heard = told_by_hand(), list[Any]()
    session.subscribe(heard.append)
    session.undo()
    redone = session.redo()
    settled = session.settle(amend(session, SECOND_CHOICE, None), "to-there")
    assert [type(one) for one in heard] == [Undone, Amended, Amended]
    assert heard[1:] == [redone, settled]


# -- the tower's words


def test_every_reading_beyond_the_inbox_is_counted(mocker: Any) -> None:
    mocker.patch("companion.table.drop_control.INBOX", 2)
    woken: list[bool] = []
    machine = DropControl((), lambda: woken.append(True))
    tower: Any = SimpleNamespace()
    for _ in range(5):
        machine._report(tower, Said(LinkLost("x")))
    assert (machine.lost_readings, len(woken)) == (3, 5)


def test_a_tower_that_speaks_much_is_taken_in_with_one_look() -> None:
    evening = Evening.begin(Tiny(), TINY, {}, None, 1, inline=True)
    jobs: list[Any] = []

    def call(job: Any) -> Future[None]:
        jobs.append(job)
        return Future()

    evening._call = call  # type: ignore[method-assign, assignment]
    for _ in range(3):
        evening._tower_spoke()
    assert len(jobs) == 1
    jobs[0]()
    evening._tower_spoke()
    assert len(jobs) == 2, "after a look the next word asks for another"


def test_whoever_is_told_may_ask_for_more_at_once() -> None:
    """A book beside the journal that posts by itself waits for nobody, not even in the same thread."""
    evening = Evening.begin(Tiny(), TINY, {}, None, 1, inline=True)
    seen: list[int] = []

    def look(now: Any) -> None:
        seen.append(now.position)
        if len(seen) == 2:
            evening._call(lambda: seen.append(-1))

    evening.follow(look)
    evening._call(evening._publish).result()
    assert seen[-1] == -1


def test_as_few_may_have_been_thrown_as_lie_on_the_table() -> None:
    one = drop("hand", asked=3, before=0).changed(0, 1).changed(0, 1)
    assert (one.inside, one.thrown_by(-1).inside, one.thrown_by(-1).thrown) == (1, 0, 2)
    none = one.thrown_by(-1)
    assert none.thrown_by(-1) is none


# -- the journal


def a_line(path: Path, **fields: Any) -> None:
    """One more line by hand, whatever it tells."""
    lines = path.read_bytes().count(b"\n")
    said = {"n": lines, "input": {"kind": "Rolled"}, "source": "hand", **fields}
    path.write_bytes(path.read_bytes() + encode(said))


def bare(path: Path) -> Path:
    Journal.create(path, HEADER, None).close()
    return path


def test_the_last_time_that_a_journal_tells_is_when_it_was_played(tmp_path: Path) -> None:
    path = bare(tmp_path / "j")
    assert last_played(path) == Played(0, 0)
    a_line(path, at=50)
    a_line(path, at=70)
    assert last_played(path) == Played(0, 70)
    a_line(path)
    assert last_played(path) == Played(0, 70), "a line without a time says nothing"
    a_line(path, at=-5)
    a_line(path, at="x")
    assert last_played(path) == Played(0, 70), "nor does one that cannot be"
    a_line(path, at=60, evening=3)
    a_line(path, at=61)
    assert last_played(path) == Played(3, 61)
    assert last_played(tmp_path / "none") is None
    (tmp_path / "other").write_bytes(encode({"career": 1}))
    assert last_played(tmp_path / "other") is None


@pytest.mark.parametrize(
    ("evening", "read"), [(1, 1), (10**9 - 1, 10**9 - 1), (10**9, 0), (0, 0), (-1, 0), ("x", 0), (1.5, 0)]
)
def test_an_evening_has_a_number_that_can_be_one(tmp_path: Path, evening: Any, read: int) -> None:
    path = bare(tmp_path / "j")
    a_line(path, at=5, evening=evening)
    assert last_played(path) == Played(read, 5)


def test_an_evening_is_numbered_once_in_its_first_line_and_the_next_one_is_another(journals: Path) -> None:
    one = Kept({"kind": "Rolled"}, "hand", "die")
    numbers = []
    for name in ("a", "b", "a"):
        path = journals / f"{name}.jsonl"
        journal = Journal.open(path)[0] if path.exists() else Journal.create(path, HEADER, lambda: 9.0)
        journal.append(one, one)
        journal.append(one)
        journal.close()
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        numbers.append([line.get("evening") for line in lines[-3:]])
    assert numbers == [[1, None, None], [2, None, None], [3, None, None]]


# -- the library, names, the career


def test_of_a_damaged_game_is_known_where_and_how_much(journals: Path) -> None:
    path = journals / "j.jsonl"
    session = begin(path, deals=1)
    play(session, 3)
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[-3] = b"rubbish\n"
    path.write_bytes(b"".join(lines))
    seen = look_at(path, TINY)
    assert (seen.how, seen.line, seen.lost) == ("damaged", len(lines) - 2, 3)
    assert (seen.hidden, seen.aside, seen.game, seen.turn, seen.people) == (True, False, "tiny", 0, ())
    # it is a game of rivals: whose hands stand in it nobody can follow any more
    assert SavedGame(path, "unfinished", summary={"turns": 4}).turn == 4
    assert SavedGame(path, "unfinished", summary={"turns": "four"}).turn == 0


def test_who_is_remembered_is_there_the_next_time() -> None:
    first = People(people_file()).remember("Ada")
    assert People(people_file()).guests() == (first,)
    assert People(people_file()).remember(" ada ") == first
    second = People(people_file()).remember("Bo")
    assert People(people_file()).guests() == (second, first), "the latest comes first"


def test_what_is_advised_next_follows_from_the_last_game_of_as_many_players(tmp_path: Path) -> None:
    career = Career(tmp_path / "career.jsonl")
    played = [{"players": 2, "n": 1}, {"players": 2, "n": 2}, {"players": 3, "n": 3}]
    career.of = lambda _: [SimpleNamespace(summary=one) for one in played]  # type: ignore[method-assign, assignment, misc, return-value]
    game: Any = SimpleNamespace(next_time=lambda summary: {"after": summary["n"]})
    assert [career.next_time(game, players) for players in (2, 3, 4)] == [{"after": 2}, {"after": 3}, {}]


def test_a_game_without_a_journal_lies_nowhere(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "j")
    assert _path_of(SimpleNamespace(path=None)) == ""  # type: ignore[arg-type]
    assert _path_of(SimpleNamespace(path=tmp_path / "link")) == str((tmp_path / "j").resolve())  # type: ignore[arg-type]


# -- the chronicle


class Eyes(Scale):
    """It remembers through whose eyes it was looked at."""

    def __init__(self) -> None:
        self.focus: set[int] = set()

    def estimate(self, state: int, focus: int) -> float:
        self.focus.add(focus)
        return super().estimate(state, focus)

    def secret(self, *_: Any) -> bool:
        return False

    def seats(self, _: int) -> int:
        return 1


@pytest.mark.parametrize(("ranking", "focus"), [(((2, 0), (1,)), 2), (((1,), (0,)), 1), ((), 0)])
def test_an_evening_is_seen_through_the_eyes_of_its_first_winner(ranking: Any, focus: int) -> None:
    line = [entry(1, 0, 2, "T"), entry(2, 2, 4), entry(3, 4, 30, "T"), entry(4, 30, 32)]
    manifest = SimpleNamespace(turns=("T",), dangers=(), successes=())
    game = Eyes()
    now: Any = SimpleNamespace(
        game=game, entries=line, manifest=manifest, outcome=Outcome("over", "", "", ranking=ranking), state=32
    )
    found: Any = chronicle_of(now)
    assert game.focus == {focus}
    assert (found.decisive, found.decisive_turn) == (line[2], 1), "the last but one may decide"


def test_where_nothing_decided_the_first_turn_is_named() -> None:
    line = [entry(1, 1, 2, "T"), entry(2, 3, 4, "T"), entry(3, 5, 6)]
    manifest = SimpleNamespace(turns=("T",), dangers=(), successes=())
    over = Outcome("won", "", "")
    now: Any = SimpleNamespace(game=Eyes(), entries=line, manifest=manifest, outcome=over, state=6)
    found: Any = chronicle_of(now)
    assert (found.decisive, found.decisive_turn) == (None, 0)


# -- scenarios


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        ("true", True),
        ('"TINY-01"', True),
        ('"TINY-99"', False),
        ('{ id = "not-awaited" }', True),
        ('{ id = "x" }', False),
    ],
)
def test_a_refusal_is_the_wanted_one_or_any(tmp_path: Path, wanted: str, holds: bool) -> None:
    text = f'{GIVEN}when = {{ kind = "Gift", seat = 0, to = 0 }}\nthen = {{ refused = {wanted} }}'
    assert (failing(only(tmp_path, text)) == []) is holds


def test_a_mistake_in_a_scenario_is_told_in_its_own_sentence_and_all_else_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("[")
    (tmp_path / "wrong.toml").write_text(f"{GIVEN}then = {{ prize = 2 }}")
    lines: list[str] = []
    files = [tmp_path / "bad.toml", tmp_path / "wrong.toml"]
    scenario.main(files, load, lines.append, lambda error: f"sentence of {error.id}")
    assert lines[1].startswith("  ✗ TOML   ← sentence of scenario-")
    assert lines[3] == "  ✗ prize = 2   ← 0"
