"""Games played at random, and the options to play them with: every pair of choices meets somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from companion.engine import CHANCE, Applied, Happening, Input, Question, Refusal, Source, State
from companion.games.the_loop.rules import TheLoop
from companion.games.the_loop.rules.inputs import RiftsLanded

AGENTS = ("time-prowler", "cztwyzzek", "robofinisher-404", "mr-time", "v-girl")

CHOICES: dict[str, tuple[Any, ...]] = {
    "players": (2, 3, 4),
    "level": (1, 2, 3),
    "rift-pool": (30, 0),
    "energy-pool": (30, 0),
    "damage-uses-pool": (True, False),
    "vortex-order": ("fixed", "chosen"),
    "m6-last-rift-only": (False, True),
    "auto-damage": (True, False),
    "loop-needs-card": (True, False),
    "rebuild": ("lazy", "eager"),
    "credit-others": (True, False),
    "drop": ("app", "hand"),
    "cards": ("app", "hand", "table"),
}
"""What the games differ in; `cards` is who supplies the Huge Deck and the hands."""


def pairwise(choices: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Few rows in which any two values of any two choices stand together at least once."""
    names = list(choices)
    missing = {
        (one, a, other, b)
        for one, other in combinations(names, 2)
        for a in choices[one]
        for b in choices[other]
    }
    rows = []
    while missing:
        row: dict[str, Any] = {}
        for name in names:
            row[name] = max(
                choices[name],
                key=lambda value: (
                    sum((other, row[other], name, value) in missing for other in row)
                    + sum(pair[:2] == (name, value) for pair in missing) / 1000
                ),
            )
        rows.append(row)
        missing -= {(one, row[one], other, row[other]) for one, other in combinations(names, 2)}
    return rows


def options_of(row: Mapping[str, Any], random: Random) -> dict[str, Any]:
    options = {name: value for name, value in row.items() if name not in ("cards", "players")}
    options["agents"] = random.sample(AGENTS, row["players"])
    options["huge"] = options["hands"] = row["cards"]
    return options


class Step(NamedTuple):
    before: State
    given: Input
    source: Source
    happenings: tuple[Happening, ...]
    after: State


def play(game: TheLoop, options: Mapping[str, Any], random: Random) -> Iterator[Step]:
    """One game, input by input."""
    state = game.start(options)
    assert not isinstance(state, Refusal), state
    while questions := game.awaited(state):
        question = random.choice(questions)
        given, source = answer(question, state, random)
        made = game.apply(state, given, source)
        assert isinstance(made, Applied), (question.id, given, made)
        yield Step(state, given, source, made.happenings, made.state)
        state = made.state


def answer(question: Question, state: State, random: Random) -> tuple[Input, Source]:
    if question.owner != CHANCE:
        return decision(question.answers, random), "player"
    if question.id == "drop" and question.open and random.random() < 0.3:
        return odd_drop(state, random), "hand"
    return random.choices(question.answers, question.odds)[0], "app"


def decision(answers: Sequence[Input], random: Random) -> Input:
    """Anything, but turns end late and complete tiles are archived, so that games see more."""
    if len(answers) > 1 and random.random() < 0.9:
        answers = [given for given in answers if given.kind not in ("EndActions", "PlayEffect")] or answers
    return answers[0] if answers[0].kind == "Archive" else random.choice(answers)


def odd_drop(state: State, random: Random) -> Input:
    """A drop as tables see them: some cubes stay inside, some roll to any era."""
    landed = [0] * 8
    for _ in range(state.flying + state.inside):
        landed[random.choice((state.foo, state.foo, random.randrange(7), 7))] += 1
    return RiftsLanded(tuple(landed[:7]), landed[7])
