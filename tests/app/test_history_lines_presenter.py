"""The journal line by line: who, when, what, how grave; what is secret; what an amendment would bring."""

from types import SimpleNamespace

import pytest

from companion.app.presenters.history import HistoryPresenter, landed_as
from companion.app.screen_words import words_of
from companion.engine import CHANCE, Games, Question, Refusal
from companion.games import GAMES, load
from companion.games.the_loop.rules.inputs import RiftsLanded
from companion.table import Amendment, Correct, Evening, Unknown
from companion.table.amend import Misfit
from companion.words import Speech, languages
from tests.games.tiny import TINY, Choose, Dealt, Tiny
from tests.table.playing import play_on
from tests.tools.evenings import do, play
from tests.tools.shown import WORDS

LIGHTHOUSE = load("example")
GRAVE = Games([GAMES["example"]._replace(alerts=("LampOut",))])
"""As if the table were told of a lamp that goes out."""


@pytest.fixture(scope="module")
def night():
    """An hour, a correction in the next one, and the storm that ends it."""
    with Evening.begin(LIGHTHOUSE, GAMES, {}, None, 5, inline=True) as evening:
        play(evening, lambda now, asked: asked.answers[-1] if now.state.ships < 1 else None)
        do(evening, Correct(LIGHTHOUSE.correction("oil", 3)))
        play(evening, lambda _, asked: asked.answers[-1])
    return evening.now._replace(people=("Anna", ""))


@pytest.fixture(scope="module")
def hands():
    """Tiny in the middle: hands dealt, and one of two secret choices made."""
    with Evening.begin(Tiny(), TINY, {}, None, 3, inline=True) as evening:
        while not any(isinstance(one.given, Choose) for one in evening.now.entries):
            play_on(evening, 1)
        return evening.now


def history(now, words=WORDS, games=GAMES) -> HistoryPresenter:
    return HistoryPresenter(now.game, words, games)


@pytest.mark.parametrize("lang", languages())
def test_every_line_has_its_number_turn_words_and_source(night, lang) -> None:
    words, hour = words_of(lang, "example"), 0
    for line, entry in zip(history(night, words, GRAVE).show(night), night.entries, strict=True):
        hour = next((said.hour for said in entry.happenings if said.kind == "HourBegan"), hour)
        speech = Speech(words, LIGHTHOUSE, night.state, night.people)
        before, after = speech.at(entry.before), speech.at(entry.after)
        asked = [one for one in LIGHTHOUSE.awaited(entry.before) if entry.given in one.answers]
        question = asked[0] if asked else None
        assert (line.number, line.turn) == (entry.number, hour)
        assert line.text == before.answer(question, entry.given)
        assert line.under == " ".join(after.happening(said).strip() for said in entry.happenings)
        kinds = {said.kind for said in entry.happenings}
        assert line.tone == ("fine" if "ShipSaved" in kinds else "danger" if "LampOut" in kinds else "text")
        person = "Anna" if question and question.owner == 0 else ""
        assert line.source == (person or before.name("source", entry.source))
    given = [entry.given.kind for entry in night.entries]
    assert given[:5] == ["WeatherDrawn", "Signal", "WeatherDrawn", "Correct", "Signal"]
    assert {line.tone for line in history(night, words, GRAVE).show(night)} == {"fine", "danger", "text"}


def test_what_the_table_was_not_told_of_is_not_marked(night) -> None:
    assert "danger" not in {line.tone for line in history(night).show(night)}


def test_a_secret_is_one_faint_line_and_those_after_it_are_there(hands) -> None:
    lines = history(hands, games=TINY).show(hands)
    assert [line.number for line in lines] == [entry.number for entry in hands.entries]
    for line, entry in zip(lines, hands.entries, strict=True):
        secret = isinstance(entry.given, Dealt | Choose)
        assert (line.tone == "faint") is secret
        if secret:
            assert (line.text, line.under) == ("‹screen-history.secret›", "")
    assert lines[-2].tone != lines[-1].tone or lines[0].tone == "faint"


def test_an_answer_says_what_it_was_about_where_it_does_not_say_so_itself(night) -> None:
    entry = night.entries[0]
    words = words_of("en", "example")
    words._entries["screen-history.about.weather"] = "Weather"
    shows = history(night, words)
    speech = Speech(words, LIGHTHOUSE, entry.before)
    question = shows.question(entry.before, entry.given)
    assert question.id == "weather"
    name = speech.answer(question, entry.given)
    assert shows.answer_text(speech, question, entry.given) == words.captioned("Weather", name)
    assert shows.answer_text(speech, None, entry.given) == speech.answer(None, entry.given)
    assert [shows.was(night, line.number) for line in shows.show(night)] == [
        line.text for line in shows.show(night)
    ]


def test_other_answers_are_all_but_the_one_that_was_given(night) -> None:
    shows = history(night)
    for entry in night.entries:
        asked = [one for one in LIGHTHOUSE.awaited(entry.before) if entry.given in one.answers]
        others = [one for one in asked[0].answers if one != entry.given] if asked else []
        assert [one.given for one in shows.others(night, entry.number)] == others
    assert any(entry.given.kind == "Correct" for entry in night.entries)


def test_each_entry_has_its_words_before_and_after(night) -> None:
    shows = history(night)
    for number, entry in enumerate(night.entries, 1):
        assert shows.before(night, number).state is entry.before
        assert shows.after(night, number).state is entry.after


