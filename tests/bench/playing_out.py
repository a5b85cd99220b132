"""Random playouts, and a worker that plays them with the code of any version that is on its path.

Imports `companion.games` alone, by what it has been called since 0.1.0.
"""

import json
import random
import sys
from time import process_time
from typing import Any


def play_out(game: Any, options: dict[str, Any], dice: random.Random, most: int = 40) -> int:
    """One random game to its end; how many inputs it took. A turn is ended after `most` actions."""
    state = game.start(options)
    inputs = actions = 0
    while asked := game.awaited(state):
        question = asked[0]
        answers = question.answers
        if question.odds:
            actions = 0 if question.id == "drop" else actions
            given = dice.choices(answers, question.odds)[0]
        else:
            actions += question.main
            given = answers[-1] if actions > most else answers[int(dice.random() * len(answers))]
        state = game.apply(state, given, "app").state
        inputs += 1
    return inputs


def work() -> None:
    """A line {game, options, seed, inputs} asks for games of that seed until so many inputs were given, a
    line {inputs, seconds} answers, in seconds of this process alone."""
    import companion
    from companion.games import load

    print(json.dumps({"file": companion.__file__}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        game, dice, inputs = load(asked["game"]), random.Random(asked["seed"]), 0
        begun = process_time()
        while inputs < asked["inputs"]:
            inputs += play_out(game, asked["options"], dice)
        print(json.dumps({"inputs": inputs, "seconds": process_time() - begun}), flush=True)


if __name__ == "__main__":
    work()
