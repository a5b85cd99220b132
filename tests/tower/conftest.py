"""What the tower's tests share: the three backends as rigs, and the emulated tower at a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tower.emulated_table import Table
from tests.tower.lockstep import LockstepRig
from tests.tower.rigs import GpioRig, Rig, SimulatedRig


@pytest.fixture(params=["simulated", "gpio", "serial"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """Each backend in turn; what a test says of one it says of all."""
    made: Rig
    match request.param:
        case "simulated":
            made = SimulatedRig()
        case "gpio":
            made = GpioRig(tmp_path)
        case _:
            made = LockstepRig()
    yield made
    made.close()


@pytest.fixture
def table() -> Iterator[Table]:
    rig = LockstepRig()
    try:
        yield Table(rig)
    finally:
        rig.close()
