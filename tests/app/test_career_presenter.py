"""Career, outcome and the picture's captions beside tables of what they must show, without a window."""

import re
from datetime import datetime
from pathlib import Path

import pytest

from companion.app.presenters.career import CareerPresenter
from companion.app.presenters.chronicle import captions, picture_of
from companion.app.presenters.history import HistoryPresenter
from companion.app.presenters.outcome import OutcomePresenter, table_in_words, turning_points
from companion.app.screen_words import words_of
from companion.engine import Outcome
from companion.games import GAMES, load
from companion.table import SEATS, CareerReason, Evening, Finished, chronicle_of
from companion.words import Speech, languages
from companion.words.catalogue import entries
from tests.tools.evenings import play
from tests.tools.shown import WORDS

LOOP, LIGHTHOUSE, LINE = load("the-loop"), load("example"), load("contre-temps")
NOON = int(datetime(2026, 3, 4, 12).timestamp())
SHORT = {"mode": "sabotage", "level": 2, "players": 2, "agents": ["mr-time", "v-girl"], "turns": 9}


def finished(result: str = "won", number: int = 0, seconds: int = 600, **summary: object) -> Finished:
    told = {**SHORT, "result": result, "cause": "TURN-05", "cycle": 2, "archived": 4, "vortexes": 0}
    told |= summary
    return Finished(f"game-{number}", "the-loop", NOON + number, seconds, told, {}, {})


def reason(name: str, kind: str = "promotion", family: str = "agency", **when: object) -> CareerReason:
    return CareerReason(name, kind, family, {"en": name}, when or None, "")


# -- the career


def test_only_victories_count_in_the_grid_of_a_game_with_levels() -> None:
    games = [finished(), finished("lost", 1), finished("won", 2, level=3), finished("won", 3)]
    view = CareerPresenter(LOOP, WORDS).show(games, [], set())
    assert view.summary == "‹screen-career.summary n=4 won=3›"
    assert view.caption == "‹screen-career.grid›"
    assert view.levels == tuple(f"‹career.level-{level}›" for level in (1, 2, 3))
    assert dict(view.grid) == {
        "‹career.mode-sabotage›": (0, 2, 1),
        **{f"‹career.mode-{mode}›": (0, 0, 0) for mode in ("supa", "centrifuge", "ultramachina")},
    }
    assert [one.won for one in view.games] == [True, True, False, True], "the latest first"
    assert view.people == ()


def test_rivals_are_counted_by_how_many_have_played() -> None:
    summary = {"mode": "classic", "players": 4, "result": "ranked", "cause": "END-03", "colour": "red"}
    games = [
        Finished(f"game-{n}", LINE.name, NOON, 60, {**summary, "players": players}, {}, {}, ("a", "b"))
        for n, players in enumerate((4, 3, 4))
    ]
    view = CareerPresenter(LINE, WORDS).show(games, [], set(), {"a": "Anna"})
    assert view.summary == "‹screen-career.summary-rivals n=3 won=0›"
    assert view.caption == "‹screen-career.grid-played›"
    assert view.levels == tuple(f"‹screen-new-game.people-n n={n}›" for n in (3, 4, 5, 6))
    assert view.grid[0] == ("‹career.mode-classic›", (1, 2, 0, 0))
    assert view.people == ("‹person.tally-rivals 0=Anna n=3 won=0›",)
    (one, *_) = view.games
    assert one.won, "somebody has"
    assert one.title == "‹career.won-by who=red›"
    assert "career.level" not in one.under
    solo = CareerPresenter(LIGHTHOUSE, WORDS).show([], [], set())
    assert solo.caption == "‹screen-career.grid-played›"
    assert solo.summary == "‹screen-career.summary n=0 won=0›"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("seconds", "minutes"), [(10, 1), (89, 1), (90, 2), (3600, 60), (7320, 122)])
def test_a_finished_game_is_told_in_one_line(lang: str, seconds: int, minutes: int) -> None:
    words, one = words_of(lang, "the-loop"), finished(seconds=seconds)._replace(people=("a", "?"))
    (row,) = CareerPresenter(LOOP, words).show([one], [], set(), {"a": "Anna"}).games
    table, mode, level, figures, took = row.under.split(" · ")
    assert row.day == "2026-03-04"
    assert table.startswith("Anna (")
    assert (mode, level) == (words.say("career.mode-sabotage"), words.say("career.level-2"))
    assert figures == words.say("career.figures", one.summary)
    assert took == words.say("career.minutes", {"n": minutes})


