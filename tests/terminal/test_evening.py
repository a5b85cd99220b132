"""A game at the terminal, with the smallest game of the contract: the terminal knows no game by name."""

from io import StringIO

import pytest

from companion import games
from companion.engine import Games, Refusal
from companion.table import Evening
from companion.terminal import Screen, Terminal, board_of
from companion.terminal.board import TextBoard
from companion.words import Words
from tests.games.tiny import TINY, Tiny


@pytest.fixture
def play(tmp_path):
    """Plays the lines that are typed; gives the evening and everything that was shown."""

    def played(*lines: str, options=None, evening=None):
        game = Tiny()
        path = tmp_path / "game.jsonl"
        evening = evening or Evening.begin(game, TINY, options or {}, path, seed=5)
        shown = StringIO()
        typed = StringIO("".join(f"{line}\n" for line in lines))
        Terminal(evening, Words("en"), Screen(typed, shown), board_of(games.GAMES, game.name)).play()
        return evening, shown.getvalue()

    return played


COVERED = "\n" * 60
HAND_OVER = ""
"""Enter, once the screen has changed hands."""


def test_a_game_without_a_board_of_its_own_gets_the_plain_one():
    assert type(board_of(games.GAMES, "tiny")) is TextBoard


def test_a_whole_game_is_played_to_its_ranking(play):
    evening, shown = play(*[HAND_OVER, "1"] * 40)
    assert evening.now.outcome is not None
    assert "The game is over." in shown
    assert "‹reason.most-points›" in shown


def test_the_screen_is_covered_before_another_hand_is_shown(play):
    evening, shown = play(HAND_OVER, "1", HAND_OVER)
    first, second = (evening.now.game.view(evening.now.state, seat)["hands"][seat] for seat in (0, 1))
    held = evening.now.entries[-1].before.hands[0]
    before, by_first, by_second = shown.split(COVERED)
    assert "hands" not in before
    assert f"0: {held[0]}, {held[1]} and {held[2]}" in by_first
    assert len(first) == 3
    assert "1: 3" in by_first  # of the other hand only its size
    assert f"1: {second[0]}, {second[1]} and {second[2]}" in by_second
    assert "0: 3" in by_second


def test_a_secret_answer_is_not_told(play):
    evening, shown = play(HAND_OVER, "2")
    assert evening.now.entries[-1].given.kind == "Choose"
    assert "A secret answer was given." in shown
    assert "ChoiceMade" not in shown


def test_a_deal_is_told_once_and_an_answer_by_itself(play):
    """Six cards are dealt, then one is chosen; the second choice reveals both."""
    _, shown = play(HAND_OVER, "1", HAND_OVER, "1")
    assert shown.count("A secret answer was given.") == 1 + 1
    before = shown.split(COVERED)[0]
    assert before.count("A secret answer was given.") == 1


def test_history_hides_what_is_secret(play):
    _, shown = play(HAND_OVER, "1", HAND_OVER, "history")
    assert shown.count("(secret)") == 7  # six cards dealt and one chosen


def test_a_secret_answer_stays_secret_when_it_is_undone_amended_or_corrected(play):
    evening, shown = play(HAND_OVER, "1", HAND_OVER, "undo", HAND_OVER)
    assert "Undone: 8. seat 1: (secret)" in shown
    evening, shown = play(HAND_OVER, "amend 4", "correct hands", evening=evening)  # a card dealt to seat 1
    assert "That entry is secret" in shown
    assert "hands.1: (secret)" in shown
    assert "hands.0: (secret)" not in shown


def test_undo_takes_the_last_answer_back_and_asks_again(play):
    evening, shown = play(HAND_OVER, "1", HAND_OVER, "undo", HAND_OVER)
    assert "Undone: 8." in shown
    assert [entry.source for entry in evening.now.entries].count("player") == 0


def test_redo_does_again_what_was_taken_back(play):
    evening, shown = play(HAND_OVER, "1", HAND_OVER, "undo", HAND_OVER, "redo", HAND_OVER)
    assert "Done again: 8. seat 1: (secret)" in shown
    assert [entry.source for entry in evening.now.entries].count("player") == 1
    assert "There is nothing to do again." in play(HAND_OVER, "redo", evening=evening)[1]


def test_nothing_to_undo_is_said(play):
    assert "There is nothing to undo." in play(HAND_OVER, "undo")[1]


