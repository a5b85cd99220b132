"""Whatever the rules can say has a sentence in both languages, with the same parameters.

The ids are read out of the source: the rules call `Question("act", …)`, `Refusal("no-energy", …)` and so on
with the id written out, so a new one without words fails here before a player sees its key.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games, table
from companion.table import errors
from companion.words import Words, languages
from companion.words.catalogue import HERE, PARAMETER, entries
from companion.words.plurals import category

ROOT = Path(games.__file__).parent
SECTIONS = {"Question": "question", "Refusal": "refusal", "Finding": "finding", "Phrase": "phrase"}
OF_GAMES = {path.parents[1].name for path in ROOT.glob("*/words/*.toml")}
LESSONS = {f"{path.parents[2].name}/{path.stem}" for path in ROOT.glob("*/lessons/*/*.toml")}
AREAS = sorted({path.stem for path in HERE.glob("*/*.toml")} | OF_GAMES | LESSONS)
GAMES = [games.load(name) for name in games.NAMES]


def area(game) -> str:
    return game.name.replace("-", "_")


def calls(folder: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a plain name below a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node


def texts(node: ast.expr) -> list[str]:
    """The strings that an expression can be: one, or both sides of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return []


def said_by(folder: Path) -> set[str]:
    found = set()
    for name, call in calls(folder):
        if name in SECTIONS and call.args:
            found |= {f"{SECTIONS[name]}.{said}" for said in texts(call.args[0])}
    return found


def about_of(call: ast.Call) -> set[str]:
    """The names of the parameters that a call gives: `(("era", era), …)`, or keywords."""
    named = {word.arg for word in call.keywords if word.arg}
    for part in (*call.args[1:], *(word.value for word in call.keywords)):
        for node in ast.walk(part):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2:
                named |= set(texts(node.elts[0]))
    return named


def parameters(text: str) -> set[str]:
    return {match[0] for match in PARAMETER.findall(text)}


def keys_of(game) -> set[str]:
    """Everything this game can put before a player."""
    folder = ROOT / area(game) / "rules"
    keys = said_by(folder) | said_by(ROOT.parent / "engine")
    keys |= {f"input.{kind}" for kind in game.inputs}
    keys |= {f"happening.{kind}" for kind in game.happenings}
    keys |= {f"option.{option.id}" for option in game.options() if option.group != "version"}
    for path in folder.rglob("*.py"):  # an outcome's reason is made of the rule
        source = path.read_text(encoding="utf-8")
        for rule in re.findall(r'(?:lose\(.*|return )"((?:WIN|LOSE)-\d\d)"', source):
            keys.add(f"reason.{'won' if rule.startswith('WIN') else 'lost'}-{rule}")
    for name, call in calls(folder):
        if name in ("pick", "at") and len(call.args) > 2:  # who picks, and what follows from it
            keys |= {f"question.pick-{what}" for what in texts(call.args[1]) if name == "pick"}
            then = call.args[3 if name == "pick" else 2]
            if isinstance(then, ast.Tuple):
                keys |= {f"name.for.{step}" for step in texts(then.elts[0])}
        elif name == "say" and call.args and area(game) == "the_loop":  # differences.py
            keys |= {f"phrase.set-{piece}" for piece in texts(call.args[0])}
        elif name.endswith("_question"):  # a question that another module makes
            keys |= {f"question.{said}" for part in call.args for said in texts(part)}
        elif name == "LeftToPlayers":
            keys |= {f"name.what.{what}" for what in texts(call.args[0])}
        elif name == "untracked":
            keys |= {f"name.what.{what}" for what in texts(call.args[2])}
        elif name == "Settle":
            keys |= {f"name.what.{what}" for what in texts(call.args[0])}
    return keys


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_says_nothing_without_words(game, lang):
    words = Words(lang, [area(game)])
    assert sorted(key for key in keys_of(game) if key not in words) == []


