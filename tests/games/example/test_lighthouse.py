"""The rules of the example, one test for each; what every game must do besides is in ../test_contract.py."""

from typing import Any

import pytest

from companion.engine import Applied, Refusal
from companion.games import load
from companion.games.example.rules.messages import Correct, Fetch, Shut, Signal, WeatherDrawn

GAME = load("example")


def at(options: dict[str, Any] | None = None, **given: Any) -> Any:
    return GAME.position(options or {}, given)


def after(state: Any, *inputs: Any) -> Any:
    for given in inputs:
        told = GAME.apply(state, given)
        assert isinstance(told, Applied), told
        state = told.state
    return state


def answers(state: Any) -> set[str]:
    return {answer.kind for question in GAME.awaited(state) for answer in question.answers}


@pytest.mark.rule("EX-01")
def test_the_tank_begins_full() -> None:
    assert GAME.view(GAME.start({}), None)["oil"] == 6
    assert isinstance(GAME.start({"players": 5}), Refusal)


@pytest.mark.rule("EX-02")
def test_a_card_that_was_drawn_is_not_in_the_pile() -> None:
    state = at(drawn=["storm", "storm", "calm"])
    (question,) = GAME.awaited(state)
    assert [answer.weather for answer in question.answers] == ["calm", "wind", "storm"]
    assert question.odds == (4, 4, 1)


@pytest.mark.rule("EX-02")
def test_after_the_last_card_all_are_in_the_pile_again() -> None:
    drawn = ["calm"] * 5 + ["wind"] * 4 + ["storm"]
    state = after(at({"mode": "long"}, drawn=drawn), WeatherDrawn("storm"), Signal())
    assert (state.oil, state.watch) == (0, True)  # the last storm was the only card left: nobody is asked
    assert GAME.awaited(after(state, Signal()))[0].odds == (5, 4, 3)


@pytest.mark.rule("EX-03")
@pytest.mark.parametrize(("weather", "left"), [("calm", 5), ("wind", 4), ("storm", 3)])
def test_the_weather_burns_oil(weather: str, left: int) -> None:
    assert after(at(), WeatherDrawn(weather)).oil == left


@pytest.mark.rule("EX-03")
def test_the_watch_passes_on() -> None:
    state = at({"players": 2})
    owners = []
    for _ in range(3):
        state = after(state, WeatherDrawn("calm"))
        owners.append(GAME.awaited(state)[0].owner)
        state = after(state, Signal())
    assert owners == [0, 1, 0]


@pytest.mark.rule("EX-03")
def test_what_is_not_awaited_is_refused_with_its_rule() -> None:
    told = GAME.apply(at(), Fetch())
    assert isinstance(told, Refusal)
    assert told.rule == "EX-03"


@pytest.mark.rule("EX-04")
def test_a_can_is_carried_up_unless_the_tank_is_full() -> None:
    state = after(at(), WeatherDrawn("storm"), Fetch())
    assert state.oil == 4
    assert "Fetch" not in answers(at(watch=True))
    assert "Fetch" in answers(at(watch=True, oil=5))


@pytest.mark.rule("EX-05")
@pytest.mark.parametrize(
    ("half", "weather", "left"), [("down", "storm", 5), ("up", "storm", 4), ("up", "wind", 5)]
)
def test_closed_shutters_halve_the_weather_once(half: str, weather: str, left: int) -> None:
    state = after(at({"half": half}, watch=True), Shut(), WeatherDrawn(weather))
    assert state.oil == left
    assert answers(state) == {"Fetch", "Signal"}
    assert after(state, Signal(), WeatherDrawn("storm")).oil == left - 3


@pytest.mark.rule("EX-06")
def test_a_signal_saves_a_ship() -> None:
    assert after(at(watch=True), Signal()).ships == 1


@pytest.mark.rule("EX-07")
def test_too_little_oil_and_the_lamp_goes_out() -> None:
    assert GAME.outcome(after(at(oil=3), WeatherDrawn("storm"))) is None
    lost = GAME.outcome(after(at(oil=2), WeatherDrawn("storm")))
    assert lost is not None
    assert (lost.result, lost.rule) == ("lost", "EX-07")


@pytest.mark.rule("EX-08")
@pytest.mark.parametrize(("mode", "last"), [("short", 6), ("long", 9)])
def test_dawn_comes_after_the_last_hour(mode: str, last: int) -> None:
    assert GAME.outcome(after(at({"mode": mode}, hour=last - 1, watch=True), Signal())) is None
    state = after(at({"mode": mode}, hour=last, watch=True, ships=2), Signal())
    won = GAME.outcome(state)
    assert won is not None
    assert (won.result, GAME.summary(state)["ships"]) == ("won", 3)
    assert GAME.apply(state, Signal()) == Refusal("game-over", "EX-08")


@pytest.mark.rule("EX-09")
def test_a_house_rule_keeps_storms_out_of_the_first_hour() -> None:
    weather = [answer.weather for answer in GAME.awaited(at({"calm-start": True}))[0].answers]
    assert weather == ["calm", "wind"]
    assert len(GAME.awaited(at({"calm-start": True}, hour=2))[0].answers) == 3


def test_a_correction_that_cannot_be_is_refused() -> None:
    assert isinstance(GAME.apply(at(), Correct("oil", 7)), Refusal)
    assert isinstance(GAME.apply(at(), Correct("gold", 1)), Refusal)
    assert after(at(), Correct("oil", 2)).oil == 2


@pytest.mark.rule("EX-04")
def test_what_is_told_of_the_oil_is_what_there_is() -> None:
    state = after(at(oil=3), WeatherDrawn("calm"))
    told = GAME.apply(state, Fetch())
    fetched = [one.left for one in told.happenings if one.kind == "OilFetched"]
    assert fetched == [GAME.view(state, None)["oil"] + 1]
