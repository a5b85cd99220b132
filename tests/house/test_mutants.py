"""`make mutants` must make real changes, and must tell a test that notices from one that does not."""

import ast
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tools import mutants, mutations

SOURCE = '''
"""A docstring with 3 numbers."""
from typing import TypeAlias
Era: TypeAlias = int | None
__slots__ = (1, 2)
RIFTS = 3

def opens(rifts: int, tile: bool = False) -> bool:
    """More than 3 rifts."""
    if tile:
        return False
    if isinstance(rifts, int | float) and not rifts > RIFTS:
        raise ValueError(f"{rifts + 1} rifts" + "!")
    board[4] = rifts - 1
    zip(board, board, strict=True)
    return True

class Board:
    def __repr__(self):
        return 5 + 6
'''


def test_every_change_is_one_that_a_test_could_notice() -> None:
    found = [(m.function, m.change, m.at_import) for m in mutations.mutations(SOURCE)]
    assert found == [
        ("", "3 → 4", True),
        ("", "False → True", True),
        ("opens", "if tile → if not tile", False),
        ("opens", "False → True", False),
        (
            "opens",
            "isinstance(rifts, int | float) and (not rifts > RIFTS) → "
            "isinstance(rifts, int | float) or not rifts > RIFTS",
            False,
        ),
        ("opens", "not rifts > RIFTS → rifts > RIFTS", False),
        ("opens", "rifts > RIFTS → rifts >= RIFTS", False),
        ("opens", "board[4] = rifts - 1 → (gone)", False),
        ("opens", "4 → 5", False),
        ("opens", "rifts - 1 → rifts + 1", False),
        ("opens", "1 → 2", False),
        ("opens", "zip(board, board, strict=True) → (gone)", False),
        ("opens", "True → False", False),
    ]


def test_a_mutant_differs_in_one_place_and_compiles() -> None:
    whole = ast.dump(ast.parse(SOURCE))
    trees = [mutations.mutated(SOURCE, m.number) for m in mutations.mutations(SOURCE)]
    assert len({ast.dump(tree) for tree in trees} | {whole}) == len(trees) + 1
    for tree in trees:
        compile(tree, "mutant", "exec")


def test_a_table_is_asked_about_where_it_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs at import is touched by no test; who imports the module may look at it all the same."""
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    for name, text in {
        "test_a.py": "from toys import table as made\n",
        "test_b.py": "from toys.table import SIZE\n",
        "test_c.py": "import toys.table\n",
        "test_d.py": "from toys import other\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (mutation,) = mutations.mutations("SIZE = 3")
    mutant = mutants.Mutant(tmp_path / "toys" / "table.py", "toys.table", mutation)
    known = mutants.Map({f"test_{one}.py::test": 0.1 for one in "abcd"}, {}, False)
    assert known.tests_for(mutant, 20) == [f"test_{one}.py::test" for one in "abc"]


def sampled(source: str, folder: Path, count: int = 6, seed: int = 1) -> set[tuple[str, str]]:
    file = folder / "toy.py"
    file.write_text(source, encoding="utf-8")
    found = [mutants.Mutant(file, "toy", mutation) for mutation in mutations.mutations(source)]
    return {(one.mutation.function, one.mutation.change) for one in mutants.in_lots(found, seed)[:count]}


def test_a_change_elsewhere_leaves_the_sample_as_it_was(tmp_path: Path) -> None:
    """A function more above moves every line and every number: at most its own changes come in."""
    before = sampled(SOURCE, tmp_path)
    after = sampled("def new(n):\n    return n + 1 if n > 7 else 0\n\n\n" + SOURCE, tmp_path)
    assert {function for function, _ in after - before} <= {"new"}
    assert len(before - after) == len(after - before)
    assert before & after
    assert sampled(SOURCE, tmp_path, seed=2) != before


def test_the_same_change_twice_in_a_function_is_two_lots(tmp_path: Path) -> None:
    source = "def twice(n):\n    n = 1\n    n = 1\n    return n\n"
    file = tmp_path / "toy.py"
    file.write_text(source, encoding="utf-8")
    found = [mutants.Mutant(file, "toy", mutation) for mutation in mutations.mutations(source)]
    lots = [mutants.in_lots(found, seed)[0].mutation.line for seed in range(20)]
    assert set(lots) == {2, 3}


def test_the_quickest_test_comes_first() -> None:
    items = [SimpleNamespace(nodeid=name) for name in ("slow", "other", "quick")]
    mutants.Chosen({"quick": 0.0, "slow": 20.0}).pytest_collection_modifyitems(items)  # type: ignore[arg-type]
    assert [item.nodeid for item in items] == ["quick", "slow"]


def test_a_test_that_waits_for_ever_ends_the_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant that waits for what never comes computes nothing: the clock ends it, test by test."""
    monkeypatch.setattr(mutants, "ASLEEP", 0.01)
    hung, code = Event(), list[int]()

    def left(exit_code: int) -> None:
        code.append(exit_code)
        hung.set()

    monkeypatch.setattr(mutants.os, "_exit", left)
    item: Any = SimpleNamespace(nodeid="slow")
    running = mutants.Chosen({"slow": 0.0}).pytest_runtest_protocol(item)
    next(running)
    assert hung.wait(30)
    assert code == [mutants.HUNG]
    code.clear()
    monkeypatch.setattr(mutants, "ASLEEP", 0.1)
    running = mutants.Chosen({"slow": 0.0}).pytest_runtest_protocol(item)
    next(running)
    with pytest.raises(StopIteration):
        running.send(None)
    time.sleep(0.5)
    assert code == [], "one that came to its end in time is not ended once more"


