"""How well a position stands, in one number: what bots steer by. No rule depends on it.

May import: this game. The weights are judgement; they are not facts of the game.
"""

from __future__ import annotations

from .actions import can_repair
from .expansions.gigantobots import PRICE_OF_DAMAGE
from .factory import mine
from .inputs import SLOTS, Repair
from .pieces import CYCLO, MODELS, PLAN, ROBOTS, SIREN, STOCK, machine
from .state import State, deck, in_factory, machines_left

END = 10_000.0
MACHINE = 100.0
VALVE = 45.0
LEVEL = {SIREN: 30.0, STOCK: 12.0, CYCLO: 22.0, PLAN: 16.0}
"""What a level of each figurine is worth beyond its price; a Commandbot's is the least."""
COMMAND = 8.0
EXPERIENCE = 14.0
ROBOT = 3.0
DECK = 0.6
REPAIRABLE = 30.0
"""A machine that could be repaired at once: better than its robots, worse than the repair."""
SUPPORT = 6.0
BATTERY = 25.0
LIMBOTS = 40.0
DAMAGE = 60.0
CREW = 6.0
MICROBOT = 6.0
INTERFERENCE = 18.0
IN_PLATFORM, IN_FLASH = 0.9, 0.35
"""What is left of a robot's worth when the turn ends now; in the stock all of it."""


def estimate(s: State) -> float:
    if s.outcome is not None:
        return END if s.outcome.result == "won" else -END - 10 * (machines_left(s) + in_factory(s))
    score = -MACHINE * (machines_left(s) + in_factory(s)) + VALVE * s.valves
    score += EXPERIENCE * s.xp
    for model, reached in zip(MODELS, s.levels, strict=True):
        paid = reached * (reached - 1) / 2
        score += paid * (LEVEL.get(model, COMMAND) + EXPERIENCE)
    score += _robots(s) + DECK * deck(s)
    score += REPAIRABLE * _repairable(s)
    score += SUPPORT * len(s.support) + BATTERY * s.battery
    if s.setting.expansions:
        score += _expansions(s)
    return score - (VALVE if not s.gone and s.agenda[0].name == "act" else 0.0)


def _repairable(s: State) -> int:
    """The main question begins with them; elsewhere they are counted."""
    if s.asked and s.asked[0].main:
        return sum([type(answer) is Repair for answer in s.asked[0].answers[: len(SLOTS)]])
    return sum([can_repair(s, slot) for slot in mine(s)])


def _robots(s: State) -> float:
    """Robots in the rows; pairs of a model or of a size are on the way to a machine."""
    platform, flash, stock = s.rows
    score = ROBOT * (IN_PLATFORM * len(platform) + IN_FLASH * len(flash) + len(stock))
    lying = [ROBOTS[card] for cards in s.rows for card in cards if card in ROBOTS]
    models, sizes = [robot.model for robot in lying], [robot.size for robot in lying]
    for slot in mine(s):
        if not s.factory[slot]:
            continue
        need = machine(s.factory[slot]).requirement
        if need.kind == "model_count":
            score += 2.0 * min(models.count(need.model), need.n) / need.n
        elif need.kind == "size_count":
            score += 2.0 * min(sizes.count(need.size), need.n) / need.n
    return score + sum(ROBOT for prepared in s.prepared if prepared)


def _expansions(s: State) -> float:
    """What stands against victory, and what is on the way to it."""
    score = -LIMBOTS * len(s.limbots) - INTERFERENCE * sum(s.interference)
    if s.crews:
        short = max(0, PRICE_OF_DAMAGE * s.damage - s.valves)
        score -= DAMAGE * short / PRICE_OF_DAMAGE
        score += CREW * sum(len(crew) for crew in s.crews)
    return score + MICROBOT * len(s.acquired)