@pytest.mark.parametrize("lang", languages())
def test_the_table_says_nothing_without_words(lang):
    words = Words(lang)
    in_detail = {errors.TableError, errors.FileInvalid, errors.ReasonsInvalid, errors.ScenarioInvalid}
    in_detail |= {errors.NameRefused}
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type)}
    raised = {kind for kind in kinds if issubclass(kind, errors.TableError)} - in_detail
    keys = said_by(Path(table.__file__).parent) | {f"error.{kind.id}" for kind in raised}
    for file, raises in (
        ("scenario", r"ScenarioInvalid\("),
        ("people", r"NameRefused\("),
        ("reasons", r"(?:ReasonsInvalid\(|_wrong\(path, name, )"),
    ):
        text = (Path(table.__file__).parent / f"{file}.py").read_text(encoding="utf-8")
        kind = "name" if file == "people" else file
        keys |= {f"error.{kind}-{mistake}" for mistake in re.findall(raises + r'"([a-z-]+)"', text)}
    assert {"error.journal-damaged", "error.scenario-empty", "error.reasons-limits"} <= keys
    assert sorted(key for key in keys if key not in words) == []


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_the_same_sentences_with_the_same_parameters(lang):
    for name in AREAS:
        english, told = entries(name, "en"), entries(name, lang)
        assert english or not told, name
        assert sorted(english.keys() - told.keys()) == [], f"{name}: {lang} does not say these yet"
        assert sorted(told.keys() - english.keys()) == [], f"{name}: nobody asks {lang} for these"
        for key in english:
            assert parameters(english[key]) == parameters(told[key]), f"{name}: {key}"


def test_sentences_have_the_apostrophe_that_keyboards_have():
    for name in AREAS:
        for lang in languages():
            assert [key for key, text in entries(name, lang).items() if "’" in text] == [], f"{name}.{lang}"


def test_sentences_have_no_half_written_parameter():
    for name in AREAS:
        for lang in languages():
            for key, text in entries(name, lang).items():
                rest = PARAMETER.sub("", text)  # `{ add-energy = 1 }` shows how to write TOML
                assert not re.search(r"\{(?! )|(?<! )\}", rest), f"{name}.{lang}: {key}"
                for _, how, forms in PARAMETER.findall(text):
                    named = [form.partition("=")[0] for form in forms.split("|")] if how == ":" else []
                    assert complete(named, lang), f"{name}.{lang}: {key}: {forms}"


def complete(named: list[str], lang: str) -> bool:
    """Forms by truth, one or both; or by number: each that the language has for numbers below a thousand."""
    by_number = {"other"} | {category(lang, n) for n in range(1000)}
    return set(named) <= {"yes", "no"} or set(named) == by_number


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_sentences_use_only_parameters_that_are_given(game):
    words = {**entries("table", "en"), **entries(area(game), "en")}
    for section, kinds in (("input", game.inputs), ("happening", game.happenings)):
        for kind, fields in kinds.items():
            assert parameters(words[f"{section}.{kind}"]) <= set(fields._fields), kind
    for name, call in calls(ROOT / area(game) / "rules"):
        section = "phrase" if name == "say" else SECTIONS.get(name)
        for said in texts(call.args[0]) if section and call.args else ():
            key = f"{section}.{'set-' if name == 'say' else ''}{said}"
            elsewhere = any(isinstance(word.value, ast.Name) for word in call.keywords if word.arg == "about")
            assert elsewhere or parameters(words[key]) <= about_of(call), key


@pytest.mark.parametrize("lang", languages())
def test_the_terminal_says_nothing_without_words(lang):
    """Keys written out in the terminal and on the command line; whole games meet the others."""
    words = Words(lang, ["help", "phone", *(area(game) for game in GAMES)])
    source = [*(ROOT.parent / "terminal").rglob("*.py"), ROOT.parent / "__main__.py"]
    said = {
        text
        for path in source
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say"
        for text in texts(node.args[0])
    }
    assert "table.saved" in said
    assert sorted(key for key in said if key not in words) == []


@pytest.mark.parametrize("lang", languages())
def test_phones_say_nothing_without_words(lang):
    """Keys written out in the room of the phones and in the games' own pages."""
    words = Words(lang, ["phone", *(area(game) for game in GAMES)])
    source = [*(ROOT.parent / "web").rglob("*.py"), *ROOT.glob("*/phone/**/*.py")]
    said = {
        text if "." in text else f"phone.{text}"
        for path in source
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say"
        for text in texts(node.args[0])
    }
    assert "phone.your-turn" in said
    assert sorted(key for key in said if key not in words) == []
