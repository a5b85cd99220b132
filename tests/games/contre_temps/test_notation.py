"""Names of pieces, what to put back on the table, and what is agreed before: in a player's words."""

import pytest

from companion.engine import Refusal
from companion.games.contre_temps.rules import inputs
from tests.games.contre_temps.playing import GAME, Table, event
from tests.games.names import called
from tests.raised import raises_saying

GIVEN = {"round": 3, "line": [1, 2, 3], "events": {"1": event("A8", "P2", "A11"), "2": event("B8", "P4")}}


@pytest.mark.parametrize(
    ("field", "value", "en", "fr"),
    [
        ("seat", 0, "Yellow", "Jaune"),
        ("seat", 3, "Green", "Vert"),
        ("seat", 4, "—", "—"),
        ("seat", -1, "—", "—"),
        ("suit", "C", "C Cobalt*", "C Cobalt*"),
        ("suit", "", "—", "—"),
        ("suit", "Z", "Z", "Z"),
        ("card", "A13", "A Amber* 13", "A Ambre* 13"),
        ("card", "?", "a card face down", "une carte face cachée"),
        ("card", "", "—", "—"),
        ("token", 4, "event 4", "l'événement 4"),
        ("token", 0, "the constant", "la constante"),
        ("colour", "white", "White", "Blanc"),
        ("colour", "pink", "pink", "pink"),
        ("agent", "x", "x", "x"),
    ],
)
def test_pieces_and_places_have_names(field, value, en, fr):
    state = Table(**GIVEN).state
    assert called(GAME, state, field, value, "en") == en
    assert called(GAME, state, field, value, "fr") == fr


def phrases(before, after):
    return [(one.id, dict(one.about)) for one in GAME.differences(before.state, after.state)]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("marker", 2, ("set-marker", {"seat": 2})),
        ("constant", "D9", ("set-constant", {"card": "D9"})),
        ("constant", "", ("no-constant", {})),
        ("controller.1", 0, ("set-disc", {"token": 1, "seat": 0})),
        ("controller.1", -1, ("no-disc", {"token": 1})),
        ("standing.2", "E13", ("set-event", {"token": 2, "card": "B8", "standing": "E13"})),
        ("lead.2", "", ("no-event", {"token": 2})),
        ("pawn.3", 0, ("set-pawn", {"seat": 3, "token": 0})),
        ("energy.0", 4, ("set-energy", {"seat": 0, "crystals": 4})),
        ("hand.1", ["?"] * 5, ("set-hand", {"seat": 1, "count": 5})),
        ("discards", ["C5", "C6"], ("set-discards", {"count": 2})),
    ],
)
def test_one_difference_is_one_movement_of_the_hand(path, value, told):
    before, after = Table(**GIVEN), Table(**GIVEN).do("Correct", "hand", path=path, value=value)
    assert phrases(before, after) == [told]
    assert phrases(before, before) == []


def test_a_line_is_put_back_whole():
    before, after = Table(**GIVEN), Table(**GIVEN).do("Correct", "hand", path="line", value=[1, 2])
    assert ("set-line", {"tokens": (1, 2)}) in phrases(before, after)
    assert ("set-line", {"tokens": (1, 2, 3)}) in phrases(after, before)
    assert phrases(after, Table(**GIVEN))[-1][0] != "set-discards"


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"players": 2}, "bad-option"),
        ({"players": 7}, "bad-option"),
        ({"players": "4"}, "bad-option"),
        ({"players": 4.0}, "bad-option"),
        ({"same-suit-constant": 1}, "bad-option"),
        ({"hands": "hand"}, "bad-option"),
        ({"level": 1}, "unknown-option"),
        ({"colours": ["pink", "red", "blue", "white"]}, "unknown-colour"),
        ({"colours": ["red", "red", "blue", "white"]}, "colours-do-not-match"),
        ({"colours": ["red", "blue", "white"]}, "colours-do-not-match"),
        ({"colours": ["red", "blue", "white", "green", "black"]}, "colours-do-not-match"),
    ],
)
def test_what_cannot_be_agreed_is_refused(given, refused):
    made = GAME.start(given)
    assert isinstance(made, Refusal)
    assert made.id == refused
    assert isinstance(GAME.position(given, {}), Refusal)


