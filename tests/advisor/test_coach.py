"""The coach: an answer that can be given, a reason that is true, in time, and silence when told to stop."""

from threading import Event, Thread

import pytest

from companion.advisor import advise, coach
from companion.advisor.shares import PRIOR
from companion.engine import Applied, Phrase
from companion.games import GAMES, load
from companion.words import Speech, Words, languages

GAME = load("the-loop")
AGENTS = {"agents": ["mr-time", "cztwyzzek"]}


def position(**given):
    return GAME.position(AGENTS, {"foo": "medieval", "seen": ["medieval"], **given})


def reasons(state, seconds=600.0):  # it thinks for less than one, undisturbed
    question = GAME.awaited(state)[0]
    advice = advise(GAME, state, question, seconds)
    assert advice is not None
    assert advice.given in question.answers
    for given in (advice.given, *advice.plan):
        made = GAME.apply(state, given)
        assert isinstance(made, Applied)
        state = made.state
    return advice, state


def test_it_takes_away_the_rift_that_threatens_most_and_says_so():
    before = position(
        rifts={"industry": 3}, hand={"mr-time": ["sealing-wax"]}, agents={"mr-time": "industry"}
    )
    advice, after = reasons(before)
    old, new = (GAME.forecast(state, PRIOR) for state in (before, after))
    assert old.places[3] > new.places[3]
    about = {"outlet": 3, "before": round(100 * old.places[3]), "after": round(100 * new.places[3])}
    assert Phrase("there", tuple(about.items())) in advice.reasons


def test_a_move_that_wins_is_told_as_that():
    state = position(
        tiles={"industry": "m3", "medieval": "m1"},
        damage={"industry": 5},
        archived=["m4", "m5", "m6"],
        agents={"mr-time": "industry"},
    )
    advice, after = reasons(state)
    assert GAME.outcome(after).result == "won"
    assert [reason.id for reason in advice.reasons] == ["wins"]


def test_a_rift_is_cancelled_where_it_would_lose_the_game():
    state = GAME.position(
        {"agents": ["time-prowler", "cztwyzzek"]},
        {"phase": "foo", "rifts": {"industry": 3}, "vortexes": {"industry": 1}, "bag": [], "huge": [],
         "seen": ["medieval"], "foo": "medieval"},
    )  # fmt: skip
    for words in (
        {"kind": "FooRevealed", "era": "industry"},
        {"kind": "RiftsLanded", "landed": {"industry": 1, "globalization": 1}},
    ):
        state = GAME.apply(state, GAME.read(state, words), "hand").state
    advice, after = reasons(state)
    assert GAME.outcome(after) is None
    assert advice.reasons[0] == Phrase("averts")


@pytest.mark.parametrize("lang", languages())
def test_every_reason_has_its_words(lang):
    speech = Speech(Words(lang, ["the_loop"]), GAME, position())
    told = GAME.apply(position(), GAME.awaited(position())[0].answers[0]).happenings[0]
    percent = (("before", 38), ("after", 0))
    for reason in (
        Phrase("there", (("outlet", 3), *percent)),
        Phrase("anywhere", percent),
        Phrase("defeat", percent),
        Phrase("wins"),
        Phrase("averts"),
        Phrase("steps", (("n", 3),)),
        Phrase("follows", (("told", speech.happening(told)),)),
        Phrase("nothing"),
    ):
        said = speech.say(f"coach.{reason.id}", dict(reason.about))
        assert "‹" not in said
        assert "{" not in said


def test_told_to_stop_it_says_nothing_and_soon():
    state, stop = position(rifts={"industry": 3}), Event()
    found = []
    worker = Thread(
        target=lambda: found.append(advise(GAME, state, GAME.awaited(state)[0], 60.0, stop=stop.is_set))
    )
    stop.set()
    worker.start()
    worker.join(60)
    assert found == [None]


def test_without_time_it_still_answers():
    state = position(rifts={"industry": 3})
    question = GAME.awaited(state)[0]
    advice = advise(GAME, state, question, 0.0)
    assert advice is not None
    assert advice.given in question.answers


def test_it_lets_others_work(monkeypatch):
    """Between slices of thought it sleeps, so that the thread of a screen gets its turn."""
    slept = []
    monkeypatch.setattr(coach, "sleep", slept.append)
    state = position(
        rifts={"industry": 3, "renaissance": 2}, hand={"mr-time": ["sealing-wax", "pocket-watch"]}
    )
    advise(GAME, state, GAME.awaited(state)[0], 600.0)
    assert slept
    assert set(slept) == {coach.PAUSE}


@pytest.mark.parametrize(("effect", "used"), [("remove-rift = 3", True), ("add-energy = 1", False)])
def test_a_card_is_advised_by_what_its_owner_says_it_does(tmp_path, effect, used):
    """The same card, entered by two owners: only one of them has a remedy, and the forecast sees it."""
    card = 'id = "mine"\nname = { en = "Mine" }\ndimension = "star"\nera = "medieval"'
    text = f'game = "the-loop"\n[[card]]\n{card}\neffect = [{{ {effect} }}]\n'
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    game = load("the-loop", GAMES.boxes("the-loop").load_box(tmp_path))
    state = game.position(
        AGENTS,
        {"foo": "medieval", "seen": ["medieval"], "rifts": {"industry": 3}, "agents": {"mr-time": "industry"},
         "hand": {"mr-time": ["mine"]}},
    )
    question = game.awaited(state)[0]
    advice = advise(game, state, question, 600.0)
    assert advice is not None
    before, threat = game.forecast(state, PRIOR), None
    for given in (advice.given, *advice.plan):
        made = game.apply(state, given)
        assert isinstance(made, Applied)
        state = made.state
        threat = threat or (game.forecast(state, PRIOR) if state.rifts[3] == 0 else None)
    assert (threat is not None and threat.places[3] < before.places[3]) == used
