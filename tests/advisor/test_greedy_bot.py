"""The greedy bot keeps a plan; what people do in between may make it worthless."""

from companion import games
from companion.advisor import GreedyBot


def test_a_plan_that_no_longer_holds_is_made_anew():
    game = games.load("the-loop")
    given = {"agents": {"mr-time": "industry"}, "active": "mr-time", "energy": {"industry": 3}}
    options = {"agents": ["mr-time", "v-girl"], "hands": "table", "huge": "table"}
    state = game.position(options, given)
    bot = GreedyBot(1)
    (question,) = game.awaited(state)
    bot._plan, bot._expected = [game.read(state, {"kind": "Move", "to": "dawn-of-time"})], (question,)
    assert bot.choose(game, state, question) in question.answers
