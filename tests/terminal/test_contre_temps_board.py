"""Contre-Temps said aloud in both languages, and an evening at a real table with a deck of cards."""

import argparse
import io

import pytest

from companion import games
from companion.advisor import RandomBot
from companion.table import Evening
from companion.terminal import Screen, Speech, Terminal, board_of, flags
from companion.words import Words, languages

GAME = games.load("contre-temps")
BOARD = board_of(games.GAMES, GAME.name)


def played(options, seed):
    bot, state = RandomBot(seed), GAME.start(options)
    while questions := GAME.awaited(state):
        given = bot.choose(GAME, state, questions[-1])
        applied = GAME.apply(state, given)
        yield state, questions[-1], given, applied
        state = applied.state


def said(lang, before, question, applied):
    speech, later = (Speech(Words(lang, ["contre_temps"]), GAME, one) for one in (before, applied.state))
    for seat in (None, 0):
        yield from BOARD.draw(speech, seat)
    yield BOARD.owner(speech, question)
    yield speech.question(question)
    yield BOARD.hint(speech, question)
    yield from (BOARD.answer(speech, question, answer) for answer in question.answers)
    yield from (later.happening(happening) for happening in applied.happenings)
    yield from (speech.phrase(phrase) for phrase in GAME.differences(applied.state, before))
    if outcome := GAME.outcome(applied.state):
        yield from later.outcome(outcome)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("hands", ["app", "table"])
@pytest.mark.parametrize("mode", ["classic", "paradox"])
def test_no_key_shows_through(mode, hands, lang):
    for seed in range(3):
        for before, question, _, applied in played({"mode": mode, "hands": hands, "players": 3 + seed}, seed):
            for text in said(lang, before, question, applied):
                assert "‹" not in text


@pytest.mark.parametrize("lang", languages())
def test_everything_that_can_be_corrected_has_a_name(lang):
    words, paths = Words(lang, ["contre_temps"]), set()
    for before, _, _, _ in played({"mode": "paradox", "players": 4}, 2):
        speech = Speech(words, GAME, before)
        for field in GAME.correctable(before):
            paths.add(field.path.split(".")[0])
            assert speech.name("path", field.path) != field.path
            for value in (field.value, *field.choices):
                assert "‹" not in speech.name("path", field.path) + speech.value(field.path, value)
    assert {"energy", "pawn", "hand", "controller", "lead", "standing", "constant", "commit"} <= paths


def evening(options, lines):
    """What the terminal shows while somebody types these lines."""
    shown = io.StringIO()
    evening = Evening.begin(GAME, games.GAMES, options, seed=1)
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), shown)
    Terminal(evening, Words("en", ["contre_temps"]), screen, BOARD).play()
    return evening.now, shown.getvalue()


REAL = {"players": 3, "hands": "table", "first": "hand", "crystals": "revealed"}


def test_cards_are_typed_as_they_are_put_down():
    now, shown = evening(REAL, ["3", "E7", "a8", "A 11", "A9", "0"])
    assert "Type the card" in shown
    assert "Blue takes event 1 with A Amber* 11." in shown
    assert "Red gains a crystal." in shown
    assert now.state.energy == [2, 1, 3]


def test_what_an_order_asks_for_may_stand_on_its_line():
    apart, _ = evening(REAL, ["3", "E7", "A8", "A8", "A11", "C9", "revoke", "Red"])
    together, _ = evening(REAL, ["3", "E7", "A8", "A8", "A11", "C9", "revoke Red"])
    assert [entry.given for entry in together.entries] == [entry.given for entry in apart.entries]
    assert together.entries[-1].given.kind == "Revoke"


def test_a_wrong_card_is_refused_with_its_rule_and_a_revoke_can_be_told():
    now, shown = evening(REAL, ["3", "E7", "A8", "A8", "A11", "C9", "revoke", "Red"])
    assert "[CT-COMP-01]" in shown
    assert "Red did not follow suit" in shown
    assert now.state.energy == [2, 1, 0]


def test_crystals_set_in_secret_are_covered():
    """The screen changes hands before each choice, and no number is shown to the next player."""
    lines = ["3", "E7", "A8", "A11", "C9", "", "2", "", "1", "", "1"]
    now, shown = evening({**REAL, "crystals": "secret"}, lines)
    assert shown.count("Hand the screen to") == 3
    assert "A secret answer was given." in shown
    assert now.state.round == 2


def test_a_real_table_deals_its_own_cards():
    parser = argparse.ArgumentParser()
    flags.add_flags(parser, GAME, Words("en", ["help"]))
    chosen = flags.chosen(GAME, parser.parse_args(["--real-table", "--players", "6"]))
    assert chosen == {"players": 6, "first": "hand", "hands": "table", "tokens": "hand"}


@pytest.mark.parametrize("lang", languages())
def test_where_nothing_can_be_corrected_it_is_said_and_no_number_is_asked_for(lang, tmp_path):
    """Before the first event lies there an undo is quicker."""
    words = Words(lang, ["contre_temps"])
    order = words.say("command.correct")
    evening = Evening.begin(GAME, games.GAMES, {"hands": "table"}, tmp_path / "game.jsonl", 1)
    shown = io.StringIO()
    Terminal(evening, words, Screen(io.StringIO(f"{order}\n{order} kettle\n"), shown), BOARD).play()
    evening.close()
    assert shown.getvalue().count(words.say("table.nothing-to-correct")) == 2
    assert words.say("command.undo") in words.say("table.nothing-to-correct")
