"""Contre-Temps in the states that players meet: for pictures and for the layout test.

A scene prepares a fresh app before its first frame; `app.after_shown` is called when the screen stands.
"""

import random
from typing import Any

from companion.engine import Input, Question
from companion.table import Correct, Snapshot
from tests.tools.evenings import do, play
from tests.tools.pages import App, Scene, Screen, page, scene

REAL: dict[str, Any] = {"hands": "table", "first": "hand", "tokens": "hand"}


def evening(app: App, answers: int = 0, seed: int = 3, phase: str = "", **options: Any) -> None:
    """A game of Contre-Temps in which so many answers were given at random, or all of them (-1), and then as
    many as it takes to come to this phase."""
    app.begin({"players": 4, **options}, None, seed, "contre-temps")
    chance = random.Random(seed)

    def next_one(now: Snapshot, question: Question) -> Input | None:
        nonlocal answers
        if not answers and (not phase or now.state.phase == phase):
            return None
        answers -= answers != 0
        return chance.choice(question.answers)

    play(app.evening, next_one)
    app.look()
    assert not phase or app.now.state.phase == phase, "the game ended before"


def over(screen: Screen, name: str, *given: object) -> None:
    """What lies over the line for a moment."""
    from companion.games.contre_temps.tablet.timeline import overlays

    screen.open_overlay(getattr(overlays, name)(screen, *given))


def details(screen: Screen) -> None:
    screen.turn_to("contre-temps")
    screen.details = True
    screen.fill()


def left(app: App) -> None:
    evening(app, 30)
    app.leave()


def ended(app: App) -> None:
    evening(app, -1)


def once_ended(app: App) -> None:
    evening(app, -1)
    app.leave()


def old_trump(app: App) -> None:
    """Winners that were trump under an older constant, on two of three events."""
    evening(app, 75, 23, "play", players=6, **REAL)
    for path, value in (("constant", "E10"), ("lead.1", "A3"), ("standing.1", "B6"), ("standing.2", "D8")):
        do(app.evening, Correct(app.now.game.correction(path, value)))
    app.look()


SCENES: dict[str, Scene] = {
    "timeline-old-trump": scene(old_trump),
    "timeline-3": scene(lambda app: evening(app, 32, phase="play", players=3, **REAL)),
    "timeline-6": scene(lambda app: evening(app, 75, 23, "play", players=6, **REAL)),
    "timeline-paradox": scene(lambda app: evening(app, 60, phase="play", players=5, mode="paradox", **REAL)),
    "timeline-cover": scene(lambda app: evening(app, 24, phase="play")),
    "timeline-hand": scene(lambda app: evening(app, 24, phase="play"), lambda screen: screen.next()),
    "timeline-travel": scene(
        lambda app: evening(app, 60, 22, "move", players=6, mode="paradox"), lambda screen: screen.next()
    ),
    "timeline-crystals": scene(lambda app: evening(app, 12, phase="move", crystals="revealed", **REAL)),
    "timeline-constant": scene(lambda app: evening(app, 1, **REAL)),
    "timeline-place": scene(lambda app: evening(app, 24, phase="play"), lambda screen: screen.place(1)),
    "timeline-seat": scene(
        lambda app: evening(app, 40, 23, "play", players=6, **REAL), lambda screen: screen.seat(2)
    ),
    "timeline-menu": scene(lambda app: evening(app, 20), lambda screen: screen.show_menu()),
    "timeline-correct": scene(lambda app: evening(app, 20), lambda screen: over(screen, "AllOverlay")),
    "timeline-card": scene(
        lambda app: evening(app, 20), lambda screen: over(screen, "ValueOverlay", "lead.1")
    ),
    "timeline-revoke": scene(
        lambda app: evening(app, 40, 23, players=6, **REAL), lambda screen: over(screen, "RevokeOverlay")
    ),
    "timeline-over": scene(ended),
    "timeline-new-game": page("new-game", lambda app: None, lambda screen: screen.turn_to("contre-temps")),
    "timeline-details": page("new-game", lambda app: None, details),
    "timeline-checklist": page("checklist", lambda app: evening(app, 0, **REAL)),
    "timeline-history": page("history", lambda app: evening(app, 60, **REAL)),
    "timeline-outcome": page("outcome", ended),
    "timeline-career": page("career", once_ended, lambda screen: screen._look_at("contre-temps")),
    "timeline-home": page("home", left),
}
