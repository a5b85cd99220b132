"""What a game is shown with when it brings nothing of its own: questions, corrections, steps, checklist."""

from types import SimpleNamespace

import pytest

from companion.app.presenters.checklist import ChecklistPresenter
from companion.app.presenters.corrections import Correctable, CorrectionsPresenter, likely
from companion.app.presenters.generic import GenericPresenter, holder_of
from companion.app.presenters.hand_steps import HandStepsPresenter, tone_of
from companion.app.screen_words import words_of
from companion.engine import CHANCE, TEAM, Phrase, Question, Still
from companion.games import GAMES, load
from companion.games.the_loop.rules.happenings import CardDrew, VortexOpened
from companion.table import Evening
from companion.words import Speech, invented_pieces, languages, outlined
from tests.games.tiny import TINY, Choose, Tiny
from tests.table.playing import play_on
from tests.tools.shown import WORDS

LIGHTHOUSE = load("example")
LOOP = load("the-loop")


def evening(name: str, **options: object) -> Evening:
    return Evening.begin(GAMES.load(name), GAMES, options, None, 5, inline=True)


# -- what is asked


@pytest.mark.parametrize("lang", languages())
def test_a_question_is_shown_with_who_answers_and_every_answer(lang: str) -> None:
    words, now = words_of(lang, "example"), evening("example").now
    speech, asked = Speech.of(words, now), now.first.question
    view = GenericPresenter(words, GAMES).ask(now)
    assert (view.who, view.question) == (speech.owner(asked), speech.question(asked))
    assert view.options == tuple((speech.answer(asked, one), one) for one in asked.answers)
    assert (view.end, view.holder) == (None, None)
    rows = GenericPresenter(words, GAMES).rows(now, 0)
    assert rows == outlined(speech, LIGHTHOUSE.view(now.state, 0))
    assert len(rows) >= 4


def test_the_open_choice_of_a_turn_has_its_end_apart_and_the_game_its_own_words() -> None:
    night = evening("the-loop", drop="app", foo="app")
    while not night.now.first.question.main:
        play_on(night, 1)
    now, words = night.now, words_of("en", "the-loop")
    asked, answer = now.first.question, GAMES.view("the-loop", "answer")
    view = GenericPresenter(words, GAMES).ask(now)
    told = [(answer(Speech.of(words, now), asked, one), one) for one in asked.answers]
    assert view.options == tuple(told[:-1])
    assert view.end == told[-1]
    assert view.end[1].kind == "EndActions"


def test_a_game_that_is_over_asks_nothing() -> None:
    night = evening("example")
    play_on(night)
    assert GenericPresenter(WORDS, GAMES).ask(night.now) is None


@pytest.mark.parametrize(("owner", "holder"), [(0, 0), (1, 1), (CHANCE, None), (TEAM, None)])
def test_answers_are_for_whom_sees_more_than_all(owner: object, holder: int | None) -> None:
    tiny = Tiny()
    dealt = Evening.begin(tiny, TINY, {}, None, 3, inline=True).now.state
    question = Question("choose", owner, (Choose(0, 1),))
    assert holder_of(Still(tiny, dealt), question) == holder
    assert holder_of(Still(LIGHTHOUSE, LIGHTHOUSE.start({})), question) is None, "there is nothing to hide"


# -- setting it right


def test_what_is_secret_cannot_be_corrected_and_all_else_can() -> None:
    tiny = Tiny()
    state = Evening.begin(tiny, TINY, {}, None, 3, inline=True).now.state
    shown = CorrectionsPresenter(WORDS)
    found = shown.all(Still(tiny, state))
    assert [one.path for one in found] == ["points.0", "points.1", "deals", "dealing", "prize", "giver"]
    points = found[0]
    assert (points.kind, points.value, [value for _, value in points.choices]) == ("one", 0, list(range(10)))
    assert [value for _, value in shown.one(Still(tiny, state), "deals").choices] == list(likely(state.deals))
    assert shown.one(Still(tiny, state), "hands.0") is None
    assert shown.one(Still(tiny, state), "points.1").path == "points.1"
    doubled = state._replace(hands=((1, 2, 3), (3, 4, 5)))
    (finding,) = shown.findings(Still(tiny, doubled))
    assert finding == "‹finding.card-twice card=3›"


@pytest.mark.parametrize(
    ("value", "offered"),
    [
        (True, (True, False)),
        (False, (True, False)),
        (0, tuple(range(8))),
        (2, tuple(range(10))),
        (6, tuple(range(2, 14))),
        ("calm", ("calm",)),
        (None, (None,)),
    ],
)
def test_numbers_around_the_one_that_is_are_offered(value: object, offered: tuple) -> None:
    found = likely(value)
    assert found == offered
    assert [type(one) for one in found] == [type(one) for one in offered]


def test_a_list_is_offered_whole_with_what_is_in_it_already() -> None:
    field = SimpleNamespace(path="drawn", value=["storm", "odd"], choices=("calm", "storm"))
    speech = Speech(words_of("en", "example"), LIGHTHOUSE, LIGHTHOUSE.start({}))
    one = CorrectionsPresenter(speech.words)._correctable(speech, field)
    assert (one.kind, [value for _, value in one.choices]) == ("several", ["calm", "storm", "odd"])
    assert [said for said, _ in one.choices][:2] == ["calm", "storm"]
    assert one.name == "Weather so far"
    assert one.after("calm") == ["storm", "odd", "calm"]
    assert one.after("storm") == ["odd"]
    assert Correctable("oil", "", "", "one", 3).after(5) == 5


