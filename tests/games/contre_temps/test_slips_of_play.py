"""Small things of the course of a game that a slip would change and that no other test looks at."""

from random import Random

import pytest

from companion.engine import Refusal
from tests.games.contre_temps.playing import GAME, Table, event

GIVEN = {"round": 3, "line": [1, 2, 3], "events": {"1": event("A8", "P2", "A11"), "2": event("B8", "P4")}}
HANDS = {
    "P1": ["A5", "B5", "C5", "D5", "E5", "D6", "B6", "C6"],
    "P2": ["A7", "B7", "C7", "D7", "E8", "A9", "B9", "C9"],
    "P3": ["A10", "B10", "C10", "D10", "E10", "C12", "B11", "C11"],
    "P4": ["A12", "B12", "D8", "D12", "E12", "A13", "B13", "C13"],
}


def refusal(t, kind, **fields) -> Refusal:
    made = GAME.apply(t.state, GAME.read(t.state, {"kind": kind, **fields}))
    assert isinstance(made, Refusal), made
    return made


@pytest.mark.rule("CT-SETUP-03", "CT-SETUP-12")
def test_every_card_of_the_deal_is_told_face_down():
    state = GAME.start({"players": 3})
    made = GAME.apply(state, GAME.awaited(state)[0].answers[1], "app")
    assert [(said.kind, said.seat, said.marker) for said in made.happenings] == [("DealerChosen", 1, 2)]
    question = GAME.awaited(made.state)[0]
    assert (question.id, question.stream, dict(question.about)) == ("deal", "hands", {"seat": 2})
    assert [answer.card for answer in question.answers] == list(made.state.deck)
    dealt = GAME.apply(made.state, question.answers[4], "app")
    assert [(said.kind, said.seat) for said in dealt.happenings] == [("CardTaken", 2)]
    assert dealt.state.hands == [(), (), (question.answers[4].card,)]
    assert dict(GAME.awaited(dealt.state)[0].about) == {"seat": 0}


@pytest.mark.rule("CT-MOVE-03")
def test_who_spends_nothing_is_not_told_to_travel():
    t = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2})
    t.spend(P2=1)
    assert [one for one in t.told if one["kind"] == "Travelled"] == [
        {"kind": "Travelled", "seat": "P2", "token": 2, "crystals": 1}
    ]
    assert t["energy"]["P1"] == 2
    assert t["energy"]["P2"] == 1


@pytest.mark.rule("CT-CHANGE-07")
def test_by_the_strict_ruling_a_hand_that_nobody_sees_may_still_hold_nothing_else():
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    strict = {"same-suit-constant": False}
    unseen = Table({**strict, "hands": "table"}, **given)
    assert "E8" in unseen.cards()
    seen = Table(strict, **given, hands=HANDS)
    assert "E5" not in seen.cards()
    assert len(seen.cards()) == 7
    assert "E5" in Table(strict, **given, hands=HANDS, constant="none").cards()
    made = refusal(seen, "Bid", seat="P1", card="E5")
    assert (made.id, made.rule, dict(made.about)) == ("another-suit", "CT-CHANGE-07", {"card": "E7"})


@pytest.mark.parametrize(
    ("value", "fits"), [([10, 0], True), ([0, 9], True), ([11, 0], False), ([0, 11], False)]
)
def test_crystals_set_by_hand_lead_no_further_than_the_line(value, fits):
    t = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2})
    made = GAME.apply(t.state, GAME.correction("commit.1", value), "hand")
    assert isinstance(made, Refusal) is not fits


def test_a_constant_or_a_deal_that_cannot_be_is_refused_with_the_reason():
    state = GAME.start({"players": 3, "hands": "table", "first": "hand"})
    state = GAME.apply(state, GAME.awaited(state)[0].answers[0], "hand").state
    turned = GAME.inputs["ConstantTurned"]
    assert GAME.apply(state, turned("A3"), "hand").id == "card-not-in-game"
    assert GAME.apply(state, turned("A9"), "hand").state.constant == "A9"
    assert GAME.apply(state, GAME.inputs["Play"](0, "A9"), "hand").id == "not-awaited"
    digital = GAME.start({"players": 3})
    digital = GAME.apply(digital, GAME.awaited(digital)[0].answers[0], "app").state
    seat, dealt = GAME.awaited(digital)[0].answers[0].seat, GAME.inputs["CardDealt"]
    after = GAME.apply(digital, dealt(seat, "A9"), "app").state
    assert GAME.apply(after, dealt((seat + 1) % 3, "A9"), "app").id == "card-seen"
    assert GAME.apply(after, dealt((seat + 1) % 3, "A2"), "app").id == "card-not-in-game"


