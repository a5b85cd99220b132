"""Hands and the tower: it waits for slow ones, moves for none, and keeps what they throw too early."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.counting import Count, Doubt
from companion.tower.drop_watch import Watching
from companion.tower.readings import Reading, Shaking, StillWaiting, ThrownEarly, ThrowNow, Turning
from companion.tower.tower import Tower

FRONT = 3


class Hands:
    """People who throw when they are told to; everything that the tower told them."""

    def __init__(self, **watching: float) -> None:
        self.board = SimulatedBoard(1, throws=False)
        self.tower = Tower(self.board, Watching(**watching))  # type: ignore[arg-type]
        self.tower.open()
        self.tower.face(FRONT)
        self.heard: list[Reading] = []
        self.answers: dict[type, Callable[[], None]] = {}

    def drop(self, thrown: int) -> Count:
        def tell(reading: Reading) -> None:
            self.heard.append(reading)
            self.answers.get(type(reading), lambda: None)()

        self.tower.bring(FRONT, tell)
        return self.tower.drop(thrown, facing=FRONT, tell=tell)

    def told(self, kind: type) -> list[Reading]:
        return [reading for reading in self.heard if isinstance(reading, kind)]

    def throw(self, cubes: int, apart: float) -> None:
        for n in range(cubes):
            self.board.fall(FRONT - 1 + n % 3, after=0.4 + n * apart, milliseconds=29)


@pytest.mark.parametrize("apart", [0.15, 0.3, 0.7, 1.2, 2.0, 4.5, 8.0])
def test_pauses_between_cubes_end_nothing_and_move_nothing(apart: float) -> None:
    hands = Hands(word=float("inf"))
    hands.answers[ThrowNow] = lambda: hands.throw(4, apart)
    count = hands.drop(4)
    assert (count.best.passed, count.asked) == ((0, 0, 2, 1, 1, 0, 0), False)
    assert not hands.told(Shaking)
    assert not hands.told(Turning)


@pytest.mark.parametrize("apart", [0.15, 0.7, 2.0, 8.0])
def test_with_a_cube_missing_it_moves_only_after_the_word(apart: float) -> None:
    """Three of four are heard; the tower waits as long as it takes, and is reminded about, not shaken."""
    hands = Hands(word=float("inf"))
    said: list[float] = []
    moved: list[float] = []
    shake = hands.board.shake

    def shaken(*how: int) -> None:
        moved.append(hands.board.now())
        shake(*how)

    hands.board.shake = shaken  # type: ignore[method-assign]

    def word() -> None:
        if StillWaiting(3, 4) in hands.heard:
            said.append(hands.board.now())
            hands.tower.say_all_thrown()

    hands.answers[ThrowNow] = lambda: hands.throw(3, apart)
    hands.answers[StillWaiting] = word
    count = hands.drop(4)
    assert count.asked
    assert moved
    assert said
    assert min(moved) > min(said)
    assert min(said) > 0.4 + 2 * apart


def test_a_sure_count_ends_by_itself_only_after_the_longest_pause() -> None:
    """Two cubes in one long pulse: nobody else can be meant, but a hand may still hold the last one."""
    hands = Hands(word=float("inf"))

    def throw() -> None:
        hands.board.fall(2, 0.87, 29)
        hands.board.fall(3, 0.9, 29)
        hands.board.fall(3, 0.925, 33)

    hands.answers[ThrowNow] = throw
    begun = hands.board.now()
    count = hands.drop(3)
    assert (count.best.passed, count.asked) == ((0, 0, 1, 2, 0, 0, 0), False)
    assert hands.board.now() - begun > 10
    assert not hands.told(Shaking)


def test_without_a_single_break_it_asks_whether_anybody_threw_and_nothing_shakes() -> None:
    hands = Hands(word=float("inf"))
    hands.answers[StillWaiting] = hands.tower.say_all_thrown
    count = hands.drop(2)
    assert hands.told(StillWaiting) == [StillWaiting(0, 2)]
    assert (count.asked, Doubt.NOTHING in count.reasons) == (True, True)
    assert count.best.probability < 0.5
    assert not hands.told(Shaking)
    assert not hands.told(Turning)


def thrown_while_it_turns(was_the_throw: bool) -> tuple[Hands, Count]:
    hands = Hands()
    hands.tower.face(0)
    hands.answers[Turning] = lambda: hands.throw(3, 0.1) if len(hands.told(Turning)) == 1 else None
    hands.answers[ThrownEarly] = lambda: hands.tower.say_early(was_the_throw)
    hands.answers[ThrowNow] = lambda: hands.throw(3, 0.3)
    return hands, hands.drop(3)


def test_what_falls_while_it_turns_is_kept_and_may_be_the_throw() -> None:
    hands, count = thrown_while_it_turns(was_the_throw=True)
    (early,) = hands.told(ThrownEarly)
    assert isinstance(early, ThrownEarly)
    assert sorted(early.outlets) == [2, 3, 4]
    assert not hands.told(ThrowNow)
    assert count.best.passed == (0, 0, 1, 1, 1, 0, 0)
    assert (count.asked, Doubt.EARLY in count.reasons) == (True, True)


def test_or_something_else_and_then_the_throw_is_still_to_come() -> None:
    hands, count = thrown_while_it_turns(was_the_throw=False)
    assert hands.told(ThrownEarly)
    assert hands.told(ThrowNow) == [ThrowNow(3)]
    assert (count.best.passed, Doubt.EARLY in count.reasons) == ((0, 0, 1, 1, 1, 0, 0), False)
    assert hands.board.passed == [0, 0, 2, 2, 2, 0, 0]


def test_who_throws_before_the_tower_was_asked_for_is_heard_too() -> None:
    hands = Hands()
    hands.tower.await_throw()
    hands.throw(2, 0.2)
    while hands.tower.listen(1.0) is not None:
        pass
    hands.answers[ThrownEarly] = lambda: hands.tower.say_early(True)
    hands.answers[ThrowNow] = lambda: hands.board.fall(4, 0.5, 29)
    count = hands.drop(3)
    assert hands.told(ThrownEarly) == [ThrownEarly(2, (2, 3))]
    assert hands.told(ThrowNow) == [ThrowNow(1)]
    assert count.best.passed == (0, 0, 1, 1, 1, 0, 0)


def test_a_hand_or_a_flicker_is_no_early_throw_and_neither_is_what_fell_before() -> None:
    hands = Hands()
    hands.board.fall(3, 0.1, 29)
    while hands.tower.listen(1.0) is not None:
        pass
    hands.tower.await_throw()
    hands.board.hand()
    hands.board.pulse(3, 0.6, 1.0)
    while hands.tower.listen(1.0) is not None:
        pass
    hands.answers[ThrowNow] = lambda: hands.throw(3, 0.3)
    assert hands.drop(3).best.passed == (0, 0, 1, 1, 1, 0, 0)
    assert not hands.told(ThrownEarly)


def test_a_link_that_was_away_takes_the_word_back() -> None:
    """Whoever plugs the tower in has hands on it: nothing shakes before it is said again."""
    hands = Hands(word=8.0)

    def throw() -> None:
        hands.throw(2, 0.3)
        hands.board.pull_cable(2.0, after=1.0)
        hands.tower.say_all_thrown()

    hands.answers[ThrowNow] = throw
    count = hands.drop(3)
    assert count.asked
    assert not hands.told(Shaking)
