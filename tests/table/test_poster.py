"""The picture of an evening, shape by shape: what stands where is worked out here once more."""

import xml.etree.ElementTree as ET

import pytest

from companion.engine import Outcome
from companion.table import poster
from companion.table.chronicle import Chronicle, ChronicleTurn
from companion.table.poster import Bar, Captions, Cut, Disc, Guest, Lettering, Stroke, shapes_of, svg

HEROES = tuple(Guest(letter * 3, letter, f"#00000{n}") for n, letter in enumerate("abcdefgh"))
SAID = Captions(
    "game", "heading", "because " * 40, "figures", "decisive", "decided " * 40, HEROES, "turns " * 20
)
TURNS = (ChronicleTurn(1, 0, 0, 0.0), ChronicleTurn(2, 4, 1, 1.0), ChronicleTurn(3, 1, 7, 0.5))
COLUMNS = (80 + 480 / 2, 80 + 480 * 1.5, 80 + 480 * 2.5)


def chronicle(turns=TURNS, decisive="something", at: int = 1, result: str = "won") -> Chronicle:
    return Chronicle(Outcome(result, "", ""), tuple(turns), (), decisive, at)


def of(kind, *given, **more):
    return [one for one in shapes_of(chronicle(*given, **more), SAID) if isinstance(one, kind)]


def middle(points):
    return tuple(round(sum(values) / len(points)) for values in zip(*points, strict=True))


def test_each_turn_has_its_column_and_its_height() -> None:
    (hills,) = (one for one in of(Stroke) if one.colour == poster.PAPER)
    assert hills.points == ((80, 526), (320, 512), (800, 400), (1280, 456), (1520, 470))
    under = [one for one in of(Cut) if one.colour == poster.PLATE]
    assert [one.points[:2] for one in under] == list(zip(hills.points, hills.points[1:], strict=False))
    assert all(y == 552 for one in under for _, y in one.points[2:])
    dots = [(one.x, one.y, one.r) for one in of(Disc) if one.colour == poster.PAPER and one.x < 1500][:3]
    high = zip(COLUMNS, (512, 400, 456), strict=True)
    assert dots == [(x, y, pytest.approx(0.36 * 22)) for x, y in high]


def test_good_news_stands_above_and_bad_news_below_a_few_at_most() -> None:
    good = [middle(one.points) for one in of(Cut) if one.colour == poster.BRASS and len(one.points) == 24]
    bad = [middle(one.points) for one in of(Cut) if one.colour == poster.HOT]
    assert good == [(800, 356), *((1280, 456 - 11 - 33 * k) for k in (1, 2, 3))]
    assert [x for x, _ in bad] == [800, 800, 1280]
    assert [y for _, y in bad] == [pytest.approx(y, abs=2) for y in (618, 662, 618)]
    assert all(y - 22 * 1.2 > 552 + 36 - 2 for _, y in bad), "below the strip"


def test_the_decision_hangs_by_a_thread_from_its_turn() -> None:
    (thread,) = (one for one in of(Stroke) if one.colour == poster.BRASS)
    assert (thread.points[0], thread.points[-1]) == ((800, 400), (800, 700))
    (far,) = (one for one in of(Stroke, at=2) if one.colour == poster.BRASS)
    assert (far.points[0], far.points[-1]) == ((1280, 456), (870, 700)), "the sheet ends before it"
    (burst,) = (one for one in of(Cut) if len(one.points) == 30)
    assert (middle(burst.points), burst.colour) == ((800, 400), poster.BRASS)
    assert not [one for one in of(Cut, decisive=None) if len(one.points) == 30]


TONES = {"won": poster.BRASS, "ranked": poster.BRASS, "lost": poster.HOT}


@pytest.mark.parametrize("result", TONES)
def test_only_danger_burns(result) -> None:
    quiet = [ChronicleTurn(1, 0, 0, 0.5)]
    shown = {one.colour for one in of(Cut, quiet, at=0, result=result)} & {poster.HOT, poster.BRASS}
    assert shown == {TONES[result]}