def test_how_it_ended_is_told_in_words_where_there_are_such() -> None:
    words = words_of("en", "example")
    told = {"mode": "short", "players": 2, "turns": 6, "ships": 2, "result": "won", "cause": "EX-08"}
    for cause, why in (("EX-08", " The lamp burned until dawn."), ("EX-99", "")):
        one = Finished("g", "example", NOON, 60, {**told, "cause": cause}, {}, {})
        (row,) = CareerPresenter(LIGHTHOUSE, words).show([one], [], set()).games
        assert row.title == f"{words.say('outcome.won')}{why}"
        assert row.under.split(" · ")[-2] == "6 hours, 2 ships saved"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_end_is_remembered_in_words(game: str, lang: str) -> None:
    """A career knows the result and the rule, no more."""
    area = game.replace("-", "_")
    said = {key: one for key, one in entries(area, lang).items() if key.startswith("reason.")}
    by_rule = {key for key in said if re.match(r"reason\.(won|lost|ranked)-[A-Z]", key)}
    assert game == "contre-temps" or {said[key] for key in by_rule} == set(said.values())


def test_a_reason_is_ticked_by_a_game_or_by_hand() -> None:
    known = [reason("quick", turns=9), reason("slow", turns=30), reason("coffee")]
    known += [reason("late", "dismissal")]
    view = CareerPresenter(LOOP, WORDS).show([finished()], known, {"coffee"})
    (kind, _, first), (other, _, second) = view.reasons
    assert (kind, other) == ("promotion", "dismissal")
    assert [(one.id, one.done, one.by_hand) for one in (*first, *second)] == [
        ("quick", True, False),
        ("slow", False, False),
        ("coffee", True, True),
        ("late", False, True),
    ]
    assert view.reasons[0][1] == WORDS.captioned("‹screen-career.promotion›", "‹screen-career.agency›")


# -- the outcome


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """Lighthouse to its end."""
    path = tmp_path_factory.mktemp("night") / "game.jsonl"
    with Evening.begin(LIGHTHOUSE, GAMES, {}, path, 5, inline=True) as evening:
        play(evening, lambda _, asked: asked.answers[-1])  # signals, whatever comes
    return evening.now


def shown(now, games=(), known=(), result=None, words=WORDS):
    if result is not None:
        now = now._replace(outcome=result)
    return OutcomePresenter(now.game, words, GAMES).show(now, list(games), known)


@pytest.mark.parametrize(
    ("outcome", "won", "title"),
    [
        (Outcome("won", "r", "R-1"), True, "‹screen-outcome.won›"),
        (Outcome("lost", "r", "R-1"), False, "‹screen-outcome.lost›"),
        (Outcome("ranked", "r", "R-1", ((1,), (0, 2))), True, "‹screen-outcome.over seats=(1,)›"),
    ],
)
def test_the_title_is_who_won_and_its_rule_stands_behind_why(night, outcome, won, title) -> None:
    view = shown(night, result=outcome)
    assert (view.won, view.title, view.cause) == (won, title, "‹reason.r›")
    assert "R-1" not in repr(view)
    assert view.ticks == (), "a game that could not be kept ticks nothing"


@pytest.mark.parametrize(
    ("times", "minutes"), [((0, 20), 1), ((0, 89), 1), ((0, 91), 2), (tuple(range(0, 7201, 60)), 120)]
)
def test_the_time_at_the_table_is_in_minutes(night, times, minutes) -> None:
    now = night._replace(times=times, pauses=(0,) * len(times))
    assert f" minutes={minutes}›" in shown(now).figures


def mine(now, **told) -> Finished:
    summary = {**LIGHTHOUSE.summary(now.state), "mode": "short", "result": "won", **told}
    return Finished(str(now.path.resolve()), "example", NOON, 60, summary, {}, {})


def test_a_victory_is_the_first_of_its_kind_or_one_more(night) -> None:
    me = mine(night)
    before = [me._replace(journal=f"other-{n}", ended=NOON - n) for n in (1, 2)]
    later = me._replace(journal="later", ended=NOON + 1)
    together = me._replace(journal="together")
    table = "mode=‹career.mode-short› level="
    assert shown(night, [me, later]).ticks == (("fine", f"‹screen-outcome.first-win n=1 {table}›"),)
    assert shown(night, [*before, me]).ticks == (("fine", f"‹screen-outcome.win-again n=3 {table}›"),)
    assert shown(night, [me, together]).ticks[0][1].startswith("‹screen-outcome.win-again n=2 ")
    lost = [one._replace(summary={**one.summary, "result": "lost"}) for one in before]
    assert shown(night, [*lost, me]).ticks[0][1].startswith("‹screen-outcome.first-win n=1 ")
    assert shown(night, before).ticks == ()


def test_a_reason_is_told_the_first_time_with_its_tone(night) -> None:
    me = mine(night, result="lost")
    known = [
        reason("here", players=2), reason("bad", "dismissal", players=2), reason("elsewhere", players=3),
        reason("by-hand"),
    ]  # fmt: skip
    assert shown(night, [me], known).ticks == (
        ("fine", "‹screen-outcome.promotion reason=here›"),
        ("danger", "‹screen-outcome.dismissal reason=bad›"),
    )
    nothing = (("faint", "‹screen-outcome.nothing›"),)
    assert shown(night, [me._replace(journal="before"), me], known).ticks == nothing
    assert shown(night, [me], [known[2]]).ticks == nothing


