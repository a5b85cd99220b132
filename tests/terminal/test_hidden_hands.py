"""Nothing that is hidden shows in any list of alternatives, whoever holds the screen; and what is no longer
hidden is told."""

import io
import re

import pytest

from companion import games
from companion.advisor import RandomBot
from companion.app.presenters.corrections import CorrectionsPresenter
from companion.app.presenters.history import HistoryPresenter
from companion.engine import CHANCE, Still
from companion.table import Answer, Evening
from companion.table.scenario import main as run_scenarios
from companion.terminal import Screen, Terminal, board_of, revisions
from companion.terminal.screen import Left
from companion.words import Words

GAME = games.load("contre-temps")
WORDS = Words("en", ["contre_temps", "app", "app_screens"])


def at_a_terminal(*lines, inputs=90, seed=3, **options):
    """A terminal after so many answers of a bot, the lines still to be typed, and what it shows."""
    evening = Evening.begin(GAME, games.GAMES, options, seed=seed)
    bot = RandomBot(seed)
    for _ in range(inputs):
        if not evening.now.asked:
            break
        asked = evening.now.asked[0]
        given = bot.choose(GAME, evening.now.state, asked.question)
        evening.post(Answer((given,), asked.question.owner, asked.since)).result()
    shown = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), shown)
    return Terminal(evening, WORDS, screen, board_of(games.GAMES, GAME.name)), shown


def cards_in(text):
    """Every card that a text names."""
    found = re.findall(r"\b([A-E]) \S+ (\d{1,2})\b", text)
    return {f"{letter}{number}" for letter, number in found}


def hidden_from(state, seat):
    """Cards that this seat has never seen: in others' hands, face down, or not dealt."""
    hands = [card for one, hand in enumerate(state.hands) if one != seat for card in hand]
    return {*hands, *state.deck, *(card for one, card in enumerate(state.bids) if one != seat)} - {""}


@pytest.mark.parametrize("inputs", [2, 16, 40])
@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4, "mode": "paradox"}], ids=["3", "paradox"])
def test_amend_lists_no_card_of_a_hidden_hand(options, inputs):
    for seat in (None, *range(options["players"])):
        terminal, shown = at_a_terminal(*["leave it"] * 500, inputs=inputs, **options)
        terminal.holder = seat
        hidden = hidden_from(terminal.now.state, seat)
        for entry in terminal.now.entries:
            shown.truncate(0)
            revisions.amend(terminal, str(entry.number))
            assert not cards_in(shown.getvalue()) & hidden, (seat, entry)


@pytest.mark.parametrize("inputs", [2, 16, 40])
def test_the_tablet_lists_no_card_of_a_hidden_hand(inputs):
    terminal, _ = at_a_terminal(inputs=inputs, players=4)
    now, history = terminal.now, HistoryPresenter(GAME, WORDS, games.GAMES)
    for entry in now.entries:
        keeper = history.keeper(now, entry.number)
        if keeper == CHANCE:
            continue  # nobody is shown
        listed = " ".join(other.text for other in history.others(now, entry.number))
        assert not cards_in(listed) & hidden_from(now.state, keeper), (keeper, entry)


@pytest.mark.parametrize("inputs", [3, 9, 16])
def test_corrections_show_no_card_of_a_hidden_hand(inputs):
    for seat in (None, 0, 1, 2):
        terminal, shown = at_a_terminal("", players=3, inputs=inputs)
        assert terminal.now.asked
        terminal.holder = seat
        with pytest.raises(Left):  # nothing more is typed
            revisions.correct(terminal)
        assert not cards_in(shown.getvalue()) & hidden_from(terminal.now.state, seat)


@pytest.mark.parametrize("inputs", [3, 9, 16])
def test_the_tablets_corrections_list_no_card_of_a_hidden_hand(inputs):
    """What it lists of every field, and what the check finds; a field that may hold any card lists all."""
    terminal, _ = at_a_terminal(inputs=inputs, players=4)
    state, presenter = terminal.now.state, CorrectionsPresenter(WORDS)
    assert state.outcome is None
    for field in presenter.all(Still(GAME, state)):
        listed = {text for text, _ in field.choices}
        named = cards_in(" ".join([field.name, field.now, *listed]))
        assert not named & hidden_from(state, None) or named >= set(state.setting.deck), field
    assert not cards_in(" ".join(presenter.findings(Still(GAME, state)))) & hidden_from(state, None)


