"""`make rules`: which test holds which rule of the ledgers in docs/rules/, and which text tells it.

A test names its rules with `@pytest.mark.rule("FOO-10")`, a scenario file with `rules = ["FOO-10"]`. A rule
that no test holds must stand in tests/rules_not_tested.toml with the reason. A text is an article of the
file `lessons/rules.toml` of a game. Imports nothing of ours.
"""

import argparse
import contextlib
import io
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ID = r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]*[A-Z][A-Z0-9]*)*-\d{2,}"
# An id is declared by the first cell of a table row or by a heading; a row may declare a range.
DECLARED = re.compile(rf"^(?:\|\s*|#+\s+)[*`]*({ID})\b[*`]*(?:\s*…\s*({ID}))?")
TOTAL = re.compile(r"^\|\s*\**rules, total\**\s*\|[^0-9]*(\d+)")

# Families that describe pieces or open questions: they may be cited, and need no test of their own.
PIECES = {"COMP", "AGENT", "ART", "UMC", "AMB", "CONTRA"}
# Families that are tests waiting to be written: they need one as much as a rule does, and are counted apart.
CASES = {"EDGE", "INV", "SCN", "SC"}


@dataclass
class Ledger:
    """The ids of one or more ledgers, in the order in which they are declared."""

    rules: list[str] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    @property
    def all(self) -> set[str]:
        return {*self.rules, *self.cases, *self.pieces}


def family(rule: str) -> str:
    """The word before the number: EDGE of CT-EDGE-01."""
    return rule.split("-")[-2]


def ids_in_row(first: str, last: str | None) -> Iterator[str]:
    stem, number = first.rsplit("-", 1)
    end = int(last.rsplit("-", 1)[1]) if last else int(number)
    for n in range(int(number), end + 1):
        yield f"{stem}-{n:0{len(number)}}"


def read_ledgers(files: Iterable[Path]) -> Ledger:
    ledger = Ledger()
    for file in files:
        total, before = None, len(ledger.rules)
        for line in file.read_text(encoding="utf-8").splitlines():
            if found := TOTAL.match(line):
                total = int(found[1])
            if not (found := DECLARED.match(line)):
                continue
            for rule in ids_in_row(found[1], found[2]):
                if rule in ledger.all:
                    ledger.mistakes.append(f"{file.name}: {rule} is declared twice")
                    continue
                kind = family(rule)
                room = ledger.pieces if kind in PIECES else ledger.cases if kind in CASES else ledger.rules
                room.append(rule)
        if total is not None and total != (count := len(ledger.rules) - before):
            ledger.mistakes.append(f"{file.name} speaks of {total} rules and declares {count}")
    return ledger


@dataclass(frozen=True)
class Exempt:
    """One entry of the list of rules that need no test: patterns and the reason."""

    patterns: tuple[str, ...]
    reason: str


def read_exempt(file: Path) -> list[Exempt]:
    if not file.exists():
        return []
    entries = tomllib.loads(file.read_text(encoding="utf-8")).get("not_tested", [])
    return [Exempt(tuple(entry["ids"]), entry["reason"]) for entry in entries]


class Marks:
    """A pytest plugin that notes, of every collected test, the rules it names. A skipped test holds none."""

    def __init__(self) -> None:
        self.held: dict[str, list[str]] = {}
        self.broken: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if item.get_closest_marker("skip"):
                continue
            test = item.nodeid.split("[")[0].removeprefix("tests/")
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    self.note(rule, test)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            reason = str(report.longrepr).splitlines()[-1]
            self.broken.append(f"{report.nodeid} cannot be collected: {reason}")

    def note(self, rule: str, test: str) -> None:
        tests = self.held.setdefault(rule, [])
        if test not in tests:
            tests.append(test)


