"""The table is right: what can be set by hand, what the check then finds, and what an undo puts back."""

from random import Random

import pytest

from companion.engine import Applied, Refusal
from companion.games import load
from companion.games.contre_temps.rules.state import State
from companion.table.corrections_between import corrected as corrected_line
from companion.table.corrections_between import fields
from companion.table.live_line import LiveLine
from companion.table.session import Session
from tests.games.contre_temps.playing import GAME, Table, event

GIVEN = {"round": 3, "line": [1, 2, 3], "events": {"1": event("A8", "P2", "A11"), "2": event("B8", "P4")}}


def found(t):
    return {finding.id: finding.rule for finding in GAME.check(t.state)}


def corrected(t, path, value):
    return t.do("Correct", "hand", path=path, value=value)


@pytest.mark.parametrize(
    ("path", "value", "part", "now"),
    [
        ("energy.1", 7, "energy", {"P1": 0, "P2": 7, "P3": 0, "P4": 0}),
        ("pawn.2", 0, "pawns", {"P1": 3, "P2": 3, "P3": "constant", "P4": 3}),
        ("constant", "", "constant", "none"),
        ("constant", "D9", "constant", "D9"),
        ("present", 2, "present", 2),
        ("round", 5, "round", 5),
        ("marker", 3, "marker", "P4"),
        ("voids.0", ["A"], "voids", {"P1": ["A"], "P2": [], "P3": [], "P4": []}),
        ("discards", ["C5"], "discards", ["C5"]),
        ("phase", "move", "phase", "movement"),
    ],
)
def test_anything_can_be_set(path, value, part, now):
    t = corrected(Table(**GIVEN), path, value)
    assert t[part] == now
    assert t.kinds() == ["Corrected"]  # and no rule runs


