"""The games on their shelf: in an order of its own, the first one offered first, each read once."""

from __future__ import annotations

from companion.engine import Games
from companion.games import GAMES


def test_every_game_has_its_own_place_on_the_shelf() -> None:
    places = [one.shelf for one in GAMES.values()]
    assert places == sorted(set(places))
    assert list(GAMES) == ["the-loop", "contre-temps", "cyberion", "example"]


def test_games_stand_by_their_place_and_then_by_their_name() -> None:
    mixed = [GAMES["example"], GAMES["cyberion"]._replace(shelf=9), GAMES["the-loop"]]
    shelf = Games(mixed)
    assert list(shelf) == list(shelf.names) == ["the-loop", "cyberion", "example"]
    assert (shelf.first, len(shelf)) == ("the-loop", 3)
    assert shelf.load("").name == "the-loop"


def test_the_shipped_box_is_read_once_and_another_each_time() -> None:
    shelf = Games([GAMES["example"]])
    game = shelf.load("example")
    assert shelf.load("example") is game
    other = shelf.load("example", game.box)
    assert other is not game
    assert shelf.load("example") is game


def test_what_a_game_does_not_bring_is_drawn_the_generic_way() -> None:
    assert GAMES.face("example", "tablet") is None
    assert GAMES.face("never-heard-of", "tablet") is None
    assert GAMES.view("cyberion", "story") is None
    assert GAMES.view("never-heard-of", "story") is None
    assert GAMES.view("the-loop", "story") is not None
    assert GAMES.face("cyberion", "terminal") is not None
