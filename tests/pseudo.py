"""A language that nobody speaks, made of the English files: accented, and 40 in a hundred longer.

It shows what bypasses the catalogue (a letter without an accent) and what a longer language would break.
`installed` lays its files beside the others for as long as a test needs them.
"""

import json
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.words import catalogue

LANG = "qps"
LONGER = 0.4
ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒĝĥíĵķłɱñóþʠŕšŧúʋŵẋýžÁƁÇĐÉƑĜĤÍĴĶŁṀÑÓÞɊŔŠŦÚṼŴẊÝŽ",
)
HOLE = re.compile(r"\{\w+(?:[?@:][^{}]*)?\}|%(?:\(\w+\))?[sr]")
WORD = re.compile(r"[^\W\d_]+")
KEPT = ("same.", "language.")
"""Sections that are no text."""


def pseudo(text: str) -> str:
    """`Throw {n} cubes` → `Ŧĥŕŕŕóŵ {n} çúƀƀƀéš`; holes stay, the forms in them are words too."""
    said, at = "", 0
    for hole in HOLE.finditer(text):
        said += _words(text[at : hole.start()]) + _hole(hole[0])
        at = hole.end()
    said += _words(text[at:])
    more = math.ceil(len(HOLE.sub("", text)) * (1 + LONGER)) - len(HOLE.sub("", said))
    return f"{said} {'ó' * (more - 1)}" if more > 1 and " " in text else said


def _words(text: str) -> str:
    return WORD.sub(lambda word: _longer(word[0]), text)


def _longer(word: str) -> str:
    more = math.ceil(len(word) * LONGER) if len(word) > 2 else 0
    middle = (len(word) + 1) // 2
    return (word[:middle] + word[middle - 1] * more + word[middle:]).translate(ACCENTS)


def _hole(hole: str) -> str:
    found = re.fullmatch(r"\{(\w+)([?:])(.*)\}", hole)
    if not found:
        return hole
    name, how, forms = found.groups()
    if how == "?":
        return f"{{{name}?{_words(forms)}}}"
    named = (form.split("=", 1) for form in forms.split("|"))
    return f"{{{name}:{'|'.join(f'{form}={_words(said)}' for form, said in named)}}}"


def made(area: str) -> str:
    """A file of this language, flat."""
    lines = ['"language.name" = "Ƥšéúđó"'] if area == "language" else []
    for key, text in catalogue.entries(area, catalogue.SPARE).items():
        if key == "language.name":
            continue
        said = text if key.startswith(KEPT) else pseudo(text)
        lines.append(f"{json.dumps(key)} = {json.dumps(said, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


@contextmanager
def installed(folder: Path) -> Iterator[str]:
    """The tag of the language, while its files lie in this folder beside those of all others."""
    here, games = catalogue.HERE, catalogue.GAMES
    words, of_games = folder / "words", folder / "games"
    (words / LANG).mkdir(parents=True)
    for area in here.glob(f"{catalogue.SPARE}/*.toml"):
        (words / LANG / area.name).write_text(made(area.stem), encoding="utf-8")
    for game in games.glob(f"*/words/{catalogue.SPARE}.toml"):
        of = of_games / game.parts[-3] / "words"
        of.mkdir(parents=True)
        (of / f"{LANG}.toml").write_text(made(game.parts[-3]), encoding="utf-8")
        for other in game.parent.glob("*.toml"):
            (of / other.name).symlink_to(other)
    for lesson in games.glob(f"*/lessons/{catalogue.SPARE}/*.toml"):
        of = of_games / lesson.parts[-4] / "lessons"
        (of / LANG).mkdir(parents=True, exist_ok=True)
        said = made(f"{lesson.parts[-4]}/{lesson.stem}")
        (of / LANG / lesson.name).write_text(said, encoding="utf-8")
    for taught in games.glob("*/lessons/*/"):
        link = of_games / taught.parts[-3] / "lessons" / taught.name
        if taught.is_dir() and not link.exists():
            link.symlink_to(taught)
    for lang in catalogue.languages():
        (words / lang).symlink_to(here / lang)
    try:
        _look_in(words, of_games)
        yield LANG
    finally:
        _look_in(here, games)


def _look_in(words: Path, games: Path) -> None:
    catalogue.HERE, catalogue.GAMES = words, games
    catalogue.entries.cache_clear()
    catalogue.languages.cache_clear()
