"""The list of rulings in docs/rules/ is the list that the game offers."""

import re
from pathlib import Path

from .playing import game

LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "the-loop.md"
ROW = re.compile(r"^\| `([a-z0-9-]+)` \| (\S+) \| (\S+) \| (AMB-\d\d) \|", re.MULTILINE)


def test_every_ruling_that_is_an_option_is_listed_with_its_default() -> None:
    listed = {row[1]: row.groups()[1:] for row in ROW.finditer(LEDGER.read_text(encoding="utf-8"))}
    offered = {}
    for option in game().options():
        if option.group == "ruling":
            (other,) = [value for value in option.values if value != option.default]
            offered[option.id] = (str(option.default).lower(), str(other).lower(), option.rule)
    assert listed == offered
