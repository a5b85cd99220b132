"""The time line without a window: what everybody sees, what only one may see, and what is agreed before."""

from html import escape
from types import SimpleNamespace

import pytest

from companion.app.presenters.game_options import GameOptions
from companion.app.presenters.history import HistoryPresenter
from companion.app.presenters.home import turn_of
from companion.app.screen_words import words_of
from companion.engine import CHANCE, Still
from companion.games import GAMES, NAMES
from companion.games.contre_temps.views.corrections import TimelineCorrections
from companion.games.contre_temps.views.timeline import TimelinePresenter
from companion.table.session import Session
from companion.terminal import Speech, board_of
from companion.web.sight import Sight
from companion.words import languages
from tests.games.contre_temps.playing import GAME, Table, event

GIVEN = {"round": 3, "line": [1, 2, 3], "events": {"1": event("A8", "P2", "A11"), "2": event("B8", "P4")}}
HANDS = {
    "P1": ["A5", "B5", "C5", "D5", "E5", "D6", "B6", "C6"],
    "P2": ["A7", "B7", "C7", "D7", "E8", "A9", "B9", "C9"],
    "P3": ["A10", "B10", "C10", "D10", "E10", "C12", "B11", "C11"],
    "P4": ["A12", "B12", "D8", "D12", "E12", "A13", "B13", "C13"],
}


def still(state) -> Still:
    return Still(GAME, state)


@pytest.mark.rule("CT-TRICK-09", "CT-TRICK-10")
@pytest.mark.parametrize(("ruling", "letters"), [("current-constant", "A / D"), ("keeps-rank", "D")])
def test_a_trump_of_an_older_constant_says_what_beats_it(ruling, letters) -> None:
    """On the tablet, on phones and in the terminal; a trump of today and the led suit say nothing."""
    events = {"1": event("A8", "P2", "E5"), "2": event("B8", "P4", "D6"), "3": event("D7", "P1", "E6")}
    t = Table({"stale-trump": ruling}, round=4, line=[1, 2, 3], events=events, constant="D9", hands=HANDS)
    for lang in languages():
        places = presenter(lang).show(still(t.state)).places
        assert [place.stale for place in places] == ["", letters, "", "D"]
        assert letters in places[1].any_wins
        words = words_of(lang, "contre-temps")
        said = words.say("board.stale", {"letters": letters})
        board = board_of(GAMES, GAME.name).draw(Speech(words, GAME, t.state), 0)
        assert [said in line for line in board[1:5]] == [False, True, False, letters == "D"]
        sight = Sight(SimpleNamespace(game=GAME, state=t.state, older=None, asked=()), None, words, GAMES)
        assert str(GAMES.face(GAME.name, "phone").board(sight)).count(escape(said)) == 1 + (letters == "D")


def presenter(lang: str = "en") -> TimelinePresenter:
    return TimelinePresenter(words_of(lang, "contre-temps"))


def test_the_games_of_the_app_begin_with_the_loop():
    assert NAMES[:2] == ("the-loop", "contre-temps")


def test_a_glance_tells_who_leads_what_to_follow_and_who_wins():
    t = Table({"hands": "table"}, **GIVEN, energy={"P3": 2}, voids={"P3": ["A"]})
    t.play("P4 D8", "P1 D12")
    view = presenter().show(still(t.state))
    assert (view.round, view.phase, view.running) == (3, 1, 3)
    assert view.follow.id == "D"
    assert [(seat, card.id) for seat, card in view.played] == [(3, "D8"), (0, "D12")]
    assert [seat.index for seat in view.seats if seat.leads] == [3]
    assert [seat.index for seat in view.seats if seat.wins] == [0]
    assert [seat.index for seat in view.seats if seat.turn] == [1]
    assert [suit.id for suit in view.seats[2].voids] == ["A"]
    assert [(seat.energy, seat.cards, seat.discs) for seat in view.seats] == [
        (0, 7, 3), (0, 8, 2), (2, 8, 3), (0, 7, 2),
    ]  # fmt: skip
    first, second, third = view.places[1:]
    assert (first.lead.id, first.standing.id, first.controller) == ("A8", "A11", 1)
    assert (second.lead.id, second.standing) == ("B8", None)  # it has both roles
    assert (third.present, third.running, third.pawns) == (True, True, (0, 1, 2, 3))
    assert view.constant.id == "E7"
    assert view.values == tuple(range(5, 14))


