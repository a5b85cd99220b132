"""tests/mechanisms.toml is true: its code is in its file, its tests and faults exist (`make mechanisms`)."""

import re
from pathlib import Path

import pytest

from tests.tools import mechanisms

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("entry", mechanisms.entries(), ids=lambda entry: entry["name"])
def test_a_mechanism_stands_where_it_is_said_to(entry) -> None:
    compile(mechanisms.without(entry), entry["file"], "exec")
    for test in entry["tests"]:
        file, name = test.split("::")[0], test.split("::")[-1] if "::" in test else ""
        assert not name or re.search(rf"def {name}\b", (ROOT / file).read_text(encoding="utf-8")), test
        assert (ROOT / file).exists()
    assert entry.get("fault", "silence") in mechanisms.rows()


def test_a_mechanism_that_is_taken_out_is_missed() -> None:
    number = [entry["name"] for entry in mechanisms.entries()].index(
        "a frame with a wrong checksum is thrown away"
    )
    assert mechanisms.noticed(number)
