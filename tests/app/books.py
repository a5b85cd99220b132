"""A real table without a window: whole games of many seeds are followed in seconds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.engine import Applied, Input, Question, Source
from companion.games.the_loop.rules.inputs import HandsDid
from companion.games.the_loop.rules.state import State
from companion.games.the_loop.views import by_hand
from companion.table import Entry
from tests.app.hands import KEEPING, Hands


class Books(Hands):
    """The books alone: every touch is what it would give, and what a screen needs besides is not counted."""

    def __init__(self, options: dict[str, Any], keeping: str, seed: int) -> None:
        super().__init__(options, seed)
        self._there: State = self.game.start({**options, **KEEPING[keeping], "drop": "hand"})
        self.entries: list[Entry] = []
        self._touches = 0

    @property
    def touches(self) -> int:
        return self._touches

    @property
    def there(self) -> State:
        return self._there

    def give(self, given: Input) -> None:
        self._do(given)

    direct = give

    def _do(self, given: Input, source: Source = "player") -> None:
        made = self.game.apply(self._there, given, source)
        assert isinstance(made, Applied), (given, made)
        before, self._there = self._there, made.state
        number = len(self.entries) + 1
        self.entries.append(Entry(number, given, source, "", made.happenings, before, made.state))
        self._touches += 1

    def again(self) -> tuple[Input, ...]:
        now: Any = SimpleNamespace(game=self.game, state=self._there, entries=self.entries)
        return by_hand.again(now)

    def repeat(self, given: tuple[Input, ...]) -> None:
        for one in given:
            self._do(one)

    def throw(self, question: Question) -> list[Input]:
        given = self.chance.choices(question.answers, question.odds)[0]
        self._do(given, "hand")
        return [given]

    def change(self, kind: str, which: Any, by: int) -> None:
        if kind == "rift" and by > 0:
            for _ in range(by):
                self._do(by_hand.placed(which))
        else:
            self._do(HandsDid(((kind, which, by),)))

    def comes(self, given: Input) -> None:
        if given.kind == "CardRevealed":
            self._do(by_hand.laid(self.state.setting.box.cards[given.card].era, 1))
        else:
            self._do(by_hand.carried(given.token, self.state.dups[given.token]))
        self._touches += 2

    def correct(self, path: str, value: Any) -> None:
        made = self.game.apply(self._there, self.game.correction(path, value), "player")
        assert isinstance(made, Applied), (path, value, made)
        self._there = made.state