def test_a_disc_and_the_cards_of_an_event_can_be_set():
    t = Table(**GIVEN)
    corrected(t, "controller.2", 0)
    corrected(t, "lead.2", "C9")
    corrected(t, "standing.2", "E13")
    assert t["events"]["2"] == event("C9", "P1", "E13")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("energy.1", -1), ("energy.1", True), ("energy.9", 1), ("pawn.0", 7), ("controller.1", 4),
        ("constant", "Z1"), ("present", 9), ("line", []), ("line", [1, 1]), ("round", 11),
        ("hand.0", ["A5"] * 11),
        ("phase", "bid"), ("phase", "dinner"), ("voids.0", ["X"]), ("nothing", 1), ("discards", ["?"]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_changes_nothing(path, value):
    t = Table(**GIVEN)
    before = GAME.dump(t.state)
    made = GAME.apply(t.state, GAME.correction(path, value), "hand")
    assert isinstance(made, Refusal)
    assert made.id == "bad-correction"
    assert GAME.dump(t.state) == before


def test_a_line_set_by_hand_keeps_scientists_on_it():
    t = corrected(Table(**GIVEN), "line", [1, 2])
    assert (t["line"], t["present"], t["left"][:1]) == ([1, 2], 2, [3])
    assert set(t["pawns"].values()) == {2}
    t.play("P2 B5")  # the event that was being resolved is gone: everybody is asked at the one that stays
    assert (t["queue"], t["played"]) == ([2], ["P2 B5"])


def settled(t):
    """The cards that a scenario left out are on the discard pile."""
    names = {finding.id: dict(finding.about) for finding in GAME.check(t.state)}
    missing = list(names.get("cards-missing", {}).get("cards", ()))
    return corrected(t, "discards", missing) if missing else t


def test_the_check_names_what_cannot_be():
    t = settled(Table(**GIVEN))
    assert found(t) == {}
    assert found(corrected(settled(Table(**GIVEN)), "standing.2", "A8"))["card-twice"] == "CT-COMP-01"
    assert found(corrected(settled(Table(**GIVEN)), "standing.2", "A4"))["card-not-in-game"] == "CT-SETUP-02"
    assert found(corrected(settled(Table(**GIVEN)), "controller.1", -1)) == {"event-unresolved": "CT-INV-05"}
    assert found(corrected(settled(Table(**GIVEN)), "hand.0", ["?"] * 3)) == {"hands-differ": "CT-LINE-06"}
    many = Table(round=6, line=[1, 2, 3, 4, 5], events={str(n): event(f"A{4 + n}", "P1") for n in (1, 2, 3)})
    corrected(many, "controller.4", 0)
    assert found(many)["too-many-discs"] == "CT-CONTROL-04"
    crowded = corrected(settled(Table(**GIVEN)), "deck", ["C5"])
    assert found(crowded)["too-many-cards"] == "CT-SETUP-04"


@pytest.mark.rule("CT-LINE-06", "CT-INV-01")
def test_a_round_that_the_hands_do_not_fit_is_told_with_the_one_that_they_do():
    t = corrected(settled(Table(**GIVEN)), "round", 7)
    (finding,) = GAME.check(t.state)
    assert (finding.id, dict(finding.about)) == ("round-and-hands", {"round": 7, "count": 8})
    t.state = GAME.apply(t.state, finding.offers[0], "hand").state
    assert (t["round"], found(t)) == (3, {})
    corrected(t, "phase", "move")  # nobody has played a card, so this is as after the second round
    assert [offer.value for one in GAME.check(t.state) for offer in one.offers] == [2]


def test_no_round_is_offered_to_hands_that_no_round_has():
    t = settled(Table(**GIVEN))
    for seat in range(4):
        corrected(t, f"hand.{seat}", [])
    assert [(one.id, one.offers) for one in GAME.check(t.state) if one.id == "round-and-hands"] == [
        ("round-and-hands", ())
    ]


@pytest.mark.rule("CT-INV-02", "CT-END-01")
def test_three_discs_before_ones_card_is_resolved_are_one_too_many():
    """Whoever has taken the third event this round has no card at the one that is being resolved."""
    events = {"1": event("A5", "P1"), "2": event("A6", "P1"), "3": event("A9", "P4")}
    given = {"round": 5, "line": [1, 2, 3, 4], "events": events, "pawns": {"P3": 3}}
    t = Table({"hands": "table"}, **given).play("P4 C6", "P1 C9")
    assert "has-won-already" not in found(t)
    assert "has-won-already" in found(corrected(t, "controller.3", 0))
    t = Table({"hands": "table"}, **given).play("P4 C6", "P1 C9", "P2 C7")
    assert t["events"]["4"]["controller"] == "P1"
    assert "has-won-already" not in found(t)  # the third one, and event 3 is still to be resolved


def test_an_undo_tells_what_to_put_back():
    session = Session.begin(GAME, {"players": 3, "hands": "table", "crystals": "revealed"}, seed=2)
    session.advance()
    session.submit(GAME.inputs["ConstantTurned"]("E7"), "hand")
    for card in ("A8", "A11", "A9"):
        owner = session.asked()[0].question.owner
        session.submit(GAME.inputs["Play"](owner, card))
    put_back = {phrase.id for phrase in session.undo().put_back}
    assert put_back == {
        "set-line", "no-disc", "set-event", "set-pawn", "set-energy", "set-hand", "set-discards",
    }  # fmt: skip


def test_play_goes_on_from_a_phase_set_by_hand():
    t = Table(**GIVEN, energy={"P1": 2})
    corrected(t, "phase", "move")
    t.do("Commit", seat="P1", back=1)  # nobody else has a crystal
    assert (t["pawns"]["P1"], t["round"]) == (2, 4)


@pytest.mark.parametrize("hands", ["app", "table"])
@pytest.mark.parametrize("mode", ["classic", "paradox"])
def test_play_goes_on_after_any_correction(mode, hands):
    """Whatever is set by hand in mid-game, something sensible is asked and the game still comes to an end."""
    for seed in range(12):
        dice, state = Random(seed), GAME.start({"mode": mode, "hands": hands, "players": 3 + seed % 4})
        for number in range(400):
            if not (asked := GAME.awaited(state)):
                break
            fields = [field for field in GAME.correctable(state) if field.choices and field.path != "round"]
            if number % 17 == 16 and fields:
                field = dice.choice(fields)
                given = GAME.correction(field.path, dice.choice(field.choices))
            else:
                given = dice.choice(dice.choice([question for question in asked if question.answers]).answers)
            made = GAME.apply(state, given, "hand")
            assert isinstance(made, Applied), made
            state = made.state
            if max(map(len, state.hands)) == 0 and state.round:
                break  # corrected back into an earlier phase so often that the cards ran out
        else:
            raise AssertionError("no end")


LISTS = {
    "hand.0": ["A9", "?"],
    "voids.1": ["A", "C"],
    "discards": ["C9", "C10"],
    "deck": ["D9"],
    "line": [1, 2],
}


def test_corrections_that_the_journal_keeps_give_the_same_position_again(tmp_path):
    """Part by part: two positions count as equal although one has a list where the other has a tuple."""
    with Session.begin(GAME, {"players": 3}, tmp_path / "night", seed=2) as session:
        dice = Random(5)
        while session.state.phase != "move":
            session.advance()
            if asked := GAME.awaited(session.state):
                session.submit(dice.choice(asked[0].answers))
        for path, value in {**LISTS, "commit.2": [1, 0]}.items():
            assert not isinstance(session.submit(GAME.correction(path, value), "hand"), Refusal)
        before, entries = session.state, session.entries
    with Session.resume(tmp_path / "night", load) as again:
        assert [entry.given for entry in again.entries] == [entry.given for entry in entries]
        for name in State.__slots__:
            if name != "setting":
                assert getattr(again.state, name) == getattr(before, name)


@pytest.mark.rule("CT-LINE-06", "CT-CHANGE-03")
@pytest.mark.parametrize("hands", ["app", "table"])
def test_a_bid_told_by_hand_is_one_card_less_and_is_not_asked_again(hands):
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    held = {"hands": {"P1": ["C5", "C6"], "P3": ["D5", "D6"]}} if hands == "app" else {}
    t = Table({"hands": hands}, **given, **held)
    corrected(t, "owing", [0, 2])  # the others have played at their events
    before = [len(hand) for hand in t.state.hands]
    corrected(t, "bid.0", "C5")
    assert [question.owner for question in GAME.awaited(t.state)] == [2]
    corrected(t, "bid.0", "C6")  # it was another one: the first goes back
    assert [len(hand) for hand in t.state.hands] == [before[0] - 1, *before[1:]]
    assert (t.state.bids[0], "C6" in t["deck"]) == ("C6", False)
    assert "C5" in (*t.state.hands[0], *t["deck"])
    corrected(t, "bid.0", "")
    assert [question.owner for question in GAME.awaited(t.state)] == [0, 2]
    assert [len(hand) for hand in t.state.hands] == before
    t.play("P1 C5")
    corrected(t, "bid.2", "D5")  # the last one: play goes on
    assert t["constant"] == "none" or t["constant"] in ("C5", "D5")
    assert GAME.awaited(t.state)[0].id != "bid"


@pytest.mark.rule("CT-MOVE-04", "CT-INV-03")
def test_crystals_under_a_hand_that_are_not_there_are_asked_for_again():
    energy = dict.fromkeys(("P1", "P2", "P3", "P4"), 2)
    t = Table(**GIVEN, phase="movement", energy=energy)
    t.do("Commit", seat="P1", back=2)
    corrected(t, "energy.1", 1)  # nothing of the first player's
    assert [question.owner for question in GAME.awaited(t.state)] == [1, 2, 3]
    corrected(t, "energy.0", 1)
    assert [question.owner for question in GAME.awaited(t.state)] == [0, 1, 2, 3]
    corrected(t, "commit.0", [1, 0])
    assert [question.owner for question in GAME.awaited(t.state)] == [1, 2, 3]
    corrected(t, "commit.0", [2, 0])  # more than there are
    assert [question.owner for question in GAME.awaited(t.state)] == [0, 1, 2, 3]
    for seat in range(4):
        corrected(t, f"commit.{seat}", [0, 0])
    assert (t["round"], t["phase"]) == (4, "resolution")


def test_whoever_is_set_from_the_constant_to_an_event_plays_there():
    t = Table({"hands": "table"}, **GIVEN, phase="constant", pawns={"P1": "constant", "P3": "constant"})
    corrected(corrected(t, "owing", [0, 2]), "pawn.0", 1)
    (question,) = GAME.awaited(t.state)
    assert (question.id, question.owner, dict(question.about)["token"]) == ("play", 0, 1)


def test_under_the_rules_of_the_first_version_the_open_question_is_asked_anew_too():
    t = Table({"rules": 1}, **GIVEN, phase="movement", energy={"P1": 2, "P2": 2})
    corrected(t, "energy.0", 1)
    assert dict(GAME.awaited(t.state)[0].about)["energy"] == 1


@pytest.mark.rule("CT-LINE-06", "CT-RESOLVE-07")
def test_an_event_that_leaves_the_line_takes_along_only_cards_that_lie_there():
    t = Table({"hands": "table"}, **GIVEN).play("P4 C6")
    before = t["played"]
    corrected(t, "line", [2, 3])  # event 1 was never there: the one that is being resolved goes on
    assert t["played"] == before == ["P4 C6"]
    assert t["discards"] == ["A8", "A11"]
    corrected(t, "line", [2])
    assert (t["played"], t["discards"]) == ([], ["A8", "A11", "C6"])


@pytest.mark.rule("CT-COMP-01", "CT-TRICK-04")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("standing.3", "C6"), ("standing.2", "C6"), ("lead.2", "C6"), ("constant", "C6"),
        ("discards", ["C6"]), ("deck", ["C6"]), ("hand.3", ["C6"]), ("bid.3", "C6"),
    ],
)  # fmt: skip
def test_a_card_that_is_seen_elsewhere_no_longer_lies_at_the_event_that_is_being_resolved(path, value):
    t = Table({"hands": "table"}, **GIVEN).play("P4 C6")
    corrected(t, path, value)
    assert t["played"] == []
    assert [question.id for question in GAME.awaited(t.state)] == ["play"]  # the card led, and is followed


