"""Pieces of The LOOP that lie on the table and that no list has: they are described once and then known.

May import: companion.engine, the terminal. What is told becomes a `Learn` input and the answer itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from companion.engine import Input, Plain, Question
from companion.games.the_loop.rules.vocabulary import VERBS
from companion.games.the_loop.views import pieces as learned
from companion.games.the_loop.views.table import table
from companion.terminal.prompt import Back, Chosen, Command, choose, command
from companion.terminal.screen import Left, Screen
from companion.terminal.speech import Speech
from companion.words import matching

DIMENSIONS = ("spiral", "star", "stripe", "black-hole")
NESTED = ("effect", "effects")
"""Verbs around other effects are left out: whoever plays a card tells what was done, not what could be."""


def picked(screen: Screen, speech: Speech, prompt: str, values: tuple[Any, ...], texts: list[str]) -> Any:
    """One of the values. A command typed here leaves the description."""
    screen.show(prompt)
    choice = choose(screen, speech.words, texts)
    if isinstance(choice, Chosen):
        return values[choice.place]
    raise Left if choice == Command("quit") else Back


def era(screen: Screen, speech: Speech, key: str) -> int:
    eras = tuple(range(7))
    return int(picked(screen, speech, speech.say(key), eras, [speech.name("era", at) for at in eras]))


def named(screen: Screen, speech: Speech, kind: str) -> tuple[str, str]:
    """The name as it is printed, and the id made of it."""
    while True:
        name = screen.ask(speech.say(f"describe.{kind}-name"))
        if (order := command(speech.words, name)) is not None:
            raise Left if order == Command("quit") else Back
        if name:
            return name, learned.slug(name, kind)


def card(screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
    """A card that the box does not have, or has elsewhere."""
    name, slug = named(screen, speech, "card")
    answer = question.answers[0]._replace(card=slug)
    if learned.is_known(speech, "card", slug):
        return (answer,)
    return (_learn_card(screen, speech, name, slug), answer)


def _learn_card(screen: Screen, speech: Speech, name: str, slug: str) -> Input:
    at = era(screen, speech, "describe.card-era")
    texts = [speech.name("dimension", dimension) for dimension in DIMENSIONS]
    unknown = speech.say("describe.unknown")
    prompt = speech.say("describe.card-dimension")
    dimension = picked(screen, speech, prompt, (*DIMENSIONS, None), [*texts, unknown])
    known = {"dimension": dimension, "effect": effect(screen, speech)}
    entry = {"id": slug, "name": {speech.words.lang: name}, "era": at}
    entry |= {key: value for key, value in known.items() if value}
    return speech.game.inputs["Learn"]("card", entry)


def duplicate(screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
    """A token whose pair of eras the box does not have, or has on the board already."""
    born, dies = (era(screen, speech, f"describe.{which}") for which in ("generation", "destruction"))
    return learned.duplicate(speech, question, born, dies)


def mission(screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
    """A sabotage tile that the box does not have: its damage is kept by hand."""
    name, _ = named(screen, speech, "mission")
    prompt = speech.say("describe.threshold")
    goal = picked(screen, speech, prompt, learned.GOALS, [str(number) for number in learned.GOALS])
    return learned.mission(speech, question, name, speech.words.lang, goal)


def supa(screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
    """A supa duplicate is known by the era that it shows."""
    return learned.shown(speech, question, "supa", era(screen, speech, "describe.shown-era"))


def ultra(screen: Screen, speech: Speech, question: Question) -> tuple[Input, ...]:
    """An Ultramachina card of the real box: what it does is done by hand."""
    shown = era(screen, speech, "describe.shown-era")
    texts = [str(number) for number in learned.GOALS]
    spaces = picked(screen, speech, speech.say("describe.damage-spaces"), learned.GOALS, texts)
    return learned.shown(speech, question, "ultra", shown, {"spaces": spaces})


def played(screen: Screen, speech: Speech, _: Question) -> tuple[Input, ...]:
    """A card of a hand that is not tracked, entered as what it does."""
    return (speech.game.inputs["PlayEffect"](tuple(effect(screen, speech))),)


def effect(screen: Screen, speech: Speech) -> list[Plain]:
    """An effect step by step, in the vocabulary of the box; none when nobody wants to tell it."""
    steps: list[Plain] = []
    verbs = tuple(name for name, verb in VERBS.items() if verb.value not in NESTED)
    while True:
        texts = [speech.say("describe.no-more" if steps else "describe.no-effect")]
        texts += [speech.say(f"verb.{verb}") for verb in verbs]
        name = picked(screen, speech, speech.say("describe.step", {"n": len(steps) + 1}), ("", *verbs), texts)
        if not name:
            return steps
        steps.append(step(screen, speech, name, VERBS[name]))


def step(screen: Screen, speech: Speech, name: str, verb: Any) -> Plain:
    values: tuple[Any, ...] = verb.words if verb.value == "word" else (1, 2, 3, 4, *verb.words)
    texts = [speech.name(name, value) for value in values]
    made = {name: picked(screen, speech, speech.say(f"verb.{name}"), values, texts)}
    for key, param in verb.params:
        value = parameter(screen, speech, key, param)
        if value != param.default:
            made[key] = value
    return made


def parameter(screen: Screen, speech: Speech, key: str, param: Any) -> Any:
    values: tuple[Any, ...] = param.words or (False, True)
    if param.default is None and not param.required:
        values = (None, *values)
    texts = [speech.name(key, value) for value in values]
    return picked(screen, speech, speech.say(f"describe.{key}"), values, texts)


def late(screen: Screen, speech: Speech, kind: str = "LateRifts") -> tuple[Input, ...]:
    """Cubes that were inside the machine and fell out by themselves."""
    while True:
        typed = screen.ask(speech.say("describe.late-numbers"))
        numbers = re.findall(r"\d+", typed)
        if command(speech.words, typed) is not None:
            raise Back
        if len(numbers) == 7:
            return (speech.game.inputs[kind](tuple(map(int, numbers))),)
        named = [int(typed) - 1] if typed in map(str, range(1, 8)) else _eras_named(speech, typed)
        if len(named) == 1:  # one cube, by the era's name or number
            return (speech.game.inputs[kind](tuple(int(at == named[0]) for at in range(7))),)
        _not_understood(screen, speech, typed)


def thrown(screen: Screen, speech: Speech) -> tuple[Input, ...]:
    """Hands threw another number of cubes than was asked for."""
    while True:
        typed = screen.ask(speech.say("describe.thrown"))
        if command(speech.words, typed) is not None:
            raise Back
        if typed.strip().isdecimal() and len(typed.strip()) < 3:
            return (speech.game.inputs["Thrown"](int(typed)),)
        _not_understood(screen, speech, typed)


def _not_understood(screen: Screen, speech: Speech, typed: str) -> None:
    if typed:
        screen.show(speech.say("table.not-understood", {"typed": typed}))


def _eras_named(speech: Speech, typed: str) -> list[int]:
    return matching([speech.name("era", era) for era in range(7)], typed) if typed.strip() else []


def learn_card(screen: Screen, speech: Speech) -> tuple[Input, ...]:
    """A card whose printed text differs from ours, or is not known yet."""
    name, slug = named(screen, speech, "card")
    return (_learn_card(screen, speech, name, slug),)


def learn_start(screen: Screen, speech: Speech) -> tuple[Input, ...]:
    """The starting era that is printed on an agent's tile; the pawn goes there."""
    agents = table(speech).agents
    numbers = tuple(range(len(agents)))
    names = [speech.name("agent", agent) for agent in numbers]
    agent = picked(screen, speech, speech.say("describe.agent"), numbers, names)
    start = era(screen, speech, "describe.start")
    learn = speech.game.inputs["Learn"]("agent", {"id": agents[agent].id, "start": start})
    return (learn, speech.game.correction(f"agent.{agent}", start))


ORDERS: Mapping[str, Callable[[Screen, Speech], tuple[Input, ...]]] = {
    "late": late,
    "late-energy": partial(late, kind="LateEnergy"),
    "thrown": thrown,
    "learn-card": learn_card,
    "learn-start": learn_start,
}
"""What may happen at any moment, by the name of its order."""

Describe: TypeAlias = Callable[[Screen, Speech, Question], tuple[Input, ...]]

DESCRIBED: dict[str, Describe] = {
    "reveal-card": card,
    "draw-card": card,
    "draw-duplicate": duplicate,
    "reveal-mission": mission,
    "reveal-ultra": ultra,
    "draw-supa": supa,
    "act": played,
    "tell-effect": played,
}
"""By the question that was asked."""
