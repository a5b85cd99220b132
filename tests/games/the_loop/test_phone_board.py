"""The ring on a phone: whoever hears it instead of seeing it is told every piece, in every mode."""

from html import unescape

import pytest

from companion.games import GAMES
from companion.games.the_loop.views.table import table
from companion.table import Evening
from companion.teacher import taught_words
from companion.web.sight import Sight
from companion.words import Words


@pytest.mark.parametrize("mode", ["sabotage", "supa", "centrifuge", "ultramachina"])
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_every_piece_has_a_name(mode: str, lang: str) -> None:
    with Evening.begin(
        GAMES.load("the-loop"), GAMES, {"players": 3, "mode": mode}, None, 5, inline=True
    ) as evening:
        now = evening.now
    sight = Sight(now, None, taught_words(Words, lang, now.manifest, "phone"), GAMES)
    page = unescape(GAMES.face("the-loop", "phone").board(sight))
    heard = page[page.index('class="heard"') :]
    pieces = [
        name
        for era in table(now).eras
        for name in (
            sight.speech.name("era", era.index),
            *(sight.speech.name("token", one.id) for one in era.tokens),
            *(sight.speech.name("card", one.id) for one in era.cards),
            *(sight.speech.name("ultra", one.id) for one in era.ultras),
            *([sight.speech.name("dimension", era.centrifuge)] if era.centrifuge else []),
            *(sight.seat_name(one) for one in era.agents),
        )
    ]
    assert len(pieces) > 15
    assert [name for name in pieces if name not in heard] == []