def test_many_turns_have_narrow_columns_and_no_numbers() -> None:
    def turns(count):
        return [ChronicleTurn(number, 0, 1, 0.0) for number in range(1, count + 1)]

    numbered = [one for one in of(Lettering, turns(42)) if one.y == 579]
    assert [one.text for one in numbered] == [str(number) for number in range(1, 43)]
    assert {(one.size, one.colour, one.anchor) for one in numbered} == {(25, poster.NIGHT, "middle")}
    assert not [one for one in of(Lettering, turns(43)) if one.y == 579]
    seals = [one.points for one in of(Cut, turns(60)) if len(one.points) == 24 and one.colour == poster.BRASS]
    assert len(seals) == 60
    assert max(x for x, _ in seals[0]) - min(x for x, _ in seals[0]) == pytest.approx(2 * 24 / 2.6, rel=0.05)
    assert [one for one in of(Stroke, (), decisive=None) if one.colour == poster.PAPER] == []


def test_every_word_has_its_place() -> None:
    said = [(one.x, one.y, one.text, one.size, one.display, one.anchor) for one in of(Lettering)]
    assert (80, 140, "HEADING", 122, True, "start") in said
    assert (1520, 84, "GAME", 42, True, "end") in said
    cause = [one for one in said if one[2].startswith("because")]
    assert [one[:2] + one[3:4] for one in cause] == [(80, 258, 34), (80, 298, 34)]
    assert all(30 < len(one[2]) <= 44 for one in cause)
    decided = [one for one in said if one[2].startswith("decided")]
    assert [one[:2] + one[3:4] for one in decided] == [(86, 772, 31), (86, 810, 31), (86, 848, 31)]
    assert {len(one[2]) for one in decided} == {47}
    assert (1520, 128, "figures", 26, False, "end") in said
    assert (72, 715, "DECISIVE", 26, True, "start") in said
    assert [one[1] for one in said if one[2].startswith("turns")] == [248, 282]
    heroes = [one for one in said if one[0] == 1000]
    assert [one[2] for one in heroes] == [letter * 3 for letter in "abcdef"]
    assert all(one[3] == 26 and 700 < one[1] < 890 for one in heroes)
    discs = [one for one in of(Disc) if one.x == 960]
    assert [one.colour for one in discs if one.colour not in (poster.PAPER, poster.SHADE)] == [
        f"#00000{n}" for n in range(6)
    ]
    none = shapes_of(chronicle(), SAID._replace(decision=""))
    assert not [one for one in none if isinstance(one, Lettering) and one.text == "DECISIVE"]


def test_a_long_heading_is_smaller_and_nothing_leaves_the_picture() -> None:
    made = shapes_of(chronicle(), SAID._replace(heading="w" * 40))
    assert [one.size for one in made if isinstance(one, Lettering) and one.text == "W" * 40][-1] == 41
    for one in made:
        for x, y in getattr(one, "points", ()):
            assert -1e-6 <= x <= 1600 + 1e-6
            assert -1e-6 <= y <= 900 + 1e-6


def test_the_ground_is_night() -> None:
    assert of(Bar) == [Bar(0, 0, 1600, 900, poster.NIGHT)]


def test_as_svg_each_shape_says_what_it_is() -> None:
    shapes = (
        Disc(1, 2, 3, "#111111"), Bar(1, 2, 3, 4, "#222222"), Stroke(((1, 2), (3, 4.5)), 5, "#333333"),
        Cut(((1, 2), (3, 4.04)), "#666666"),
        Lettering(1, 2, "a < b", 6, "#444444", display=True, anchor="end"),
        Lettering(1, 2, "c", 6, "#555555"),
    )  # fmt: skip
    tree = ET.fromstring(svg(shapes))
    assert tree.get("viewBox") == "0 0 1600 900"
    disc, bar, stroke, cut, words, plain = tree
    assert cut.attrib == {"points": "1,2 3,4", "fill": "#666666"}
    assert words.get("transform") == "translate(1 2) skewX(-6)"
    assert disc.attrib == {"cx": "1", "cy": "2", "r": "3", "fill": "#111111"}
    assert bar.attrib == {"x": "1", "y": "2", "width": "3", "height": "4", "fill": "#222222"}
    assert (stroke.get("points"), stroke.get("stroke-width"), stroke.get("fill")) == (
        "1,2 3,4.5",
        "5",
        "none",
    )
    assert (words.text, words.get("text-anchor"), words.get("font-weight")) == ("a < b", "end", "900")
    assert "Spartan" in words.get("font-family")
    assert (plain.get("text-anchor"), plain.get("font-weight")) == (None, None)
    assert "Spartan" not in plain.get("font-family")
