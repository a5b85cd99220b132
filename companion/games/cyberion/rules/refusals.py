"""Why an input that is not listed is refused: the rule that forbids it.

May import: the contract and this game.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.game import Input, Refusal

from . import deck, factory, setup
from .actions import tired
from .expansions import known
from .factory import mine
from .inputs import (
    SLOTS,
    Arrange,
    Discard,
    FirstPlayer,
    MachineRevealed,
    Move,
    Pay,
    Prepare,
    Recover,
    Repair,
    RobotDrawn,
    SupportDrawn,
    Trigger,
    Upgrade,
    UseSupport,
)
from .levels import HIGHEST
from .pieces import CYCLO, LEVELS, MODELS, MULTIBOTS, ROBOTS, ROWS, UNKNOWN, machine
from .repair import flaw
from .state import State, level

NOT_AWAITED = Refusal("not-awaited", "CY-TURN-03")
FLAWS = {
    "team": ("wrong-team", "CY-REPAIR-01"),
    "microbot": ("microbot-unmet", "CY-MICRO-03"),
    "surplus": ("surplus-robot", "CY-MICRO-06"),
}


def refusal(s: State, given: Input) -> Refusal | None:
    """None: it is accepted although it is not listed."""
    if s.outcome is not None:
        return Refusal("game-over", "CY-END-03")
    for name, expansion in known().items():
        if type(given) in expansion.inputs:
            if name not in s.setting.expansions:
                return Refusal("not-in-play", "CY-COMBO-01", (("expansion", name),))
            if s.agenda[-1].name in ("act", *expansion.asks):
                return expansion.refusal(s, given)
            return NOT_AWAITED
    running = s.agenda[-1].name
    if running == "act":
        return _action(s, given)
    return _answer(s, running, given)


# -- actions ----------------------------------------------------------------------------------------------


def _action(s: State, given: Any) -> Refusal | None:
    match given:
        case Repair(slot):
            return _repair(s, given, slot)
        case Trigger(row, card, at):
            return _lying(s, row, card, "CY-TRIGGER-01") or _trigger(s, card, at)
        case Discard(row, card):
            return _lying(s, row, card, "CY-TRIGGER-06")
        case UseSupport(model):
            return Refusal("no-support", "CY-SUPPORT-02", (("model", model),))
        case Upgrade(model) if model in MODELS and level(s, model) < HIGHEST:
            about = (("model", model), ("machines", level(s, model)), ("xp", s.xp))
            return Refusal("not-enough-experience", "CY-UPGRADE-04", about=about)
        case Upgrade(model):
            return Refusal("highest-level", "CY-UPGRADE-04", (("model", model),))
    return NOT_AWAITED


def _lying(s: State, row: Any, card: Any, rule: str) -> Refusal | None:
    if row in ROWS and card in s.rows[ROWS.index(row)]:
        return None
    return Refusal("not-in-row", rule, (("card", card), ("row", row)))


def _repair(s: State, given: Repair, slot: Any) -> Refusal | None:
    if slot not in SLOTS or not s.factory[slot]:
        return Refusal("no-machine-there", "CY-REPAIR-01", (("slot", slot),))
    if slot not in mine(s):
        return Refusal("not-your-machine", "CY-2P-06", (("slot", slot),))
    teams: Any = given[1:4]  # a person may have typed anything
    if not all(isinstance(team, tuple) for team in teams):
        return NOT_AWAITED
    for row, cards, wanted in zip(ROWS, s.rows, teams, strict=True):
        if missing := Counter(wanted) - Counter(cards):
            about = (("card", next(iter(missing))), ("row", row))
            return Refusal("not-in-row", "CY-REPAIR-01", about=about)
    need, terms = machine(s.factory[slot]), (s.prepared[slot], s.microbots[slot], s.setting.virtual_meets)
    found = flaw(need.requirement, (given.platform, given.flash, given.stock), *terms)
    if not found:
        return None
    name, rule = FLAWS[found]
    return Refusal(name, rule, (("slot", slot), ("machine", need.code), ("microbot", s.microbots[slot])))


def _trigger(s: State, card: str, at: Any) -> Refusal | None:
    """A lower level is declared with the trigger, and never a higher one [CY-TRIGGER-07]."""
    if card == UNKNOWN and not at:
        return None
    if card not in ROBOTS:
        return Refusal("no-trigger", "CY-MULTI-07", (("card", card),))
    model = ROBOTS[card].model
    about = (("model", model), ("level", level(s, model)))
    if at and (at not in LEVELS or at > level(s, model)):
        return Refusal("level-too-high", "CY-TRIGGER-07", about=about)
    if at and at < level(s, model) and s.interference[MODELS.index(model)]:
        return Refusal("level-after-reveal", "CY-ROUAGE-05", about=about)
    if tired(s, model, at or level(s, model)):
        return Refusal("no-progress", "CY-CYCLO-06", about=about)
    return None


# -- answers ----------------------------------------------------------------------------------------------


def _answer(s: State, running: str, given: Any) -> Refusal | None:
    match given:
        case RobotDrawn() if running in ("draw", "which"):
            return deck.refusal(s, given)
        case MachineRevealed() if running == "machines":
            return factory.refusal(s, given)
        case FirstPlayer() | SupportDrawn() if running == setup.STEP_OF[type(given)]:
            return setup.refusal(s, given)
        case Repair(slot) if running == "team" and slot == s.agenda[-1].slot:
            return _repair(s, given, slot)
        case Move(row, card) if running == "stock":
            return Refusal("not-in-row", "CY-STOCK-01", (("card", card), ("row", row)))
        case Recover(card) if running == "recover":
            return _recover(s, card)
        case Arrange(top, bottom) if running == "arrange" and s.agenda[-1].on_top is None:
            both = isinstance(top, tuple) and isinstance(bottom, tuple)
            if both and Counter((*top, *bottom)) == Counter(s.looked):
                return None
            return Refusal("other-cards-seen", "CY-PLAN-01", (("cards", s.looked),))
        case Prepare(slot) if running == "prepare":
            return _prepare(s, slot)
        case Pay(row, card) if running == "pay":
            rule = "CY-MULTI-12" if card in MULTIBOTS else "CY-CMD-02"
            return Refusal("not-in-row", rule, (("card", card), ("row", row)))
    if isinstance(given, Trigger) and running in ("draw", "stock", "recover", "arrange", "prepare", "pay"):
        return Refusal("level-declared", "CY-TRIGGER-07")
    return NOT_AWAITED


def _recover(s: State, card: Any) -> Refusal:
    about = (("card", card),)
    if card in MULTIBOTS:
        return Refusal("not-recoverable", "CY-MULTI-08", about=about)
    if card in s.discard and card in ROBOTS and ROBOTS[card].model != CYCLO:
        return Refusal("only-cyclobots", "CY-CYCLO-01", about=about)
    return Refusal("not-in-discard", "CY-CYCLO-01", about=about)


def _prepare(s: State, slot: Any) -> Refusal:
    if slot not in SLOTS or not s.factory[slot]:
        return Refusal("no-machine-there", "CY-CMD-01", (("slot", slot),))
    if s.prepared[slot]:
        return Refusal("already-prepared", "CY-CMD-05", (("slot", slot),))
    return Refusal("not-your-machine", "CY-2P-13", (("slot", slot),))
