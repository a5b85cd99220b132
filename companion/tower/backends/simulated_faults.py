"""What each fault of `companion.tower.faults` does to the simulated board. May import: this room.

Faults of the beams, the servo and the settings change the board while they are on; the others strike when a
turn or a drop begins, change the cubes that fall, or come after a drop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.tower.backends.drop_model import Passage
from companion.tower.faults import Fault
from companion.tower.wire_table import OUTLETS, Motion, Settings

if TYPE_CHECKING:
    from companion.tower.backends.simulated import SimulatedBoard

SLOW_MS = 8.0
FLOOD = 70  # breaks: more than the board's log holds


class SimulatedFaults:
    """The switches: meets `companion.tower.faults.Faults`."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._on: dict[Fault, Callable[[], None]] = {}  # and what takes it away again

    @property
    def on(self) -> tuple[Fault, ...]:
        return tuple(self._on)

    def switch_on(self, fault: Fault) -> None:
        with self._board._lock:
            if fault not in self._on:
                self._on[fault] = self._change(fault)

    def switch_off(self, fault: Fault) -> None:
        with self._board._lock:
            self._on.pop(fault, lambda: None)()

    def has(self, name: str) -> bool:
        return any(fault.id == name for fault in self._on)

    # ------------------------------------------------------------------ while it is on

    def _change(self, fault: Fault) -> Callable[[], None]:
        """Applies it and returns how to undo it; what strikes later changes nothing yet."""
        board, outlet = self._board, fault.value
        match fault.id:
            case "silent":
                return board.look_again
            case "port-taken" | "other-device" | "older-protocol" | "newer-protocol" | "reset-on-open":
                board.cut_line()  # what strikes at the opening of a port needs one
                return board.look_again
            case "stays-inside":
                return self._flag("wedged")
            case "busy":
                return self._flag("never_arrives")
            case "stall":
                return self._flag("stalled")
            case "emitters-off":
                return self._flag("emitters_dead")
            case "uncalibrated":
                return self._settings(Settings())
            case "no-ring":
                return self._settings(replace(board._settings, fitted=0))
            case "hand-on-tower":
                board.push(1)
                return lambda: board.push(-1)
            case "stuck-dark":
                return self._marked(board.stuck_dark, {outlet})
            case "stuck-clear":
                return self._marked(board.stuck_clear, {outlet})
            case "flood-of-light":
                return self._marked(board.stuck_clear, set(range(OUTLETS)))
            case "inverted":
                return self._marked(board.inverted, {outlet})
            case "slow":
                board.lags[outlet] += SLOW_MS
                return lambda: board.lags.__setitem__(outlet, board.lags[outlet] - SLOW_MS)
            case "swapped":
                self._swap(outlet)
                return lambda: self._swap(outlet)
            case _:
                return lambda: None

    def _flag(self, name: str) -> Callable[[], None]:
        setattr(self._board, name, True)
        return lambda: setattr(self._board, name, False)

    def _settings(self, other: Settings) -> Callable[[], None]:
        before, self._board._settings = self._board._settings, other
        return lambda: setattr(self._board, "_settings", before)

    @staticmethod
    def _marked(outlets: set[int], more: set[int]) -> Callable[[], None]:
        new = more - outlets
        outlets |= new
        return lambda: outlets.difference_update(new)

    def _swap(self, outlet: int) -> None:
        wiring, other = self._board.wiring, (outlet + 1) % OUTLETS
        wiring[outlet], wiring[other] = wiring[other], wiring[outlet]

    # ------------------------------------------------------------------ when something begins

    def turn_is_wanted(self) -> None:
        """Somebody else was quicker: the tower is on its way to its farther end."""
        board = self._board
        if self.has("command-while-turning") and board.motion == Motion.REST and not board.dropping:
            board.turn_by_hand(0 if board.facing() > OUTLETS // 2 else OUTLETS - 1)

    def turn_begins(self) -> None:
        for fault in self._on:
            if fault.id == "cable-in-turn":
                self._board.pull_cable(fault.value, after=0.1)
            elif fault.id == "reboot-in-turn":
                self._board.reboot(after=0.1)
            elif fault.id == "stop-while-turning":
                self._board.stop_by_hand(after=0.2)

    def drop_begins(self) -> None:
        board = self._board
        for fault in self._on:
            match fault.id:
                case "cable-in-drop":
                    board.pull_cable(fault.value, after=0.45)
                case "other-port":
                    board.pull_cable(3.0, after=0.45)
                case "reboot-in-drop":
                    board.reboot(after=0.47)
                case "hang-in-drop":
                    board.reboot(cause="watchdog", after=0.47)
                case "power-in-drop":
                    board.reboot(power_lost=True, after=0.55)
                case "chatter":
                    board.chatter(fault.value, after=0.5)
                case "overflow-in-drop":
                    board.pull_cable(30.0, after=0.1)
                    for i in range(FLOOD):
                        board.pulse(board.facing(3), 0.5 + i / 10, 16.0)
                case _:
                    pass

    def waiting_begins(self) -> None:
        """Whoever has opened the tower and does nothing for a while waits for the first drop."""
        board = self._board
        if board.motion == Motion.REST and not board.dropping:
            self.between_drops()

    def between_drops(self) -> None:
        board = self._board
        if self.has("hand-between-drops"):
            board.hand(after=1.0)
        if self.has("unannounced"):
            board.pull_cable(3.0, after=0.5)
            board.fall(board.facing(), after=1.0)

    # ------------------------------------------------------------------ the cubes that fall

    def change(self, passages: list[Passage]) -> list[Passage]:
        """The passages of one drop as the faults of the cubes have them."""
        if not passages:
            return passages
        first, *rest = passages
        if rest and self.has("touching"):
            after = first.after + 0.8 * first.milliseconds / 1000
            rest[0] = replace(rest[0], outlet=first.outlet, after=after)
        if rest and self.has("side-by-side"):
            rest[0] = replace(
                rest[0], outlet=first.outlet, after=first.after + 0.001, milliseconds=first.milliseconds
            )
        if self.has("wrong-outlet"):
            first = replace(first, outlet=3)
        halves = [first]
        if self.has("split"):
            half = 0.45 * first.milliseconds
            again = first.after + 1.2 * half / 1000
            halves = [replace(first, milliseconds=half), Passage(first.outlet, again, half, cube=False)]
        passages = [*halves, *rest]
        if self.has("crosstalk"):
            beside = 0 if first.outlet else 1
            passages.insert(1, Passage(beside, first.after, first.milliseconds, cube=False))
        if self.has("one-too-many"):
            passages.append(Passage(0, passages[-1].after + 0.3, first.milliseconds, cube=False))
        if self.has("late"):
            passages[-1] = replace(passages[-1], after=passages[-1].after + 1.2)
        return passages
