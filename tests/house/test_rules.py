"""The command behind `make rules`: it must notice what it exists to notice."""

from pathlib import Path

import pytest

from tests.tools import rules

LEDGER = """\
| Family | Ids | Count |
|---|---|---|
| phase I | FOO-01 … FOO-03 | 3 |
| **rules, total** | | **4** |

| ID | Rule |
|---|---|
| FOO-01 | a card is drawn |
| **FOO-02** | it is read |
| FOO-03 | see FOO-01 |
| CT-2P-01 | two players |
| AMB-01 | unclear |
| UMC-03 … UMC-05 | three cards |
| EDGE-01 | nothing happens |

### SCN-01 — a drop
"""


@pytest.fixture
def ledger(tmp_path: Path) -> rules.Ledger:
    file = tmp_path / "ledger.md"
    file.write_text(LEDGER, encoding="utf-8")
    return rules.read_ledgers([file])


def test_ids_are_declared_by_rows_and_headings(ledger: rules.Ledger) -> None:
    assert ledger.rules == ["FOO-01", "FOO-02", "FOO-03", "CT-2P-01"]
    assert ledger.cases == ["EDGE-01", "SCN-01"]
    assert ledger.pieces == ["AMB-01", "UMC-03", "UMC-04", "UMC-05"]
    assert ledger.mistakes == []


def test_a_ledger_that_counts_wrong_is_named(tmp_path: Path) -> None:
    file = tmp_path / "short.md"
    file.write_text("| **rules, total** | | **3** |\n| FOO-01 | a |\n| FOO-01 | b |\n", encoding="utf-8")
    assert rules.read_ledgers([file]).mistakes == [
        "short.md: FOO-01 is declared twice",
        "short.md speaks of 3 rules and declares 1",
    ]


def test_what_is_missing_unknown_or_stale_is_a_mistake(ledger: rules.Ledger) -> None:
    held = {"FOO-01": ["test_a"], "FOO-99": ["test_b"], "AMB-01": ["test_a"]}
    exempt = [rules.Exempt(("CT-*", "FOO-01", "GONE-*", "EDGE-01", "SCN-01"), "later")]
    verdict = rules.judge(ledger, held, exempt)
    assert verdict.mistakes == [
        "FOO-99 is in no ledger; named by test_b",
        "rules without a test: FOO-02, FOO-03",
        "rules_not_tested.toml: FOO-01 is tested now; take it off the list",
        "rules_not_tested.toml: GONE-* is in no ledger",
    ]
    assert verdict.summary.splitlines()[-1] == "4 rules: 1 tested, 1 on the list of exceptions, 2 missing"


def test_a_full_ledger_has_no_mistakes(ledger: rules.Ledger) -> None:
    held = {rule: ["test_a"] for rule in (*ledger.rules, *ledger.cases)}
    assert rules.judge(ledger, held, []).mistakes == []


def test_a_rule_without_a_text_and_a_text_without_a_rule_are_named(
    tmp_path: Path, ledger: rules.Ledger
) -> None:
    lessons = tmp_path / "one" / "lessons"
    lessons.mkdir(parents=True)
    (lessons / "rules.toml").write_text('[a]\nb = ["FOO-01", "FOO-02", "FOO-03"]\nc = ["GONE-01"]\n', "utf-8")
    found = rules.told(ledger, *rules.read_texts(tmp_path))
    assert found[0] == [
        "rules without a text for players: CT-2P-01",
        "lessons/rules.toml: GONE-01 is in no ledger",
    ]
    assert found[1] == "4 rules: told in 2 articles, 1 without a text"


def test_marks_are_read_from_tests_and_scenarios(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers =\n    rule(*ids): ids\n")
    root = pytester.mkdir("tests")
    (root / "test_some.py").write_text(
        """
import pytest

@pytest.mark.rule("FOO-01", "FOO-02")
@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("EDGE-01"))])
def test_one(n): ...

@pytest.mark.skip(reason="not today")
@pytest.mark.rule("FOO-03")
def test_two(): ...
""",
        encoding="utf-8",
    )
    (root / "scenarios" / "loop").mkdir(parents=True)
    (root / "scenarios" / "loop" / "drop.toml").write_text('rules = ["SCN-01"]\n', encoding="utf-8")
    (root / "scenarios" / "torn.toml").write_text("rules = [", encoding="utf-8")
    pytester.syspathinsert()
    marks = rules.read_tests(root)
    one = "test_some.py::test_one"
    assert marks.held == {
        "FOO-01": [one], "FOO-02": [one], "EDGE-01": [one], "SCN-01": ["scenarios/loop/drop.toml"],
    }
    assert [line.split(":")[0] for line in marks.broken] == ["scenarios/torn.toml is not TOML"]