def test_an_old_entry_is_replaced_and_the_rest_played_again(play):
    evening, _ = play("2", HAND_OVER, "1", options={"die": "hand"})
    assert evening.now.entries[6].given.prize == 2
    evening, shown = play(HAND_OVER, "amend 7", "prize=3", "1", evening=evening)
    assert evening.now.entries[6].given.prize == 3
    assert evening.now.state.prize == 3
    assert "Keep the change" in shown


def test_a_cancelled_amend_changes_nothing(play):
    evening, _ = play("2", HAND_OVER, "1", options={"die": "hand"})
    before = evening.now.state
    evening, shown = play(HAND_OVER, "amend 7", "prize=3", "2", evening=evening)
    assert evening.now.state == before
    assert "Nothing has changed." in shown


def test_amend_without_a_number_says_how(play):
    assert "Amend which entry?" in play(HAND_OVER, "amend")[1]


def test_a_correction_takes_two_steps(play):
    evening, _ = play(HAND_OVER, "correct points.0", "0", "7")
    assert evening.now.state.points[0] == 7
    assert evening.now.entries[-1].source == "hand"


def test_after_a_correction_what_cannot_be_is_named(play):
    evening, _ = play(HAND_OVER)
    double = evening.now.state.hands[1][0]
    hand = [double, *evening.now.state.hands[0][1:]]
    _, shown = play(HAND_OVER, "correct hands.0", "0", str(hand), evening=evening)
    assert "‹finding.card-twice" in shown


def test_a_question_by_hand_takes_what_the_list_does_not_have(play):
    evening, _ = play("0", "0", "42", options={"deal": "hand"})
    assert evening.now.entries[0].given.card == 42
    assert evening.now.game.learned(evening.now.state)


@pytest.mark.parametrize("last", [["quit"], ["save and quit"], []])
def test_leaving_says_where_the_game_is(play, last):
    evening, shown = play(HAND_OVER, *last)
    assert f"Saved in {evening.now.path}" in shown


def test_after_the_end_undo_still_works(play):
    evening, _ = play(*[HAND_OVER, "1"] * 40)
    ended = len(evening.now.entries)
    evening, _ = play("undo", evening=evening)
    assert evening.now.outcome is None
    assert len(evening.now.entries) < ended


class Stricter(Tiny):
    """The same game under newer rules: the die has lost its three."""

    def apply(self, state, given, source="player"):
        if given.kind == "Rolled" and given.prize == 3:
            return Refusal("no-three", "TINY-03")
        return super().apply(state, given, source)


@pytest.fixture
def older(play):
    """A game that was saved before the rules changed, opened under the newer ones."""
    evening, _ = play("3", HAND_OVER, "1", options={"die": "hand"})
    evening.close().result()
    rules = f"{__name__}:Stricter"
    return Evening.resume(evening.now.path, Games([TINY["tiny"]._replace(rules=rules)]))


def test_a_game_under_older_rules_shows_what_no_longer_fits_and_goes_on(play, older):
    evening, shown = play("1", "1", "2", HAND_OVER, evening=older)
    assert "played under older rules" in shown
    assert "‹refusal.no-three› [TINY-03]" in shown
    assert evening.now.older is None


def test_a_game_under_older_rules_can_be_left_unsettled(play, older):
    evening, shown = play("quit", "quit", evening=older)
    assert evening.now.older is not None
    assert "Saved in" in shown


def test_a_person_who_answers_for_the_tower_is_a_hand(play):
    evening, _ = play("2", options={"die": "tower"})
    assert evening.now.entries[6].source == "hand"


def test_a_dropped_entry_asks_its_question_anew(play):
    evening, _ = play("2", HAND_OVER, "1", options={"die": "hand"})
    typed = ("amend 7", "drop this", "", "prize=1", "keep the change")
    evening, shown = play(HAND_OVER, *typed, evening=evening)
    assert "Because of the change this is asked now, before 1 later entry." in shown
    assert evening.now.entries[6].given.prize == 1
    assert evening.now.entries[7].given.kind == "Choose"


def test_the_players_choose_how_far_an_amend_is_kept(play):
    """Who takes a prize of three gives one away; under a prize of one there is nothing to give."""
    evening, _ = play("3", *["", "1"] * 3, options={"die": "hand"})
    assert evening.now.entries[-1].given.kind == "Gift"
    evening, _ = play("amend 7", "prize=1", "quit", "up to the first entry", evening=evening)
    assert evening.now.entries[6].given.prize == 1
    assert not any(entry.given.kind == "Gift" for entry in evening.now.entries)
