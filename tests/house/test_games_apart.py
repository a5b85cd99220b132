"""A game is one folder: no shared room knows anything of one, and its rules load nothing but rules."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.announcer import CUES
from companion.engine import Manifest, Refusal
from companion.games import GAMES, load
from companion.words.catalogue import entries

HOUSE = Path("companion")
SHARED = ("engine", "words", "tower", "table", "advisor", "teacher", "terminal", "app", "web")
CONTRACT = {"Correct", "Learn"}
"""Inputs that the contract itself names; every game with such a thing calls it so."""
HEAVY = ("kivy", "companion.words", "companion.app", "companion.terminal", "companion.table",
         "companion.web", "starlette", "aiohttp", "websockets", "http.server", "matplotlib")  # fmt: skip


def folder(manifest: Manifest) -> str:
    return f"companion.games.{manifest.folder.name}"


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module that are no list of its public names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    public = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    hidden = {id(inside) for value in public for inside in ast.walk(value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden:
            yield node.lineno, node.value


def loaded_by(module: str) -> set[str]:
    """Everything that a fresh interpreter has loaded after this import."""
    program = f"import json, sys, {module}; print(json.dumps([*sys.modules]))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(ran.stdout))


def heavy(modules: set[str]) -> set[str]:
    return {one for one in modules if any(one == room or one.startswith(f"{room}.") for room in HEAVY)}


def test_no_shared_room_knows_an_input_or_a_happening_of_a_game() -> None:
    games = [load(name) for name in GAMES]
    kinds = {kind for game in games for kind in (*game.inputs, *game.happenings)} - CONTRACT
    found = [
        f"{path}:{line} {said}"
        for room in SHARED
        for path in sorted((HOUSE / room).rglob("*.py"))
        for line, said in strings(path)
        if said in kinds
    ]
    assert found == []


def test_no_shared_words_are_about_an_input_or_a_happening_of_a_game() -> None:
    games = [load(name) for name in GAMES]
    kinds = {kind for game in games for kind in (*game.inputs, *game.happenings)} - CONTRACT
    areas = sorted(path.stem for path in (HOUSE / "words" / "en").glob("*.toml"))
    keys = {key: area for area in areas for key in entries(area, "en")}
    assert [f"{area}: {key}" for key, area in keys.items() if kinds & set(re.split(r"[.-]", key))] == []


def test_no_shared_room_knows_a_game_by_name() -> None:
    names = {name for one in GAMES for name in (one, one.replace("-", "_"))} - {"example"}  # also a word
    found = [
        f"{path}: {name}"
        for room in SHARED
        for path in sorted((HOUSE / room).rglob("*"))
        if path.suffix in (".py", ".kv")
        for name in names
        if name in path.read_text(encoding="utf-8").lower() or name in path.name
    ]
    assert found == []


@pytest.mark.parametrize("manifest", GAMES.values(), ids=lambda one: one.name)
def test_the_door_of_a_game_is_nothing_but_a_docstring(manifest: Manifest) -> None:
    tree = ast.parse((manifest.folder / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    assert len(tree.body) == 1


@pytest.mark.parametrize("manifest", GAMES.values(), ids=lambda one: one.name)
def test_the_rules_of_a_game_load_no_words_no_screen_and_no_web(manifest: Manifest) -> None:
    assert heavy(loaded_by(manifest.rules.partition(":")[0])) == set()


@pytest.mark.parametrize("manifest", GAMES.values(), ids=lambda one: one.name)
def test_what_is_shown_of_a_game_needs_no_window(manifest: Manifest) -> None:
    for path in sorted((manifest.folder / "views").glob("*.py")):
        assert not [one for one in heavy(loaded_by(f"{folder(manifest)}.views.{path.stem}")) if "kivy" in one]


@pytest.mark.parametrize("manifest", GAMES.values(), ids=lambda one: one.name)
def test_a_manifest_speaks_of_what_its_game_has(manifest: Manifest) -> None:
    happenings = set(load(manifest.name).happenings)
    for kinds in (
        manifest.alerts, manifest.turns, manifest.sounds, manifest.spoken, manifest.dangers,
        manifest.successes, manifest.together,
    ):  # fmt: skip
        assert set(kinds) <= happenings
    assert all((CUES / f"{cue}.wav").is_file() for cue in manifest.sounds.values())
    assert all(GAMES.view(manifest.name, what) for what in manifest.views)
    assert not isinstance(load(manifest.name).start(dict(manifest.first)), Refusal)


GAME_WORDS = {
    "en": "era eras rift rifts vortex vortexes foo agent agents mission missions supa supas centrifuge "
    "centrifuges ultra ultras ultramachina sabotage robot robots multibot microbot gigantobot bebebot "
    "crystal crystals paradox lighthouse",
    "fr": "époque époques ère faille failles vortex foo agent agents mission missions supa centrifugeuse "
    "ultra ultramachina sabotage cristal cristaux phare",
    "de": "ära ären zeitriss zeitrisse vortex foo agent agenten mission missionen supa zentrifuge "
    "ultra ultramachina sabotage roboter kristall kristalle paradox leuchtturm",
}
"""Words of one game that no other shares; its rules, words and screens are full of them."""
KEPT = {
    "eras": ("tower/", "app/presenters/tower"),  # a field of the wire and of every calibration that was saved
}
"""What was named after the first game before there was another, and stands in formats that are kept."""
GENERATED = ("tower/wire_table.py", "tower/board_table.py")


def named(text: str) -> set[str]:
    """The words of a text, of a name_with_underscores and of a NameInCamelCase, in small letters."""
    return {word.lower() for word in re.findall(r"[A-ZÉÄ]+[^\W\d_A-ZÉÄ]*|[^\W\d_A-ZÉÄ]+", text)}


def shared_files(*suffixes: str) -> Iterator[Path]:
    for room in (*SHARED, "store"):
        yield from (path for path in sorted((HOUSE / room).rglob("*")) if path.suffix in suffixes)


def of_a_game(path: Path, line: str, words: set[str]) -> set[str]:
    where = path.relative_to(HOUSE).as_posix()
    return {word for word in named(line) & words if not where.startswith(KEPT.get(word, ("?",)))}


def test_no_shared_room_speaks_in_the_words_of_one_game() -> None:
    """Names, strings, comments, docstrings: whoever reads a shared room needs no game for it."""
    words = set(GAME_WORDS["en"].split())
    found = [
        f"{path}:{number} {sorted(hits)}"
        for path in shared_files(".py", ".kv", ".js", ".css")
        if not path.as_posix().endswith(GENERATED)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (hits := of_a_game(path, line.replace("board_table.ERA", ""), words))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line", ['PLACE = "era"', "theme.foo", "odds.eras[3]", '"Vortex" in kind', "ERA_ANGLE", 'say("agent")']
)
def test_such_a_word_would_be_found(line: str) -> None:
    assert of_a_game(HOUSE / "table" / "session.py", line, set(GAME_WORDS["en"].split()))


@pytest.mark.parametrize("lang", list(GAME_WORDS))
def test_no_shared_sentence_is_about_one_game(lang: str) -> None:
    words, keys = set(GAME_WORDS[lang].split()), set(GAME_WORDS["en"].split())
    found = [
        f"{path.stem}: {key}"
        for path in sorted((HOUSE / "words" / lang).glob("*.toml"))
        for key, said in entries(path.stem, lang).items()
        if named(said) & words or named(key) & keys
    ]
    assert found == []


@pytest.mark.parametrize("lang", list(GAME_WORDS))
def test_every_such_word_is_one_that_a_game_says(lang: str) -> None:
    said = {
        word
        for manifest in GAMES.values()
        for file in [*manifest.folder.glob(f"words/{lang}.toml"), *manifest.folder.glob("rules/**/*.py")]
        for word in named(file.read_text(encoding="utf-8"))
    }
    assert sorted(set(GAME_WORDS[lang].split()) - said) == []