# -- steps for the hands


def test_a_step_is_a_line_with_its_tone_and_what_has_no_words_is_none() -> None:
    words, start = words_of("en", "the-loop"), LOOP.start({})
    shows = HandStepsPresenter(LOOP, words, GAMES["the-loop"])
    speech = Speech(words, LOOP, start)
    opened, drew = VortexOpened(3, 4), [CardDrew(0, "pep-talk"), CardDrew(0, "spartan-shield")]
    steps = shows.show([(opened, start), (Phrase("bag-whole"), start), *((one, start) for one in drew)])
    about = opened._asdict()
    lines = speech.say("do.VortexOpened", about).splitlines()
    assert len(lines) == 2
    assert [(one.text, one.tone) for one in steps[:2]] == [(line, "danger") for line in lines]
    assert (steps[2].text, steps[2].tone) == (speech.phrase(Phrase("bag-whole")), "text")
    together = {**drew[1]._asdict(), "cards": ("pep-talk", "spartan-shield")}
    assert [one.text for one in steps[3:]] == [speech.say("do.CardDrew", together)]
    apart = shows.show([(drew[0], start), (drew[1]._replace(agent=1), start)])
    assert len(apart) == 2, "another agent's card is a step of its own"
    assert "Pep Talk" in apart[0].text
    assert "Spartan Shield" in apart[1].text
    assert HandStepsPresenter(LOOP, WORDS, GAMES["the-loop"]).show([(opened, start)]) == ()


def test_two_alike_happenings_that_do_not_go_together_are_two_steps() -> None:
    words, start = words_of("en", "the-loop"), LOOP.start({})
    opened = VortexOpened(3, 4)
    assert len(HandStepsPresenter(LOOP, words, GAMES["the-loop"]).show([(opened, start)] * 2)) == 4


def test_a_name_at_the_beginning_of_a_step_has_a_capital_and_people_are_called() -> None:
    game = load("contre-temps")
    words, state = words_of("en", "contre-temps"), game.start({})
    kinds = [kind for kind in game.happenings if f"do.{kind}" in words]
    assert kinds
    for kind in kinds:
        said = game.happenings[kind]
        if "seat" in said._fields and "{seat}" in words._entries[f"do.{kind}"]:
            values = {name: 1 for name in said._fields if name != "kind"}
            told = HandStepsPresenter(game, words, GAMES[game.name], ("Anna", "Ben")).show(
                [(said(**values), state)]
            )
            assert any("Ben" in step.text for step in told), told
            break
    else:
        pytest.fail("no step names a seat")


@pytest.mark.parametrize(("kind", "tone"), [("LampOut", "danger"), ("ShipSaved", "fine"), ("Dawn", "text")])
def test_news_has_a_tone(kind: str, tone: str) -> None:
    assert tone_of(GAMES["example"], kind) == tone


# -- setting the table up


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("weather", ["app", "hand"])
def test_a_checklist_tells_what_is_invented_then_the_game_s_own_list(lang: str, weather: str) -> None:
    words, now = words_of(lang, "example"), evening("example", weather=weather).now
    invented, first, *rest = ChecklistPresenter(LIGHTHOUSE, words, GAMES).show(now)
    assert invented == invented_pieces(words, now.manifest, LIGHTHOUSE.box) != ""
    about = {"by_weather": weather == "app"}
    lines = [line.strip() for line in words.say("screen-checklist.steps", about).splitlines()]
    assert [first, *rest] == [line for line in lines if line]
    assert len(rest) == (weather == "hand"), "the cards are shuffled where people draw"


def test_a_game_without_a_list_has_the_steps_of_what_the_app_drew() -> None:
    now = evening("contre-temps").now
    told = ChecklistPresenter(now.game, words_of("en", "contre-temps"), GAMES).show(now)
    bare = words_of("en", "contre-temps")
    del bare._entries["screen-checklist.steps"]
    drawn = ChecklistPresenter(now.game, bare, GAMES).show(now)
    assert len(drawn) > 1
    assert told[-len(drawn) + 1 :] == drawn[1:], "the list, then what was drawn; first what is invented"
    assert len(told) > len(drawn)


def test_where_nothing_is_invented_nothing_is_said_of_it() -> None:
    now = Evening.begin(Tiny(), TINY, {}, None, 3, inline=True).now
    assert ChecklistPresenter(now.game, WORDS, TINY).show(now) == ()


def test_a_game_with_a_list_of_its_own_is_asked_for_it() -> None:
    now, words = evening("the-loop").now, words_of("en", "the-loop")
    shown = ChecklistPresenter(LOOP, words, GAMES).show(now)
    drawn = HandStepsPresenter(LOOP, words, GAMES["the-loop"]).show(now.setup)
    own = GAMES.view("the-loop", "checklist")(Speech.of(words, now), tuple(one.text for one in drawn))
    assert shown[1:] == own