def test_an_unstable_line_and_a_table_that_is_not_set_yet():
    assert presenter().show(still(Table(**GIVEN, constant="none").state)).unstable
    start = presenter().show(still(GAME.start({})))
    assert not start.unstable
    assert [place.pawns for place in start.places] == [()]


def test_a_hand_is_asked_for_before_it_is_shown():
    t = Table(**GIVEN, hands=HANDS)
    ask = presenter().ask(still(t.state))
    assert (ask.kind, ask.seat, ask.hand) == ("cover", 3, ())
    assert ask.title == "Give the tablet to Green"
    ask = presenter().ask(still(t.state), 3)
    assert (ask.kind, [card.id for card, _ in ask.hand]) == ("hand", list(t.state.hands[3]))
    assert all(legal for _, legal in ask.hand)
    t.play("P4 D8")
    follows = presenter().ask(still(t.state), 0)
    assert [card.id for card, legal in follows.hand if legal] == ["D5", "D6"]
    assert not follows.confirm


def test_whoever_looks_sees_no_hand_but_their_own():
    t = Table(**GIVEN, hands=HANDS)
    for seat in (None, 0, 1, 2, 3):
        shown = presenter().show(still(t.state), seat)
        assert [one.index for one in shown.seats if one.hand] == ([] if seat is None else [seat])
        for wanted in (None, 0, 1, 2, 3):
            ask = presenter().ask(still(t.state), seat, wanted)
            assert (ask.kind, bool(ask.hand)) == (("hand", True) if seat == 3 else ("cover", False))


def test_a_card_on_the_table_is_told_by_suit_and_value_with_the_led_suit_first():
    t = Table({"hands": "table"}, **GIVEN)
    lead = presenter().ask(still(t.state))
    assert (lead.kind, lead.seat, lead.likely, lead.confirm) == ("cards", 3, "", False)
    t.play("P4 D8")
    follow = presenter().ask(still(t.state))
    assert (follow.kind, follow.seat, follow.likely) == ("cards", 0, "D")
    assert "D8" not in follow.cards
    assert "E13" in follow.cards


def test_crystals_lead_where_the_line_says():
    line = {"round": 4, "line": [3, 5, 6, 8], "present": 5, "events": {
        "3": event("A8", "P2"), "6": event("B8", "P4"), "8": event("C8", "P1")}}  # fmt: skip
    t = Table({"mode": "paradox"}, phase="movement", **line, energy={"P1": 5, "P2": 1})
    ask = presenter().ask(still(t.state), 0)
    assert [(way.text, way.under) for way in ask.ways] == [
        ("Stay in the present", ""), ("1 back", "event 3"), ("2 back", "the constant"),
        ("1 forward", "event 6"), ("2 forward", "event 8"),
    ]  # fmt: skip
    assert ask.confirm
    assert ask.others == (1,)
    assert presenter().ask(still(t.state), wanted=1).seat == 1


def test_more_crystals_than_steps_can_be_told_where_the_rest_is_lost():
    t = Table({"overspend": "clamp", "crystals": "revealed"}, phase="movement", **GIVEN, energy={"P1": 5})
    ask = presenter().ask(still(t.state))
    assert (ask.kind, ask.confirm) == ("ways", False)
    assert [way.answer.back for way in ask.ways] == [0, 1, 2, 3, 4, 5]
    assert [(way.answer.back, way.under) for way in ask.ways[-3:]] == [
        (3, "the constant"), (4, "the constant"), (5, "the constant"),
    ]  # fmt: skip


@pytest.mark.parametrize("lang", languages())
def test_a_whole_game_is_told_without_a_gap(lang):
    session = Session.begin(GAME, {"players": 3, "hands": "table", "first": "hand"}, seed=2)
    session.advance()
    shown = presenter(lang)
    while session.outcome is None:
        view, ask = shown.show(session), shown.ask(session, session.asked()[0].question.owner)
        said = [ask.who, ask.title, ask.explain, *(way.text + way.under for way in ask.ways)]
        assert not [one for one in said if "‹" in one]
        assert sum(len(place.pawns) for place in view.places) in (0, 3)
        question = session.asked()[0].question
        session.submit(
            question.answers[len(session.entries) % len(question.answers)],
            "hand" if question.owner == CHANCE else "player",
        )
        session.advance()
    over = shown.ask(session)
    assert over.kind == "over"
    assert "‹" not in over.who + over.title
    assert turn_of(GAME, session.state) == session.state.round


