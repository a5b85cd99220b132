"""tests/mechanisms.toml is true: its code is in its file, its tests and faults exist (`make mechanisms`)."""

import re
from pathlib import Path

import pytest

from tests.tools import mechanisms

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("entry", mechanisms.entries(), ids=mechanisms.called)
def test_a_mechanism_stands_where_it_is_said_to(entry) -> None:
    changed = mechanisms.without(entry)
    if entry["file"].endswith(".py"):
        compile(changed, entry["file"], "exec")
    for test in entry["tests"]:
        file, name = test.split("::")[0], test.split("::")[-1] if "::" in test else ""
        assert not name or re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8")), test
        assert (ROOT / file).exists()
        if "fault" in entry:  # the line itself names the test that would fail
            assert name in mechanisms.rows()[entry["fault"]]


def test_every_line_of_the_faults_has_a_mechanism() -> None:
    assert mechanisms.without_entry() == []
    assert len(mechanisms.rows()) > 70


def test_a_mechanism_that_is_taken_out_is_missed() -> None:
    names = [mechanisms.called(entry) for entry in mechanisms.entries()]
    assert mechanisms.noticed(names.index("a frame with a wrong checksum is thrown away"))
