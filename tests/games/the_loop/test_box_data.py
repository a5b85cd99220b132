"""The shipped box: what the rulebooks tell is used as told, and the inventions cover the whole vocabulary."""

import json
import re
from collections import Counter
from collections.abc import Callable

import pytest

from companion.engine.box_files.entry import Entry
from companion.games import load
from companion.games.the_loop.box.boxes import SHIPPED, Box, Card, check_box, load_box
from companion.games.the_loop.rules.pieces import DIMENSIONS, Ultra
from companion.games.the_loop.rules.vocabulary import PLACES, VERBS, Effect, Step, verbs_of
from companion.words import Words, languages
from tests.games.names import called

PLAIN = load_box()
GAME = load("the-loop")
BOX = Box.from_plain(PLAIN)
HUGE = [BOX.cards[card] for card in BOX.huge]
ENTRIES = [
    (kind, entry)
    for kind in ("era", "agent", "card", "mission", "duplicate", "supa", "centrifuge", "ultra")
    for entry in PLAIN[kind]
]


DR_FOOS = ("remove-energy", "by-one-agent", "mix-hands")
"""Verbs that only Dr Foo's own cards have, those of the mode Ultramachina."""


def steps(card: Card | Ultra) -> list[Step]:
    return list(verbs_of(card.effect))


def cards_with(wanted: Callable[[Step], bool]) -> list[str]:
    """The cards on which a step satisfies the predicate."""
    return [card.id for card in BOX.cards.values() if any(map(wanted, steps(card)))]


def ultras_with(wanted: Callable[[Step], bool]) -> list[str]:
    return [ultra.id for ultra in BOX.ultras.values() if any(map(wanted, steps(ultra)))]


# -- counts and names ---------------------------------------------------------------------------------------


@pytest.mark.rule("COMP-06", "COMP-07", "COMP-08", "SETUP-06", "CARD-03")
def test_there_are_30_starting_cards_six_for_each_agent_and_49_in_the_huge_deck() -> None:
    assert len(BOX.cards) == 79
    assert {agent: len(cards) for agent, cards in BOX.starting.items()} == dict.fromkeys(BOX.agents, 6)
    assert len(BOX.huge) == 49
    assert list(BOX.huge) == sorted(BOX.huge)


@pytest.mark.rule("COMP-04", "COMP-14", "COMP-16")
def test_five_agents_ten_missions_28_duplicates() -> None:
    assert list(BOX.agents) == ["time-prowler", "cztwyzzek", "robofinisher-404", "mr-time", "v-girl"]
    assert list(BOX.missions) == [f"m{number}" for number in range(1, 11)]
    assert len(BOX.tokens) == 28


@pytest.mark.rule("ERA-01")
def test_the_eras_stand_in_ring_order_with_their_names() -> None:
    assert [called(GAME, GAME.start({}), "era", era) for era in range(7)] == [
        "Dawn of Time", "Medieval", "Renaissance", "Industry", "Globalization", "Age of Robots",
        "End of Times",
    ]  # fmt: skip
    assert [called(GAME, GAME.start({}), "era", era, "fr") for era in range(7)] == [
        "Aube des Temps", "Moyen Âge", "Renaissance", "Industrie", "Mondialisation", "Ère des Robots",
        "Fin des Temps",
    ]  # fmt: skip


def test_no_two_eras_look_alike() -> None:
    assert len({era.colour for era in BOX.eras}) == len({era.shape for era in BOX.eras}) == 7
    assert all(re.fullmatch("#[0-9A-F]{6}", era.colour) for era in BOX.eras)


@pytest.mark.parametrize("lang", languages())
def test_every_piece_has_a_name_of_its_own_in_every_language(lang: str) -> None:
    words = Words(lang, ["the_loop"])
    for kind in ("era", "agent", "card", "mission", "ultra"):
        keys = [f"piece.{kind}.{entry['id']}" for entry in PLAIN[kind]]
        assert [key for key in keys if key not in words] == []
        assert len({words.say(key) for key in keys}) == len(keys)