@pytest.mark.rule("CT-COMP-01")
def test_a_card_that_leads_lies_at_its_event_all_the_same():
    t = Table({"hands": "table"}, **GIVEN).play("P4 C6", "P1 C7")
    corrected(t, "lead.3", "C7")
    assert t["played"] == ["P4 C6", "P1 C7"]


@pytest.mark.rule("CT-LINE-06", "CT-COMP-01")
def test_a_card_at_the_running_event_is_another_or_goes_back_to_its_hand():
    t = Table({"hands": "table"}, **GIVEN, hands={"P1": ["C7", "C9"]}).play("P4 C6", "P1 C7")
    corrected(t, "played.0", "C9")
    assert (t["played"], t["hands"]["P1"]) == (["P4 C6", "P1 C9"], ["?"])  # a hand that nobody reads
    corrected(t, "played.0", "")
    assert (t["played"], len(t["hands"]["P1"])) == (["P4 C6"], 2)
    assert [question.owner for question in GAME.awaited(t.state)] == [0]  # who owes one is asked again


@pytest.mark.rule("CT-COMP-01", "CT-TRICK-05")
def test_a_card_that_stands_at_an_event_cannot_be_played_there_too():
    t = Table({"hands": "table"}, **GIVEN, pawns={"P1": 1, "P3": 1})
    for card in ("A8", "A11"):  # it led there, or has won there
        assert "card-twice" in found(corrected(t, "played.0", card))
    assert "card-twice" not in found(corrected(t, "played.0", "A5"))
    assert "card-twice" not in found(Table({"hands": "table"}, **GIVEN).play("P4 C6"))  # it leads now


