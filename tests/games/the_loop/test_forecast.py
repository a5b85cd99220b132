"""The forecast is exact: it agrees with every way the rules can go, weighed and added up."""

from math import sqrt
from random import Random

import pytest

from companion.advisor import GreedyBot, RandomBot
from companion.engine import CHANCE, Applied, Question, State
from companion.games import load
from companion.games.the_loop.rules.foo import PREV_FRONT_NEXT
from companion.games.the_loop.rules.modes import MODES
from companion.games.the_loop.rules.pieces import ERA_IDS

from .following import drops, followed, step, wisely

GAME = load("the-loop")
AGENTS = {"agents": ["mr-time", "cztwyzzek"]}
"""Neither of them cancels a rift."""
NO_CARDS: dict[str, list[str]] = {"mr-time": [], "cztwyzzek": []}
"""In their draw piles: nothing to chance when hands are filled."""
CAREFUL = ("time-prowler", "mr-time")
"""The first does."""


def foo_phase(**given: object) -> State:
    """Few tokens and one card, so that every way can be followed."""
    base = {
        "phase": "foo",
        "bag": ["0>2", "3>5", "3>6"],
        "huge": ["matriochka"],
        "seen": ["medieval", "end-of-times"],
    }
    return GAME.position({**AGENTS, "drop": "tower"}, {**base, **given})


CASES = [
    {"rifts": {"industry": 3, "globalization": 2, "dawn-of-time": 3}},
    {"rifts": {"industry": 3, "renaissance": 2}, "duplicates": {"1>4": "industry"}, "cycle": 2},
    {
        "rifts": {"industry": 3, "renaissance": 3, "globalization": 3},
        "vortexes": {"medieval": 1, "end-of-times": 1},
    },
    {"rifts": {"industry": 2, "globalization": 3}, "vortexes": {"globalization": 1}, "cycle": 3},
    {},
]


@pytest.mark.parametrize("given", CASES)
def test_it_agrees_with_the_rules_followed_to_the_end(given):
    agrees(foo_phase(**given))


def agrees(state: State) -> None:
    places, somewhere, defeat = followed(GAME, state)
    told = GAME.forecast(state, PREV_FRONT_NEXT)
    assert told is not None
    assert told.exact
    assert told.defeat == pytest.approx(defeat)
    assert told.somewhere == pytest.approx(somewhere)
    if not defeat:  # a lost game ends before its other vortexes are opened
        assert told.places == pytest.approx(places)


CANCELLED = [
    {"rifts": {"industry": 3, "globalization": 2, "dawn-of-time": 3}},
    {"rifts": {"industry": 3, "renaissance": 3, "globalization": 3}, "vortexes": {"industry": 1}},
    {
        "rifts": {"industry": 3, "renaissance": 3},
        "vortexes": {"medieval": 1, "globalization": 1},
        "shields": 1,
    },
]


@pytest.mark.rule("FOO-17")
@pytest.mark.parametrize("given", CANCELLED)
def test_rifts_that_can_be_cancelled_are_cancelled_where_it_matters_most(given):
    few = {"bag": ["3>5", "0>2"], "seen": ["medieval", "end-of-times", "dawn-of-time", "age-of-robots"]}
    shields = given.get("shields", 0)
    state = GAME.position(
        {"agents": ["time-prowler", "cztwyzzek"]},
        {"phase": "foo", "huge": ["matriochka"], **few, **{k: v for k, v in given.items() if k != "shields"}},
    ).copy()
    state.shields = shields
    agrees(state)


STRUCK = {
    "rifts-placed": (["tar-pit-turbine"], {"dawn-of-time": 3, "medieval": 2}, {}),
    "twice-on-one-era": (["tar-pit-turbine", "karmic-rebirth"], {"dawn-of-time": 3}, {"medieval": 1}),
    "on-both-sides": (
        ["satellite-of-doom"],
        {"dawn-of-time": 2, "medieval": 3, "end-of-times": 3},
        {"medieval": 1},
    ),
    "duplicates-there": (["android-nursery"], {"dawn-of-time": 1, "medieval": 2}, {}),
    "duplicates-anywhere": (["endless-assembly-line"], {"dawn-of-time": 2, "end-of-times": 3}, {}),
    "both": (["last-alarm-clock", "flying-forgery"], {"dawn-of-time": 3, "medieval": 1}, {"dawn-of-time": 1}),
    "choices-that-do-not-matter": (["quantum-inquisition", "battery-vampire"], {"dawn-of-time": 2}, {}),
}
"""Cards on Dr Foo's next era, rifts and vortexes."""


