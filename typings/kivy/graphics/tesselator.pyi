"""Figures of any form cut into pieces that a graphics card can draw."""

from collections.abc import Sequence

WINDING_ODD: int
TYPE_POLYGONS: int

class Tesselator:
    def add_contour(self, points: Sequence[float]) -> None: ...
    def tesselate(self, winding_rule: int = ..., element_type: int = ..., polysize: int = 65535) -> int: ...
    @property
    def vertices(self) -> list[list[float]]: ...
