"""Long random runs: one module each, run by `make soak` (tests/tools/soak.py). Imports the standard library.

A module `tests/soak/NAME.py` is a `Soak`: its docstring's first line says what it tries, `UNIT` what it
counts, `PLANTED` names at least three defects that it must find when they are put in, and `attempt` is one
run. The same seed and index give the same run, whatever came before.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Attempt(NamedTuple):
    """One run: how much was tried, and what was found; empty: nothing."""

    tried: int
    found: str = ""


class Soak(Protocol):
    UNIT: str
    PLANTED: tuple[str, ...]

    def attempt(self, seed: int, index: int, planted: str = "") -> Attempt: ...
