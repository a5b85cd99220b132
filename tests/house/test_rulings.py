"""The ledger's list of rulings is the list of options that the game really has."""

import re
from pathlib import Path

from companion import games

LEDGER = (Path(__file__).parents[2] / "docs" / "rules" / "the-loop.md").read_text(encoding="utf-8")
RULINGS = [option for option in games.load("the-loop").options() if option.group == "ruling"]


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_the_options_are_listed_with_default_choices_and_ruling() -> None:
    listed = re.findall(
        r"^\| `([a-z0-9-]+)` \| (\S+) \| (\S+) \| (AMB-\d+) \| \S.*\|$", LEDGER, re.MULTILINE
    )
    assert len(RULINGS) > 10
    assert sorted(listed) == sorted(
        (option.id, written(option.default), written(other), option.rule)
        for option in RULINGS
        for other in option.values
        if other != option.default
    )


def test_each_ruling_names_its_option_where_it_is_told() -> None:
    told = re.findall(r"^\| (AMB-\d+) \|.*\| option `([a-z0-9-]+)`[^|]*\|$", LEDGER, re.MULTILINE)
    assert sorted(told) == sorted((option.rule, option.id) for option in RULINGS)


def test_sources_are_named_by_section_and_not_by_line() -> None:
    assert re.findall(r"\b(?:EN|FR|OB|SOLO|seed)\s?:\s?\d+|\blines? \d+", LEDGER) == []


def test_every_table_of_the_ledger_is_whole() -> None:
    """A row with a cell too many or too few is drawn wrong, and its last cell is lost."""
    cells = 0
    for line in LEDGER.splitlines():
        if not line.startswith("|"):
            cells = 0
            continue
        found = len(re.findall(r"(?<!\\)\|", line))
        cells = cells or found
        assert found == cells, line
