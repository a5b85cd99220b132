"""Books beside the journal, and where an evening stands: its actions, its set-up, its tower at rest."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest

from companion import store
from companion.engine import CHANCE
from companion.table import Career, Evening, Undo
from companion.table.chance import Sources
from companion.table.host import Host
from companion.table.journal import Journal, Kept, encode
from companion.table.tower_thread import TowerThread
from tests.games.tiny import TINY, Tiny
from tests.table.playing import begin, play, play_on
from tests.table.test_journal import HEADER


@pytest.fixture(autouse=True)
def journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return store.make_folder(store.home() / "journals")


def a_career(tmp_path: Path) -> tuple[Career, Evening]:
    evening = Evening.begin(Tiny(), TINY, {}, tmp_path / "j", 1, inline=True)
    return Career(tmp_path / "career.jsonl"), evening


def test_a_career_that_cannot_be_written_is_told_until_it_can(tmp_path: Path, mocker: Any) -> None:
    career, evening = a_career(tmp_path)
    full = OSError(28, "No space left on device")
    keep = mocker.patch.object(career, "keep", side_effect=full)
    career.follow(evening)
    assert career.problem is full
    keep.side_effect = None
    play_on(evening, 1)
    evening.post(Undo()).result()
    assert career.problem is None


def test_the_line_of_an_older_version_is_taken_over_by_the_newer_one(tmp_path: Path) -> None:
    career, evening = a_career(tmp_path)
    career.follow(evening)
    play_on(evening)
    (record,) = career.games()
    data = career.path.read_bytes()
    away = json.loads(data) | {"journal": str(tmp_path / "away")}
    older = {key: one for key, one in away.items() if key not in ("id", "position", "crc")}
    newer = {key: one for key, one in away.items() if key != "crc"}
    career.path.write_bytes(encode(older))
    assert len(career.games()) == 1
    career.path.write_bytes(encode(older) + encode(newer))
    assert [one.journal for one in career.games()] == [str(tmp_path / "away")]
    assert record.summary == career.games()[0].summary


def test_others_may_write_as_soon_as_a_line_is_written(tmp_path: Path, mocker: Any) -> None:
    career = Career(tmp_path / "career.jsonl")
    closed = mocker.spy(store.Log, "close")
    for number in (1, 2, 3):
        career.tick("tiny", "coffee")
        assert closed.call_count == number


def test_the_first_line_of_a_game_has_a_mark_of_its_own_and_no_other(tmp_path: Path) -> None:
    one, marks = Kept({"kind": "Rolled"}, "hand", "die"), []
    for name, clock in (("a", lambda: 9.0), ("b", lambda: 9.0), ("bots", None)):
        journal = Journal.create(tmp_path / name, HEADER, clock)
        journal.append(one, one)
        journal.append(one)
        journal.close()
        lines = [json.loads(line) for line in (tmp_path / name).read_text(encoding="utf-8").splitlines()]
        marks.append([line.get("mark", "") for line in lines[1:]])
    first, second, bots = marks
    assert first[1:] == second[1:] == ["", ""]
    assert len({first[0], second[0], ""}) == 3, "two games that begin in one second are told apart"
    assert bots == ["", "", ""]


def test_an_undo_to_before_the_first_answer_takes_all_answers_back() -> None:
    session = begin(players=2, deals=3)
    play(session, 6)
    answers = [index for index, one in enumerate(session.entries) if one.source != "app"]
    session.undo(to=0)
    assert len(session.entries) == answers[0]
    play(session, 6)
    session.undo(to=answers[2])
    assert len(session.entries) == answers[1]


def asked(main: bool = False, owner: Any = 0, stream: str = "", answers: tuple = ("go", "end")) -> Any:
    return SimpleNamespace(main=main, owner=owner, stream=stream, answers=answers)


@pytest.mark.parametrize(
    ("now", "before", "begun"),
    [
        (asked(), [("go", asked(main=True)), ("x", asked())], 1),
        (asked(), [("go", asked(main=True)), ("x", asked(stream="bag"))], 1),
        (asked(), [("go", asked(main=True)), ("x", asked(stream="drop"))], None),
        (asked(), [("end", asked(main=True)), ("x", asked())], None),
        (asked(main=True), [("go", asked(main=True))], None),
        (asked(owner=CHANCE), [("go", asked(main=True))], None),
        (asked(), [], None),
        (None, [("go", asked(main=True))], None),
    ],
)
def test_an_action_runs_from_the_choice_of_a_turn_to_the_next_drop(
    now: Any, before: list, begun: Any
) -> None:
    entries = [SimpleNamespace(number=n, given=given, before=n - 1) for n, (given, _) in enumerate(before, 1)]
    session = SimpleNamespace(
        asked=lambda: (SimpleNamespace(question=now),) if now else (),
        entries=entries,
        game=SimpleNamespace(awaited=lambda state: (before[state][1],)),
    )
    host: Any = SimpleNamespace(session=session)
    assert Host._action(host) == begun


@pytest.mark.parametrize(
    ("kinds", "setup"), [("aaTb", "aa"), ("Tab", ""), ("aab", ""), ("aTbT", "a"), ("", ""), ("aUT", "a")]
)
def test_what_stands_before_the_first_turn_is_the_setup(kinds: str, setup: str) -> None:
    todo = [SimpleNamespace(said=SimpleNamespace(kind=kind)) for kind in kinds]
    host: Any = SimpleNamespace(manifest=SimpleNamespace(turns=("T", "U")), _todo=list(todo))
    found = Host._split_setup(host)
    assert "".join(one.said.kind for one in found) == setup
    assert [*found, *host._todo] == todo


def test_who_overhears_the_tower_lets_go_of_it_again() -> None:
    heard: list[Any] = []
    tower = SimpleNamespace(listen=lambda pause, tell: tell("a reading"))
    thread: Any = SimpleNamespace(_busy=Lock(), tower=tower, _tell=heard.append)
    for number in (1, 2):
        TowerThread._overhear(thread)
        assert [one.reading for one in heard] == ["a reading"] * number
    with thread._busy:
        TowerThread._overhear(thread)
    assert len(heard) == 2, "whoever has borrowed it is left alone"


@pytest.mark.parametrize("drawn", ["app", "hand", "tower"])
@pytest.mark.parametrize("tower", [None, SimpleNamespace()])
def test_drops_come_from_the_tower_that_is_there_unless_the_app_draws_them(drawn: Any, tower: Any) -> None:
    looked: list[bool] = []
    machine = SimpleNamespace(use=lambda one: ("before", one))
    options = [SimpleNamespace(id=one, group="source") for one in ("drop", "bag")]
    game: Any = SimpleNamespace(options=lambda: options, chosen=lambda _: {"drop": drawn, "bag": "app"})
    session = SimpleNamespace(sources=Sources(game, "start"))
    host: Any = SimpleNamespace(machine=machine, session=session, _look=lambda: looked.append(True))
    assert Host.use(host, tower) == ("before", tower)
    there = "tower" if tower is not None else "hand"
    assert session.sources["drop"] == ("app" if drawn == "app" else there)
    assert session.sources["bag"] == "app"
    assert looked == [True]
