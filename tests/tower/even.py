"""Cubes that fall evenly: tests of faults must not hang on how the simulation was last fitted."""

from __future__ import annotations

from statistics import median

from companion.tower.backends.drop_model import CHUTES, Passage, fitted
from companion.tower.backends.simulated import SimulatedBoard
from companion.tower.faults import parse_fault


class Even:
    """Stands where a `DropModel` stands: ten cubes in a second, front, right, left; all come out."""

    shaken_out = 0.0

    def __init__(self) -> None:
        self.milliseconds = median(fitted().calibration)

    def releases(self, cubes: int) -> list[float]:
        return [i / 10 for i in range(cubes)]

    def drop(self, cubes: int, _lot: object, _releases: object = ()) -> list[Passage]:
        return [Passage(CHUTES[i % 3], 0.4 + i / 10, self.milliseconds) for i in range(cubes)]

    def passage(self, outlet: int, after: float, _lot: object) -> list[Passage]:
        return [Passage(outlet, after, self.milliseconds)]

    def stuck(self, *_: object) -> int:
        return 0

    def freed(self, *_: object) -> int:
        return 0


def even_board(*faults: str, seed: int = 4, throws: bool = True) -> SimulatedBoard:
    return SimulatedBoard(seed, throws=throws, faults=map(parse_fault, faults), model=Even())
