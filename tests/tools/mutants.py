"""`make mutants`: breaks the rules, or any room (`--rooms`), a little at a time. Does a test notice?

The quick tests run once with coverage, which tells for every line those that touch it and how long they take.
Then each mutant runs in a forked process that already has pytest loaded: an import hook hands it the changed
module, and it runs the tests that touch the changed line, the quickest first, until one fails. Which mutants
are tried, and in which order, depends on the seed and on what each of them changes: a change of the games
elsewhere leaves the sample as it was. Imports nothing of ours: a forked process must meet the games afresh.

The rules are what decides, and what is told of it: engine, and of each game its rules, box, views and
manifest. What draws a view is not among them. An explained survivor is a survivor all the same.
"""

import argparse
import ast
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from threading import Timer
from types import CodeType, ModuleType

import coverage
import hypothesis  # noqa: F401  loaded before the forks, so that no mutant pays for it
import pytest

from tests.tools.mutations import Mutation, mutated, mutations

ROOT = Path(__file__).parents[2]
TARGET = 85.0
ROOMS = {
    "advisor": (("companion/advisor",), ("tests/advisor",)),
    "app": (
        ("companion/app/presenters", "companion/app/settings.py"),
        ("tests/app/test_*_presenter.py", "tests/app/test_settings.py", "tests/app/test_by_hand.py",
         "tests/app/test_advising.py", "tests/app/test_chronicle.py", "tests/app/test_history_learning.py",
         "tests/app/test_library_screen.py", "tests/app/test_pause.py", "tests/terminal",
         "tests/house/test_playthroughs.py"),
    ),
    "store": (("companion/store",), ("tests/store", "tests/table")),
    "table": (
        ("companion/table",),
        ("tests/table", "tests/store", "tests/terminal", "tests/journals", "tests/app/test_chronicle.py",
         "tests/app/test_drop_presenter.py", "tests/app/test_library_presenter.py"),
    ),
    "tower": (
        ("companion/tower",),
        (
            "tests/tower", "tests/table/test_evening_drops.py", "tests/table/test_tower_thread.py",
            "tests/hardware/test_doctor.py", "tests/hardware/test_servo_fit.py",
            "tests/hardware/test_other_towers.py",
        ),
    ),
    "words": (
        ("companion/words",),
        (
            "tests/words", "tests/terminal", "tests/engine", "tests/web/test_box_page.py", "tests/teacher",
            "tests/house/test_playthroughs.py", "tests/games/the_loop/test_views.py",
            "tests/app/test_*_presenter.py",
        ),
    ),
}  # fmt: skip
"""Outside the rules: what is broken of each room, and where the tests are that should notice. Of the app it
is what knows no window."""
GENERATED = ("companion/words/plurals.py", "companion/tower/wire_table.py")
"""Written by a tool and never by hand: a test compares the file with what the tool writes, byte for byte."""
RULES = (
    ("companion/engine", "companion/games"),
    (
        "tests/games", "tests/engine", "tests/table/test_scenario_files.py",
        "tests/house/test_playthroughs.py",
        "tests/journals", "tests/terminal", "tests/app/test_*_presenter.py", "tests/app/test_by_hand.py",
        "tests/teacher",
    ),
)  # fmt: skip
"""Without `--rooms`: what every game stands on and each game's rules, box, views and manifest. The games
played as written, the saved journals, the terminal's boards and the presenters hold parts of them."""
FACES = frozenset(("tablet", "phone", "terminal"))
"""What of a game is not broken: what draws its views, held by other tests with pictures and browsers."""
MEMORY = 4 << 30
ASLEEP = 10  # times as long by the clock as it may compute, a mutant hangs without computing
HUNG = 71


@dataclass(frozen=True)
class Mutant:
    """A change in a module of the games."""

    file: Path
    module: str
    mutation: Mutation

    @property
    def place(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.mutation.line}"

    def explained_by(self, entry: dict[str, str]) -> bool:
        """An entry that names no function or no change means all of them."""
        return (
            self.file.as_posix().endswith("/" + entry["file"])
            and entry.get("function", self.mutation.function) == self.mutation.function
            and entry.get("change", self.mutation.change) == self.mutation.change
        )


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def find_mutants(files: Sequence[Path]) -> list[Mutant]:
    return [
        Mutant(file, module_name(file), mutation)
        for file in files
        for mutation in mutations(file.read_text(encoding="utf-8"))
    ]