@pytest.mark.rule("ULTRA-07")
@pytest.mark.parametrize("case", STRUCK)
def test_ultramachina_cards_strike_before_the_drop(case):
    cards, rifts, vortexes = STRUCK[case]
    agrees(struck(cards, rifts, vortexes))


def struck(cards: list[str], rifts: dict[str, int], vortexes: dict[str, int], **given: object) -> State:
    base = {"phase": "foo", "foo": "end-of-times", "bag": ["0>2", "3>0", "4>6"], "huge": ["matriochka"]}
    base |= {"rifts": rifts, "vortexes": vortexes, "extra": {"ultras": {"dawn-of-time": cards}}}
    return GAME.position({**AGENTS, "mode": "ultramachina"}, {**base, **given})


@pytest.mark.rule("ULTRA-08")
def test_the_cards_of_the_next_cycle_may_lie_there_when_dr_foo_arrives():
    """From the last turn of a cycle: three cards of the pile are revealed before he goes on."""
    pile = ["tar-pit-turbine", "karmic-rebirth", "soot-chimney", "entropy-engine"]
    over = struck([], {"dawn-of-time": 3}, {}, phase="actions", extra={"ultra-pile": pile})
    told = GAME.forecast(over, PREV_FRONT_NEXT)
    hit, spared = (
        GAME.forecast(struck(cards, {"dawn-of-time": 3}, {}, cycle=2), PREV_FRONT_NEXT)
        for cards in (["tar-pit-turbine"], [])
    )
    assert told is not None
    assert hit is not None
    assert spared is not None
    # Three of four cards are revealed: the turbine is among them three times in four.
    assert told.places[0] == pytest.approx(0.75 * hit.places[0] + 0.25 * spared.places[0])


@pytest.mark.rule("ULTRA-08")
def test_the_last_card_of_a_cycle_still_to_be_revealed_may_lie_there():
    """Two of four are known: the turbine is the third one time in two."""
    pile = ["tar-pit-turbine", "karmic-rebirth", "soot-chimney", "entropy-engine"]
    given = {"phase": "end", "bag": ["0>2"], "draw": NO_CARDS, "extra": {"ultra-pile": pile}}
    state = struck([], {"dawn-of-time": 3}, {}, **given)
    for card in ("soot-chimney", "entropy-engine"):
        state, _ = step(GAME, state, GAME.read(state, {"kind": "UltraRevealed", "ultra": card}))
    assert [answer.ultra for answer in GAME.awaited(state)[0].answers] == pile[:2]
    agrees(state)


@pytest.mark.rule("VORTEX-08", "FOO-10")
def test_rifts_of_an_era_that_a_card_breaks_are_in_the_pool_again_for_the_drop():
    """Of 30 rifts 21 lie on the eras and one comes: five are thrown only because four came back."""
    rifts = dict.fromkeys(ERA_IDS, 3)
    there = dict.fromkeys(["3>1", "3>5", "4>2"], "dawn-of-time")
    state = struck(["tar-pit-turbine"], rifts, {}, bag=["3>6", "4>6"], duplicates=there)
    assert (sum(state.rifts), GAME.describe(state)["pools"]["rifts"]) == (21, 9)
    agrees(state)


@pytest.mark.rule("VORTEX-07")
def test_while_a_mission_is_turned_over_after_a_vortex_the_rest_of_the_card_still_counts():
    """A rift on both sides: the first era has broken and lost its mission, the second is certain to break."""
    rifts = {"dawn-of-time": 1, "medieval": 3, "end-of-times": 3}
    tiles = {"medieval": "hidden", "end-of-times": "m9"}
    state = struck(["satellite-of-doom"], rifts, {}, tiles=tiles, bag=["3>0"])
    while GAME.awaited(state)[0].id != "reveal-mission":
        state, _ = step(GAME, state, GAME.awaited(state)[0].answers[0])
    assert state.vortex == [0, 0, 0, 0, 0, 0, 1]
    agrees(state)
    told = GAME.forecast(state, PREV_FRONT_NEXT)
    assert told is not None
    assert told.places[1] == pytest.approx(1)


