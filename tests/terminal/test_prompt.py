"""Choosing from a list: by number, by words, by a command."""

from io import StringIO

import pytest

from companion.terminal.prompt import Chosen, Command, Other, Typed, choose, command
from companion.terminal.screen import Left, Screen
from companion.words import Words

ERAS = ["Dawn of Time", "Renaissance", "L'Époque", "End of Times"]


def asked(lines: str, texts=ERAS, lang="en", **about):
    shown = StringIO()
    return choose(Screen(StringIO(lines), shown), Words(lang), texts, **about), shown.getvalue()


def test_a_number_picks_its_answer():
    assert asked("2\n")[0] == Chosen(1)


@pytest.mark.parametrize(("typed", "place"), [("renais", 1), ("RENA", 1), ("l’epoque", 2), ("end times", 3)])
def test_words_pick_the_only_answer_that_has_them(typed, place):
    assert asked(f"{typed}\n")[0] == Chosen(place)


def test_two_names_are_not_read_as_the_way_back():
    """The list is narrowed to what has both, and waits."""
    shown = StringIO()
    screen = Screen(StringIO("dawn industry\n1\n"), shown)
    assert choose(screen, Words("en"), ["From Industry to the Dawn", "From Industry to Egypt"]) == Chosen(0)
    assert shown.getvalue().count("1. From Industry to the Dawn") == 2


def test_words_that_several_answers_have_narrow_the_list_and_its_numbers():
    choice, shown = asked("time\n2\n")
    assert choice == Chosen(3)
    assert "  2. End of Times" in shown


@pytest.mark.parametrize("typed", ["9\n1\n", "nonsense\n1\n"])
def test_what_is_not_understood_is_asked_again_with_the_reason(typed):
    choice, shown = asked(typed)
    assert choice == Chosen(0)
    assert "number" in shown


def test_an_empty_line_takes_the_likely_answer():
    choice, shown = asked("\n", likely=2)
    assert choice == Chosen(2)
    assert "[L'Époque]" in shown


def test_an_empty_line_decides_nothing_when_nothing_is_likely():
    assert asked("\n\n2\n")[0] == Chosen(1)
    assert asked("\n1\n", ["the only one"])[0] == Chosen(0)
    with pytest.raises(Left):
        asked("\n", ["the only one"])


@pytest.mark.parametrize(("typed", "place"), [("aube industrie", 1), ("industrie aube", 0), ("indus aub", 0)])
def test_two_eras_are_read_in_the_order_in_which_they_are_typed(typed, place):
    there_and_back = ["Industrie → Aube des Temps", "Aube des Temps → Industrie"]
    assert asked(f"{typed}\n", there_and_back)[0] == Chosen(place)
    with pytest.raises(Left):  # the way back alone is not what was meant: it is asked again
        asked(f"{typed}\n", [there_and_back[1 - place], "Renaissance"])


def test_zero_is_something_else_where_there_can_be():
    assert asked("0\n", other="another")[0] == Other()
    assert asked("0\n1\n")[0] == Chosen(0)


def test_the_games_own_shorthand_comes_before_numbers():
    assert asked("1 2\n", shorthand=lambda typed: (typed,) if " " in typed else ())[0] == Typed(("1 2",))


def test_a_long_list_with_a_hint_waits_until_it_is_asked_for():
    many = [f"answer {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert "answer b" not in asked("answer c\n", many, hint="type it")[1]
    choice, shown = asked("\n3\n", many, hint="type it")
    assert choice == Chosen(2)
    assert "answer b" in shown


def test_a_number_of_a_list_that_nobody_has_seen_shows_it_first():
    many = [f"answer {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    choice, shown = asked("1\n3\n", many, hint="type it")
    assert choice == Chosen(2)
    assert "answer b" in shown
    assert "no answer" not in shown


def test_what_was_typed_with_a_command_is_the_first_line():
    choice, shown = asked("", typed="renais")
    assert choice == Chosen(1)
    assert shown == ""


@pytest.mark.parametrize(
    ("typed", "lang", "expected"),
    [
        ("undo", "en", Command("undo")),
        ("u", "fr", Command("undo")),
        ("annuler", "fr", Command("undo")),
        ("undo", "fr", Command("undo")),
        ("amend 12", "en", Command("amend", "12")),
        ("modifier 3", "fr", Command("amend", "3")),
        ("save and quit", "en", Command("quit")),
        ("enregistrer et quitter", "fr", Command("quit")),
        ("correct rifts industry", "en", Command("correct", "rifts industry")),
        ("fell industry", "en", Command("late", "industry")),
        ("energy fell 4", "en", Command("late-energy", "4")),
        ("late cube industry", "en", Command("late", "industry")),
        ("late cube", "en", Command("late")),
        ("cube tardif 4", "fr", Command("late", "4")),
        ("late cubes", "en", None),
        ("fellow", "en", None),
        ("board game", "en", None),
        ("annuler", "en", None),
    ],
)
def test_commands_are_known_in_english_and_in_the_players_language(typed, lang, expected):
    words = Words(lang, ["the_loop"])
    assert command(words, typed, ("late", "late-energy")) == expected


def test_the_end_of_input_leaves():
    with pytest.raises(Left):
        asked("")
