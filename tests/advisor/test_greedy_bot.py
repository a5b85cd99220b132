"""The greedy bot keeps a plan; what people do in between may make it worthless."""

from companion import games
from companion.advisor import GreedyBot
from companion.advisor.greedy_bot import ACTIONS


def test_a_plan_that_no_longer_holds_is_made_anew():
    game = games.load("the-loop")
    given = {"agents": {"mr-time": "industry"}, "active": "mr-time", "energy": {"industry": 3}}
    options = {"agents": ["mr-time", "v-girl"], "hands": "table", "huge": "table"}
    state = game.position(options, given)
    bot = GreedyBot(1)
    (question,) = game.awaited(state)
    bot._plan, bot._expected = [game.read(state, {"kind": "Move", "to": "dawn-of-time"})], (question,)
    assert bot.choose(game, state, question) in question.answers


def test_a_turn_that_could_go_on_for_ever_is_ended_and_the_next_is_not():
    """Cards that ready each other, with new ones drawn on the way: chance in between counts for nothing."""
    game, bot = games.load("the-loop"), GreedyBot(1)
    given = {"agents": {"mr-time": "industry"}, "active": "mr-time", "energy": {"industry": 3}, "turn": 4}
    options = {"agents": ["mr-time", "v-girl"], "hands": "table", "huge": "table"}
    state = game.position(options, given)
    (question,) = game.awaited(state)
    assert question.main
    wished = bot.choose(game, state, question)
    assert wished != question.answers[-1]
    chosen = [bot.choose(game, state, question) for _ in range(2 * ACTIONS)]
    assert chosen[: ACTIONS - 1] == [wished] * (ACTIONS - 1)
    assert chosen[-1] == question.answers[-1]
    later = game.position(options, {**given, "turn": 5})
    assert bot.choose(game, later, game.awaited(later)[0]) == wished
