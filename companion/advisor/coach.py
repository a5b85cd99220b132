"""What a player could do next, and why: plain data that is told in words elsewhere.

May import: companion.engine, its own room. Made for a thread beside a screen: it works in short slices, gives
up as soon as it is told to, and ends by itself when its time is over. It knows what the seat that it
advises may know.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

from companion.engine import Applied, Forecast, Game, Happening, Input, Phrase, Question, State
from companion.engine.terms import OUTLET

from .planner_bot import PlannerBot
from .search import go_on
from .shares import Shares

MOST = 3
"""Reasons that are told."""
NOTEWORTHY = 0.01
"""A chance that changes by less is not worth a word."""
SAMPLES = 24
"""Futures that are tried while there is time."""
SLICE = 0.004
"""Seconds of thinking after which others get their turn."""
PAUSE = 0.002
"""Seconds that they get."""


class Advice(NamedTuple):
    given: Input
    plan: tuple[Input, ...]
    """What would follow it, up to the next roll of chance."""
    reasons: tuple[Phrase, ...]
    """Strongest first, never none."""


class _Clock:
    """Says when to stop, and lets others work meanwhile."""

    def __init__(self, seconds: float, stop: Callable[[], bool]) -> None:
        self._end, self._stop = monotonic() + seconds, stop
        self._breath = monotonic() + SLICE

    def __call__(self) -> bool:
        now = monotonic()
        if now > self._breath:
            sleep(PAUSE)
            self._breath = monotonic() + SLICE
        return now > self._end or self._stop()


def advise(
    game: Game,
    state: State,
    question: Question,
    seconds: float = 1.5,
    shares: Shares | None = None,
    stop: Callable[[], bool] = go_on,
    seed: int | str = 0,
) -> Advice | None:
    """The next answer to a question that a person is asked; None when it was told to stop."""
    seat = question.owner if isinstance(question.owner, int) else 0
    believed = game.imagine(state, seat, Random(seed).randrange)
    bot = PlannerBot(seed, stop=_Clock(0.8 * seconds, stop), samples=SAMPLES)
    path = bot.plan(game, believed, question)
    if stop():
        return None
    weights = (shares or Shares()).weights
    return Advice(path[0], path[1:], _reasons(game, believed, question, path, weights))


def _reasons(
    game: Game, state: State, question: Question, path: tuple[Input, ...], shares: tuple[float, ...]
) -> tuple[Phrase, ...]:
    """What the whole way changes: the threat of the next drop, and what it makes happen."""
    end, followed = _followed(game, state, path)
    outcome = game.outcome(end)
    if outcome is not None:
        return (Phrase("wins" if outcome.result == "won" else "nothing"),)
    reasons = []
    if question.main:
        before, after = game.forecast(state, shares), game.forecast(end, shares)
        if before is not None and after is not None:
            reasons += _averted(before, after)
    else:
        reasons += _spared(game, state, question, path[0])
    helped = [one for one in followed if one.kind in game.marked]
    helped += _gain(game, state, question, path) if question.main else followed[:1]
    reasons += [Phrase("follows", (("told", one),)) for one in dict.fromkeys(helped)]
    if not reasons:
        return (Phrase("nothing"),)
    if (actions := _actions(game, state, path)) > 1:
        return (*reasons[: MOST - 1], Phrase("steps", (("n", actions),)))
    return tuple(reasons[:MOST])


def _followed(game: Game, state: State, path: tuple[Input, ...]) -> tuple[State, list[Happening]]:
    """Where answers lead, and what happens on the way."""
    happenings: list[Happening] = []
    for given in path:
        made = game.apply(state, given)
        if not isinstance(made, Applied):
            break
        state = made.state
        happenings += made.happenings
    return state, happenings


def _gain(game: Game, state: State, question: Question, path: tuple[Input, ...]) -> list[Happening]:
    """What the step that helps most on the way brings about last; the end of the turn is no such step."""
    seat = question.owner if isinstance(question.owner, int) else 0
    most, best = 0.0, list[Happening]()
    for given in path:
        asked = game.awaited(state)
        if not asked or (asked[0].main and given == asked[0].answers[-1]):
            break
        after, followed = _followed(game, state, (given,))
        gain = game.estimate(after, seat) - game.estimate(state, seat)
        if gain > most and followed:
            most, best = gain, followed[-1:]
        state = after
    return best


def _actions(game: Game, state: State, path: tuple[Input, ...]) -> int:
    """How many actions a player would count; the choices inside one are none, nor is the end of the turn."""
    count = 0
    for given in path:
        asked = game.awaited(state)
        count += bool(asked and asked[0].main and given != asked[0].answers[-1])
        state = _followed(game, state, (given,))[0]
    return count


def _spared(game: Game, state: State, question: Question, given: Input) -> list[Phrase]:
    """What other answers would bring at once, and this one does not."""
    ours = {game.place_of(one) for one in _followed(game, state, (given,))[1] if one.kind in game.marked}
    places: set[int] = set()
    for other in question.answers:
        end, followed = _followed(game, state, (other,))
        outcome = game.outcome(end)
        if outcome is not None and outcome.result == "lost":
            return [Phrase("averts")]
        places |= {game.place_of(one) for one in followed if one.kind in game.marked}
    return [Phrase("there", ((OUTLET, place), *_percent(1.0, 0.0))) for place in sorted(places - ours)]


def _averted(before: Forecast, after: Forecast) -> list[Phrase]:
    """The defeat that grows less likely, then the place that gains most."""
    found = []
    if before.defeat - after.defeat >= NOTEWORTHY:
        found.append(Phrase("defeat", _percent(before.defeat, after.defeat)))
    gains = [old - new for old, new in zip(before.places, after.places, strict=True)]
    place = max(range(len(gains)), key=gains.__getitem__)
    if gains[place] >= NOTEWORTHY:
        about = ((OUTLET, place), *_percent(before.places[place], after.places[place]))
        found.append(Phrase("there", about))
    elif before.somewhere - after.somewhere >= NOTEWORTHY:
        found.append(Phrase("anywhere", _percent(before.somewhere, after.somewhere)))
    return found


def _percent(before: float, after: float) -> tuple[tuple[str, int], ...]:
    return (("before", round(100 * before)), ("after", round(100 * after)))
