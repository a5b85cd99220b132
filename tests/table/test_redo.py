"""Redo: what an undo took back is done again, over a restart too, and forgotten by anything else."""

from pathlib import Path

import pytest

from companion.engine import Refusal
from companion.games import GAMES, NAMES
from companion.table import Amended, Done, Evening, Redo, Undo
from companion.table.session import Session
from tests.table.playing import begin, load, play, play_on
from tests.tools.evenings import do


@pytest.mark.parametrize("name", NAMES)
def test_undo_and_redo_lead_back_to_the_same_place(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    evening = Evening.begin(GAMES.load(name), GAMES, {}, path, 5, inline=True)
    play_on(evening, 9)
    game = evening.now.game
    there = [(len(evening.now.entries), game.dump(evening.now.state))]
    for _ in range(4):
        assert isinstance(do(evening, Undo()), Done)
        there.append((len(evening.now.entries), game.dump(evening.now.state)))
    lines = path.read_bytes()
    evening.close().result()
    evening = Evening.resume(path, GAMES, inline=True)
    for before in reversed(there[:-1]):
        assert evening.now.redoable
        assert isinstance(do(evening, Redo()), Done)
        assert (len(evening.now.entries), game.dump(evening.now.state)) == before
    assert not evening.now.redoable
    refused = do(evening, Redo())
    assert isinstance(refused, Refusal)
    assert refused.id == "nothing-to-redo"
    assert path.read_bytes().startswith(lines), "the journal only grows"
    evening.close().result()


def test_anything_else_forgets_what_could_be_done_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = begin(path, players=2, deals=3)
    play(session, 4)
    session.undo()
    assert session.redoable
    session.submit(session.asked()[0].question.answers[0])
    assert not session.redoable
    session.close()
    session = Session.resume(path, load)
    assert not session.redoable
    session.undo()
    session.undo()
    assert isinstance(session.redo(), Amended)
    assert session.redoable, "two were taken back and one done again"
    session.close()


def test_a_disk_that_is_full_forgets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion import store

    session = begin(tmp_path / "game.jsonl", players=2, deals=3)
    play(session, 4)
    session.undo()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(store.Log, "append", full)
        with pytest.raises(Exception, match="No space"):
            session.redo()
    assert session.redoable
    assert isinstance(session.redo(), Amended)
