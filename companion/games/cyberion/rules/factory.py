"""The machines in the factory: whose they are, how they come and how they leave. May import: this game.

For two players the first and the fifth place are individual, the three between them common [CY-2P-03,
CY-2P-14].
"""

from __future__ import annotations

from companion.engine.game import CHANCE, Question, Refusal
from companion.engine.steps import slotted

from . import ending
from .happenings import MachineArrived, MachinesShared
from .inputs import SLOTS, MachineRevealed, machine_revealed
from .pieces import FACTORY, machine, without
from .state import State, in_factory, machines_left
from .steps import Ask, Out

ALL = tuple(SLOTS)
COMMON = ALL[1:-1]
OWN = (ALL[0], ALL[-1])
"""By seat."""


def merged(s: State) -> bool:
    """Whether all machines are common: solo, or when too few are left [CY-2P-10, CY-2P-11]."""
    return s.setting.players == 1 or (not machines_left(s) and in_factory(s) < FACTORY)


def mine(s: State) -> tuple[int, ...]:
    """Places whose machine the active player may repair [CY-2P-06]."""
    return ALL if merged(s) else (*COMMON, OWN[s.seat])


def to_fill(s: State) -> tuple[int, ...]:
    """The common factory first, then one's own [CY-2P-08]."""
    return ALL if s.setting.players == 1 else (*COMMON, OWN[s.seat])


def leave(s: State, out: Out, slot: int) -> None:
    """A machine leaves the factory, repaired or not; its place stays empty until the closing [CY-REPAIR-06,
    CY-REPAIR-07]. When it was the last one, the game is judged [CY-END-03]."""
    shared = merged(s)
    s.factory[slot], s.prepared[slot] = "", False
    s.gone += 1
    if merged(s) and not shared:
        out.append(MachinesShared())
    ending.judge_now(s, out)


# -- machines that come -----------------------------------------------------------------------------------


@slotted
class FillFactory(Ask[MachineRevealed], name="machines"):
    """Machines for the empty ones of these places; the deck ends when it ends [CY-CLOSE-04]."""

    places: tuple[int, ...]

    def ask(self, s: State) -> tuple[Question, ...]:
        """Tier I lies on top, then II, then III [CY-SETUP-02, CY-MULTI-02]."""
        slot = self._next(s)
        if slot is None or not machines_left(s):
            return ()
        tier = next(tier for tier, left in enumerate(s.left) if left)
        codes = s.unseen[tier] or s.setting.machines[tier]  # a real table may have had others than the box
        answers = tuple(map(machine_revealed, dict.fromkeys(codes)))
        odds = tuple([codes.count(answer.machine) for answer in answers])
        about = (("slot", slot), ("tier", tier + 1))
        by_hand = "machines" in s.setting.by_hand
        return (Question("machine", CHANCE, answers, "machines", odds, about=about, open=by_hand),)

    def _next(self, s: State) -> int | None:
        return next((slot for slot in self.places if not s.factory[slot]), None)

    def answer(self, s: State, out: Out, given: MachineRevealed) -> None:
        """What lies on a real table may be a machine that the box does not have."""
        slot, tier = self._next(s), machine(given.machine).tier - 1
        assert slot is not None  # else nothing was asked
        if given.machine in s.unseen[tier]:
            s.unseen[tier] = without(s.unseen[tier], given.machine)
        else:
            s.learned = (*s.learned, given.machine)
        from_tier = tier if s.left[tier] else next(other for other, left in enumerate(s.left) if left)
        s.left[from_tier] -= 1
        s.factory[slot] = given.machine
        s.agenda.append(self)
        out.append(MachineArrived(slot, given.machine))


def refusal(s: State, given: MachineRevealed) -> Refusal | None:
    try:
        machine(given.machine)
    except ValueError:
        return Refusal("no-such-machine", "CY-REQ-11", (("machine", given.machine),))
    if "machines" in s.setting.by_hand:
        return None
    return Refusal("machine-not-in-deck", "CY-SETUP-02", (("machine", given.machine),))