@pytest.mark.rule("CT-UNSTABLE-05")
@pytest.mark.parametrize(("ends", "cards", "over"), [
    (True, ("P1 A9", "P3 B9"), True), (True, ("P1 A9", "P3 B7"), False), (False, ("P1 A9", "P3 B9"), False),
])  # fmt: skip
def test_a_second_tie_ends_the_game_only_by_that_ruling(ends, cards, over):
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    t = Table({"hands": "table", "second-instability-ends": ends}, **given, constant="none")
    t.play(*cards)
    assert (t.state.outcome is not None) is over
    if over:
        assert (t.state.outcome.rule, t.state.outcome.reason) == ("CT-UNSTABLE-05", "second-instability")
    first = Table({"hands": "table", "second-instability-ends": ends}, **given).play("P1 A9", "P3 B9")
    assert first.state.outcome is None
    assert first["constant"] == "none"


def test_only_the_places_that_everybody_left_are_passed_over():
    t = Table({"hands": "table"}, **GIVEN, pawns={"P1": 1, "P2": 2})
    assert t["queue"] == [3, 2, 1]
    t.do("Correct", "hand", path="pawn.1", value=3)
    assert t["order"] == ["P4", "P2", "P3"]  # who has moved there plays there
    t.play("P4 C5", "P2 C7", "P3 C6")
    assert t["queue"] == [1]
    assert t["order"] == ["P1"]


@pytest.mark.rule("CT-LINE-06")
def test_whoever_is_set_to_an_event_that_is_over_still_plays_there_and_only_once():
    t = Table({"hands": "table"}, **GIVEN, pawns={"P1": 1, "P2": 2})
    t.play("P4 C5", "P3 C6")
    assert (t["queue"], t["order"]) == ([2, 1], ["P2"])
    t.do("Correct", "hand", path="pawn.0", value=3)  # its event is over
    t.do("Correct", "hand", path="pawn.3", value=1)  # has played already
    assert (t["queue"], t["order"]) == ([3, 2], ["P1"])
    t.play("P1 C8", "P2 D5")
    assert t["phase"] == "movement"
    assert len({len(hand) for hand in t["hands"].values()}) == 1


@pytest.mark.rule("CT-FLOW-04")
def test_time_stalls_when_nobody_turns_out_to_have_the_present():
    t = Table({"mode": "paradox", "tokens": "hand"}, phase="time-flow", **{**GIVEN, "line": [1, 2]})
    assert [asked.id for asked in GAME.awaited(t.state)] == ["token"]
    t.do("Correct", "hand", path=f"controller.{t['present']}", value=-1)
    assert {asked.id for asked in GAME.awaited(t.state)} == {"commit"}
    assert "TimeStalled" in t.kinds()


def test_hands_that_nobody_sees_stay_unseen_in_an_imagined_world():
    t = Table({"hands": "table"}, **GIVEN)
    world = GAME.imagine(t.state, 0, Random(3).randrange)
    assert world.hands == t.state.hands == [("?",) * 8] * 4
    assert world.deck == t.state.deck
    mixed = Table(**GIVEN, hands={"P2": ["?", "?", "?", "A7", "A9", "B9", "C9", "D9"]})
    hand = GAME.imagine(mixed.state, 0, Random(3).randrange).hands[1]
    assert (len(hand), hand.count("?")) == (8, 3)


@pytest.mark.rule("CT-TRICK-10")
@pytest.mark.parametrize(("ruling", "card", "taken"), [
    ("current-constant", "A6", True), ("keeps-rank", "A6", False), ("keeps-rank", "D5", True),
    ("current-constant", "B13", False), ("keeps-rank", "B13", False), ("keeps-rank", "A13", False),
])  # fmt: skip
def test_a_trump_of_an_older_constant(ruling, card, taken):
    given = {"round": 3, "line": [1, 2, 3], "constant": "D9", "events": {
        "1": event("A8", "P4", "E5"), "2": event("B8", "P4")}, "pawns": {"P1": 1}}  # fmt: skip
    t = Table({"hands": "table", "stale-trump": ruling}, **given)
    t.play("P4 C5", "P2 C6", "P3 C7")
    t.play(f"P1 {card}")
    assert t["events"]["1"]["controller"] == ("P1" if taken else "P4")
    assert t["events"]["1"]["lead"] == "A8"


