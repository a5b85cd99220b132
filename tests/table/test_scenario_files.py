"""Every scenario file of the house holds, and so does every scenario in its documentation."""

import re
from pathlib import Path

import pytest

from companion.games import load
from companion.table import scenario

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").rglob("*.toml"))
PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def failing(file: Path) -> list[str]:
    return [
        f"{report.title}: {check.expected} ← {check.found}"
        for report in scenario.run(file, load)
        for check in report.checks
        if not check.holds
    ]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_scenario_holds(file: Path) -> None:
    assert failing(file) == []


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_example_in_the_documentation_holds(number: int, tmp_path: Path) -> None:
    file = tmp_path / "example.toml"
    file.write_text(EXAMPLES[number], encoding="utf-8")
    assert failing(file) == []


def test_the_documentation_has_examples() -> None:
    assert len(EXAMPLES) == 4
