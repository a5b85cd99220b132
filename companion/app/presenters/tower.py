"""What is known about the tower, in words. May import: companion.tower, companion.words; never Kivy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.advisor import Shares
from companion.engine import Game
from companion.engine.terms import OUTLET
from companion.tower import FAULTS, Fault, Tower, TowerError, older_than_ours
from companion.words import Speech, Words

from .advice import shares_sentence


@dataclass(frozen=True, slots=True)
class StatusLine:
    glyph: str
    """`fine`, `wrong` or `empty`: known to be right, to be looked at, or simply told."""
    text: str


@dataclass(frozen=True, slots=True)
class Switch:
    """One fault of a simulated tower."""

    text: str
    fault: Fault
    on: bool
    value: str = ""
    """At which outlet or for how many seconds; empty: it has no such thing."""


PARTS = {
    **dict.fromkeys(("low", "high", "eras", "speed", "acceleration", "overshoot", "approach"), "directions"),
    **dict.fromkeys(("settle", "hold", "shake_amplitude", "shake_cycles"), "movement"),
    **dict.fromkeys(("polarity", "min_break", "min_gap", "blocked"), "beams"),
    **dict.fromkeys(("fitted", "ring_polarity", "ring_codes"), "ring"),
    **dict.fromkeys(("duration_count", "durations"), "cubes"),
    "file": "file",
}
"""A board's settings by what they are about."""


class TowerPresenter:
    def __init__(self, words: Words, game: Game) -> None:
        self.words = words
        self.game = game

    def show(self, tower: Tower | None, learned: Shares | None = None) -> tuple[str, tuple[StatusLine, ...]]:
        """Which tower it is and its health; with what it has `learned`, the figures behind that, too."""
        say = self.words.say
        if tower is None:
            return say("screen-tower.none"), (StatusLine("empty", say("screen-tower.none-under")),)
        who = tower.identity
        about = {"where": who.where, "serial": who.serial or "–", "firmware": who.firmware or "–"}
        lines = self._lines(tower)
        if learned is not None:
            measured = say("screen-tower.cubes", {"n": len(tower.calibration.durations)})
            lines += [
                StatusLine("fine" if tower.calibration.durations else "empty", measured),
                StatusLine("fine" if learned.seen else "empty", shares_sentence(self.words, learned)),
            ]
        return say(f"tower.talking.{who.kind}", about), tuple(lines)

    def differences(self, tower: Tower) -> str:
        """What the board and its file on this computer do not agree about; empty: nothing."""
        parts = dict.fromkeys(PARTS.get(name, "rest") for name in tower.differences)
        return (
            self.words.listed([self.words.say(f"screen-tower.part.{part}") for part in parts])
            if parts
            else ""
        )

    def faults(
        self, tower: Tower, chosen: Mapping[str, Fault] = MappingProxyType({})
    ) -> tuple[tuple[str, tuple[Switch, ...]], ...]:
        """What a simulated tower can be told to have, group by group; a real one has its own faults.

        `chosen` are those whose outlet or seconds somebody has picked already, by their id.
        """
        if tower.faults is None:
            return ()
        on = {fault.id: fault for fault in tower.faults.on}
        groups: dict[str, list[Switch]] = {}
        for kind in FAULTS:
            fault = on.get(kind.id) or chosen.get(kind.id) or Fault(kind.id, kind.default)
            said = self.words.say(f"tower.fault.{kind.id}")
            switch = Switch(said[:1].upper() + said[1:], fault, kind.id in on, self._value(fault))
            groups.setdefault(kind.group, []).append(switch)
        return tuple(
            (self.words.say(f"tower.fault-group.{group}"), tuple(found)) for group, found in groups.items()
        )

    def _value(self, fault: Fault) -> str:
        match fault.kind.of:
            case "outlet":
                return self.outlet(fault.value)
            case "seconds":
                return f"{fault.value} s"
        return ""

    def _lines(self, tower: Tower) -> list[StatusLine]:
        say, health, calibration = self.words.say, tower.health, tower.calibration
        lines = [
            StatusLine("fine", say("screen-tower.linked"))
            if health.linked
            else StatusLine("wrong", say("screen-tower.unlinked"))
        ]
        if tower.facing is None:
            lines.append(StatusLine("empty", say("screen-tower.unplaced")))
        else:
            facing = say("screen-tower.facing", {"outlet": self.outlet(tower.facing)})
            lines.append(StatusLine("fine", facing))
        dark = sorted(health.blind | health.blocked)
        if dark:
            outlets = self.words.listed([self.outlet(outlet) for outlet in dark])
            lines.append(StatusLine("wrong", say("screen-tower.beams-wrong", {"outlets": outlets})))
        else:
            lines.append(StatusLine("fine", say("screen-tower.beams-fine")))
        measured = calibration.servo_measured
        servo = say("screen-tower.servo" if measured else "screen-tower.servo-nominal")
        lines.append(StatusLine("fine" if measured else "wrong", servo))
        if parts := self.differences(tower):
            lines.append(StatusLine("wrong", say("screen-tower.differs", {"parts": parts})))
        cubes = bool(calibration.durations)
        known = say("screen-tower.cubes-known" if cubes else "screen-tower.no-cubes")
        lines.append(StatusLine("fine" if cubes else "empty", known))
        if older_than_ours(tower.identity.firmware):
            firmware = say("screen-tower.firmware-older", {"firmware": tower.identity.firmware})
            lines.append(StatusLine("wrong", firmware))
        if tower.faults is not None and tower.faults.on:
            lines.append(StatusLine("wrong", say("screen-tower.faults-on", {"n": len(tower.faults.on)})))
        if health.reboots:
            lines.append(StatusLine("wrong", say("screen-tower.restarts", {"n": health.reboots})))
        if health.last_fault is not None:
            servo = trouble(self.words, health.last_fault)
            lines.append(StatusLine("wrong", say("screen-tower.last-error", {"error": servo})))
        return lines

    def outlet(self, outlet: int) -> str:
        """As players know it: what the game that is played has there."""
        return Speech(self.words, self.game, self.game.start({})).name(OUTLET, outlet)

    def trouble(self, error: TowerError) -> str:
        return trouble(self.words, error)


def trouble(words: Words, error: TowerError) -> str:
    """What went wrong and what to do next: where the console names flags, the tablet names its pages."""
    own = error.advice.replace("tower.error.", "screen-tower.error.")
    return words.say(own if own in words else error.advice, error.about(words.say))
