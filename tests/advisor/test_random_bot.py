"""The player without a plan."""

from collections import Counter

from companion.advisor import RandomBot
from companion.advisor.random_bot import ACTIONS
from companion.engine import Question
from tests.games.tiny import Choose, Tiny

QUESTION = Question("choose", 0, tuple(Choose(0, card) for card in range(1, 5)))


def answers(seed: int, count: int) -> list[int]:
    bot, game = RandomBot(seed), Tiny()
    return [bot.choose(game, None, QUESTION).card for _ in range(count)]


def test_every_answer_is_equally_likely() -> None:
    counts = Counter(answers(1, 4000))
    # Expected 1000 each; six standard deviations are 165.
    assert set(counts) == {1, 2, 3, 4}
    assert all(abs(count - 1000) < 165 for count in counts.values())


def test_the_same_seed_answers_alike() -> None:
    assert answers(1, 50) == answers(1, 50) != answers(2, 50)


def test_a_turn_that_could_go_on_for_ever_is_ended() -> None:
    bot, game = RandomBot(1), Tiny()
    main = QUESTION._replace(main=True)
    other = main._replace(owner=1)
    last = main.answers[-1]
    for _ in range(3):
        chosen = [bot.choose(game, None, main) for _ in range(ACTIONS + 1)]
        assert chosen[-1] == last
        assert any(answer != last for answer in chosen[:-1])
    for _ in range(4 * ACTIONS):  # where players alternate nobody is stopped
        bot.choose(game, None, other)
        bot.choose(game, None, main)
    assert {bot.choose(game, None, main).card for _ in range(30)} == {1, 2, 3, 4}
