"""A box of The LOOP whose cards say anything that the words of a box can say, by lot and marked as invented.

May import: companion. No card of ours says half of it: cards that other people write will.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from companion import games
from companion.engine import Plain
from companion.games.the_loop.rules.vocabulary import VERBS, faults

ULTRAS_ONLY = ("by-one-agent", "mix-hands", "remove-energy")
"""What only Ultramachina cards do."""
UNKNOWN = 0.1
"""Cards whose text nobody has entered as an effect."""
CHANGED = 0.7
DEEPEST = 2


@lru_cache(8)
def box(seed: int, number: int) -> Plain:
    """The shipped box with other effects on most cards, machines and agents, and a mission told by hand."""
    chance = Random(f"box {seed} {number}")
    plain = json.loads(json.dumps(games.load("the-loop").box))
    for card in plain["card"]:
        _other(card, chance, lambda: effect(chance))
    for ultra in plain["ultra"]:
        _other(ultra, chance, lambda: effect(chance, ULTRAS_ONLY))
    for agent in plain["agent"]:
        if agent["ability"]["when"] == "action":
            _other(agent["ability"], chance, lambda: effect(chance))
    mission = chance.choice(plain["mission"])
    del mission["trigger"]
    mission["source"] = "stand-in"
    return plain


def _other(piece: Plain, chance: Random, made: Callable[[], Plain]) -> None:
    lot = chance.random()
    if lot < UNKNOWN and "dimension" in piece:
        del piece["effect"]
        piece["text"] = {"en": "Invented: see the card."}
    elif lot < CHANGED:
        piece["effect"] = made()
    if "source" in piece:
        piece["source"] = "stand-in"


def effect(chance: Random, more: tuple[str, ...] = (), depth: int = 0) -> list[dict[str, Any]]:
    """One to three steps that the check of a box lets pass."""
    while True:
        steps = [_step(chance, more, depth) for _ in range(chance.choice((1, 1, 2, 2, 3)))]
        if not any(True for _ in faults(steps)):
            return steps


def _step(chance: Random, more: tuple[str, ...], depth: int) -> dict[str, Any]:
    verbs = [
        name
        for name, verb in VERBS.items()
        if (name not in ULTRAS_ONLY or name in more) and (depth < DEEPEST or not verb.holds)
    ]
    name = chance.choice(verbs)
    verb = VERBS[name]
    step: dict[str, Any] = {}
    number = chance.choice((1, 1, 1, 2, 2, 3))
    if verb.value == "effects":
        step[name] = [effect(chance, more, depth + 1) for _ in range(chance.choice((2, 2, 3)))]
    elif verb.value == "effect":
        step[name] = effect(chance, more, depth + 1)
    elif verb.value == "word" or (verb.value == "number-or-word" and chance.random() < 0.6):
        step[name] = chance.choice(verb.words)
    else:
        step[name] = number
    for key, param in verb.params:
        if param.required or chance.random() < 0.7:
            step[key] = chance.choice(param.words) if param.words else True
    return step
