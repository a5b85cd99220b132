"""The picture of an evening, shape by shape: what stands where is worked out here once more."""

import xml.etree.ElementTree as ET

import pytest

from companion.engine import Outcome
from companion.table import poster
from companion.table.chronicle import Chronicle, ChronicleTurn
from companion.table.poster import Bar, Captions, Disc, Lettering, Stroke, shapes_of, svg

SAID = Captions(
    "game", "heading", "because " * 40, "figures", "decisive", "decided " * 40, tuple("abcdefgh"), "turns"
)
TURNS = (ChronicleTurn(1, 0, 0, 0.0), ChronicleTurn(2, 4, 1, 1.0), ChronicleTurn(3, 1, 7, 0.5))


def chronicle(turns=TURNS, decisive="something", at: int = 1) -> Chronicle:
    return Chronicle(Outcome("won", "", ""), tuple(turns), (), decisive, at)


def of(kind, *given, **more):
    return [one for one in shapes_of(chronicle(*given, **more), SAID) if isinstance(one, kind)]


def test_each_turn_has_its_column_and_its_height() -> None:
    line = [one.points for one in of(Stroke) if one.colour == poster.DUSK]
    columns = [80 + 480 / 2, 80 + 480 * 1.5, 80 + 480 * 2.5]
    assert line == [((columns[0], 500), (columns[1], 360)), ((columns[1], 360), (columns[2], 430))]
    assert {one.width for one in of(Stroke) if one.colour == poster.DUSK} == {5}
    assert [(one.x, one.y, one.r) for one in of(Disc) if one.colour == poster.PAPER] == [
        (x, y, pytest.approx(6.6)) for x, y in zip(columns, (500, 360, 430), strict=True)
    ]


def test_good_news_stands_above_and_bad_news_below_a_few_at_most() -> None:
    good = [(one.x, round(one.y, 2)) for one in of(Disc) if one.colour == poster.BRASS]
    bad = [(one.x, round(one.y, 2)) for one in of(Disc) if one.colour == poster.HOT]
    assert good == [(800, 333.6), *((1280, round(430 - 26.4 * k, 2)) for k in range(1, 6))]
    assert bad == [(800, 574.6), (800, 548.2), (800, 521.8), (1280, 574.6)]
    assert {one.r for one in of(Disc) if one.colour != poster.PAPER} == {11}


def test_the_decision_is_a_ring_where_it_was_taken() -> None:
    (ring,) = (one for one in of(Stroke) if one.colour == poster.MINT)
    assert ring.width == 4
    assert ring.points[0] == ring.points[-1] == (800, 336)
    assert ring.points[3] == (824, 360)
    for x, y in ring.points:
        assert abs(((x - 800) ** 2 + (y - 360) ** 2) ** 0.5 - 24) < 0.15
    assert len(set(ring.points)) == len(ring.points) - 1 == 12
    assert not [one for one in of(Stroke, decisive=None) if one.colour == poster.MINT]


def test_many_turns_have_narrow_columns_and_no_numbers() -> None:
    def turns(count):
        return [ChronicleTurn(number, 0, 1, 0.0) for number in range(1, count + 1)]

    numbered = [one for one in of(Lettering, turns(42)) if one.anchor == "middle" and one.y == 624]
    assert [one.text for one in numbered] == [str(number) for number in range(1, 43)]
    assert {(one.size, one.colour) for one in numbered} == {(20, poster.DUSK)}
    assert not [one for one in of(Lettering, turns(43)) if one.y == 624]
    (r,) = {one.r for one in of(Disc, turns(60)) if one.colour == poster.BRASS}
    assert r == pytest.approx(8)
    assert of(Stroke, (), decisive=None) == []


def test_every_word_has_its_place() -> None:
    said = [(one.x, one.y, one.text, one.size, one.display, one.anchor) for one in of(Lettering)]
    assert said[:2] == [(80, 100, "game", 34, True, "start"), (80, 190, "heading", 84, True, "start")]
    cause = [one for one in said if one[2].startswith("because")]
    assert [one[:2] + one[3:4] for one in cause] == [(80, 245, 32), (80, 285, 32)]
    assert all(60 < len(one[2]) <= 84 for one in cause)
    decided = [one for one in said if one[2].startswith("decided")]
    assert [one[:2] + one[3:4] for one in decided] == [(80, 765, 28), (80, 801, 28), (80, 837, 28)]
    assert {len(one[2]) for one in decided} == {47}
    assert (1520, 100, "figures", 24, False, "end") in said
    assert (80, 725, "decisive", 26, True, "start") in said
    assert (800, 660, "turns", 22, False, "middle") in said
    heroes = [(one[:4]) for one in said if one[0] == 900]
    assert heroes == [(900, 725 + 28 * row, hero, 24) for row, hero in enumerate("abcdef")]
    none = shapes_of(chronicle(), SAID._replace(decision=""))
    assert not [one for one in none if isinstance(one, Lettering) and one.text == "decisive"]


def test_the_ground_and_the_line_are_bars() -> None:
    assert of(Bar) == [Bar(0, 0, 1600, 900, poster.NIGHT), Bar(80, 590, 1440, 3, poster.PLATE)]


def test_as_svg_each_shape_says_what_it_is() -> None:
    shapes = (
        Disc(1, 2, 3, "#111111"), Bar(1, 2, 3, 4, "#222222"), Stroke(((1, 2), (3, 4.5)), 5, "#333333"),
        Lettering(1, 2, "a < b", 6, "#444444", display=True, anchor="end"),
        Lettering(1, 2, "c", 6, "#555555"),
    )  # fmt: skip
    tree = ET.fromstring(svg(shapes))
    assert tree.get("viewBox") == "0 0 1600 900"
    disc, bar, stroke, words, plain = tree
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
