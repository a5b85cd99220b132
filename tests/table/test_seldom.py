"""What seldom happens at a table: who leaves, a tower taken in vain, what is learned, found or lost."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games, store
from companion.engine import Applied, Outcome, Refusal
from companion.games.the_loop.box import boxes
from companion.table import Evening, Undo, Watch, library, read
from companion.table.career import Finished, _Kept, _written_since
from companion.table.expectations import compare, matches
from companion.table.journal import Journal, Kept, encode
from companion.table.snapshot import Snapshot
from companion.table.tower_thread import TowerThread
from companion.tower import Watching
from tests.games.tiny import TINY, Tiny
from tests.table.playing import begin, play, play_on
from tests.table.test_journal import HEADER
from tests.tools.evenings import do


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    return tmp_path


def tiny(path: Path | None = None, **more: Any) -> Evening:
    return Evening.begin(Tiny(), TINY, {}, path, 1, inline=True, **more)


# -- the evening


def test_who_leaves_hears_nothing_more_and_the_others_do() -> None:
    evening = tiny()
    here, gone = evening.subscribe(), evening.subscribe()
    assert here.take() is not None
    assert gone.take() is not None
    evening.unsubscribe(gone)
    play_on(evening, 1)
    assert here.take() is not None
    assert gone.take() is None


def test_a_tower_is_let_go_when_the_game_cannot_begin(home: Path) -> None:
    closed: list[bool] = []
    tower: Any = SimpleNamespace(close=lambda: closed.append(True))
    (home / "j").touch()
    for wanted in (tower, None):
        with pytest.raises(Exception, match="exists"):
            tiny(home / "j", tower=wanted)
    assert closed == [True]


def test_how_a_tower_waits_is_told_to_the_tower_and_to_nobody_else() -> None:
    evening = tiny()
    do(evening, Watch(Watching(quiet=9.0)))
    host = evening._host
    tower = SimpleNamespace(watching=None)
    host.machine.tower = SimpleNamespace(tower=tower)  # type: ignore[assignment]
    host.do(Watch(Watching(quiet=9.0)))
    assert tower.watching == Watching(quiet=9.0)


def test_pieces_that_turned_up_go_into_the_owner_s_box(home: Path, mocker: Any) -> None:
    game, kept = games.load("the-loop"), mocker.patch.object(boxes, "remember")

    def closed(learned: dict[str, list[str]], learn: Any = lambda name: home / name) -> Any:
        evening = Evening.begin(game, games.GAMES, {}, None, 1, learn=learn, inline=True)
        mocker.patch.object(game, "learned", return_value=learned)
        return evening.close().result()

    two_and_one = {"duplicate": ["a", "b"], "card": ["c"]}
    assert closed(two_and_one)[:2] == (3, home / "the-loop")
    kept.assert_called_once_with(home / "the-loop", two_and_one)
    assert closed({})[:2] == closed(two_and_one, None)[:2] == (0, None)
    assert kept.call_count == 1
    kept.side_effect = problem = OSError("full")
    assert closed(two_and_one) == (0, home / "the-loop", problem)


# -- the session


def test_a_pause_is_told_by_the_next_line_and_two_of_them_add_up(home: Path) -> None:
    session = begin(home / "j", players=2, deals=1)
    session.paused(4)
    session.paused(3)
    play(session, 1)
    session.close()
    assert sum(session.pauses) == sum(read(home / "j").pauses) == 7
    begin().paused(4)


@pytest.mark.parametrize("strange", [{"kind": "NoSuch"}, {"kind": "Rolled", "prize": 9}])
def test_what_these_rules_do_not_know_or_refuse_is_not_done_again(home: Path, strange: dict) -> None:
    session = begin(home / "j", players=2, deals=3)
    play(session, 6)
    session.undo()
    good = session._undone[-1]
    state = session.state
    for odd in ((Kept(strange, "hand", "die"), *good), (*good, Kept(strange, "hand", "die"))):
        session._undone = [odd]
        refused = session.redo()
        assert isinstance(refused, Refusal)
        assert refused.id == "nothing-to-redo"
        assert session.state == state
    session._undone = [good]
    assert not isinstance(session.redo(), Refusal)


class Cliff:
    """A position is how many steps are left; at 0 it is lost, below won."""

    def apply(self, state: int, given: int, source: str) -> Any:
        return Applied(state - given, ()) if given else Refusal("no", "")

    def outcome(self, state: int) -> Outcome | None:
        return None if state > 0 else Outcome("lost" if state == 0 else "won", "", "")


@pytest.mark.parametrize(
    ("given", "lost"),
    [((3,), True), ((1, 2), True), ((2,), False), ((4,), False), ((0, 3), False), ((), False)],
)
def test_an_answer_that_loses_at_once_is_known_before_it_is_given(given: tuple, lost: bool) -> None:
    now: Any = SimpleNamespace(game=Cliff(), state=3, outcome=None)
    found = Snapshot.defeat(now, given)
    assert (found is not None) is lost
    over: Any = SimpleNamespace(game=Cliff(), state=0, outcome=Outcome("lost", "", ""))
    assert Snapshot.defeat(over, given) is None, "it is over already"


def test_whether_the_early_cubes_were_the_throw_is_said_to_the_tower() -> None:
    heard: list[bool] = []
    thread: Any = SimpleNamespace(tower=SimpleNamespace(say_early=heard.append))
    TowerThread.early_throw(thread, True)
    TowerThread.early_throw(thread, False)
    assert heard == [True, False]


# -- files


def test_games_that_somebody_brought_are_found_where_people_put_them(home: Path) -> None:
    folders = [store.home() / "imports", store.home() / "exports", home / "me" / "Downloads"]
    assert not [one for one in library.elsewhere() if one.is_relative_to(home)]
    for number, folder in enumerate(folders):
        folder.mkdir(parents=True)
        for name in (f"b{number}.jsonl", f"a{number}.jsonl", "other.txt"):
            (folder / name).touch()
    found = [one for one in library.elsewhere() if one.is_relative_to(home)]
    assert [one.name for one in found] == [f"{letter}{n}.jsonl" for n in range(3) for letter in "ab"]
    for number in range(library.MOST_BROUGHT):
        (folders[0] / f"c{number}.jsonl").touch()
    assert len([one for one in library.elsewhere() if one.parent == folders[0]]) == library.MOST_BROUGHT


def test_a_free_name_is_the_next_that_nobody_has_not_even_a_link(home: Path) -> None:
    wanted = home / "game.jsonl"
    for name in ("game.jsonl", "game-2.jsonl", "game-3.jsonl", "game-4.jsonl"):
        assert library._free(wanted) == home / name
        if name == "game-3.jsonl":
            (home / name).symlink_to(home / "nowhere")
        else:
            (home / name).touch()


def test_a_result_of_an_older_version_goes_when_a_later_line_was_written() -> None:
    """Its career tells no position: the times of the lines do."""
    record = Finished(*(None,) * (len(Finished._fields) - 1), people=())._replace(ended=50)  # type: ignore[arg-type]

    def since(times: tuple[int, ...], position: int | None = None, now: int = 7) -> bool:
        return _written_since(SimpleNamespace(times=times, position=now), _Kept(record, position))  # type: ignore[arg-type]

    assert [since(times) for times in ((), (49,), (50,), (51,), (51, 50), (49, 51))] == [
        False, False, False, True, False, True,
    ]  # fmt: skip
    assert [since((99,), position) for position in (6, 7, 8)] == [True, False, False]


def test_a_line_of_an_undo_keeps_the_token_of_its_command(home: Path) -> None:
    evening = tiny(home / "j")
    play_on(evening, 3)
    evening.post(Undo(), "mine").result()
    evening.close().result()
    assert read(home / "j").tokens == {"mine": read(home / "j").lines}


def test_a_journal_of_another_encoding_is_read_again_as_it_was(home: Path) -> None:
    odd = Kept({"kind": "Rolled", "name": "\udcff é"}, "hand", "die")
    made = Journal.create(home / "j", HEADER, lambda: 1.0)
    made.append(odd)
    made.close()
    assert read(home / "j").live == [odd]
    assert encode({"n": "é"}).startswith('{"n":"é"'.encode())


# -- expectations of scenarios


def test_what_is_no_table_and_what_is_no_happening_does_not_hold() -> None:
    (check,) = compare("era", {"rifts": 1}, 5)
    assert (check.expected, check.holds, check.found) == ("era = {rifts = 1}", False, "5")
    happened = {"kind": "Rift", "era": 3, "n": 1}
    for wanted, so in (
        ("Rift", True), ("Other", False), ({"kind": "Rift", "era": 3}, True), ({"era": 4}, False),
        ({"no": None}, False), ({}, True), (5, False), (["Rift"], False),
    ):  # fmt: skip
        assert matches(wanted, happened) is so, wanted