def test_only_a_drop_is_changed_cube_by_cube(night) -> None:
    entry = night.entries[0]
    given = {
        1: RiftsLanded((1, 2, 0, 0, 0, 0, 0), 3),
        2: SimpleNamespace(landed=(1,)),
        3: SimpleNamespace(inside=1),
    }
    now = night._replace(entries=tuple(entry._replace(given=one) for one in given.values()))
    shows = history(night)
    assert [shows.dropped(now, number) for number in given] == [(1, 2, 0, 0, 0, 0, 0), None, None]
    assert landed_as(given[1], (0, 1, 1, 0, 0, 0, 0)) == RiftsLanded((0, 1, 1, 0, 0, 0, 0), 4)


def test_whose_secret_an_entry_is(hands, night) -> None:
    shows = history(hands, games=TINY)
    for entry in hands.entries:
        keeper = {Dealt: CHANCE, Choose: getattr(entry.given, "seat", None)}.get(type(entry.given))
        assert shows.keeper(hands, entry.number) == keeper
    assert all(history(night).keeper(night, entry.number) is None for entry in night.entries)


class Closed(Tiny):
    """Nobody may read what the die could show."""

    def may_read(self, state, question, seat) -> bool:
        return question.id != "roll"


def test_answers_that_nobody_may_read_are_of_the_deal(hands) -> None:
    closed = HistoryPresenter(Closed(), WORDS, TINY)
    rolled = [one.number for one in hands.entries if one.given.kind == "Rolled"]
    ids = {question.id for number in rolled for question in Tiny().awaited(hands.entries[number - 1].before)}
    assert ids == {"roll"}
    assert [closed.keeper(hands, number) for number in rolled] == [CHANCE] * len(rolled)


# -- amending


def test_what_a_change_would_bring(night) -> None:
    words = words_of("en", "example")
    shows = history(night, words)
    first = night.entries[0]
    other = next(one for one in ("calm", "wind", "storm") if one != first.given.weather)
    amendment = night.amend(1, first.given._replace(weather=other))
    assert isinstance(amendment, Amendment)
    view, speech = shows.consequences(night, amendment), shows.amended(night, amendment)
    assert speech.state is amendment.line.state
    assert view.put_back == tuple(speech.phrase(one) for one in amendment.put_back)
    assert len(view.misfits) == len(amendment.misfits)
    ways = [way for _, way in view.choices]
    assert ways == list(amendment.ways)
    whole = "keep-fitting" if amendment.misfits else "keep"
    assert [key for key, _ in view.choices] == [whole if way == "all" else f"keep-{way}" for way in ways]


class Paper(SimpleNamespace):
    """An amendment as the presenter reads it."""

    asked, misfits, put_back, ways = (), (), (), ("all", "to-there")


def paper(now, **told) -> Paper:
    return Paper(line=SimpleNamespace(state=now.state), **told)


def test_what_is_newly_asked_is_told_with_its_answers_and_for_whom(hands, night) -> None:
    question = Question("choose", 1, (Choose(1, 4), Choose(1, 5)))
    second = Question("other", 0, ())
    asked = tuple(SimpleNamespace(question=one) for one in (question, second))
    view = history(hands, games=TINY).consequences(hands, paper(hands, asked=asked))
    assert (view.asked, view.question, view.holder) == (asked[0], "‹question.choose›", 1)
    assert [one.given for one in view.options] == list(question.answers)
    assert [key for key, _ in view.choices] == ["keep", "keep-to-there"]
    nothing = history(night).consequences(night, paper(night))
    assert (nothing.asked, nothing.question, nothing.options, nothing.holder) == (None, "", (), None)


def test_what_no_longer_fits_is_told_and_a_secret_stays_one(hands, night) -> None:
    refusal = Refusal("not-now", "EX-03")
    last = night.entries[-1]
    misfits = [
        Misfit(last.number, last.given, "player", refusal),
        Misfit(1, night.entries[0].given, "player", refusal),
        Misfit(last.number + 1, last.given, "player", refusal),
        Misfit(2, Unknown("Sleep()"), "player", refusal),
    ]
    words = words_of("en", "example")
    words._entries["screen-history.about.weather"] = "Weather"
    view = history(night, words).consequences(night, paper(night, misfits=misfits))
    why = Speech.of(words, night).refusal(refusal)

    def told(number: int, what: str) -> str:
        return words.say("screen-history.misfit", {"n": number, "what": what, "why": why})

    speech = Speech.of(words, night)
    said = [speech.answer(None, one.given) for one in (last, night.entries[0])]
    captioned = [words.captioned("Weather", one) for one in said]
    assert view.misfits == (
        told(last.number, captioned[0]),
        told(1, captioned[1]),
        told(last.number + 1, said[0]),
        told(2, "Sleep()"),
    )
    assert [key for key, _ in view.choices] == ["keep-fitting", "keep-to-there"]
    dealt = next(one for one in hands.entries if isinstance(one.given, Dealt))
    secret = Misfit(dealt.number, dealt.given, "player", refusal)
    (line,) = history(hands, games=TINY).consequences(hands, paper(hands, misfits=[secret])).misfits
    hush = "‹screen-history.secret›"
    assert line == f"‹screen-history.misfit n={dealt.number} what={hush} why={hush}›"
