"""Lighthouse's box: ours, or with an owner's pieces laid over it by id; and what its bots steer by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.box_files.reader import BoxMistakes
from companion.games import load
from companion.games.example.box.boxes import check_box, load_box
from companion.games.example.rules import pieces

FOG = 'game = "example"\n\n[[weather]]\nid = "{}"\noil = {}\ncopies = 2\n'


def weather(box: Any) -> dict[str, tuple[int, int]]:
    return {one["id"]: (one["oil"], one["copies"]) for one in box["weather"]}


def test_without_a_file_of_the_owner_s_it_is_ours(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of it")
    ours = load_box()
    assert set(weather(ours)) == {"calm", "wind", "storm"}
    assert load_box(tmp_path) == ours
    assert {one["source"] for one in ours["weather"]} == {"stand-in"}


def test_the_owner_s_pieces_are_laid_over_ours_by_id(tmp_path: Path) -> None:
    ours = weather(load_box())
    (tmp_path / "mine.toml").write_text(FOG.format("fog", 4))
    assert weather(load_box(tmp_path)) == {**ours, "fog": (4, 2)}
    (tmp_path / "mine.toml").write_text(FOG.format("storm", 5))
    box = load_box(tmp_path)
    assert weather(box) == {**ours, "storm": (5, 2)}
    assert [one["source"] for one in box["weather"]] == ["stand-in", "stand-in", "owner"]
    assert check_box(tmp_path) == []


def test_a_mistake_in_the_owner_s_files_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(FOG.format("fog", 7))
    with pytest.raises(BoxMistakes) as wrong:
        load_box(tmp_path)
    assert wrong.value.flaws == check_box(tmp_path)


@pytest.mark.parametrize(
    ("oil", "copies", "fits"),
    [(0, 1, True), (12, 12, True), (13, 1, False), (1, 13, False), (-1, 1, False), (1, -1, False),
     ("1", 1, False), (1, None, False)],
)  # fmt: skip
def test_a_saved_box_with_numbers_that_no_card_has_is_none(oil: Any, copies: Any, fits: bool) -> None:
    box = {"weather": [{"id": "fog", "oil": oil, "copies": copies}], "keeper": []}
    if fits:
        assert pieces.read(box).weather["fog"] == ("fog", oil, copies)
        return
    with pytest.raises(ValueError, match="box-damaged"):
        pieces.read(box)


@pytest.mark.parametrize(
    "box",
    [
        {},
        {"weather": []},
        {"weather": [], "keeper": []},
        {"weather": [{"id": "", "oil": 1, "copies": 1}], "keeper": []},
    ],
)
def test_a_saved_box_without_weather_is_none(box: Any) -> None:
    with pytest.raises(ValueError, match="box-damaged"):
        pieces.read(box)


def test_a_bot_likes_oil_closed_shutters_and_ships_and_fears_the_dark() -> None:
    game = load("example")

    def worth(**given: Any) -> float:
        return game.estimate(game.position({}, given), 0)

    assert worth(oil=4) - worth(oil=3) == 1
    assert worth(ships=3) - worth(ships=1) == pytest.approx(2 * 0.5)
    assert worth(shut=True) - worth(shut=False) == pytest.approx(0.8)
    dark = game.position({}, {"oil": 6, "ships": 5})._replace(out=True)
    assert game.estimate(dark, 0) < worth(oil=0)
