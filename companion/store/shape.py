"""Whether data from a file has the shape that the program goes by.

May import: the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, TypeAlias

Shape: TypeAlias = Any
"""`int`, `str`, `bool`, `dict`, …; `float`: any finite number; `[int]`: a list of them; `(int, str)`: one of
these; `{"name": str, "size?": float}`: a table, where what ends in `?` may be missing and others may be
there; a function: what it says."""


def fits(value: Any, shape: Shape) -> bool:
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            (name.endswith("?") and name[:-1] not in value)
            or (name.removesuffix("?") in value and fits(value[name.removesuffix("?")], inner))
            for name, inner in shape.items()
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if shape is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and _finite(value)
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(shape, type):
        return isinstance(value, shape)
    says: Callable[[Any], bool] = shape
    return says(value)


def _finite(value: float) -> bool:
    try:
        return isfinite(value)
    except OverflowError:  # a whole number that no float can be
        return False
