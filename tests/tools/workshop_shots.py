"""Cyberion in the states that players meet: for pictures and for the layout test.

A scene prepares a fresh app before its first frame; `app.after_shown` is called when the screen stands.
"""

import random
from collections.abc import Callable
from typing import Any

from companion.engine import Game, Input, Question, Refusal, Source, State
from companion.table import Correct, Snapshot
from tests.tools.evenings import do, evening_at, play
from tests.tools.pages import App, Scene, Screen, page, scene

ALL: dict[str, Any] = dict.fromkeys(("bebebots", "gigantobots", "microbots", "multibots", "rouage"), True)
REAL: dict[str, Any] = dict.fromkeys(("first", "machines", "robots", "tokens"), "hand")


def shift(app: App, answers: int = 0, seed: int = 3, until: str = "act", **options: Any) -> None:
    """A game of Cyberion in which so many answers were given by somebody who repairs whenever it can be done,
    or all of them (-1), and then as many as it takes until this is asked."""
    app.begin(options, None, seed, "cyberion")
    chance = random.Random(seed)

    def next_one(_: Snapshot, question: Question) -> Input | None:
        nonlocal answers
        if not answers and (not until or question.id == until):
            return None
        answers -= answers > 0
        return chosen(question, chance)

    play(app.evening, next_one)
    app.look()
    assert answers < 0 or app.now.outcome is None, "the game ended before"


def chosen(question: Question, chance: random.Random) -> Input:
    """Repairs and upgrades first, seldom an end of the turn."""
    for kind in ("Repair", "Upgrade", "Reward"):
        wanted = [answer for answer in question.answers if answer.kind == kind]
        if wanted:
            return chance.choice(wanted)
    if question.main and chance.random() < 0.5:
        return question.answers[-1]
    return chance.choice(question.answers)


def full(app: App, **options: Any) -> None:
    """Every row full, every machine with its microbot, two of them prepared: as crowded as it gets."""
    from companion.games import load

    game = load("cyberion")
    begun = shift_state(game, {"players": 2, **ALL, **options})
    for path, value in (
        ("row.platform", ["cyclobot-3", "cyclobot-4", "planbot-2", "any-3", "commandbot-any"]),
        ("row.flash", ["sirenbot-1", "sirenbot-5", "stockbot-2", "planbot-3", "commandbot-4"]),
        ("row.stock", ["stockbot-any", "any-5", "cyclobot-1", "sirenbot-2", "commandbot-5"]),
        ("machine.1", "II-3-sum-at-least-12"),
        ("machine.2", "II-4-sum-at-most-9"),
        ("machine.3", "III-identical-2"),
        ("machine.4", "II-two-pairs"),
        ("microbot.1", "commandbot"),
        ("microbot.2", "5"),
        ("prepared.1", True),
        ("prepared.2", True),
        ("level.sirenbot", 3),
        ("level.cyclobot", 5),
        ("level.commandbot", 2),
        ("xp", 3),
        ("support", ["sirenbot", "stockbot", "cyclobot", "planbot", "commandbot"]),
        ("acquired", ["cyclobot", "3", "4", "planbot", "1"]),
        ("valves", 2),
    ):
        begun = after(game, begun, game.correction(path, value), "hand")
    app.attend(evening_at(game, begun))


def aboard(app: App) -> None:
    """As full, some robots discarded and aboard, a gigantobot away."""
    full(app)
    for path, value in (
        ("discard", [f"{model}-{size}" for model in ("sirenbot", "planbot") for size in range(1, 6)]),
        ("crew.0", ["sirenbot-3", "sirenbot-4"]),
        ("vacation.2", True),
        ("limbots", ["planbot", "cyclobot"]),
    ):
        do(app.evening, Correct(app.now.game.correction(path, value)))
    app.look()


def shift_state(game: Game, options: dict[str, Any]) -> State:
    """The first turn of a game, everything dealt."""
    state, chance = game.start(options), random.Random(5)
    while not game.awaited(state)[0].main:
        state = after(game, state, chance.choice(game.awaited(state)[0].answers), "app")
    return state


def after(game: Game, state: State, given: Input, source: Source) -> State:
    applied = game.apply(state, given, source)
    assert not isinstance(applied, Refusal), applied
    return applied.state


def ready(screen: Screen) -> int:
    """A machine that can be repaired now."""
    return int(next(machine.slot for machine in screen.view.factory if machine and machine.ready))


def touched(row: str, place: int) -> Callable[[Screen], None]:
    def touch(screen: Screen) -> None:
        robots = next(robots for name, _, robots in screen.view.rows if name == row)
        screen.touch_robot(row, place, robots[place].code)

    return touch


def corrected(path: str) -> Callable[[Screen], None]:
    def open_field(screen: Screen) -> None:
        from companion.games.cyberion.tablet.workshop.overlays import FieldOverlay, FieldsOverlay

        screen.open_overlay(FieldOverlay(screen, path) if path else FieldsOverlay(screen))

    return open_field


def ended(app: App) -> None:
    shift(app, -1)


def left(app: App) -> None:
    shift(app, 30)
    app.leave()


SCENES: dict[str, Scene] = {
    "workshop": scene(lambda app: shift(app, 40)),
    "workshop-full": scene(full),
    "workshop-ways": scene(full, lambda screen: screen.touch_machine(ready(screen))),
    "workshop-robot": scene(full, touched("platform", 0)),
    "workshop-model": scene(full, lambda screen: screen.touch_model("sirenbot")),
    "workshop-open": scene(aboard, lambda screen: screen.show_piles()),
    "workshop-draw": scene(lambda app: shift(app, 0, until="draw", **REAL)),
    "workshop-draw-all": scene(lambda app: shift(app, 12, until="draw", **ALL, **REAL)),
    "workshop-machine": scene(lambda app: shift(app, 0, until="machine", **REAL)),
    "workshop-build": scene(
        lambda app: shift(app, 0, until="machine", **REAL), lambda screen: screen.build_machine()
    ),
    "workshop-menu": scene(lambda app: shift(app, 20), lambda screen: screen.show_menu()),
    "workshop-fields": scene(lambda app: shift(app, 20), corrected("")),
    "workshop-field": scene(full, corrected("row.platform")),
    "workshop-over": scene(ended),
    "workshop-new-game": page("new-game", lambda app: None, lambda screen: screen.turn_to("cyberion")),
    "workshop-checklist": page("checklist", lambda app: shift(app, 0, until="machine", **ALL, **REAL)),
    "workshop-history": page("history", lambda app: shift(app, 30)),
    "workshop-outcome": page("outcome", ended),
    "workshop-home": page("home", left),
}

EVERYWHERE = ("workshop-full", "workshop-ways")
"""Taken in all sizes."""
