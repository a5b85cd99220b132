"""Cards: personal decks, the Huge Deck and the Destroyed Cards pile."""

import pytest

from tests.games.names import called

from .playing import (
    CZ,
    DAWN,
    INDUSTRY,
    MEDIEVAL,
    MR_TIME,
    PROWLER,
    RENAISSANCE,
    Table,
    dropped,
    foo_phase,
    game,
    table,
    using,
)


def drawing(cards: int, **given: object) -> Table:
    return using([{"draw": cards}], **given)


@pytest.mark.rule("CARD-01", "CARD-02")
def test_a_card_has_name_dimension_effect_and_original_era() -> None:
    for card in game().pieces.cards.values():
        assert called(game(), game().start({}), "card", card.id) != card.id
        assert card.dimension in ("spiral", "star", "stripe", "black-hole")
        assert card.era in range(7)
        assert isinstance(card.effect, tuple)
        assert card.agent is None or card.agent in game().pieces.agents


@pytest.mark.rule("CARD-04", "CARD-18")
def test_everybody_sees_hands_and_discards_and_nobody_an_order_of_a_hidden_pile() -> None:
    t = table(hand={CZ: ["holy-grail"]}, discard={MR_TIME: ["war-horse"]})
    for seat in (0, 1, None):
        view = t.game.view(t.state, seat)
        assert view["ready"][0] == ["holy-grail"]
        assert view["discard"][1] == ["war-horse"]
        assert view["huge"] == sorted(view["huge"])
        assert view["draw"] == [sorted(pile) for pile in view["draw"]]
        assert view["bag"] == sorted(view["bag"])
        assert "agenda" not in view


@pytest.mark.rule("CARD-05", "CARD-06", "TERM-23", "CARD-15")
def test_a_draw_moves_the_top_of_your_own_pile_ready_into_your_hand() -> None:
    t = drawing(1, draw={CZ: []}, top={CZ: ["war-horse", "holy-grail"]})
    assert t["hand"][CZ] == ["holy-grail"]
    assert t["top"][CZ] == ["war-horse"]
    assert len(t["draw"][MR_TIME]) == 6
    assert len(t["huge"]) == 49 - 2


@pytest.mark.rule("CARD-06", "CARD-18")
def test_below_the_known_top_any_card_of_the_pile_may_come() -> None:
    t = drawing(2, draw={CZ: ["war-horse", "matriochka"]}, top={CZ: ["holy-grail"]})
    assert t.happened("CardDrew") == [{"agent": CZ, "card": "holy-grail"}]
    assert t.question.owner == "chance"
    assert sorted(t.offers("CardDrawn", "card")) == ["matriochka", "war-horse"]
    t.do("CardDrawn", card="matriochka", source="app")
    assert t["hand"][CZ] == ["holy-grail", "matriochka"]


@pytest.mark.rule("CARD-07", "CARD-15", "TERM-23")
def test_a_discarded_card_lies_on_your_own_discard_pile() -> None:
    t = using([{"discard": 1}], hand={CZ: ["holy-grail"]}, discard={CZ: ["war-horse"]})
    t.do("PickCard", card="holy-grail")
    assert t["discard"] == {CZ: ["war-horse", "holy-grail"], MR_TIME: []}


@pytest.mark.rule("CARD-08")
def test_an_empty_draw_pile_is_made_of_the_discards_and_the_draw_goes_on() -> None:
    t = drawing(3, draw={CZ: []}, top={CZ: ["holy-grail"]}, discard={CZ: ["war-horse", "matriochka"]})
    assert t.order == ["CardUsed", "CardDrew", "DeckShuffled"]
    assert t["discard"][CZ] == []
    t.do("CardDrawn", card="war-horse", source="app")
    assert t["hand"][CZ] == ["holy-grail", "matriochka", "war-horse"]


@pytest.mark.rule("CARD-08")
def test_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    t = drawing(1, draw={CZ: []}, top={CZ: ["holy-grail"]}, discard={CZ: ["war-horse"]})
    assert t["draw"][CZ] == []
    assert t["discard"][CZ] == ["war-horse"]
    assert t.happened("DeckShuffled") == []


@pytest.mark.rule("CARD-08", "END-02", "END-03")
def test_a_hand_just_discarded_can_be_shuffled_back_at_once() -> None:
    t = table(hand={CZ: ["war-horse", "matriochka"]}, draw={CZ: []})
    t.do("EndActions").any_chance(until="draw-duplicate")
    assert t["hand"][CZ] == ["matriochka", "war-horse"]


@pytest.mark.rule("CARD-09", "AMB-22")
def test_with_both_piles_empty_the_other_draws_are_skipped() -> None:
    t = drawing(3, draw={CZ: []}, top={CZ: ["holy-grail"]})
    assert t["hand"][CZ] == ["holy-grail"]
    assert t.asked == "act"


@pytest.mark.rule("CARD-10", "CARD-17")
def test_a_hand_has_no_limit_and_is_refilled_only_in_phase_five() -> None:
    t = drawing(
        5,
        draw={CZ: []},
        top={CZ: ["holy-grail", "war-horse", "matriochka", "spartan-shield", "double-joystick"]},
    )
    assert len(t["hand"][CZ]) == 5
    t = using([{"discard": 1}], hand={CZ: ["holy-grail", "war-horse"]}).do("PickCard", card="holy-grail")
    assert t["hand"][CZ] == ["war-horse"]