def test_what_was_agreed_is_kept_with_the_defaults_filled_in():
    assert GAME.chosen(GAME.start({"players": 3})) == {
        "mode": "classic", "players": 3, "colours": ["yellow", "blue", "red"], "crystals": "secret",
        "first": "app", "hands": "app", "tokens": "app", "overspend": "refuse",
        "stale-trump": "current-constant", "same-suit-constant": True, "second-instability-ends": False,
        "paradox-order": "present-first", "rules": 2,
    }  # fmt: skip
    assert {option.id: option.group for option in GAME.options()} == {
        "mode": "table", "players": "table", "colours": "table", "crystals": "table",
        "first": "source", "hands": "source", "tokens": "source", "overspend": "ruling",
        "stale-trump": "ruling", "same-suit-constant": "ruling", "second-instability-ends": "ruling",
        "paradox-order": "ruling", "rules": "version",
    }  # fmt: skip
    assert [GAME.seats(GAME.start({"players": n})) for n in (3, 4, 5, 6)] == [3, 4, 5, 6]


def test_a_position_saved_with_options_that_are_none_is_not_read():
    data = GAME.dump(Table(**GIVEN).state)
    with raises_saying(ValueError, match="bad-option"):
        GAME.load({**data, "options": {**data["options"], "players": 9}})


def test_answers_that_recur_are_made_once():
    assert [one.back for one in inputs.BACK[2]] == list(range(11))
    assert [(one.back, one.forward) for one in inputs.FORWARD[2]] == [(0, steps) for steps in range(1, 10)]
    assert {one.seat for one in (*inputs.BACK[5], *inputs.FORWARD[5])} == {5}
    assert len(inputs.PLAYS) == len(inputs.BIDS) == len(inputs.DEALT) == 6


@pytest.mark.rule("CT-ENERGY-08", "CT-CHANGE-02")
def test_what_happens_is_told_seat_by_seat():
    t = Table(**GIVEN)
    paid = GAME.happenings["IncomePaid"]((2, 1, 0, 2))
    assert GAME.write(t.state, paid) == {
        "kind": "IncomePaid",
        "crystals": {"P1": 2, "P2": 1, "P3": 0, "P4": 2},
    }
    shown = GAME.happenings["BidsRevealed"](("A8", "", "", "B9"))
    assert GAME.write(t.state, shown)["cards"] == {"P1": "A8", "P2": "", "P3": "", "P4": "B9"}
    assert GAME.write(t.state, GAME.happenings["Travelled"](1, 0, 3)) == {
        "kind": "Travelled", "seat": "P2", "token": "constant", "crystals": 3,
    }  # fmt: skip
    assert GAME.write(t.state, GAME.happenings["EventHeld"](2, 3)) == {
        "kind": "EventHeld", "token": 2, "seat": "P4",
    }  # fmt: skip
    given = inputs.Play(2, "A9")
    assert GAME.read(t.state, GAME.write(t.state, given)) == given


def test_a_position_is_told_whole():
    told = GAME.describe(Table(**GIVEN, pawns={"P1": "constant"}, energy={"P2": 3}).state)
    assert told["phase"] == "resolution"
    assert (told["dealer"], told["marker"], told["present"], told["left"]) == (
        "P4",
        "P1",
        3,
        [4, 5, 6, 7, 8, 9, 10],
    )
    assert told["pawns"] == {"P1": "constant", "P2": 3, "P3": 3, "P4": 3}
    assert told["discs"] == {"P1": 3, "P2": 2, "P3": 3, "P4": 2}
    assert told["queue"] == [3, "constant"]
    assert told["order"] == ["P4", "P2", "P3"]
    assert told["question"] == "lead"
    assert told["events"]["3"] == {"lead": "", "standing": "", "controller": "none"}
    start = GAME.describe(GAME.start({}))
    assert (start["present"], start["constant"], start["dealer"], start["question"]) == (
        "none", "none", "none", "dealer",
    )  # fmt: skip