def in_lots(mutants: Sequence[Mutant], seed: int) -> list[Mutant]:
    """Every mutant draws its lot from its own words, not from its place: the module, the function, the line
    as it reads and the change. The same words again in one function are counted."""
    lines = {file: file.read_text(encoding="utf-8").splitlines() for file in {one.file for one in mutants}}
    seen: Counter[tuple[str, ...]] = Counter()
    lots = []
    for mutant in mutants:
        mutation = mutant.mutation
        words = (
            mutant.module,
            mutation.function,
            lines[mutant.file][mutation.line - 1].strip(),
            mutation.change,
        )
        seen[words] += 1
        told = "\n".join([str(seed), *words, str(seen[words])])
        lots.append((hashlib.sha256(told.encode()).digest(), mutant))
    return [mutant for _, mutant in sorted(lots, key=lambda drawn: drawn[0])]


class ChangedModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """An import hook that hands out one module with its change, and leaves all others alone."""

    def __init__(self, name: str, file: Path, code: CodeType) -> None:
        self.name, self.file, self.code = name, file, code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        package = self.file.name == "__init__.py"
        spec = importlib.machinery.ModuleSpec(fullname, self, origin=str(self.file), is_package=package)
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [str(self.file.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


# Forked work


def fork(work: Callable[[], int], seconds: int = resource.RLIM_INFINITY) -> int:
    """Starts the work in a process of its own, silent and in its own group, and gives its id.

    It may compute for so many seconds: how long it takes by the clock depends on what else the machine does.
    """
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        os.environ["HYPOTHESIS_PROFILE"] = "mutants"
        code = work()
    finally:
        os._exit(code)


def end(pid: int) -> None:
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def run_pytest(arguments: Sequence[str], plugins: Sequence[object] = ()) -> int:
    os.chdir(ROOT)
    quiet = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "--timeout=0"]
    return int(pytest.main([*quiet, *arguments], plugins=list(plugins)))


class TestMap:
    """A pytest plugin: for each test the lines of the games it touches, and how long it takes."""

    def __init__(self, cover: coverage.Coverage, share: int, shares: int) -> None:
        self.cover, self.share, self.shares = cover, share, shares
        self.seconds: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        files = sorted({item.path for item in items})
        mine = set(files[self.share :: self.shares])
        items[:] = [item for item in items if item.path in mine]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> object:
        self.cover.switch_context(item.nodeid)
        start = time.perf_counter()
        result = yield
        self.seconds[item.nodeid] = time.perf_counter() - start  # only of a test that passed
        self.cover.switch_context("")
        return result


def map_tests(tests: Sequence[str], broken: Sequence[Path], share: int, shares: int, result: Path) -> int:
    include = [f"{one}/*" if one.is_dir() else str(one) for one in broken]
    cover = coverage.Coverage(data_file=None, config_file=False, include=include, branch=False)
    plugin = TestMap(cover, share, shares)
    cover.start()
    code = run_pytest(["--continue-on-collection-errors", "-m", "not slow", *tests], [plugin])
    cover.stop()
    data = cover.get_data()
    touched = {file: data.contexts_by_lineno(file) for file in data.measured_files()}
    found = {"code": code, "seconds": plugin.seconds, "touched": touched}
    result.write_text(json.dumps(found), encoding="utf-8")
    return 0


@dataclass
class Map:
    """Which tests touch which line, and what each test takes."""

    seconds: dict[str, float]
    touched: dict[str, dict[int, list[str]]]  # a line that ran at import and in no test has an empty list
    failing: bool

    def tests_for(self, mutant: Mutant, budget: float) -> list[str]:
        """The quickest tests first, as many as fit in the budget; none if nothing runs the line.

        What runs at import belongs to no test: there, all tests that touch the file are asked, and where
        the file holds nothing else, all that touch its game; and those that import it themselves, to compare
        a table in it with where it comes from.
        """
        lines = self.touched.get(str(mutant.file), {})
        names = set(lines.get(mutant.mutation.line, []))
        if mutant.mutation.at_import or (not names and mutant.mutation.line in lines):
            names = self._touching([str(mutant.file)]) or self._touching(
                [file for file in self.touched if Path(file).is_relative_to(mutant.file.parent)]
            )
            names |= {test for test in self.seconds if mutant.module in imported(test.partition("::")[0])}
        chosen, spent = list[str](), 0.0
        for test in sorted(names & self.seconds.keys(), key=lambda test: (self.seconds[test], test)):
            spent += self.seconds[test]
            if chosen and spent > budget:
                break
            chosen.append(test)
        return chosen

    def _touching(self, files: Sequence[str]) -> set[str]:
        return {test for file in files for tests in self.touched.get(file, {}).values() for test in tests}


@cache
def imported(path: str) -> frozenset[str]:
    """What a file of tests imports, by its whole name: of `from a import b` both `a` and `a.b`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return frozenset(found)


def fingerprint(*asked: object) -> str:
    """Of all that a map depends on: every file of the program and of its tests, and what was asked."""
    told = hashlib.sha256(repr(asked).encode())
    for file in sorted(file for folder in ("companion", "tests") for file in (ROOT / folder).rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            told.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes())
    return told.hexdigest()[:20]


def kept_map(tests: Sequence[str], broken: Sequence[Path], jobs: int) -> Map:
    """The map of this very tree if an earlier run made it, or a new one."""
    kept = ROOT / "build" / "mutants" / f"{fingerprint(tests, broken)}.json"
    if kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
        names = list(found["seconds"])
        touched = {
            file: {int(line): [names[place] for place in places] for line, places in lines.items()}
            for file, lines in found["touched"].items()
        }
        return Map(found["seconds"], touched, found["failing"])
    known = make_map(tests, broken, jobs)
    places = {test: place for place, test in enumerate(known.seconds)}
    found = {**vars(known), "touched": {}}
    for file, lines in known.touched.items():
        found["touched"][file] = {
            line: [places[test] for test in names if test in places] for line, names in lines.items()
        }
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found), encoding="utf-8")
    return known


def make_map(tests: Sequence[str], broken: Sequence[Path], jobs: int) -> Map:
    whole = Map({}, {}, False)
    with tempfile.TemporaryDirectory() as folder:
        results = [Path(folder, str(share)) for share in range(jobs)]
        started = [
            fork(partial(map_tests, tests, broken, share, jobs, result))
            for share, result in enumerate(results)
        ]
        for pid in started:
            os.waitpid(pid, 0)
        for result in results:
            part = json.loads(result.read_text(encoding="utf-8"))
            whole.seconds.update(part["seconds"])
            # 5: a share that holds no test
            whole.failing |= part["code"] not in (0, 5)
            for file, lines in part["touched"].items():
                for line, contexts in lines.items():
                    known = whole.touched.setdefault(file, {}).setdefault(int(line), [])
                    known += [context for context in contexts if context]
    return whole


class Chosen:
    """A pytest plugin: these tests and no others, in this order (naming them all to pytest is far slower).
    One that waits for ever ends the process long before the whole mutant would be given up."""

    def __init__(self, tests: Mapping[str, float]) -> None:
        self.seconds = tests
        self.order = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        bell = Timer(3 * ASLEEP * (1 + self.seconds[item.nodeid]), os._exit, [HUNG])
        bell.start()
        result = yield
        bell.cancel()
        return result


def try_mutant(mutant: Mutant, tests: Mapping[str, float]) -> int:
    tree = mutated(mutant.file.read_text(encoding="utf-8"), mutant.mutation.number)
    code = compile(tree, str(mutant.file), "exec")
    sys.meta_path.insert(0, ChangedModule(mutant.module, mutant.file, code))
    return run_pytest(["-x", *sorted({test.split("::")[0] for test in tests})], [Chosen(tests)])


@dataclass
class Verdict:
    mutant: Mutant
    fate: str  # killed, timeout, survived, untouched


def try_all(
    mutants: Sequence[Mutant], known: Map, jobs: int, budget: float, deadline: float
) -> list[Verdict]:
    verdicts: list[Verdict] = []
    running: dict[int, tuple[Mutant, float]] = {}
    waiting = list(reversed(mutants))
    while waiting or running:
        while waiting and len(running) < jobs and time.monotonic() < deadline:
            mutant = waiting.pop()
            tests = known.tests_for(mutant, budget)
            if not tests:
                verdicts.append(Verdict(mutant, "untouched"))
                continue
            # Coverage slowed the tests when they were timed, so three times that is a mutant that hangs.
            patience = round(10 + 3 * sum(known.seconds[test] for test in tests))
            pid = fork(partial(try_mutant, mutant, {one: known.seconds[one] for one in tests}), patience)
            running[pid] = (mutant, time.monotonic() + ASLEEP * patience)
        if time.monotonic() >= deadline:
            waiting.clear()
        time.sleep(0.01)
        for pid, (mutant, limit) in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            computing = done and os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
            if computing or (done and os.WIFEXITED(status) and os.WEXITSTATUS(status) == HUNG):
                verdicts.append(Verdict(mutant, "timeout"))
                del running[pid]
            elif done:
                # 5: the change renamed the parameters of the tests, so that none of them is left
                survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) in (0, 5)
                verdicts.append(Verdict(mutant, "survived" if survived else "killed"))
                del running[pid]
            elif time.monotonic() > limit:
                end(pid)
                verdicts.append(Verdict(mutant, "timeout"))
                del running[pid]
        show_progress(len(verdicts), len(mutants))
    return verdicts


def show_progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} mutants", end="\n" if done == of else "", file=sys.stderr, flush=True)


# The command


def report(
    verdicts: Sequence[Verdict],
    explained: Sequence[dict[str, str]],
    everyone: Sequence[Mutant],
    target: float,
) -> int:
    killed = [verdict for verdict in verdicts if verdict.fate in ("killed", "timeout")]
    left = [verdict for verdict in verdicts if verdict.fate not in ("killed", "timeout")]
    reasons = 0
    for verdict in sorted(left, key=lambda v: (str(v.mutant.file), v.mutant.mutation.number)):
        reason = next((e["reason"] for e in explained if verdict.mutant.explained_by(e)), None)
        reasons += reason is not None
        why = f"explained: {reason}" if reason else verdict.fate
        where = f"{verdict.mutant.place} in {verdict.mutant.mutation.function or 'the module'}"
        print(f"{where}\n    {verdict.mutant.mutation.change}\n    {why}")
    for entry in explained:
        meant = sum(mutant.explained_by(entry) for mutant in everyone)  # `1 → 2` may stand twice
        if "change" in entry and 0 < meant == sum(v.mutant.explained_by(entry) for v in killed):
            print(f"! mutants_explained.toml: {entry['file']}: {entry['change']}: killed now, take it off")
    rate = round(100 * len(killed) / len(verdicts), 1) if verdicts else 0.0
    row = {"name": "mutants.killed", "value": rate, "unit": "%", "target": target, "holds": rate >= target}
    print(json.dumps(row))
    timeouts = sum(verdict.fate == "timeout" for verdict in killed)
    print(
        f"{len(verdicts)} of {len(everyone)} mutants tried: {len(killed)} killed ({timeouts} by timeout), "
        f"{len(left)} survived, {reasons} of these explained; {rate} % killed, the target is {target:g} %"
    )
    return 0 if rate >= target else 1


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description="Does a test notice a broken rule?")
    parser.add_argument("--games", nargs="*", default=[], metavar="NAME", help="only these folders of games/")
    parser.add_argument("--rooms", nargs="*", default=[], choices=ROOMS, help="instead of the games")
    parser.add_argument("--only", default="", metavar="FILE", help="only files whose path ends so")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=400, help="how many mutants to try; 0 for all")
    parser.add_argument("--skip", type=int, default=0, help="how many an earlier run of this seed has tried")
    parser.add_argument("--minutes", type=float, default=10, help="begin no other mutant after so long")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, default=20, help="seconds of tests for one mutant")
    parser.add_argument("--tests", nargs="*", default=[], help="default: those of the games that are broken")
    chosen = parser.parse_args(argv)

    rooms = [ROOMS[room] for room in chosen.rooms] or [RULES]
    folders = [ROOT / place for broken, _ in rooms for place in broken]
    if chosen.games:
        folders = [ROOT / "companion" / "games" / name for name in chosen.games]
    files = sorted(file for one in folders for file in (one.rglob("*.py") if one.is_dir() else [one]))
    if not chosen.rooms:
        files = [file for file in files if FACES.isdisjoint(file.relative_to(ROOT).parts)]
    written = {ROOT / one for one in GENERATED}
    files = [file for file in files if str(file).endswith(chosen.only) and file not in written]
    mutants = find_mutants(files)
    tests = chosen.tests or list(dict.fromkeys(path for _, paths in rooms for path in paths))
    tests = sorted(str(found.relative_to(ROOT)) for path in tests for found in ROOT.glob(path))
    if not mutants or not tests:
        print("There is nothing to break: no module or no tests of that name.")
        return 1
    sample = in_lots(mutants, chosen.seed)[: chosen.sample or None][chosen.skip :]

    known = kept_map(tests, folders, chosen.jobs)
    if known.failing:
        print("! Some tests fail without any change and are left out: see `make test`.")
    if not known.seconds:
        print("No test passes, so none could notice a change.")
        return 1
    file = ROOT / "tests" / "mutants_explained.toml"
    explained = tomllib.loads(file.read_text(encoding="utf-8")).get("survivor", []) if file.exists() else []
    deadline = time.monotonic() + 60 * chosen.minutes
    verdicts = try_all(sample, known, chosen.jobs, chosen.budget, deadline)
    return report(verdicts, explained, mutants, TARGET)


if __name__ == "__main__":
    sys.exit(main())
