"""The edges of what the table keeps: limits to the number, names that are free, notes that go along."""

import json
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import games, store
from companion.advisor import GreedyBot
from companion.table import (
    Evening,
    JournalDamaged,
    career,
    chronicle,
    chronicle_of,
    exported,
    games_kept,
    incidents,
    library,
    put_back,
    read,
    set_aside,
)
from companion.table.folders import new_journal
from companion.table.journal import YEAR_10000, Amend, Journal, Kept, Undo, encode, remember
from tests.table.test_journal import HEADER, a_journal
from tests.tools.evenings import play


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store.make_folder(tmp_path / "loop-companion" / "journals")
    return tmp_path / "loop-companion"


# -- the journal


def one(n: int) -> Kept:
    return Kept({"kind": "Rolled", "prize": n}, "hand", "die")


def with_line(path: Path, **fields: object) -> Path:
    a_journal(path, 1)
    first = path.read_bytes().splitlines(keepends=True)[0]
    told = {"n": 1, "input": {"kind": "Rolled"}, "source": "hand"}
    path.write_bytes(first + encode({**told, **fields}) + LAST)
    return path


LAST = encode({"n": 2, "input": {}, "source": "app"})


@pytest.mark.parametrize(
    ("at", "good"),
    [(0, True), (1, True), (YEAR_10000 - 1, True), (YEAR_10000, False), (-1, False), (1.5, False)],
)
def test_a_line_tells_when_it_was_written_between_1970_and_the_year_10000(
    tmp_path: Path, at: float, good: bool
) -> None:
    path = with_line(tmp_path / "j", at=at)
    if good:
        assert read(path).times == (at,)
    else:
        with pytest.raises(JournalDamaged):
            read(path)


@pytest.mark.parametrize(("paused", "kept"), [(0, 0), (1, 1), (10**9 - 1, 10**9 - 1), (10**9, 0), (-1, 0)])
def test_a_pause_is_read_where_it_can_be_one(tmp_path: Path, paused: int, kept: int) -> None:
    assert read(with_line(tmp_path / "j", at=5, paused=paused)).pauses == (kept,)


def test_a_pause_belongs_to_one_line_alone(tmp_path: Path) -> None:
    made = Journal.create(tmp_path / "j", HEADER, lambda: 100.0)
    made.paused = 7
    made.append(one(1), one(2))
    made.append(one(3))
    made.close()
    assert made.pauses == [7, 0, 0]
    assert read(tmp_path / "j").pauses == (7, 0, 0)


def test_lines_are_numbered_from_one_without_a_gap(tmp_path: Path) -> None:
    a_journal(tmp_path / "j", 3)
    lines = (tmp_path / "j").read_bytes().splitlines(keepends=True)
    for strange in ([lines[0], *lines[2:], LAST], [lines[0], lines[1], lines[1], lines[3]]):
        (tmp_path / "k").write_bytes(b"".join(strange))
        with pytest.raises(JournalDamaged):
            read(tmp_path / "k")


def test_a_last_line_that_is_none_is_left_out_whole(tmp_path: Path) -> None:
    data = a_journal(tmp_path / "j", 3)
    (tmp_path / "j").write_bytes(data + encode({"n": 9}))
    found = read(tmp_path / "j")
    assert (found.lines, found.live) == (3, [one(0), one(1), one(2)])


def test_an_undo_of_nothing_and_of_everything_can_be_done_again() -> None:
    live = [one(1), one(2)]
    for keep, back in ((0, live), (1, live[1:]), (2, [])):
        undone: list[tuple[Kept, ...]] = []
        remember(undone, live, Undo(keep))
        assert undone == [tuple(back)]
    undone = [(one(3),)]
    remember(undone, live, Undo(3))
    assert undone == []
    undone = [(one(3),)]
    remember(undone, live, Amend(2, (one(3),)))
    assert undone == []
    undone = [(one(4),), (one(3),)]
    remember(undone, live, Amend(2, (one(3),)))
    assert undone == [(one(4),)]
    for other in (Amend(1, (one(3),)), Amend(2, (one(4),)), one(5)):
        undone = [(one(3),)]
        remember(undone, live, other)
        assert undone == []


# -- files


def test_a_game_that_begins_in_the_same_second_has_a_name_of_its_own() -> None:
    now = datetime(2026, 1, 2, 3, 4, 5)
    stem = "2026-01-02-030405-example"
    for name in (stem, f"{stem}-2", f"{stem}-3"):
        path = new_journal("example", now)
        assert path.name == f"{name}.jsonl"
        path.touch()


