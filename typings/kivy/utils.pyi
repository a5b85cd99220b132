"""Odds and ends."""

from collections.abc import Sequence

def get_color_from_hex(s: str) -> list[float]: ...
def get_hex_from_color(color: Sequence[float]) -> str: ...

platform: str
