"""The drawing of the screws: every kind to buy, in its own size."""

import re

import pytest

from hardware import screw_sheet
from hardware.tower import Tower

TOWER = Tower.load()
DRAWING = screw_sheet.drawing(TOWER)


def test_a_millimetre_of_the_drawing_is_one_on_paper() -> None:
    wide, high = re.findall(r"(?:width|height)='([\d.]+)mm'", DRAWING)
    assert f"viewBox='0 0 {wide} {high}'" in DRAWING


def test_it_has_all_screws_to_buy_and_all_places_where_they_go() -> None:
    drawn = {part["id"]: part["quantity"] for part in screw_sheet.kinds(TOWER)}
    wanted: dict[str, int] = {}
    for entry in TOWER.data["screws"]:
        wanted[entry["part"]] = wanted.get(entry["part"], 0) + entry["quantity"]
    assert drawn == {name: number for name, number in wanted.items() if name != "M1"}
    assert DRAWING.count("<path") == len(drawn)


@pytest.mark.parametrize("part", screw_sheet.kinds(TOWER), ids=lambda part: str(part["id"]))
def test_a_screw_is_as_long_as_its_name_says(part: dict[str, str]) -> None:
    """Below a cylinder head, with a sunk one."""
    numbers = [float(x) for x in re.findall(r"[MLH](-?[\d.]+)", screw_sheet.outline(TOWER, part, 0.0))]
    _, high = TOWER.data["screw_heads"][part["head"]]["head"]
    named = float(part["name"].split("×")[1].split(",")[0])
    assert max(numbers) - min(numbers) == pytest.approx(named + (high if part["head"] == "cylinder" else 0.0))