@pytest.mark.rule("CARD-11", "CARD-15")
def test_a_destroyed_card_lies_on_top_of_the_common_pile() -> None:
    t = using([{"destroy-card": 1, "from": "hand"}], hand={CZ: ["holy-grail"]}, destroyed=["war-horse"])
    t.do("PickCard", card="holy-grail")
    assert t["destroyed"] == ["war-horse", "holy-grail"]
    t = using(
        [{"destroy-card": 1, "from": "available"}], available=["spartan-shield"], destroyed=["war-horse"]
    )
    assert t["destroyed"] == ["war-horse", "spartan-shield"]
    t = using([{"destroy-card": 1, "from": "discard"}], discard={CZ: ["holy-grail"]})
    assert t["destroyed"] == ["holy-grail"]
    assert t["discard"][CZ] == []


@pytest.mark.rule("CARD-12")
def test_several_cards_destroyed_by_one_effect_lie_in_a_chosen_order() -> None:
    t = using(
        [{"make-available": 2}],
        vortexes={INDUSTRY: 1, MEDIEVAL: 1},
        tiles={INDUSTRY: "none", MEDIEVAL: "none"},
    )
    t.do("CardRevealed", card="matriochka", source="app").do("CardRevealed", card="war-horse", source="app")
    assert sorted(t.offers("PickCard", "card")) == ["matriochka", "war-horse"]
    t.do("PickCard", card="war-horse")
    assert t["destroyed"] == ["war-horse", "matriochka"]


@pytest.mark.rule("CARD-13", "TERM-23")
def test_an_added_card_lies_on_top_of_the_draw_pile_empty_or_not() -> None:
    t = using(
        [{"add-to-deck": 1, "from": "available"}], available=["spartan-shield"], top={CZ: ["war-horse"]}
    )
    assert t["top"][CZ] == ["war-horse", "spartan-shield"]
    t = using([{"add-to-deck": 1, "from": "available"}], available=["spartan-shield"], draw={CZ: []})
    assert t["top"][CZ] == ["spartan-shield"]
    t = using([{"add-to-deck": 1, "from": "destroyed"}], destroyed=["war-horse", "holy-grail"])
    assert t["top"][CZ] == ["holy-grail"]
    assert t["destroyed"] == ["war-horse"]


@pytest.mark.rule("CARD-14", "AMB-21")
def test_an_empty_huge_deck_is_made_of_the_destroyed_cards_when_one_is_needed() -> None:
    t = table(phase="foo", seen=[], bag=[], huge=["matriochka"], destroyed=["war-horse", "holy-grail"])
    assert t["huge"] == []
    assert t["available"][INDUSTRY] == ["matriochka"]
    assert t["destroyed"] == ["war-horse", "holy-grail"]
    t = table(phase="foo", seen=[], bag=[], huge=[], destroyed=["war-horse", "holy-grail"])
    assert t.offers("CardRevealed", "card") == ["holy-grail", "war-horse"]
    assert t["destroyed"] == []
    t = using([{"make-available": 1}], huge=[], destroyed=["war-horse", "holy-grail"])
    assert t.happened("HugeDeckRebuilt") == [{"cards": 2}]


@pytest.mark.rule("CARD-14", "AMB-21")
def test_as_an_option_it_is_made_anew_the_moment_it_is_empty() -> None:
    eager = {"rebuild": "eager"}
    t = table(eager, phase="foo", seen=[], bag=[], huge=["matriochka"], destroyed=["war-horse", "holy-grail"])
    assert t["huge"] == ["holy-grail", "war-horse"]
    t = using([{"destroy-card": 1, "from": "available"}], eager, available=["spartan-shield"], huge=[])
    assert (t["huge"], t["destroyed"]) == (["spartan-shield"], [])


@pytest.mark.rule("CARD-14", "LOSE-05")
def test_with_both_common_piles_empty_no_card_becomes_available() -> None:
    t = table(phase="foo", seen=[], bag=[], huge=[], destroyed=[])
    assert t.asked == "reveal-foo"
    assert all(cards == [] for cards in t["available"].values())


@pytest.mark.rule("CARD-15", "FOO-06")
def test_making_available_concerns_the_huge_deck_alone() -> None:
    t = using([{"make-available": 1}], top={CZ: ["war-horse"]}, discard={CZ: ["holy-grail"]})
    assert t.offers("CardRevealed", "card") == t["huge"]
    t.do("CardRevealed", card="matriochka", source="app")
    assert t["available"][INDUSTRY] == ["matriochka"]
    assert t["top"][CZ] == ["war-horse"]


@pytest.mark.rule("CARD-16", "AMB-23")
def test_a_destroyed_starting_card_can_come_back_through_the_huge_deck() -> None:
    t = using(
        [{"destroy-card": 1, "from": "hand"}, {"make-available": 1}], hand={CZ: ["bottled-comet"]}, huge=[]
    )
    t.do("PickCard", card="bottled-comet")
    assert t["available"][DAWN] == ["bottled-comet"]


@pytest.mark.rule("CARD-03", "CARD-17")
def test_a_deck_is_draw_pile_hand_and_discards() -> None:
    t = dropped(foo_phase({"agents": [PROWLER, CZ]}, agents={PROWLER: RENAISSANCE}), INDUSTRY, inside=2)
    t.end_turn().any_chance(until="reveal-foo")
    deck = [*t["draw"][PROWLER], *t["top"][PROWLER], *t["hand"][PROWLER], *t["discard"][PROWLER]]
    assert len(deck) == len(set(deck)) == 6
