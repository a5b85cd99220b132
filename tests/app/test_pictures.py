"""The pictures in the documents show what the program draws."""

import os
import re
import subprocess

import pytest

from tests.tools import pictures
from tests.tools.screenshots import ROOT, every_scene

KEPT = pictures.kept()
MOST = 90
"""Pictures in the repository, but for those of guides that are all pictures."""
GUIDES = ("docs/build/", "docs/learn/", "docs/stage/")


@pytest.mark.slow
@pytest.mark.parametrize("picture", KEPT, ids=lambda picture: picture.path.stem)
def test_a_picture_shows_what_the_program_draws(display, monkeypatch, tmp_path, picture):
    from companion.app import configure

    configure()
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", os.environ["HOME"])  # a picture has a home of its own; this puts it back
    share = pictures.difference(picture.path, picture.taken(tmp_path))
    assert share <= pictures.MOST, f"{picture.path.name} is out of date: make pictures takes it anew"


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