def test_nobody_can_be_asked_for_a_card_where_all_are_at_the_constant():
    t = Table(**GIVEN, pawns=dict.fromkeys(("P1", "P2", "P3", "P4"), "constant"))
    made = GAME.apply(t.state, GAME.correction("phase", "play"), "hand")
    assert isinstance(made, Refusal)
    assert not isinstance(GAME.apply(t.state, GAME.correction("phase", "bid"), "hand"), Refusal)
    choices = {field.path: field.choices for field in GAME.correctable(t.state)}
    assert choices["phase"] == ("bid", "move")
    assert {f.path: f.choices for f in GAME.correctable(Table(**GIVEN).state)}["phase"] == ("play", "move")


@pytest.mark.rule("CT-LEAD-02", "CT-LEAD-06")
def test_every_event_is_announced_with_its_leader_and_what_must_be_followed():
    t = Table({"hands": "table"}, **GIVEN, pawns={"P1": 1, "P2": 1})
    t.play("P4 C5", "P3 C6")
    assert {"kind": "EventBegan", "token": 1, "leader": "P1", "suit": "A"} in t.told
    t.play("P1 A5", "P2 A6")
    told = [one["kind"] for one in t.told]
    assert told[:2] == ["CardPlayed", "CrystalGained"]
    assert {"kind": "EventHeld", "token": 1, "seat": "P2"} in t.told
    assert {"kind": "CardsDiscarded", "cards": ["A5", "A6"]} in t.told
    assert {"kind": "TokenPlaced", "token": 4} in t.told


@pytest.mark.rule("CT-INV-07")
def test_the_check_tells_what_is_wrong_and_how_much():
    def found(t, path, value):
        made = GAME.apply(t.state, GAME.correction(path, value), "hand").state
        return {one.id: dict(one.about) for one in GAME.check(made)}

    t = Table(round=2, line=[1, 2], events={"1": event("A8", "P2")}, hands={})
    everything = GAME.check(t.state)
    assert [one.id for one in everything] == []
    missing = found(t, "deck", [card for card in t["deck"] if card not in ("C5", "C6")])
    assert missing == {"cards-missing": {"cards": ("C5", "C6")}}
    assert found(t, "deck", ["C5"])["too-many-cards"] == {"count": 35}
    assert found(t, "standing.1", "E7")["card-twice"] == {"card": "E7"}
    assert found(t, "standing.1", "A4")["card-not-in-game"] == {"card": "A4"}
    assert found(t, "lead.1", "")["event-unresolved"] == {"token": 1}
    assert "event-unresolved" not in found(t, "controller.2", -1)
    assert "hands-differ" in found(t, "hand.0", ["?"] * 8)  # who still plays has as many as the others
    assert found(t, "hand.0", ["?"] * 7)["hands-differ"] == {}


@pytest.mark.rule("CT-END-03", "CT-END-04")
def test_one_with_three_events_wins_and_of_several_the_nearest():
    given = {"round": 7, "line": [1, 2, 3, 4, 5, 6], "events": {
        "1": event("A5", "P3"), "2": event("A6", "P1"), "3": event("A9", "P1"), "4": event("A10", "P3"),
        "5": event("A11", "P2")}}  # fmt: skip
    alone = Table({"hands": "table"}, **given).play("P2 C5", "P3 C6", "P4 C7", "P1 C9")
    assert (alone.state.outcome.reason, alone.state.outcome.rule) == ("three-events", "CT-END-03")
    both = Table({"hands": "table"}, **given, pawns={"P3": 5, "P4": 4})
    both.play("P2 C5", "P1 C9")
    both.play("P3 A13")
    both.play("P4 B5")
    assert (both.state.outcome.reason, both.state.outcome.rule) == ("three-and-nearest", "CT-END-04")
    assert both.state.outcome.ranking[0] == (2,)


def test_hands_may_hold_every_card_that_nobody_has_seen():
    t = Table(**GIVEN)
    exact = t["deck"][:32]
    made = GAME.apply(t.state, GAME.correction("deck", exact), "hand").state
    assert "too-many-cards" not in {one.id for one in GAME.check(made)}


