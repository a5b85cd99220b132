"""A real table comes first: pieces told by hand, piles left on the table, pieces unknown to the box."""

import pytest

from companion.engine import Refusal

from .playing import CZ, DAWN, ERAS, INDUSTRY, MEDIEVAL, MR_TIME, RENAISSANCE, Table, foo_phase, game, table

BY_HAND = {"foo": "hand", "bag": "hand", "missions": "hand", "huge": "hand", "hands": "hand", "drop": "hand"}
ON_THE_TABLE = {"huge": "table", "hands": "table"}

# -- told by hand --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", ["bag", "missions", "huge", "hands", "drop"])
def test_what_is_told_by_hand_may_be_a_piece_that_is_not_listed(stream: str) -> None:
    for source, is_open in (("app", False), ("hand", True)):
        state = game().start({stream: source, "agents": [CZ, MR_TIME]})
        assert not isinstance(state, Refusal)
        t = Table(game(), state)
        seen = False
        while t.asked != "act":
            if t.question.stream == stream:
                assert t.question.open is is_open
                seen = True
            t.do(**t.answers[0], source="app")
        assert seen


@pytest.mark.rule("CARD-01", "SETUP-16")
def test_an_unknown_card_is_learned_and_takes_the_place_of_an_invented_one() -> None:
    t = table(BY_HAND, phase="foo", seen=[], bag=[])
    assert t.refuses("CARD-01", "CardRevealed", card="sonic-screwdriver", source="hand").id == "unknown-card"
    t.do("Learn", piece="card", entry={"id": "sonic-screwdriver", "era": INDUSTRY, "dimension": "star"})
    t.do("CardRevealed", card="sonic-screwdriver", source="hand")
    assert t["available"][INDUSTRY] == ["sonic-screwdriver"]
    assert len(t["huge"]) == 48
    cards = t.state.setting.box.cards
    missing = set(game().pieces.huge) - set(t["huge"])
    assert [cards[card].source for card in missing] == ["stand-in"]
    assert t.game.learned(t.state)["card"][0]["id"] == "sonic-screwdriver"


def test_a_card_that_the_box_holds_is_not_learned_again_and_not_seen_twice() -> None:
    t = table(BY_HAND, phase="foo", seen=[], bag=[], available=["matriochka"])
    t.refuses("CARD-15", "CardRevealed", card="matriochka", source="hand")
    assert t.game.learned(t.state) == {}


def test_a_card_of_an_unknown_era_alone_is_no_card_where_the_huge_deck_is_tracked() -> None:
    t = table(BY_HAND, phase="foo", seen=[], bag=[])
    t.refuses("CARD-01", "CardRevealed", card="?3", source="hand")


def test_a_card_outside_the_huge_deck_is_taken_by_hand_only() -> None:
    t = table(phase="foo", seen=[], bag=[])
    t.refuses("FOO-06", "CardRevealed", card="neon-patch", source="hand")
    t = table(BY_HAND, phase="foo", seen=[], bag=[])
    t.refuses("FOO-06", "CardDrawn", card="neon-patch", source="hand")
    t.do(
        "CardRevealed", card="neon-patch", source="hand"
    )  # of an agent who does not play, and yet it lies there
    assert t["available"]["globalization"] == ["neon-patch"]


def test_an_untracked_huge_deck_takes_a_card_by_name_too() -> None:
    t = table(ON_THE_TABLE, phase="foo", seen=[], bag=[])
    t.refuses("CARD-01", "CardRevealed", card="?9", source="hand")
    t.refuses("CARD-01", "CardRevealed", card="sonic-screwdriver", source="hand")
    t.do("CardRevealed", card="matriochka", source="hand")
    assert t["available"][INDUSTRY] == ["matriochka"]


def test_a_drawn_card_that_was_not_listed_is_taken_by_hand_only() -> None:
    t = table({"hands": "hand", "huge": "hand"}, hand={MR_TIME: ["war-horse"]}).do("EndActions")
    assert t.asked == "draw-card"
    t.refuses("CARD-15", "CardDrawn", card="war-horse", source="hand")
    t.refuses("CARD-01", "CardDrawn", card="?3", source="hand")
    t.refuses("CARD-06", "CardRevealed", card="holy-grail", source="hand")
    t.do("CardDrawn", card="holy-grail", source="hand")
    assert t["hand"][CZ] == ["holy-grail"]
    assert len(t["draw"][CZ]) == 5
    t = table().do("EndActions")
    t.refuses("CARD-06", "CardDrawn", card="holy-grail", source="hand")


