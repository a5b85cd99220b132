"""docs/faults.md names tests and switches that exist; every fault has a test, and every switch a fault."""

import re
from pathlib import Path

from companion.tower import FAULTS, parse_fault

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "faults.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if re.match(r"\| (?!fault |mistake )", line)]
SWITCHED = [row for row in ROWS if row.count(" | ") == 3]  # the others are mistakes, not faults


def test_every_fault_has_a_test_that_exists() -> None:
    assert len(ROWS) > 40
    for row in ROWS:
        cited = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        assert cited, row
        for file, name in cited:
            source = HERE / file if "/" not in file else HERE.parents[1] / file
            assert re.search(rf"def {name}\b", source.read_text(encoding="utf-8")), f"{file}::{name}"


def test_every_row_names_its_switches_and_every_switch_has_a_row() -> None:
    unswitched = PAGE[PAGE.index("## Of this computer") :]
    assert len(ROWS) - len(SWITCHED) == len(re.findall(r"(?m)^\| (?!mistake )", unswitched))
    named = set()
    for row in SWITCHED:
        switches = re.findall(r"`([^`]+)`", row.split(" | ")[1])
        assert switches, row
        named |= {parse_fault(switch).id for switch in switches}
    assert named == {kind.id for kind in FAULTS}


def test_every_fault_of_the_tower_s_tests_is_on_the_page() -> None:
    for file in ("test_link_faults.py", "test_emulated_faults.py"):
        tests = set(re.findall(r"def (test_\w+)", (HERE / file).read_text(encoding="utf-8")))
        not_faults = {"test_a_plain_drop", "test_a_turn_is_confirmed_by_the_ring"}
        missing = {t for t in tests if t not in PAGE} - not_faults
        assert missing <= {
            "test_missing_cubes_are_shaken_for",
            "test_drops_of_the_traces_through_the_real_firmware_count_as_they_do_on_paper",
        }
