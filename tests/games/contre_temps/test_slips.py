"""Small things that a slip in the code would change and that no other test looks at."""

from random import Random

import pytest

from companion.games import Refusal
from companion.games.contre_temps import pieces, state
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


# -- pieces and positions


@pytest.mark.rule("CT-COMP-03")
def test_there_are_ten_tokens_and_a_place_for_each_beside_the_constant():
    start = GAME.start({})
    assert pieces.TOKENS == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert GAME.describe(start)["left"] == list(range(1, 11))
    assert [len(GAME.dump(start)[name]) for name in ("lead", "standing", "control")] == [11, 11, 11]
    assert start.pawns == [0, 0, 0, 0]
    assert (start.round, start.present, start.energy) == (0, 0, [0, 0, 0, 0])
    assert (start.dealer, start.marker) == (-1, -1)


def test_a_position_is_equal_to_its_copy_and_to_nothing_else():
    one = Table(**GIVEN).state
    assert one == one.copy()
    assert one.copy().asked == one.asked
    assert one != Table().state
    assert one != "position"


def test_a_copy_shares_no_list_with_its_original():
    one = Table(**GIVEN).state
    other = one.copy()
    for name in ("hands", "lead", "standing", "control", "pawns", "energy", "voids", "bids", "commits"):
        assert getattr(one, name) is not getattr(other, name), name
        assert getattr(one, name) == getattr(other, name), name


def test_a_saved_position_asks_the_same_again():
    for phase in ("resolution", "movement"):
        t = Table(**GIVEN, phase=phase, energy={"P1": 2, "P2": 1})
        again = GAME.load(GAME.dump(t.state))
        assert GAME.awaited(again) == GAME.awaited(t.state)
        assert again == t.state
        assert isinstance(again.pawns, list)


def test_discs_on_a_card_are_those_that_are_not_on_the_line():
    t = Table(**GIVEN)
    assert [state.discs_on_card(t.state, seat) for seat in range(4)] == [3, 2, 3, 2]


@pytest.mark.parametrize(("phase", "left"), [("resolution", 8), ("movement", 7)])
def test_a_position_has_as_many_cards_as_its_round_leaves(phase, left):
    t = Table(**GIVEN, phase=phase, energy={"P1": 1})
    assert {len(hand) for hand in t["hands"].values()} == {left}


def test_a_position_in_time_flow_goes_on_to_the_next_token():
    given = {**GIVEN, "events": {**GIVEN["events"], "3": event("C9", "P1")}}
    t = Table(**given, phase="time-flow")
    assert (t["line"], t["present"], t["phase"]) == ([1, 2, 3, 4], 4, "movement")
    assert t["energy"] == {"P1": 1, "P2": 1, "P3": 2, "P4": 1}


def test_another_constant_leaves_the_bare_one_among_the_unseen_cards():
    t = Table(constant="D9")
    assert "E7" in t["deck"]
    assert "D9" not in t["deck"]
    assert len(t["deck"]) == 44
    assert Table(constant="none")["constant"] == "none"


@pytest.mark.parametrize("seat", ["P0", "P5", "Q2", "Px", "P", 4, 1.0, None, True])
def test_a_seat_that_is_none_is_refused_with_its_names(seat):
    t = Table(**GIVEN)
    with pytest.raises(ValueError, match="is no seat: one of P1, P2, P3, P4"):
        GAME.read(t.state, {"kind": "Play", "seat": seat, "card": "A5"})


def test_seats_are_told_by_name_or_number():
    t = Table(**GIVEN)
    assert GAME.read(t.state, {"kind": "Play", "seat": "P4", "card": "A5"}).seat == 3
    assert GAME.read(t.state, {"kind": "Play", "seat": 0, "card": "A5"}).seat == 0
    assert GAME.read(t.state, {"kind": "Revoke", "seat": "none"}).seat == -1


@pytest.mark.parametrize("place", ["nowhere", 0, 11])
def test_a_place_that_is_none_is_refused(place):
    with pytest.raises(ValueError, match="is no place"):
        Table(pawns={"P1": place})


