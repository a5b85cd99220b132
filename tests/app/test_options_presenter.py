"""What is agreed before any game, for the games that have no page of their own: options, presets, seats."""

from types import SimpleNamespace

import pytest

from companion.app.presenters.game_options import (
    GameOptions,
    caption_of,
    lies_on_a_table,
    otherwise,
    value_words,
)
from companion.app.screen_words import words_of
from companion.engine import Option, Still
from companion.engine.box_editor import entries_of
from companion.games import GAMES, load
from companion.words import Speech, languages
from tests.games.tiny import Tiny
from tests.tools.shown import WORDS

LIGHTHOUSE, LINE = load("example"), load("contre-temps")
GROUPS = ("table", "source", "ruling", "house")
COLOURS = [entry.id for entry in entries_of(LINE.box, "colour")]
INVENTED = [entry.id for entry in entries_of(LINE.box, "colour") if entry.made_up]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "the-loop"])
def test_everything_that_can_be_touched_begins_a_game(name: str) -> None:
    game = load(name)
    options = GameOptions(game, {})
    assert options.refusal is None
    for view in (one for group in GROUPS for one in options.asked(WORDS, group)):
        for value, *_ in view.choices:
            options.choose(view.id, value)
            if view.several:
                options.choose(view.id, value)
            else:
                assert options.options[view.id] == value
            assert options.refusal is None, (view.id, value)


def test_what_was_chosen_last_stands_and_nonsense_does_not() -> None:
    kept = {"players": 3, "mode": "long", "weather": "hand", "half": "up", "calm-start": True}
    assert GameOptions(LIGHTHOUSE, kept).options == kept
    usual = {"players": 2, "mode": "short", "weather": "app", "half": "down", "calm-start": False}
    assert GameOptions(LIGHTHOUSE, {"players": 9, "mode": 3, "half": None}).options == usual
    refused = GameOptions(LIGHTHOUSE, {})
    refused.choose("players", 9)
    assert refused.refusal is not None


# -- what stays on the real table


def test_a_preset_is_told_while_every_source_is_as_it_has_it() -> None:
    tiny = GameOptions(Tiny(), {})
    assert (tiny.preset, tiny.physical) == ("all-digital", False)
    tiny.choose_preset("real-table")
    assert (tiny.chosen["deal"], tiny.chosen["die"]) == ("hand", "hand")
    assert (tiny.preset, tiny.physical) == ("real-table", True)
    tiny.choose("deal", "app")
    assert (tiny.preset, tiny.physical) == ("", True)
    tiny.choose_preset("all-digital")
    assert (tiny.chosen["deal"], tiny.chosen["die"], tiny.preset) == ("app", "app", "all-digital")


def test_the_table_goes_before_the_hand_and_both_before_what_is_usual() -> None:
    options = GameOptions(Tiny(), {})
    for values, supplied in ((("app", "hand", "table"), "table"), (("app", "tower"), "tower")):
        option = Option("deal", values, values[-1], "source")
        assert options._supplied(option, "real-table") == supplied
        assert options._supplied(option, "all-digital") == "app"


def test_a_game_that_draws_nothing_is_never_on_a_table() -> None:
    game = SimpleNamespace(options=lambda: (Option("players", (2, 3), 2),), start=lambda _: None)
    assert not GameOptions(game, {}).physical


@pytest.mark.parametrize(
    ("deal", "die", "there"),
    [("app", "app", False), ("app", "tower", False), ("hand", "app", True), ("app", "hand", True)],
)
def test_cubes_alone_are_no_table(deal: str, die: str, there: bool) -> None:
    assert lies_on_a_table(Tiny(), {"players": "hand", "deals": 1, "deal": deal, "die": die}) is there


# -- lists: who plays which colour


def colours(options: GameOptions) -> list[str]:
    return options.chosen["colours"]


