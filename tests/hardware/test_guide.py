"""The build guide: its links lead somewhere, its symptoms are real, and it says what nobody has built."""

import re
from pathlib import Path

import pytest

from companion.tower import errors
from hardware.tower import ROOT, Tower

GUIDE = ROOT / "docs" / "build"
PAGES = sorted(GUIDE.glob("*.md"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    """GitHub's way from a heading to its anchor."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        where = (page.parent / name).resolve() if name else page
        assert where.exists(), target
        assert not anchor or anchor in anchors(where), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_that_nobody_has_built_it(page: Path) -> None:
    """Until tower.toml says that somebody has."""
    assert ("Not yet built" in page.read_text(encoding="utf-8")) is not Tower.load().built


def test_the_parts_list_says_so_in_every_line() -> None:
    head, *lines = (GUIDE / "parts.csv").read_text(encoding="utf-8").splitlines()
    assert head.endswith("tried on a bench")
    assert lines
    assert all(line.endswith("not yet built") for line in lines) is not Tower.load().built


def raised() -> set[str]:
    """Every error that the driver can raise."""
    found, todo = set(), [errors.TowerError]
    while todo:
        below = todo.pop().__subclasses__()
        found |= {one.__name__ for one in below}
        todo += below
    return found


def test_the_symptoms_are_the_errors_that_the_driver_raises() -> None:
    table = (GUIDE / "trouble.md").read_text(encoding="utf-8").partition("## The self-test says")[0]
    assert set(re.findall(r"\| `(\w+)` \|", table)) == raised()


def test_every_make_command_of_the_guide_exists() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    targets = set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE))
    assert targets
    for target in targets:
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target