@pytest.mark.parametrize("lang", languages())
def test_the_story_begins_with_the_table_and_has_every_turning_point(night, lang) -> None:
    words = words_of(lang, "example")
    speech, told = Speech.of(words, night), []
    hour = 0
    for entry in night.entries:
        for said in entry.happenings:
            if said.kind == "ShipSaved":
                told.append(words.say("screen-outcome.story.ShipSaved", {"turn": hour}))
            if said.kind == "LampOut":
                told.append(words.say("screen-outcome.story.LampOut", {"hour": said.hour}))
            if said.kind == "HourBegan":
                hour = said.hour
    about = {**LIGHTHOUSE.summary(night.entries[0].after), "mode": words.say("career.mode-short")}
    began = words.say("screen-outcome.story.began", about)
    assert shown(night, words=words).story == (began, *told)
    assert len(told) > 1
    other = turning_points(speech, GAMES["example"], night.entries, {"Dawn": "ShipSaved"})
    dawns = sum(said.kind == "Dawn" for entry in night.entries for said in entry.happenings)
    assert len(other) == len(told) + 1 + dawns, "under another key"


def test_what_happens_belongs_to_the_turn_that_was_on(night) -> None:
    """The turn begins in the middle of an entry: what came before it is of the turn before."""
    first = night.entries[0]
    hour = next(said for said in first.happenings if said.kind == "HourBegan")
    saved = LIGHTHOUSE.happenings["ShipSaved"](1)
    entry = first._replace(happenings=(saved, saved, hour, saved))
    speech = Speech.of(words_of("en", "example"), night)
    _, *told = turning_points(speech, GAMES["example"], [entry])
    assert told == [f"Hour {turn}: a ship is saved." for turn in (0, 0, 1)]


def test_mode_and_level_are_told_where_a_game_has_them() -> None:
    assert table_in_words(WORDS, {}) == {"mode": "", "level": ""}
    assert table_in_words(WORDS, {"mode": "supa", "level": 3}) == {
        "mode": "‹career.mode-supa›", "level": "‹career.level-3›",
    }  # fmt: skip


# -- the picture


def test_an_evening_that_is_not_over_has_no_picture() -> None:
    now = Evening.begin(LIGHTHOUSE, GAMES, {}, None, 5, inline=True).now
    assert picture_of(now, WORDS, GAMES) == ()


@pytest.mark.parametrize("lang", languages())
def test_the_captions_of_a_picture(night, lang) -> None:
    words, chronicle = words_of(lang, "example"), chronicle_of(night)
    decisive = next(one for one in night.entries if one.source == "player")
    chronicle = chronicle._replace(decisive=decisive, decisive_turn=3)
    told = captions(chronicle, night, words, GAMES)
    view = shown(night, words=words)
    assert told[:4] == ("Lighthouse", view.title, view.cause, view.figures)
    key = "lost" if night.outcome.result == "lost" else "saved"
    assert told[4] == words.say(f"screen-chronicle.{key}")
    speech = Speech.of(words, night)
    happened = " ".join(speech.at(decisive.after).happening(said).strip() for said in decisive.happenings)
    question = LIGHTHOUSE.awaited(decisive.before)[0]
    about = {"turn": 4, "who": speech.at(decisive.before).owner(question)}
    assert told[5] == words.say("screen-chronicle.decision", {**about, "what": happened})
    deciding = [hero.seat for hero in chronicle.heroes if hero.decisions]
    assert [(guest.short, guest.colour) for guest in told[6]] == [(str(k + 1), SEATS[k]) for k in deciding]
    assert tuple(guest.said for guest in told[6]) == tuple(
        speech.say(
            f"screen-chronicle.{'hero' if hero.successes else 'hero-plain'}",
            {"seat": hero.seat, "decisions": hero.decisions, "n": hero.successes},
        )
        for hero in chronicle.heroes
        if hero.decisions
    )
    silent = chronicle._replace(decisive=decisive._replace(happenings=()))
    answered = HistoryPresenter(LIGHTHOUSE, words, GAMES).was(night, decisive.number)
    assert captions(silent, night, words, GAMES)[5] == words.say(
        "screen-chronicle.decision", {**about, "what": answered}
    )
    assert captions(chronicle._replace(decisive=None), night, words, GAMES)[5] == ""


@pytest.mark.parametrize(
    ("outcome", "key"),
    [
        (Outcome("won", "r", "R"), "saved"),
        (Outcome("lost", "r", "R"), "lost"),
        (Outcome("ranked", "r", "R", ((0,), (1,))), "decided"),
    ],
)
def test_what_the_decision_did(night, outcome, key) -> None:
    chronicle = chronicle_of(night)._replace(outcome=outcome)
    assert captions(chronicle, night, WORDS, GAMES)[4] == f"‹screen-chronicle.{key}›"
    assert Path(night.path).exists()
