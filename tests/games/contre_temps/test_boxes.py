"""An owner's names for suits and colours: laid over ours, checked, and never able to refuse a real table."""

import pytest

from companion.games import boxes, load
from companion.games.contre_temps.box.boxes import BoxMistakes, load_box
from tests.games.names import called, checker

check_box = checker("contre-temps")
SHIPPED = load_box()


def box(tmp_path, text: str):
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_shipped_box_is_sound_and_all_of_it_says_that_we_invented_it():
    assert list(SHIPPED["suits"]) == list("ABCDE")
    assert list(SHIPPED["colours"]) == ["yellow", "blue", "red", "green", "white", "black"]
    told = [*SHIPPED["suits"].values(), *SHIPPED["colours"].values()]
    assert {one["source"] for one in told} == {"stand-in"}
    assert all(one["colour"] for one in told)
    assert len({one["shape"] for one in SHIPPED["suits"].values()}) == 5
    assert check_box(boxes("contre-temps").SHIPPED) == []


def test_a_suit_of_the_owner_replaces_ours_key_by_key(tmp_path):
    made = load_box(box(tmp_path, '[[suit]]\nid = "C"\nname = { fr = "Robots" }\n'))
    assert made["suits"]["C"] == {
        "source": "owner",
        "name": {"fr": "Robots"},
        "colour": SHIPPED["suits"]["C"]["colour"],
        "shape": SHIPPED["suits"]["C"]["shape"],
    }
    assert {k: v for k, v in made["suits"].items() if k != "C"} == {
        k: v for k, v in SHIPPED["suits"].items() if k != "C"
    }
    game = load("contre-temps", made)
    assert called(game, game.start({}), "card", "C9", "en") == "C Robots 9"


def test_a_drawing_alone_leaves_the_names(tmp_path):
    made = load_box(box(tmp_path, '[[suit]]\nid = "A"\nshape = "shield"\ncolour = "#123456"\n'))
    game = load("contre-temps", made)
    names = [called(game, game.start({}), "suit", "A", lang) for lang in ("en", "fr")]
    assert names == ["A Amber*", "A Ambre*"]  # the name is still ours
    assert (made["suits"]["A"]["shape"], made["suits"]["A"]["colour"]) == ("shield", "#123456")


def test_a_new_colour_takes_the_place_of_one_that_the_owner_does_not_name(tmp_path):
    text = '[[colour]]\nid = "yellow"\ncolour = "#EEEE00"\n[[colour]]\nid = "purple"\n'
    made = load_box(box(tmp_path, text))
    assert list(made["colours"]) == ["yellow", "red", "green", "white", "black", "purple"]
    game = load("contre-temps", made)
    state = game.start({"players": 3, "colours": ["purple", "red", "yellow"]})
    assert called(game, state, "seat", 0, "fr") == "Purple"
    for no_colours in (["blue", "red", "yellow"], 5, None, {"red": 1}, [["red"]]):
        assert game.start({"players": 3, "colours": no_colours}).id == "unknown-colour"


def test_an_empty_directory_is_the_shipped_box(tmp_path):
    assert load_box(tmp_path) == SHIPPED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[suit]]\nid = "F"\n', "Known: A, B, C, D, E."),
        ('[[suit]]\nid = "A"\ncolour = "red"\n', 'Write colour = "#FFB83D".'),
        ('[[suit]]\nid = "A"\nshape = "star"\n', "shape cannot be"),
        ('[[suit]]\nid = "A"\nvalue = 3\n', "a key value that a box does not know"),
        ('[[suit]]\nname = { en = "X" }\n', 'Add id = "A".'),
        ('[[colour]]\nid = "Light Blue"\n', 'Write id = "purple".'),
        ('[[card]]\nid = "x"\n', "A box file has no card."),
        ('game = "the-loop"\n', "This file is for the game"),
        ('[[colour]]\nid = "a"\n[[colour]]\nid = "a"\n', "This id is also in"),
        ("".join(f'[[colour]]\nid = "c{n}"\n' for n in range(7)), "There are 7; a box holds 6."),
        ("nonsense", "It is not TOML"),
    ],
)
def test_every_mistake_is_named_with_its_remedy(tmp_path, text, said):
    folder = box(tmp_path, text)
    mistakes = check_box(folder)
    assert len(mistakes) == 1
    assert said in str(mistakes[0])
    assert str(check_box(folder, "fr")[0]) != str(mistakes[0])
    with pytest.raises(BoxMistakes) as raised:
        load_box(folder)
    assert len(raised.value.flaws) == 1


def test_six_colours_of_ones_own_are_enough(tmp_path):
    text = "".join(f'[[colour]]\nid = "c{n}"\nname = {{ en = "C{n}" }}\n' for n in range(6))
    assert check_box(box(tmp_path, text)) == []
    assert list(load_box(tmp_path)["colours"]) == [f"c{n}" for n in range(6)]


def test_a_directory_that_is_not_there(tmp_path):
    assert "no such directory" in str(check_box(tmp_path / "nowhere")[0])
