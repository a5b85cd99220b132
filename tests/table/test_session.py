"""Input → rules → journal → happenings → subscribers; stale inputs, undo, resume, history."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Plain, Refusal
from companion.table import Entry, Happened, JournalTooNew, OptionsRefused, Undone
from companion.table.session import Session
from tests.games.tiny import ChoiceMade, Choose, Dealt, Rolled, Tiny
from tests.table.playing import Counting, begin, load, play


def test_a_game_is_played_to_its_end() -> None:
    session = begin(players=3, deals=2)
    play(session)
    assert session.outcome is not None
    assert session.asked() == ()
    assert session.advance() == ()


def test_bad_options_are_refused_by_name() -> None:
    with pytest.raises(OptionsRefused, match="players") as told:
        begin(players=7)
    assert dict(told.value.about)["refusal"].id == "bad-option"


def test_an_input_tells_what_happened() -> None:
    session = begin()
    session.advance()
    answer = session.asked()[0].question.answers[0]
    told = session.submit(answer)
    assert isinstance(told, Entry)
    assert told.happenings == (ChoiceMade(0),)
    assert session.entries[-1] is told


def test_a_refused_input_changes_nothing(tmp_path: Path) -> None:
    session = begin(tmp_path / "j")
    session.advance()
    before = (session.state, session.position, session.entries, (tmp_path / "j").read_bytes())
    told = session.submit(Choose(0, 77))
    assert isinstance(told, Refusal)
    assert told.rule == "TINY-04"
    assert before == (session.state, session.position, session.entries, (tmp_path / "j").read_bytes())


def test_a_doubled_tap_is_refused_without_harm() -> None:
    session = begin(die="hand")
    session.advance()
    position = session.position
    assert isinstance(session.submit(Rolled(1), "hand", position), Entry)
    again = session.submit(Rolled(1), "hand", position)
    assert again == Refusal("stale", "", (("position", position), ("now", position + 1)))
    assert len([entry for entry in session.entries if entry.stream == "die"]) == 1


def test_a_position_never_comes_back_so_an_answer_from_before_an_undo_is_stale() -> None:
    session = begin(die="hand")
    session.advance()
    seen = []
    for _ in range(3):
        seen.append(session.position)
        session.submit(Rolled(1), "hand", session.position)
        seen.append(session.position)
        session.undo(session.position)
    assert seen == sorted(set(seen))
    assert session.submit(Rolled(2), "hand", seen[0]).id == "stale"
    assert session.undo(seen[1]).id == "stale"


def test_events_are_told_to_subscribers_until_they_leave() -> None:
    session = begin()
    events = []
    leave = session.subscribe(events.append)
    play(session, 1)
    assert [event.entry for event in events] == list(session.entries)
    session.undo()
    assert isinstance(events[-1], Undone)
    leave()
    heard = len(events)
    play(session, 1)
    assert len(events) == heard


def test_resume_stands_where_the_game_stood_and_fires_nothing(tmp_path: Path) -> None:
    session = begin(tmp_path / "j", deals=3)
    play(session, 5)
    session.undo()
    play(session, 2, seed=9)
    session.close()
    with Session.resume(tmp_path / "j", load) as again:
        events = []
        again.subscribe(events.append)
        assert again.entries == session.entries
        assert (again.position, again.seed) == (session.position, session.seed)
        assert again.advance() == ()
        assert events == []
        play(again, 1)
        assert {type(event) for event in events} == {Happened}


def test_a_resumed_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole = begin(deals=4)
    play(whole)
    path = tmp_path / "j"
    begin(path, deals=4).close()
    for answer in [entry for entry in whole.entries if entry.source == "player"]:
        with Session.resume(path, load) as session:
            session.advance()
            session.submit(answer.given)
            assert session.entries == whole.entries[: answer.number]


def test_the_box_in_the_journal_is_the_one_that_is_played_with(tmp_path: Path) -> None:
    box = {"cards": [11, 12, 13, 14, 15, 16, 17]}
    Session.begin(Tiny(box), {}, tmp_path / "j").close()
    with Session.resume(tmp_path / "j", load) as session:
        assert session.game.box == box
        assert session.advance()[0].given.card > 10


class Later(Tiny):
    """Tiny in a later edition."""

    def __init__(self, box: Plain | None = None, version: int = 1, most: int = 2) -> None:
        super().__init__(box)
        self.version, self.most = version, most

    def start(self, options: Mapping[str, Any]) -> Any:
        return super().start(options) if options["players"] <= self.most else Refusal("too-many", "TINY-02")


def test_a_journal_of_a_newer_game_is_left_to_a_newer_companion(tmp_path: Path) -> None:
    Session.begin(Later(version=2), {"players": 2}, tmp_path / "j").close()
    with pytest.raises(JournalTooNew, match="version"):
        Session.resume(tmp_path / "j", load)


def test_options_that_the_rules_no_longer_allow_are_told_and_the_journal_is_left_alone(
    tmp_path: Path,
) -> None:
    begin(tmp_path / "j", players=3).close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(OptionsRefused, match="too-many"):
        Session.resume(tmp_path / "j", lambda name, box: Later(box))
    assert (tmp_path / "j").read_bytes() == before


def test_pieces_of_a_form_that_nobody_knows_yet_are_left_to_a_newer_companion(tmp_path: Path) -> None:
    def read(name: str, box: Plain) -> Tiny:
        raise ValueError("this is not a box of format 1")

    begin(tmp_path / "j").close()
    with pytest.raises(JournalTooNew, match="not a box of format 1"):
        Session.resume(tmp_path / "j", read)


def test_a_mistake_in_a_game_is_not_taken_for_an_unknown_game(tmp_path: Path) -> None:
    begin(tmp_path / "j").close()
    with pytest.raises(KeyError, match="cards"):
        Session.resume(tmp_path / "j", lambda name, box: {}["cards"])


# -- undo


def test_undo_returns_to_the_last_answer_that_a_person_gave_and_its_draws_come_back_the_same() -> None:
    session = begin(deals=2)
    play(session, 4)
    last = max(entry.number for entry in session.entries if entry.source == "player")
    drawn = session.entries[last:]
    assert drawn, "the position must have draws after the last answer"
    answer = session.entries[last - 1].given
    undone = session.undo()
    assert [entry.number for entry in undone.dropped] == list(range(last, last + 1 + len(drawn)))
    assert undone.put_back == session.game.differences(undone.dropped[-1].after, session.state)
    assert undone.put_back != ()
    session.submit(answer)
    assert session.advance() == drawn


def test_a_report_by_hand_or_by_the_tower_is_an_answer_too() -> None:
    session = begin(die="tower")
    session.advance()
    session.submit(Rolled(3), "tower")
    assert [entry.given for entry in session.undo().dropped] == [Rolled(3)]
    assert session.asked()[0].question.id == "roll"


def test_undo_goes_back_to_the_very_start_and_past_the_end_and_reproduces_every_state() -> None:
    session = begin(players=3, deals=3, deal="hand", seed=4)
    play(session)
    assert session.outcome is not None
    whole = session.entries
    while not isinstance(session.undo(), Refusal):
        assert session.entries == whole[: len(session.entries)]
        assert session.state == (whole[len(session.entries)].before)
    assert session.entries == ()
    assert session.state == session.start
    assert session.undo() == Refusal("nothing-to-undo", "")


def test_undo_works_past_a_restart(tmp_path: Path) -> None:
    session = begin(tmp_path / "j")
    play(session)
    answers = [entry for entry in session.entries if entry.source == "player"]
    session.close()
    for answer in reversed(answers):
        with Session.resume(tmp_path / "j", load) as again:
            assert again.undo().dropped[0] == answer


@pytest.mark.parametrize("entries", [50, 1000])
def test_undo_costs_no_more_in_a_long_game(entries: int, tmp_path: Path) -> None:
    game = Counting()
    session = Session.begin(game, {"deals": entries}, tmp_path / "j", seed=2)
    while len(session.entries) < entries:
        play(session, 1, seed=len(session.entries))
    game.calls.clear()
    session.undo()
    assert game.calls["apply"] <= 50
    session.close()
    with Session.resume(tmp_path / "j", lambda name, box: game) as again:
        game.calls.clear()
        again.undo()
        assert game.calls["apply"] <= 50


# -- history


def test_history_hides_what_a_seat_may_not_know() -> None:
    session = begin(die="hand")
    session.advance()
    session.submit(Rolled(1), "hand")
    card = session.state.hands[0][0]
    session.submit(Choose(0, card))
    mine, theirs, everybody = (session.history(seat)[-1] for seat in (0, 1, None))
    assert (mine.given, mine.happenings) == (Choose(0, card), (ChoiceMade(0),))
    assert (theirs.given, theirs.happenings) == (None, ())
    assert everybody.given is None
    assert [line.given.seat for line in session.history(1) if isinstance(line.given, Dealt)] == [1, 1, 1]
    assert len(session.history(1)) == len(session.entries)


def test_the_last_secret_choice_is_revealed_with_all_the_others() -> None:
    session = begin()
    play(session, 2)
    revealing = [line for line in session.history(None) if len(line.happenings) > 1]
    assert [type(told).__name__ for told in revealing[0].happenings[:2]] == ["ChoiceMade", "Revealed"]