RING = """
MOST = 2 + 1
"""
GAME = """
from companion.games.ring import MOST

def opens(rifts):
    return rifts > MOST

def forever(n):
    while n > 0:
        n -= 1
    return n

def unseen(n):
    return n + 1
"""
TESTS = """
from companion.games.toy import forever, opens

def test_opens():
    assert opens(4) and not opens(2)

def test_forever():
    assert forever(3) == 0
"""
EXPLAINED = """
[[survivor]]
file = "games/toy.py"
function = "forever"
change = "n > 0 → n >= 0"
reason = "not true, and the test must say so"
[[survivor]]
file = "games/toy.py"
function = "opens"
change = "rifts > MOST → rifts >= MOST"
reason = "the toy leaves three open"
"""


@pytest.mark.slow
def test_survivors_are_told_from_the_killed(tmp_path: Path) -> None:
    """A run over a toy game: a boundary nobody tests, a loop without an end, a function nobody calls, and a
    module that runs at import only."""
    tools = Path(mutations.__file__).parent
    for name in ("mutants.py", "mutations.py"):
        (tmp_path / "tests" / "tools").mkdir(parents=True, exist_ok=True)
        shutil.copy(tools / name, tmp_path / "tests" / "tools" / name)
    for room in ("engine", "games"):
        (tmp_path / "companion" / room).mkdir(parents=True)
    (tmp_path / "companion" / "__init__.py").touch()
    (tmp_path / "companion" / "games" / "__init__.py").touch()
    (tmp_path / "companion" / "games" / "ring.py").write_text(RING, encoding="utf-8")
    (tmp_path / "companion" / "games" / "toy.py").write_text(GAME, encoding="utf-8")
    (tmp_path / "tests" / "games").mkdir()
    (tmp_path / "tests" / "games" / "test_toy.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "tests" / "mutants_explained.toml").write_text(EXPLAINED, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "tests.tools.mutants", "--seed", "3"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = run.stdout.splitlines()
    assert run.stderr == ""
    assert lines[:9] == [
        "companion/games/toy.py:5 in opens",
        "    rifts > MOST → rifts >= MOST",
        "    explained: the toy leaves three open",
        "companion/games/toy.py:13 in unseen",
        "    n + 1 → n - 1",
        "    untouched",
        "companion/games/toy.py:13 in unseen",
        "    1 → 2",
        "    untouched",
    ]
    assert "! mutants_explained.toml: games/toy.py: n > 0 → n >= 0: killed now, take it off" in lines
    row = next(json.loads(line) for line in lines if line.startswith("{"))
    assert (row["unit"], row["target"], row["holds"]) == ("%", 85.0, False)
    tally = "11 of 11 mutants tried: 8 killed (2 by timeout), 3 survived, 1 of these explained;"
    assert lines[-1].startswith(tally)
    assert run.returncode == 1
