"""The rules in our own words: short, complete, found by a word or a number, in every language."""

import ast
import re
from pathlib import Path

import pytest

from companion import games
from companion.__main__ import main
from companion.teacher import PARTS, Rulebook, taught_words
from companion.words import Words, languages
from companion.words.catalogue import HERE as WORDS
from companion.words.catalogue import entries
from tests.tools.rules import ID

LONGEST = 60
"""Words of one article: it is read at the table."""
ROOT = Path(games.__file__).parent


def book(game: str) -> Rulebook:
    return Rulebook.of(games.GAMES[game])


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games.NAMES)
def test_every_article_has_a_short_text_and_a_chapter(game: str, lang: str) -> None:
    words = taught_words(Words, lang, games.GAMES[game])
    assert book(game).articles
    for article in book(game).articles:
        said = (article.title(words), article.text(words), article.where(words))
        assert not any("‹" in one for one in said), article
        assert len(article.text(words).split()) <= LONGEST, article
        assert len(article.title(words)) <= 40, article


@pytest.mark.parametrize("game", games.NAMES)
def test_whatever_the_program_cites_is_told(game: str) -> None:
    """A refusal, a finding, an option or an outcome names a rule: the way from it leads to an article."""
    cited = {
        node.value
        for path in sorted((ROOT / games.GAMES[game].folder.name / "rules").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(ID, node.value)
    }
    assert cited
    assert sorted(rule for rule in cited if book(game).article(rule) is None) == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games.NAMES)
def test_what_is_taught_replaces_nothing_that_is_said(game: str, lang: str) -> None:
    """All stand in one catalogue: the place of a hint once took the place of a card's effect."""
    own = games.GAMES[game].folder.name
    shells = sorted(file.stem for file in (WORDS / lang).glob("*.toml"))
    areas = [*shells, own, *(f"{own}/{part}" for part in PARTS)]
    said: dict[str, str] = {}
    for area in areas:
        here = entries(area, lang)
        taught = "/" in area
        assert [key for key in here if taught and said.get(key, here[key]) != here[key]] == [], area
        said |= here
    assert len(said) > 500


def test_a_word_finds_titles_before_texts() -> None:
    words = taught_words(Words, "en", games.GAMES["the-loop"])
    found = book("the-loop").search(words, "Vortex opens")
    assert found[0].id == "opens"
    assert len(book("the-loop").search(words, "vortex")) > 5


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games.NAMES)
def test_every_article_is_found_by_its_title_in_every_language(game: str, lang: str) -> None:
    words = taught_words(Words, lang, games.GAMES[game])
    for article in book(game).articles:
        assert article in book(game).search(words, article.title(words)), article
        assert article in book(game).search(words, article.where(words)), article


def test_accents_and_capitals_do_not_matter() -> None:
    words = taught_words(Words, "fr", games.GAMES["the-loop"])
    assert {one.id for one in book("the-loop").search(words, "epoque faille")} >= {"rift-spaces"}


def test_a_number_of_the_ledger_finds_its_article() -> None:
    words = taught_words(Words, "de", games.GAMES["the-loop"])
    assert [one.id for one in book("the-loop").search(words, "loop-02")] == ["price"]


def test_a_game_without_lessons_has_an_empty_rulebook(tmp_path: Path) -> None:
    assert Rulebook.of(games.GAMES["example"]._replace(folder=tmp_path)).articles == ()


def test_the_terminal_finds_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "the-loop", "vortex", "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "Ein Vortex öffnet sich (Vortexe)" in told
    assert "[VORTEX-01, VORTEX-04" in told


def test_the_terminal_lists_the_chapters_and_says_when_nothing_is_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "contre-temps", "--lang", "en"]) == 0
    assert "The time line\n  Past and present\n" in capsys.readouterr().out
    assert main(["rules", "contre-temps", "submarine", "--lang", "en"]) == 2
    assert "submarine" in capsys.readouterr().err
