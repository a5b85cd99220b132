"""Small things that a slip in the code would change and that no other test looks at."""

from random import Random

import pytest

from companion.engine import Refusal
from companion.games.contre_temps.rules import pieces, state
from tests.games.contre_temps.playing import GAME, Table, event
from tests.raised import raises_saying

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
    with raises_saying(ValueError, match="is not known: one of P1, P2, P3, P4"):
        GAME.read(t.state, {"kind": "Play", "seat": seat, "card": "A5"})


def test_seats_are_told_by_name_or_number():
    t = Table(**GIVEN)
    assert GAME.read(t.state, {"kind": "Play", "seat": "P4", "card": "A5"}).seat == 3
    assert GAME.read(t.state, {"kind": "Play", "seat": 0, "card": "A5"}).seat == 0
    assert GAME.read(t.state, {"kind": "Revoke", "seat": "none"}).seat == -1


@pytest.mark.parametrize("place", ["nowhere", 0, 11])
def test_a_place_that_is_none_is_refused(place):
    with raises_saying(ValueError, match="is not known"):
        Table(pawns={"P1": place})


def test_a_word_that_is_nearly_right_is_suggested():
    with raises_saying(ValueError, match="did you mean energy"):
        Table(energie={"P1": 1})
    with raises_saying(ValueError, match="is not known"):
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


def test_from_the_ninth_event_the_constant_is_nine_steps_back():
    line = list(range(1, 10))
    events = {str(token): event("A8", "P2", "A11") for token in line[:-1]}
    t = Table(round=9, line=line, events=events, phase="movement", energy={"P1": 12})
    answers = next(question.answers for question in GAME.awaited(t.state) if question.owner == 0)
    assert [commit.back for commit in answers if not commit.forward] == list(range(10))


PHASES = {
    "Play": "play",
    "Bid": "bid",
    "Commit": "move",
    "ConstantTurned": "constant",
    "CardDealt": "deal",
    "TokenDrawn": "token",
}


def test_what_nobody_asked_for_is_refused_as_not_awaited_in_every_other_phase() -> None:
    """And only in its own phase for a reason of its own [CT-ROUND-01]."""
    from random import Random

    from companion import games
    from companion.games.contre_temps.rules import refusals

    game = games.load("contre-temps")
    strange = {
        "Play": game.inputs["Play"](0, "none-9"),
        "Bid": game.inputs["Bid"](0, "none-9"),
        "Commit": game.inputs["Commit"](0, -1, 0),
        "ConstantTurned": game.inputs["ConstantTurned"]("none-9"),
        "CardDealt": game.inputs["CardDealt"](0, "none-9"),
        "TokenDrawn": game.inputs["TokenDrawn"]("none"),
    }
    seen: set[tuple[str, str]] = set()
    for options in ({"players": 3}, {"players": 4, "mode": "paradox"}):
        lot, state = Random(7), game.start(options)
        while (asked := game.awaited(state)) and len(seen) < 400:
            for kind, given in strange.items():
                said = refusals.refusal(state, given)
                own = state.phase == PHASES[kind] and (kind not in ("Bid", "Commit") or 0 in state.order)
                assert said is not None
                assert (said.id != "not-awaited") is own, (kind, state.phase, said)
                seen.add((kind, state.phase))
            state = game.apply(state, lot.choice(asked[0].answers)).state
    assert {kind for kind, phase in seen if PHASES[kind] == phase} >= {"Play", "Bid", "Commit"}
