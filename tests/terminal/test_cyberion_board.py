"""Cyberion said aloud in both languages, and an evening at a real table with cards and tokens."""

import io

import pytest

from companion import games
from companion.advisor import RandomBot
from companion.table import Evening
from companion.terminal import Screen, Speech, Terminal, board_of
from companion.words import Words, languages
from tests.games.cyberion.playing import COMBINATIONS, played

GAME = games.load("cyberion")
BOARD = board_of(games.GAMES, GAME.name)
ALL = COMBINATIONS[-1]


def said(lang, step):
    speech, later = (Speech(Words(lang, ["cyberion"]), GAME, one) for one in (step.before, step.after))
    (question,) = GAME.awaited(step.before)
    yield from BOARD.draw(speech, None)
    yield BOARD.owner(speech, question)
    yield speech.question(question)
    yield BOARD.hint(speech, question)
    yield from (BOARD.answer(speech, question, answer) for answer in question.answers)
    yield from (speech.answer(question, answer) for answer in question.answers)
    yield from (later.happening(happening) for happening in step.happenings)
    yield from (speech.phrase(phrase) for phrase in GAME.differences(step.after, step.before))
    if outcome := GAME.outcome(step.after):
        yield from later.outcome(outcome)


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("table", [{}, ALL], ids=["base", "all"])
def test_no_key_shows_through(table, lang):
    for seed in range(2):
        for step in played({**table, "players": 1 + seed % 2}, seed):
            for text in said(lang, step):
                assert "‹" not in text


@pytest.mark.parametrize("lang", languages())
def test_no_key_shows_through_at_the_beginning_of_a_game(lang):
    for number, step in enumerate(played({**ALL, "players": 2}, 1)):
        for text in said(lang, step):
            assert "‹" not in text
        if number > 30:
            break


@pytest.mark.parametrize("lang", languages())
def test_everything_that_can_be_corrected_has_a_name(lang):
    words, paths = Words(lang, ["cyberion"]), set()
    for number, step in enumerate(played({**ALL, "players": 2}, 2)):
        if number % 25:
            continue
        speech = Speech(words, GAME, step.before)
        for field in GAME.correctable(step.before):
            paths.add(field.path.split(".")[0])
            assert speech.name("path", field.path) != field.path
            for value in (field.value, *field.choices):
                assert "‹" not in speech.name("path", field.path) + speech.value(field.path, value)
    assert {"row", "machine", "level", "valves", "crew", "microbot", "interference", "limbots"} <= paths


@pytest.mark.parametrize("lang", languages())
def test_every_refusal_and_finding_is_said(lang):
    words = Words(lang, ["cyberion"])
    bot, state = RandomBot(1), GAME.start(ALL)
    told = set()
    for _ in range(60):
        (question,) = GAME.awaited(state)
        for kind in GAME.inputs.values():
            for fields in ((), (0,), ("platform", "any-3"), ("planbot",), (1, 2), ((), ()), ("planbot-1",)):
                if len(fields) <= len(kind._fields) - 1 and kind.__name__ != "Correct":
                    try:
                        given = kind(*fields)
                    except TypeError:
                        continue
                    refused = GAME.apply(state, given)
                    if hasattr(refused, "rule"):
                        told.add(refused.id)
                        assert "‹" not in Speech(words, GAME, state).refusal(refused), refused
        state = GAME.apply(state, bot.choose(GAME, state, question)).state
        if not GAME.awaited(state):
            break
    assert len(told) > 12


def evening(options, lines, lang="en"):
    """What the terminal shows while somebody types these lines."""
    shown = io.StringIO()
    evening = Evening.begin(GAME, games.GAMES, options, seed=1)
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), shown)
    Terminal(evening, Words(lang, ["cyberion"]), screen, BOARD).play()
    return evening.now, shown.getvalue()


REAL = {"machines": "hand", "robots": "hand", "tokens": "hand"}
MACHINES = ["i-3-size-2", "I-2-size-2", "I-2-planbot", "I-2-size-4", "0", "I-2-size-5"]
ROBOTS = ["si1", "stockbot 2", "cyclobot-2", "pl4", "comm 5", "si 2", "st2", "cy2", "pla2", "co2"]


def test_pieces_are_typed_as_they_are_turned_up():
    now, shown = evening(REAL, [*MACHINES, *ROBOTS, "Planbot"])
    assert now.state.factory == ["I-3-size-2", "I-2-size-2", "I-2-planbot", "I-2-size-4", "I-2-size-5"]
    assert now.state.rows[0] == ("sirenbot-1", "stockbot-2", "cyclobot-2", "planbot-4", "commandbot-5")
    assert "Type the card" in shown
    assert "Type the machine" in shown
    assert GAME.learned(now.state)["machine"] == [{"id": "I-3-size-2", "copies": 1}]


def test_a_whole_row_is_typed_in_one_line_and_nothing_of_it_where_one_is_refused():
    rows = ["I-2-size-2 i-2-planbot, I-2-size-4", "I-2-size-5 I-2-sirenbot"]
    now, _ = evening(REAL, [*rows, "pl3 si1 st4", "cyclobot 2, si 2", "pl1 pl2 pl3 pl4 pl5 pl1 pl2 pl3"])
    assert now.state.factory == ["I-2-size-2", "I-2-planbot", "I-2-size-4", "I-2-size-5", "I-2-sirenbot"]
    assert sorted(now.state.rows[0]) == ["cyclobot-2", "planbot-3", "sirenbot-1", "sirenbot-2", "stockbot-4"]
    assert now.state.discard == ()  # eight do not fit where five lie
    now, _ = evening(REAL, [*rows, "pl3 si1 st4 si2 cy2", "pl1 ?", "c3 pl2", "? pl4 si5", "undo"])
    assert sorted(now.state.discard) == ["?", "?", "planbot-1", "planbot-4"]  # c3 is none for certain


def test_a_repair_is_chosen_by_its_robots_and_a_turn_without_one_is_warned_about():
    now, shown = evening(REAL, [*MACHINES, *ROBOTS, "Planbot", "Repair 2", "board", "End the turn"])
    assert "a valve will be lost" in shown
    assert "Repaired at place 2" in shown
    assert now.state.xp == 1
    assert now.state.valves == 1


def test_the_same_in_french():
    _, shown = evening(REAL, [*MACHINES, *ROBOTS, "Planbot", "Finir le tour"], "fr")
    assert "une Soupape sera perdue" in shown
    assert "la dernière Soupape va à la Forge" in shown


def test_a_card_that_is_not_told_can_be_a_question_mark():
    now, _ = evening(REAL, [*MACHINES, "?", *ROBOTS[1:], "Planbot"])
    assert "?" in now.state.rows[0]
