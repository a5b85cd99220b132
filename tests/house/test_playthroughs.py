"""Every game, mode and level has a golden playthrough, and the rules still play it so."""

import pytest

from tests.tools import playthroughs, shown

FILES = sorted(playthroughs.FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_the_game_is_played_as_written(name: str) -> None:
    golden = (playthroughs.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    played = playthroughs.again(golden)
    pairs = zip(golden.splitlines(), played.splitlines(), strict=False)
    difference = next((f"written: {old}\nplayed:  {new}" for old, new in pairs if old != new), "")
    assert golden == played, f"{difference}\nIf this is meant, run `make playthroughs` and read what changed."


@pytest.mark.parametrize("name", shown.goldens())
def test_the_views_show_what_is_written(name: str) -> None:
    golden = (shown.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for old, new in zip(golden, shown.goldens()[name](), strict=True):
        assert old == new, "If this is meant, run `make playthroughs` and read what changed."


def test_every_mode_and_level_has_one() -> None:
    assert {file.stem for file in FILES} == {name for name, _, _ in playthroughs.wanted()}


def test_a_game_that_goes_another_way_is_noticed() -> None:
    golden = FILES[0].read_text(encoding="utf-8").splitlines()
    given = [place for place, line in enumerate(golden) if playthroughs.GIVEN.match(line)]
    short = "\n".join([*golden[: given[-1]], golden[-1]]) + "\n"
    assert playthroughs.again(short) != short
