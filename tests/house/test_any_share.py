"""The ratchet of `make lint`: it reads mypy's report as mypy writes it, and notices a share that rises."""

from pathlib import Path

import pytest
from mypy import api

from tests.tools import any_share
from tests.tools.any_share import Counted

ROWS = [
    Counted("companion.app", 0, 10),
    Counted("companion.app.night", 3, 30),
    Counted("companion.app.presenters.late", 9, 20),
    Counted("companion.games.cyberion.tablet.floor", 6, 50),
    Counted("companion.games.cyberion.rules", 90, 90),
]
OF = ["companion.app", "companion.app.*", "companion.games.*.tablet.*"]
TABLET = any_share.chosen(ROWS, OF, ["companion.app.presenters.*"])


def test_tablet_code_is_chosen_by_its_place() -> None:
    assert [row.module for row in TABLET] == [
        "companion.app",
        "companion.app.night",
        "companion.games.cyberion.tablet.floor",
    ]


def test_the_share_may_fall_and_not_rise() -> None:
    assert any_share.verdict(TABLET, 10.0)[0]
    holds, told = any_share.verdict(TABLET, 9.9)
    assert not holds
    assert told[0] == "Any in the tablet's code: 10.00 % of 90, at most 9.9 %"
    assert told[1] == "  companion.games.cyberion.tablet.floor: 6 of 50, 12.0 %"


def test_a_report_without_the_tablet_is_no_success() -> None:
    assert any_share.verdict([], 100.0) == (False, ["No module of [tool.any-share] is in mypy's report."])


def test_mypys_own_report_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "typed.py").write_text("a = 1 + 1\n", encoding="utf-8")
    (tmp_path / "untyped.py").write_text("import json\na = json.loads('1')\n", encoding="utf-8")
    files = [str(tmp_path / "typed.py"), str(tmp_path / "untyped.py")]
    plain = ["--config-file=", "--no-incremental", "--any-exprs-report", str(tmp_path)]
    assert api.run([*files, *plain])[2] == 0
    counted = {row.module: row for row in any_share.read((tmp_path / "any-exprs.txt").read_text("utf-8"))}
    assert counted["typed"].anys == 0 < counted["untyped"].anys < counted["untyped"].expressions
    assert any_share.main([str(tmp_path)]) == 1  # nothing of the tablet in it
    assert capsys.readouterr().out == "No module of [tool.any-share] is in mypy's report.\n"
