"""The journal in words, what a change would bring, and corrections: on a game that bots began."""

import json

import pytest

from companion.advisor import GreedyBot
from companion.app.night import Night
from companion.app.presenters.history import HistoryPresenter, landed_as
from companion.engine import Refusal
from companion.games import GAMES, load
from companion.games.the_loop.views.corrections import GROUPS, CorrectionsPresenter
from companion.table import Session, journal
from companion.words import Words, languages

AREAS = ["the_loop", "tower", "app", "app_screens"]
GAME = load("the-loop")


@pytest.fixture
def night(tmp_path):
    session = Session.begin(
        GAME, {"agents": ["mr-time", "v-girl"], "mode": "supa", "drop": "hand"}, tmp_path / "g", 5
    )
    made = Night(session, lambda: None)
    bot = GreedyBot(1)
    while len(session.entries) < 80 and session.outcome is None:
        made.submit(bot.choose(GAME, session.state, session.asked()[0].question))
    yield made
    made.close()


@pytest.mark.parametrize("lang", languages())
def test_every_entry_is_told_in_words(night, lang):
    told = HistoryPresenter(GAME, Words(lang, AREAS), GAMES).show(night.session)
    assert [line.number for line in told] == [entry.number for entry in night.session.entries]
    assert not [line for line in told if "‹" in line.text + line.under]
    turns = [line.turn for line in told]
    assert turns == sorted(turns)
    assert turns[0] == 0


def test_an_answer_can_be_changed_and_the_consequences_come_first(night):
    presenter = HistoryPresenter(GAME, Words("en", AREAS), GAMES)
    number = next(e.number for e in night.session.entries if presenter.dropped(night.session, e.number))
    before, given = night.session.position, night.session.entries[number - 1].given
    era = next(k for k, cubes in enumerate(given.landed) if cubes)
    landed = tuple(cubes - (k == era) for k, cubes in enumerate(given.landed))
    changed = landed_as(given, landed)
    assert changed.inside == given.inside + 1
    amendment = night.session.amend(number, changed)
    view = presenter.consequences(night.session, amendment)
    assert view.put_back or view.misfits or view.asked
    assert night.session.position == before
    keys = [key for key, _ in view.choices]
    told = night.settle(amendment, dict(view.choices)["keep" if "keep" in keys else "keep-to-there"])
    assert not isinstance(told, Refusal)
    assert night.session.entries[number - 1].given == changed
    assert night.todo


def test_other_answers_are_legal_at_that_moment(night):
    presenter = HistoryPresenter(GAME, Words("en", AREAS), GAMES)
    number = next(e.number for e in reversed(night.session.entries) if e.source == "player")
    others = presenter.others(night.session, number)
    assert others
    for other in others[:4]:
        assert not isinstance(night.session.amend(number, other.given), Refusal)


def test_back_to_an_entry_takes_all_after_it_and_tells_what_to_put_back_once(night):
    number = next(e.number for e in night.session.entries if e.source == "player" and e.number > 40)
    state = night.session.entries[number - 1].before
    expected = GAME.differences(night.state, state)
    night.back_to(number)
    assert night.session.entries[-1].number < number
    assert [one.said for one in night.todo][: len(expected)] == list(expected)


@pytest.mark.parametrize("lang", languages())
def test_every_field_of_the_game_can_be_reached(night, lang):
    presenter = CorrectionsPresenter(GAME, Words(lang, AREAS))
    seen = {
        field.path: field
        for group in GROUPS
        for era in range(7)
        for field in presenter.show(night.state, group, era)
    }
    assert set(seen) == {field.path for field in GAME.correctable(night.state)}
    assert "‹" not in str(list(seen.values()))


def test_a_correction_and_what_follows_from_it(night):
    presenter = CorrectionsPresenter(GAME, Words("en", AREAS))
    era = next(k for k in range(7) if not night.state.vortex[k])
    field = presenter.field(night.state, f"rifts.{era}")
    four = next(value for _, value, _ in field.choices if value == 4)
    night.correct(GAME.correction(field.path, four))
    assert night.state.rifts[era] == 4
    found = next(one for one in presenter.findings(night.state) if one.offers)
    night.correct(found.offers[0][1])
    assert night.state.vortex[era] == 1


def test_members_of_a_list_go_in_and_out(night):
    presenter = CorrectionsPresenter(GAME, Words("en", AREAS))
    field = presenter.field(night.state, "seen")
    assert field.several
    _, after, inside = field.choices[0]
    night.correct(GAME.correction("seen", after))
    assert (0 in night.state.seen) != inside


def _resealed(line: str) -> str:
    """A line of a journal with a checksum that fits what it says now."""
    return journal.encode(json.loads(line.rpartition(journal._SUM)[0] + "}")).decode()


@pytest.mark.parametrize("lang", languages())
def test_a_journal_of_older_rules_is_settled_before_anything_else(night, tmp_path, lang):
    night.session.close()
    lines = (tmp_path / "g").read_text().splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if '"EndActions"' in line)
    lines[at] = lines[at].replace('"EndActions"', '"Sleep"')
    (tmp_path / "old").write_text("".join(_resealed(line) for line in lines))
    with Session.resume(tmp_path / "old", load) as session:
        old = Night(session, lambda: None)
        assert session.amendment is not None
        view = HistoryPresenter(GAME, Words(lang, AREAS), GAMES).consequences(session, session.amendment)
        assert view.misfits or view.asked
        assert "‹" not in str(view.misfits) + view.question
        told = old.settle(session.amendment, dict(view.choices)["keep-to-there"])
        assert not isinstance(told, Refusal)
        assert session.amendment is None
        assert old.asked is not None