def test_a_phase_entered_by_hand_asks_from_its_beginning():
    t = Table(**GIVEN, pawns={"P1": "constant", "P3": "constant"})
    t.do("Correct", "hand", path="phase", value="bid")
    assert (t["queue"], t["order"]) == (["constant"], ["P1", "P3"])
    t.do("Correct", "hand", path="phase", value="play")
    assert (t["queue"], t["order"]) == ([3, "constant"], ["P4", "P2"])
    t.do("Correct", "hand", path="phase", value="move")
    assert t["queue"] == []
    assert t["order"] == ["P1", "P2", "P3", "P4"]


@pytest.mark.rule("CT-MOVE-02")
def test_the_last_but_one_choice_is_still_a_secret():
    t = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2})
    assert GAME.secret(t.state, GAME.inputs["Commit"](1, 2), 0)
    t.do("Commit", seat="P1", back=0)
    assert not GAME.secret(t.state, GAME.inputs["Commit"](1, 2), 0)


@pytest.mark.rule("CT-FOLLOW-07")
def test_a_revoke_can_be_found_wherever_a_hand_is_not_seen():
    t = Table(**GIVEN, energy={"P2": 2})
    t.do("Revoke", seat="P2")
    assert t["energy"]["P2"] == 0
    late = Table({"hands": "table"}, **GIVEN, energy={"P2": 2})
    late.do("Correct", "hand", path="hand.1", value=[])
    late.do("Revoke", seat="P2")
    assert late["energy"]["P2"] == 0


@pytest.mark.rule("CT-CHANGE-04", "CT-UNSTABLE-01")
def test_the_old_constant_and_the_other_cards_are_discarded():
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    t = Table({"hands": "table"}, **given, discards=["C13"]).play("P1 B9", "P3 D12")
    assert (t["constant"], t["discards"]) == ("D12", ["C13", "E7", "B9"])
    tie = Table({"hands": "table"}, **given).play("P1 B12", "P3 D12")
    assert (tie["constant"], tie["discards"]) == ("none", ["E7", "B12", "D12"])


@pytest.mark.parametrize(("value", "fits"), [(0, False), (1, True), (10, True), (11, False), (True, False)])
def test_there_are_ten_rounds(value, fits):
    made = GAME.apply(Table(**GIVEN).state, GAME.correction("round", value), "hand")
    assert isinstance(made, Refusal) is not fits


def test_crystals_under_the_hand_can_be_set_and_taken_back():
    t = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2})
    t.do("Correct", "hand", path="commit.1", value=[2, 0])
    assert t.state.commits[1] == (2, 0)
    t.do("Correct", "hand", path="commit.1", value=None)
    assert t.state.commits[1] is None


def test_cards_of_an_event_that_left_the_line_are_discarded():
    t = Table({"hands": "table"}, **GIVEN).play("P4 C5", "P1 C6")
    t.do("Correct", "hand", path="line", value=[1, 2])
    assert t["discards"] == ["C5", "C6"]
    assert (t["played"], t["queue"]) == ([], [2])


def test_small_things_of_views_refusals_and_piles():
    t = Table(**GIVEN, hands=HANDS)
    assert GAME.view(t.state, None)["options"]["players"] == 4
    made = refusal(t, "Play", seat="P1", card="A5")
    assert (made.id, dict(made.about)) == ("not-your-turn", {"seat": 3})
    assert t.state.order[0] == 3
    table = Table({"hands": "table"}, **GIVEN).do("Correct", "hand", path="discards", value=["C5"])
    assert "C5" not in table["deck"]
    travel = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2, "P3": 1})
    travel.do("Commit", seat="P2", back=1)
    world = GAME.imagine(travel.state, 0, Random(2).randrange)
    assert (world.commits[0], world.commits[2]) == (None, None)  # they have not chosen there either
    open_table = Table({"crystals": "revealed"}, phase="movement", **GIVEN, energy={"P1": 2, "P2": 2})
    open_table.do("Commit", seat="P2", back=2)
    assert GAME.imagine(open_table.state, 0, Random(2).randrange).commits[1] == (2, 0)


def test_what_is_open_is_no_secret_and_a_phase_needs_a_line():
    t = Table(**GIVEN, hands=HANDS)
    assert not GAME.secret(t.state, GAME.inputs["Play"](3, "A12"), 0)
    assert not GAME.secret(t.state, GAME.inputs["Revoke"](3), None)
    start = GAME.start({})
    assert isinstance(GAME.apply(start, GAME.correction("phase", "move"), "hand"), Refusal)
    assert isinstance(GAME.apply(t.state, GAME.correction("phase.1", "move"), "hand"), Refusal)
    assert GAME.summary(Table(constant="none").state)["unstable"] is True