@pytest.mark.rule("SETUP-03")
def test_an_unknown_mission_is_learned_and_turned() -> None:
    t = table(BY_HAND, phase="archive", agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6}).do("Archive", yes=True)
    assert (
        t.refuses("SETUP-03", "MissionRevealed", mission="tickle-dr-foo", source="hand").id
        == "unknown-mission"
    )
    t.do("Learn", piece="mission", entry={"id": "tickle-dr-foo", "threshold": 2})
    t.do("MissionRevealed", mission="tickle-dr-foo", source="hand")
    assert t["tiles"][DAWN] == "m9"
    assert "tickle-dr-foo" in t["tiles"].values()
    assert t.game.learned(t.state) == {"mission": [{"id": "tickle-dr-foo", "threshold": 2}]}


@pytest.mark.rule("SETUP-03", "MISSION-09")
def test_the_damage_of_a_learned_mission_is_set_by_hand_and_it_can_be_archived() -> None:
    t = table(BY_HAND)
    t.do("Learn", piece="mission", entry={"id": "tickle-dr-foo", "threshold": 2})
    t.do("Correct", path="tile.0", value="tickle-dr-foo").do("Correct", path="damage.0", value=2)
    t.do("EndActions")
    assert t.asked == "archive"


def test_a_mission_that_is_already_there_is_refused() -> None:
    t = table(BY_HAND, phase="archive", agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6}).do("Archive", yes=True)
    t.refuses("SETUP-03", "MissionRevealed", mission="m9", source="hand")  # on the board
    t.refuses("SETUP-03", "MissionRevealed", mission="m10", source="hand")  # just archived


@pytest.mark.rule("SETUP-09")
def test_another_starting_era_is_learned_and_the_pawn_set_by_hand() -> None:
    t = table()
    t.do("Learn", piece="agent", entry={"id": CZ, "start": RENAISSANCE}).do(
        "Correct", path="agent.0", value=2
    )
    assert t["agents"][CZ] == RENAISSANCE
    assert t.state.setting.box.agents[CZ].start == 2
    assert t.state.setting.box.agents[CZ].effect == game().pieces.agents[CZ].effect
    assert t.game.learned(t.state)["agent"] == [{"id": CZ, "start": RENAISSANCE}]


def test_a_piece_without_sense_is_not_learned() -> None:
    t = table()
    for piece, entry in (
        ("card", {"id": "x"}),
        ("card", {"id": "x", "era": "yesterday"}),
        ("card", {"id": "x", "era": DAWN, "effect": [{"explode": 1}]}),
        ("spoon", {"id": "x"}),
        ("duplicate", {"id": "7>9"}),
        ("mission", {"id": "x"}),
        ("mission", {}),
        ("mission", 3),
    ):
        assert t.refuses("", "Learn", piece=piece, entry=entry).id == "bad-piece"


def test_learned_pieces_survive_saving() -> None:
    t = table(BY_HAND)
    t.do("Learn", piece="card", entry={"id": "sonic-screwdriver", "era": INDUSTRY})
    t.do("Correct", path="card.sonic-screwdriver", value="ready.0")
    loaded = t.game.load(t.game.dump(t.state))
    assert loaded == t.state
    assert t.game.awaited(loaded) == t.game.awaited(t.state)
    assert {"kind": "UseCard", "card": "sonic-screwdriver"} in t.answers


# -- left on the table ---------------------------------------------------------------------------------------


@pytest.mark.rule("FOO-06", "ADD-01")
def test_an_untracked_card_is_known_by_its_era_alone_and_still_taken() -> None:
    t = table(ON_THE_TABLE, phase="foo", seen=[], bag=[])
    assert t.offers("CardRevealed", "card") == [f"?{era}" for era in range(7)]
    t.do("CardRevealed", card="?0", source="hand")
    assert t["available"][DAWN] == ["?0"]
    t.do("FooRevealed", era=INDUSTRY, source="app").do("RiftsLanded", landed={INDUSTRY: 2}, source="hand")
    t.do("EndActions")
    assert t.offers("TakeCard", "card") == ["?0", ""]
    t.do("TakeCard", card="?0")
    assert t["available"][DAWN] == []


