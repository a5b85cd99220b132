"""No sentence that people read stands in Python, not in an error either: what reads like one is explained."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from companion.words import Words
from companion.words.catalogue import entries

ROOT = Path(__file__).parents[2] / "companion"
TREES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("*.py"))
}
SENTENCE = re.compile(r"[A-Za-zéà'’]{2,},? [a-zéà'’`]{2,}")
"""Two words with a space between them, the second in small letters."""
PYTHONS_OWN = {"ValueError", "RuntimeError", "TypeError", "KeyError", "LookupError", "AssertionError"}
PYTHONS_OWN |= {"OSError", "ConnectionError", "BlockingIOError", "TimeoutError"}
FOR_PROGRAMMERS = (
    r"there is no outlet {}|at least a dozen single cubes are needed, every beam once",  # the driver
    r"{}: travel, pulses and teeth must be positive",
    r"line {} (is damaged|leaves a gap)|its end is missing",  # the firmware that ships
    r"{}(\.{})? wants {} (values|bytes), not {}",
    r"the bot gave an answer that the game refuses: {}|the question {} leaves nothing to draw",
    r"a token has at most {} letters|{} is being written to",
    r"no display (is named|answers)",  # becomes a sentence where it is caught
)
"""Errors that only a mistake of ours raises, or that nobody shows. What a person can cause has an id and
parameters: `Unreadable`, the errors of table and tower, the faults of a box."""
EXPLAINED = {
    "words/command_line.py": "argparse's own words, which are looked up in the catalogue",
    "terminal/plot.py": "words of matplotlib",
    "web/guard.py": "what a program is told that is no browser of ours",
    "web/site.py": "the same",
    "web/box_page.py": "HTML and its classes",
    "web/page.py": "the same",
    "web/parts.py": "the same",
    "web/face.py": "the same",
    "web/drop_form.py": "the same",
    "web/host_page.py": "the same",
    "table/poster.py": "SVG and its attributes",
    "tower/backends/pi_pwm.py": "a program that outlives us",
}
LITERAL = (
    r"companion( [\w{}]+)*( --[\w{}]+)*",  # a command, as it is typed
    r"companion resume.*",
    r"pip install .*|uv tool install .*",
    r"# .*",  # a comment at the head of a file that we write
    r"save and quit",  # typed by people
    r"letting go|single cube|the port did not close cleanly",  # threads and notes of the recorder
    r"not in sync|exclusively lock",  # what other programs say
    r"gcc libc6-dev .*",  # packages
    r"stopped after {} games",
)


def errors() -> dict[str, str]:
    """Our own errors by name, with the name of what they stand on."""
    known = [node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases: defaultdict[str, list[str]] = defaultdict(list)
    for node in known:
        bases[node.name] += [base.id for base in node.bases if isinstance(base, ast.Name)]

    def root(name: str) -> str:
        if name in ("TableError", "TowerError", "Exception", *PYTHONS_OWN):
            return name
        return next((found for base in bases.get(name, ()) if (found := root(base))), "")

    return {name: root(name) for name in list(bases) if root(name)}


def keys(root: str, attribute: str) -> dict[str, str]:
    """By name of an error: the key of its sentence."""
    return {
        node.name: str(line.value.value)
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and ROOTS.get(node.name) == root
        for line in node.body
        if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == attribute
        if isinstance(line.value, ast.Constant)
    }


ROOTS = errors()
TOWER = {name for name, root in ROOTS.items() if root == "TowerError"}


def text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(text(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "{}"


def sentences(tree: ast.AST, inside: bool = False) -> Iterator[str]:
    """What reads like a sentence."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        literal = isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        if literal and not inside and SENTENCE.search(text(node)):
            yield text(node)
        yield from sentences(node, inside or isinstance(node, ast.JoinedStr))


def test_what_reads_like_a_sentence_is_explained() -> None:
    found = []
    for path, tree in TREES.items():
        for said in sentences(tree):
            plain = any(re.fullmatch(one, said, re.DOTALL) for one in (*LITERAL, *FOR_PROGRAMMERS))
            if not plain and path not in EXPLAINED:
                found.append((path, said))
    assert found == []


def test_every_error_of_table_and_tower_has_its_sentence() -> None:
    words = Words("en", ["tower", "table"])
    table = {name: f"error.{key}" for name, key in keys("TableError", "id").items()}
    whole = {"TableError", "ScenarioInvalid", "ReasonsInvalid", "ReplayStopped"}  # a key for each mistake
    whole |= {"NameRefused"}
    assert sorted(name for name, key in table.items() if key not in words and name not in whole) == []
    tower = keys("TowerError", "advice")
    assert sorted(name for name, key in tower.items() if key not in words) == []
    assert len(table) + len(tower) > 25


def test_why_in_the_brackets_of_the_tower_is_a_name_of_the_catalogue() -> None:
    """What an error of the tower gives as its detail is an id, or what another program said."""
    given = [
        str(node.args[0].value)
        for path, tree in TREES.items()
        if path.startswith("tower/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"LineBroken", *TOWER}
        if node.args and isinstance(node.args[0], ast.Constant)
    ]
    whole = ("tower.trace.", "tower.emulator.")  # BadTrace, EmulatorMissing: a sentence for each mistake
    keys = [key for key in entries("tower", "en") if key.startswith(("name.detail.", *whole))]
    known = {key.rpartition(".")[2] for key in keys}
    assert len(given) > 40
    assert sorted(set(given) - known) == []


def test_every_reason_why_something_was_not_understood_has_its_words() -> None:
    given = {
        str(value.value)
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Unreadable"
        for value in ast.walk(node.args[0])
        if isinstance(value, ast.Constant)
    }
    assert len(given) > 25
    known = {key.rpartition(".")[2] for key in entries("table", "en") if key.startswith("unreadable.")}
    assert given == known
