"""Holds the second referee against the rules of the house, input by input (`make soak SOAK=referee`).

May import: companion, the referees.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from random import Random
from typing import Any

from companion.advisor import GreedyBot, RandomBot
from companion.engine import CHANCE, Outcome, Refusal
from companion.table.chance import draw
from tests.games import every

from . import contre_temps, cyberion, inventions, reports, the_loop

REFEREES: Mapping[str, Any] = {
    "the-loop": the_loop.Referee,
    "contre-temps": contre_temps.Referee,
    "cyberion": cyberion.Referee,
}
ORDERED = ("destroyed", "top", "bottom", "archived", "lost", "line")
"""Piles whose order the table sees."""


class Disagreement(Exception):  # what we look for
    pass


def alike(value: Any) -> Any:
    """Hands, piles and bags have no order."""
    if isinstance(value, dict):
        return {key: alike(one) for key, one in value.items()}
    return sorted(value, key=str) if isinstance(value, list) else value


def ending(outcome: Outcome | None) -> tuple[Any, str] | None:
    """Who won, or by which rule the team did or did not."""
    if outcome is None:
        return None
    return (outcome.ranking[0][0], "") if outcome.ranking else (outcome.result, outcome.rule)


def rulings(game: Any, referee: Any, chance: Random) -> dict[str, Any]:
    """In every third game the disputed rules that the referee knows both ways are ruled by lot."""
    if chance.random() < 2 / 3:
        return {}
    return {
        option.id: chance.choice(option.values) for option in game.options() if option.id in referee.RULINGS
    }


REAL: tuple[dict[str, Any], ...] = (
    *({}, {}, {}),
    *({"hands": "table"}, {"hands": "table", "huge": "table"}, {"score": "lightly"}),
)
"""Where cards are the players' own affair and hands tell what they did."""
REPORTED = 0.5
"""How often they tell where they could."""


def arranged(name: str, way: every.Way, seed: int, index: int, chance: Random) -> tuple[Any, dict[str, Any]]:
    """The game with the box that is played with, and the options of this table. In The LOOP every second box
    says anything that the words of a box can say, and at every second table hands report."""
    options = dict(way.options)
    if name != "the-loop":
        return every.load(name), options
    game = every.load(name, inventions.box(seed, index // 2) if index % 2 else None)
    real = chance.choice(REAL)
    if not isinstance(game.start({**options, **real}), Refusal):
        options |= real
    return game, options


def follow(name: str, seed: int, index: int, referees: Mapping[str, Any] = REFEREES) -> str:
    """Plays one game; how it was played and ended. Raises Disagreement."""
    chance = Random(f"{name} {seed} {index}")
    told = Random(f"{name} {seed} {index} told")
    ways = [way for way in (*every.ways("players"), *every.ways("solo")) if way.game == name]
    way = ways[index % len(ways)]
    game, options = arranged(name, way, seed, index, chance)
    state = game.start({**options, **rulings(game, referees[name], chance)})
    bot = (RandomBot, GreedyBot)[chance.random() < 0.7](chance.randrange(10**6))
    referee = referees[name](game.box, game.chosen(state))
    script = referee.script()
    said: dict[str, Any] | None = None
    last: list[Any] = []
    for number in range(5000):
        at = f"{way} {options} input {number}, after {last[-3:]}"
        try:
            asked = script.send(said)
        except StopIteration:
            asked = None
        except Exception as error:
            raise Disagreement(f"{at}: {traceback.format_exc(limit=-3)}") from error
        awaited = game.awaited(state)
        mine, theirs = referee.table(), game.describe(state)
        differ = [
            f"{key}: engine {theirs[key]} referee {value}"
            for key, value in mine.items()
            if (theirs[key] != value if key in ORDERED else alike(theirs[key]) != alike(value))
        ]
        if not awaited:
            ends = ending(game.outcome(state))
            if asked is not None or differ or ends != referee.outcome:
                raise Disagreement(f"{at}: engine ends {ends}, referee {referee.outcome}; {differ}")
            return f"{way}: {ends}"
        question = awaited[0]
        listed = {json.dumps(alike(game.write(state, answer)), sort_keys=True) for answer in question.answers}
        allowed = {json.dumps(alike(answer), sort_keys=True) for answer in asked or ()}
        if listed != allowed:
            alone = f"only engine {sorted(listed - allowed)[:6]}, only referee {sorted(allowed - listed)[:6]}"
            differ.append(f"{question.id} {question.about}: {alone}")
        if (question.id == "may-damage") != bool(getattr(referee, "waiting", ())):
            differ.append(f"{question.id}: {referee.waiting}")
        if differ:
            raise Disagreement(f"{at}: " + "; ".join(differ))
        may = question.owner != CHANCE and (question.open or question.id == "take")
        report: dict[str, Any] = {}
        if may and name != "contre-temps" and told.random() < REPORTED:
            if question.id == "take":
                report = reports.arranged(referee.looked, told)
            else:
                report = reports.told(mine, theirs["active"], game.box, game.chosen(state), told)
            given = game.read(state, report)
        elif question.owner == CHANCE:
            given = draw(chance.randrange(10**6), question.stream, number, question)
        else:
            given = bot.choose(game, state, question)
        said = report or game.write(state, given)
        if question.id == "may-damage":
            said = {**said, "tile": game.box["era"][dict(question.about)["era"]]["id"]}
        last.append(said)
        applied = game.apply(state, given)
        if isinstance(applied, Refusal):
            raise Disagreement(f"{at}: listed and refused: {said} → {applied}")
        state = applied.state
    raise Disagreement(f"{way}: never ends")
