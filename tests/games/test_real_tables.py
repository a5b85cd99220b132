"""Every game at a real table, from the bare shipped box: it begins and ends, and all faces mean the same."""

import argparse

import pytest

from companion.advisor import RandomBot
from companion.app.presenters.game_options import REAL, GameOptions
from companion.engine import CHANCE, Applied, Refusal
from companion.games import NAMES, load
from companion.games.the_loop.views.new_game import NewGame
from companion.terminal import flags

EXPANSIONS = ("bebebots", "gigantobots", "microbots", "multibots", "rouage")
TABLES = {
    "the-loop": [
        {"mode": mode, "level": level, **who}
        for mode in ("sabotage", "supa", "centrifuge", "ultramachina")
        for level in (1, 3)
        for who in ({"players": 2}, {"players": 4}, {"solo": 3})
    ],
    "cyberion": [
        {"players": players, **dict.fromkeys(within, True)}
        for players in (1, 2)
        for within in ((), *((one,) for one in EXPANSIONS), EXPANSIONS)
    ],
    "contre-temps": [
        {"players": players, "mode": mode} for players in (3, 6) for mode in ("classic", "paradox")
    ],
    "example": [{}],
}


def typed(name: str) -> dict:
    """What `--real-table` chooses."""
    game = load(name)
    parsed = argparse.Namespace(real_table=True)
    for option in game.options():
        if option.group == "table":
            setattr(parsed, option.id.replace("-", "_"), None)
    return flags.chosen(game, parsed)


def test_every_game_has_its_tables() -> None:
    assert set(TABLES) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_flag_means_what_the_page_of_a_new_game_means(name: str) -> None:
    game = load(name)
    if name == "the-loop":
        page = NewGame(game, {}, "none")
        page.preset("real-table")
        touched = page.options
    else:
        choice = GameOptions(game, {})
        choice.choose_preset(REAL)
        touched = choice.options
    assert {one: touched[one] for one in typed(name)} == typed(name)


@pytest.mark.parametrize(("name", "table"), [(name, table) for name in TABLES for table in TABLES[name]])
def test_a_game_begins_and_ends_with_what_ships(name: str, table: dict) -> None:
    game, bot = load(name), RandomBot(1)
    state = game.start({**typed(name), **table})
    assert not isinstance(state, Refusal), state
    while questions := game.awaited(state):
        given = bot.choose(game, state, questions[0])
        made = game.apply(state, given, "hand" if questions[0].owner == CHANCE else "player")
        assert isinstance(made, Applied), made
        state = made.state
    assert game.outcome(state) is not None