def test_a_word_that_is_nearly_right_is_suggested():
    with pytest.raises(ValueError, match="did you mean energy"):
        Table(energie={"P1": 1})
    with pytest.raises(ValueError, match="is no phase"):
        Table(phase="dinner")


# -- what is asked and told


def test_who_has_chosen_is_told_and_who_had_no_choice_is_not():
    t = Table(phase="movement", **GIVEN, energy={"P1": 2, "P2": 2})
    t.do("Commit", seat="P2", back=1)
    assert t.told == [{"kind": "CommitMade", "seat": "P2"}]
    t.do("Commit", seat="P1", back=0)
    assert [one["seat"] for one in t.told if one["kind"] == "CommitMade"] == ["P2", "P1"]


@pytest.mark.rule("CT-MOVE-05")
@pytest.mark.parametrize(("crystals", "more"), [(2, False), (3, False), (4, True)])
def test_more_crystals_than_steps_may_be_told_only_where_somebody_has_them(crystals, more):
    t = Table({"overspend": "clamp"}, phase="movement", **GIVEN, energy={"P1": crystals, "P2": 1})
    question = GAME.awaited(t.state)[0]
    assert dict(question.about) == {"energy": crystals, "back": 3, "forward": 0}
    assert question.open is more
    assert not GAME.awaited(Table(phase="movement", **GIVEN, energy={"P1": 4}).state)[0].open


@pytest.mark.rule("CT-FOLLOW-02")
def test_the_first_seat_must_follow_like_all_others():
    t = Table(**{**GIVEN, "marker": "P4"}, hands=HANDS)
    t.play("P4 D8")
    made = refusal(t, "Play", seat="P1", card="A5")
    assert (made.id, made.rule, dict(made.about)) == ("must-follow", "CT-FOLLOW-02", {"suit": "D"})


def test_why_a_card_cannot_come_from_a_hand():
    t = Table(**GIVEN, hands=HANDS)
    mine = t.state.order[0]
    seat = f"P{mine + 1}"
    assert refusal(t, "Play", seat=seat, card="E7").id == "card-seen"
    unseen = next(card for card in t["deck"])
    assert refusal(t, "Play", seat=seat, card=unseen).id == "not-in-hand"
    assert refusal(t, "Play", seat=seat, card="A4").id == "card-not-in-game"
    other = "P1" if seat != "P1" else "P2"
    assert refusal(t, "Play", seat=other, card=HANDS[other][0]).id == "not-your-turn"


# -- corrections


def test_nothing_is_judged_before_the_first_event():
    start = GAME.start({})
    made = GAME.apply(start, GAME.correction("hand.0", ["A5", "A6"]), "hand")
    assert GAME.check(made.state) == ()
    assert list(GAME.correctable(made.state)) == []


def test_a_place_that_left_the_line_is_not_waited_for():
    t = Table(**GIVEN, pawns={"P1": 1, "P2": 2})
    assert t["queue"] == [3, 2, 1]
    t.do("Correct", "hand", path="line", value=[2, 3])
    assert t["queue"] == [3, 2]
    assert t["pawns"]["P1"] == 3


@pytest.mark.parametrize(
    ("phase", "given", "secrets"),
    [
        ("resolution", {}, set()),
        ("constant", {"pawns": {"P1": "constant", "P3": "constant"}}, {"bid"}),
        ("movement", {"energy": {"P1": 1, "P2": 1}}, {"commit"}),
    ],
)
def test_what_can_be_corrected_in_each_phase(phase, given, secrets):
    t = Table(phase=phase, **GIVEN, **given)
    paths = {field.path.partition(".")[0]: field for field in GAME.correctable(t.state)}
    assert set(paths) & {"bid", "commit"} == secrets
    assert {"phase", "line", "present", "constant", "controller", "energy", "pawn", "marker"} <= set(paths)
    assert paths["energy"].choices == tuple(range(11))
    assert paths["round"].choices == tuple(range(1, 11))
    assert paths["pawn"].choices == (0, 1, 2, 3)
    assert paths["controller"].choices == (-1, 0, 1, 2, 3)