@pytest.mark.parametrize("inputs", [0, 3, 9, 16])
def test_a_question_lists_no_card_but_of_the_hand_that_is_asked(inputs):
    terminal, _ = at_a_terminal(inputs=inputs, players=4)
    state = terminal.now.state
    asked = GAME.awaited(state)
    assert asked
    for question in asked:
        listed = " ".join(terminal.speech.answer(question, answer) for answer in question.answers)
        assert not cards_in(listed) & hidden_from(state, question.owner)
        assert cards_in(listed) <= set(state.hands[question.owner])


@pytest.mark.parametrize(
    ("sweep", "given"),
    [
        (test_amend_lists_no_card_of_a_hidden_hand, ({"players": 3}, 16)),
        (test_the_tablet_lists_no_card_of_a_hidden_hand, (16,)),
        (test_corrections_show_no_card_of_a_hidden_hand, (16,)),
        (test_the_tablets_corrections_list_no_card_of_a_hidden_hand, (16,)),
    ],
)
def test_the_sweep_finds_a_leak(monkeypatch, sweep, given):
    """Were nothing secret, every one of these tests would say so."""
    monkeypatch.setattr(type(GAME), "secret", lambda *_: False)
    monkeypatch.setattr(type(GAME), "may_read", lambda *_: True)
    monkeypatch.setattr(HistoryPresenter, "keeper", lambda *_: 0)
    with pytest.raises(AssertionError):
        sweep(*given)


def test_a_scenario_tells_no_card_that_it_does_not_name(tmp_path):
    file = tmp_path / "dealt.toml"
    file.write_text(
        """
game = "contre-temps"
options = { players = 4 }
when = "draw"
then = { asked = "play", cannot = { kind = "Play", seat = "P1", card = "A5", rule = "CT-LEAD-05" } }
"""
    )
    lines = []
    run_scenarios([file], games.load, lines.append, str)
    assert not re.findall(r"\b[A-E](?!5)\d{1,2}\b", "\n".join(lines))


@pytest.mark.rule("CT-COMP-01")
def test_a_refusal_does_not_tell_who_has_a_card():
    """A card of another's hand and one that was never dealt are refused alike."""
    terminal, _ = at_a_terminal(players=4, inputs=3)
    state = terminal.now.state
    seat = GAME.awaited(state)[0].owner
    play = GAME.inputs["Play"]
    others = [card for one, hand in enumerate(state.hands) if one != seat for card in hand]
    assert {GAME.apply(state, play(seat, card)).id for card in (*others, *state.deck)} == {"not-in-hand"}


def test_the_constant_is_shown():
    terminal, _ = at_a_terminal(players=3, inputs=3)
    heading = board_of(games.GAMES, GAME.name).draw(terminal.speech, None)[0]
    assert f"constant {terminal.speech.name('card', terminal.now.state.constant)}" in heading


def test_the_next_player_reads_what_happened_since_their_last_turn():
    terminal, shown = at_a_terminal(*["", "1"] * 7, players=3, inputs=0)
    terminal.play()
    first, *later = shown.getvalue().split("Since your last turn:")
    assert "takes event 1" in first
    assert "takes event 1" in later[0]  # the first to play was no longer looking
    assert "hand" not in later[0].partition("Hand the screen")[0]


def test_history_names_the_player_and_what_is_no_longer_secret():
    terminal, shown = at_a_terminal(players=3, inputs=60)
    revisions.history(terminal, "400")
    told = shown.getvalue()
    seats = [terminal.speech.name("seat", seat) for seat in range(3)]
    assert all(f"{seat}: " in told for seat in seats)
    secret = [line for line in told.splitlines() if "(secret)" in line]
    open_ = [
        entry
        for entry in terminal.now.entries
        if not GAME.secret(entry.before, entry.given, None, terminal.now.state)
    ]
    assert len(secret) == len(terminal.now.entries) - len(open_)
    travelled = [entry for entry in open_ if entry.given.kind == "Commit"]
    assert len(travelled) > 3  # they were secret when they were made
