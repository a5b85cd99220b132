"""What the tablet says of a tower and of chances, line by line, in a language of keys."""

from types import SimpleNamespace

import pytest

from companion.advisor.shares import Shares
from companion.app.presenters.advice import forecast, percent, proposal, shares_sentence
from companion.app.presenters.tower import StatusLine, TowerPresenter
from companion.engine import Phrase
from companion.games import load
from companion.words import Speech
from tests.tools.shown import WORDS

GAME = load("the-loop")


def tower(
    facing=2, measured=True, durations=(1, 2), faults=None, differences=(), firmware="99.0.0", **health
):
    known = {
        "linked": True,
        "blind": frozenset(),
        "blocked": frozenset(),
        "reboots": 0,
        "last_fault": None,
        **health,
    }
    return SimpleNamespace(
        facing=facing, health=SimpleNamespace(**known), faults=faults, differences=differences,
        calibration=SimpleNamespace(servo_measured=measured, durations=durations),
        identity=SimpleNamespace(kind="simulated", where="here", serial="", firmware=firmware),
    )  # fmt: skip


def lines(**given):
    title, shown = TowerPresenter(WORDS, GAME).show(tower(**given))
    assert title == "‹tower.talking.simulated where=here serial=– firmware=99.0.0›"
    return [(one.glyph, keyed(one)) for one in shown]


def keyed(line: StatusLine) -> str:
    return line.text.strip("‹›").split(" ")[0].removeprefix("screen-tower.")


WELL = [("fine", one) for one in ("linked", "facing", "beams-fine", "servo", "cubes-known")]


def test_a_tower_that_is_well_has_five_lines() -> None:
    assert lines() == WELL
    assert TowerPresenter(WORDS, GAME).show(None)[0] == "‹screen-tower.none›"


@pytest.mark.parametrize(
    ("given", "place", "line"),
    [
        ({"linked": False}, 0, ("wrong", "unlinked")),
        ({"facing": None}, 1, ("empty", "unplaced")),
        ({"blind": frozenset({1})}, 2, ("wrong", "beams-wrong")),
        ({"blocked": frozenset({1})}, 2, ("wrong", "beams-wrong")),
        ({"measured": False}, 3, ("wrong", "servo-nominal")),
        ({"durations": ()}, 4, ("empty", "no-cubes")),
    ],
)
def test_what_is_not_well_takes_its_line(given, place, line) -> None:
    found = lines(**given)
    assert found[place] == line
    assert found[:place] + found[place + 1 :] == WELL[:place] + WELL[place + 1 :]


def test_more_lines_for_what_there_is_to_tell() -> None:
    assert lines(reboots=2)[5:] == [("wrong", "restarts")]
    assert lines(differences=("servo",))[4][0] == "wrong"
    assert len(lines(differences=("servo",))) == 6
    assert lines(faults=SimpleNamespace(on=()))[5:] == []
    assert lines(faults=SimpleNamespace(on=(1,)))[5:] == [("wrong", "faults-on")]
    _, older = TowerPresenter(WORDS, GAME).show(tower(firmware="0.0.1"))
    assert [(one.glyph, keyed(one)) for one in older[5:]] == [("wrong", "firmware-older")]
    _, found = TowerPresenter(WORDS, GAME).show(tower(), Shares())  # figures, one page deeper
    assert [keyed(one) for one in found[5:]] == ["cubes", "forecast.prior"]
    _, found = TowerPresenter(WORDS, GAME).show(tower(durations=()), Shares())
    assert [one.glyph for one in found[5:]] == ["empty", "empty"]
    _, found = TowerPresenter(WORDS, GAME).show(tower(), Shares().learn(0, (1, 0, 0, 0, 0, 0, 0)))
    assert "forecast.shares n=1" in str(found[-1])


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0, "0"),
        (0.001, "<1"),
        (0.004, "<1"),
        (0.006, "1"),
        (0.5, "50"),
        (0.994, "99"),
        (0.999, ">99"),
        (1, "100"),
    ],
)
def test_what_can_happen_is_never_none_and_what_may_fail_never_certain(chance: float, said: str) -> None:
    assert percent(chance) == said


def one(value: float) -> SimpleNamespace:
    return SimpleNamespace(value=value, low=value / 2, high=min(1, 2 * value))


def test_a_forecast_tells_places_and_where_its_drops_come_from() -> None:
    speech = Speech(WORDS, GAME, GAME.start({}))
    odds = SimpleNamespace(places=(one(0.1), one(0.2)), somewhere=one(0.3), defeat=one(0.4), exact=True)
    told = forecast(speech, odds, None)
    assert told.places == (0.1, 0.2)
    assert told.overall.startswith("‹forecast.overall somewhere=30 somewhere_low=15")
    assert "forecast.drawn" in told.details[1]
    assert len(told.details) == 2
    rough = forecast(speech, SimpleNamespace(**{**vars(odds), "exact": False}), Shares())
    assert rough.overall == f"≈ {told.overall}"
    assert [line.strip("‹›").split(" ")[0] for line in rough.details] == [
        "forecast.learned", "forecast.prior", "forecast.not-exact",
    ]  # fmt: skip
    assert forecast(speech, None, None).places == ()
    assert shares_sentence(WORDS, Shares()).startswith("‹forecast.prior n=0 previous=30 ")


def test_a_proposal_is_told_with_its_reasons_as_sentences() -> None:
    speech = Speech(WORDS, GAME, GAME.start({}))
    question = GAME.awaited(GAME.start({}))[0]
    happened = GAME.happenings["VortexOpened"](3, 4)
    advice = SimpleNamespace(
        given=question.answers[0], reasons=(Phrase("nothing"), Phrase("follows", (("told", happened),)))
    )
    told = proposal(speech, question, advice)
    assert told.why.startswith("‹coach.nothing›. ‹coach.follows told=‹happening.VortexOpened")
    assert told.why.endswith(".")
    short = proposal(speech, question, SimpleNamespace(given=advice.given, reasons=()))
    assert short.why == ""
