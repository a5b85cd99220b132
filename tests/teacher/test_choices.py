"""Whatever people choose before a game is explained where they choose it."""

import pytest

from companion import games
from companion.__main__ import main
from companion.teacher import explained, taught_words
from companion.words import Words, languages


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", games.NAMES)
def test_every_option_is_explained(name: str, lang: str) -> None:
    game, words = games.load(name), taught_words(Words, lang, games.GAMES[name])
    found = explained(games.GAMES, game, words)
    assert not [one for one in found if "‹" in f"{one.title}{one.text}"]
    titles = " ".join(one.title.lower() for one in found)
    for option in game.options():
        if option.group in ("table", "ruling", "house") and option.id != "colours":
            assert words.say(f"option.{option.id}").lower() in titles, option.id
    for option in game.options():
        if option.id in ("mode", "level"):
            assert all(f"choice.{option.id}.{value}" in words for value in option.values)


def test_the_help_of_the_terminal_explains_agents_and_modes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "the-loop", "--help", "--lang", "en"])
    said = capsys.readouterr().out
    assert "Near one, only its dimension works." in " ".join(said.split())
    assert "V-Girl" in said
