"""Every game, mode and level has a golden playthrough, and the rules still play it so."""

from typing import Any

import pytest

from tests.tools import playthroughs

WANTED = list(playthroughs.wanted())


@pytest.mark.parametrize(("name", "game", "options"), WANTED, ids=[name for name, _, _ in WANTED])
def test_the_game_is_played_as_written(name: str, game: str, options: dict[str, Any]) -> None:
    file = playthroughs.FOLDER / f"{name}.txt"
    assert file.exists(), "no golden playthrough: run `make playthroughs` and read it"
    golden = file.read_text(encoding="utf-8").splitlines()
    played = playthroughs.playthrough(game, options).splitlines()
    difference = next((pair for pair in zip(golden, played, strict=False) if pair[0] != pair[1]), None)
    advice = "if this is meant, run `make playthroughs` and read what changed"
    assert difference is None, f"written: {difference[0]}\nplayed:  {difference[1]}\n{advice}"
    assert len(golden) == len(played), advice


def test_no_playthrough_is_left_over() -> None:
    written = {file.stem for file in playthroughs.FOLDER.glob("*.txt")}
    assert written - {name for name, _, _ in WANTED} == set()