def test_seats_are_filled_and_the_one_that_was_in_longest_makes_room() -> None:
    options = GameOptions(LINE, {"players": 3})
    assert colours(options) == COLOURS[:3]
    options.choose("colours", COLOURS[1])
    assert colours(options) == [COLOURS[0], COLOURS[2]]
    options.choose("colours", COLOURS[5])
    assert colours(options) == [COLOURS[0], COLOURS[2], COLOURS[5]]
    options.choose("colours", COLOURS[4])
    assert colours(options) == [COLOURS[2], COLOURS[5], COLOURS[4]]
    options.choose("players", 4)
    assert colours(options) == [COLOURS[2], COLOURS[5], COLOURS[4], COLOURS[0]]
    options.choose("mode", options.chosen["mode"])
    assert len(colours(options)) == 4
    options.choose("colours", COLOURS[0])
    options.choose("mode", options.chosen["mode"])
    assert len(colours(options)) == 3, "only another number of players fills a seat"
    again = GameOptions(LINE, {"players": 3, "colours": [COLOURS[5], "no-colour", COLOURS[2]]})
    assert colours(again) == [COLOURS[5], COLOURS[2], COLOURS[0]]
    assert colours(GameOptions(LINE, {"players": 3, "colours": "red"})) == COLOURS[:3]


@pytest.mark.parametrize("lang", languages())
def test_members_are_told_with_their_seats_and_how_many_are_missing(lang: str) -> None:
    words, options = words_of(lang, "contre-temps"), GameOptions(LINE, {"players": 3})
    options.choose("colours", COLOURS[1])
    view = next(one for one in options.asked(words, "table") if one.id == "colours")
    left = words.say("screen-new-game.members-left", {"n": 1})
    assert view.caption == words.captioned(caption_of(words, options.by_id["colours"]), left)
    speech = Speech(words, LINE, LINE.start({}))
    seats = {COLOURS[0]: 1, COLOURS[2]: 2}
    assert view.choices == tuple(
        (
            one,
            speech.name("colour", one) + (words.invented if one in INVENTED else ""),
            words.say("screen-new-game.seat", {"n": seats[one]}) if one in seats else "",
        )
        for one in COLOURS
    )
    assert INVENTED
    assert (view.value, view.several) == ((COLOURS[0], COLOURS[2]), True)
    options.choose("colours", COLOURS[1])
    view = next(one for one in options.asked(words, "table") if one.id == "colours")
    assert view.caption == caption_of(words, options.by_id["colours"]), "nobody is missing"


# -- in words


@pytest.mark.parametrize("lang", languages())
def test_an_option_is_called_as_the_page_or_the_game_calls_it(lang: str) -> None:
    words, options = words_of(lang, "example"), GameOptions(LIGHTHOUSE, {})
    views = {one.id: one for group in GROUPS for one in options.asked(words, group)}
    assert list(views) == ["players", "mode", "weather", "half", "calm-start"]
    assert not any(one.several for one in views.values())
    say = words.say
    assert views["half"].caption == say("screen-new-game.option.half")
    calm = say("option.calm-start")
    assert views["calm-start"].caption == calm[0].upper() + calm[1:]
    assert [said for _, said, _ in views["half"].choices] == [
        say(f"screen-new-game.value.half.{value}") for value in ("down", "up")
    ]
    assert [said for _, said, _ in views["mode"].choices] == [
        say(f"career.mode-{mode}") for mode in ("short", "long")
    ]
    assert [said for _, said, _ in views["players"].choices] == [
        say("screen-new-game.people-n", {"n": n}) for n in (1, 2, 3, 4)
    ]
    for _, said, _ in views["calm-start"].choices:
        assert said[:1].isupper()
    assert [value for value, *_ in views["calm-start"].choices] == [False, True]


def test_a_smaller_line_where_the_page_has_one() -> None:
    option = Option("mode", ("a", "B"), "a")
    words = words_of("en", "example")
    words._entries["screen-new-game.value.mode.a-under"] = "for the first time"
    words._entries["screen-new-game.value.mode.a"] = "plain night"
    assert value_words(words, option, "a") == ("Plain night", "for the first time")
    assert value_words(words, option, "B") == ("B", "")


@pytest.mark.parametrize("lang", languages())
def test_only_what_is_not_usual_is_told_above_the_table(lang: str) -> None:
    words = words_of(lang, "example")
    usual = LIGHTHOUSE.start({"players": 4, "mode": "long", "weather": "hand"})
    assert otherwise(words, Still(LIGHTHOUSE, usual)) == ()
    other = LIGHTHOUSE.start({"half": "up", "calm-start": True})
    calm = LIGHTHOUSE.options()[-1]
    assert otherwise(words, Still(LIGHTHOUSE, other)) == (
        words.captioned(words.say("screen-new-game.option.half"), words.say("screen-new-game.value.half.up")),
        words.captioned(caption_of(words, calm), value_words(words, calm, True)[0]),
    )
