"""A game at the terminal, with the smallest game of the contract: the terminal knows no game by name."""

from io import StringIO

import pytest

from companion import games
from companion.engine import Refusal
from companion.table import Session
from companion.terminal import Evening, Screen, board_of
from companion.terminal.board import Board
from companion.words import Words
from tests.games.tiny import Tiny


@pytest.fixture
def evening(tmp_path):
    """Plays the lines that are typed; gives the session and everything that was shown."""

    def played(*lines: str, options=None, session=None):
        game = Tiny()
        session = session or Session.begin(game, options or {}, tmp_path / "game.jsonl", seed=5)
        shown = StringIO()
        typed = StringIO("".join(f"{line}\n" for line in lines))
        Evening(session, Words("en"), Screen(typed, shown), board_of(games.GAMES, game.name)).play()
        return session, shown.getvalue()

    return played


COVERED = "\n" * 60
HAND_OVER = ""
"""Enter, once the screen has changed hands."""


def test_a_game_without_a_board_of_its_own_gets_the_plain_one():
    assert type(board_of(games.GAMES, "tiny")) is Board


def test_a_whole_game_is_played_to_its_ranking(evening):
    session, shown = evening(*[HAND_OVER, "1"] * 40)
    assert session.outcome is not None
    assert "The game is over." in shown
    assert "‹reason.most-points›" in shown


def test_the_screen_is_covered_before_another_hand_is_shown(evening):
    session, shown = evening(HAND_OVER, "1", HAND_OVER)
    first, second = (session.game.view(session.state, seat)["hands"][seat] for seat in (0, 1))
    held = session.entries[-1].before.hands[0]
    before, by_first, by_second = shown.split(COVERED)
    assert "hands" not in before
    assert f"0: {held[0]}, {held[1]} and {held[2]}" in by_first
    assert len(first) == 3
    assert "1: 3" in by_first  # of the other hand only its size
    assert f"1: {second[0]}, {second[1]} and {second[2]}" in by_second
    assert "0: 3" in by_second


def test_a_secret_answer_is_not_told(evening):
    session, shown = evening(HAND_OVER, "2")
    assert session.entries[-1].given.kind == "Choose"
    assert "A secret answer was given." in shown
    assert "ChoiceMade" not in shown


def test_history_hides_what_is_secret(evening):
    _, shown = evening(HAND_OVER, "1", HAND_OVER, "history")
    assert shown.count("(secret)") == 7  # six cards dealt and one chosen


def test_a_secret_answer_stays_secret_when_it_is_undone_amended_or_corrected(evening):
    session, shown = evening(HAND_OVER, "1", HAND_OVER, "undo", HAND_OVER)
    assert "Undone: 8. (secret)" in shown
    session, shown = evening(HAND_OVER, "amend 4", "correct hands", session=session)  # a card dealt to seat 1
    assert "That entry is secret" in shown
    assert "hands.1: (secret)" in shown
    assert "hands.0: (secret)" not in shown


def test_undo_takes_the_last_answer_back_and_asks_again(evening):
    session, shown = evening(HAND_OVER, "1", HAND_OVER, "undo", HAND_OVER)
    assert "Undone: 8." in shown
    assert [entry.source for entry in session.entries].count("player") == 0


def test_nothing_to_undo_is_said(evening):
    assert "There is nothing to undo." in evening(HAND_OVER, "undo")[1]


def test_an_old_entry_is_replaced_and_the_rest_played_again(evening):
    session, _ = evening("2", HAND_OVER, "1", options={"die": "hand"})
    assert session.entries[6].given.prize == 2
    session, shown = evening(HAND_OVER, "amend 7", "prize=3", "1", session=session)
    assert session.entries[6].given.prize == 3
    assert session.state.prize == 3
    assert "Keep the change" in shown


def test_a_cancelled_amend_changes_nothing(evening):
    session, _ = evening("2", HAND_OVER, "1", options={"die": "hand"})
    before = session.state
    session, shown = evening(HAND_OVER, "amend 7", "prize=3", "2", session=session)
    assert session.state == before
    assert "Nothing has changed." in shown


def test_amend_without_a_number_says_how(evening):
    assert "Amend which entry?" in evening(HAND_OVER, "amend")[1]


def test_a_correction_takes_two_steps(evening):
    session, _ = evening(HAND_OVER, "correct points.0", "0", "7")
    assert session.state.points[0] == 7
    assert session.entries[-1].source == "hand"


def test_after_a_correction_what_cannot_be_is_named(evening):
    session, _ = evening(HAND_OVER)
    double = session.state.hands[1][0]
    hand = [double, *session.state.hands[0][1:]]
    _, shown = evening(HAND_OVER, "correct hands.0", "0", str(hand), session=session)
    assert "‹finding.card-twice" in shown


def test_a_question_by_hand_takes_what_the_list_does_not_have(evening):
    session, _ = evening("0", "0", "42", options={"deal": "hand"})
    assert session.entries[0].given.card == 42
    assert session.game.learned(session.state)


@pytest.mark.parametrize("last", [["quit"], ["save and quit"], []])
def test_leaving_says_where_the_game_is(evening, last):
    session, shown = evening(HAND_OVER, *last)
    assert f"Saved in {session.path}" in shown


def test_after_the_end_undo_still_works(evening):
    session, _ = evening(*[HAND_OVER, "1"] * 40)
    ended = len(session.entries)
    session, _ = evening("undo", session=session)
    assert session.outcome is None
    assert len(session.entries) < ended


class Stricter(Tiny):
    """The same game under newer rules: the die has lost its three."""

    def apply(self, state, given, source="player"):
        if given.kind == "Rolled" and given.prize == 3:
            return Refusal("no-three", "TINY-03")
        return super().apply(state, given, source)


@pytest.fixture
def older(evening):
    """A game that was saved before the rules changed, opened under the newer ones."""
    session, _ = evening("3", HAND_OVER, "1", options={"die": "hand"})
    session.close()
    return Session.resume(session.path, lambda _, box: Stricter(box))


def test_a_game_under_older_rules_shows_what_no_longer_fits_and_goes_on(evening, older):
    session, shown = evening("1", "1", "2", HAND_OVER, session=older)
    assert "played under older rules" in shown
    assert "‹refusal.no-three› [TINY-03]" in shown
    assert session.amendment is None


def test_a_game_under_older_rules_can_be_left_unsettled(evening, older):
    session, shown = evening("quit", "quit", session=older)
    assert session.amendment is not None
    assert "Saved in" in shown


def test_a_person_who_answers_for_the_tower_is_a_hand(evening):
    session, _ = evening("2", options={"die": "tower"})
    assert session.entries[6].source == "hand"


def test_a_dropped_entry_asks_its_question_anew(evening):
    session, _ = evening("2", HAND_OVER, "1", options={"die": "hand"})
    typed = ("amend 7", "drop this", "", "prize=1", "keep the change")
    session, shown = evening(HAND_OVER, *typed, session=session)
    assert "Because of the change this is asked now, before 1 later entry." in shown
    assert session.entries[6].given.prize == 1
    assert session.entries[7].given.kind == "Choose"


def test_the_players_choose_how_far_an_amend_is_kept(evening):
    """Who takes a prize of three gives one away; under a prize of one there is nothing to give."""
    session, _ = evening("3", *["", "1"] * 3, options={"die": "hand"})
    assert session.entries[-1].given.kind == "Gift"
    session, _ = evening("amend 7", "prize=1", "quit", "up to the first entry", session=session)
    assert session.entries[6].given.prize == 1
    assert not any(entry.given.kind == "Gift" for entry in session.entries)