# -- where it comes from ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "entry"), ENTRIES, ids=lambda value: value if isinstance(value, str) else value["id"]
)
def test_every_entry_says_where_it_comes_from(kind: str, entry: dict[str, object]) -> None:
    assert entry["source"] in ("rulebook", "review", "stand-in")
    assert Entry.read(entry).invented <= {*entry, "name"}  # the name is in the catalogue


def test_every_number_of_the_hq_board_says_where_it_comes_from() -> None:
    assert {part: entry["source"] for part, entry in PLAIN["hq"].items()} == {
        "cycles": "review",
        "setup": "rulebook",
    }


TOLD = {"stonehenge-stones", "spartan-shield", "war-horse", "holy-grail", "da-vincis-manuscript",
        "matriochka", "gutenbergs-wormhole", "edisons-bulb", "teslas-teleporter", "double-joystick",
        "modem", "neon-patch", "mechanical-grappling-hook", "ionic-temporo-graph",
        "super-underwear"}  # fmt: skip


def test_only_cards_that_a_source_mentions_are_more_than_stand_ins() -> None:
    assert {card.id for card in BOX.cards.values() if card.source != "stand-in"} == TOLD


# -- what is told -------------------------------------------------------------------------------------------


@pytest.mark.rule("FOO-02", "FOO-05", "CYCLE-04", "AMB-01", "AMB-02")
def test_duplicates_and_cards_per_turn_by_cycle() -> None:
    assert BOX.duplicates_per_cycle == (1, 2, 3)
    assert BOX.cards_per_cycle == (1, 1, 1)


@pytest.mark.rule("SETUP-15", "SETUP-16")
def test_setup_numbers_by_players() -> None:
    assert BOX.setup_duplicates == {1: 7, 2: 7, 3: 5, 4: 4}
    assert BOX.setup_cards == {1: 2, 2: 2, 3: 3, 4: 4}


@pytest.mark.rule(*(f"MISSION-{number}" for number in range(10, 20)))
def test_the_ten_missions_ask_what_the_rulebook_tells() -> None:
    asked = {mission.id: mission[2:8] for mission in BOX.missions.values()}
    assert asked == {
        "m1": ("flank", "foo", "free", 3, True, False),
        "m2": ("clean-era", "any", "per-era", 3, True, False),
        "m3": ("remove-rift", "foo", "free", 5, False, False),
        "m4": ("loop", "foo", "free", 4, False, False),
        "m5": ("destroy-duplicate", "foo", "free", 4, False, False),
        "m6": ("remove-rift", "any", "per-era", 7, False, False),
        "m7": ("loop", "any", "per-era", 6, False, False),
        "m8": ("destroy-duplicate", "any", "per-era", 6, False, False),
        "m9": ("add-energy", "tile", "free", 3, False, True),
        "m10": ("add-energy", "tile", "free", 6, False, False),
    }


@pytest.mark.rule("AGENT-04", "AMB-32")
def test_mr_time_moves_another_agent_one_era_once_per_turn() -> None:
    mr_time = BOX.agents["mr-time"]
    assert (mr_time.when, mr_time.once) == ("action", True)
    assert mr_time.effect == (("move", 1, "another-agent", None, False),)


@pytest.mark.rule("AGENT-01", "AMB-09")
def test_time_prowler_cancels_a_rift_at_the_drop() -> None:
    prowler = BOX.agents["time-prowler"]
    assert (prowler.when, prowler.once, prowler.effect) == ("drop", True, (("cancel-rift", 1),))


@pytest.mark.rule("AGENT-05")
def test_v_girl_applies_a_card_from_outside_the_hand() -> None:
    assert [step[0] for step in BOX.agents["v-girl"].effect] == ["apply-card"]
    assert BOX.agents["v-girl"].effect[0][1] != "hand-of-another"


KNOWN: dict[str, Effect] = {
    "spartan-shield": (("remove-rift", 2, "here"),),
    "super-underwear": (("remove-rift", 1, "here"),),
    "gutenbergs-wormhole": (("remove-rift", 1, "here"), ("remove-rift", 1, "a-vortex")),
    "mechanical-grappling-hook": (("pull", 1),),
    "holy-grail": (("until-equal", "energy", "adjacent"),),
    "edisons-bulb": (("apply-card", "hand-of-another", "discard"),),
    "neon-patch": (("remove-rift", 1, "here"),),
}


