"""The box editor on a page: what is typed and chosen there is kept as on the tablet; nothing else is."""

import re
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.table import Evening, box_folder
from companion.web import HERE, Phones
from tests.web.phone import Phone
from tests.web.test_phones import joined


@pytest.fixture
def phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Phones]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    evening = Evening.begin(GAMES.load("the-loop"), GAMES, {"players": 2}, None, seed=5)
    made = Phones.open(evening, GAMES, port=0, address=HERE)
    yield made
    made.close()
    evening.close().result(30)


def enter(phone: Phone, text: str, wanted: dict[str, str], order: str) -> str:
    """The form of the page with some fields told otherwise, as a browser would send it; what comes."""
    fields: dict[str, object] = {}
    for name, inside in re.findall(r'<select name="([^"]+)">(.*?)</select>', text, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        fields[unescape(name)] = unescape(chosen[1]) if chosen else ""
    for tag in re.findall(r'<input type="text"[^>]*>', text):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        fields[unescape(given["name"])] = unescape(given.get("value", ""))
    unknown = wanted.keys() - fields.keys()
    assert not unknown, (unknown, sorted(fields))
    return phone.post("/box/card", {**fields, **wanted, "order": order}, {"Accept": "text/html"}).text


def test_a_card_is_typed_put_together_and_kept(phones: Phones) -> None:
    phone = joined(phones, 0, "host")
    assert "/box/card" in phone.get("/box").text
    text = phone.get("/box/card").text
    text = enter(phone, text, {'field.["name"]': "Clockwork Sword"}, "add:/push")
    text = enter(phone, text, {'field.["effect", 0, "push"]': "2"}, "look")
    assert "Clockwork Sword" in text
    told = {'field.["dimension"]': '"star"', 'field.["era"]': '"medieval"'}
    enter(phone, text, told, "keep")
    (card,) = tomllib.loads((box_folder("the-loop") / "mine.toml").read_text(encoding="utf-8"))["card"]
    assert card["name"] == {"en": "Clockwork Sword"}
    assert card["effect"][0]["push"] == 2
    assert "Clockwork Sword" in phone.get("/box").text


def test_what_is_not_whole_is_told_and_not_kept(phones: Phones) -> None:
    phone = joined(phones, 0, "host")
    text = enter(phone, phone.get("/box/card").text, {'field.["name"]': "Half"}, "keep")
    assert 'role="alert"' in text
    assert not (box_folder("the-loop") / "mine.toml").exists()


def test_who_looks_on_and_a_form_that_is_none_get_a_short_refusal(phones: Phones) -> None:
    watcher, host = joined(phones, None, "watch"), joined(phones, 0, "host")
    assert watcher.get("/box").status == 403
    assert watcher.post("/box/card", {"order": "keep"}).status == 403
    assert host.get("/box/no-such-kind").status == 404
    host.get("/box/card")
    for order in ("drop:[", 'drop:{"a":1}', 'add:["effect",9]/push', "add:/no-such-verb", 'drop:["name"]'):
        assert host.post("/box/card", {"order": order}).status in (200, 400)
    assert not (box_folder("the-loop") / "mine.toml").exists()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_kind_of_every_game_has_its_page(game: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    evening = Evening.begin(GAMES.load(game), GAMES, {}, None, seed=5)
    phones = Phones.open(evening, GAMES, port=0, address=HERE)
    try:
        host = joined(phones, 0, "host")
        text = host.get("/box").text
        assert "‹" not in text
        links = {re.sub(r"\?.*", "", link): link for link in re.findall(r'href="(/box/[^"]+)"', text)}
        assert links or game == "example"
        for link in links.values():
            page = host.get(unescape(link))
            assert page.status == 200
            assert "‹" not in page.text
    finally:
        phones.close()
        evening.close().result(30)
