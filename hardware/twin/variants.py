"""The towers that the twin compares: each is tower.toml with a few other figures. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hardware.tower import Tower


@dataclass(frozen=True)
class Variant:
    """A tower by name; `changes` are figures by dotted name with `__`."""

    name: str
    says: str  # in the page's tables
    changes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    at_once: bool = False
    lag: float = 0.0  # ms: how late the receivers are

    def tower(self) -> Tower:
        return Tower.load().with_changes(**self.changes)


PLAIN = Variant("plain", "as in tower.toml")

# Towers that differ as real ones might: nobody knows the friction of a player's tower.
OTHERS = (
    Variant("narrow", "narrow outlets, ±7°", {"geometry__outlet_half_angle": 7.0}),
    Variant(
        "wide", "wide outlets, ±14°, thrown all at once", {"geometry__outlet_half_angle": 14.0}, at_once=True
    ),
    Variant("rough", "rougher walls, friction 0.42", {"inside__friction": 0.42}),
    Variant("smooth", "smoother walls, friction 0.25", {"inside__friction": 0.25}),
    Variant("dull", "cubes that hardly bounce", {"inside__bounce": 0.7}),
    Variant("lagging", "receivers 2.5 ms late", lag=2.5),
)

# Towers without the printed ring: the beams cross the chutes' own ends, which are straight, steep and sharp
# where they part. Cubes pass twice as fast as through our gates: 12 / 16 / 19 ms (5 / 50 / 95 %).
_OPEN: Mapping[str, Any] = {
    "geometry__body_diameter": 104.0,
    "geometry__ring_radius": 51.0,
    "geometry__outlet_half_angle": 10.0,
    "inside__slope": 41.0,
    "inside__lip_slope": 41.0,
    "inside__outlet_height": 18.55,  # 14 mm, square to the floor
    "inside__mouth_height": 22.0,
    "inside__height": 205.0,
    "inside__baffle_overlap": 4.4,
    "inside__favour": 0.1,
}
BARE = (
    Variant("bare", "no ring, steep chutes", _OPEN),
    Variant("bare-rough", "the same, friction 0.45", {**_OPEN, "inside__friction": 0.45}),
    Variant(
        "bare-wide",
        "the same, outlets ±12°, thrown all at once",
        {**_OPEN, "geometry__outlet_half_angle": 12.0, "inside__mouth_height": 24.0},
        at_once=True,
    ),
    Variant(
        "bare-lagging",
        "the same, friction 0.30, receivers 2.5 ms late",
        {**_OPEN, "inside__friction": 0.30},
        lag=2.5,
    ),
)

# Other guesses of the inside: nobody knows it, so what is chosen must hold in all of them.
INSIDES: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "open": {"inside__baffles": []},
    "wide": {"inside__shaft": 24.0, "inside__baffle_overlap": 4.0},
    "steep": {"inside__slope": 45.0, "inside__lip_slope": 41.0, "inside__mouth_height": 34.0},
}

# Questions of design: what one figure does, all others as they are.
STUDY = (
    Variant("outlet-7", "outlets ±7°", {"geometry__outlet_half_angle": 7.0}),
    Variant("outlet-8.5", "outlets ±8.5°", {"geometry__outlet_half_angle": 8.5}),
    Variant("outlet-12", "outlets ±12°", {"geometry__outlet_half_angle": 12.0}),
    Variant("outlet-14", "outlets ±14°", {"geometry__outlet_half_angle": 14.0}),
    Variant("roof-12", "roof 12 mm, beam 6 mm", {"geometry__roof": 12.0, "geometry__beam_height": 6.0}),
    Variant("roof-13", "roof 13 mm, beam 6.5 mm", {"geometry__roof": 13.0, "geometry__beam_height": 6.5}),
    Variant("roof-16", "roof 16 mm, beam 7 mm", {"geometry__roof": 16.0}),
    Variant("roof-none", "no roof (30 mm)", {"geometry__roof": 30.0}),
    Variant("gate-0", "gates flat", {"geometry__gate_slope": 0.0}),
    Variant("gate-10", "gates fall 10°", {"geometry__gate_slope": 10.0}),
    Variant("gate-18", "gates fall 18°", {"geometry__gate_slope": 18.0}),
    Variant("gate-32", "gates fall 32°", {"geometry__gate_slope": 32.0}),
    Variant("divider-0", "no dividers", {"geometry__divider_height": 0.0}),
    Variant("divider-5", "dividers 5 mm", {"geometry__divider_height": 5.0}),
    Variant("divider-20", "dividers 20 mm", {"geometry__divider_height": 20.0}),
    Variant("at-once", "all cubes let go at once", at_once=True),
    Variant("rough-42", "friction 0.42", {"inside__friction": 0.42}),
    Variant("smooth-25", "friction 0.25", {"inside__friction": 0.25}),
)
ALL = {variant.name: variant for variant in (PLAIN, *OTHERS, *BARE, *STUDY)}
