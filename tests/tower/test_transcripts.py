"""Every evening with a simulated tower goes as it is written down, reading by reading."""

import pytest

from tests.tools import transcripts


@pytest.mark.parametrize("name", transcripts.EVENINGS)
def test_the_evening_goes_as_written(name: str) -> None:
    golden = (transcripts.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = transcripts.EVENINGS[name]()
    pairs = zip(golden, played, strict=False)
    difference = next((f"written: {old}\nplayed:  {new}" for old, new in pairs if old != new), "")
    assert played == golden, f"{difference}\nIf this is meant, run `make transcripts` and read what changed."


def test_every_evening_that_is_written_is_played() -> None:
    assert {file.stem for file in transcripts.FOLDER.glob("*.txt")} == set(transcripts.EVENINGS)
