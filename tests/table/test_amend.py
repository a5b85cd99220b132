"""Amend: one old input is replaced or dropped, the rest is replayed, and the players choose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine import Refusal
from companion.table import Amended, Amendment, Unknown, read
from companion.table.session import Session
from tests.games.tiny import Choose, Correct, Dealt, Gift, Rolled, Tiny
from tests.table.playing import begin, load, play

HANDS = [(0, 1), (1, 2), (0, 4), (1, 5), (0, 7), (1, 8)]
ROUNDS = [
    *(Rolled(1), Choose(0, 1), Choose(1, 2)),
    *(Rolled(1), Choose(0, 7), Choose(1, 8)),
    Rolled(2),  # the last cards, 4 and 5, play themselves
]
ROLL_1, FIRST_CHOICE, ROLL_2, SECOND_CHOICE, ROLL_3 = 7, 8, 10, 11, 13


def told_by_hand(path: Path | None = None, rounds: list[Any] = ROUNDS) -> Session:
    """A short game in which seat 1 wins all three rounds, with every result of chance tapped in."""
    session = begin(path, deal="hand", die="hand")
    for seat, card in HANDS:
        session.submit(Dealt(seat, card), "hand")
    for given in rounds:
        assert not isinstance(
            session.submit(given, "hand" if isinstance(given, Rolled) else "player"), Refusal
        )
    return session


def amend(session: Session, number: int, given: Any) -> Amendment:
    amendment = session.amend(number, given)
    assert isinstance(amendment, Amendment)
    return amendment


def inputs(session: Session) -> list[Any]:
    return [entry.given for entry in session.entries]


def test_nothing_changes_until_the_players_choose(tmp_path: Path) -> None:
    session = told_by_hand(tmp_path / "j")
    before = (session.entries, session.position, (tmp_path / "j").read_bytes())
    amendment = amend(session, ROLL_1, Rolled(2))
    assert amendment.misfits == ()
    assert (session.entries, session.position, (tmp_path / "j").read_bytes()) == before
    del amendment  # cancelled
    assert session.undo()


def test_a_replacement_that_fits_is_replayed_to_the_end(tmp_path: Path) -> None:
    session = told_by_hand(tmp_path / "j")
    assert session.state.points == (0, 4)
    amendment = amend(session, ROLL_1, Rolled(2))
    assert (amendment.asked, amendment.misfits, amendment.rest) == ((), (), 0)
    events: list[Any] = []
    session.subscribe(events.append)
    told = session.settle(amendment)
    assert isinstance(told, Amended)
    assert events == [told]  # one event, and no effect of a replayed input is fired again
    assert session.state.points == (0, 5)
    assert [phrase.id for phrase in told.put_back] == ["points-become"]
    assert session.entries[ROLL_1 - 1].source == "hand"
    session.close()
    with Session.resume(tmp_path / "j", load) as again:
        assert again.entries == session.entries


def test_amend_is_one_line_and_undo_works_past_it(tmp_path: Path) -> None:
    session = told_by_hand(tmp_path / "j")
    lines = read(tmp_path / "j").lines
    session.settle(amend(session, ROLL_1, Rolled(2)))
    assert read(tmp_path / "j").lines == lines + 1 == session.position
    while not isinstance(session.undo(), Refusal):
        pass
    assert session.state == session.start


def test_a_replacement_against_the_rules_is_refused_with_its_rule() -> None:
    session = told_by_hand()
    told = session.amend(FIRST_CHOICE, Choose(0, 9))
    assert isinstance(told, Refusal)
    assert told.rule == "TINY-04"
    assert session.amend(99, None) == Refusal("no-such-entry", "", (("number", 99),))


def test_a_newly_arising_question_is_asked_and_the_replay_goes_on() -> None:
    session = told_by_hand()
    amendment = amend(session, ROLL_1, Rolled(3))  # a prize of 3 asks its winner for a gift
    (asked,) = amendment.asked
    assert (asked.question.id, asked.question.owner, asked.source) == ("gift", 1, "player")
    assert amendment.rest == 4
    assert session.settle(amendment) == Refusal("amend-asks", "", (("rest", 4),))
    assert amendment.answer(Choose(0, 7)).rule == "TINY-04"
    assert amendment.answer(Gift(1, 0)) is None
    assert (amendment.asked, amendment.misfits, amendment.rest) == ((), (), 0)
    session.settle(amendment)
    assert session.state.points == (1, 5)
    assert inputs(session)[:ROLL_2] == [
        *inputs(told_by_hand())[: ROLL_1 - 1],
        Rolled(3),
        *ROUNDS[1:3],
        Gift(1, 0),
    ]


def test_a_newly_arising_draw_of_the_app_is_drawn() -> None:
    session = begin(seed=3, deals=2)
    play(session)
    before = session.entries
    roll = next(entry for entry in session.entries if isinstance(entry.given, Rolled))
    amendment = amend(session, roll.number, None)
    assert (amendment.asked, amendment.misfits) == ((), ())
    session.settle(amendment)
    assert session.entries == before  # the k-th draw of a stream is what it is


def test_a_dropped_secret_choice_is_asked_although_a_later_one_would_fit_there() -> None:
    session = told_by_hand()
    amendment = amend(session, FIRST_CHOICE, None)
    (asked,) = amendment.asked
    assert (asked.question.id, asked.question.owner) == ("choose", 0)
    amendment.answer(Choose(0, 1))
    assert (amendment.asked, amendment.misfits, amendment.rest) == ((), (), 0)
    session.settle(amendment)
    assert session.state == told_by_hand().state


def test_an_input_whose_question_vanished_is_listed_and_the_rest_is_kept() -> None:
    session = told_by_hand(rounds=[Rolled(3), *ROUNDS[1:3], Gift(1, 0), *ROUNDS[3:]])
    amendment = amend(session, ROLL_1, Rolled(1))
    (misfit,) = amendment.misfits
    assert (misfit.number, misfit.given, misfit.refusal.rule) == (10, Gift(1, 0), "TINY-01")
    assert (amendment.asked, amendment.rest) == ((), 0)
    session.settle(amendment)
    assert inputs(session) == inputs(told_by_hand())


def test_the_players_can_set_an_old_input_aside_instead_of_answering() -> None:
    session = told_by_hand()
    amendment = amend(session, ROLL_1, Rolled(3))
    assert (amendment.waiting.number, amendment.waiting.given) == (ROLL_2, Rolled(1))
    for _ in range(4):
        amendment.set_aside()
    assert [misfit.number for misfit in amendment.misfits] == [10, 11, 12, 13]
    assert (amendment.asked, amendment.waiting) == ((), None)
    session.settle(amendment)
    assert session.asked()[0].question.id == "gift"


def test_keep_up_to_there_gives_up_what_follows_the_first_misfit() -> None:
    session = told_by_hand(rounds=[Rolled(3), *ROUNDS[1:3], Gift(1, 0), *ROUNDS[3:]])
    session.settle(amend(session, ROLL_1, Rolled(1)), "to-there")
    assert inputs(session) == inputs(told_by_hand())[: ROLL_2 - 1]
    assert session.asked()[0].question.id == "roll"


def test_an_answer_that_became_illegal_is_listed_with_its_rule_and_asked_anew() -> None:
    session = told_by_hand()
    amendment = amend(session, FIRST_CHOICE, Choose(0, 7))  # the card that is played in the second round
    (misfit,) = amendment.misfits
    assert (misfit.number, misfit.given, misfit.refusal.rule) == (SECOND_CHOICE, Choose(0, 7), "TINY-04")
    (asked,) = amendment.asked
    assert asked.question.answers == (Choose(0, 1), Choose(0, 4))
    amendment.answer(Choose(0, 1))
    assert (amendment.asked, amendment.rest) == ((), 0)
    session.settle(amendment)
    assert inputs(session)[-2:] == [Choose(0, 1), Rolled(2)]
    assert session.outcome is not None


def test_keep_todays_board_ends_at_todays_board() -> None:
    session = told_by_hand(rounds=ROUNDS[:5])
    today = session.state
    amendment = amend(session, FIRST_CHOICE, Choose(0, 7))
    assert [misfit.given for misfit in amendment.misfits] == [Choose(0, 7)]
    told = session.settle(amendment, "board")
    assert isinstance(told, Amended)
    assert session.state == today
    assert told.put_back == ()
    assert {(entry.given.kind, entry.source) for entry in told.replayed[-3:]} == {("Correct", "hand")}


def test_todays_board_can_be_kept_with_a_question_open() -> None:
    session = told_by_hand()
    today = session.state
    amendment = amend(session, ROLL_1, Rolled(3))
    assert amendment.asked
    session.settle(amendment, "board")
    assert session.state == today


class Stubborn(Tiny):
    """Its points cannot be corrected."""

    def apply(self, state: Any, given: Any, source: Any = "player") -> Any:
        if isinstance(given, Correct) and given.path.startswith("points"):
            return Refusal("cast-in-stone", "")
        return super().apply(state, given, source)


def test_a_board_that_corrections_cannot_reach_is_said_to_be_so_and_nothing_changes() -> None:
    session = Session.begin(Stubborn(), {"deal": "hand", "die": "hand"})
    for seat, card in HANDS:
        session.submit(Dealt(seat, card), "hand")
    for given in ROUNDS:
        session.submit(given)
    before = session.entries
    told = session.settle(amend(session, ROLL_1, Rolled(2)), "board")
    assert told == Refusal("board-out-of-reach", "", (("fields", ("points.1",)),))
    assert session.entries == before


def test_a_dropped_input_is_asked_again() -> None:
    session = told_by_hand()
    amendment = amend(session, ROLL_2, None)
    (asked,) = amendment.asked
    assert (asked.question.id, asked.source) == ("roll", "hand")
    amendment.answer(Rolled(2), "hand")
    session.settle(amendment)
    assert session.state.points == (0, 5)


def test_a_dropped_correction_leaves_no_trace() -> None:
    session = told_by_hand(rounds=ROUNDS[:1])
    session.submit(Correct("points.0", 9), "hand")
    for given in ROUNDS[1:]:
        session.submit(given)
    amendment = amend(session, ROLL_1 + 1, None)
    assert (amendment.asked, amendment.misfits) == ((), ())
    session.settle(amendment)
    assert session.state == told_by_hand().state


def test_a_game_that_now_ends_earlier_lists_all_that_follows() -> None:
    session = told_by_hand()
    amendment = amend(session, ROLL_1, Correct("deals", 0))
    assert [misfit.given for misfit in amendment.misfits] == ROUNDS[1:]
    assert (amendment.asked, amendment.rest) == ((), 0)


def test_an_amendment_that_was_overtaken_is_stale() -> None:
    session = told_by_hand()
    amendment = amend(session, ROLL_1, Rolled(2))
    session.undo()
    told = session.settle(amendment)
    assert isinstance(told, Refusal)
    assert told.id == "stale"
    kept = amend(session, ROLL_1, Rolled(2))
    assert isinstance(session.settle(kept), Amended)
    assert isinstance(session.settle(kept), Refusal)  # twice is once


# -- a journal made under older rules


class StricterTiny(Tiny):
    """The rules of a later edition: the first seat may not play a 7 while it holds another card."""

    def awaited(self, state: Any) -> Any:
        return tuple(
            question._replace(
                answers=tuple(a for a in question.answers if a != Choose(0, 7)) or question.answers
            )
            for question in super().awaited(state)
        )


class ForgetfulTiny(Tiny):
    """A later edition that knows no gifts: not even how to read one."""

    inputs: Mapping[str, type] = {name: kind for name, kind in Tiny.inputs.items() if name != "Gift"}

    def _step(self, state: Any, given: Any, told: list[Any]) -> Any:
        state = super()._step(state, given, told)
        if state.giver is None:
            return state
        return super()._step(state, Gift(state.giver, state.giver), told)


def test_a_journal_made_under_older_rules_opens_as_an_amend(tmp_path: Path) -> None:
    path = tmp_path / "j"
    told_by_hand(path).close()
    before = path.read_bytes()
    with Session.resume(path, lambda name, box: StricterTiny(box)) as session:
        amendment = session.amendment
        assert amendment is not None
        assert len(session.entries) == SECOND_CHOICE - 1
        for refused in (session.submit(Rolled(1), "hand"), session.undo(), session.amend(1, None)):
            assert refused == Refusal("settle-first", "")
        assert session.advance() == ()
        assert session.settle(amendment, "board") == Refusal("board-unknown", "")
    assert path.read_bytes() == before  # cancelled: nothing is lost or rewritten
    with Session.resume(path, lambda name, box: StricterTiny(box)) as session:
        assert isinstance(session.settle(session.amendment, "to-there"), Amended)
        assert session.amendment is None
        play(session)
        assert session.outcome is not None
    assert path.read_bytes().startswith(before)


def test_an_input_that_todays_rules_cannot_read_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "j"
    told_by_hand(path, rounds=[Rolled(3), *ROUNDS[1:3], Gift(1, 0), *ROUNDS[3:]]).close()
    with Session.resume(path, lambda name, box: ForgetfulTiny(box)) as session:
        (misfit,) = session.amendment.misfits
        assert misfit.given == Unknown({"kind": "Gift", "seat": 1, "to": 0})
        assert misfit.refusal.id == "unknown-input"
        session.settle(session.amendment)
        assert session.outcome is not None
        assert session.state.points == (0, 6)


def test_the_same_rules_need_no_amend(tmp_path: Path) -> None:
    told_by_hand(tmp_path / "j").close()
    with Session.resume(tmp_path / "j", load) as session:
        assert session.amendment is None
