"""`make playthroughs`: a whole game in readable text for every game, mode and level, in tests/playthroughs/.

A change of the rules shows there as a difference that a person can read before it is committed. Written
against the contract of a game and the session; a bot decides and the seed is fixed. Imports games, table and
advisor.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion import games
from companion.advisor import RandomBot
from companion.games import Game, Plain, Refusal
from companion.table import Session

FOLDER = Path(__file__).parents[1] / "playthroughs"
SEED = 1
POSITION_EVERY = 10  # inputs between two looks at the position


def wanted() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, game, options): every mode and level, the player counts taking turns."""
    for name in games.NAMES:
        options = {option.id: option for option in games.load(name).options()}
        axes = [options[axis] for axis in ("mode", "level") if axis in options]
        tables = itertools.cycle(
            [
                {axis: value}
                for axis in ("players", "solo")
                for value in (options[axis].values if axis in options else ())
                if value  # solo 0 is a table without a solo player
            ]
        )
        for values in itertools.product(*(axis.values for axis in axes)):
            chosen = dict(zip((axis.id for axis in axes), values, strict=True)) | next(tables)
            yield "-".join([name, *(told(key, value) for key, value in chosen.items())]), name, chosen


def told(key: str, value: Any) -> str:
    return value if isinstance(value, str) else f"{key}{value}"


def words(said: Mapping[str, Plain]) -> str:
    fields = " ".join(f"{key}={flat(value)}" for key, value in said.items() if key != "kind")
    return f"{said['kind']} {fields}".rstrip()


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


def playthrough(name: str, options: Mapping[str, Any]) -> str:
    """The whole game as text."""
    game = games.load(name)
    bot = RandomBot(SEED)
    session = Session.begin(game, options, seed=SEED)
    while session.outcome is None:
        session.advance()
        for asked in session.asked()[:1]:
            answer = bot.choose(game, session.state, asked.question)
            if isinstance(refused := session.submit(answer, asked.source, session.position), Refusal):
                raise RuntimeError(f"{name} refuses an answer that it offers: {answer} ({refused})")
    seen: dict[str, Plain] = {}
    lines = [f"{name}: {flat(dict(options))}, seed {SEED}"]
    lines += position(game, session.entries[0].before, seen)
    for entry in session.entries:
        lines.append(f"{entry.number} {entry.source}: {words(game.write(entry.before, entry.given))}")
        lines += [f"    {words(game.write(entry.after, happening))}" for happening in entry.happenings]
        if entry.number % POSITION_EVERY == 0:
            lines += position(game, entry.after, seen)
    lines += position(game, session.state, seen)
    lines.append(f"{session.outcome.result}: {session.outcome.reason} [{session.outcome.rule}]")
    return "\n".join(lines) + "\n"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make playthroughs", description="Write the golden games anew.")
    parser.parse_args(argv)
    FOLDER.mkdir(exist_ok=True)
    stale = set(FOLDER.glob("*.txt"))
    for name, game, options in wanted():
        file = FOLDER / f"{name}.txt"
        stale.discard(file)
        text = playthrough(game, options)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(text, encoding="utf-8")
        print(f"{file.name}: {'the same' if text == before else 'changed' if before else 'new'}")
    for file in stale:
        file.unlink()
        print(f"{file.name}: gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