def test_a_card_that_leaves_a_choice_is_not_passed_over_in_silence():
    told = GAME.forecast(struck(["tar-pit-turbine"], {}, {}), PREV_FRONT_NEXT)
    assert told is not None
    assert told.exact
    entry = {"id": "ours", "name": {"en": "Ours"}, "era": "dawn-of-time", "spaces": 2, "source": "owner"}
    box = {**GAME.box, "ultra": [*GAME.box["ultra"], {**entry, "effect": [{"push": 1, "at": "foo"}]}]}
    own = load("the-loop", box)
    given = {"phase": "foo", "foo": "end-of-times", "extra": {"ultras": {"dawn-of-time": ["ours"]}}}
    told = own.forecast(own.position({**AGENTS, "mode": "ultramachina"}, given), PREV_FRONT_NEXT)
    assert told is not None
    assert not told.exact


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"agents": CAREFUL, "level": 2}, {"solo": 3}], ids=["two", "solo"])
@pytest.mark.parametrize("mode", MODES)
def test_what_chance_brings_is_on_average_what_was_foretold(mode, options):
    """Before each roll of a Foo phase, half resolved or not: the forecast is the mean of those after it."""
    dice, bot, checked = Random(f"mean {mode}"), RandomBot(3), 0
    state = GAME.start({"mode": mode, **options})
    while asked := GAME.awaited(state):
        question = asked[0]
        if question.owner != CHANCE:
            given = bot.choose(GAME, state, question)
        else:
            if drops(state) and dice.random() < 0.3:
                told, mean = GAME.forecast(state, PREV_FRONT_NEXT), mean_after(state, question)
                assert told is not None
                assert (told.somewhere, told.defeat) == pytest.approx(mean[7:])
                if not told.defeat:  # a lost game ends before its other vortexes are opened
                    assert told.places == pytest.approx(mean[:7])
                checked += 1
            given = dice.choices(question.answers, question.odds)[0]
        state, _ = step(GAME, state, given)
    assert checked >= 3


def mean_after(state: State, question: Question) -> list[float]:
    """For each era, for any and for defeat: the mean over all results of one roll."""
    odds = question.odds or (1,) * len(question.answers)
    mean = [0.0] * 9
    for answer, weight in zip(question.answers, odds, strict=True):
        after, opened = step(GAME, state, answer)
        while max(after.rifts) > 3 and (
            asked := GAME.awaited(after)
        ):  # a mission is turned before the next breaks
            after, more = step(GAME, after, asked[0].answers[0])
            opened |= more
        lost = after.outcome is not None
        told = GAME.forecast(after, PREV_FRONT_NEXT) if drops(after) else None
        values = [*told.places, told.somewhere, told.defeat] if told else [0.0] * 9
        for era in opened:
            values[era] = 1.0
        values[7] = 1.0 if opened or lost else values[7]
        values[8] = 1.0 if lost else values[8]
        mean = [total + weight / sum(odds) * value for total, value in zip(mean, values, strict=True)]
    return mean


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_it_agrees_with_sampling_on_whole_games(mode):
    """Positions of real games, far too large to be followed in every way: played on by dice instead.

    Each of 8 positions is played on 400 times; the count of Foo phases with a vortex, and of defeats, is
    compared with what was foretold, summed over the positions. Seeded; five standard deviations.
    """
    dice = Random(f"forecast {mode}")
    expected, variance, seen = [0.0, 0.0], [0.0, 0.0], [0, 0]
    for state in mid_game(mode, dice, 8):
        told = GAME.forecast(state, PREV_FRONT_NEXT)
        assert told is not None
        assert told.exact
        for place, chance in enumerate((told.somewhere, told.defeat)):
            expected[place] += 400 * chance
            variance[place] += 400 * chance * (1 - chance)
        for _ in range(400):
            broken, lost = next_foo_phase(state, dice)
            seen[0] += broken or lost
            seen[1] += lost
    assert expected[0] > 100  # there was something to see
    for place in range(2):
        assert abs(seen[place] - expected[place]) <= 5 * sqrt(variance[place]) + 1e-9


def mid_game(mode: str, dice: Random, count: int) -> list[State]:
    """Positions in which the actions of a turn begin, from games by the greedy bot."""
    found: list[State] = []
    while len(found) < count:
        bot, state = GreedyBot(dice.random()), GAME.start({"mode": mode, "level": 1, "agents": CAREFUL})
        turn = 0
        while asked := GAME.awaited(state):
            question = asked[0]
            if question.owner == CHANCE:
                given = dice.choices(question.answers, question.odds)[0]
            else:
                given = bot.choose(GAME, state, question)
                if question.main and state.turn > max(turn, 5) and GAME.forecast(state, PREV_FRONT_NEXT):
                    turn = state.turn + 2
                    found.append(state)
            state, _ = step(GAME, state, given)
    return found[:count]