@pytest.mark.rule("CT-RESOLVE-04")
def test_a_first_card_set_by_hand_begins_the_event_where_its_scientist_stands():
    t = corrected(Table({"hands": "table"}, **GIVEN, pawns={"P1": 2, "P2": 2}), "played.0", "B5")
    assert (t["queue"][0], t["played"]) == (2, ["P1 B5"])


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ({}, {"pawns": {"P1": "constant"}}),
        ({}, {"phase": "movement", "energy": {"P1": 2}}),
        ({"rules": 1}, {}),
    ],
)
def test_nothing_lies_at_an_event_where_none_is_being_resolved(options, given):
    t = Table({"hands": "table", **options}, **GIVEN, **given)
    assert isinstance(GAME.apply(t.state, GAME.correction("played.0", "B5"), "hand"), Refusal)


@pytest.mark.rule("CT-COMP-01", "CT-TRICK-04")
def test_another_table_is_reached_although_a_trick_goes_on_at_each():
    here = Table({"hands": "table"}, **GIVEN).play("P4 C6", "P1 C7")
    there = Table({"hands": "table"}, **GIVEN, pawns={"P2": 2}).play("P4 C8")
    line = corrected_line(LiveLine(GAME, here.state, 1), there.state)
    assert isinstance(line, LiveLine)
    assert GAME.describe(line.state)["played"] == ["P4 C8"]
    assert fields(GAME, line.state) == fields(GAME, there.state)


