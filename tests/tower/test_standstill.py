"""This program does not get its turn for a while, as on a computer that swaps; the board runs on."""

import queue
from dataclasses import replace

import pytest

from companion.tower.calibration import Calibration
from companion.tower.readings import BeamBroken, Faced, LinkLost, Reading, Shaking
from tests.tower.emulated_table import THREE, Table, once

pytestmark = pytest.mark.slow  # every test starts a board of its own


def stand_still(table: Table, seconds: float) -> None:
    """Nobody here looks at the board."""
    end = table.rig.now() + seconds
    while table.rig.now() < end:
        table.rig.live(end - table.rig.now())


def test_that_is_no_silence_of_the_board(table: Table) -> None:
    stand_still(table, 5.0)
    table.listen(1.0)
    assert not table.told(LinkLost)


def test_a_drop_hears_its_cubes_all_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    listen, stood = table.rig.board.read, []

    def late(timeout: float) -> Reading | None:
        reading = listen(timeout)
        if reading is None and table.told(BeamBroken) and not stood:
            stood.append(stand_still(table, 5.0))
        return reading

    monkeypatch.setattr(table.rig.board, "read", late)
    table.tower.watching = replace(table.tower.watching, shakes=2)
    count = table.drop(3, table.cube(3, 0.1), table.cube(2, 0.5), table.cube(4, 0.9))
    assert stood
    assert not table.told(Shaking)
    assert (count.asked, count.best.passed, count.reasons) == (False, THREE, ())


def test_a_turn_is_no_jam(table: Table) -> None:
    table.tower.store(Calibration(replace(table.tower.calibration.settings, speed=500)))
    assert table.tower.face(6, once(lambda _: stand_still(table, 60.0))) == Faced(6, confirmed=True)


def test_a_test_of_the_beams_ends(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    events = table.rig.board._link.events
    wait, stood = events.get, []

    def in_vain(block: bool = True, timeout: float | None = None) -> object:
        if not stood:
            stood.append(stand_still(table, 5.0))
            raise queue.Empty
        return wait(block, timeout)

    monkeypatch.setattr(events, "get", in_vain)
    assert table.tower.check_beams().blind == ()
    assert stood
