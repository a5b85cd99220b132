"""Odds and ends."""

def get_color_from_hex(s: str) -> list[float]: ...
platform: str
