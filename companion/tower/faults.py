"""The faults that a simulated tower can be told to have, by name. Pure; imports `errors`.

The list is that of docs/faults.md, whole. A fault is a switch: it is on until somebody switches it off, and
one that strikes in a drop or in a turn strikes in every one meanwhile. A real tower has no such switches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Protocol

from companion.tower.errors import UnknownFault
from companion.tower.wire_table import OUTLETS

Group = Literal["wire", "link", "board", "servo", "beams", "cubes"]
LONGEST = 3600  # seconds
STEPS = (1, 5, 15, 60, 300)  # seconds that one would choose


@dataclass(frozen=True)
class FaultKind:
    """`of`: what its value means; empty where it has none."""

    id: str
    group: Group
    of: Literal["", "outlet", "seconds"] = ""
    default: int = 0


@dataclass(frozen=True)
class Fault:
    """One fault to be switched on, for example `stuck-dark:3`."""

    id: str
    value: int = 0

    @property
    def kind(self) -> FaultKind:
        return KINDS[self.id]

    def stepped(self) -> Fault:
        """The same at the next outlet, or for the next longer time; then from the beginning."""
        if self.kind.of == "outlet":
            return replace(self, value=(self.value + 1) % OUTLETS)
        return replace(self, value=next((s for s in STEPS if s > self.value), STEPS[0]))

    def __str__(self) -> str:
        return f"{self.id}:{self.value}" if self.kind.of else self.id


class Faults(Protocol):
    """The switches of a simulated tower; any thread may use them."""

    @property
    def on(self) -> tuple[Fault, ...]: ...

    def switch_on(self, fault: Fault) -> None: ...

    def switch_off(self, fault: Fault) -> None: ...


FAULTS = (
    FaultKind("flipped-bit", "wire"),
    FaultKind("lost-byte", "wire"),
    FaultKind("doubled-byte", "wire"),
    FaultKind("truncated-frame", "wire"),
    FaultKind("merged-frames", "wire"),
    FaultKind("garbage", "wire"),
    FaultKind("oversized-frame", "wire"),
    FaultKind("late-reply", "wire"),
    FaultKind("doubled-reply", "wire"),
    FaultKind("wrong-id-reply", "wire"),
    FaultKind("lost-acknowledgement", "wire"),
    FaultKind("reused-ids", "wire"),
    FaultKind("silent", "link"),
    FaultKind("busy", "link"),
    FaultKind("cable-in-turn", "link", "seconds", 5),
    FaultKind("cable-in-drop", "link", "seconds", 5),
    FaultKind("other-port", "link"),
    FaultKind("port-taken", "link"),
    FaultKind("other-device", "link"),
    FaultKind("older-protocol", "link"),
    FaultKind("newer-protocol", "link"),
    FaultKind("reset-on-open", "board"),
    FaultKind("reboot-in-drop", "board"),
    FaultKind("reboot-in-turn", "board"),
    FaultKind("power-in-drop", "board"),
    FaultKind("hang-in-drop", "board"),
    FaultKind("counter-wrap", "board"),
    FaultKind("clock-wrap", "board"),
    FaultKind("overflow-in-drop", "board"),
    FaultKind("uncalibrated", "board"),
    FaultKind("command-while-turning", "servo"),
    FaultKind("stop-while-turning", "servo"),
    FaultKind("stall", "servo"),
    FaultKind("no-ring", "servo"),
    FaultKind("hand-on-tower", "servo"),
    FaultKind("stuck-dark", "beams", "outlet", 3),
    FaultKind("stuck-clear", "beams", "outlet", 3),
    FaultKind("emitters-off", "beams"),
    FaultKind("flood-of-light", "beams"),
    FaultKind("slow", "beams", "outlet", 3),
    FaultKind("swapped", "beams", "outlet", 3),
    FaultKind("inverted", "beams", "outlet", 3),
    FaultKind("chatter", "beams", "outlet", 3),
    FaultKind("crosstalk", "beams"),
    FaultKind("touching", "cubes"),
    FaultKind("side-by-side", "cubes"),
    FaultKind("split", "cubes"),
    FaultKind("resting", "cubes"),
    FaultKind("wrong-outlet", "cubes"),
    FaultKind("late", "cubes"),
    FaultKind("stays-inside", "cubes"),
    FaultKind("hand-between-drops", "cubes"),
    FaultKind("unannounced", "cubes"),
    FaultKind("one-too-many", "cubes"),
)
KINDS = {kind.id: kind for kind in FAULTS}


def parse_fault(text: str) -> Fault:
    """`stuck-dark:3` or `stuck-dark`; UnknownFault names what there is instead."""
    name, colon, value = text.partition(":")
    kind = KINDS.get(name)
    if kind is None:
        raise _unknown(text, ", ".join(KINDS))
    if not colon:
        return Fault(name, kind.default)
    if not kind.of:
        raise _unknown(text, name)
    most = OUTLETS - 1 if kind.of == "outlet" else LONGEST
    if not value.isdecimal() or len(value) > 18 or int(value) > most:
        raise _unknown(text, f"{name}:0 … {name}:{most}")
    return Fault(name, int(value))


def _unknown(name: str, names: str) -> UnknownFault:
    return UnknownFault(name=name, names=names)
