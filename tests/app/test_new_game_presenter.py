"""What is agreed before a game: every combination that can be touched begins a game."""

from itertools import product

import pytest

from companion.app.presenters.checklist import ChecklistPresenter
from companion.games import GAMES, load
from companion.games.the_loop.views.new_game import PRESETS, NewGame
from companion.words import Words, languages
from tests.games.names import called

GAME = load("the-loop")


def new(remembered=None, tower="simulated") -> NewGame:
    return NewGame(GAME, remembered or {}, tower)


def test_the_first_game_needs_no_question():
    choice = new()
    assert choice.refusal is None
    assert choice.options["drop"] == "tower"
    assert choice.chosen_preset == "all-digital"
    assert not choice.physical


@pytest.mark.parametrize(
    ("people", "mode", "level", "preset"),
    list(product((1, 2, 3, 4), ("sabotage", "supa", "centrifuge", "ultramachina"), (1, 3), PRESETS)),
)
def test_everything_that_can_be_touched_begins_a_game(people, mode, level, preset):
    choice = new()
    choice.choose_people(people)
    choice.mode, choice.level = mode, level
    choice.preset(preset)
    assert choice.refusal is None
    assert choice.people == people
    assert choice.chosen_preset == preset


def test_agents_go_in_and_out_and_never_become_too_many():
    choice = new()
    choice.toggle(choice.agents[0])
    assert choice.missing == 1
    assert choice.refusal is not None
    choice.toggle("v-girl")
    assert choice.agents[-1] == "v-girl"
    choice.toggle("mr-time")
    assert choice.agents == ["v-girl", "mr-time"]
    assert choice.refusal is None


def test_a_real_tower_stands_on_a_real_table():
    choice = new()
    choice.choose_tower("found")
    assert choice.chosen_preset == "lightly"
    assert choice.options["huge"] == choice.options["hands"] == "table"
    assert choice.options["score"] == "lightly"
    choice.choose_tower("none")
    assert choice.options["drop"] == "hand"


def test_ones_own_mix_is_not_overruled_by_the_tower():
    choice = new()
    choice.choose_source("foo", "hand")
    choice.choose_tower("found")
    assert choice.chosen_preset == ""
    assert choice.sources["bag"] == "app"


def test_hands_that_are_tracked_take_the_huge_deck_along():
    choice = new()
    choice.preset("real-table")
    choice.choose_source("hands", "hand")
    assert choice.sources["huge"] == "hand"
    choice.choose_source("huge", "table")
    assert choice.sources["hands"] == "table"
    assert choice.refusal is None


def test_choices_are_remembered_and_nonsense_is_not():
    choice = new()
    choice.choose_people(1)
    choice.mode = "supa"
    choice.preset("real-table")
    again = new(choice.options)
    assert again.options == choice.options
    odd = new({"mode": "chess", "agents": ["mr-time", {}], "level": "x", "foo": 3, "solo": 9})
    assert odd.options == new().options


@pytest.mark.parametrize(
    ("agents", "taken"),
    [
        (["v-girl", "mr-time"], True),
        (["v-girl", "mr-time", "cztwyzzek", "time-prowler"], True),
        (["v-girl"], False),
        (["v-girl", "v-girl"], False),
        (["v-girl", "nobody"], False),
        (["v-girl", "mr-time", "cztwyzzek", "time-prowler", "robofinisher-404"], False),
        ("v-girl", False),
    ],
)
def test_two_to_four_different_agents_are_remembered(agents, taken):
    choice = new({"agents": agents})
    assert (choice.agents == agents) == taken
    assert choice.count == (len(agents) if taken else 2)


def test_a_real_tower_is_met_lightly_the_first_time_alone():
    assert new(tower="found").chosen_preset == "lightly"
    assert new(tower="none").chosen_preset == new(tower="app").chosen_preset == "all-digital"
    assert new({"mode": "supa"}, tower="found").chosen_preset == "all-digital"
    assert new({"score": "lightly"}).light
    assert not new({"score": "lightly", "mode": "ultramachina"}).light


def test_one_alone_plays_three_agents_or_as_many_as_before():
    choice = new()
    choice.choose_people(1)
    assert (choice.solo, choice.count, len(choice.agents), choice.people) == (3, 3, 3, 1)
    choice.choose_solo(4)
    choice.choose_people(1)
    assert (choice.solo, choice.options["solo"]) == (4, 4)
    choice.choose_people(2)
    assert (choice.solo, choice.count, choice.people, choice.options["players"]) == (0, 2, 2, 2)
    assert len(choice.agents) == 2
    assert new({"solo": 4}).count == 4


def test_a_source_takes_along_only_what_would_contradict_it():
    choice = new()
    choice.preset("lightly")
    assert (choice.score, choice.sources["huge"], choice.sources["hands"]) == ("lightly", "table", "table")
    choice.choose_source("foo", "app")
    assert choice.score == "lightly"
    choice.choose_source("hands", "table")
    assert (choice.score, choice.sources["huge"]) == ("lightly", "table")
    choice.choose_source("hands", "app")
    assert (choice.score, choice.sources["huge"]) == ("fully", "app")
    choice.choose_source("hands", "table")
    assert choice.sources["huge"] == "app"
    choice.choose_source("bag", "table")
    assert choice.sources["huge"] == "app"
    choice.choose_source("hands", "app")
    choice.choose_source("huge", "hand")
    assert choice.sources["hands"] == "app"
    choice.preset("lightly")
    choice.choose_source("huge", "app")
    assert choice.score == "fully"


def test_only_the_pieces_of_the_mode_are_asked_for():
    choice = new()
    for mode, piece in (("supa", "supas"), ("centrifuge", "centrifuges"), ("ultramachina", "ultras")):
        choice.mode = mode
        asked = [one for one in ("supas", "centrifuges", "ultras") if one in choice.shown_sources]
        assert asked == [piece]
    choice.mode = "sabotage"
    assert len(choice.shown_sources) == 6
    choice.sources["supas"] = "hand"
    assert choice.chosen_preset == "all-digital"


def test_an_agreement_is_told_where_it_is_not_the_usual_one():
    choice = new()
    name, usual = next(iter(choice.rulings.items()))
    other = next(one for one in choice.values[name] if one != usual)
    assert name not in choice.options
    choice.choose_ruling(name, other)
    assert choice.options[name] == other
    assert new(choice.options).rulings[name] == other
    assert new({name: "nonsense"}).rulings[name] == usual


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_the_checklist_tells_pieces_and_leaves_no_gap_in_the_words(tmp_path, lang, preset):
    from companion.table import Evening

    choice = new(tower="none")
    choice.preset(preset)
    evening = Evening.begin(GAME, GAMES, choice.options, None, 4, inline=True)
    words = Words(lang, ["the_loop", "tower", "app", "app_screens"])
    steps = ChecklistPresenter(GAME, words, GAMES).show(evening.now)
    assert not [step for step in steps if "‹" in step]
    if preset == "all-digital":  # cards that one agent draws are told by their names, in one step
        cards = [said.card for said, _ in evening.now.setup if said.kind == "CardDrew"]
        names = [called(GAME, evening.now.state, "card", card, lang) for card in cards]
        assert all(any(name in step for step in steps) for name in names)
    assert len(steps) > (20 if preset == "all-digital" else 10)
    asked = words.say("screen-checklist.do.asked")
    assert (steps[-1] == asked) == (preset == "real-table")
