"""*Why?* has an answer for every refusal, question, happening, alert and end of every game."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion import games
from companion.games import GAMES
from companion.table import Answer, Evening
from companion.teacher import Hints, Rulebook
from companion.web import HERE, Phones
from tests.web.phone import Phone

ROOT = Path(companion.__file__).parent
COMPANIONS = {
    "amend-asks", "bad-correction", "bad-piece", "board-out-of-reach", "board-unknown", "hands-need-huge",
    "incident", "no-such-answer", "no-such-entry", "not-an-answer", "not-written", "not-yours",
    "nothing-to-redo", "nothing-to-settle", "nothing-to-undo", "paused", "settle-first", "stale",
    "unknown-input", "unknown-option",
}  # fmt: skip
"""Refused by the companion, whatever is played: the refusal itself says why, no rule is behind it."""


def refusals(folder: Path) -> Iterator[tuple[str, str]]:
    """Id and rule of all that this code refuses with words of its own."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                given = [one.value if isinstance(one, ast.Constant) else None for one in node.args[:2]]
                if isinstance(given[0], str) and isinstance(given[1], str):
                    yield given[0], given[1]


@pytest.mark.parametrize("game", games.NAMES)
def test_every_refusal_has_its_rule_and_every_rule_its_chapter(game: str) -> None:
    book = Rulebook.of(GAMES[game])
    found = set(refusals(GAMES[game].folder))
    assert found
    silent = {name for name, rule in found if book.article(rule) is None or not book.article(rule).chapter}
    assert sorted(silent - COMPANIONS) == []


def test_what_the_companion_itself_refuses_is_known() -> None:
    shared = [one for one in sorted(ROOT.iterdir()) if one.is_dir() and one.name != "games"]
    found = {name for room in shared for name, rule in refusals(room) if not rule}
    assert sorted(found - COMPANIONS) == []


@pytest.mark.parametrize("game", games.NAMES)
def test_every_question_happening_and_alert_leads_to_a_chapter(game: str) -> None:
    manifest, hints, book = GAMES[game], Hints.of(GAMES[game]), Rulebook.of(GAMES[game])
    assert set(manifest.alerts) <= games.load(game).happenings.keys()
    for kind in (*games.load(game).happenings, *manifest.alerts):
        article = book.article(hints.happenings[kind].rule)
        assert article is not None, kind
        assert article.chapter in book.chapters, kind
    for name, hint in hints.questions.items():
        assert book.article(hint.rule) is not None, name


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[tuple[Phone, Evening]]:
    evening = Evening.begin(games.load("example"), GAMES, {}, tmp_path / "game.jsonl", seed=5)
    phones = Phones.open(evening, GAMES, port=0, address=HERE)
    found = Phone(phones.address)
    found.join(phones.link("host"))
    yield found, evening
    phones.close()
    evening.close().result(30)


def test_a_phone_leads_from_a_question_a_happening_and_the_end_to_the_chapter(
    phone: tuple[Phone, Evening],
) -> None:
    one, evening = phone
    one.sit(0)
    page = one.get().text
    assert '<details class="why"><summary>Why?</summary>' in page
    assert '<a href="/rules?rule=EX-04">The night</a>' in page
    while evening.now.outcome is None:
        asked = evening.now.first
        evening.post(Answer((asked.question.answers[0],), asked.question.owner, asked.since)).result(30)
    page = one.get().text
    rule = evening.now.outcome.rule
    assert f'<a href="/rules?rule={rule}">Why?</a>' in page
    assert page.count('<li><a href="/rules?rule=EX-') > 5
    article = Rulebook.of(GAMES["example"]).article(rule)
    told = one.get(f"/rules?rule={rule}")
    assert told.status == 200
    assert rule in told.text
    assert f"/rules?chapter={article.chapter}" in told.text
    assert "storm" in one.get("/rules?find=storm").text.lower()
    assert "No rule has these words: sub&lt;marine" in one.get("/rules?find=sub%3Cmarine").text
    stranger = Phone(one.address)
    assert stranger.get("/rules").status == 403
