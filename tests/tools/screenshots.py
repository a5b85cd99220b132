"""`make screenshots`: every screen and state, every language, all sizes, into build/screenshots/.

The app runs under an X server of our own; each scene is a position of the game in a fresh app. Without names
all scenes are taken; `make screenshots SHOTS="table drop-lost"` takes some. Another game adds its scenes in a
module `<name>_shots.py` beside this one: `SCENES`, name of the picture → what to do with a fresh app, and
`EVERYWHERE`, which of them are taken in all sizes.
"""

import os
import sys
import tempfile
import time
from datetime import datetime
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

from companion.table import ChangeDrop, ConfirmDrop, RunningDrop
from companion.words import languages
from tests.app.driving import Driver, display
from tests.tools.evenings import answer, do, evening_at, show_drop
from tests.tools.pages import PAGES, App, Scene

ROOT = Path(__file__).parents[2]
SIZES = {"1280x800": (1280, 800), "1024x600": (1024, 600), "1920x1200": (1920, 1200), "800x1280": (800, 1280)}
DESIGN = {"1280x800": SIZES["1280x800"]}

FULL = {
    "cycle": 2,
    "turn": 10,
    "foo": "industry",
    "seen": ["medieval", "industry", "globalization"],
    "rifts": {"dawn-of-time": 1, "renaissance": 2, "industry": 3, "globalization": 2, "age-of-robots": 1},
    "energy": {"medieval": 1, "industry": 1, "globalization": 3, "dawn-of-time": 2, "end-of-times": 1},
    "duplicates": {
        "1>5": "renaissance",
        "1>6": "renaissance",
        "2>0": "industry",
        "1>4": "dawn-of-time",
        "4>2": "age-of-robots",
        "6>3": "age-of-robots",
        "0>2": "age-of-robots",
    },
    "agents": {"mr-time": "industry", "v-girl": "dawn-of-time"},
    "tiles": {"industry": "m6", "dawn-of-time": "m3", "renaissance": "hidden", "medieval": "hidden"},
    "damage": {"dawn-of-time": 2, "industry": ["dawn-of-time", "medieval"]},
    "archived": ["m4"],
    "vortexes": {"age-of-robots": 1},
    "available": ["matriochka", "first-fire"],
    "hand": {"mr-time": ["spartan-shield", "pep-talk"], "v-girl": ["reverse-gear", "vortex-surfboard"]},
    "exhausted": {"mr-time": ["super-underwear"]},
}
CROWDED = {
    **FULL,
    "duplicates": {
        "1>5": "industry",
        "1>6": "industry",
        "2>0": "industry",
        "1>4": "industry",
        "4>2": "industry",
        "5>1": "industry",
        "0>2": "industry",
    },
    "vortexes": {"age-of-robots": 1, "medieval": 1, "end-of-times": 1},
    "tiles": {"industry": "m6", "dawn-of-time": "m3", "renaissance": "m5", "globalization": "hidden"},
    "hand": {"mr-time": ["spartan-shield", "pep-talk", "travel-passes", "pocket-watch", "stonehenge-stones"]},
    "exhausted": {"mr-time": ["super-underwear"]},
}


def night_at(
    app: App, position: dict[str, Any], options: dict[str, Any] | None = None, tower: bool = True
) -> Any:
    """An evening that stands in this position, with a simulated tower that is in no hurry."""
    from companion.games import load
    from companion.tower import Choice, open_tower

    game = load("the-loop")
    start = game.position({"agents": ["mr-time", "v-girl"], "drop": "tower", **(options or {})}, position)
    opened = open_tower(Choice("simulated", seed=4, speed=None)) if tower else None
    return app.attend(evening_at(game, start, opened))


def table(app: App) -> None:
    night_at(app, FULL)


def crowded(app: App) -> None:
    night_at(app, CROWDED)


def real_table(app: App) -> None:
    """Hands that are not tracked: the ring is changed as hands change the table."""
    night_at(app, FULL, {"hands": "table", "huge": "table"})


def lightly(app: App) -> None:
    """Energy and cards are the players' own affair."""
    theirs = ("hand", "exhausted", "available", "energy")
    night_at(app, {name: value for name, value in FULL.items() if name not in theirs}, {"score": "lightly"})


