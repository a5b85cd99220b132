"""Being led in the terminal, and asking why."""

import io

import pytest

from companion.__main__ import main


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def evening(capsys, monkeypatch, typed: list[str], *flags: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    main(["play", "example", "--seed", "5", "--lang", "en", *flags])
    return capsys.readouterr().out


IDEA = "One thing only: fetch oil"


def test_people_are_led_twice_and_a_newcomer_again(capsys, monkeypatch) -> None:
    typed = ["1", "1", "1", "quit"]
    assert evening(capsys, monkeypatch, typed, "--lead").count(IDEA) == 2
    assert evening(capsys, monkeypatch, typed, "--lead").count(IDEA) == 0
    assert evening(capsys, monkeypatch, typed, "--newcomer").count(IDEA) == 2
    assert evening(capsys, monkeypatch, typed).count(IDEA) == 0


@pytest.mark.parametrize("word", ["why", "w"])
def test_a_question_has_its_rule(capsys, monkeypatch, word: str) -> None:
    said = evening(capsys, monkeypatch, [word, "quit"])
    assert IDEA in said
    assert "What the watch can do (The night)" in said


def test_a_refusal_has_its_rule() -> None:
    from companion import games
    from companion.engine import Refusal
    from companion.teacher import taught_words
    from companion.terminal.tutor import Tutor
    from companion.words import Words

    manifest = games.GAMES["the-loop"]
    tutor = Tutor(taught_words(Words, "fr", manifest), manifest)
    tutor.refused(Refusal("loop-too-dear", "LOOP-03"))
    assert tutor.why(None)[0] == "Ce qu'il coûte (LOOP)"
    tutor.heard(())
    assert tutor.why(None) == ["Aucune question ne se pose."]


def test_why_knows_what_happened_an_entry_a_word_and_the_end(capsys, monkeypatch) -> None:
    said = evening(capsys, monkeypatch, ["1", "why", "quit"])
    assert "The weather" in said.split(IDEA)[-1]
    assert "Weather" in evening(capsys, monkeypatch, ["why 1", "quit"])
    assert "storm" in evening(capsys, monkeypatch, ["why storm", "quit"])
    assert "No rule has these words: submarine" in evening(capsys, monkeypatch, ["why submarine", "quit"])
    ended = evening(capsys, monkeypatch, [*["1"] * 5, "why", "quit"])
    assert "The lamp goes out (The night)" in ended
