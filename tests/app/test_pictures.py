"""The pictures in the documents show what the program draws."""

import re
import subprocess
import sys

import pytest

from tests.tools import pictures
from tests.tools.screenshots import ROOT, every_scene

KEPT = pictures.kept()
MOST = 90
"""Pictures in the repository, but for those of guides that are all pictures."""
GUIDES = ("docs/build/", "docs/learn/", "docs/stage/")


@pytest.mark.slow
def test_the_pictures_show_what_the_program_draws():
    """In a program of its own: a window in which other tests have drawn is not the one that readers see."""
    command = [sys.executable, "-m", "tests.tools.pictures", "--check"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    stale = [line for line in told.stdout.splitlines() if "out of date" in line]
    assert (told.returncode, stale) == (0, []), f"make pictures takes them anew\n{told.stderr[-2000:]}"


def test_another_word_is_noticed(display, tmp_path):
    """One that is no larger than the smallest on the table."""
    from PIL import Image

    table = next(picture for picture in KEPT if picture.scene == "table")
    with Image.open(table.path) as shown:
        changed = shown.convert("RGB")
    changed.paste((255, 255, 255), (600, 400, 640, 412))
    changed.save(tmp_path / "changed.png")
    assert pictures.difference(table.path, tmp_path / "changed.png") > pictures.MOST
    assert pictures.difference(table.path, table.path) == 0


def test_every_picture_that_is_kept_is_shown():
    asked = subprocess.run(["git", "ls-files", "*.png"], cwd=ROOT, capture_output=True, text=True, check=True)
    kept = {file for file in asked.stdout.split() if not file.startswith(GUIDES)}
    shown = set()
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)\s]+\.png)\)", page.read_text(encoding="utf-8")):
            shown.add((page.parent / link).resolve().relative_to(ROOT).as_posix())
    assert kept - shown == set()
    assert len(kept) <= MOST
    assert {picture.scene for picture in KEPT} <= set(every_scene())
