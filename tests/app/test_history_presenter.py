"""The journal in words, what a change would bring, and corrections: on a game that bots began."""

import json

import pytest

from companion.advisor import GreedyBot
from companion.app.presenters.history import HistoryPresenter, landed_as
from companion.engine import Refusal
from companion.games import GAMES, load
from companion.games.the_loop.views.corrections import GROUPS, field, fields, findings
from companion.games.the_loop.views.sentences import field_value
from companion.table import BackTo, Correct, Evening, Settle, journal
from companion.words import Speech, Words, languages
from tests.tools.evenings import answer, do, play

AREAS = ["the_loop", "tower", "app", "app_screens"]
GAME = load("the-loop")


@pytest.fixture
def evening(tmp_path):
    options = {"agents": ["mr-time", "v-girl"], "mode": "supa", "drop": "hand"}
    bot = GreedyBot(1)
    with Evening.begin(GAME, GAMES, options, tmp_path / "g", 5, inline=True) as made:
        play(made, lambda now, asked: bot.choose(GAME, now.state, asked) if len(now.entries) < 80 else None)
        yield made


@pytest.mark.parametrize("lang", languages())
def test_every_entry_is_told_in_words(evening, lang):
    told = HistoryPresenter(GAME, Words(lang, AREAS), GAMES).show(evening.now)
    assert [line.number for line in told] == [entry.number for entry in evening.now.entries]
    assert not [line for line in told if "‹" in line.text + line.under]
    turns = [line.turn for line in told]
    assert turns == sorted(turns)
    assert turns[0] == 0


def test_an_answer_can_be_changed_and_the_consequences_come_first(evening):
    presenter = HistoryPresenter(GAME, Words("en", AREAS), GAMES)
    number = next(e.number for e in evening.now.entries if presenter.dropped(evening.now, e.number))
    before, given = evening.now.position, evening.now.entries[number - 1].given
    era = next(k for k, cubes in enumerate(given.landed) if cubes)
    landed = tuple(cubes - (k == era) for k, cubes in enumerate(given.landed))
    changed = landed_as(given, landed)
    assert changed.inside == given.inside + 1
    amendment = evening.now.amend(number, changed)
    view = presenter.consequences(evening.now, amendment)
    assert view.put_back or view.misfits or view.asked
    assert evening.now.position == before
    keys = [key for key, _ in view.choices]
    told = do(evening, Settle(amendment, dict(view.choices)["keep" if "keep" in keys else "keep-to-there"]))
    assert not isinstance(told, Refusal)
    assert evening.now.entries[number - 1].given == changed
    assert evening.now.todo


def test_other_answers_are_legal_at_that_moment(evening):
    presenter = HistoryPresenter(GAME, Words("en", AREAS), GAMES)
    number = next(e.number for e in reversed(evening.now.entries) if e.source == "player")
    others = presenter.others(evening.now, number)
    assert others
    for other in others[:4]:
        assert not isinstance(evening.now.amend(number, other.given), Refusal)


def test_back_to_an_entry_takes_all_after_it_and_tells_what_to_put_back_once(evening):
    number = next(e.number for e in evening.now.entries if e.source == "player" and e.number > 40)
    state = evening.now.entries[number - 1].before
    expected = GAME.differences(evening.now.state, state)
    do(evening, BackTo(number))
    assert evening.now.entries[-1].number < number
    assert [one.said for one in evening.now.todo][: len(expected)] == list(expected)


@pytest.mark.parametrize("lang", languages())
def test_every_field_of_the_game_can_be_reached(evening, lang):
    speech = Speech(Words(lang, AREAS), GAME, evening.now.state)
    seen = {one.path: one for group in GROUPS for era in range(7) for one in fields(evening.now, group, era)}
    assert set(seen) == {one.path for one in GAME.correctable(evening.now.state)}
    for one in seen.values():
        labels = (one.now, *(offer.label for offer in one.choices))
        assert "‹" not in speech.name("path", one.path) + "".join(field_value(speech, it) for it in labels)


def test_a_correction_and_what_follows_from_it(evening):
    era = next(k for k in range(7) if not evening.now.state.vortex[k])
    shown = field(evening.now, f"rifts.{era}")
    four = next(one.value for one in shown.choices if one.value == 4)
    do(evening, Correct(GAME.correction(shown.path, four)))
    assert evening.now.state.rifts[era] == 4
    found = next(one for one in findings(evening.now) if one.offers)
    do(evening, Correct(found.offers[0]))
    assert evening.now.state.vortex[era] == 1


def test_members_of_a_list_go_in_and_out(evening):
    shown = field(evening.now, "seen")
    assert shown.several
    first = shown.choices[0]
    do(evening, Correct(GAME.correction("seen", first.value)))
    assert (0 in evening.now.state.seen) != first.now


def _resealed(line: str) -> str:
    """A line of a journal with a checksum that fits what it says now."""
    return journal.encode(json.loads(line.rpartition(journal._SUM)[0] + "}")).decode()


@pytest.mark.parametrize("lang", languages())
def test_a_journal_of_older_rules_is_settled_before_anything_else(evening, tmp_path, lang):
    evening.close()
    lines = (tmp_path / "g").read_text().splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if '"EndActions"' in line)
    lines[at] = lines[at].replace('"EndActions"', '"Sleep"')
    (tmp_path / "old").write_text("".join(_resealed(line) for line in lines))
    with Evening.resume(tmp_path / "old", GAMES, inline=True) as old:
        amendment = old.now.older.copy()
        view = HistoryPresenter(GAME, Words(lang, AREAS), GAMES).consequences(old.now, amendment)
        assert view.misfits or view.asked
        assert "‹" not in str(view.misfits) + view.question
        assert isinstance(answer(old, old.now.first.question.answers[0]), Refusal)
        told = do(old, Settle(amendment, dict(view.choices)["keep-to-there"]))
        assert not isinstance(told, Refusal)
        assert old.now.older is None
        assert old.now.first is not None