def duplicate(app: App) -> None:
    """All that the bag may bring lies on the ring."""
    night_at(app, {**FULL, "phase": "foo"}, {"bag": "hand"})


def table_view(app: App) -> None:
    """The ring alone, for a second screen."""
    table(app)
    app.after_shown = lambda: setattr(app.manager.current_screen, "alone", True)


def menu(app: App) -> None:
    table(app)
    app.after_shown = lambda: app.manager.current_screen.show_menu()


def waiting(app: App) -> None:
    night_at(app, {**FULL, "phase": "foo", "seen": ["medieval", "globalization"]})


def unsure(app: App) -> None:
    evening = night_at(app, {**FULL, "phase": "foo", "seen": ["medieval", "globalization"]})
    question = evening.now.drop.question
    landed = [0] * 7
    front = evening.now.drop.front
    landed[front], landed[(front + 1) % 7] = 1, evening.now.drop.total - 2
    other = list(landed)
    other[(front + 1) % 7] += 1
    others = (question.answers[0]._replace(landed=tuple(other), inside=0),)
    counts = tuple(landed)
    show_drop(evening, RunningDrop(question, "unsure", counts, counts, others, ("still_inside",)))


def listening(app: App) -> None:
    evening = night_at(app, {**FULL, "phase": "foo", "seen": ["medieval", "globalization"]})
    front = evening.now.drop.front
    show_drop(evening, evening.now.drop.heard(front).heard(front))


def lost(app: App) -> None:
    from companion.tower import LinkDown

    evening = night_at(app, {**FULL, "phase": "foo", "seen": ["medieval", "globalization"]})
    error = LinkDown("cable-out")
    show_drop(evening, evening.now.drop._replace(stage="lost", error=error), linked=False)


def by_hand(app: App) -> None:
    evening = night_at(
        app, {**FULL, "phase": "foo", "seen": ["medieval", "globalization"]}, {"drop": "hand"}, False
    )
    do(evening, ChangeDrop(((evening.now.drop.front, 1),)))


def vortex(app: App) -> None:
    evening = night_at(
        app, {**FULL, "phase": "foo", "seen": ["medieval", "globalization"]}, {"drop": "hand"}, False
    )
    for era in range(7):
        for _ in range(2):
            do(evening, ChangeDrop(((era, 1 if evening.now.state.rifts[era] >= 3 else 0),)))
    front = evening.now.drop.front
    while evening.now.drop.inside:
        do(evening, ChangeDrop(((front, 1),)))
    do(evening, ConfirmDrop())


def victory(app: App) -> None:
    """As a win on this table would be told."""
    from companion.table import CatchUp, Todo

    evening = night_at(app, {**FULL, "archived": ["m1", "m2", "m4", "m7"]})
    told = evening.now.game.happenings["GameWon"]("WIN-01")
    evening._host._alerts.append(Todo(told, evening.now.state))
    do(evening, CatchUp())


def defeat(app: App) -> None:
    """A fourth vortex would open."""
    evening = night_at(
        app, {**CROWDED, "phase": "foo", "seen": ["medieval", "globalization"]}, {"drop": "hand"}, False
    )
    front = evening.now.drop.front
    while evening.now.drop.inside:
        do(evening, ChangeDrop(((front, 1),)))
    do(evening, ConfirmDrop())


def question(app: App) -> None:
    evening = night_at(app, FULL)
    answer(evening, evening.now.game.inputs["UseAbility"]())


def peek(app: App) -> None:
    night_at(app, FULL)
    app.after_shown = lambda: app.manager.current_screen.era(5)


def refusal(app: App) -> None:
    evening = night_at(app, FULL)
    answer(evening, evening.now.game.inputs["UseCard"]("super-underwear"))


def palette(app: App) -> None:
    night_at(app, FULL, {"hands": "table", "huge": "table"})
    app.after_shown = lambda: app.manager.current_screen.show_palette()


def hands(app: App) -> None:
    night_at(app, FULL)
    app.after_shown = lambda: app.manager.current_screen.show_hands()


def advised(app: App) -> None:
    """Forecast and coach, when both have found what they have to say."""
    app.settings.forecast = app.settings.coach = True
    night_at(app, FULL)

    def told() -> None:
        screen = app.manager.current_screen
        limit = time.monotonic() + 60
        while not screen.advising.advisor.found.ready and time.monotonic() < limit:
            time.sleep(0.05)
        screen.look()

    app.after_shown = told


