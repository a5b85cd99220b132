"""Every stage of every game, in a position where it is due: for tests, figures and contact sheets.

Stages are found by the games' faces; the position of each by letting bots play until it comes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from companion.advisor import BOTS
from companion.app.announcer import sound_of
from companion.app.face import Face
from companion.app.stage.script import Stage
from companion.engine import CHANCE, Applied, Game, Input, Refusal, State
from companion.games import GAMES, load
from companion.table import Answer, Done, Entry, Evening
from tests.tools.evenings import evening_at

GAMES_AT_MOST = 60
BEAM = "note"
"""A cube that a beam hears: no entry tells of it. It is rehearsed where the machine turns, before a drop."""


class Due(NamedTuple):
    """One stage, before what it is about has happened."""

    game: str
    stage: Stage
    before: State
    given: Input

    def __str__(self) -> str:
        act = self.stage.act.rpartition(":")[2]
        return "-".join(filter(None, (self.game, self.stage.moment, act.lower())))


def all_stages() -> list[tuple[str, Stage]]:
    """By game, as their faces name them."""
    found = []
    for name in GAMES:
        face: Face | None = GAMES.face(name, "tablet")
        if face is not None and face.stages:
            found += [(name, stage) for stage in face.part("stages")]
    return found


@lru_cache(maxsize=1)
def all_due() -> tuple[Due, ...]:
    stages = all_stages()
    made = []
    for name in dict.fromkeys(game for game, _ in stages):
        moments = {stage.moment for game, stage in stages if game == name} - {BEAM}
        met = met_in(name, frozenset(moments))
        for game, stage in stages:
            if game == name:
                moment = "arrives" if stage.moment == BEAM else stage.moment
                made.append(Due(name, stage, *met[moment]))
    return tuple(made)


@lru_cache(maxsize=8)
def met_in(name: str, wanted: frozenset[str]) -> dict[str, tuple[State, Input]]:
    """By moment: the position before, and what is then given."""
    game, met = load(name), dict[str, tuple[State, Input]]()
    for number in range(GAMES_AT_MOST):
        for entry in played(game, number):
            cue = sound_of(entry, game, GAMES[name])
            kinds = {said.kind for said in entry.happenings}
            if cue == "arrives" and entry.before.foo in (-1, entry.after.foo):
                continue  # the machine has nowhere to turn from
            if cue == "lost" and "VortexOpened" in kinds:
                continue  # the vortex is told first
            if cue in wanted:
                met.setdefault(cue, (entry.before, entry.given))
        if wanted <= met.keys():
            return met
    raise AssertionError(f"{name}: nobody met {sorted(wanted - met.keys())}")


def by_hand(game: Game, number: int) -> dict[str, Any]:
    """Whatever people can tell is told, in the ways to play by turns, and with all that can be added."""
    options: dict[str, Any] = {}
    for option in game.options():
        if "hand" in option.values:
            options[option.id] = "hand"
        elif option.id in ("mode", "players"):
            options[option.id] = option.values[number % len(option.values)]
        elif option.group == "table" and option.values == (False, True):
            options[option.id] = number % 2 == 1
    return options


def played(game: Game, number: int) -> Iterator[Entry]:
    """A game by bots, entry by entry."""
    state = game.start(by_hand(game, number))
    assert not isinstance(state, Refusal), state
    dice, bot = Random(f"rehearsal/{number}"), BOTS["random" if number % 4 == 1 else "greedy"](number)
    for step in range(4000):
        if not (asked := game.awaited(state)):
            return
        question = asked[0]
        if question.owner == CHANCE:
            given = dice.choices(question.answers, question.odds)[0]
        else:
            given = bot.choose(game, state, question)
        for other in question.answers if question.owner != CHANCE else ():  # what it might have done instead
            if isinstance(tried := game.apply(state, other, "player"), Applied):
                yield Entry(step, other, "player", "", tried.happenings, state, tried.state)
        made = game.apply(state, given, "hand" if question.owner == CHANCE else "player")
        assert isinstance(made, Applied), made
        yield Entry(step, given, "hand", "", made.happenings, state, made.state)
        state = made.state


def stand(due: Due) -> Evening:
    """An evening just before it."""
    return evening_at(load(due.game), due.before)


def happen(evening: Evening, due: Due) -> None:
    asked = evening.now.asked[0]
    told = evening.post(Answer((due.given,), asked.question.owner, asked.since)).result(60)
    assert isinstance(told, Done), told


class Rehearsal:
    """One stage in a window, at any time of it."""

    def __init__(self, driver: Any, due: Due) -> None:
        self.driver, self.app, self.due = driver, driver.app, due
        self.app.theme.motion = self.app.settings.motion = True
        self.app.attend(stand(due))
        self.app.go("table")
        driver.frames(6)
        self.table = self.app.manager.current_screen

    @property
    def director(self) -> Any:
        return self.app.director

    def begin(self) -> None:
        """It happens; of several stages of one moment, those before this one are over."""
        happen(self.app.evening, self.due)
        self.driver.pump(lambda: self.director.act is not None, f"{self.due} begins")
        while self.director.stage is not self.due.stage and self.due.stage.moment != BEAM:
            self.driver.later(self.director.stage.seconds)
            self.driver.pump(lambda: self.director.act is not None, f"{self.due} begins")
        if self.due.stage.moment == BEAM:
            self.director.cut()
            self._beam()

    def _beam(self) -> None:
        """As if a beam had been broken."""
        from companion.app.stage.scene import Cast
        from companion.engine import part
        from companion.words import Speech

        now, director = self.app.now, self.director
        self.table.ring.landed = [int(era == self.table.view.foo) for era in range(7)]
        cast = Cast(now.entries[-1], None, Speech.of(self.app.tr.words, now), self.app.theme, self.table)
        director.stage = self.due.stage
        director.act = part(self.due.stage.act)(self.due.stage, cast, {}, director.cut)

    def at(self, t: float) -> None:
        """Holds it at a time."""
        self.director._tick.cancel()
        self.director.act.at(t)

    def end(self) -> None:
        self.director.cut()

    def frame(self) -> Any:
        """What is on the screen: rows of pixels from the top, as numbers."""
        import numpy as np

        gl = import_module("kivy.graphics.opengl")
        window = self.driver.window
        self.driver.draw(True)
        window.canvas.ask_update()
        self.driver.frames()
        width, height = window.size
        whole = (0, 0, width, height)
        seen = np.frombuffer(gl.glReadPixels(*whole, gl.GL_RGB, gl.GL_UNSIGNED_BYTE), np.uint8)
        self.driver.draw(False)
        return seen.reshape(height, width, 3)[::-1].copy()
