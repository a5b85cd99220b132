"""Who supplies each random result: the app's seeded generator, the tower's sensors, or a hand.

May import: companion.engine, the standard library.

A stream is what a question of chance draws from (`bag`, `weather`, `drop`…). Its source is an option of the
game. The app's k-th draw from a stream depends on the seed, the stream and k alone, so a draw that was undone
comes back the same, whatever else was drawn in between.
"""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple

from companion.engine import CHANCE, Game, Input, Question, Source, State


def draw(seed: int | str, stream: str, k: int, question: Question) -> Input:
    """The app's k-th draw from this stream, out of the answers the question allows."""
    weights = question.odds or (1,) * len(question.answers)
    limits = list(accumulate(weights))
    if not limits or limits[-1] <= 0:
        raise ValueError(f"the question {question.id!r} leaves nothing to draw")
    place = f"{seed}\n{stream}\n{k}".encode("utf-8", "surrogatepass")  # a seed may be typed in any encoding
    digest = blake2b(place, digest_size=16).digest()
    # 128 bits scaled to the sum of the weights: no answer is favoured by more than one part in 2**100 or so.
    landed = int.from_bytes(digest, "big") * limits[-1] >> 128
    return question.answers[bisect_right(limits, landed)]


class Asked(NamedTuple):
    """A question that waits for somebody at the table."""

    question: Question
    source: Source
    """Whose answer is expected: a player's decision, a hand that reports the table, the tower, or the app."""
    since: int = 0
    """The position of the journal at which it was opened: with its owner, the name of this question."""


class Sources:
    """Which source supplies which stream, as the options of the game say. Never changed once it is made."""

    def __init__(self, game: Game, state: State) -> None:
        chosen = game.chosen(state)
        self._by_stream: dict[str, Source] = {
            option.id: _source(chosen[option.id]) for option in game.options() if option.group == "source"
        }

    def __getitem__(self, stream: str) -> Source:
        return self._by_stream.get(stream, "app")

    def with_source(self, stream: str, source: Source) -> Sources:
        """The same but for one stream. The journal needs no line for it: every draw tells its source."""
        other = copy(self)
        other._by_stream = {**self._by_stream, stream: source}
        return other

    def of(self, question: Question) -> Source:
        return self[question.stream] if question.owner == CHANCE else "player"


def _source(value: str) -> Source:
    match value:
        case "app" | "tower":
            return value
        case _:
            return "hand"  # also `table`: what is asked of an untracked pile only a person can tell
