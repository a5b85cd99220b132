"""Owners' boxes laid over the shipped one, and pieces that the companion learns at a table."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.the_loop.box.boxes import (
    Box,
    BoxMistakes,
    load_box,
    piece_id,
    remember,
)
from companion.games.the_loop.rules.pieces import DIMENSIONS, ERA_IDS
from companion.words import Mistake
from tests.games.names import checker

check_box = checker("the-loop")

SHIPPED = Box.from_plain(load_box())


def owned(directory: Path, **files: str) -> Box:
    for name, text in files.items():
        (directory / f"{name}.toml").write_text(text, encoding="utf-8")
    return Box.from_plain(load_box(directory))


SWORD = """
[[card]]
id = "clockwork-sword"
name = { en = "Clockwork Sword", fr = "Épée à Ressort" }
dimension = "star"
era = "medieval"
effect = [{ push = 3 }]
"""


def test_an_owners_card_takes_the_place_of_an_invented_one_of_its_era(tmp_path: Path) -> None:
    box = owned(tmp_path, mine=SWORD)
    card = box.cards["clockwork-sword"]
    assert (card.dimension, card.era, card.effect, card.source) == (
        "star",
        1,
        (("push", 3, "here"),),
        "owner",
    )
    assert len(box.huge) == 49
    (gone,) = set(SHIPPED.huge) - set(box.huge)
    assert SHIPPED.cards[gone].era == 1
    assert SHIPPED.cards[gone].source == "stand-in"
    assert check_box(tmp_path) == []


def test_a_card_with_the_id_of_a_shipped_one_replaces_it_whole(tmp_path: Path) -> None:
    box = owned(tmp_path, mine='[[card]]\nid = "war-horse"\nera = "industry"')
    assert box.cards["war-horse"]._replace(source="") == (
        "war-horse", {}, None, 3, None, (), "", {},
    )  # fmt: skip
    assert set(box.huge) == set(SHIPPED.huge)


def test_a_starting_card_takes_the_place_of_one_of_the_same_agent(tmp_path: Path) -> None:
    box = owned(tmp_path, mine=SWORD + 'agent = "v-girl"')
    assert len(box.starting["v-girl"]) == 6
    assert "clockwork-sword" in box.starting["v-girl"]
    assert "super-underwear" in box.starting["v-girl"]  # told, so it stays as long as inventions can go
    assert box.huge == SHIPPED.huge
    assert {agent: cards for agent, cards in box.starting.items() if agent != "v-girl"} == {
        agent: cards for agent, cards in SHIPPED.starting.items() if agent != "v-girl"
    }


def test_a_whole_deck_of_ones_own_leaves_nothing_invented(tmp_path: Path) -> None:
    cards = "".join(f'[[card]]\nid = "mine-{n}"\nera = "{ERA_IDS[n % 7]}"\n' for n in range(49))
    assert owned(tmp_path, mine=cards).huge == tuple(sorted(f"mine-{n}" for n in range(49)))
    assert check_box(tmp_path) == []


def test_replaces_stand_ins_leaves_out_everything_shipped_of_the_sorts_in_the_file(tmp_path: Path) -> None:
    box = owned(tmp_path, mine="replaces-stand-ins = true" + SWORD)
    assert box.huge == ("clockwork-sword",)
    assert box.starting == SHIPPED.starting
    assert box.tokens == SHIPPED.tokens
    (mistake,) = check_box(tmp_path)
    assert (mistake.entry, mistake.problem) == ("[[card]]", "There are only 1; a box holds 49.")


def test_an_owners_duplicate_takes_the_place_of_one_of_its_generation_era(tmp_path: Path) -> None:
    box = owned(tmp_path, bag='[[duplicate]]\nid = "3>4"\n[[duplicate]]\nid = "0>2#2"')
    assert len(box.tokens) == 28
    assert box.tokens["3>4"] == (3, 4)
    assert box.tokens["0>2#2"] == (0, 2)
    assert Counter(generation for generation, _ in box.tokens.values()) == dict.fromkeys(range(7), 4)


def test_numbers_of_the_hq_board_are_replaced_table_by_table(tmp_path: Path) -> None:
    box = owned(tmp_path, hq="[hq.cycles]\nduplicates = [1, 1, 2]\ncards = [1, 2, 3]")
    assert box.duplicates_per_cycle == (1, 1, 2)
    assert box.cards_per_cycle == (1, 2, 3)
    assert box.setup_duplicates == SHIPPED.setup_duplicates


def test_an_era_keeps_its_place_in_the_ring(tmp_path: Path) -> None:
    era = '[[era]]\nid = "medieval"\nname = { fr = "An Mil" }\ncolour = "#000000"\nshape = "circle"'
    box = owned(tmp_path, eras=era)
    assert [era.id for era in box.eras] == list(ERA_IDS)
    assert box.eras[1].name == {"fr": "An Mil"}


def test_an_owner_who_has_entered_nothing_yet_plays_with_the_shipped_box(tmp_path: Path) -> None:
    assert load_box(tmp_path) == SHIPPED.plain


def test_a_box_with_mistakes_is_not_loaded_and_tells_the_first(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        '[[card]]\nid = "a"\nera = "mediaeval"\ndimension = "sta"', encoding="utf-8"
    )
    with pytest.raises(BoxMistakes, match=r"mine\.toml.*\[\[card\]\].*unknown-word.*dimension") as caught:
        load_box(tmp_path)
    assert len(caught.value.flaws) == len(check_box(tmp_path)) == 2


@pytest.mark.parametrize(
    ("entry", "least", "full"),
    [
        ('[[mission]]\nid = "m{0}"\nthreshold = 3\n', 7, 10),
        ('[[agent]]\nid = "a{0}"\nstart = "industry"\n', 4, 5),
        ('[[era]]\nid = "{1}"\ncolour = "#000000"\nshape = "circle"\n', 7, 7),
    ],
)
def test_too_few_pieces_to_set_up_a_game_are_a_hindrance(
    tmp_path: Path, entry: str, least: int, full: int
) -> None:
    entries = [entry.format(number, ERA_IDS[number]) for number in range(least)]
    owned(tmp_path, mine="replaces-stand-ins = true\n" + "".join(entries))
    with pytest.raises(BoxMistakes, match=f"too-few.*{least - 1}, {full}"):
        owned(tmp_path, mine="replaces-stand-ins = true\n" + "".join(entries[1:]))


def test_a_sixth_agent_may_bring_starting_cards_and_is_told_to_be_too_many(tmp_path: Path) -> None:
    agent = '[[agent]]\nid = "dr-bar"\nstart = "industry"\nability = { when = "action", effect = [] }\n'
    box = owned(tmp_path, mine=agent)
    assert box.starting["dr-bar"] == ()
    assert box.agents["dr-bar"].once
    assert [(mistake.entry, mistake.problem) for mistake in check_box(tmp_path)] == [
        ("[[agent]]", "There are 6; a box holds 5."),
        ('[[card]] agent = "dr-bar"', "There are only 0; a box holds 6."),
    ]
    assert owned(tmp_path, mine=agent + SWORD + 'agent = "dr-bar"').starting["dr-bar"] == ("clockwork-sword",)


def test_no_mission_gives_way_because_all_ten_are_told(tmp_path: Path) -> None:
    box = owned(tmp_path, mine='[[mission]]\nid = "m11"\nthreshold = 3')
    assert set(box.missions) == {*SHIPPED.missions, "m11"}


def test_no_card_gives_way_where_there_is_room(tmp_path: Path) -> None:
    moved = '[[card]]\nid = "spartan-shield"\nera = "medieval"\nagent = "v-girl"\n'
    box = owned(tmp_path, mine=moved + SWORD)
    assert set(box.huge) == set(SHIPPED.huge) - {"spartan-shield"} | {"clockwork-sword"}


def test_a_card_too_many_is_told_and_no_hindrance(tmp_path: Path) -> None:
    cards = "".join(f'[[card]]\nid = "mine-{n}"\nera = "industry"\n' for n in range(50))
    assert len(owned(tmp_path, mine=cards).huge) == 50
    assert [mistake.problem for mistake in check_box(tmp_path)] == ["There are 50; a box holds 49."]


def test_a_mistake_is_one_line() -> None:
    assert str(Mistake("a.toml", "[[card]] 1", "Wrong.", "Mend it.")) == "a.toml: [[card]] 1: Wrong. Mend it."
    assert str(Mistake("a.toml", "", "Wrong.", "Mend it.")) == "a.toml: Wrong. Mend it."


# -- learned at the table -----------------------------------------------------------------------------------


def test_a_card_is_learned_with_what_is_known_of_it() -> None:
    box = SHIPPED.with_piece("card", {"id": "odd-card", "era": 4, "dimension": None})
    assert box.cards["odd-card"] == (
        "odd-card",
        {},
        None,
        4,
        None,
        (),
        "owner",
        {},
    )
    assert set(box.huge) == {*SHIPPED.huge, "odd-card"}
    assert "odd-card" not in SHIPPED.cards
    assert json.loads(json.dumps(box.plain)) == box.plain


def test_a_mission_is_learned_without_its_trigger() -> None:
    mission = SHIPPED.with_piece("mission", {"id": "m11", "threshold": 4}).missions["m11"]
    assert mission[2:8] == ("by-hand", "any", "free", 4, False, False)


def test_a_duplicate_is_learned() -> None:
    box = SHIPPED.with_piece("duplicate", {"id": "2>3"})
    assert box.tokens["2>3"] == (2, 3)
    assert len(box.tokens) == 29


def test_the_start_of_an_agent_is_learned_and_its_ability_stays() -> None:
    box = SHIPPED.with_piece("agent", {"id": "v-girl", "start": 6})
    before, after = SHIPPED.agents["v-girl"], box.agents["v-girl"]
    assert after.start == 6
    assert (after.name, after.effect, after.when) == (before.name, before.effect, before.when)
    told = next(entry for entry in box.plain["agent"] if entry["id"] == "v-girl")
    assert (told["source"], told["stand-in"]) == ("owner", ["ability"])
    assert list(box.agents) == list(SHIPPED.agents)


def test_learning_all_of_an_agent_leaves_nothing_invented() -> None:
    ability = {"when": "action", "effect": [{"pull": 1}]}
    box = SHIPPED.with_piece("agent", {"id": "mr-time", "start": "medieval", "ability": ability})
    assert "stand-in" not in next(entry for entry in box.plain["agent"] if entry["id"] == "mr-time")
    assert box.agents["mr-time"].effect == (("pull", 1),)


def test_a_learned_piece_may_be_told_again() -> None:
    once = SHIPPED.with_piece("card", {"id": "odd-card", "era": 4})
    twice = once.with_piece("card", {"id": "odd-card", "era": 5, "dimension": "star"})
    assert twice.cards["odd-card"][2:4] == ("star", 5)
    assert len(twice.cards) == len(once.cards)
    thrice = twice.with_piece("card", {"id": "odd-card", "era": 5})
    assert thrice.cards["odd-card"].dimension is None  # what is not told again is not known


def test_a_shipped_piece_that_is_told_anew_leaves_all_others_as_they_were() -> None:
    box = SHIPPED.with_piece("card", {"id": "war-horse", "era": 1, "dimension": "stripe"})
    assert box.cards["war-horse"].dimension == "stripe"
    assert [card for card in box.cards.values() if card.id != "war-horse"] == [
        card for card in SHIPPED.cards.values() if card.id != "war-horse"
    ]


def test_an_agent_that_nobody_knew_is_learned() -> None:
    box = SHIPPED.with_piece("agent", {"id": "dr-bar", "start": 2})
    assert box.agents["dr-bar"][2:6] == (2, "action", True, ())


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("era", {"id": "medieval"}),
        ("card", {"id": "a"}),
        ("card", {"id": "a", "era": 2, "effect": [{"pul": 1}]}),
        ("mission", {"id": "a"}),
        ("duplicate", {"id": "2>7"}),
        ("duplicate", {"id": "zebra"}),
    ],
)
def test_what_cannot_be_a_piece_is_not_learned(kind: str, entry: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        SHIPPED.with_piece(kind, entry)


@pytest.mark.parametrize(
    "plain", [None, [], {}, {"version": 2}, {"version": 1}, {"version": 1, "card": [{}]}]
)
def test_damaged_data_is_not_a_box(plain: Any) -> None:
    with pytest.raises(ValueError, match="box"):
        Box.from_plain(plain)


def test_what_was_learned_is_remembered_for_the_next_game(tmp_path: Path) -> None:
    directory = tmp_path / "boxes" / "mine"
    path = remember(directory, {"card": [{"id": "odd-card", "era": 4, "dimension": None}]})
    remember(directory, {"duplicate": [{"id": "2>3"}], "card": [{"id": "odd-card", "era": 5}]})
    assert path.name == "learned.toml"
    box = Box.from_plain(load_box(directory))
    assert box.cards["odd-card"].era == 5
    assert box.tokens["2>3"] == (2, 3)
    assert check_box(directory) == []
    assert [file.name for file in directory.iterdir()] == ["learned.toml"]


def test_what_an_owner_typed_wins_over_what_was_learned(tmp_path: Path) -> None:
    remember(tmp_path, {"card": [{"id": "clockwork-sword", "era": 4}]})
    assert owned(tmp_path, a_first=SWORD).cards["clockwork-sword"].era == 1
    assert check_box(tmp_path) == []


def test_a_damaged_memory_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "learned.toml").write_text("[[card]", encoding="utf-8")
    with pytest.raises(ValueError, match="damaged"):
        remember(tmp_path, {"duplicate": [{"id": "2>3"}]})
    assert (tmp_path / "learned.toml").read_text(encoding="utf-8") == "[[card]"


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)
names = st.dictionaries(st.sampled_from(["en", "fr"]), texts, min_size=1)
effects = st.sampled_from([entry["effect"] for entry in SHIPPED.plain["card"]])


@settings(max_examples=10)
@given(
    names,
    st.sampled_from(ERA_IDS),
    st.sampled_from(DIMENSIONS) | st.none(),
    effects,
)
def test_any_card_comes_back_from_the_memory_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    name: dict[str, str],
    era: str,
    dimension: str | None,
    effect: Any,
) -> None:
    directory = tmp_path_factory.mktemp("box")
    entry = {"id": "learned", "name": name, "era": era, "dimension": dimension, "effect": effect}
    remember(directory, {"card": [entry]})
    assert check_box(directory) == []
    assert (
        Box.from_plain(load_box(directory)).cards["learned"]
        == SHIPPED.with_piece("card", entry).cards["learned"]
    )


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Épée du Temps", "epee-du-temps"),
        ("  V-Girl's  2nd ", "v-girl-s-2nd"),
        ("時", "piece"),
        ("Œuf !", "uf"),
    ],
)
def test_a_name_becomes_an_id(name: str, slug: str) -> None:
    assert piece_id(name) == slug
