"""`make learn`: the lesson of every game as it is done, step by step, into docs/learn/.

Each step is a picture of the screen, small, in English; the pages beside them are made from the same lesson,
so that whoever reads them reads what players read. `--check` says whether they are still what is taught.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from companion.games import GAMES
from companion.teacher import Lesson, taught_words
from companion.words import Words
from tests.app.driving import Driver, display

FOLDER = Path(__file__).parents[2] / "docs" / "learn"
SIZE = (640, 400)
COLOURS = 64
HEAD = """# Lessons, step by step

What *Learn to play*, *A lesson* shows: every step of every game's lesson, as a player does it. `make learn`
takes the pictures and writes these pages anew, out of `companion/games/<game>/lessons/`.

| Game | Steps |
|---|---|
"""


def taught(game: str) -> Lesson:
    lesson = Lesson.of(GAMES[game])
    assert lesson is not None
    return lesson


def pages() -> Iterator[tuple[Path, str]]:
    """Every page with its text."""
    rows = [f"| [{GAMES[game].title}]({game}.md) | {len(taught(game).steps)} |\n" for game in GAMES]
    yield FOLDER / "README.md", HEAD + "".join(rows)
    for game in GAMES:
        words = taught_words(Words, "en", GAMES[game])
        lines = [f"# A lesson in {GAMES[game].title}\n"]
        for number, step in enumerate(taught(game).steps, 1):
            lines.append(f"{number}. {step.text(words)}\n\n   ![Step {number}]({game}/{picture(number)})\n")
        yield FOLDER / f"{game}.md", "\n".join(lines)


def picture(number: int) -> str:
    return f"{number:02}.png"


def out_of_date() -> list[str]:
    """Pages that say something else than the lessons, and pictures that are missing or left over."""
    found = [path.name for path, text in pages() if not path.exists() or path.read_text("utf-8") != text]
    wanted = {f"{game}/{picture(n)}" for game in GAMES for n in range(1, len(taught(game).steps) + 1)}
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.png")}
    return found + sorted(wanted ^ there)


def take(game: str) -> None:
    """The pictures of one lesson, in an app of somebody who has never played."""
    from kivy.core.window import Window

    from companion.app.app import CompanionApp

    with tempfile.TemporaryDirectory() as kept:
        os.environ["HOME"] = kept
        Window.size = (1280, 800)
        app = CompanionApp("en", GAMES, first="learn")
        app.theme.motion = False
        driver = Driver(app, draws=False)
        page: Any = app.go("lesson", game=game)
        driver.frames(4)
        for number in range(1, len(taught(game).steps) + 1):
            path = FOLDER / game / picture(number)
            path.parent.mkdir(parents=True, exist_ok=True)
            driver.picture(path)
            with Image.open(path) as image:
                small = image.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS).quantize(COLOURS)
            small.save(path, optimize=True)
            page.run.show()
            page.fill()
            driver.frames(4)
        driver.close()


def main(argv: list[str]) -> int:
    if argv == ["--check"]:
        print(*out_of_date(), sep="\n")
        return 1 if out_of_date() else 0
    os.environ.pop("XDG_DATA_HOME", None)
    with tempfile.TemporaryDirectory() as kept, display(Path(kept)):
        from companion.app import configure

        configure()
        for game in GAMES:
            take(game)
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
