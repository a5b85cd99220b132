"""The actions of the intervention phase that every game has: repair, trigger, upgrade [CY-TURN-02].

May import: the contract and this game. `turn` asks which.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.game import CHANCE, Question
from companion.engine.steps import slotted

from . import deck
from .abilities import SUPPORT_LEVEL, use
from .expansions import in_play
from .factory import leave, mine
from .happenings import AbilityUpgraded, MachineRepaired, RobotsDiscarded, RobotTriggered, SupportUsed
from .inputs import (
    DISCARD,
    REPAIR,
    TRIGGER,
    TRIGGER_LOWER,
    Discard,
    Input,
    Repair,
    RobotDrawn,
    Trigger,
    Upgrade,
    UseSupport,
)
from .levels import HIGHEST, step_up
from .pieces import (
    CARDS,
    CYCLO,
    MODELS,
    ROBOTS,
    ROWS,
    SIREN,
    STOCK,
    UNKNOWN,
    Team,
    in_order,
    machine,
    with_card,
    without,
)
from .repair import repairable, ways
from .requirements import met
from .state import State, level, unsee
from .steps import Ask, Out

SPINS = 10
"""Recoveries to the rows, one after the other, after which the app lets a Cyclobot rest: there are no more
Cyclobots than that, so more of them change nothing [CY-CYCLO-06]."""
NOBODY: Team = ((), (), ())
"""What a machine for a single robot needs when it is prepared."""
LOWER_IS_OTHER = (SIREN, STOCK, CYCLO)
"""Abilities that do something else at a lower level, not merely less well; the others accept one too."""


# -- repair -----------------------------------------------------------------------------------------------


def _terms(s: State, slot: int) -> tuple[bool, str, bool]:
    """Whether one robot is virtual, and what the microbot asks for [CY-REPAIR-08, CY-MICRO-03]."""
    return s.prepared[slot], s.microbots[slot], s.setting.virtual_meets


def rows_of(s: State) -> Team:
    platform, flash, stock = s.rows
    return platform, flash, stock


def repairs(s: State) -> list[Input]:
    """Machines that the active player can repair now."""
    robots = [CARDS[card] for row in s.rows for card in row]
    models, sizes = [robot.model for robot in robots], [robot.size for robot in robots]
    return [REPAIR[slot] for slot in mine(s) if s.factory[slot] and _repairable(s, slot, models, sizes)]


def can_repair(s: State, slot: int) -> bool:
    robots = [CARDS[card] for row in s.rows for card in row]
    models, sizes = [robot.model for robot in robots], [robot.size for robot in robots]
    return bool(s.factory[slot]) and _repairable(s, slot, models, sizes)


def _repairable(s: State, slot: int, models: list[str], sizes: list[int]) -> bool:
    need = machine(s.factory[slot]).requirement
    if not s.microbots[slot]:
        return met(need, models, sizes, s.prepared[slot])
    if len(models) < need.n - s.prepared[slot]:
        return False
    return repairable(need, rows_of(s), *_terms(s, slot))


def ways_to_repair(s: State, slot: int) -> tuple[Team, ...]:
    return ways(machine(s.factory[slot]).requirement, rows_of(s), *_terms(s, slot))


def repair(s: State, out: Out, given: Repair) -> None:
    """Without robots: they are asked for."""
    if not any(given[1:4]) and ways_to_repair(s, given.slot) != (NOBODY,):
        s.agenda.append(ChooseTeam(given.slot))
    else:
        repaired(s, out, given)


@slotted
class ChooseTeam(Ask[Repair], name="team"):
    slot: int

    def ask(self, s: State) -> tuple[Question, ...]:
        answers = tuple([Repair(self.slot, *team) for team in ways_to_repair(s, self.slot)])
        about = (("slot", self.slot), ("machine", s.factory[self.slot]))
        return (Question("team", s.seat, answers, about=about),)

    def answer(self, s: State, out: Out, given: Repair) -> None:
        repaired(s, out, given)

    def anew(self, s: State) -> ChooseTeam | None:
        return self if can_repair(s, self.slot) else None


def repaired(s: State, out: Out, given: Repair) -> None:
    """All robots at once; they trigger nothing [CY-REPAIR-02 … -04]."""
    team = given[1:4]
    s.spins = 0
    take_from_rows(s, team)
    cards = in_order([card for cards in team for card in cards])
    s.discard = in_order((*s.discard, *cards))
    s.xp += 1
    out.append(MachineRepaired(given.slot, s.factory[given.slot], cards))
    for expansion in in_play(s.setting):
        expansion.repaired(s, out, given.slot)
    leave(s, out, given.slot)


def take_from_rows(s: State, team: tuple[tuple[str, ...], ...]) -> None:
    for place, cards in enumerate(team):
        for card in cards:
            s.rows[place] = without(s.rows[place], card)


# -- trigger ----------------------------------------------------------------------------------------------


def triggers_and_discards(s: State) -> tuple[list[Input], list[Input]]:
    """Every robot at its figurine's level, and at the lower levels that do something else [CY-TRIGGER-07];
    a Multibot triggers nothing [CY-MULTI-07]. Where a trigger would do more than nothing, the card may also
    just be discarded [CY-TRIGGER-06]."""
    full: list[Input] = []
    lower: list[Input] = []
    gone: list[Input] = []
    levels = dict(zip(MODELS, s.levels, strict=True))
    interfered = any(s.interference)
    for row, cards in zip(ROWS, s.rows, strict=True):
        trigger_of, discard_of = TRIGGER[row], DISCARD[row]
        for card in dict.fromkeys(cards):
            robot = ROBOTS.get(card)
            if robot is None:
                if card == UNKNOWN:
                    full.append(trigger_of[card])
                gone.append(discard_of[card])
                continue
            model = robot.model
            at = levels[model]
            if model != CYCLO or not tired(s, model, at):
                full.append(trigger_of[card])
            if at > 1 or interfered:
                gone.append(discard_of[card])
            if at > 2 and model in LOWER_IS_OTHER and not s.interference[MODELS.index(model)]:
                lower += [
                    TRIGGER_LOWER[row, card, below]
                    for below in range(at - 1, 1, -1)
                    if not tired(s, model, below)
                ]
    return full + lower, gone


def tired(s: State, model: str, at: int) -> bool:
    """A Cyclobot that only turns in circles. At a real table people see that for themselves."""
    return model == CYCLO and at >= 4 and s.spins >= SPINS and "robots" not in s.setting.by_hand


def trigger(s: State, out: Out, given: Trigger) -> None:
    """The card is in the discard pile before its effect is carried out [CY-TRIGGER-04]; its size does not
    matter [CY-TRIGGER-02]."""
    if given.card == UNKNOWN:
        s.agenda.append(TellRobot(given.row))
        return
    _to_discard(s, given.row, given.card)
    model = ROBOTS[given.card].model
    at = given.level or level(s, model)
    if model != CYCLO or at < 4:
        s.spins = 0
    out.append(RobotTriggered(given.card, at))
    if not any(expansion.triggered(s, out, model) for expansion in in_play(s.setting)):
        use(s, out, model, at)


@slotted
class TellRobot(Ask[RobotDrawn], name="which"):
    """A card that the companion was not told about must be told before its ability is used."""

    row: str

    def ask(self, s: State) -> tuple[Question, ...]:
        answers, odds = deck.lying(s)
        open_ = "robots" in s.setting.by_hand
        return (Question("which", CHANCE, answers, "robots", odds, (("row", self.row),), open=open_),)

    def answer(self, s: State, out: Out, given: RobotDrawn) -> None:
        place = ROWS.index(self.row)
        s.rows[place] = in_order((*without(s.rows[place], UNKNOWN), given.card))
        unsee(s)
        if given.card in ROBOTS:
            trigger(s, out, Trigger(self.row, given.card))

    def anew(self, s: State) -> TellRobot | None:
        return self if UNKNOWN in s.rows[ROWS.index(self.row)] else None


def discard(s: State, out: Out, given: Discard) -> None:
    """It triggers nothing and reveals no interference [CY-TRIGGER-03, CY-ROUAGE-07]."""
    s.spins = 0
    _to_discard(s, given.row, given.card)
    out.append(RobotsDiscarded((given.card,)))


def _to_discard(s: State, row: str, card: str) -> None:
    place = ROWS.index(row)
    s.rows[place] = without(s.rows[place], card)
    s.discard = with_card(s.discard, card)


def use_support(s: State, out: Out, given: UseSupport) -> None:
    """Once, at level III, and no interference [CY-SUPPORT-01 … -04, CY-ROUAGE-08]."""
    s.spins = 0
    s.support = without(s.support, given.model)
    out.append(SupportUsed(given.model))
    use(s, out, given.model, SUPPORT_LEVEL)


# -- upgrade ----------------------------------------------------------------------------------------------


def can_upgrade(s: State, model: str) -> bool:
    """The next level costs as many machines as the present one says [CY-UPGRADE-01, CY-UPGRADE-02]."""
    return level(s, model) < HIGHEST and s.xp >= level(s, model)


def upgrade(s: State, out: Out, given: Upgrade) -> None:
    s.spins = 0
    price = level(s, given.model)
    s.xp -= price
    s.removed += price
    place = len(out)
    reached = step_up(s, out, given.model)
    out.insert(place, AbilityUpgraded(given.model, reached, price))


ACTIONS: dict[type, Callable[[State, Out, Any], None]] = {
    Repair: repair,
    Trigger: trigger,
    Discard: discard,
    UseSupport: use_support,
    Upgrade: upgrade,
}
