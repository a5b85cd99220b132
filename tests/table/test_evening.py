"""The evening and its clients: who answers what, repeats, restarts, full disks, clients that sleep."""

import os
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.engine import TEAM, Applied, Games, Question, Refusal
from companion.table import (
    Amended,
    Answer,
    BackTo,
    CatchUp,
    Correct,
    Done,
    Evening,
    Happened,
    Settle,
    Snapshot,
    Undo,
    Undone,
    read,
)
from tests.games import tiny
from tests.games.tiny import TINY, Choose, Dealt, Rolled, Tiny

GAMES = Games([TINY["tiny"]._replace(alerts=("Revealed",))])


@pytest.fixture(params=[False, True], ids=["thread", "inline"])
def inline(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def evening(tmp_path: Path, inline: bool) -> Iterator[Evening]:
    made = begin(tmp_path / "j", inline)
    yield made
    made.close().result(30)


def begin(path: Path | None, inline: bool = False, **options: Any) -> Evening:
    return Evening.begin(Tiny(), GAMES, {"players": 3, **options}, path, seed=4, inline=inline)


def again(evening: Evening, tmp_path: Path) -> Evening:
    """The same evening after the process was killed: nothing was closed, the file lies there."""
    path = evening.now.path
    assert path is not None
    copy = tmp_path / "after-the-kill"
    shutil.copyfile(path, copy)
    return Evening.resume(copy, GAMES, inline=True)


def answer(now: Snapshot, seat: int, place: int = 0) -> Answer:
    """What this seat answers who looks at this snapshot."""
    asked = next(one for one in now.asked if one.question.owner == seat)
    return Answer((asked.question.answers[place],), seat, asked.since)


def post(evening: Evening, command: Any, token: str = "") -> Any:
    return evening.post(command, token).result(30)


# -- which question an answer is for -------------------------------------------------------------------------


def test_what_others_answer_does_not_make_an_answer_stale(evening: Evening) -> None:
    seen = evening.now  # three phones look at the same snapshot
    assert [one.question.owner for one in seen.asked] == [0, 1, 2]
    for seat in (2, 0, 1):
        assert isinstance(post(evening, answer(seen, seat)), Done)
    chosen = [entry.given.seat for entry in evening.now.entries if entry.given.kind == "Choose"]
    assert chosen == [2, 0, 1]


def test_a_second_answer_to_the_same_question_is_stale(evening: Evening) -> None:
    seen = evening.now
    assert isinstance(post(evening, answer(seen, 1)), Done)
    told = post(evening, answer(seen, 1))
    assert isinstance(told, Refusal)
    assert told.id == "stale"
    assert evening.now.refused == told


def test_a_question_that_comes_back_the_same_is_another_one(evening: Evening) -> None:
    seen = evening.now
    post(evening, answer(seen, 1))
    post(evening, Undo())
    assert evening.now.state == seen.state
    told = post(evening, answer(seen, 1))  # a tap that was under way
    assert isinstance(told, Refusal)
    assert isinstance(post(evening, answer(evening.now, 1)), Done)


def test_an_undo_opens_everything_anew(evening: Evening) -> None:
    for seat in (0, 1):
        post(evening, answer(evening.now, seat))
    post(evening, Undo())
    assert [one.since for one in evening.now.asked] == [evening.now.position] * 2


class Round(Tiny):
    """A choice to which play returns, the same after every action."""

    def awaited(self, state: Any) -> tuple[Question, ...]:
        return (Question("act", TEAM, (Rolled(1), Rolled(2)), main=True),)

    def apply(self, state: Any, given: Any, source: Any = "player") -> Applied:
        return Applied(state._replace(prize=given.prize), ())


def test_a_double_tap_is_one_answer_although_the_same_is_asked_again() -> None:
    evening = Evening.begin(Round(), GAMES, {}, inline=True)
    asked = evening.now.asked[0]
    tap = Answer((Rolled(2),), TEAM, asked.since)
    assert isinstance(post(evening, tap), Done)
    assert evening.now.asked[0].question == asked.question
    assert post(evening, tap).id == "stale"
    assert len(evening.now.entries) == 1


def test_nobody_answers_in_the_name_of_another(evening: Evening) -> None:
    mine, theirs = answer(evening.now, 0), answer(evening.now, 1)
    told = post(evening, mine._replace(given=theirs.given))
    assert isinstance(told, Refusal)
    assert told.id == "stale"


class Untracked(Tiny):
    """Hands that only their owners see: whatever they play is taken."""

    def awaited(self, state: Any) -> tuple[Question, ...]:
        return tuple(question._replace(open=True) for question in super().awaited(state))


def test_a_card_that_no_list_has_is_an_answer_to_the_question_that_it_names() -> None:
    evening = Evening.begin(Untracked(), GAMES, {"players": 3}, seed=4, inline=True)
    asked = evening.now.asked[2]
    told = post(evening, Answer((Choose(2, 99),), 2, asked.since))
    assert told.id == "not-awaited"  # so say the rules; the question is still open
    theirs = post(evening, Answer((evening.now.asked[0].question.answers[0],), 2, asked.since))
    assert theirs.id == "stale"


def test_a_correction_leaves_the_questions_open_that_it_does_not_change(evening: Evening) -> None:
    seen = evening.now
    post(evening, Correct(tiny.Correct("points.0", 5)))
    post(evening, Correct(tiny.Correct("hands.2", (1, 2, 3))))
    assert isinstance(post(evening, answer(seen, 0)), Done)
    told = post(evening, answer(seen, 2))
    assert isinstance(told, Refusal)  # another hand: another question


def test_a_question_keeps_its_name_over_a_restart(evening: Evening, tmp_path: Path) -> None:
    seen = evening.now
    post(evening, answer(seen, 2))
    resumed = again(evening, tmp_path)
    assert resumed.now.asked == evening.now.asked
    assert isinstance(post(resumed, answer(seen, 0)), Done)


# -- repeats -------------------------------------------------------------------------------------------------


def test_a_repeat_gets_the_first_result(evening: Evening) -> None:
    command = answer(evening.now, 1)
    first = post(evening, command, "phone-1/1")
    lines = evening.now.position
    assert isinstance(first.what, tuple)
    assert post(evening, command, "phone-1/1") == first
    assert evening.now.position == lines


def test_a_repeat_is_known_after_a_restart(evening: Evening, tmp_path: Path) -> None:
    command = answer(evening.now, 1)
    first = post(evening, command, "phone-1/1")
    post(evening, answer(evening.now, 0))
    resumed = again(evening, tmp_path)
    lines = resumed.now.position
    assert post(resumed, command, "phone-1/1") == first
    assert resumed.now.position == lines


def test_a_repeat_of_what_was_taken_back_does_not_do_it_again(evening: Evening, tmp_path: Path) -> None:
    command = answer(evening.now, 1)
    first = post(evening, command, "phone-1/1")
    post(evening, Undo(), "phone-2/1")
    lines = evening.now.position
    assert post(evening, command, "phone-1/1") == first
    resumed = again(evening, tmp_path)
    assert post(resumed, command, "phone-1/1") == Done(first.position, None)
    assert post(resumed, Undo(), "phone-2/1") == Done(lines, None)
    assert resumed.now.position == evening.now.position == lines


def test_a_repeat_is_known_when_nobody_remembers_its_result(evening: Evening, mocker: Any) -> None:
    mocker.patch("companion.table.evening.REMEMBERED", 0)
    command = answer(evening.now, 1)
    first = post(evening, command, "phone-1/1")
    assert post(evening, command, "phone-1/1") == first


def test_a_piece_and_the_answer_that_names_it_are_one_command(tmp_path: Path, inline: bool) -> None:
    evening = begin(tmp_path / "j", inline, deal="hand")
    seen = evening.now.position
    told = post(evening, Answer((Dealt(0, 3), Dealt(0, 4))))  # the second card is for another seat
    assert isinstance(told, Refusal)
    assert evening.now.position == seen
    told = post(evening, Answer((Dealt(0, 3), Dealt(1, 4))), "phone-1/1")
    assert told.position == evening.now.position == seen + 2
    assert post(evening, Answer((Dealt(0, 3), Dealt(1, 4))), "phone-1/1") == told
    evening.close().result(30)


# -- what clients see ----------------------------------------------------------------------------------------


def test_a_client_that_sleeps_stops_nobody_and_wakes_up_to_all_that_happened(evening: Evening) -> None:
    woken: list[None] = []
    asleep = evening.subscribe(lambda: woken.append(None))
    asleep.take()
    for seat in (0, 1, 2):
        assert isinstance(post(evening, answer(evening.now, seat)), Done)
    assert woken
    now = asleep.take()
    assert now is not None
    assert now._replace(events=()) == evening.now._replace(events=())
    happened = [event.entry for event in now.events if isinstance(event, Happened)]
    assert happened == list(evening.now.entries[-len(happened) :])
    assert [entry.given.kind for entry in happened[:3]] == ["Choose"] * 3
    assert asleep.take() is None


def test_a_client_waits_for_what_another_does(tmp_path: Path) -> None:
    evening = begin(tmp_path / "j")
    mailbox = evening.subscribe()
    first = mailbox.wait(30)
    assert first is not None
    assert mailbox.wait(0.01) is None
    command = answer(first, 0)
    threading.Timer(0.05, lambda: evening.post(command)).start()
    now = mailbox.wait(30)
    assert now is not None
    assert now.position == first.position + 1
    evening.close().result(30)


def test_alerts_wait_until_they_are_seen(evening: Evening) -> None:
    from companion.table import MarkSeen

    for seat in (0, 1, 2):
        post(evening, answer(evening.now, seat))
    (alert,) = evening.now.alerts
    assert alert.said.kind == "Revealed"
    post(evening, MarkSeen(alert))
    post(evening, MarkSeen(alert))
    assert evening.now.alerts == ()


def test_what_was_undone_alerts_nobody_any_more(evening: Evening) -> None:
    for seat in (0, 1, 2):
        post(evening, answer(evening.now, seat))
    assert evening.now.alerts
    post(evening, Undo())
    assert evening.now.alerts == ()


def test_the_first_client_is_told_what_was_drawn_at_the_beginning(evening: Evening) -> None:
    first, second = evening.subscribe().take(), evening.subscribe().take()
    assert first is not None
    assert second is not None
    assert len(first.events) == len(first.entries) == 10  # nine cards and the die
    assert second.events == ()


def test_a_snapshot_stays_as_it_was(evening: Evening) -> None:
    seen = evening.now
    kept = (seen.position, seen.state, seen.entries, seen.todo, seen.asked)
    post(evening, answer(seen, 0))
    post(evening, Undo())
    assert (seen.position, seen.state, seen.entries, seen.todo, seen.asked) == kept


def test_books_beside_the_journal_that_fail_do_not_stop_the_game(evening: Evening, mocker: Any) -> None:
    told = mocker.patch("threading.excepthook")
    evening.follow(lambda now: 1 // (0 if now.events else 1))
    assert isinstance(post(evening, answer(evening.now, 0)), Done)
    assert told.call_args.args[0].exc_type is ZeroDivisionError


# -- undo and amend ------------------------------------------------------------------------------------------


def test_back_to_an_entry_is_one_line(evening: Evening) -> None:
    begun = evening.now
    for seat in (0, 1):
        post(evening, answer(evening.now, seat))
    lines = evening.now.position
    told = post(evening, BackTo(len(begun.entries) + 1))
    assert isinstance(told.what, Undone)
    assert evening.now.state == begun.state
    assert evening.now.position == lines + 1
    assert [one.said for one in evening.now.todo] == list(told.what.put_back)


def test_an_amendment_is_made_by_the_client_and_kept_by_the_evening(
    evening: Evening, tmp_path: Path
) -> None:
    rolled = next(entry for entry in evening.now.entries if entry.given.kind == "Rolled")
    other = Rolled(1 if rolled.given.prize != 1 else 2)
    amendment = evening.now.amend(rolled.number, other)
    assert not isinstance(amendment, Refusal)
    told = post(evening, Settle(amendment, "all"), "phone-1/1")
    assert isinstance(told.what, Amended)
    assert evening.now.state.prize == other.prize
    assert post(evening, Settle(amendment, "all"), "phone-1/1") == told
    assert post(again(evening, tmp_path), Settle(amendment, "all"), "phone-1/1") == Done(told.position, None)
    stale = post(evening, Settle(amendment, "all"))
    assert isinstance(stale, Refusal)
    assert stale.id == "stale"


# -- the disk ------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_the_same_command_can_be_given_again(evening: Evening, mocker: Any) -> None:
    seen = evening.now
    full = mocker.patch("os.fsync", side_effect=OSError(28, "disk full"))
    told = post(evening, answer(seen, 0), "phone-1/1")
    assert told.id == "not-written"
    assert evening.now.position == seen.position
    assert evening.now.behind
    mocker.stop(full)
    assert isinstance(post(evening, answer(seen, 0), "phone-1/1"), Done)
    assert evening.now.refused is None
    assert not evening.now.behind


def test_draws_that_could_not_be_written_are_made_when_there_is_room(evening: Evening, mocker: Any) -> None:
    for seat in (0, 1):
        post(evening, answer(evening.now, seat))
    real, room = os.fsync, iter([True])

    def nearly_full(descriptor: int) -> None:
        if next(room, None) is None:
            raise OSError(28, "disk full")
        real(descriptor)

    full = mocker.patch("os.fsync", side_effect=nearly_full)
    told = post(evening, answer(evening.now, 2), "phone-1/1")
    assert isinstance(told, Done)  # the answer stands; the next roll of the die is not written
    assert evening.now.refused is not None
    assert evening.now.behind
    mocker.stop(full)
    post(evening, CatchUp())
    assert not evening.now.behind
    assert evening.now.asked[0].source == "player"


def test_all_that_is_written_is_written_in_the_evening_s_own_thread(tmp_path: Path, mocker: Any) -> None:
    writers: list[str] = []
    real = os.fsync

    def spy(descriptor: int) -> None:
        writers.append(threading.current_thread().name)
        real(descriptor)

    mocker.patch("os.fsync", side_effect=spy)
    evening = begin(tmp_path / "j")
    assert len(writers) == 3  # the header, its folder, and all draws of the set-up together
    post(evening, answer(evening.now, 0))
    post(evening, Undo())
    evening.close().result(30)
    assert set(writers) == {"evening"}


# -- many at once, and the end -------------------------------------------------------------------------------


def test_of_many_who_answer_the_same_question_one_does(tmp_path: Path) -> None:
    evening = begin(tmp_path / "j", deals=3)
    with ThreadPoolExecutor(8) as phones:
        while (now := evening.now).outcome is None:
            owner = now.asked[0].question.owner
            assert isinstance(owner, int)
            told = list(phones.map(lambda _: post(evening, answer(now, owner)), range(8)))  # noqa: B023
            assert sum(isinstance(one, Done) for one in told) == 1
    entries, position = evening.now.entries, evening.now.position
    evening.close().result(30)
    assert read(tmp_path / "j").lines == position
    resumed = Evening.resume(tmp_path / "j", GAMES, inline=True)
    assert resumed.now.entries == entries


def test_an_evening_that_is_over_cancels_what_is_posted(tmp_path: Path) -> None:
    evening = begin(tmp_path / "j")
    command = answer(evening.now, 0)
    with ThreadPoolExecutor(4) as phones:
        waiting = [phones.submit(evening.post, command) for _ in range(200)]
        closed = evening.close()
        waiting += [phones.submit(evening.post, command) for _ in range(200)]
        for one in waiting:
            future = one.result(30)
            try:
                assert isinstance(future.result(30), Done | Refusal)
            except CancelledError:
                assert future.cancelled()
    assert closed is evening.close()
    assert closed.result(30).learned == 0
    with pytest.raises(CancelledError):
        evening.post(Undo()).result(30)
    with pytest.raises(ValueError, match="letters"):
        evening.post(Undo(), "x" * 1000)
    Evening.resume(tmp_path / "j", GAMES, inline=True).close()  # the lock is free


def test_a_game_that_cannot_begin_raises_where_it_was_asked_for(tmp_path: Path, inline: bool) -> None:
    from companion.table import JournalExists, OptionsRefused

    with pytest.raises(OptionsRefused):
        begin(tmp_path / "j", inline, players=9)
    (tmp_path / "j").touch()
    with pytest.raises(JournalExists):
        begin(tmp_path / "j", inline)


def test_a_token_is_one_more_word_in_a_line_and_older_journals_have_none(evening: Evening) -> None:
    post(evening, answer(evening.now, 0), "phone-1/1")
    post(evening, answer(evening.now, 1))
    path = evening.now.path
    assert path is not None
    named, bare = path.read_text().splitlines()[-2:]
    assert '"token":"phone-1/1"' in named
    assert "token" not in bare
    assert read(path).tokens == {"phone-1/1": evening.now.position - 1}


