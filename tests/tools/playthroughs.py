"""`make playthroughs`: a whole game in readable text for every game, mode and level, in tests/playthroughs/.

A bot decides when a text is written. The tests play the inputs of the text again and compare what happens, so
a better bot changes nothing there, and a change of the rules shows as a difference that a person can read
before it is committed. Written against the contract of a game. Imports games, table and advisor.
"""

import itertools
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from companion import games
from companion.advisor import GreedyBot
from companion.engine import Game, Plain, Refusal, Source
from companion.table.session import Session
from tests.games import every

FOLDER = Path(__file__).parents[1] / "playthroughs"
SEED = 1
POSITION_EVERY = 25  # inputs between two looks at the position
TITLE = re.compile(r"^(\S+) (\{.*\})$")
GIVEN = re.compile(r"^\d+ (app|tower|hand|player): (\{.*\})$")

Told = tuple[Source, dict[str, Plain]]  # source, and the input in the words of a player


def wanted() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, game, options): every mode and level, the player counts taking turns, and every solo table; of a
    game with expansions none, each and all of them, for every number of players."""
    for name in games.NAMES:
        game = games.load(name)
        legal = {option.id: option.values for option in game.options()}
        axes = [axis for axis in ("mode", "level") if axis in legal]
        players = itertools.cycle(legal["players"])
        tables = [
            dict(zip(axes, values, strict=True)) | {"players": next(players)}
            for values in itertools.product(*(legal[axis] for axis in axes))
        ]
        tables += [{"solo": agents} for agents in legal.get("solo", ()) if agents]
        if added := every.extras(game)[1:]:
            tables = [
                {**dict.fromkeys(extra, True), "players": count}
                for extra in ((), *added)
                for count in legal["players"]
            ]
        for chosen in tables:
            several = sum(value is True for value in chosen.values()) > 1
            shown = {"all": True, "players": chosen["players"]} if several else chosen
            yield "-".join([name, *(every.told(key, value) for key, value in shown.items())]), name, chosen


def happened(said: Mapping[str, Plain]) -> str:
    fields = " ".join(f"{key}={flat(value)}" for key, value in said.items() if key != "kind")
    return f"    {said['kind']} {fields}".rstrip()


def flat(value: Plain) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flat(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flat, value)) + "]"
    return "-" if value is None else str(value)


def position(game: Game, state: Any, last: dict[str, Plain]) -> Iterator[str]:
    """What of the position is new since the last look at it."""
    for key, value in game.describe(state).items():
        if key not in last or last[key] != value:
            last[key] = value
            yield f"    | {key}: {flat(value)}"


def written(name: str, options: Mapping[str, Any], inputs: Iterable[Told]) -> Iterator[str]:
    """The lines of a game in which these inputs are given."""
    game = games.load(name)
    state = game.start(options)
    yield f"{name} {json.dumps(dict(options))}"
    seen: dict[str, Plain] = {}
    yield from position(game, state, seen)
    for number, (source, said) in enumerate(inputs, 1):
        yield f"{number} {source}: {json.dumps(said, ensure_ascii=False)}"
        applied = game.apply(state, game.read(state, said), source)
        if isinstance(applied, Refusal):
            yield f"    refused: {applied.id} [{applied.rule}]"
            return
        state = applied.state
        yield from (happened(game.write(state, happening)) for happening in applied.happenings)
        if number % POSITION_EVERY == 0:
            yield from position(game, state, seen)
    yield from position(game, state, seen)
    outcome = game.outcome(state)
    yield f"{outcome.result}: {outcome.reason} [{outcome.rule}]" if outcome else "not over"


def played(name: str, options: Mapping[str, Any]) -> Iterator[Told]:
    """The inputs of a new game, decided by a bot and by the seed."""
    game = games.load(name)
    bot = GreedyBot(SEED)
    session = Session.begin(game, options, seed=SEED)
    while session.outcome is None:
        session.advance()
        for asked in session.asked()[:1]:
            answer = bot.choose(game, session.state, asked.question)
            if isinstance(refused := session.submit(answer, asked.source, session.position), Refusal):
                raise RuntimeError(f"{name} refuses an answer that it offers: {answer} ({refused})")
    for entry in session.entries:
        yield entry.source, game.write(entry.before, entry.given)


def again(text: str) -> str:
    """The same inputs, played by the rules of today."""
    first, *lines = text.splitlines()
    if not (title := TITLE.match(first)):
        raise ValueError(f"the first line is no game with its options: {first}")
    given = [found for line in lines if (found := GIVEN.match(line))]
    inputs = [(cast(Source, found[1]), json.loads(found[2])) for found in given]
    return "\n".join(written(title[1], json.loads(title[2]), inputs)) + "\n"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    stale = set(FOLDER.glob("*.txt"))
    for name, game, options in wanted():
        file = FOLDER / f"{name}.txt"
        stale.discard(file)
        text = "\n".join(written(game, options, played(game, options))) + "\n"
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(text, encoding="utf-8")
        print(f"{file.name}: {'the same' if text == before else 'changed' if before else 'new'}")
    for file in stale:
        file.unlink()
        print(f"{file.name}: gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
