"""Every evening with a simulated tower goes as it is written down, reading by reading."""

import signal
from collections.abc import Iterator

import pytest

from tests.tools import transcripts

PATIENCE = 10.0  # seconds of computing: an evening takes less than one


@pytest.fixture(autouse=True)
def an_end() -> Iterator[None]:
    """Simulated time that does not pass would be waited for until somebody looks."""

    def endless(*_: object) -> None:
        pytest.fail("this evening does not end")  # nothing that a driver catches

    before = signal.signal(signal.SIGVTALRM, endless)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("name", transcripts.EVENINGS)
def test_the_evening_goes_as_written(name: str) -> None:
    golden = (transcripts.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = transcripts.EVENINGS[name]()
    pairs = zip(golden, played, strict=False)
    difference = next((f"written: {old}\nplayed:  {new}" for old, new in pairs if old != new), "")
    assert played == golden, f"{difference}\nIf this is meant, run `make transcripts` and read what changed."


def test_every_evening_that_is_written_is_played() -> None:
    assert {file.stem for file in transcripts.FOLDER.glob("*.txt")} == set(transcripts.EVENINGS)
