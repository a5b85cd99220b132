"""A mistake inside the rules is a refusal that names a file; the evening and its journal go on."""

import io
import json
from pathlib import Path

import pytest

from companion import games
from companion.table import Answer, Evening
from companion.terminal import Screen, Terminal, board_of
from companion.words import Words


class Broken(type(games.load("example"))):
    """A game that fails over every answer of a player."""

    def apply(self, state, given, source="player"):
        if source == "player":
            raise KeyError("no such lamp")
        return super().apply(state, given, source)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def broken(path):
    game = Broken(games.load("example").box)
    return Evening.begin(game, games.GAMES, {"players": 2}, path, seed=1)


def test_it_is_refused_told_with_a_file_and_not_in_the_journal(home):
    journal = home / "game.jsonl"
    evening = broken(journal)
    before, position = journal.read_bytes(), evening.now.position
    asked = evening.now.asked[0]
    given = asked.question.answers[0]
    refused = evening.post(Answer((given,), asked.question.owner, asked.since)).result()
    assert refused.id == "incident"
    kept = json.loads(Path(dict(refused.about)["file"]).read_text())
    assert kept["given"]["kind"] == given.kind
    assert kept["position"] == json.loads(json.dumps(evening.now.game.dump(evening.now.state)))
    assert "no such lamp" in kept["traceback"]
    assert (journal.read_bytes(), evening.now.position) == (before, position)
    evening.post(Answer((given,), asked.question.owner, asked.since)).result()
    assert len(list((home / "loop-companion" / "incidents").glob("*.json"))) == 1  # the same, once
    evening.close().result()


def test_the_terminal_tells_it_and_goes_on(home):
    evening, shown = broken(home / "game.jsonl"), io.StringIO()
    screen = Screen(io.StringIO("1\n1\nhistory\n"), shown)
    terminal = Terminal(evening, Words("en", ["example"]), screen, board_of(games.GAMES, "example"))
    terminal.play()
    assert shown.getvalue().count("The companion made a mistake") == 2
    assert "Saved in" in shown.getvalue()
    evening.close().result()


def test_a_full_disk_does_not_make_it_worse(home, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.store.replace", full)
    evening = broken(None)
    asked = evening.now.asked[0]
    answer = Answer((asked.question.answers[0],), asked.question.owner, asked.since)
    assert evening.post(answer).result().id == "incident"
    evening.close().result()


class Puzzled(type(games.load("example"))):
    """A game that cannot say what may be set right."""

    def correctable(self, state):
        raise KeyError("no such field")


class Mute(type(games.load("example"))):
    """A game that does not know what to ask after a player's answer."""

    after = None

    def apply(self, state, given, source="player"):
        made = super().apply(state, given, source)
        self.after = made.state if source == "player" else self.after
        return made

    def awaited(self, state):
        if state is self.after:
            raise KeyError("no such question")
        return super().awaited(state)


def test_what_goes_wrong_outside_an_answer_is_told_too_and_an_order_is_the_way_out(home):
    game = Puzzled(games.load("example").box)
    evening = Evening.begin(game, games.GAMES, {"players": 2}, home / "game.jsonl", seed=1)
    shown = io.StringIO()
    screen = Screen(io.StringIO("1\ncorrect\nundo\n1\ncorrect\n\n1\n"), shown)
    Terminal(evening, Words("en", ["example"]), screen, board_of(games.GAMES, "example")).play()
    assert shown.getvalue().count("The companion made a mistake") == 2
    assert len(evening.now.entries) > 1
    assert "Saved in" in shown.getvalue()
    evening.close().result()


class Endless(Mute):
    """A game that does not know after a player's answer whether it is over."""

    awaited = type(games.load("example")).awaited

    def outcome(self, state):
        if state is self.after:
            raise KeyError("no such end")
        return super().outcome(state)


@pytest.mark.parametrize("kind", [Mute, Endless])
def test_a_position_that_cannot_be_asked_about_is_not_gone_on_from(home, kind):
    game = kind(games.load("example").box)
    evening = Evening.begin(game, games.GAMES, {"players": 2}, home / "game.jsonl", seed=1)
    asked = evening.now.asked[0]
    given = asked.question.answers[0]
    done = evening.post(Answer((given,), asked.question.owner, asked.since)).result()
    assert done.id == "incident"
    assert evening.now.asked == (asked,)
    evening.close().result()