@pytest.mark.rule("VORTEX-10", "FOO-07")
def test_untracked_cards_are_destroyed_by_a_vortex_too() -> None:
    t = foo_phase(
        ON_THE_TABLE, rifts={INDUSTRY: 3}, available=["?3", "?3", "?1"], agenda=[["reveal-foo"], ["throw"]]
    )
    t.do("FooRevealed", era=INDUSTRY, source="app")
    t.do("RiftsLanded", landed={INDUSTRY: 1, RENAISSANCE: 1}, source="hand")
    assert t["available"][INDUSTRY] == []
    assert t["available"][MEDIEVAL] == ["?1"]
    assert t["destroyed"] == ["?3", "?3"]


@pytest.mark.rule("ACT-08", "ACT-09")
def test_a_card_of_an_untracked_hand_is_played_as_its_effect_and_checked() -> None:
    t = table(ON_THE_TABLE, rifts={DAWN: 2}, tiles={MEDIEVAL: "m6", INDUSTRY: "m3"})
    t.do("PlayEffect", effect=[{"remove-rift": 2}, {"add-energy": 1, "at": "adjacent"}])
    assert t["rifts"][DAWN] == 0
    assert t["damage"][MEDIEVAL] == [DAWN]
    assert t["damage"][INDUSTRY] == 2
    t.do("PickEra", era=MEDIEVAL)
    assert t["energy"][MEDIEVAL] == 1
    assert t.refuses("ACT-08", "PlayEffect", effect=[{"win": 1}]).id == "bad-effect"
    assert t.refuses("ACT-08", "PlayEffect", effect=[{"add-energy": 99}]).id == "bad-effect"


def test_effects_cannot_be_entered_where_hands_are_tracked() -> None:
    table().refuses("ACT-03", "PlayEffect", effect=[{"add-energy": 1}])


@pytest.mark.rule("LOOP-01", "LOOP-03", "LOOP-04")
def test_a_loop_with_an_untracked_hand_is_paid_and_the_cards_are_left_to_the_players() -> None:
    t = table(ON_THE_TABLE, energy={DAWN: 1}, tiles={MEDIEVAL: "m7"})
    assert t.offers("Loop", "dimension") == ["spiral", "star", "stripe"]
    t.do("Loop", dimension="star")
    assert t["energy"][DAWN] == 0
    assert t["damage"][MEDIEVAL] == [DAWN]
    assert t.happened("LeftToPlayers") == [{"what": "loop"}]
    t.refuses("LOOP-03", "Loop", dimension="star")
    t.refuses("LOOP-04", "Loop", dimension="black-hole")


@pytest.mark.rule("END-03", "BONUS-01")
def test_draws_refills_and_the_bonus_are_left_to_the_players_and_said_so() -> None:
    t = table(ON_THE_TABLE, agents={CZ: MEDIEVAL}, damage={MEDIEVAL: 6})
    t.do(
        "PlayEffect",
        effect=[{"draw": 2}, {"discard": 1}, {"apply-card": "discard"}, {"destroy-card": 1, "from": "hand"}],
    )
    assert [told["what"] for told in t.happened("LeftToPlayers")] == [
        "draw",
        "discard",
        "apply-card",
        "destroy-card",
    ]
    t.do("EndActions").do("Archive", yes=True).do("MissionRevealed", mission="m3", source="hand")
    assert [told["what"] for told in t.happened("LeftToPlayers")] == ["bonus", "refill"]
    assert t["active"] == MR_TIME


def test_with_untracked_hands_and_a_known_huge_deck_cards_come_and_go_by_name() -> None:
    t = (
        table({"hands": "table"}, available=["spartan-shield"])
        .do("EndActions")
        .do("TakeCard", card="spartan-shield")
    )
    assert t.happened("CardTaken") == [{"agent": CZ, "card": "spartan-shield"}]
    assert t["top"] == {CZ: [], MR_TIME: []}


def test_a_whole_game_can_be_played_with_everything_on_the_table() -> None:
    state = game().start({**BY_HAND, **ON_THE_TABLE, "agents": [CZ, MR_TIME]})
    t = Table(game(), state)
    while t.outcome is None:
        answers = t.question.answers
        made = t.game.apply(t.state, answers[-1], "hand")
        assert not isinstance(made, Refusal)
        t.state = made.state
        assert t.game.check(t.state) == ()
        assert len(t["seen"]) <= len(ERAS)
    assert t["turn"] <= 21