def test_the_note_of_a_copy_goes_along_when_a_game_is_set_aside(home: Path) -> None:
    path = home / "journals" / "game.jsonl"
    with Evening.begin(games.load("contre-temps"), games.GAMES, {}, path, 3, inline=True):
        pass
    (saved,) = games_kept(games.GAMES)
    assert not exported(path)
    to = store.make_folder(home / "copies")
    copy = library.export(saved._replace(hidden=True), to, revealed=True)
    assert copy == to / "game.jsonl"
    assert copy.read_bytes() == path.read_bytes()
    aside = set_aside(path)
    assert (exported(aside), exported(path)) == (True, False)
    assert put_back(aside) == path
    assert exported(path)


def test_an_incident_is_written_aside_and_names_the_mistake(home: Path) -> None:
    path = incidents.keep_incident(KeyError("planted"), where="here")
    wait_for(path.exists)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["where"] == "here"
    assert "planted" in told["traceback"]


def wait_for(so: Callable[[], bool]) -> None:
    for thread in threading.enumerate():
        if thread.name == "incident":
            thread.join(20)
    assert so()


# -- the career


@pytest.mark.parametrize(
    ("value", "like", "fits"),
    [
        (career.MANY, 1, True), (career.MANY + 1, 1, False), (-career.MANY, 1, True), ("1", 1, False),
        ([1, "a"], [], True), ([1.5], [], False), ("x", "y", True), (1, "y", False), ([], "y", False),
    ],
)  # fmt: skip
def test_a_figure_of_a_career_is_like_those_of_its_game(value, like, fits: bool) -> None:
    assert career._alike(value, like) == fits
    assert career.MANY == 10**6


# -- the chronicle


class Scale:
    """A game whose states are numbers, and so are its estimates."""

    def estimate(self, state: int, focus: int) -> float:
        return float(state)

    def awaited(self, state: int) -> tuple:
        return (SimpleNamespace(owner="chance" if state % 2 else 0, answers=(f"from {state}",), open=False),)


def entry(number: int, before: int, after: int, *kinds: str) -> SimpleNamespace:
    said = tuple(SimpleNamespace(kind=kind) for kind in kinds)
    return SimpleNamespace(number=number, before=before, after=after, given=f"from {before}", happenings=said)


@pytest.mark.parametrize(("won", "wanted"), [(True, 1), (False, 3)])
def test_the_decision_that_moved_most_towards_the_end_is_the_decisive_one(won: bool, wanted: int) -> None:
    line = [
        entry(0, 0, 2, "x"), entry(1, 2, 8), entry(2, 8, 4), entry(3, 4, -6), entry(4, 7, 90),
        entry(5, 1, -99), entry(6, 2, 199 if won else -199),
    ]  # fmt: skip
    # of an odd number on chance decides, and the last one only ends it
    best = chronicle._decisive(Scale(), line, won, 0)
    assert best.number == wanted
    assert chronicle._decisive(Scale(), line[:1], won, 0) is None


def test_turns_are_cut_where_they_begin_and_stand_between_the_worst_and_the_best() -> None:
    manifest = SimpleNamespace(turns=("T",), dangers=("D", "d"), successes=("S",), alerts=("D",), sounds={})
    line = [
        entry(1, 0, 2, "T"), entry(2, 2, 4, "D", "d", "S"), entry(3, 4, 6, "T", "D"),
        entry(4, 6, 10, "S", "S"), entry(5, 10, 8, "T"),
    ]  # fmt: skip
    parts = list(chronicle._turns(line, manifest))
    assert [[one.number for one in part] for part in parts] == [[1, 2], [3, 4], [5]]
    now = SimpleNamespace(game=Scale(), manifest=manifest)
    graph = list(chronicle._graph(now, parts, 0))
    assert [(one.number, one.dangers, one.successes) for one in graph] == [(1, 1, 1), (2, 1, 2), (3, 0, 0)]
    assert [one.standing for one in graph] == [0, 1, 1]
    level = list(chronicle._graph(now, parts[:1], 0))
    assert [one.standing for one in level] == [0.5]


def test_there_is_a_chronicle_when_the_game_is_over() -> None:
    game, bot = games.load("example"), GreedyBot(1)
    with Evening.begin(game, games.GAMES, {}, None, 5, inline=True) as evening:
        assert chronicle_of(evening.now) is None
        play(evening, lambda now, asked: bot.choose(game, now.state, asked))
        told = chronicle_of(evening.now)
    assert told is not None
    people = [one for one in evening.now.entries if one.source == "player"]
    assert sum(hero.decisions for hero in told.heroes) == len(people)
    assert [hero.seat for hero in told.heroes] == list(range(game.seats(evening.now.state)))