@pytest.mark.rule("ART-01", "ART-02", "ART-03", "ART-04", "ART-09", "ART-10", "ART-15")
@pytest.mark.parametrize("card", KNOWN)
def test_effects_that_are_told_in_full(card: str) -> None:
    assert BOX.cards[card].effect == KNOWN[card]
    told = next(entry for entry in PLAIN["card"] if entry["id"] == card)
    assert "effect" not in Entry.read(told).invented


@pytest.mark.rule("ART-05")
def test_the_temporo_graph_may_add_its_energy_where_another_agent_stands() -> None:
    assert ("add-energy", 1, "another-agent") in steps(BOX.cards["ionic-temporo-graph"])


@pytest.mark.rule("ART-07", "ART-08", "ART-16", "EFF-13")
def test_war_horse_and_double_joystick_carry() -> None:
    assert [step[3] for step in steps(BOX.cards["war-horse"]) if step[0] == "move"] == ["any"]
    assert [step[3] for step in steps(BOX.cards["double-joystick"]) if step[0] == "move"] == ["vortex"]


@pytest.mark.rule("ART-12", "ART-13")
@pytest.mark.parametrize("card", ["da-vincis-manuscript", "stonehenge-stones"])
def test_cards_that_apply_another_from_outside_the_hand(card: str) -> None:
    ((verb, origin, _),) = BOX.cards[card].effect
    assert verb == "apply-card"
    assert origin != "hand-of-another"


@pytest.mark.rule("ART-14")
def test_the_modem_offers_duplicates_rifts_or_energy() -> None:
    ((verb, options),) = BOX.cards["modem"].effect
    assert verb == "choose"
    assert [option[0][0] for option in options] == ["push", "remove-rift", "add-energy"]


@pytest.mark.rule("ART-06", "ART-07", "ART-11")
def test_eras_and_decks_that_are_told() -> None:
    assert BOX.cards["matriochka"].era == 3
    assert BOX.cards["war-horse"].era == 1
    assert {"matriochka", "war-horse", "teslas-teleporter"} <= set(BOX.huge)


@pytest.mark.rule("ART-03", "ART-04", "ART-05")
def test_dimensions_of_the_pop_quiz() -> None:
    looped = BOX.cards["gutenbergs-wormhole"].dimension
    assert looped in DIMENSIONS[:3]
    assert BOX.cards["ionic-temporo-graph"].dimension == looped
    assert BOX.cards["mechanical-grappling-hook"].dimension != looped


# -- what we invented ---------------------------------------------------------------------------------------


@pytest.mark.rule("AMB-24", "DUP-01")
def test_each_era_has_four_duplicates_on_either_side_never_next_to_each_other() -> None:
    assert Counter(generation for generation, _ in BOX.tokens.values()) == dict.fromkeys(range(7), 4)
    assert Counter(destruction for _, destruction in BOX.tokens.values()) == dict.fromkeys(range(7), 4)
    assert all((d - g) % 7 in (2, 3, 4, 5) for g, d in BOX.tokens.values())
    assert BOX.tokens["5>0"] == (5, 0)


def test_all_49_effects_differ() -> None:
    assert len({card.effect for card in HUGE}) == 49


@pytest.mark.rule("CARD-01", "CARD-02", "AMB-23")
def test_the_huge_deck_is_spread_over_eras_and_dimensions() -> None:
    assert Counter(card.era for card in HUGE) == dict.fromkeys(range(7), 7)
    for era in range(7):
        dimensions = Counter(card.dimension for card in HUGE if card.era == era)
        assert dimensions == {"spiral": 2, "star": 2, "stripe": 2, "black-hole": 1}


def test_every_agent_can_loop_any_elementary_dimension_and_no_starting_card_is_a_black_hole() -> None:
    for cards in BOX.starting.values():
        assert {BOX.cards[card].dimension for card in cards} == {"spiral", "star", "stripe"}