@pytest.mark.rule("CT-MOVE-01", "CT-MOVE-05", "CT-MOVE-06", "CT-PARADOX-08", "CT-PARADOX-09")
@pytest.mark.parametrize(
    ("mode", "back", "forward", "refused", "about"),
    [
        ("classic", 4, 0, "not-enough-energy", {"energy": 3}),
        ("classic", -1, 0, "not-enough-energy", {"energy": 3}),
        ("classic", 0, 1, "no-future", {}),
        ("paradox", 1, 1, "one-direction", {}),
        ("paradox", 2, 0, "too-far", {"steps": 1}),
        ("paradox", 0, 3, "too-far", {"steps": 2}),
        ("paradox", 0, 4, "not-enough-energy", {"energy": 3}),
    ],
)
def test_why_crystals_cannot_be_spent(mode, back, forward, refused, about):
    given = {"round": 3, "line": [1, 2, 3], "present": 1 if mode == "paradox" else 3,
             "events": {str(n): event(f"A{n + 6}", "P2") for n in (1, 2)}}  # fmt: skip
    t = Table({"mode": mode}, phase="movement", **given, energy={"P1": 3, "P2": 1})
    made = GAME.apply(t.state, GAME.inputs["Commit"](0, back, forward))
    assert isinstance(made, Refusal)
    assert (made.id, dict(made.about)) == (refused, about)
    assert GAME.apply(t.state, GAME.inputs["Commit"](3, 0)).id == "not-awaited"


@pytest.mark.parametrize(("marker", "dealer"), [("P1", "P4"), ("P3", "P2"), ("P4", "P3")])
def test_the_dealer_sits_to_the_right_of_the_marker(marker, dealer):
    t = Table(**GIVEN, marker=marker)
    assert (t["marker"], t["dealer"]) == (marker, dealer)


def test_the_marker_goes_back_to_the_first_seat_too():
    before = Table(**GIVEN, marker="P3")
    after = Table(**GIVEN, marker="P3").do("Correct", "hand", path="marker", value=0)
    assert phrases(before, after) == [("set-marker", {"seat": 0})]
    assert ("set-marker", {"seat": -1}) not in [
        (one.id, dict(one.about)) for one in GAME.differences(before.state, GAME.start({}))
    ]


def test_a_bid_set_by_hand_is_no_longer_among_the_unseen_cards():
    given = {**GIVEN, "phase": "constant", "pawns": {"P1": "constant", "P3": "constant"}}
    t = Table({"hands": "table"}, **given)
    assert "C5" in t["deck"]
    t.do("Correct", "hand", path="bid.0", value="C5")
    assert t.state.bids == ["C5", "", "", ""]
    assert "C5" not in t["deck"]


def test_there_is_no_seat_before_nobody():
    with raises_saying(ValueError, match="is not known"):
        GAME.read(Table(**GIVEN).state, {"kind": "Revoke", "seat": -2})
    assert GAME.read(Table(**GIVEN).state, {"kind": "Revoke", "seat": -1}).seat == -1


def test_a_game_sums_itself_up():
    running = Table(**GIVEN)
    assert GAME.summary(running.state) == {
        "mode": "classic", "players": 4, "result": "", "cause": "", "winner": -1, "colour": "", "turns": 3,
        "events": 3, "held": [0, 1, 0, 1], "unstable": False,
    }  # fmt: skip
    given = {"round": 5, "line": [1, 2, 3], "constant": "none", "events": {
        "1": event("A8", "P3"), "2": event("B8", "P3")}}  # fmt: skip
    over = Table({"hands": "table"}, **given, pawns={"P3": 3, "P1": 1, "P2": 1, "P4": 1})
    assert GAME.summary(over.state)["unstable"] is True
    over.play("P3 C9")
    over.play("P1 A5", "P2 A6", "P4 A7")
    assert GAME.summary(over.state) == {
        "mode": "classic", "players": 4, "result": "ranked", "cause": "CT-END-03", "winner": 2,
        "colour": "red", "turns": 5, "events": 3, "held": [0, 0, 3, 0], "unstable": True,
    }  # fmt: skip
    assert over.state.outcome.ranking == ((2,), (0, 1, 3))
    assert over.told[-1] == {"kind": "GameEnded", "seat": "P3", "reason": "three-events"}
    assert GAME.summary(GAME.start({}))["unstable"] is False


def test_the_plain_form_of_a_position_is_that_of_the_journals_that_exist():
    """Another number here needs a way for journals of the old one."""
    assert (GAME.name, GAME.version, GAME.rivals) == ("contre-temps", 1, True)
    assert GAME.marked == frozenset()
    assert GAME.forecast(GAME.start({}), (1.0,)) is None