def test_nothing_secret_can_be_set_right_by_others():
    t = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2}, hands={
        name: hand[:7] for name, hand in HANDS.items()})  # fmt: skip
    correctables = TimelineCorrections(words_of("en", "contre-temps"))
    heads = {one.path.partition(".")[0] for one in correctables.all(still(t.state))}
    assert heads.isdisjoint({"hand", "deck", "commit", "bid"})
    assert {"energy", "pawn", "controller", "lead", "line", "phase", "discards"} <= heads
    voids = correctables.one(still(t.state), "voids.1")
    assert voids.after("B") == ["B"]
    assert [value for _, value in voids.choices] == list("ABCDE")
    assert [said.split()[1].strip("*") for said, _ in voids.choices] == [
        "Amber", "Brick", "Cobalt", "Dune", "Emerald",
    ]  # fmt: skip
    line = correctables.one(still(t.state), "line")
    assert (line.kind, [value for _, value in line.choices]) == ("several", list(range(1, 11)))
    assert [said for said, _ in line.choices] == [f"event {token}" for token in range(1, 11)]
    energy = correctables.one(still(t.state), "energy.1")
    assert (energy.kind, [said for said, _ in energy.choices]) == ("one", [str(n) for n in range(11)])
    assert correctables.one(still(t.state), "energy.1").after(5) == 5
    assert [one.path for one in correctables.at_place(still(t.state), 0)] == ["constant"]
    assert [one.path for one in correctables.of_seat(still(t.state), 2)] == ["energy.2", "pawn.2", "voids.2"]


def test_only_who_gave_a_secret_answer_may_see_it_again():
    session = Session.begin(GAME, {"players": 3, "crystals": "secret", "hands": "table", "first": "hand"})
    session.advance()
    while session.state.phase != "move":
        question = session.asked()[0].question
        session.submit(question.answers[0], "hand" if question.owner == CHANCE else "player")
        session.advance()
    question = session.asked()[0].question
    session.submit(question.answers[-1])
    history = HistoryPresenter(GAME, words_of("en", "contre-temps"), GAMES)
    last = len(session.entries)
    assert history.keeper(session, last) == question.owner
    assert history.keeper(session, 1) is None
    assert history.show(session)[-1].text == "A secret answer"
    digital = Session.begin(GAME, {"players": 3})
    digital.advance()
    assert history.keeper(digital, 5) == CHANCE  # a card of the deal: nobody looks at it again


def test_what_is_agreed_follows_the_number_of_players():
    agreed = GameOptions(GAME, {"players": 3, "mode": "chess", "colours": ["white", "red", "pink"]})
    assert agreed.options["mode"] == "classic"
    assert agreed.options["colours"] == ["white", "red", "yellow"]
    agreed.choose("players", 5)
    assert agreed.options["colours"] == ["white", "red", "yellow", "blue", "green"]
    agreed.choose("colours", "red")
    assert agreed.refusal.id == "colours-do-not-match"
    agreed.choose("colours", "black")
    assert agreed.options["colours"] == ["white", "yellow", "blue", "green", "black"]
    assert agreed.refusal is None
    assert (agreed.preset, agreed.physical) == ("all-digital", False)
    agreed.choose_preset("real-table")
    assert [agreed.options[name] for name in ("hands", "first", "tokens")] == ["table", "hand", "hand"]
    assert (agreed.preset, agreed.physical) == ("real-table", True)
    agreed.choose("first", "app")
    assert (agreed.preset, agreed.physical) == ("", True)


@pytest.mark.parametrize("lang", languages())
def test_every_option_has_its_words(lang):
    words = words_of(lang, "contre-temps")
    for group, count in (("table", 4), ("source", 3), ("ruling", 5)):
        asked = GameOptions(GAME, {}).asked(words, group)
        assert len(asked) == count
        for one in asked:
            assert "‹" not in one.caption
            assert len({said for _, said, _ in one.choices}) == len(one.choices)
            assert all(said and said != str(value).lower() for value, said, _ in one.choices)
