"""What the table screen shows is worked out of the position alone, without Kivy."""

import pytest

from companion.games import load
from companion.games.the_loop.views.table import TablePresenter, TableView
from companion.words import Words


def show(lang: str = "en", options: dict | None = None, **given) -> TableView:
    game = load("the-loop")
    chosen = {"agents": ["mr-time", "time-prowler"], **(options or {})}
    return TablePresenter(game, Words(lang, ["the_loop"])).show(game.position(chosen, given))


def test_an_era_shows_its_pieces():
    view = show(
        rifts={"industry": 3},
        energy={"industry": 2},
        duplicates={"1>4": "industry"},
        agents={"mr-time": "industry"},
        available=["matriochka"],
    )
    era = view.eras[3]
    assert (era.name, era.rifts, era.energy, era.full) == ("Industry", 3, 2, True)
    assert [(token.id, token.home) for token in era.tokens] == [("1>4", 4)]
    assert era.agents == (0,)
    assert era.cards == ("Matriochka",)


def test_the_front_and_the_three_eras_that_cubes_can_reach():
    view = show(foo="dawn-of-time")
    assert [era.front for era in view.eras] == [True] + [False] * 6
    assert [era.reached for era in view.eras] == [True, True, False, False, False, False, True]


@pytest.mark.parametrize(("lang", "name"), [("en", "Industry"), ("fr", "Industrie")])
def test_names_are_in_the_players_language(lang, name):
    assert show(lang).eras[3].name == name


def test_a_mission_shows_its_progress_and_a_vortex_hides_it():
    view = show(tiles={"industry": "m3"}, damage={"industry": 2}, vortexes={"medieval": 1})
    tile = view.eras[3].tile
    assert (tile.kind, tile.done, tile.goal, tile.complete) == ("mission", 2, 5, False)
    assert view.eras[1].tile.kind == "vortex"


def test_a_tile_with_a_space_per_era_tells_which_have_their_cube():
    view = show(tiles={"industry": "m6"}, damage={"industry": ["medieval", "industry"]})
    assert view.eras[3].tile.spaces == (1, 3)


def test_the_hq_counts():
    hq = show(cycle=2, turn=10, seen=["medieval", "industry"], archived=["m4"], vortexes={"medieval": 1}).hq
    assert (hq.cycle, hq.turn, hq.archived, hq.vortexes_left) == (2, 10, 1, 2)
    assert [era for era, seen in hq.foo if seen] == [1, 3]


def test_the_active_agent_and_what_can_be_done():
    view = show(
        agents={"mr-time": "industry"},
        energy={"industry": 1},
        hand={"mr-time": ["spartan-shield"]},
        exhausted={"mr-time": ["super-underwear"]},
    )
    agent = view.agent
    assert (agent.name, agent.initials, agent.era) == ("Mr Time", "MT", "Industry")
    assert [(card.name, card.ready, card.answer is not None) for card in agent.cards] == [
        ("Spartan Shield", True, True),
        ("Super Underwear", False, False),
    ]
    assert [move.to for move in agent.moves] == [2, 4]
    assert agent.price == 1
    assert [other.name for other in view.others] == ["Time Prowler"]


def test_touching_an_era_answers_what_is_asked():
    view = show(agents={"mr-time": "industry"}, energy={"industry": 1})
    assert {answer.kind for answer in view.eras[4].answers} == {"Move", "FreeMove"}
    assert view.eras[0].answers == ()
