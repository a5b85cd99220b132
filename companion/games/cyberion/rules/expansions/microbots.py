"""Microbots: a condition on every machine, and a currency for those who met it. May import: this game."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from companion.engine.game import CHANCE, Question, Refusal
from companion.engine.steps import slotted
from companion.games.cyberion.rules.factory import leave, mine
from companion.games.cyberion.rules.happenings import (
    MachineRemoved,
    MicrobotAcquired,
    MicrobotDiscarded,
    MicrobotPlaced,
    MicrobotsShuffled,
    MicrobotsSpent,
    MicrobotsSwapped,
)
from companion.games.cyberion.rules.inputs import (
    SLOTS,
    TOKENS,
    Input,
    MicrobotDrawn,
    RemoveMachine,
    ReplaceMicrobot,
    SwapMicrobots,
)
from companion.games.cyberion.rules.pieces import ACQUIRED, MICROBOTS, without
from companion.games.cyberion.rules.state import State
from companion.games.cyberion.rules.steps import Ask, Out

from .expansion import Acts, Expansion

REPLACE, REMOVE = 1, 5
"""What it costs in acquired microbots [CY-MICRO-11, CY-MICRO-13]; swapping is disputed [CY-MICRO-12]."""


def _in_order(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(tokens, key=MICROBOTS.index))


# -- tokens come ------------------------------------------------------------------------------------------


def bare(s: State) -> list[int]:
    return [slot for slot in SLOTS if s.factory[slot] and not s.microbots[slot]]


@slotted
class PlaceMicrobots(Ask[MicrobotDrawn], name="microbots"):
    """One on every machine without one; discarded ones are shuffled when the pile is empty [CY-MICRO-15,
    CY-MICRO-17]."""

    def ask(self, s: State) -> tuple[Question, ...]:
        slots = bare(s)
        if not slots or not s.pile:
            return ()
        tokens = Counter(s.pile)
        answers = tuple([TOKENS[token] for token in tokens])
        about = (("slot", slots[0]),)
        by_hand = "tokens" in s.setting.by_hand
        odds = tuple(tokens.values())
        return (Question("microbot", CHANCE, answers, "tokens", odds, about=about, open=by_hand),)

    def do(self, s: State, out: Out) -> None:
        if bare(s) and s.spent:
            s.pile, s.spent = s.spent, ()
            out.append(MicrobotsShuffled(len(s.pile)))
            s.agenda.append(self)

    def answer(self, s: State, out: Out, given: MicrobotDrawn) -> None:
        slot = bare(s)[0]
        s.pile = without(s.pile, given.microbot if given.microbot in s.pile else s.pile[0])
        s.microbots[slot] = given.microbot
        out.append(MicrobotPlaced(slot, given.microbot))
        s.agenda.append(self)


# -- what they buy ----------------------------------------------------------------------------------------


def spend(s: State, out: Out, price: int) -> None:
    """What they show no longer matters [CY-MICRO-09, CY-MICRO-14]."""
    s.spins = 0
    s.spent = _in_order((*s.spent, *s.acquired[:price]))
    s.acquired = s.acquired[price:]
    out.append(MicrobotsSpent(price))


def throw_away(s: State, out: Out, slot: int) -> None:
    if s.microbots[slot]:
        s.spent = _in_order((*s.spent, s.microbots[slot]))
        out.append(MicrobotDiscarded(s.microbots[slot]))
        s.microbots[slot] = ""


def replaced(s: State, out: Out, given: ReplaceMicrobot) -> None:
    spend(s, out, REPLACE)
    throw_away(s, out, given.slot)
    s.agenda.append(PlaceMicrobots())


def swapped(s: State, out: Out, given: SwapMicrobots) -> None:
    spend(s, out, s.setting.swap_cost)
    tokens = s.microbots
    tokens[given.slot], tokens[given.other] = tokens[given.other], tokens[given.slot]
    out.append(MicrobotsSwapped(given.slot, given.other))


def removed(s: State, out: Out, given: RemoveMachine) -> None:
    """It counts as repaired, and gives no experience [CY-MICRO-13]."""
    spend(s, out, REMOVE)
    throw_away(s, out, given.slot)
    s.removed += 1
    out.append(MachineRemoved(given.slot, s.factory[given.slot]))
    leave(s, out, given.slot)


class Microbots(Expansion):
    """Acquired microbots belong to both players [CY-2P-15]."""

    valve = 0
    on_arrival = (PlaceMicrobots(),)
    acts: ClassVar[Acts] = {ReplaceMicrobot: replaced, SwapMicrobots: swapped, RemoveMachine: removed}
    inputs = frozenset({MicrobotDrawn, *acts})
    asks = ("microbots",)

    def set_up(self, s: State) -> None:
        s.pile = s.setting.microbots

    def actions(self, s: State) -> list[Input]:
        """Between two actions [CY-MICRO-10]. The partner's machine may be given another token, but not be
        removed [CY-2P-13]."""
        money = len(s.acquired)
        lying = [slot for slot in SLOTS if s.factory[slot] and s.microbots[slot]]
        found: list[Input] = []
        if money >= REPLACE and (s.pile or s.spent or lying):
            found += [ReplaceMicrobot(slot) for slot in lying]
        if money >= s.setting.swap_cost:
            found += [
                SwapMicrobots(slot, other)
                for slot in lying
                for other in lying
                if slot < other and s.microbots[slot] != s.microbots[other]
            ]
        if money >= REMOVE:
            found += [RemoveMachine(slot) for slot in mine(s) if s.factory[slot]]
        return found

    def repaired(self, s: State, out: Out, slot: int) -> None:
        """A sixth one is discarded at once [CY-MICRO-07, CY-MICRO-08]."""
        if len(s.acquired) >= ACQUIRED:
            throw_away(s, out, slot)
        elif s.microbots[slot]:
            s.acquired = _in_order((*s.acquired, s.microbots[slot]))
            out.append(MicrobotAcquired(s.microbots[slot]))
            s.microbots[slot] = ""

    def refusal(self, s: State, given: Any) -> Refusal | None:
        if isinstance(given, MicrobotDrawn) and s.agenda[-1].name == "microbots":
            if given.microbot in MICROBOTS and "tokens" in s.setting.by_hand:
                return None
            return Refusal("no-such-microbot", "CY-COMP-15", (("microbot", given.microbot),))
        if s.agenda[-1].name != "act" or isinstance(given, MicrobotDrawn):
            return super().refusal(s, given)
        slots = [given.slot, given.other] if isinstance(given, SwapMicrobots) else [given.slot]
        if any(slot not in SLOTS or not s.factory[slot] for slot in slots):
            return Refusal("no-machine-there", "CY-MICRO-01", (("slot", given.slot),))
        price, rule = {
            ReplaceMicrobot: (REPLACE, "CY-MICRO-11"),
            SwapMicrobots: (s.setting.swap_cost, "CY-MICRO-12"),
            RemoveMachine: (REMOVE, "CY-MICRO-13"),
        }[type(given)]
        if len(s.acquired) < price:
            about = (("microbots", price), ("have", len(s.acquired)))
            return Refusal("not-enough-microbots", rule, about=about)
        if isinstance(given, RemoveMachine):
            return Refusal("not-your-machine", "CY-2P-13", (("slot", given.slot),))
        return Refusal("nothing-to-swap", rule, (("slot", given.slot),))