def read_tests(root: Path) -> Marks:
    marks = Marks()
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(root)], plugins=[marks])
    for file in sorted((root / "scenarios").rglob("*.toml")):
        name = file.relative_to(root).as_posix()
        try:
            scenario = tomllib.loads(file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as wrong:
            marks.broken.append(f"{name} is not TOML: {wrong}")
            continue
        parts = [scenario, *(part for part in scenario.get("scenario", []) if isinstance(part, dict))]
        for rule in (rule for part in parts for rule in part.get("rules", [])):
            marks.note(rule, name)
    return marks


def read_texts(games: Path) -> tuple[int, set[str]]:
    """How many articles the games have for their players, and the rules that they tell."""
    files = [
        tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(games.glob("*/lessons/rules.toml"))
    ]
    articles = [rules for file in files for chapter in file.values() for rules in chapter.values()]
    return len(articles), {rule for rules in articles for rule in rules}


def told(ledger: Ledger, articles: int, texts: set[str]) -> tuple[list[str], str]:
    """What no text tells, what no ledger has, and the line that sums it up."""
    silent = [rule for rule in ledger.rules if rule not in texts]
    mistakes = [f"rules without a text for players: {', '.join(silent)}"] if silent else []
    mistakes += [f"lessons/rules.toml: {rule} is in no ledger" for rule in sorted(texts - ledger.all)]
    return mistakes, f"{len(ledger.rules)} rules: told in {articles} articles, {len(silent)} without a text"


@dataclass
class Verdict:
    """What stands against the ledgers, and the lines that show it."""

    table: list[str]
    mistakes: list[str]
    summary: str


def judge(ledger: Ledger, held: dict[str, list[str]], exempt: list[Exempt], full: bool = False) -> Verdict:
    table: list[str] = []
    mistakes = list(ledger.mistakes)
    for rule in sorted(set(held) - ledger.all):
        mistakes.append(f"{rule} is in no ledger; named by {held[rule][0]}")
    counts = []
    for word, ids in (("rules", ledger.rules), ("cases", ledger.cases)):
        tested = listed = 0
        missing = []
        for rule in ids:
            reason = next(
                (entry.reason for entry in exempt if any(fnmatchcase(rule, p) for p in entry.patterns)), None
            )
            if tests := held.get(rule):
                tested += 1
                shown = tests if full else tests[:2]
                more = f"  and {len(tests) - len(shown)} more" if len(tests) > len(shown) else ""
                table.append(f"{rule:<12} {'  '.join(shown)}{more}")
            elif reason is not None:
                listed += 1
                table.append(f"{rule:<12} (no test: {reason})")
            else:
                missing.append(rule)
                table.append(f"{rule:<12} MISSING")
        if missing:
            mistakes.append(f"{word} without a test: {', '.join(missing)}")
        counts.append(
            f"{len(ids)} {word}: {tested} tested, {listed} on the list of exceptions, {len(missing)} missing"
        )
    for entry in exempt:
        for pattern in entry.patterns:
            meant = [rule for rule in (*ledger.rules, *ledger.cases) if fnmatchcase(rule, pattern)]
            if not meant:
                mistakes.append(f"rules_not_tested.toml: {pattern} is in no ledger")
            elif all(rule in held for rule in meant):
                mistakes.append(f"rules_not_tested.toml: {pattern} is tested now; take it off the list")
    # The last line is the one that people and checks read: the rules.
    return Verdict(table, mistakes, f"{counts[1]}\n{counts[0]}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make rules", description="Which test holds which rule.")
    parser.add_argument("--full", action="store_true", help="name every test of a rule")
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2], help=argparse.SUPPRESS)
    chosen = parser.parse_args(argv)
    folder = chosen.root / "docs" / "rules"
    files = sorted(file for file in folder.glob("*.md") if file.name != "README.md")
    if not files:
        print("There is no ledger in docs/rules/ yet (tables whose rows begin with '| FOO-10 |').")
        return 1
    marks = read_tests(chosen.root / "tests")
    exempt = read_exempt(chosen.root / "tests" / "rules_not_tested.toml")
    ledger = read_ledgers(files)
    verdict = judge(ledger, marks.held, exempt, chosen.full)
    untold, summary = told(ledger, *read_texts(chosen.root / "companion" / "games"))
    print("\n".join(verdict.table))
    mistakes = [*marks.broken, *verdict.mistakes, *untold]
    for mistake in mistakes:
        print(f"! {mistake}")
    print(summary)
    print(verdict.summary)
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