def late(app: App) -> None:
    night_at(app, {**FULL, "inside": 1})
    app.after_shown = lambda: app.manager.current_screen.late()


SCENES: dict[str, Scene] = {
    "table": table,
    "crowded": crowded,
    "real-table": real_table,
    "drop-waiting": waiting,
    "drop-listening": listening,
    "drop-unsure": unsure,
    "drop-by-hand": by_hand,
    "drop-lost": lost,
    "vortex": vortex,
    "victory": victory,
    "defeat": defeat,
    "question": question,
    "era": peek,
    "refusal": refusal,
    "palette": palette,
    "lightly": lightly,
    "duplicate": duplicate,
    "table-view": table_view,
    "menu": menu,
    "hands": hands,
    "advised": advised,
    "late": late,
}
"""Name of the picture → what to do with a fresh app before its first frame."""


EVERYWHERE = (
    *("table", "crowded", "drop-waiting", "drop-unsure", "vortex", "question", "era", "palette", "advised"),
    *("home", "new-game", "checklist", "outcome", "settings", "history", "corrections"),
    *("tower", "career", "box", "box-editor", "box-pieces", "library", "invite-codes"),
)
"""Every screen once, and its full states: these are taken in all sizes, the other states in the design's."""


def modules() -> list[Any]:
    """What every `…_shots.py` beside this one adds."""
    files = sorted(Path(__file__).parent.glob("*_shots.py"))
    return [import_module(f"tests.tools.{file.stem}") for file in files]


def every_scene() -> dict[str, Scene]:
    """The table of The LOOP in its states, the pages around it, and the other games."""
    found = SCENES | PAGES
    for module in modules():
        found |= module.SCENES
    return found


def everywhere() -> set[str]:
    """Scenes that are taken in all sizes; of a module that does not tell, the first two."""
    return {*EVERYWHERE, *(n for m in modules() for n in getattr(m, "EVERYWHERE", list(m.SCENES)[:2]))}


class Day:
    """The day of every picture."""

    @staticmethod
    def fromtimestamp(_seconds: float) -> datetime:
        return datetime(2026, 11, 16)


def take(name: str, size: tuple[int, int], lang: str, path: Path) -> None:
    """One picture, in a fresh app of somebody who has never played."""
    from kivy.core.window import Window

    from companion.app.app import CompanionApp
    from companion.app.presenters import career
    from companion.games import GAMES

    with tempfile.TemporaryDirectory() as kept, mock.patch.object(career, "datetime", Day):
        os.environ["HOME"] = kept  # so that no path of ours is in the picture
        Window.size = size
        app = CompanionApp(lang, GAMES, first="table")
        app.theme.motion = False
        every_scene()[name](app)
        driver = Driver(app, draws=False)
        driver.frames(6)
        if after := getattr(app, "after_shown", None):
            after()
        driver.frames(6)
        path.parent.mkdir(parents=True, exist_ok=True)
        driver.picture(path)
        driver.close()
    smaller(path)


def smaller(path: Path) -> None:
    """As a palette image: a quarter of the size, and nobody sees the difference. Every hue keeps a place."""
    from PIL import Image

    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(128, Image.Quantize.FASTOCTREE)
    few.save(path, optimize=True)


def main(argv: list[str]) -> int:
    """Arguments: names of scenes; `--sizes 1280x800`, `--out FOLDER`, `--lang en`."""
    folder, names = ROOT / "build" / "screenshots", list[str]()
    sizes, spoken = dict[str, tuple[int, int]](), list(languages())
    words = iter(argv)
    for word in words:
        if word == "--out":
            folder = Path(next(words))
        elif word == "--sizes":
            wanted = next(words).split(",")
            sizes = {name: size for name, size in SIZES.items() if name in wanted}
        elif word == "--lang":
            spoken = [next(words)]
        else:
            names.append(word)
    os.environ.pop("XDG_DATA_HOME", None)
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        from companion.app import configure

        configure()
        everyones = everywhere()
        for name, lang in product(names or every_scene(), spoken):
            for place, size in (sizes or (SIZES if name in everyones else DESIGN)).items():
                path = folder / place / f"{name}-{lang}.png"
                take(name, size, lang, path)
                print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
