"""Where the tower stands when no pulse tells, on this machine: who is believed, and for how long."""

from dataclasses import replace
from typing import Any

import cffi
import pytest

from companion.tower.wire_table import HANDS_AWAY_MS, Calibrated, Reason, Settings

Pure = tuple[cffi.FFI, Any]
RINGED = Settings(calibrated=int(Calibrated.SERVO))
ERAS, CODES = RINGED.eras, RINGED.ring_codes
BETWEEN = (ERAS[2] + ERAS[3]) // 2


class Place:
    def __init__(self, pure: Pure, setup: Settings = RINGED, mark: int = 0) -> None:
        self.ffi, self.library = pure
        self.library.shim_set_settings(setup.pack())
        self.library.place_start()
        self.read(mark)

    def read(self, mark: int) -> None:
        """The ring's sensors pull their pins low under a mark."""
        self.library.ring_start(~mark & 0xFF)

    def begin(self) -> Reason | int:
        """Where a motion may begin, or why none may."""
        start = self.ffi.new("uint16_t *")
        refusal = self.library.place_begin(start)
        return Reason(refusal) if refusal else int(start[0])


@pytest.mark.parametrize("mark", [0, *CODES])
def test_nothing_begins_before_hands_are_away(pure: Pure, mark: int) -> None:
    place = Place(pure, mark=mark)
    assert place.begin() is Reason.UNCONFIRMED
    place.library.place_hands_away(0)
    assert place.begin() is not Reason.UNCONFIRMED
    place.library.place_hands_on()
    assert place.begin() is Reason.UNCONFIRMED


def test_a_word_from_long_ago_is_not_good_any_more(pure: Pure) -> None:
    place = Place(pure, mark=CODES[4])
    place.library.place_hands_away(0)
    for _ in range(HANDS_AWAY_MS - 1):
        place.library.place_tick()
    assert place.begin() == ERAS[4]
    place.library.place_tick()
    assert place.begin() is Reason.UNCONFIRMED
    place.library.place_tick()
    assert place.begin() is Reason.UNCONFIRMED


@pytest.mark.parametrize("said", [0, ERAS[0], BETWEEN])
@pytest.mark.parametrize("era", range(7))
def test_a_mark_is_believed_before_people(pure: Pure, era: int, said: int) -> None:
    place = Place(pure, mark=CODES[era])
    place.library.place_hands_away(said)
    assert place.begin() == ERAS[era]


@pytest.mark.parametrize(
    ("said", "begins"),
    [(0, Reason.NOWHERE), (BETWEEN, BETWEEN), (ERAS[3], Reason.NOWHERE), (ERAS[3] - 15, Reason.NOWHERE),
     (ERAS[3] + 15, Reason.NOWHERE), (ERAS[3] + 30, ERAS[3] + 30), (ERAS[6], Reason.NOWHERE)],
)
def test_between_two_marks_people_say_where_unless_a_mark_would_be_seen_there(
    pure: Pure, said: int, begins: int
) -> None:
    place = Place(pure)
    place.library.place_hands_away(said)
    assert place.begin() == begins


@pytest.mark.parametrize("said", [ERAS[3], BETWEEN])
def test_without_a_ring_people_say_where(pure: Pure, said: int) -> None:
    place = Place(pure, replace(RINGED, fitted=0), mark=CODES[1])
    place.library.place_hands_away(0)
    assert place.begin() is Reason.NOWHERE
    place.library.place_hands_away(said)
    assert place.begin() == said


def test_after_a_miss_people_are_believed_and_not_the_ring(pure: Pure) -> None:
    place = Place(pure, mark=CODES[1])
    place.library.place_believe(False)
    place.library.place_hands_away(0)
    assert place.begin() is Reason.NOWHERE
    place.library.place_hands_away(ERAS[4])
    assert place.begin() == ERAS[4]
    place.library.place_believe(True)
    assert place.begin() == ERAS[1]


@pytest.mark.parametrize(
    ("setup", "mark", "agrees"),
    [
        (RINGED, CODES[3], True),
        (RINGED, CODES[4], False),
        (RINGED, 0, False),
        (replace(RINGED, fitted=0), CODES[4], True),
        (replace(RINGED, calibrated=0), CODES[4], True),  # nobody has measured where the eras are
    ],
)
def test_a_calibrated_ring_says_whether_an_era_is_faced(
    pure: Pure, setup: Settings, mark: int, agrees: bool
) -> None:
    place = Place(pure, setup, mark)
    assert place.library.place_agrees(ERAS[3]) == agrees
    assert place.library.place_agrees(ERAS[3] + 1)  # no era: nothing is known about what is to be read