# -- who may know what


def test_a_view_tells_the_colours_the_cards_in_the_game_and_who_wins_so_far():
    t = Table({"players": 4, "colours": ["white", "red", "blue", "black"]}, **GIVEN, hands=HANDS)
    view = GAME.view(t.state, None)
    assert view["colours"] == ["white", "red", "blue", "black"]
    assert view["lowest"] == 5
    assert view["winning"] == -1
    assert view["discs"] == [3, 2, 3, 2]
    first = t.state.order[0]
    t.play(f"P{first + 1} {HANDS[f'P{first + 1}'][0]}")
    assert GAME.view(t.state, None)["winning"] == first
    travel = Table(**GIVEN, phase="movement", energy={"P1": 1, "P2": 1})
    assert GAME.view(travel.state, None)["winning"] == -1


def test_a_standing_card_wins_until_it_is_beaten():
    t = Table({"hands": "table"}, **GIVEN, pawns={"P1": 1, "P2": 2, "P3": 2, "P4": 2})
    assert t.state.queue[0] == 2  # nobody is in the present
    assert GAME.view(t.state, None)["winning"] == 3  # the disc that lies there


def test_an_imagined_world_has_another_bid_and_all_the_cards():
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    t = Table(**given, hands=HANDS)
    t.do("Bid", seat="P3", card="D10")
    whole = sorted([*t.state.deck, *(card for hand in t.state.hands for card in hand), "D10"])
    seen = set()
    for seed in range(12):
        world = GAME.imagine(t.state, 0, Random(seed).randrange)
        assert sorted([*world.deck, *(c for hand in world.hands for c in hand), world.bids[2]]) == whole
        assert [len(hand) for hand in world.hands] == [8, 8, 7, 8]
        seen.add(world.bids[2])
    assert len(seen) > 1
    own = GAME.imagine(t.state, 2, Random(1).randrange)
    assert own.bids[2] == "D10"


def test_an_imagined_hand_is_full_even_when_too_few_cards_fit():
    t = Table(**GIVEN, hands=HANDS, voids={"P2": ["A", "B", "C", "D"]})
    for seed in range(6):
        hand = GAME.imagine(t.state, 0, Random(seed).randrange).hands[1]
        assert len(hand) == len(set(hand)) == 8
        unseen = {*t.state.deck, *t.state.hands[1], *t.state.hands[2], *t.state.hands[3]}
        assert {card for card in unseen if card[0] == "E"} <= set(hand)  # all that fit, others only then


@pytest.mark.rule("CT-PARADOX-09")
def test_imagined_crystals_are_such_as_could_be_spent():
    line = {"round": 4, "line": [3, 5, 6, 8], "present": 5, "events": {
        "3": event("A8", "P2"), "6": event("B8", "P4"), "8": event("C8", "P1")}}  # fmt: skip
    t = Table({"mode": "paradox"}, phase="movement", **line, energy={"P1": 1, "P2": 4, "P3": 1})
    t.do("Commit", seat="P2", back=0, forward=2)
    found = {GAME.imagine(t.state, 0, lambda n, k=k: min(k, n - 1)).commits[1] for k in range(6)}
    assert found == {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)}
    assert GAME.imagine(t.state, 1, Random(1).randrange).commits[1] == (0, 2)


def test_an_imagined_world_asks_about_its_own_cards():
    t = Table(**GIVEN, hands=HANDS)
    asked = t.state.order[0]
    seat = (asked + 1) % 4
    for seed in range(4):
        world = GAME.imagine(t.state, seat, Random(seed).randrange)
        question = GAME.awaited(world)[0]
        assert question.owner == asked
        assert {answer.card for answer in question.answers} <= set(world.hands[asked])


# -- the course of a game


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
    t.play("P4 C5", "P3 C6")
    assert t["queue"] == [1]
    assert t["order"] == ["P1"]


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
    assert "hands-differ" not in found(t, "hand.0", ["?"] * 8)
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