def next_foo_phase(state: State, dice: Random) -> tuple[bool, bool]:
    """The turn is ended at once; whether a vortex opened in the next Foo phase, and whether it was lost."""
    turn, broken = state.turn, False
    while asked := GAME.awaited(state):
        question = asked[0]
        if state.turn > turn and question.main:
            break
        if question.owner == CHANCE:
            given = dice.choices(question.answers, question.odds)[0]
        else:
            given = wisely(GAME, state, question) if state.turn > turn else question.answers[-1]
        state, opened = step(GAME, state, given)
        broken = broken or bool(opened)
    return broken, state.outcome is not None


def test_before_the_turn_ends_it_looks_at_the_next_one():
    given = {"rifts": {"industry": 3}, "bag": ["0>2", "3>5"], "seen": ["medieval"], "foo": "medieval"}
    now, then = (GAME.position(AGENTS, {**given, "phase": phase}) for phase in ("actions", "foo"))
    assert GAME.forecast(now, PREV_FRONT_NEXT) == GAME.forecast(then, PREV_FRONT_NEXT)


@pytest.mark.rule("CYCLE-01")
def test_while_hands_are_filled_after_the_seventh_foo_card_the_next_cycle_counts():
    given = {"rifts": {"industry": 3}, "bag": ["0>2", "3>5", "3>6"], "huge": []}
    deck = list(GAME.start(AGENTS).setting.box.starting["mr-time"])
    draw = {"mr-time": deck}
    filling = GAME.position(AGENTS, {**given, "phase": "end", "seen": list(ERA_IDS), "draw": draw})
    assert GAME.awaited(filling)[0].id == "draw-card"
    begun = GAME.position(AGENTS, {**given, "phase": "foo", "cycle": 2, "seen": [], "foo": "none"})
    assert GAME.forecast(filling, PREV_FRONT_NEXT) == GAME.forecast(begun, PREV_FRONT_NEXT)


@pytest.mark.rule("FOO-04")
@pytest.mark.parametrize("bag", [[], ["3>5", "3>6"]])
def test_a_bag_that_is_too_short_gives_what_it_has(bag):
    """The third cycle draws three tokens."""
    given = {"rifts": {"industry": 3}, "bag": bag, "huge": [], "cycle": 3, "seen": ["medieval"]}
    state = GAME.position(AGENTS, {**given, "phase": "end", "draw": NO_CARDS})
    agrees(state)
    told = GAME.forecast(GAME.position(AGENTS, given), PREV_FRONT_NEXT)
    assert told == GAME.forecast(state, PREV_FRONT_NEXT)


def test_after_the_seventh_foo_card_the_next_cycle_counts():
    given = {
        "seen": ["dawn-of-time", "medieval", "renaissance", "industry", "globalization", "age-of-robots"]
    }
    given["seen"].append("end-of-times")
    told = GAME.forecast(GAME.position({}, {**given, "rifts": {"industry": 3}}), PREV_FRONT_NEXT)
    assert told is not None
    assert told.places[3] > 0


def test_at_the_end_of_the_last_cycle_there_is_nothing_to_forecast():
    seen = [
        "dawn-of-time",
        "medieval",
        "renaissance",
        "industry",
        "globalization",
        "age-of-robots",
        "end-of-times",
    ]
    assert GAME.forecast(GAME.position({}, {"seen": seen, "cycle": 3}), PREV_FRONT_NEXT) is None


def test_once_the_cubes_are_thrown_only_that_drop_counts():
    state = foo_phase(rifts={"industry": 3}, bag=[], huge=[], seen=["dawn-of-time"])
    made = GAME.apply(state, GAME.read(state, {"kind": "FooRevealed", "era": "industry"}), "app")
    assert isinstance(made, Applied)
    told = GAME.forecast(made.state, (0.0, 1.0, 0.0))
    assert told is not None
    assert (told.places[3], told.somewhere) == (1.0, 1.0)


def test_it_does_not_depend_on_a_hidden_order():
    """Two games that differ only in what will be drawn cannot be told apart: piles have no order."""
    one = foo_phase(bag=["0>2", "3>5", "3>6"])
    other = foo_phase(bag=["3>6", "3>5", "0>2"])
    assert GAME.forecast(one, PREV_FRONT_NEXT) == GAME.forecast(other, PREV_FRONT_NEXT)
