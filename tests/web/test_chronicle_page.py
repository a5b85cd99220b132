"""The evening in one picture, on a phone: when it is over, for whoever was let in, in its own language."""

import pytest

from companion.__main__ import picture
from companion.games import GAMES, load
from companion.table import Answer
from companion.web import HERE, Phones
from tests.tools.evenings import evening_at
from tests.tools.rehearsal import met_in
from tests.web.phone import Phone

BEFORE, LAST = met_in("the-loop", frozenset({"lost"}))["lost"]


@pytest.fixture
def phones():
    evening = evening_at(load("the-loop"), BEFORE)
    made = Phones.open(evening, GAMES, port=0, address=HERE, picture=picture)
    yield made, evening
    made.close()
    evening.close().result(30)


def test_the_picture_is_there_when_the_game_is_over(phones) -> None:
    served, evening = phones
    phone, stranger = Phone(served.address), Phone(served.address)
    phone.join(served.link("watch"))
    assert phone.get("/chronicle").status == phone.get("/chronicle.svg").status == 404
    asked = evening.now.asked[0]
    evening.post(Answer((LAST,), asked.question.owner, asked.since)).result(60)
    assert evening.now.outcome is not None
    page = phone.get("/chronicle")
    assert page.status == 200
    assert 'src="/chronicle.svg"' in page.text
    assert 'href="/chronicle"' in phone.get().text
    drawn = phone.get("/chronicle.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    assert "THE LOOP" in drawn.text
    assert stranger.get("/chronicle").status == stranger.get("/chronicle.svg").status == 403
    phone.post("/language", {"lang": "de"})
    assert phone.get("/chronicle.svg").text != drawn.text
