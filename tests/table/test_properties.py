"""Whatever is done at the table, in whatever order, the journal and the state never disagree."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import games
from companion.engine import Applied, Refusal, from_plain
from companion.table import Amendment, read
from companion.table.session import Session
from tests.games import every
from tests.table.playing import play

ANY = st.integers(min_value=0, max_value=10**6)


class Evening(RuleBasedStateMachine):
    """Players answer, double-tap, undo, amend, quit and resume in any order."""

    game = "tiny"

    @initialize(seed=ANY, by_hand=st.booleans())
    def begin(self, seed: int, by_hand: bool) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "journal"
        game = every.load(self.game)
        sources = [option for option in game.options() if option.group == "source"][:2]
        told = {one.id: "hand" if "hand" in one.values else one.values[-1] for one in sources}
        options = told if by_hand else {}
        self.session = Session.begin(game, options, self.path, seed)
        self.size = 0

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.close()
            shutil.rmtree(self.folder)

    @rule(n=ANY)
    def answer(self, n: int) -> None:
        for number in range(1 + n % 5):
            self.session.advance()
            asked = self.session.asked()
            if not asked:
                return
            one = asked[(n + number) % len(asked)]
            position = self.session.position
            given = one.question.answers[(n >> number) % len(one.question.answers)]
            told = self.session.submit(given, one.source, position)
            assert not isinstance(told, Refusal), told
            assert self.session.submit(given, one.source, position).id == "stale"

    @rule(n=ANY)
    @precondition(lambda self: self.session.entries)
    def answer_out_of_turn(self, n: int) -> None:
        given = self.session.entries[n % len(self.session.entries)].given
        listed = [answer for asked in self.session.asked() for answer in asked.question.answers]
        before = (self.session.entries, self.session.position)
        if given not in listed and isinstance(self.session.submit(given), Refusal):
            assert (self.session.entries, self.session.position) == before

    @rule()
    def undo(self) -> None:
        before = self.session.entries
        told = self.session.undo()
        if isinstance(told, Refusal):
            assert all(entry.source == "app" for entry in before)
        else:
            assert self.session.entries + told.dropped == before
            assert told.dropped[0].source != "app"
            assert all(entry.source == "app" for entry in told.dropped[1:])

    @rule(n=ANY, other=ANY, choice=st.sampled_from(["all", "to-there", "board", "cancel"]))
    @precondition(lambda self: self.session.entries)
    def amend(self, n: int, other: int, choice: str) -> None:
        old = self.session.entries[n % len(self.session.entries)]
        answers = [
            answer
            for question in self.session.game.awaited(old.before)
            if old.given in question.answers
            for answer in question.answers
        ]
        given = answers[other % len(answers)] if answers and other % 3 else None
        before, lines = self.session.entries, self.path.read_bytes()
        amendment = self.session.amend(old.number, given)
        if isinstance(amendment, Refusal):
            return
        self.answer_what_is_asked(amendment, other)
        assert (self.session.entries, self.path.read_bytes()) == (before, lines)
        today = self.session.state
        if choice != "cancel":
            told = self.session.settle(amendment, choice)
            if isinstance(told, Refusal):
                assert (self.session.entries, self.path.read_bytes()) == (before, lines)
            elif choice == "board":
                assert self.session.game.differences(self.session.state, today) == ()
            else:
                assert self.session.entries[: old.number - 1] == before[: old.number - 1]

    def answer_what_is_asked(self, amendment: Amendment, other: int) -> None:
        for number in range(30):
            if not amendment.asked:
                return
            question = amendment.asked[0].question
            assert amendment.answer(question.answers[(other + number) % len(question.answers)]) is None

    @rule()
    def quit_and_resume(self) -> None:
        before = (self.session.entries, self.session.position)
        self.session.close()
        self.session = Session.resume(self.path, every.load)
        assert (self.session.entries, self.session.position) == before

    @invariant()
    def the_journal_only_grows(self) -> None:
        if hasattr(self, "session"):
            size = self.path.stat().st_size
            assert size >= self.size
            self.size = size

    @invariant()
    def the_state_is_the_fold_of_the_journal(self) -> None:
        if not hasattr(self, "session"):
            return
        game, state = self.session.game, self.session.start
        live = read(self.path).live
        assert len(live) == len(self.session.entries)
        for kept, entry in zip(live, self.session.entries, strict=True):
            assert game.dump(entry.before) == game.dump(state)
            applied = game.apply(state, from_plain(game.inputs, kept.given), kept.source)
            assert isinstance(applied, Applied)
            assert applied.happenings == entry.happenings
            state = applied.state
        assert game.dump(state) == game.dump(self.session.state)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=20, stateful_step_count=20)
for name in games.NAMES:  # every game of the house, by being there
    case: Any = type(f"EveningOf{name.title().replace('-', '')}", (Evening,), {"game": name}).TestCase
    case.settings = settings(max_examples=12, stateful_step_count=15)
    globals()[f"Test{case.__name__}"] = pytest.mark.slow(case)


@pytest.mark.parametrize("way", every.quick_and_slow())
def test_undo_back_to_the_start_reproduces_every_state(way: every.Way) -> None:
    for seed in (1, 2):
        game = every.load(way.game)
        session = Session.begin(game, dict(way.options), seed=seed)
        play(session, seed=seed)
        assert session.outcome is not None
        whole = [json.dumps(game.dump(state)) for state in states(session)]
        answers = [entry.given for entry in session.entries if entry.source != "app"]
        while not isinstance(session.undo(), Refusal):
            assert json.dumps(game.dump(session.state)) == whole[len(session.entries)]
        for answer in answers:  # and the same answers lead, past the same draws, to the same end
            session.advance()
            assert not isinstance(session.submit(answer), Refusal)
        session.advance()
        assert [json.dumps(game.dump(state)) for state in states(session)] == whole


def states(session: Session) -> list[Any]:
    return [session.start, *(entry.after for entry in session.entries)]


@pytest.mark.parametrize("way", every.quick_and_slow())
def test_todays_board_can_be_kept_whatever_is_amended(way: every.Way) -> None:
    """Corrections reach every board that the rules can make, in the middle of a game at least."""
    game = every.load(way.game)

    def game_night() -> Session:
        session = Session.begin(game, dict(way.options), seed=5)
        play(session, 25, seed=5)
        while session.outcome is not None:
            session.undo()
        return session

    today, entries = game_night().state, len(game_night().entries)
    numbers = range(1, entries, min(9, entries // 2))
    assert len(numbers) > 1
    for number in numbers:
        session = game_night()
        amendment = session.amend(number, None)
        assert isinstance(amendment, Amendment)
        told = session.settle(amendment, "board")
        assert not isinstance(told, Refusal), (number, told)
        assert game.differences(session.state, today) == ()
