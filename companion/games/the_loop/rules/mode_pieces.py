"""The pieces that modes add to the table. May import: the standard library, the contract.

In journals, box files and corrections each is written with hyphens, and only those of the mode that is played
(`Mode.own`): `extra.supas-destroyed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.engine.phrases import Unreadable

_ERAS = 7


class ModePieces(NamedTuple):
    """Replaced as a whole and never changed. What no mode of this game has stays as it is here."""

    perpetual: tuple[int, ...] = (0,) * _ERAS
    """Blue cubes on each era [SUPA-06]."""
    supas_destroyed: int = 0
    centrifuges: tuple[str, ...] = ("",) * _ERAS
    """Per era the dimension that is shown, or ""."""
    centrifuge_damage: tuple[tuple[int, int], ...] = ((0, 0),) * _ERAS
    """Per era the cubes on its centrifuge, (red, green)."""
    centrifuges_used: tuple[str, ...] = ()
    ultras: tuple[tuple[str, ...], ...] = ((),) * _ERAS
    """Ultramachina cards on each era."""
    ultra_pile: tuple[str, ...] = ()
    ultra_damage: tuple[tuple[str, tuple[int, int]], ...] = ()
    """Cards with the cubes on them, (red, green)."""
    energy_inside: int = 0
    """Energy cubes that stayed in the machine."""
    energy_flying: int = 0

    def named(self, names: Iterable[str]) -> dict[str, Any]:
        """These, by the names that they are written with."""
        return {name: getattr(self, _attribute(name)) for name in names}

    def having(self, written: Mapping[str, Any]) -> ModePieces:
        """With these, by the names that they are written with. Raises ValueError for an unknown one."""
        unknown = [name for name in written if _attribute(name) not in self._fields]
        if unknown:
            raise Unreadable("one-of", repr(unknown[0]), ", ".join(map(_written, self._fields)))
        return self._replace(**{_attribute(name): value for name, value in written.items()})


def on_era(pieces: tuple[Any, ...], era: int, piece: Any) -> tuple[Any, ...]:
    """What lies on the eras, with this on one of them."""
    return (*pieces[:era], piece, *pieces[era + 1 :])


def _attribute(name: str) -> str:
    return name.replace("-", "_")


def _written(attribute: str) -> str:
    return attribute.replace("_", "-")
