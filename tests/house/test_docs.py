"""The documentation leads somewhere: its links point at files, its commands exist."""

import doctest
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
TRANSLATED = sorted((ROOT / "docs").rglob("*.*.md"))
"""`play.fr.md` beside `play.md`."""
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`((?:companion|firmware|hardware|tests|docs)/[\w./-]+)`")
COMMAND = re.compile(r"(?:^|[`;|&] *|\bsudo )make ([a-z][a-z-]*)", re.MULTILINE)  # no package to install


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    code = re.findall(r"`[^`\n]+`|```.*?```", page.read_text(encoding="utf-8"), re.DOTALL)
    named = {target for part in code for target in COMMAND.findall(part)}
    assert named - targets == set()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    built = ("firmware/build/", "build/")
    named = [path for path in PATH.findall(page.read_text(encoding="utf-8")) if not path.startswith(built)]
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_readme_shows_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "\nmake run " in readme
    assert "\nmake test " in readme


def test_the_readme_is_a_program() -> None:
    """Its first screen opens the simulated tower, drops cubes and shows a vortex being flagged."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    program = "\n".join(re.findall(r"```python\n(.*?)```", readme, re.DOTALL))
    told = doctest.DocTestParser().get_doctest(program, {}, "README.md", "README.md", 0)
    said: list[str] = []
    ran = doctest.DocTestRunner().run(told, out=said.append)
    assert (ran.failed, "".join(said)) == (0, "")
    assert "VortexOpened" in told.examples[-1].want


def test_every_page_is_in_the_index() -> None:
    """Pages of a folder with a README of its own are found from there."""
    docs = ROOT / "docs"
    index = (docs / "index.md").read_text(encoding="utf-8")
    pages = {*docs.glob("*.md"), *docs.glob("*/README.md"), *docs.glob("rules/*.md")} - {*TRANSLATED}
    named = {page.relative_to(docs).as_posix() for page in pages} - {"index.md"}
    assert sorted(page for page in named if f"({page})" not in index) == []


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "adr"
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert [file.name for file in sorted(folder.glob("[0-9]*.md")) if f"({file.name})" not in index] == []


def test_every_page_is_in_the_site() -> None:
    """`make docs` would warn of a page that no menu leads to; this needs no site to be built."""
    docs = ROOT / "docs"
    menu = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]

    def named(entry: object) -> set[str]:
        if isinstance(entry, str):
            return {entry}
        parts = entry.values() if isinstance(entry, dict) else entry
        return {name for part in parts for name in named(part)}

    pages = set(docs.rglob("*.md")) - set(docs.glob("adr/[0-9]*.md"))  # these are added by themselves
    pages -= set(TRANSLATED)  # as are these, each in the site of its language
    assert named(menu) == {page.relative_to(docs).as_posix() for page in pages}


def skeleton(page: Path) -> dict[str, list[str]]:
    """What is the same in every language: how deep the headings are, what is typed, where links lead."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```.*?^ *```", text, re.DOTALL | re.MULTILINE)
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    links = [re.sub(r"\.(fr|de)\.md$", ".md", link) for link in LINK.findall(prose)]
    return {
        "headings": re.findall(r"^#+(?= )", prose, re.MULTILINE),
        "rows": [str(len(re.findall(r"^\|", prose, re.MULTILINE)))],
        "blocks": [re.sub(r" *#.*", "", line) for block in blocks for line in block.splitlines()],
        "code": sorted({" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose)}),
        "links": sorted({link for link in links if not link.endswith((".png", ".svg"))}),
    }


@pytest.mark.parametrize("page", TRANSLATED, ids=name)
def test_a_translation_is_in_step(page: Path) -> None:
    """And shows pictures that the English page shows, or the same in its own language."""
    stem, _, lang = page.stem.rpartition(".")
    english = page.with_name(f"{stem}.md")
    assert skeleton(page) == skeleton(english)
    shown, all_shown = (
        set(re.findall(r"\]\(([^)]*\.png)\)", one.read_text(encoding="utf-8"))) for one in (page, english)
    )
    assert shown <= all_shown | {one.replace("-en.png", f"-{lang}.png") for one in all_shown}


def test_each_language_has_the_same_pages() -> None:
    by_lang: dict[str, set[str]] = {}
    for page in TRANSLATED:
        stem, _, lang = page.stem.rpartition(".")
        by_lang.setdefault(lang, set()).add(f"{page.parent.name}/{stem}")
    assert set(by_lang) == {"fr", "de"}
    assert by_lang["fr"] == by_lang["de"]