OWNERS = {"ready", "discarded", ("move", "foo"), ("move", "here"), ("move", "each-agent")}
"""What only owners' cards say: it came with the editor, and no card of ours was changed for it."""


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in {*DR_FOOS, *OWNERS}])
def test_every_primitive_is_on_two_cards(verb: str) -> None:
    assert len(cards_with(lambda step: step[0] == verb)) >= 2


@pytest.mark.parametrize("verb", DR_FOOS)
def test_only_dr_foos_cards_do_this(verb: str) -> None:
    assert ultras_with(lambda step: step[0] == verb)
    assert cards_with(lambda step: step[0] == verb) == []


FAMILIES: dict[str, Callable[[Step], bool]] = {
    "EFF-01": lambda step: step[0] == "destroy-duplicate" and step[1] > 1,
    "EFF-02": lambda step: step[0] == "cancel-rift",
    "EFF-03": lambda step: step[0] == "apply-card" and step[1] != "hand-of-another",
    "EFF-04": lambda step: step[:2] == ("apply-card", "hand-of-another"),
    "EFF-05": lambda step: step[0] == "make-available",
    "EFF-06": lambda step: step[0] == "push" and step[1] > 1,
    "EFF-07": lambda step: "another-agent" in step[2:] and step[0] not in ("move", "draw"),
    "EFF-08": lambda step: step[0] == "draw" and step[2] == "each-agent",
    "EFF-09": lambda step: step[0] == "pull" and step[1] > 1,
    "EFF-10": lambda step: (
        step[0] == "choose"
        and {("add-energy", 1, "here"), ("add-energy", 1, "every-vortex")}
        <= {option[0] for option in step[1]}
    ),
    "EFF-11": lambda step: step[0] == "discard" or (step[0] == "destroy-card" and step[2] == "hand"),
    "EFF-12": lambda step: step[0] == "move" and step[3] == "any",
    "EFF-13": lambda step: step[0] == "move" and step[3] == "vortex",
    "EFF-14": lambda step: "sent" in step[2:],
    "EFF-15": lambda step: "drawn" in step[2:],
    "EFF-16": lambda step: step[0] == "until-equal",
    "EFF-17": lambda step: step[0] == "if-agent",
    "EFF-18": lambda step: step[:2] == ("move", "anywhere"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_of_printed_clarifications_is_on_two_cards(family: str) -> None:
    assert len(cards_with(FAMILIES[family])) >= 2


@pytest.mark.parametrize("place", [place for place in PLACES if place not in OWNERS])
def test_every_place_is_named_by_a_card(place: str) -> None:
    assert cards_with(lambda step: place in step[2:]) or ultras_with(lambda step: place in step[2:])


@pytest.mark.parametrize(
    ("verb", "word"),
    [(verb, word) for verb, form in VERBS.items() for word in form.words if (verb, word) not in OWNERS]
    + [
        (verb, word)
        for verb, form in VERBS.items()
        for key, param in form.params
        for word in (param.words or (True,))
        if key not in ("at", "with") and (verb, word) not in OWNERS
    ],
)
def test_every_word_of_the_vocabulary_is_on_a_card(verb: str, word: str | bool) -> None:
    def says(step: Step) -> bool:
        return step[0] == verb and word in step[1:]

    assert cards_with(says) or ultras_with(says)


# -- its form -----------------------------------------------------------------------------------------------


def test_the_shipped_files_have_no_mistakes() -> None:
    assert check_box(SHIPPED) == []


def test_the_plain_box_is_json_and_compiles_to_the_same_box() -> None:
    again = json.loads(json.dumps(PLAIN))
    assert again == PLAIN
    assert Box.from_plain(again) == BOX
    assert BOX.plain == PLAIN
    assert BOX.version == PLAIN["version"] == 1


def test_no_card_id_looks_like_a_card_known_by_its_era_alone() -> None:
    assert all(re.fullmatch("[a-z0-9][a-z0-9-]*", card) for card in BOX.cards)
