"""`make lint`: how much of the tablet's code is Any, by mypy's own report. The share may fall, never rise.

`mypy --any-exprs-report FOLDER` counts the expressions of every module and those whose type is Any;
`[tool.any-share]` in pyproject.toml names the modules that count and the share that is kept. Imports nothing
of ours.
"""

import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
WORST = 5
"""Modules that are named when there is too much."""


class Counted(NamedTuple):
    module: str
    anys: int
    expressions: int

    @property
    def share(self) -> float:
        return 100 * self.anys / max(self.expressions, 1)


def read(report: str) -> list[Counted]:
    """Lines of mypy's report: module, Anys, expressions, and what is left in percent."""
    rows = [line.split() for line in report.splitlines()]
    counted = [row for row in rows if len(row) == 4 and row[1].isdigit() and row[0] != "Total"]
    return [Counted(module, int(anys), int(expressions)) for module, anys, expressions, _ in counted]


def chosen(rows: list[Counted], of: list[str], but: list[str]) -> list[Counted]:
    def named(row: Counted, patterns: list[str]) -> bool:
        return any(fnmatchcase(row.module, pattern) for pattern in patterns)

    return [row for row in rows if named(row, of) and not named(row, but)]


def verdict(rows: list[Counted], most: float) -> tuple[bool, list[str]]:
    """Whether the share is kept, and what to say about it."""
    total = Counted("all", sum(row.anys for row in rows), sum(row.expressions for row in rows))
    if not total.expressions:
        return False, ["No module of [tool.any-share] is in mypy's report."]
    told = [f"Any in the tablet's code: {total.share:.2f} % of {total.expressions:,}, at most {most} %"]
    if total.share <= most:
        return True, told
    worst = sorted(rows, key=lambda row: row.anys, reverse=True)[:WORST]
    told += [f"  {row.module}: {row.anys} of {row.expressions}, {row.share:.1f} %" for row in worst]
    return False, [*told, "Give them types; the share in pyproject.toml is only ever lowered."]


def main(argv: list[str]) -> int:
    kept = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["any-share"]
    rows = read((Path(argv[0]) / "any-exprs.txt").read_text(encoding="utf-8"))
    holds, told = verdict(chosen(rows, kept["of"], kept["but"]), kept["most"])
    print("\n".join(told))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