@pytest.mark.rule("CT-CHANGE-03", "CT-RESOLVE-07")
def test_bids_are_revealed_after_whoever_was_set_elsewhere_has_played_there():
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    t = corrected(Table({"hands": "table"}, **given), "owing", [0, 2])
    t.play("P1 C13")
    corrected(t, "pawn.2", 1)
    (question,) = GAME.awaited(t.state)
    assert (question.id, question.owner) == ("play", 2)
    t.play("P3 A5")
    assert "BidsRevealed" in t.kinds()
    assert t["constant"] == "C13"
    assert t.kinds().index("CardPlayed") < t.kinds().index("BidsRevealed")


@pytest.mark.rule("CT-RESOLVE-04", "CT-TRICK-03")
def test_an_event_is_resolved_when_all_who_were_still_to_play_there_are_set_elsewhere():
    t = Table({"hands": "table"}, **GIVEN).play("P4 C6")
    for seat in (0, 1):
        corrected(t, f"pawn.{seat}", 2)
        assert "EventTaken" not in t.kinds()
    t.told = []
    corrected(t, "pawn.2", 1)
    taken = [said for said in t.told if said["kind"] == "EventTaken"]
    assert taken == [{"kind": "EventTaken", "token": 3, "seat": "P4", "card": "C6"}]
    assert (t["queue"], t["played"]) == ([2, 1], [])
    assert [question.owner for question in GAME.awaited(t.state)] == [1]  # P2 controls event 1 and leads at 2
    t.play("P2 B5", "P1 B6")
    assert dict(GAME.awaited(t.state)[0].about)["token"] == 1


def test_nothing_is_resolved_where_nobody_has_played_and_all_are_set_elsewhere():
    t = Table({"hands": "table"}, **GIVEN)
    for seat in (0, 1, 2, 3):
        corrected(t, f"pawn.{seat}", 2)
    assert "EventTaken" not in t.kinds()
    assert (t["queue"], t["played"]) == ([2], [])


def test_under_the_first_rules_an_event_that_everybody_was_set_away_from_is_passed_over():
    pawns = {"P4": 3, "P1": 3, "P2": 2, "P3": 1}
    t = Table({"rules": 1, "hands": "table"}, **GIVEN, pawns=pawns)
    assert t["queue"] == [3, 2, 1]
    corrected(t, "pawn.1", 1)
    for seat, card in zip(t.state.order, ("C6", "C7"), strict=True):
        t.play(f"P{seat + 1} {card}")
    assert t["queue"] == [1]
    assert dict(GAME.awaited(t.state)[0].about)["token"] == 1


def test_under_the_first_rules_cards_of_an_event_that_is_gone_are_discarded():
    t = Table({"rules": 1, "hands": "table"}, **GIVEN).play("P4 C6")
    corrected(t, "line", [1, 2])
    assert (t["discards"], t["played"], t["line"]) == (["C6"], [], [1, 2])


@pytest.mark.rule("CT-RESOLVE-07", "CT-CHANGE-03")
def test_where_everybody_is_set_to_the_constant_they_bid_and_nobody_plays():
    t = Table({"hands": "table"}, **GIVEN)
    for seat in range(4):
        corrected(t, f"pawn.{seat}", 0)
    assert [(question.id, question.owner) for question in GAME.awaited(t.state)] == [
        ("bid", seat) for seat in range(4)
    ]


@pytest.mark.rule("CT-FLOW-01", "CT-FLOW-04")
def test_a_token_is_not_drawn_for_a_present_that_nobody_was_in():
    t = Table({"mode": "paradox", "hands": "table"}, round=3, line=[3, 5], present=5, phase="time-flow",
              events={"3": event("A8", "P2"), "5": event("B8", "P1")})  # fmt: skip
    assert GAME.awaited(t.state)[0].id == "token"
    corrected(t, "controller.5", -1)
    assert t.kinds() == ["Corrected", "TimeStalled", "IncomePaid"]
    assert {question.id for question in GAME.awaited(t.state)} == {"commit"}
