"""Games played at random, for the tests of the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from companion.advisor import RandomBot
from companion.engine import Game, Input, Plain
from companion.table import Answer, Evening
from companion.table.session import Session
from tests.games.tiny import Tiny


def load(name: str, box: Plain) -> Game:
    """The games a journal of these tests may name."""
    return {"tiny": Tiny}[name](box)


def begin(path: Path | None = None, seed: int = 1, **options: Any) -> Session:
    return Session.begin(Tiny(), options, path, seed)


def play(session: Session, answers: int = 10_000, seed: int = 7) -> None:
    """Lets a random player answer everything, until the game ends or so many answers were given."""
    bot = RandomBot(seed)
    for _ in range(answers):
        session.advance()
        asked = session.asked()
        if not asked:
            return
        one = asked[len(session.entries) % len(asked)]
        source = "player" if one.source == "player" else "hand"
        session.submit(bot.choose(session.game, session.state, one.question), source)
    session.advance()


def play_on(evening: Evening, answers: int = 10_000, seed: int = 7) -> None:
    """The same in an evening."""
    bot = RandomBot(seed)
    for _ in range(answers):
        now = evening.now
        if not now.asked:
            return
        one = now.asked[len(now.entries) % len(now.asked)]
        given = bot.choose(now.game, now.state, one.question)
        evening.post(Answer((given,), one.question.owner, one.since)).result()


class Counting(Tiny):
    """Counts the calls of the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()

    def apply(self, state: Any, given: Input, source: Any = "player") -> Any:
        self.calls["apply"] += 1
        return super().apply(state, given, source)

    def awaited(self, state: Any) -> Any:
        self.calls["awaited"] += 1
        return super().awaited(state)
